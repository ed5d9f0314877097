/* SPDX-License-Identifier: MIT */
/* Boards drawn by the browser's random numbers, which need no WebAssembly. */

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
    board = exchanged(board, exchangeOf(goal));
  return boardText(board) === boardText(goal) ?
    drawHere(goal, isAnyOrder, next) : board;
}

/* A seed that is easy to read and to type: 60 bits. */
function freshSeed(next = freshWords) {
  const letters = "0123456789abcdefghjkmnpqrstvwxyz";
  return Array.from({length: 12}, () => letters[next() % 32]).join("");
}
