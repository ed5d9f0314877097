/* SPDX-License-Identifier: MIT */
/*
 * Boards as pages and links have them: a small copy of the core's reader, for
 * pages that have no core, or none yet. Other forms, and what is wrong with a
 * text, are left to the core (core.js). A BoardError is for the reader; any
 * other error is a fault of this script.
 */
const SIDE_MIN = 2, SIDE_MAX = 15;

class BoardError extends Error {}

/* Returns whether n is a whole number of 0..most. */
const isCount = (n, most) => Number.isInteger(n) && n >= 0 && n <= most;

const isSide = (n) => Number.isInteger(n) && n >= SIDE_MIN && n <= SIDE_MAX;

/* Reads labels in rows, which / or the end of a line separates. Returns null if the
 * text is no such board. */
function readBoard(text) {
  const rows = text.trimEnd().split(/[/\n]/).map((row) => row.split(" ").filter(Boolean));
  const labels = rows.flat(), n = labels.length, [{length: width}] = rows;
  if (!isSide(width) || !isSide(rows.length) ||
      rows.some((row) => row.length !== width) ||
      !labels.every((label) => /^(0|[1-9][0-9]{0,2})$/.test(label)) ||
      labels.some((label) => label > n) || new Set(labels).size < n ||
      !labels.includes("0"))
    return null;
  return {width, height: rows.length, cells: labels.map(Number)};
}

/* The form in which the command prints a board. */
function boardText({width, cells}) {
  const rows = [];
  for (let at = 0; at < cells.length; at += width)
    rows.push(cells.slice(at, at + width).join(" "));
  return rows.join("/");
}

/* The label of 1..n that a board does not have. */
function missingOf(board) {
  const n = board.cells.length;
  return n * (n + 1) / 2 - board.cells.reduce((sum, label) => sum + label, 0);
}

/* Start and goal have the same size and labels. */
function isPair(start, goal) {
  return start.width === goal.width && start.height === goal.height &&
    missingOf(start) === missingOf(goal);
}
