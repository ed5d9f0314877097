/* SPDX-License-Identifier: MIT */
/*
 * What the page for new boards can do without WebAssembly: goals of the plain
 * layouts, a small copy of the core's, and boards drawn by the browser's random
 * numbers.
 */

/* The cells in the order of a path, for each layout with a name. */
const PATHS = {
  rows: (w, h) => Array.from({length: w * h}, (_, k) => k),
  columns: (w, h) => Array.from({length: w * h}, (_, k) =>
    k % h * w + Math.floor(k / h)),
  snake: (w, h) => Array.from({length: w * h}, (_, k) => {
    const y = Math.floor(k / w), x = k % w;
    return y * w + (y % 2 === 0 ? x : w - 1 - x);
  }),
  spiral: spiralCells,
};

/* Walks straight on, and turns right at a wall or a cell already visited. */
function spiralCells(width, height) {
  const cells = [], taken = new Set();
  const isFree = (x, y) => x >= 0 && x < width && y >= 0 && y < height &&
    !taken.has(y * width + x);
  let x = 0, y = 0, dx = 1, dy = 0;
  for (let k = 0; k < width * height; k++) {
    cells.push(y * width + x);
    taken.add(y * width + x);
    if (!isFree(x + dx, y + dy)) [dx, dy] = [-dy, dx];
    x += dx;
    y += dy;
  }
  return cells;
}

/* The goal of a layout; the cell of the missing label holds the blank. */
function goalOf(layout, width, height, missing = width * height) {
  const cells = [];
  PATHS[layout](width, height).forEach((cell, k) => {
    cells[cell] = k + 1 === missing ? 0 : k + 1;
  });
  return {width, height, cells};
}

/* Each of 0..n-1 is equally likely; `next` gives random 32-bit numbers. */
function below(n, next) {
  const limit = 2 ** 32 - 2 ** 32 % n;
  let word = next();
  while (word >= limit) word = next();
  return word % n;
}

/* Random 32-bit numbers of the browser. */
function freshWords() {
  return globalThis.crypto.getRandomValues(new Uint32Array(1))[0];
}

/*
 * A board with the labels of the goal, each order equally likely; or each
 * solvable one, as exchanging two tiles pairs every unsolvable order with a
 * solvable one. Never the goal itself.
 */
function drawHere(goal, isAnyOrder, next = freshWords) {
  const cells = [...goal.cells];
  for (let c = cells.length - 1; c > 0; c--) {
    const other = below(c + 1, next);
    [cells[c], cells[other]] = [cells[other], cells[c]];
  }
  let board = {...goal, cells};
  if (!isAnyOrder && !isSolvable(board, goal))
    board = exchanged(board, tilesOf(goal.cells).slice(0, 2));
  return boardText(board) === boardText(goal) ?
    drawHere(goal, isAnyOrder, next) : board;
}

/* A seed that is easy to read and to type: 60 bits. */
function freshSeed(next = freshWords) {
  const letters = "0123456789abcdefghjkmnpqrstvwxyz";
  return Array.from({length: 12}, () => letters[next() % 32]).join("");
}
