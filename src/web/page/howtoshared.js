/* SPDX-License-Identifier: MIT */
/* What the second script of howto.html takes from the first one, play.js. */
const {words, readBoard, rowsGoal, copyBoard, moveTiles, make, makeButton, enable,
  setText, movesText, slidesCount, openBoardView, attachPointer, attachKeys, Game,
  WAYS} = globalThis.loyd;
