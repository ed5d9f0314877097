/* SPDX-License-Identifier: MIT */
/* What the page says of an analysis, and links to games. */
import {strict as assert} from "node:assert";
import {scripts} from "./page_scripts.mjs";

globalThis.document = {documentElement: {lang: "en"}};

const page = scripts(["boardtext.js", "board.js", "calendar.js", "store.js",
  "record.js", "share.js", "view.js", "analysismodel.js"],
["sumsOf", "positionsOf", "whereText", "replayTimes", "parseFragment"]);

const record = {board: "1 2 3/4 5 6/0 7 8",
  goal: "1 2 3/4 5 6/7 8 0", began: 9, moves: "D U L2", ms: [500, 4000, 1500],
  hints: []};
const analysis = {moves: 4, shortest: 2, left: 0, pauseMs: 6000, pauses: 0,
  detour: [0, 2], positions: [{slide: 0, left: 2, lost: 2, best: "L2"},
    {slide: 1, left: 3, lost: 0, best: "U"}, {slide: 2, left: 2, lost: 0,
      best: "L2"}, {slide: 3, left: 0}]};

assert.deepEqual(page.sumsOf(record, analysis, null), [["Moves", "4"],
  ["Shortest solution", "2"], ["Lost moves", "2"], ["Efficiency", "50 %"],
  ["Moves a second", "0.7"], ["Pauses of 6.0 s or more", "0"],
  ["Longest detour", "1\u20132"]]);
assert.deepEqual(page.sumsOf({...record, moves: "D", ms: [0]}, {...analysis, moves: 1,
  left: 3, detour: [0, 0]}, null).slice(2), [["Lost moves", "2"],
  ["Pauses of 6.0 s or more", "0"], ["Longest detour", "\u2013"]]);
/* Beyond 16 cells: an interval, and nothing of a game without its end. */
assert.deepEqual(page.sumsOf(record, null, {stm: 3, lower: 2}).slice(1, 4),
  [["Shortest solution", "2\u20133"], ["Lost moves", "1\u20132"],
    ["Efficiency", "50\u201375 %"]]);
assert.deepEqual(page.sumsOf({...record, moves: "D", ms: [0]}, null,
  {stm: 3, lower: 2}), [["Moves", "1"], ["Shortest solution", "2\u20133"]]);
assert.deepEqual(page.sumsOf({...record, ms: [0, 0, 0]}, null, null),
  [["Moves", "4"]]);

const at = page.positionsOf(record, analysis);
assert.deepEqual(at.map(({time}) => time), [0, 500, 4500, 6000]);
assert.deepEqual(at.map(({board}) => board.cells.indexOf(0)), [6, 3, 6, 8]);
assert.deepEqual(at.map(page.whereText), [
  "The goal is 2 moves away. Slide 1: 4 down. It loses 2 moves. Better: 7, 8 left.",
  "The goal is 3 moves away. Slide 2: 4 up.",
  "The goal is 2 moves away. Slide 3: 7, 8 left.", "Solved."]);
assert.deepEqual(page.replayTimes(record.ms, 2), [250, 750, 750]);

for (const game of ["loydgame1.AAAA", ""])
  assert.deepEqual(page.parseFragment(`#game=${game}`), {game});
console.log("sums, places, links");
