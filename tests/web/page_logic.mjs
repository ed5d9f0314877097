/* SPDX-License-Identifier: MIT */
/* Moves, paths, games and links of the player's script, against the command. */
import {strict as assert} from "node:assert";
import {spawnSync} from "node:child_process";
import {random, scripts, shuffled} from "./page_scripts.mjs";

const page = scripts(["boardtext.js", "board.js", "share.js",
  "record.js", "store.js", "game.js"], [
  "printRecord", "isRecord", "replayRecord",
  "BoardError", "readBoard", "boardText", "rowsGoal",
  "copyBoard", "sameBoard", "slideOfTile", "slideRoom", "moveTiles",
  "reverseSlide", "parsePath", "pathText", "pathLength", "singleMoves",
  "replay", "boardFragment", "recipeFragment", "parseFragment", "shareText", "stepOf",
  "clockText", "parText", "Game"]);

function command(args, input) {
  return spawnSync(process.env.LOYD, args,
    {input, encoding: "utf8", maxBuffer: 1 << 28}).stdout.split("\n")
    .filter(Boolean);
}

function randomBoard(i) {
  const width = 2 + i % 14, height = 2 + Math.floor(i / 14) % 14;
  const n = width * height, missing = i % 3 ? n : 1 + random(n);
  const labels = [...Array(n).keys(), n].filter((label) => label !== missing);
  return {width, height, cells: shuffled(labels)};
}

/* A walk by tiles, by lines and by single moves. */
function randomWalk(board, steps) {
  const path = [];
  while (path.length < steps) {
    const dir = "URDL"[random(4)], room = page.slideRoom(board, dir);
    const label = board.cells[random(board.cells.length)];
    const slide = random(2) ? page.slideOfTile(board, label) :
      room > 0 ? {dir, count: 1 + random(room)} : null;
    if (!slide) continue;
    assert.ok(page.moveTiles(board, slide));
    path.push(slide);
  }
  return path;
}

/* ---- moves and paths ---- */

let boards = 0, broken = 0;
const lines = [], expected = [];
for (let i = 0; i < 392; i++) {
  const start = randomBoard(i), end = page.copyBoard(start);
  const path = randomWalk(end, 1 + random(40));
  const text = page.pathText(path), read = page.parsePath(text);
  assert.deepEqual(page.singleMoves(read), page.singleMoves(path));
  assert.deepEqual(page.pathLength(read), page.pathLength(path));
  assert.equal(page.pathLength(path).mtm, read.length);
  assert.equal(text, page.pathText(read));
  const back = [...path].reverse().map(page.reverseSlide);
  assert.equal(page.replay(end, start, back).problem, "");
  lines.push([page.boardText(start), page.boardText(end), text]);
  expected.push(`solution\t${page.pathLength(path).stm}`);
  /* The same with a random letter more, or another goal. */
  const odd = page.parsePath(text + "URDL"[random(4)] +
    (random(2) ? 2 + random(5) : ""));
  const {problem, good} = page.replay(start, end, odd);
  lines.push([page.boardText(start), page.boardText(end),
    page.pathText(odd)]);
  expected.push(problem ? `broken\t${good}\t${problem}` :
    `solution\t${page.pathLength(odd).stm}`);
  boards++;
  if (problem) broken++;
}
/* The command also says what such moves are, read in another way. */
assert.deepEqual(command(["check", "--moves", "-"],
  lines.map((line) => line.join("\t") + "\n").join(""))
  .map((line) => line.replace(/: (as moves of the blank|their inverse).*/, "")),
expected);
assert.ok(broken > 300);

const drawn = command(["generate", "3x3", "--seed", "logic", "--count", "200"]);
for (const metric of ["stm", "mtm"])
  command(["solve", "--metric", metric], drawn.join("\n") + "\n")
    .forEach((line, i) => {
      const [length, text] = line.split("\t"), path = page.parsePath(text);
      assert.equal(page.pathLength(path)[metric], Number(length));
      assert.equal(page.pathText(path), text);
      const start = page.readBoard(drawn[i]);
      assert.equal(page.replay(start, page.rowsGoal(3, 3), path).problem, "");
    });

