/* Compares the scripts of the page for new boards with the command. */
import {strict as assert} from "node:assert";
import {spawnSync} from "node:child_process";
import {random, scripts, shuffled} from "./page_scripts.mjs";

const names = ["BoardError", "readBoard", "boardText", "isPair", "parityOf",
  "paritySentences", "isSolvable", "exchangeOf", "exchanged", "rowsGoal",
  "drawHere", "below", "freshSeed", "lengthChoices", "choiceText",
  "walkOfAbout", "partsOf", "wishOf",
  "averageOf", "bestAverage",
  "rowTimes", "isRun", "runsAsCsv"];
const page = scripts(["parity.js", "boardtext.js", "board.js", "share.js",
  "core.js", "editmodel.js", "lengths.js", "newform.js", "record.js",
  "train.js"], names);

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

/* An exchange turns the answer round. */
function testExchanges(pairs, said) {
  const mended = pairs.map(({start, goal}) => ({goal,
    start: page.exchanged(start, page.exchangeOf(goal))}));
  const after = command(["check"], mended.map(line).join(""));
  pairs.forEach(({start, goal}, i) => {
    const pair = page.exchangeOf(goal);
    assert.ok(pair[0] !== pair[1] && !pair.includes(0), line({start, goal}));
    assert.notEqual(after[i].status, said[i].status, line({start, goal}));
  });
  assert.deepEqual(page.exchangeOf(page.rowsGoal(4, 4)), [14, 15]);
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
    /* A carriage return ends a line; before a slash only the page takes it. */
    if (/\r\s*\//.test(text)) return;
    const read = page.readBoard(text);
    const isGood = read !== null && page.isPair(read,
      page.rowsGoal(read.width, read.height));
    if (said[i].status === "error" || text.includes(":")) {
      assert.ok(!isGood, JSON.stringify(text));
      return;
    }
    /* The command reads more forms; rows as boards are printed both read. */
    assert.ok(read !== null || text.trimEnd() !== said[i].board,
      JSON.stringify([text, said[i]]));
    if (read === null) return;
    good++;
    assert.equal(page.boardText(read), said[i].board, JSON.stringify(text));
  });
  assert.ok(good > 30, `only ${good} good texts`);
  return safe.length;
}

