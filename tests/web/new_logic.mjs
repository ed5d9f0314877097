/* Compares the scripts of the page for new boards with the command. */
import {strict as assert} from "node:assert";
import {spawnSync} from "node:child_process";
import {random, scripts, shuffled} from "./page_scripts.mjs";

const names = ["SIDE_MAX", "BoardError", "parseBoardText", "parseSize",
  "boardText", "checkPair", "parityFormulas", "paritySentences", "isSolvable",
  "exchangeOf", "exchanged", "goalOf", "layoutOf", "drawHere", "below",
  "freshSeed", "withLabel"];
const page = scripts(["parity.js", "boardtext.js", "editmodel.js"], names);

/* Runs the command; its output is JSON Lines, one for each board. */
function command(args, input) {
  const run = spawnSync(process.env.LOYD, [args[0], "--json", ...args.slice(1)],
    {input, encoding: "utf8", maxBuffer: 1 << 28});
  return run.stdout.split("\n").filter(Boolean).map((line) =>
    JSON.parse(line));
}

/* Pairs of every size, of random labels, also solved and nearly solved. */
function randomPair(i) {
  const width = 2 + (i < 196 ? i % 14 : random(4));
  const height = 2 + (i < 196 ? Math.floor(i / 14) : random(4));
  const n = width * height, missing = i % 3 === 0 ? n : 1 + random(n);
  const labels = [...Array(n).keys(), n].filter((label) => label !== missing);
  const rows = [...labels.slice(1), 0];
  const goal = i % 4 < 2 ? rows : shuffled(labels);
  const start = shuffled(labels);
  if (i % 5 === 1) {
    start.splice(0, n, ...goal);
    const a = random(n), b = random(n);
    [start[a], start[b]] = [start[b], start[a]];
  }
  return {start: {width, height, cells: start},
    goal: {width, height, cells: goal}};
}

const line = (pair) =>
  `${page.boardText(pair.start)}\t${page.boardText(pair.goal)}\n`;

/* Each number and answer of each formula, and solvable or not. */
function testFormulas(pairs) {
  const said = command(["check", "--explain"], pairs.map(line).join(""));
  assert.equal(said.length, pairs.length);
  pairs.forEach(({start, goal}, i) => {
    const solvable = said[i].status === "solvable";
    const list = page.parityFormulas(start, goal);
    assert.deepEqual(list.map((f) => f.whyNot === "" ?
      {formula: f.name, applies: true, count: f.count, blank: f.blank,
        goal: f.goal, solvable: f.solvable} :
      {formula: f.name, applies: false, reason: f.whyNot}),
    said[i].formulas, line({start, goal}));
    assert.equal(page.isSolvable(start, goal), solvable);
    const words = page.paritySentences(start, goal).join(" ");
    assert.equal(words.endsWith("the board can be solved."), solvable);
    const {count, blank} = said[i].formulas[0];
    assert.ok(words.includes(count === 1 ? "1 pair of" : `${count} pairs`));
    assert.ok(start.width % 2 === 1 ||
      words.includes(`${count} + ${blank} = ${count + blank}, `));
  });
  return said;
}

