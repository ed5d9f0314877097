/* Compares the scripts of the page for new boards with the command. */
import {strict as assert} from "node:assert";
import {spawnSync} from "node:child_process";
import {random, scripts, shuffled} from "./page_scripts.mjs";

const names = ["BoardError", "readBoard", "boardText", "isPair", "parityOf",
  "paritySentences", "isSolvable", "exchangeOf", "exchanged", "goalOf",
  "drawHere", "below", "freshSeed", "withLabel"];
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

/* The sums of the universal rule, and solvable or not. */
function testParity(pairs) {
  const said = command(["check", "--explain"], pairs.map(line).join(""));
  assert.equal(said.length, pairs.length);
  pairs.forEach(({start, goal}, i) => {
    const solvable = said[i].status === "solvable";
    const {count, blank} = page.parityOf(start), rule = said[i].formulas[0];
    assert.deepEqual([count, blank, page.parityOf(goal).sum],
      [rule.count, rule.blank_count, rule.goal_count], line({start, goal}));
    assert.equal(page.isSolvable(start, goal), solvable);
    const words = page.paritySentences(start, goal).join(" ");
    assert.equal(words.endsWith("the board can be solved."), solvable);
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
  const loyd = page.readBoard("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0");
  const rows = page.readBoard("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0");
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

/* The boards of the command: all of them but those in fields, "4x4:1,2,". */
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
    const read = page.readBoard(text);
    const isGood = read !== null && page.isPair(read,
      page.goalOf("rows", read.width, read.height));
    if (said[i].status === "error" || text.includes(":")) {
      assert.ok(!isGood, JSON.stringify(text));
      return;
    }
    good++;
    assert.ok(read !== null, JSON.stringify([text, said[i]]));
    assert.equal(page.boardText(read), said[i].board, JSON.stringify(text));
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
    const [name] = said[i].layout.split(",");
    assert.equal(name + full, said[i].layout);
    assert.ok(name === layout || page.boardText(page.goalOf(name, goal.width,
      goal.height, missing)) === page.boardText(goal));
  });
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
  assert.ok(!page.isPair(board, page.goalOf("rows", 2, 2)));
  assert.ok(!page.isPair(board, page.goalOf("rows", 3, 2)));
  assert.deepEqual(page.readBoard("1 2 3 4 5 0", {width: 3, height: 2}),
    page.goalOf("rows", 3, 2));
  assert.equal(page.readBoard("1 2/3 0", {width: 3, height: 2}), null);
}

testGoals();
testDraws();
testEditor();
const pairs = Array.from({length: 900}, (_, i) => randomPair(i));
testExchanges(pairs, testParity(pairs));
const solvable = pairs.filter((p) => page.isSolvable(p.start, p.goal)).length;
assert.ok(solvable > 250 && solvable < 650, `${solvable} solvable`);
console.log(`${pairs.length} explanations, ${testTexts()} texts`);
