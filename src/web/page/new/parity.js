/* SPDX-License-Identifier: MIT */
/*
 * Why a board can be solved or not, and two tiles whose exchange mends it. The
 * rule is a small copy of the core's universal rule (docs/solvability.md): the
 * browser also draws boards where the page has no core. A board is {width,
 * height, cells}; start and goal have the same size and labels.
 */

const tilesOf = (cells) => cells.filter((label) => label !== 0);

/* Counts the pairs in which the larger label comes first. */
function inversions(labels) {
  let sum = 0;
  for (let i = 0; i < labels.length; i++)
    for (let j = i + 1; j < labels.length; j++)
      if (labels[j] < labels[i]) sum++;
  return sum;
}

/* What is counted of a board; the blank's row, from below, only counts if the
 * width is even. */
function parityOf({width, height, cells}) {
  const count = inversions(tilesOf(cells));
  const blank = width % 2 === 0 ?
    height - Math.floor(cells.indexOf(0) / width) : 0;
  return {count, blank, sum: count + blank};
}

/* Can legal moves lead from the start to the goal? Up to 15x15, 1 ms. */
function isSolvable(start, goal) {
  return parityOf(start).sum % 2 === parityOf(goal).sum % 2;
}

/* Two tiles whose exchange turns an unsolvable board into a solvable one, and vice
 * versa. Any two do: these are the last ones of the goal, as in the core. */
const exchangeOf = (goal) => tilesOf(goal.cells).slice(-2);

/* The board with two of its labels exchanged. */
function exchanged(board, [a, b]) {
  const other = {[a]: b, [b]: a};
  return {...board, cells: board.cells.map((label) => other[label] ?? label)};
}

const evenness = (sum) => sum % 2 === 0 ? words("even") : words("odd");

/* The rule in sentences: what is counted, the two sums, and what follows. */
function paritySentences(start, goal) {
  const a = parityOf(start), b = parityOf(goal), isEven = start.width % 2 === 0;
  const values = {count: a.count, row: a.blank, sum: a.sum,
    goalcount: b.count, goalrow: b.blank, goalsum: b.sum,
    evenness: evenness(a.sum), goalevenness: evenness(b.sum)};
  return [
    a.count === 1 ? words("one-inversion") : words("inversions", values),
    isEven ? words("row-counts", values) : words("row-does-not-count"),
    isEven ? words("two-sums", values) : words("two-counts", values),
    a.sum % 2 === b.sum % 2 ? words("sums-agree") : words("sums-differ"),
  ];
}
