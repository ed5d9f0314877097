/* SPDX-License-Identifier: MIT */
/* Game records, against a second reader and writer (game_record.py). */
import {strict as assert} from "node:assert";
import {spawnSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {random, scripts, shuffled} from "./page_scripts.mjs";

const page = scripts(["boardtext.js", "board.js", "store.js", "record.js"],
  ["StoreError", "printRecord", "parseRecord", "replayRecord",
    "recordBytes", "crc32", "boardText", "slideRoom", "moveTiles",
    "copyBoard"]);

function other(what, lines) {
  const run = spawnSync("python3", [
    new URL("game_record.py", import.meta.url).pathname, what],
  {encoding: "utf8", input: lines.map((line) => `${line}\n`).join("")});
  assert.equal(run.stderr, "");
  return run.stdout.trim().split("\n");
}

/* ---- the example of docs/formats.md ---- */

const docs = readFileSync(new URL("../../docs/formats.md", import.meta.url),
  "utf8").split("\n## Game record\n")[1].split("\n## ")[0];
const [, text, hex] = /```text\n(\S*)\n```[^]*```text\n([^`]*)```/.exec(docs);
const example = {board: "0 1 2/4 5 3/7 8 6", goal: "1 2 3/4 5 6/7 8 0",
  began: Date.UTC(2026, 10, 1, 9, 30), moves: "L2 U2", ms: [1840, 420], hints: [1]};
assert.equal(page.printRecord(example), text);
assert.deepEqual(page.parseRecord(` ${text}\n`), example);
assert.equal(Buffer.from(page.recordBytes(example)).toString("hex"),
  hex.replace(/\s/g, ""));
assert.deepEqual(page.replayRecord(example), {problem: "",
  result: {stm: 4, mtm: 2, ms: 2260, hints: 1}});
assert.notEqual(page.replayRecord({...example, moves: "L2 U", }).problem, "");
assert.equal(page.crc32([..."123456789"].map((c) => c.charCodeAt(0))),
  0xcbf43926);

/* ---- random records, written and read twice ---- */

function randomRecord(i) {
  const width = 2 + i % 14, height = 2 + Math.floor(i / 14) % 14;
  const n = width * height, missing = i % 3 ? n : 1 + random(n);
  const labels = [...Array(n).keys(), n].filter((label) => label !== missing);
  const goal = {width, height, cells: shuffled(labels)};
  const board = page.copyBoard(goal), moves = [], ms = [];
  for (let left = random(200); left > 0; left--) {
    const dir = "URDL"[random(4)], room = page.slideRoom(board, dir);
    if (room === 0) continue;
    const slide = {dir, count: 1 + random(room)};
    page.moveTiles(board, slide);
    moves.push(dir + (slide.count > 1 ? slide.count : ""));
    ms.push([0, 127, 128, 16383, 16384, 2 ** 28 - 1, random(9999)][random(7)]);
  }
  const hints = Array.from({length: random(9)}, () => random(moves.length + 1))
    .sort((a, b) => a - b);
  const puzzle = i % 7 === 0 ?
    {recipe: ["4x4/snake~g1~monday~17", "3x3/rows~g1~Zo\u00eb \u{1f600}~~9",
      "x".repeat(4096), "\ufeff5x5"][random(4)]} :
    {board: page.boardText(goal), goal: page.boardText(board)};
  return {...puzzle,
    began: [0, 1793525400000, 253402300799999, random(1e9)][random(4)],
    moves: moves.join(" "), ms, hints};
}

const records = Array.from({length: 784}, (_, i) => randomRecord(i));
const texts = records.map(page.printRecord);
assert.deepEqual(other("encode", records.map((r) => JSON.stringify(r))), texts);
other("decode", texts).forEach((line, i) =>
  assert.deepEqual(JSON.parse(line), records[i]));
records.forEach((record, i) => {
  assert.deepEqual(page.parseRecord(texts[i]), record);
  assert.match(texts[i], /^loydgame1\.[A-Za-z0-9_-]+$/);
  if (record.board)
    assert.equal(page.replayRecord(record).problem, "");
});

/* ---- the greatest record ---- */

const most = {...example, moves: Array(20000).fill("L5").join(" "),
  ms: Array(20000).fill(2 ** 28 - 1), hints: Array(1000).fill(20000),
  board: page.boardText({width: 15, height: 15, cells: [...Array(225).keys()]}),
  goal: page.boardText({width: 15, height: 15, cells: [...Array(225).keys()]
    .reverse()})};
const long = page.printRecord(most);
assert.ok(long.length < 150000, `${long.length}`);
assert.deepEqual(page.parseRecord(long), most);

/* ---- what is refused ---- */

let refused = 0;
const throws = (act, message) => {
  assert.throws(act, (error) => error instanceof page.StoreError &&
    error.message.includes(message), message);
  refused++;
};
/* A game that is longer than a record can be has no text. */
const unwritten = (fields, message) =>
  throws(() => page.printRecord({...example, ...fields}), message);
const slides = (n, slide) => ({moves: Array(n).fill(slide).join(" "),
  ms: Array(n).fill(0), hints: []});
unwritten(slides(20001, "L"), "too many moves");
unwritten(slides(20000, "L6"), "too many moves");
unwritten({hints: Array(1001).fill(0)}, "many hints");

/* Texts: letters, prefix, version, checksum, length. */
const reads = (bad, message) => throws(() => page.parseRecord(bad), message);
reads("", "begins with loydgame1.");
reads(text.slice(1), "begins with loydgame1.");
reads(text.toUpperCase(), "begins with loydgame1.");
reads(text.replace("1.", "2."), "another version");
reads(text.replace("A", "+"), "character other than");
reads(text.replace("Aw", "A w"), "character other than");
reads(`${text}=`, "character other than");
reads("loydgame1.", "checksum");
reads(text.slice(0, -1), "checksum");
reads(`${text}A`, "checksum");
reads(`loydgame1.${"A".repeat(150000)}`, "too long");
for (let i = 10; i < text.length; i++) {
  const letter = text[i] === "B" ? "C" : "B";
  reads(text.slice(0, i) + letter + text.slice(i + 1), "");
}

/* Bytes with a checksum that is right. */
function sealed(bytes) {
  const crc = Buffer.alloc(4);
  crc.writeUInt32LE(page.crc32(bytes));
  return "loydgame1." + Buffer.concat([Buffer.from(bytes), crc])
    .toString("base64url");
}
const body = page.recordBytes(example).slice(0, -4);
assert.equal(sealed(body), text);
const bytes = (change, message) => {
  const made = [...body];
  change(made);
  reads(sealed(made), message);
};
for (let n = 0; n < body.length; n++) reads(sealed(body.slice(0, n)), "ends");
bytes((b) => b.push(0), "more bytes");
bytes((b) => { b[0] = 1; }, "start and goal");
bytes((b) => { b[1] = 16; }, "start and goal");
bytes((b) => { b[2] = 9; }, "start and goal");
bytes((b) => { b[2] = 1; }, "start and goal");
bytes((b) => { b[11] = 9; }, "start and goal");
bytes((b) => { b[27] = 56; }, "more than 14 tiles");
bytes((b) => { b[27] = 255; }, "more than 14 tiles");
bytes((b) => b.splice(26, 1, 130, 0), "shortest form");
bytes((b) => b.splice(26, 1, 161, 156, 1), "too large");
bytes((b) => b.splice(20, 6, ...Array(8).fill(255), 1), "too large");
bytes((b) => b.splice(20, 6, ...Array(9000).fill(255)), "too large");
bytes((b) => b.splice(28, 2, 128, 128, 128, 128, 1), "too large");
bytes((b) => b.splice(-2, 2, 233, 7), "too large");
bytes((b) => { b[b.length - 1] = 3; }, "hints of the game");
/* 20,000 slides of 6 tiles. */
bytes((b) => b.splice(26, 9, 160, 156, 1, ...Array(20000).fill([20, 0]).flat(), 0),
  "too many moves");
reads(sealed([0, 1, 255, 0, 0, 0]), "recipe");
reads(sealed([0, 0, 0, 0, 0]), "recipe");
reads(sealed([0, 3, 97, 10, 98, 0, 0, 0]), "recipe");
reads(sealed([0, 4, 97, 0xc2, 0x85, 98, 0, 0, 0]), "recipe");
reads(sealed([0, 3, 0xed, 0xa0, 0x80, 0, 0, 0]), "recipe");
reads(sealed([0, 129, 32, 0, 0, 0]), "too large");

console.log(`${records.length} records, ${refused} refused`);
