/* SPDX-License-Identifier: MIT */
/*
 * Reads boards in all forms that the command reads, with the command's
 * messages (docs/formats.md, "Board"). A BoardError is for the reader; any
 * other error is a fault of this script.
 */
const SIDE_MIN = 2, SIDE_MAX = 15, CELLS_MAX = SIDE_MAX * SIDE_MAX;
const QUOTE_BYTES = 63; /* of the text that a message quotes */
const SHOWN_AS_BYTES =
  /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

class BoardError extends Error {}

const utf8 = new TextEncoder();

/* Text as a message shows it: control characters as bytes, and not too long. */
function quoteText(text) {
  const pieces = Array.from(text.slice(0, QUOTE_BYTES + 1), (c) =>
    SHOWN_AS_BYTES.test(c) ? Array.from(utf8.encode(c), (byte) =>
      "\\x" + byte.toString(16).padStart(2, "0")).join("") : c);
  const fit = (most) => {
    let shown = "", bytes = 0;
    for (const piece of pieces) {
      bytes += utf8.encode(piece).length;
      if (bytes > most) return {shown, isWhole: false};
      shown += piece;
    }
    return {shown, isWhole: true};
  };
  const whole = fit(QUOTE_BYTES);
  return whole.isWhole ? whole.shown : fit(QUOTE_BYTES - 3).shown + "...";
}

const labelsText = (n) => `${n} label${n === 1 ? "" : "s"}`;
const isSide = (n) => n >= SIDE_MIN && n <= SIDE_MAX;

/* Reads "4x3", or "4" for "4x4". */
function parseSize(text) {
  const sides = text.split("x", 2);
  if (text.includes("x")) sides[1] = text.slice(text.indexOf("x") + 1);
  if (!sides.every((side) => /^(0|[1-9][0-9]*)$/.test(side)))
    throw new BoardError(`invalid size '${quoteText(text)}': expected WxH${
      text.includes("X") ? " with a lower-case x" : ""}, such as 4x4`);
  const [width, height] = [Number(sides[0]), Number(sides[sides.length - 1])];
  if (!isSide(width) || !isSide(height))
    throw new BoardError(`invalid size '${quoteText(text)}': sides must be ${
      SIDE_MIN}..${SIDE_MAX}`);
  return {width, height};
}

/* A carriage return counts as a space only at the end of a line. */
function spaced(text) {
  return text.replace(/\r(?=\n|$)/g, " ");
}

const trimmed = (text) => text.replace(/^[ \t]+|[ \t]+$/g, "");

function checkLabel(word) {
  if (!/^[0-9]+$/.test(word))
    throw new BoardError(`invalid label '${quoteText(word)}'${
      /^[_.*]$/.test(word) ? ": use 0 for the blank" : ""}`);
  if (/^0./.test(word))
    throw new BoardError(`label '${quoteText(word)}' has leading zeros`);
}

/* The words of each row; the last row may end with a separator. */
function rowsOf(text) {
  const rows = text.split(/[/\n]/);
  if (rows.length > 1 && trimmed(spaced(rows[rows.length - 1])) === "")
    rows.pop();
  return rows.map((row) => {
    const words = spaced(row).split(/[ \t]+/).filter((word) => word !== "");
    words.forEach(checkLabel);
    return words;
  });
}

function checkSize(width, height, known) {
  if (!isSide(width) || !isSide(height))
    throw new BoardError(`invalid size '${width}x${height}': sides must be ${
      SIDE_MIN}..${SIDE_MAX}`);
  if (known && (known.width !== width || known.height !== height))
    throw new BoardError(`board is ${width}x${height}: expected ${
      known.width}x${known.height}`);
}

/* The size of labels without rows: the one known, else a square. */
function sizeOfList(n, known) {
  if (known && n !== known.width * known.height)
    throw new BoardError(`${labelsText(n)}: expected ${
      known.width * known.height} for ${known.width}x${known.height}`);
  if (known) return known;
  const side = Math.round(Math.sqrt(n));
  if (side * side !== n || !isSide(side))
    throw new BoardError(`${labelsText(n)} do${n === 1 ? "es" : ""} not form` +
      " a square board: expected all rows on one line, separated by /");
  return {width: side, height: side};
}

function sizeOfRows(rows, hasSlash, known) {
  const n = rows.reduce((sum, row) => sum + row.length, 0);
  const width = known ? known.width : rows[0].length;
  if (n === 0) throw new BoardError("empty board");
  if (rows.length === 1 && !hasSlash) return sizeOfList(n, known);
  if (rows.some((row) => row.length !== rows[0].length)) {
    const isFirst = rows[0].length !== width;
    const odd = isFirst ? 0 :
      rows.findIndex((row) => row.length !== rows[0].length);
    throw new BoardError(`row ${odd + 1} has ${
      labelsText(rows[odd].length)}: expected ${width}`);
  }
  checkSize(rows[0].length, rows.length, known);
  return {width: rows[0].length, height: rows.length};
}

/* Each label in range, none twice, and a blank. */
function checkBoard(cells) {
  const seen = new Set();
  for (const label of cells) {
    if (seen.has(label))
      throw new BoardError(label === 0 ? "two blanks" :
        `tile ${label} appears twice`);
    seen.add(label);
  }
  if (!seen.has(0)) throw new BoardError("no blank");
}

/* "4x4:1,2,3,...": fields separated by commas, an empty one is the blank. */
function readFields(text, known) {
  const at = text.indexOf(":");
  const size = parseSize(trimmed(spaced(text.slice(0, at))));
  if (known) checkSize(size.width, size.height, known);
  const words = text.slice(at + 1).replace(/\n$/, "").split(",").map(
    (field) => trimmed(spaced(field)) || "0");
  words.forEach(checkLabel);
  return {words, size: sizeOfList(words.length, size)};
}

/*
 * Reads a board in any form. `known` is the size that is expected, if any,
 * {width, height}. Throws a BoardError.
 */
function parseBoardText(text, known) {
  let words, size;
  if (text.includes(":")) {
    ({words, size} = readFields(text, known));
  } else {
    const rows = rowsOf(text);
    size = sizeOfRows(rows, text.includes("/"), known);
    words = rows.flat();
  }
  const n = size.width * size.height;
  const cells = words.map((word) => {
    if (word.length > 3 || Number(word) > n)
      throw new BoardError(`label ${quoteText(word)} is out of range: ` +
        `expected 0..${n}`);
    return Number(word);
  });
  checkBoard(cells);
  return {width: size.width, height: size.height, cells};
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

/* Start and goal must have the same size and labels. Throws a BoardError. */
function checkPair(start, goal) {
  const a = missingOf(goal), b = missingOf(start);
  if (start.width !== goal.width || start.height !== goal.height)
    throw new BoardError(`start is ${start.width}x${start.height} but goal ` +
      `is ${goal.width}x${goal.height}`);
  if (a !== b)
    throw new BoardError(`tile ${a} is only in the start and tile ${b} only ` +
      "in the goal");
}