for (const text of ["X", "u", "UL1", "U1000", "U02", "U 2", "2U",
  "U999".repeat(101)])
  assert.throws(() => page.parsePath(text), page.BoardError);
assert.equal(page.pathText([{dir: "U", count: 1000}]), "U999U");
assert.equal(page.pathText(page.parsePath(" U2 U3\nR ")), "U5R");
assert.equal(page.pathText([]), "");

/* ---- links ---- */

for (let i = 0; i < 392; i++) {
  const start = randomBoard(i);
  const goal = {...start, cells: shuffled(start.cells)};
  const hash = page.boardFragment(start, goal);
  assert.match(hash, /^#[\w=~./]+$/);
  assert.deepEqual(page.parseFragment(hash), {start, goal});
  assert.deepEqual(page.parseFragment(encodeURI(hash)), {start, goal});
}
assert.equal(page.boardFragment(page.readBoard("1 2 3/4 5 6/7 0 8"),
  page.rowsGoal(3, 3)), "#board=1.2.3/4.5.6/7.0.8");
for (const recipe of ["4x4/snake~g1~monday~17", "3x3/rows~g1~a b/%~~#&~0",
  "4x4/rows~g1,stm=30..40~<script>\u00fc\u{1f600}~5"])
  assert.deepEqual(page.parseFragment(page.recipeFragment(recipe)), {recipe});
assert.equal(page.parseFragment(""), null);
assert.equal(page.parseFragment("#main"), null);
for (const hash of ["#board=", "#board=%", "#board=1.2", "#board=1.0/2.2",
  "#board=1.2/3.0~1.2.3/4.5.0", "#board=1.2/3.0~1.2/3.0~1.2/3.0",
  "#board=1.2/4.0", "#board=" + "1.".repeat(500000), "#recipe=",
  "#board=<img src=x>", "#board=__proto__"])
  assert.match(page.parseFragment(hash).problem, /^The link .*\.$/);

assert.match(page.parseFragment("#recipe=" + "a".repeat(9000)).problem,
  /too long/);

/* ---- texts ---- */

const share = (extra) => page.shareText({title: "Daily", day: "17",
  streak: 5, url: "https://example.org/", tiers: [{tier: "",
    par: {stm: 45, proven: true}, result: {stm: 47, ms: 83999, hints: 0}}],
  ...extra});
assert.equal(share({}), "Daily \u00b7 day 17 \u00b7 streak 5\n" +
  "\u{1f7e8} \u00b7 47 moves, 2 over the shortest \u00b7 1:23\nhttps://example.org/");
assert.equal(share({streak: 1, url: "", tiers: [
  {tier: "easy", par: {stm: 20, proven: true},
    result: {stm: 20, ms: 3600000, hints: 1}},
  {tier: "hard", par: {stm: 45, proven: false},
    result: {stm: 44, ms: 1000, hints: 0}},
  {tier: "odd", par: {stm: 9, proven: true}, result: null},
  {tier: "new", par: null, result: {stm: 8, ms: 2000, hints: 0}}]}),
"Daily \u00b7 day 17\n\u{1f7ea}+0 \u{1f7e9}\u22121 \u2b1c\u2013 " +
  "\u{1f7e9}8 \u00b7 1:00:03 \u00b7 1 hint");
/* Five steps: each percentage belongs to the one below it. */
assert.deepEqual([40, 44, 45, 50, 51, 60, 61].map((stm) => page.stepOf(
  {stm, hints: 0}, {stm: 40})), [0, 1, 2, 2, 3, 3, 4]);
assert.equal(share({title: "a\nb\u202ec\u0000d", url: ""}).split("\n").length,
  2);
for (const [stm, proven, text] of [[45, true, "exactly the shortest"],
  [45, false, "the best known"], [47, true, "2 over the shortest"],
  [46, false, "1 over the best known"], [44, false, "1 better than the " +
  "best known"]])
  assert.equal(page.parText(stm, {stm: 45, proven}), text);
assert.equal(page.clockText(-5), "0:00");

/* ---- games ---- */

let clock = 0;
function newGame(start, goal) {
  const shown = {board: null};
  const view = {
    set(board) { shown.board = page.copyBoard(board); },
    slide(dir, labels) {
      assert.deepEqual(page.moveTiles(shown.board,
        {dir, count: labels.length}), labels);
    },
  };
  const game = new page.Game(null, view, () => clock);
  game.load(start, goal);
  game.check = () => {
    const {board, good, stm, mtm} =
      page.replay(game.start, game.goal, game.moves);
    assert.equal(good, stm);
    if (!game.isPlayback) assert.deepEqual(board, game.current);
    assert.deepEqual(shown.board, game.current);
    assert.deepEqual([game.stm, game.mtm], [stm, mtm]);
    assert.ok(game.ms >= 0);
  };
  return game;
}

let solved = 0;
for (let i = 0; i < 300; i++) {
  const start = page.readBoard(drawn[i % drawn.length]);
  const game = newGame(start, page.rowsGoal(3, 3));
  game.on("solved", () => { solved++; });
  for (let step = 0; step < 60; step++) {
    clock += random(5) === 0 ? -random(100000) : random(2000);
    const what = random(12);
    if (what < 5) game.play(game.board[random(9)]);
    else if (what < 7) game.play("URDL"[random(4)] + "U");
    else if (what === 7) game.undo();
    else if (what === 8) game.redo();
    else if (what === 9 && random(5) === 0) game.restart();
    else if (what === 10) {
      game.beginPlayback(random(2) === 0);
      const dir = "URDL"[random(4)];
      if (page.slideRoom(game.current, dir)) game.showSlides(page.parsePath(dir));
    } else if (what === 11) game.endPlayback();
    game.check();
  }
  game.endPlayback();
  if (game.state === "solved") continue;
  /* A game survives a reload. */
  const again = newGame(start, page.rowsGoal(3, 3)), saved = game.saved();
  if (game.stm > 0) {
    assert.ok(again.restore(JSON.parse(JSON.stringify(saved))));
    again.check();
    assert.deepEqual(again.saved(), saved);
    while (again.redo()) again.check();
  }
  assert.ok(!again.restore({...saved, done: "UUUU U3 R9"}));
  assert.ok(!again.restore({...saved, done: "nonsense"}));
  while (game.undo() && game.stm > 0) game.check();
  assert.equal(game.text, page.boardText(start));
  /* The solution, after a restart and an undo of it. */
  game.restart();
  game.play(command(["solve", game.text])[0].split("\t")[1], {by: "player"});
  assert.equal(game.state, "solved");
  assert.ok(!game.undo() && !game.play("U") && !game.play("L"));
}
assert.ok(solved >= 250);

/* Time: neither a clock set back nor hours of sleep count. */
const timed = newGame("1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 8 0");
clock = 1000;
timed.play("L");
clock = 3000;
timed.clock.tick();
assert.equal(timed.ms, 2000);
clock = 0;
timed.clock.tick();
clock = 1500;
timed.clock.tick();
assert.equal(timed.ms, 3500);
clock += 3600000;
timed.clock.tick();
assert.equal(timed.ms, 3500);
timed.play("L");
assert.deepEqual([timed.state, timed.result()], ["solved",
  {stm: 2, mtm: 1, ms: 3500, hints: 0}]);

/* A restart is undone by undo, until the next move. */
timed.restart();
timed.play("L");
timed.restart();
assert.ok(timed.undo());
assert.equal(timed.path, "L");

/* Hints: one for each board; a playback kept counts each of its moves. */
timed.restart();
timed.useHint();
timed.useHint();
timed.play("L", {by: "hint"});
assert.equal(timed.hints, 1);
const show = (game, path) => {
  game.beginPlayback();
  game.showSlides(page.parsePath(path));
};
show(timed, "RDL");
assert.equal(timed.path, "L");
assert.ok(!timed.play("L"));
timed.endPlayback();
assert.equal(timed.path, "L");
show(timed, "D");
timed.endPlayback("D");
assert.deepEqual([timed.path, timed.hints], ["LD", 2]);
timed.restart();
show(timed, "DL");
timed.endPlayback("DL");
assert.deepEqual([timed.path, timed.hints], ["DL", 2]);
while (timed.stm > 0) assert.ok(timed.undo());
assert.ok(!timed.canUndo); /* the game before ended with the playback */
timed.restart();
timed.play("LD");

/* Many moves at once are shown as one. */
const far = timed.text, [way] = "UDLR".split("").filter((dir) =>
  page.slideRoom(timed.current, dir));
let told = 0;
timed.on("move", () => { told++; });
show(timed, `${way}${"DURL"["UDLR".indexOf(way)]}`.repeat(60));
assert.deepEqual([timed.text, timed.isPlayback, told], [far, true, 1]);
show(timed, way);
assert.notEqual(timed.text, far);
timed.endPlayback();
assert.equal(timed.text, far);

/* ---- the record of a game ---- */

const quiet = {set() {}, slide() {}};
let at = 0;
const kept = new page.Game(null, quiet, () => at, () => 1793525400000 + at);
kept.load("0 1 2/4 5 3/7 8 6", "1 2 3/4 5 6/7 8 0");
const began = [];
kept.on("begin", () => began.push(kept.began));
const later = (ms, act) => {
  at += ms;
  act();
};
later(5000, () => kept.play("L2"));
later(800, () => kept.play("U"));
later(100, () => kept.useHint());
later(300, () => kept.play("R"));
kept.useHint();
later(50, () => kept.undo());
later(150, () => kept.undo());
later(200, () => kept.redo());
const half = kept.saved();
assert.deepEqual([half.done, half.at, half.hinted], ["L2 U", [0, 1600], [1, 1]]);
later(400, () => kept.play("U"));
assert.equal(kept.state, "solved");
assert.deepEqual(kept.record(), {
  board: "0 1 2/4 5 3/7 8 6", goal: "1 2 3/4 5 6/7 8 0", began: 1793525405000,
  moves: "L2 U U", ms: [0, 1600, 400], hints: [1, 1]});
assert.deepEqual(began, [1793525405000]);
assert.deepEqual(page.replayRecord(kept.record()), {problem: "",
  result: kept.result()});
assert.ok(page.isRecord(kept.recordText()));

/* Taken up again on another visit, and not from what someone by hand left. */
const again = new page.Game(null, quiet, () => at, () => 7);
again.load("0 1 2/4 5 3/7 8 6", "1 2 3/4 5 6/7 8 0");
for (const change of [{at: undefined}, {hinted: undefined}, {began: undefined},
  {at: [5, 4]}, {at: [0]}, {ms: "9"}, {done: 5}, {done: "<b>"}, {undone: undefined}, {hinted: [9, 9]}, {began: "x"}, {at: [0, 9e9]}, {hinted: null}])
  assert.ok(!again.restore({...half, ...change}));
assert.ok(again.restore(half));
later(70, () => again.play("U"));
assert.deepEqual([again.record().ms, again.record().hints], [[0, 1600, 70], [1, 1]]);
assert.equal(again.record().began, 1793525405000);

/* Moves of a playback that are kept are hints, each before its slide. */
kept.restart();
kept.play("L2");
show(kept, "U");
kept.endPlayback("U");
kept.play("U");
assert.deepEqual([kept.record().moves, kept.record().hints], ["L2 U U", [1]]);

console.log(`${boards} boards, ${lines.length} paths`);
