/* SPDX-License-Identifier: MIT */
/* Game records, against a second reader and writer (game_record.py). */
import {strict as assert} from "node:assert";
import {spawnSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {random, scripts, shuffled} from "./page_scripts.mjs";

const page = scripts(["boardtext.js", "board.js", "store.js", "record.js"],
  ["printRecord", "isRecord", "replayRecord",
    "recordBytes", "sealed", "crc32", "boardText", "slideRoom", "moveTiles",
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
assert.equal(Buffer.from(page.sealed(page.recordBytes(example))).toString("hex"),
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
  return {board: page.boardText(goal), goal: page.boardText(board),
    began: [0, 1793525400000, 253402300799999, random(1e9)][random(4)],
    moves: moves.join(" "), ms, hints};
}

const records = Array.from({length: 784}, (_, i) => randomRecord(i));
const texts = records.map(page.printRecord);
assert.deepEqual(other("encode", records.map((r) => JSON.stringify(r))), texts);
other("decode", texts).forEach((line, i) =>
  assert.deepEqual(JSON.parse(line), records[i]));
records.forEach((record, i) => {
  assert.ok(page.isRecord(texts[i]));
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
assert.ok(page.isRecord(long));

/* ---- what is refused ---- */

/* A game that is longer than a record can be has no text. */
const slides = (n, slide) => ({moves: Array(n).fill(slide).join(" "),
  ms: Array(n).fill(0), hints: []});
for (const fields of [slides(20001, "L"), {hints: Array(1001).fill(0)}])
  assert.equal(page.printRecord({...example, ...fields}), "");

/* Texts that are not whole. */
let refused = 0;
const refuses = (bad) => {
  assert.ok(!page.isRecord(bad), bad.slice(0, 99));
  refused++;
};
for (const bad of ["", text.slice(1), ` ${text}`, text.toUpperCase(),
  text.replace("1.", "2."), text.replace("A", "+"), `${text}=`, "loydgame1.",
  text.slice(0, -1), `${text}A`, `loydgame1.${"A".repeat(150000)}`])
  refuses(bad);
for (let i = 10; i < text.length; i++)
  refuses(text.slice(0, i) + (text[i] === "B" ? "C" : "B") + text.slice(i + 1));

console.log(`${records.length} records, ${refused} refused`);
