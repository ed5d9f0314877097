/* SPDX-License-Identifier: MIT */
/*
 * The game record, version 1, of docs/formats.md: how a game was played, as a
 * text with a checksum. Pure logic. As an object it is
 *
 *   {board: "1 2/0 3", goal: "1 2/3 0", began: 1767225600000, moves: "L",
 *     ms: [850], hints: []}
 *
 * moves has the slides as they were made, ms a time for each, and hints the
 * number of slides before each hint. A recipe may take the place of both
 * boards. A StoreError says what is wrong with a text.
 */
const RECORD_PREFIX = "loydgame1.";
const RECORD_CHARS_MAX = 150000;
const RECORD_SLIDES_MAX = 20000;
const RECORD_HINTS_MAX = 1000;
const RECORD_RECIPE_MAX = 4096;
const RECORD_MS_MAX = 2 ** 28 - 1; /* three days for one slide */
const RECORD_BEGAN_MAX = 253402300799999; /* the end of the year 9999 */
const RECORD_DIRS = "URDL";

/* "U2 R" as slides. */
const readSlides = (text) => text.split(" ").filter(Boolean).map((word) =>
  ({dir: word[0], count: Number(word.slice(1) || 1)}));

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

function putPuzzle(bytes, {board, goal, recipe}) {
  if (recipe !== undefined) {
    const text = new TextEncoder().encode(recipe);
    bytes.push(0);
    putNumber(bytes, text.length);
    bytes.push(...text);
    return;
  }
  const start = readBoard(board);
  bytes.push(start.width, start.height, ...start.cells,
    ...readBoard(goal).cells);
}

/* Throws a StoreError if the game is longer than a record can be. */
function recordBytes(record) {
  const bytes = [], slides = readSlides(record.moves);
  if (slides.length > RECORD_SLIDES_MAX ||
      slides.reduce((sum, {count}) => sum + count, 0) > MOVES_MAX)
    throw new StoreError(words("game-moves-many", {n: RECORD_SLIDES_MAX}));
  if (record.hints.length > RECORD_HINTS_MAX)
    throw new StoreError(words("game-hints-many", {n: RECORD_HINTS_MAX}));
  putPuzzle(bytes, record);
  putNumber(bytes, record.began);
  putNumber(bytes, slides.length);
  slides.forEach(({dir, count}, i) => {
    bytes.push(4 * (count - 1) + RECORD_DIRS.indexOf(dir));
    putNumber(bytes, record.ms[i]);
  });
  putNumber(bytes, record.hints.length);
  record.hints.forEach((n, i) =>
    putNumber(bytes, n - (i > 0 ? record.hints[i - 1] : 0)));
  const crc = crc32(bytes);
  bytes.push(crc & 255, crc >>> 8 & 255, crc >>> 16 & 255, crc >>> 24);
  return bytes;
}

/* Reads bytes in order; one that is missing ends it with a sentence. */
function openBytes(bytes) {
  let at = 0;
  function take(n = 1) {
    if (n > bytes.length - at) throw new StoreError(words("game-ends"));
    at += n;
    return bytes.slice(at - n, at);
  }
  return {
    take,
    byte: () => take()[0],
    number(most) {
      let n = 0, scale = 1, byte;
      do {
        byte = take()[0];
        n += byte % 128 * scale;
        scale *= 128;
      } while (byte > 127 && n <= most);
      if (n > most) throw new StoreError(words("game-number"));
      return n;
    },
    isEnd: () => at === bytes.length,
  };
}

function takeRecipe(from) {
  const bytes = from.take(from.number(RECORD_RECIPE_MAX));
  try {
    const recipe = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true})
      .decode(new Uint8Array(bytes));
    if (recipe && !/[\u0000-\u001f\u007f-\u009f]/.test(recipe))
      return {recipe};
  } catch {
    /* not UTF-8 */
  }
  throw new StoreError(words("game-recipe"));
}

function takePuzzle(from) {
  const width = from.byte();
  if (width === 0) return takeRecipe(from);
  const height = from.byte();
  if (!isSide(width) || !isSide(height))
    throw new StoreError(words("game-boards"));
  const text = () => boardText({width, height,
    cells: from.take(width * height)});
  const [board, goal] = [text(), text()];
  const [start, end] = [readBoard(board), readBoard(goal)];
  if (!start || !end || !isPair(start, end))
    throw new StoreError(words("game-boards"));
  return {board, goal};
}

function takeRecord(bytes) {
  const from = openBytes(bytes), ms = [], hints = [], slides = [];
  const puzzle = takePuzzle(from), began = from.number(RECORD_BEGAN_MAX);
  for (let left = from.number(RECORD_SLIDES_MAX); left > 0; left--) {
    const byte = from.byte(), count = (byte >> 2) + 1;
    if (count > SIDE_MAX - 1) throw new StoreError(words("game-moves"));
    slides.push({dir: RECORD_DIRS[byte % 4], count});
    ms.push(from.number(RECORD_MS_MAX));
  }
  for (let left = from.number(RECORD_HINTS_MAX), n = 0; left > 0; left--) {
    n += from.number(RECORD_SLIDES_MAX);
    if (n > slides.length) throw new StoreError(words("game-hints"));
    hints.push(n);
  }
  if (!from.isEnd()) throw new StoreError(words("game-rest"));
  return {...puzzle, began, moves: slidesText(slides), ms, hints};
}

/* ---- texts ---- */

function base64url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/* The text of a record. Throws a StoreError if the game is too long. */
const printRecord = (record) =>
  RECORD_PREFIX + base64url(recordBytes(record));

/* Reads the text of a record, and no other spelling of it. */
function parseRecord(given) {
  const text = given.trim();
  if (text.length > RECORD_CHARS_MAX)
    throw new StoreError(words("game-too-long", {n: RECORD_CHARS_MAX}));
  if (!text.startsWith(RECORD_PREFIX))
    throw new StoreError(/^loydgame[0-9]+\./.test(text) ?
      words("game-version") : words("game-not-one"));
  const code = text.slice(RECORD_PREFIX.length);
  if (!/^[A-Za-z0-9_-]*$/.test(code))
    throw new StoreError(words("game-letters"));
  if (code.length % 4 === 1) throw new StoreError(words("game-checksum"));
  const bytes = [...atob(code.replace(/-/g, "+").replace(/_/g, "/"))]
    .map((letter) => letter.charCodeAt(0));
  if (base64url(bytes) !== code) throw new StoreError(words("game-checksum"));
  const sum = bytes.splice(-4);
  const crc = crc32(bytes);
  if (sum.length < 4 || sum.some((byte, i) => byte !== (crc >>> 8 * i & 255)))
    throw new StoreError(words("game-checksum"));
  const record = takeRecord(bytes);
  if (printRecord(record) !== text) throw new StoreError(words("game-number"));
  return record;
}

/*
 * Replays a record with boards: {result, problem}, as replay() does; problem
 * is "" if its moves lead from the start to the goal.
 */
function replayRecord({board, goal, moves, ms, hints}) {
  const {problem, stm, mtm} = replay(readBoard(board), readBoard(goal),
    readSlides(moves));
  return {problem, result: {stm, mtm, hints: hints.length,
    ms: ms.reduce((sum, n) => sum + n, 0)}};
}
