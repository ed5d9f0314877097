/* SPDX-License-Identifier: MIT */
/* What the second script of play.html takes from the first one, play.js. */
const {words, LEVELS, BoardError, SIDE_MIN, SIDE_MAX, PROVEN_CELLS, isSide,
  readBoard, boardText, missingOf, isPair, rowsGoal, make, makeButton, makeTurningButton,
  turnButton, makePanel, makeZoom, boardPicture, setText, parseFragment,
  boardFragment, recipeFragment, movesText, moveTiles, copyBoard, isCount,
  RECORD_BEGAN_MAX, replay, readSlides, loadScript} = globalThis.loyd;