/* Boards drawn here: solvable if wanted, every one as often. */
function testDraws() {
  const word = () => random(2 ** 16) * 2 ** 16 + random(2 ** 16);
  const goal = page.rowsGoal(2, 2), counts = {}, any = {};
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
    const wide = page.rowsGoal(2 + i % 9, 2 + i % 7, 1 + i % 4);
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

/* Pairs of boards of one size and its labels. */
function testPairs() {
  const board = page.rowsGoal(2, 2);
  assert.ok(!page.isPair({...board, cells: [4, 0, 1, 2]}, board));
  assert.ok(!page.isPair(board, page.rowsGoal(3, 2)));
}

/* The lengths that are offered are in order, begin at 8 and leave none out; the
 * words of bands are those of `find`. */
function testLengths() {
  for (const size of ["2x2", "3x2", "3x3", "4x3", "5x3", "4x4", "8x2", "2x8",
    "5x5", "10x10", "3x6", "15x15"]) {
    const [width, height] = size.split("x").map(Number), n = width * height;
    const rows = command(["bands", "--size", size]);
    const bands = rows.map((band) => n <= 16 ? {name: band.band,
      low: band.stm_low, high: band.stm_high} : {name: band.band,
      low: band.estimate_low, high: band.estimate_high,
      mlcLow: band.mlc_low, mlcHigh: band.mlc_high || 65534});
    const choices = page.lengthChoices(n, bands, false);
    const exact = choices.filter(({isAbout}) => !isAbout);
    assert.equal(choices.length === 0, size === "2x2", size);
    exact.forEach(({low, high, band, target}, i) => {
      assert.equal(low, i === 0 ? 8 : exact[i - 1].high + 1, size);
      assert.ok(high >= low && target === `,stm=${low}..${high}`);
      for (const length of n <= 16 ? [low, high] : [])
        assert.equal(bands.find((b) => b.low <= length && length <= b.high).name,
          band, size);
    });
    if (n <= 16 && exact.length > 0)
      assert.equal(exact.at(-1).high, bands.at(-1).high, size);
    const about = choices.filter(({isAbout}) => isAbout);
    assert.equal(about.some(({target}) => target.startsWith(",mlc=")),
      size === "5x5" || size === "10x10", size);
    for (const choice of choices) {
      assert.equal(/^about /.test(page.choiceText(choice)), !!choice.isAbout);
      assert.doesNotMatch(page.choiceText(choice), /undefined|null|\{/);
    }
    assert.ok(page.lengthChoices(n, bands, true).every((choice) =>
      choice.band === "" && !choice.target.includes("mlc")));
  }
  const text = page.lengthChoices(16, [{name: "easy", low: 1, high: 39},
    {name: "expert", low: 60, high: 80}], false).map(page.choiceText);
  assert.deepEqual(text, ["8 to 20 moves, easy", "21 to 30 moves, easy",
    "31 to 39 moves, easy", "60 to 80 moves, expert"]);
}

/* Walks of about a length: the command's effort quick finds it within 35 %,
 * nine times of ten. */
async function testWalks() {
  const takes = [];
  for (const [size, length] of [["5x5", 50], ["8x8", 100]]) {
    const boards = [];
    for (let i = 0; i < 10; i++) {
      const {start} = await page.walkOfAbout(length, async (steps, at) => {
        const [{board}] = command(["show",
          `${size}/rows~g1:walk:${steps}~${i}~${at}`]);
        return {start: board, goal: page.boardText(page.rowsGoal(
          ...size.split("x").map(Number)))};
      });
      boards.push(start);
    }
    takes.push(...command(["solve", "--effort", "quick"], boards.join("\n"))
      .map(({upper}) => upper / length));
  }
  const near = takes.filter((part) => part > 0.65 && part < 1.35).length;
  assert.ok(takes.length === 20 && near >= 18, takes.join(" "));
}

/* What the form reads of a recipe, and what it remembers. */
function testForm() {
  assert.deepEqual(page.partsOf("4x4/snake~g1:walk:60,stm=8..20~a~b~7"),
    {size: "4x4", layout: "snake", method: ":walk:60", target: ",stm=8..20",
      seed: "a~b", index: "7"});
  assert.equal(page.partsOf("4x4/snake~g2~a~7"), null);
  assert.equal(page.partsOf(""), null);
  const walk = {method: ":walk:9", target: ",stm=5..8"};
  assert.deepEqual(page.wishOf({choice: null}), {method: "", target: ""});
  assert.deepEqual(page.wishOf({choice: walk}), walk);
  assert.equal(page.wishOf({choice: walk, isAnyOrder: true}).method, ":shuffle");
}

/* Averages leave the best and the worst out; the times of rows are those at which
 * the first rows were complete first, worked out by hand. */
function testTraining() {
  assert.equal(page.averageOf([9, 9, 9, 9], 5), null);
  assert.equal(page.averageOf([1, 2, 3, 4, 100], 5), 3);
  assert.equal(page.averageOf([50, 4, 3, 2, 1, 100], 5), (4 + 3 + 2) / 3);
  const twelve = [5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99];
  assert.equal(page.averageOf(twelve, 12), 5.9);
  assert.equal(page.bestAverage(twelve, 5), 3);
  assert.equal(page.bestAverage([1], 5), null);
  const board = (rows) => page.readBoard(rows);
  const start = board("0 2 3/1 4 5/7 8 6"), goal = board("1 2 3/4 5 0/7 8 6");
  // The 1 moves up, and with it the first row is complete.
  assert.deepEqual(page.rowTimes(start, goal, [{dir: "U", count: 1, at: 7},
    {dir: "L", count: 2, at: 12}]), [7, 12, 12]);
  assert.deepEqual(page.rowTimes(start, goal, [{dir: "L", count: 2, at: 9}]),
    []);
  assert.equal(page.runsAsCsv([{kind: "series", size: "2x2", at: 0, ms: 9, stm: 4,
    board: "1 2/0 3", rows: [3, 9]}, {kind: "sprint", at: 1000, n: 7}]),
  "at,kind,size,ms,stm,n,board,rows\n" +
    "1970-01-01T00:00:00.000Z,series,2x2,9,4,,1 2/0 3,3 9\n" +
    "1970-01-01T00:00:01.000Z,sprint,,,,7,,\n");
  const run = {kind: "sprint", at: 5, n: 3};
  assert.ok(page.isRun(run));
  for (const wrong of [null, {}, {...run, n: -1}, {...run, n: 1.5},
    {...run, at: "5"}, {...run, kind: "toString"}, {kind: "series", at: 1,
      ms: 2, stm: 3, size: "<b>"}])
    assert.ok(!page.isRun(wrong), JSON.stringify(wrong));
}

testTraining();
testDraws();
testPairs();
testLengths();
testForm();
await testWalks();
const pairs = Array.from({length: 900}, (_, i) => randomPair(i));
testExchanges(pairs, testParity(pairs));
const solvable = pairs.filter((p) => page.isSolvable(p.start, p.goal)).length;
assert.ok(solvable > 250 && solvable < 650, `${solvable} solvable`);
console.log(`${pairs.length} explanations, ${testTexts()} texts`);
