/* SPDX-License-Identifier: MIT */
/*
 * The game record, version 1, of docs/formats.md: how a game was played, as a
 * text with a checksum. Pure logic. As an object it is
 *
 *   {board: "1 2/0 3", goal: "1 2/3 0", began: 1767225600000, moves: "L",
 *     ms: [850], hints: []}
 *
 * moves has the slides as they were made, ms a time for each, and hints the
 * number of slides before each hint. Records are written here, at the end of a game;
 * the core reads them.
 */
const RECORD_PREFIX = "loydgame1.";
const RECORD = /^loydgame1\.([A-Za-z0-9_-]{20,149990})$/;
const RECORD_SLIDES_MAX = 20000;
const RECORD_HINTS_MAX = 1000;
const RECORD_MS_MAX = 2 ** 28 - 1; /* three days for one slide */
const RECORD_BEGAN_MAX = 253402300799999; /* the end of the year 9999 */
const RECORD_DIRS = "URDL";

/* ---- bytes ---- */

/* CRC-32 as in gzip and PNG. */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++)
      crc = crc >>> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/* Seven bits in a byte, the lowest first; all but the last byte have 128. */
function putNumber(bytes, n) {
  for (; n > 127; n = Math.floor(n / 128)) bytes.push(128 + n % 128);
  bytes.push(n);
}

/* null if the game is longer than a record can be. */
function recordBytes({board, goal, began, moves, ms, hints}) {
  const bytes = [], slides = parsePath(moves), start = readBoard(board);
  if (slides.length > RECORD_SLIDES_MAX || hints.length > RECORD_HINTS_MAX) return null;
  bytes.push(start.width, start.height, ...start.cells, ...readBoard(goal).cells);
  putNumber(bytes, began);
  putNumber(bytes, slides.length);
  slides.forEach(({dir, count}, i) => {
    bytes.push(4 * (count - 1) + RECORD_DIRS.indexOf(dir));
    putNumber(bytes, ms[i]);
  });
  putNumber(bytes, hints.length);
  hints.forEach((n, i) => putNumber(bytes, n - (i > 0 ? hints[i - 1] : 0)));
  return bytes;
}

/* With their checksum. */
function sealed(bytes) {
  const crc = crc32(bytes);
  return [...bytes, crc & 255, crc >>> 8 & 255, crc >>> 16 & 255, crc >>> 24];
}

/* ---- texts ---- */

function base64url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/* The text of a record, or "" if the game is longer than one can be. */
function printRecord(record) {
  const bytes = recordBytes(record);
  return bytes ? RECORD_PREFIX + base64url(sealed(bytes)) : "";
}

/* Whether a text is a record that is whole. What it says is read by the core. */
function isRecord(text) {
  const code = RECORD.exec(text)?.[1];
  if (!code || code.length % 4 === 1) return false;
  const bytes = [...atob(code.replace(/-/g, "+").replace(/_/g, "/"))]
    .map((letter) => letter.charCodeAt(0));
  return base64url(sealed(bytes.slice(0, -4))) === code;
}

/*
 * Replays a record with boards: {result, problem}, as replay() does; problem
 * is "" if its moves lead from the start to the goal.
 */
function replayRecord({board, goal, moves, ms, hints}) {
  const {problem, stm, mtm} = replay(readBoard(board), readBoard(goal),
    parsePath(moves));
  return {problem, result: {stm, mtm, hints: hints.length,
    ms: ms.reduce((sum, n) => sum + n, 0)}};
}
