/* SPDX-License-Identifier: MIT */
/* What the second script of play.html takes from the first one, play.js. */
const {BoardError, SIDE_MIN, SIDE_MAX, PROVEN_CELLS, parseBoardText, parseSize,
  boardText, quoteText, missingOf, checkPair, rowsGoal, make, makeButton,
  makePanel, boardPicture, setText, parseFragment, boardFragment,
  recipeFragment, movesText} = globalThis.loyd;
