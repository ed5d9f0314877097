/* SPDX-License-Identifier: MIT */
/* What the second script of a page takes from the first one, play.js. */
const {words, BoardError, SIDE_MIN, SIDE_MAX, PROVEN_CELLS, isSide, readBoard,
  boardText, missingOf, isPair, rowsGoal, make, makeButton, makeTurningButton,
  turnButton, makePanel, makeZoom, boardPicture, setText, parseFragment,
  boardFragment, recipeFragment, movesText, slidesCount, enable, openBoardView,
  attachPointer, attachKeys, Game, WAYS, copyBoard, moveTiles} = globalThis.loyd;
