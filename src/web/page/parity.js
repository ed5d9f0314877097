/* SPDX-License-Identifier: MIT */
/*
 * Why a board can be solved or not: the formulas of `loyd check --explain`
 * (docs/solvability.md), and two tiles whose exchange mends a board. A board
 * is {width, height, cells}; start and goal have the same size and labels.
 */

/* Counts the pairs of which the larger label comes first. */
function inversions(labels) {
  let sum = 0;
  for (let i = 0; i < labels.length; i++)
    for (let j = i + 1; j < labels.length; j++)
      if (labels[j] < labels[i]) sum++;
  return sum;
}

const tilesOf = (cells) => cells.filter((label) => label !== 0);

/* The steps between two cells. */
function taxicab(a, b, width) {
  return Math.abs(a % width - b % width) +
    Math.abs(Math.floor(a / width) - Math.floor(b / width));
}

/* The row of the blank from below, from 1. */
function rowFromBelow(board) {
  return board.height - Math.floor(board.cells.indexOf(0) / board.width);
}

/* The lengths of the cycles of the permutation that takes start to goal. */
function cyclesOf(start, goal) {
  const home = [], seen = [], lengths = [];
  goal.cells.forEach((label, cell) => { home[label] = cell; });
  for (let c = 0; c < start.cells.length; c++) {
    let length = 0;
    for (let at = c; !seen[at]; at = home[start.cells[at]]) {
      seen[at] = true;
      length++;
    }
    if (length > 0) lengths.push(length);
  }
  return lengths;
}

/* Do the labels ascend in rows, with the blank in the last cell? */
function isAscending(goal) {
  const labels = goal.cells.slice(0, -1);
  return goal.cells.at(-1) === 0 &&
    labels.every((label, i) => i === 0 || label > labels[i - 1]);
}

/* The tiles once the blank has slid right, then down to the last cell. */
function tilesWithBlankLast(board) {
  const cells = [...board.cells], {width} = board;
  let blank = cells.indexOf(0);
  const slide = (from) => {
    cells[blank] = cells[from];
    cells[from] = 0;
    blank = from;
  };
  while (blank % width + 1 < width) slide(blank + 1);
  while (blank + width < cells.length) slide(blank + width);
  return tilesOf(cells);
}

/*
 * The cells of the goal in the order of their labels are its path, on which
 * the blank stands for the missing label.
 */
function pathFormula(start, goal) {
  const missing = missingOf(goal), along = [];
  let from = 0;
  for (let place = 1; place <= goal.cells.length; place++) {
    const cell = goal.cells.indexOf(place === missing ? 0 : place);
    if (start.cells[cell] === 0) from = place;
    else along.push(start.cells[cell]);
  }
  return {count: inversions(along), blank: Math.abs(from - missing) +
    blankSteps(start, goal), note: "path and steps"};
}

function blankSteps(start, goal) {
  return taxicab(start.cells.indexOf(0), goal.cells.indexOf(0), start.width);
}

/*
 * All formulas, in the order of the command: {name, whyNot, count, blank,
 * note, goal, solvable}. `note` says what the blank adds, "" if nothing. Where
 * whyNot is set, the formula does not apply to the goal.
 */
function parityFormulas(start, goal) {
  const isEven = start.width % 2 === 0, steps = blankSteps(start, goal);
  const blank = start.cells.indexOf(0);
  const sum = inversions(tilesOf(start.cells));
  const notRows = isAscending(goal) ? "" :
    "the goal's labels do not ascend, blank last";
  const lengths = cyclesOf(start, goal);
  const list = [
    {name: "universal rule", count: sum,
      blank: isEven ? rowFromBelow(start) : 0,
      note: isEven ? "row from below" : "",
      goal: inversions(tilesOf(goal.cells)) +
        (isEven ? rowFromBelow(goal) : 0)},
    {name: "path inversions", ...pathFormula(start, goal)},
    {name: "disorder", whyNot: notRows, count: sum,
      blank: isEven ? Math.floor(blank / start.width) : 0,
      note: isEven ? "rows above" : "",
      goal: isEven ? start.height - 1 : 0},
    {name: "rank violations", whyNot: notRows,
      count: inversions(tilesWithBlankLast(start)), note: "blank slid last"},
    {name: "transpositions", count: start.cells.length - lengths.length,
      blank: steps, note: "steps"},
    {name: "cycles", count: lengths.filter((n) => n % 2 === 0).length,
      blank: steps, note: "steps"},
  ];
  return list.map((given) => {
    const f = {whyNot: "", blank: 0, note: "", goal: 0, ...given};
    return {...f, solvable: (f.count + f.blank) % 2 === f.goal % 2};
  });
}

/* Can legal moves lead from the start to the goal? Up to 15x15, 1 ms. */
function isSolvable(start, goal) {
  const swaps = start.cells.length - cyclesOf(start, goal).length;
  return (swaps + blankSteps(start, goal)) % 2 === 0;
}

/*
 * Two tiles of the start whose exchange turns an unsolvable board into a
 * solvable one and the other way round: any two do. Chosen are two of which
 * both go home, else one, else the first two.
 */
function exchangeOf(start, goal) {
  let one = null;
  for (let c = 0; c < start.cells.length; c++) {
    const here = start.cells[c], wanted = goal.cells[c];
    if (here === wanted || here === 0 || wanted === 0) continue;
    if (goal.cells[start.cells.indexOf(wanted)] === here)
      return [here, wanted];
    one = one || [here, wanted];
  }
  return one || tilesOf(start.cells).slice(0, 2);
}

/* The board with two of its labels exchanged. */
function exchanged(board, [a, b]) {
  const other = {[a]: b, [b]: a};
  return {...board, cells: board.cells.map((label) => other[label] ?? label)};
}

const evenness = (sum) => sum % 2 === 0 ? "even" : "odd";

/*
 * The universal rule in sentences: what is counted, the two sums, and what
 * follows from them.
 */
function paritySentences(start, goal) {
  const [rule] = parityFormulas(start, goal);
  const sum = rule.count + rule.blank, isEven = start.width % 2 === 0;
  const goalCount = inversions(tilesOf(goal.cells));
  const pairs = rule.count === 1 ? "1 pair of tiles has" :
    `${rule.count} pairs of tiles have`;
  return [
    `Row by row, ${pairs} the larger tile first (an inversion).`,
    isEven ? `The width is even, so the blank's row counts too: it is row ${
      rule.blank} from below.` :
      "The width is odd, so the blank's row does not count.",
    isEven ? `${rule.count} + ${rule.blank} = ${sum}, ${evenness(sum)}; ` +
      `the goal has ${goalCount} + ${rowFromBelow(goal)} = ${rule.goal}, ${
        evenness(rule.goal)}.` :
      `${sum} is ${evenness(sum)}; the goal has ${rule.goal}, ${
        evenness(rule.goal)}.`,
    rule.solvable ?
      "No move changes whether the two sums agree, and they do: " +
      "the board can be solved." :
      "No move changes whether the two sums agree, and they do not: " +
      "the board cannot be solved.",
  ];
}