/* An exchange turns the answer round, and sends tiles home where it can. */
function testExchanges(pairs, said) {
  const mended = pairs.map(({start, goal}) => ({goal,
    start: page.exchanged(start, page.exchangeOf(start, goal))}));
  const after = command(["check"], mended.map(line).join(""));
  pairs.forEach(({start, goal}, i) => {
    const pair = page.exchangeOf(start, goal);
    assert.ok(pair[0] !== pair[1] && !pair.includes(0), line({start, goal}));
    assert.notEqual(after[i].status, said[i].status, line({start, goal}));
  });
  const loyd = page.parseBoardText("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
  const rows = page.parseBoardText("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
  assert.deepEqual(page.exchangeOf(loyd, rows), [15, 14]);
}

const texts = ["", "/", " ", "\n", "1", "1 2 3 0", "1 2 3 0/", "1 2 3 0\n",
  "1 2/3 0", "1 2\n3 0", "1 2\n3 0\n", "1 2/3 0/\n", "1 2\r\n3 0\r\n",
  "1\r 2/3 0", "1 2/3", "1 2/3 0 0", "1 2/3 4", "1 2/3 3/0", "0 0/1 2",
  "1 1/2 0", "1 2/3 5", "1 2/4 0", "01 2/3 0", "x 2/3 0", "1 2/3 _",
  "1 2/3 .", "1 2/3 *", "1 2/3 -1", "1 2/3 99999999999999999999",
  "1 2/3 999", "1/2/3/0", "1 2 3 0/", "4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,15,14,",
  "2x2:1,2,3,0", "2x2:1,2,3", "2x2:1,2,3,0,", "2x2: 1 , 2 ,3, \n", "2:1,2,3,",
  "2X2:1,2,3,", "x:1", ":", "2x2x2:1,2,3,", "16x2:1", "1x1:0", "99999999999:0",
  "02x2:1,2,3,", "2x2:1,2,3,,", "\t1  2\t/ 3 0 ", "1 2/3\t0", "é 2/3 0",
  "1 2/3 \u0007", "1 2/3 \u202e", "1 2/3 " + "y".repeat(63),
  "1 2/3 " + "y".repeat(64), "1 2/3 " + "é".repeat(40), "1 2/3 " +
  "\u0001".repeat(16), "1 2/3 " + "😀".repeat(15), "1 2/3 " + "😀".repeat(16),
  "1 2/3 " + "yy" + "\u202e".repeat(5) + "yyyyyyyy", "1 2 3/4 5 6/7 8 9",
  "1,2,3,0", "1 2;3 0", "1 2//3 0", "/1 2/3 0", "1 2/3 0//",
  Array.from({length: 225}, (_, i) => i).join(" "),
  Array.from({length: 256}, (_, i) => i).join(" "),
  Array.from({length: 256}, (_, i) => i).join("/")];

/* The same boards and the same messages as the command. */
function testTexts() {
  const stray = "0123456789 /\n\t,:x\r_a";
  for (let i = 0; i < 600; i++) {
    const pair = randomPair(200 + i), board = [...page.boardText(pair.start)];
    for (let faults = random(3); faults > 0; faults--)
      board.splice(random(board.length), random(2),
        stray[random(stray.length)]);
    texts.push(board.join(""));
  }
  const safe = texts.filter((text) => !text.includes("\0") && text !== "-");
  const said = command(["check", "--", ...safe], "");
  assert.equal(said.length, safe.length);
  let good = 0;
  safe.forEach((text, i) => {
    let board = null, message = "";
    try {
      const read = page.parseBoardText(text);
      page.checkPair(read, page.goalOf("rows", read.width, read.height));
      board = page.boardText(read);
    } catch (error) {
      assert.ok(error instanceof page.BoardError, error.stack);
      message = error.message;
    }
    if (said[i].status === "error") {
      if (/neither a board nor a known name|is a file/.test(said[i].error)) {
        assert.notEqual(message, "");
        return;
      }
      assert.equal(message, said[i].error, JSON.stringify(text));
    } else {
      good++;
      assert.equal(board, said[i].board, JSON.stringify(text));
    }
  });
  assert.ok(good > 30, `only ${good} good texts`);
  return safe.length;
}

/* The goals of the plain layouts, and their names. */
function testGoals() {
  const cases = [];
  for (let i = 0; i < 196; i++)
    for (const layout of ["rows", "columns", "snake", "spiral"]) {
      const width = 2 + i % 14, height = 2 + Math.floor(i / 14);
      const n = width * height, missing = i % 2 ? n : 1 + random(n);
      const goal = page.goalOf(layout, width, height, missing);
      cases.push({goal, start: goal, layout, missing});
    }
  const said = command(["check"], cases.map(line).join(""));
  cases.forEach(({goal, layout, missing}, i) => {
    const full = goal.cells.length === missing ? "" : `,missing=${missing}`;
    const name = page.layoutOf(goal);
    assert.equal(name + full, said[i].layout);
    assert.ok(name === layout || page.boardText(page.goalOf(name, goal.width,
      goal.height, missing)) === page.boardText(goal));
  });
  const odd = page.parseBoardText("1 2 0/4 5 6/7 8 3");
  assert.equal(page.layoutOf(odd), null);
}

/* Boards drawn here: solvable if wanted, every one as often. */
function testDraws() {
  const word = () => random(2 ** 16) * 2 ** 16 + random(2 ** 16);
  const goal = page.goalOf("rows", 2, 2), counts = {}, any = {};
  for (let i = 0; i < 11000; i++) {
    const board = page.boardText(page.drawHere(goal, false, word));
    const other = page.boardText(page.drawHere(goal, true, word));
    counts[board] = (counts[board] || 0) + 1;
    any[other] = (any[other] || 0) + 1;
  }
  assert.equal(Object.keys(counts).length, 11);
  assert.equal(Object.keys(any).length, 23);
  const chi = Object.values(counts).reduce((sum, n) =>
    sum + (n - 1000) ** 2 / 1000, 0);
  assert.ok(chi < 35, `chi square ${chi} of 10 degrees of freedom`);
  const large = Array.from({length: 60}, (_, i) => {
    const wide = page.goalOf("spiral", 2 + i % 9, 2 + i % 7);
    return {goal: wide, start: page.drawHere(wide, i % 2 === 1)};
  });
  const said = command(["check"], large.map(line).join(""));
  assert.ok(large.every((_, i) => i % 2 === 1 ||
    said[i].status === "solvable"));
  assert.ok(said.some(({status}) => status === "unsolvable"));
  assert.match(page.freshSeed(), /^[0-9a-hjkmnp-tv-z]{12}$/);
  assert.notEqual(page.freshSeed(), page.freshSeed());
  const stuck = [2 ** 32 - 1, 7];
  assert.equal(page.below(3, () => stuck.shift()), 1);
}

/* The editor exchanges labels, so that a board stays one. */
function testEditor() {
  let board = page.goalOf("rows", 2, 2);
  board = page.withLabel(board, 0, 3);
  assert.equal(page.boardText(board), "3 2/1 0");
  board = page.withLabel(board, 3, 2);
  assert.equal(page.boardText(board), "3 0/1 2");
  board = page.withLabel(board, 0, 4);
  assert.equal(page.boardText(board), "4 0/1 2");
  assert.throws(() => page.withLabel(board, 1, 3), page.BoardError);
  assert.throws(() => page.withLabel(board, 0, 5), page.BoardError);
  assert.equal(page.boardText(board), "4 0/1 2");
  assert.throws(() => page.checkPair(board, page.goalOf("rows", 2, 2)),
    /^Error: tile 4 is only in the start and tile 3 only in the goal$/);
  assert.throws(() => page.checkPair(board, page.goalOf("rows", 3, 2)),
    /^Error: start is 2x2 but goal is 3x2$/);
}

testGoals();
testDraws();
testEditor();
const pairs = Array.from({length: 900}, (_, i) => randomPair(i));
testExchanges(pairs, testFormulas(pairs));
const solvable = pairs.filter((p) => page.isSolvable(p.start, p.goal)).length;
assert.ok(solvable > 250 && solvable < 650, `${solvable} solvable`);
console.log(`${pairs.length} explanations, ${testTexts()} texts`);
