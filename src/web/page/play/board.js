/* SPDX-License-Identifier: MIT */
/*
 * Moves and paths, as docs/formats.md defines them (boards: boardtext.js). Pure
 * logic: no page, no clock, no storage. A small copy of the core's rules: a move
 * must not wait for a worker.
 *
 * A board is {width, height, cells}, with cells row by row and 0 for the
 * blank. A slide is {dir, count}: count tiles of one line move one cell each
 * in direction dir. A path is a list of slides.
 */
const COUNT_MAX = 999; /* after one letter */
const MOVES_MAX = 100000;

/* From the blank to the tile that moves in this direction: [across, down]. */
const TO_TILE = {U: [0, 1], R: [-1, 0], D: [0, -1], L: [1, 0]};
const OPPOSITE = {U: "D", R: "L", D: "U", L: "R"};

function copyBoard({width, height, cells}) {
  return {width, height, cells: cells.slice()};
}

function sameBoard(a, b) {
  return a.width === b.width && a.height === b.height &&
    a.cells.every((label, cell) => label === b.cells[cell]);
}

/* The goal of the layout `rows`: 1, 2, ... with the blank in the place of the
 * missing label, the last one. */
function rowsGoal(width, height, missing = width * height) {
  return {width, height, cells: Array.from({length: width * height}, (_, cell) =>
    cell + 1 === missing ? 0 : cell + 1)};
}

/*
 * The slide that brings this tile, and those between, towards the blank;
 * null if it is the blank or not in the blank's row or column.
 */
function slideOfTile(board, label) {
  const cell = board.cells.indexOf(label);
  const blank = board.cells.indexOf(0);
  const across = cell % board.width - blank % board.width;
  const down = Math.floor(cell / board.width) -
    Math.floor(blank / board.width);
  if (label === 0 || cell < 0 || (across !== 0 && down !== 0))
    return null;
  if (across !== 0)
    return {dir: across < 0 ? "R" : "L", count: Math.abs(across)};
  return {dir: down < 0 ? "D" : "U", count: Math.abs(down)};
}

/* How many tiles can move in this direction: those up to the edge. */
function slideRoom(board, dir) {
  const blank = board.cells.indexOf(0);
  const x = blank % board.width;
  const y = Math.floor(blank / board.width);
  return {U: board.height - 1 - y, D: y, L: board.width - 1 - x, R: x}[dir];
}

/*
 * Moves the tiles of a slide. Returns their labels, nearest to the blank
 * first; or returns null and changes nothing if there are too few.
 */
function moveTiles(board, slide) {
  if (slide.count > slideRoom(board, slide.dir))
    return null;
  const [across, down] = TO_TILE[slide.dir];
  const step = down * board.width + across;
  const labels = [];
  let blank = board.cells.indexOf(0);
  for (let i = 0; i < slide.count; i++, blank += step) {
    labels.push(board.cells[blank + step]);
    board.cells[blank] = board.cells[blank + step];
  }
  board.cells[blank] = 0;
  return labels;
}

function reverseSlide(slide) {
  return {dir: OPPOSITE[slide.dir], count: slide.count};
}

/*
 * Reads "U2RDL3". Blanks between moves are allowed, as in `check --moves`,
 * whose messages are the core's.
 */
function parsePath(text) {
  const path = [];
  let total = 0;
  for (const run of text.match(/\S[0-9]*/g) || []) {
    const found = /^([URDL])([2-9]|[1-9][0-9]{1,2})?$/.exec(run);
    const count = found ? Number(found[2] || 1) : Infinity;
    total += count;
    if (total > MOVES_MAX) throw new BoardError(words("not-a-path"));
    path.push({dir: found[1], count});
  }
  return path;
}

/* Equal moves that follow one another become one run. */
function runsOf(path) {
  const runs = [];
  for (const {dir, count} of path) {
    const last = runs[runs.length - 1];
    if (last && last.dir === dir)
      last.count += count;
    else
      runs.push({dir, count});
  }
  return runs;
}

function pathText(path) {
  let text = "";
  for (const {dir, count} of runsOf(path)) {
    for (let left = count; left > 0; left -= COUNT_MAX)
      text += dir + (left === 1 ? "" : Math.min(left, COUNT_MAX));
  }
  return text;
}

/* Slides as they were made: equal ones stay apart. */
function slidesText(slides) {
  return slides.map(({dir, count}) => dir + (count > 1 ? count : "")).join(" ");
}

/* Every tile that moves counts one in STM, every run one in MTM. */
function pathLength(path) {
  return {
    stm: path.reduce((sum, slide) => sum + slide.count, 0),
    mtm: runsOf(path).length,
  };
}

/* Single moves, for replays and for comparing paths. */
function singleMoves(path) {
  return path.map(({dir, count}) => dir.repeat(count)).join("");
}

/*
 * Replays a path. The result has the board that it leads to; `good`, the
 * moves before the first illegal one; the lengths; and `problem`, a sentence
 * that says where it breaks, or "" if it is a solution.
 */
function replay(start, goal, path) {
  const board = copyBoard(start);
  const dirs = singleMoves(path);
  let good = 0;
  while (good < dirs.length && moveTiles(board, {dir: dirs[good], count: 1}))
    good++;
  let problem = "";
  if (good < dirs.length)
    problem = words("move-illegal", {at: good + 1, dir: dirs[good]});
  else if (!sameBoard(board, goal))
    problem = good === 1 ? words("one-move-short") :
      words("moves-short", {n: good});
  return {board, good, problem, ...pathLength(path)};
}
