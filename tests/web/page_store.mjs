/* SPDX-License-Identifier: MIT */
/* Results, streaks, zones and damaged files of the player's script. */
import {strict as assert} from "node:assert";
import {spawnSync} from "node:child_process";
import {random, scripts, shuffled} from "./page_scripts.mjs";

const page = scripts(["boardtext.js", "board.js", "calendar.js", "store.js",
  "record.js", "newday.js"], ["StoreError", "dayNumber", "dateOf", "dateInZone",
  "readDays", "parseDays", "streakOf", "shorterThan", "othersOf", "dayStates", "unsolvedBefore", "overBins",
  "timesBySize", "untilMidnight", "parseFile", "printResults",
  "mergeResults", "printRecord", "openShelf", "openResults",
  "openGames", "openSettings", "betterOf"]);

/* ---- days and zones ---- */

for (const date of ["0001-01-01", "1969-12-31", "1970-01-01", "2000-02-29",
  "2026-03-29", "9999-12-31"])
  assert.equal(page.dateOf(page.dayNumber(date)), date);
for (const date of ["2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10",
  "2026-1-1", "", "2026-01-01x", "0000-00-00"])
  assert.ok(Number.isNaN(page.dayNumber(date)));

/* Against date(1), also around changes of the clock and the date line. */
const zones = ["UTC", "Europe/Vienna", "America/New_York", "Asia/Kathmandu",
  "Pacific/Kiritimati", "Pacific/Pago_Pago", "Pacific/Chatham",
  "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo"];
const instants = [];
for (let i = 0; i < 60; i++)
  instants.push(1577836800 + random(400000000));
for (const at of ["2026-03-29T00:30:00Z", "2026-03-28T22:59:59Z",
  "2026-03-28T23:00:00Z", "2026-10-25T00:59:59Z", "2026-10-25T22:59:59Z",
  "2026-10-25T23:00:00Z", "2026-03-08T04:59:59Z", "2026-03-08T05:00:00Z",
  "2026-12-31T10:00:00Z", "2026-12-31T09:59:59Z", "2027-01-01T10:59:59Z"])
  instants.push(Date.parse(at) / 1000);
let dates = 0;
for (const zone of zones) {
  const said = spawnSync("date", ["-f", "-", "+%Y-%m-%d"], {encoding: "utf8",
    input: instants.map((at) => `@${at}\n`).join(""),
    env: {...process.env, TZ: zone}}).stdout.trim().split("\n");
  instants.forEach((at, i) => {
    assert.equal(page.dateInZone(zone, at * 1000), said[i], `${zone} ${at}`);
    dates++;
  });
}
assert.equal(page.dateInZone("No/Such_Zone", 0), "1970-01-01");

/* ---- streaks, against a search day by day ---- */

const row = (day, own = true, tier = "", id = "fpk26m5bh3ywpcs7") => {
  const result = {stm: 47, mtm: 31, ms: 83000, hints: 0};
  return {day, tier, id, own, first: result, best: result};
};
const base = page.dayNumber("2026-03-20");
for (let i = 0; i < 2000; i++) {
  const rows = [], own = new Set();
  for (let d = 0; d < 25; d++) {
    if (random(4) > 0) {
      const isOwn = random(8) > 0;
      rows.push(row(page.dateOf(base + d), isOwn));
      if (random(2)) rows.push(row(page.dateOf(base + d), random(2) > 0, "b"));
      if (rows.some((r) => r.own && r.day === page.dateOf(base + d))) own.add(d);
    }
  }
  const last = Math.max(-9, ...own), today = last + random(5) - 2;
  let current = 0, longest = 0;
  for (let from = 0; from < 25; from++) {
    let n = 0;
    while (own.has(from + n)) n++;
    longest = Math.max(longest, n);
  }
  if (today <= last + 1) while (own.has(last - current)) current++;
  assert.deepEqual(page.streakOf(shuffled(rows), null,
    page.dateOf(base + today)), {current, longest});
}

/* ---- streaks up to the newest day, whatever the clock says ---- */

for (let i = 0; i < 2000; i++) {
  const own = new Set(), rows = [];
  for (let d = 0; d < 25; d++)
    if (random(6) > 0) {
      own.add(d);
      rows.push(row(page.dateOf(base + d)));
    } else if (random(2)) {
      rows.push(row(page.dateOf(base + d), false));
    }
  const newest = Math.max(-1, ...own) + random(6);
  let run = 0, longest = 0, current = 0;
  for (let d = 0; d < 31; d++) {
    if (d < newest || own.has(d)) run = own.has(d) ? run + 1 : 0;
    longest = Math.max(longest, run);
    current = run;
  }
  const days = {first_date: page.dateOf(base),
    last_date: page.dateOf(base + newest)};
  assert.deepEqual(page.streakOf(shuffled(rows), page.readDays(days),
    "1999-01-01"), {current, longest});
}
assert.equal(page.readDays(null), null);
assert.equal(page.readDays({}), null);
assert.equal(page.readDays({first_date: "2026-01-02", last_date: "2026-01-01"}),
  null);
const script = 'globalThis.loydDays = {"first_date":"2026-01-01",' +
  '"last_date":"2026-01-17"};\n';
const known = page.parseDays(script);
assert.deepEqual(known, {first: 20454, last: 20470});
for (const bad of ["", "<html>404</html>", "{", "null", script.slice(0, 60)])
  assert.equal(page.parseDays(bad), null);

/* Midnight, also where days have 23 and 25 hours. */
for (const [zone, at, hours] of [["UTC", "2026-01-17T22:30:00Z", 1.5],
  ["Europe/Vienna", "2026-01-17T23:00:00Z", 24],
  ["Europe/Vienna", "2026-03-28T23:00:00Z", 23],
  ["Europe/Vienna", "2026-10-24T22:00:00Z", 25]])
  assert.ok(Math.abs(page.untilMidnight(zone, Date.parse(at)) -
    hours * 3600000) < 1500);

/* ---- what a result is shorter than ---- */

const games_ = [44, 46, 46, 50, 60, 70].map((stm, i) => ({...row(page.dateOf(base + i)),
  size: "4x4", best: {stm, mtm: 1, ms: 1, hints: Number(i === 5)}}));
assert.deepEqual(page.shorterThan(page.othersOf(games_, {size: "4x4"}), {stm: 45}), {percent: 80, n: 5});
assert.equal(page.shorterThan(page.othersOf(games_, games_[1]), {stm: 45}), null); /* of four */
assert.equal(page.shorterThan(page.othersOf(games_, {size: "3x3"}), {stm: 1}), null);
assert.equal(page.shorterThan(page.othersOf([...games_, games_[4]], {size: "4x4"}), {stm: 60}), null);
assert.deepEqual(page.shorterThan([[45, 2], [47, 1], [51, 3]], {stm: 47}),
  {percent: 50, n: 6});
assert.equal(page.shorterThan([[45, 2], [47, 2]], {stm: 1}), null);
assert.equal(page.shorterThan([], {stm: 1}), null);

/* ---- files ---- */

const parsed = (text, channel) => page.parseFile(text, channel).rows;
const good = [row("2026-01-17"), row("2026-01-18", false, "easy")];
const text = page.printResults(good, "daily");
assert.deepEqual(parsed(text, "daily"), good);
const refused = (value, message) => assert.throws(() =>
  parsed(typeof value === "string" ? value : JSON.stringify(value),
    "daily"), (error) => error instanceof page.StoreError &&
    error.message.includes(message));
const changed = (change) => {
  const value = JSON.parse(text);
  change(value, value.rows[0], value.rows[0].best);
  return value;
};
refused("", "of another kind");
refused("null", "has no results");
refused("[]", "has no results");
refused(changed((v) => { v.version = 3; }), "newer version");
refused(changed((v) => { v.version = 0; }), "unknown version");
refused(changed((v) => { v.version = "1"; }), "unknown version");
refused(changed((v) => { v.channel = "club"; }), "of the channel 'club'");
refused(changed((v) => { v.extra = 1; }), "other fields");
refused(text.replace('"loyd"', '"__proto__":{"a":1},"loyd"'),
  "other fields");
refused(changed((v, r) => { r.size = "4x"; }), "row 1 is not a result");
refused(changed((v, r) => { r.par = -1; }), "row 1 is not a result");
refused(changed((v) => { v.games = {}; }), "not a list");
refused(changed((v) => { v.games = [5]; }), "game 1: this is not a game");
refused(changed((v) => { v.rows = {}; }), "other fields");
refused(changed((v) => { v.rows[1] = null; }), "row 2 is not a result");
refused(changed((v) => { v.rows[1] = []; }), "row 2 is not a result");
for (const [field, bad] of [["date", "2026-02-30"], ["date", 5], ["tier", 5],
  ["tier", "a\nb"], ["tier", "x".repeat(201)], ["puzzle_id", "short"],
  ["puzzle_id", "fpk26m5bh3ywpcsu"], ["own", 2], ["own", "1"],
  ["first", null], ["best", 3]])
  refused(changed((v, r) => { r[field] = bad; }), "row 1");
for (const [field, bad] of [["stm", 0], ["stm", 1.5], ["stm", "47"],
  ["stm", 1e9], ["mtm", 48], ["ms", -1], ["ms", 1e99], ["ms", null],
  ["hints", -1], ["hints", true]])
  refused(changed((v, r, best) => { best[field] = bad; }), "row 1");
refused(changed((v, r, best) => { best.stm = 48; }), "row 1");
for (const field of ["date", "tier", "puzzle_id", "own", "first", "best"])
  refused(changed((v, r) => { delete r[field]; }), "row 1");

/* Names and booleans are those of loyd. */
assert.match(text, /\{"date":"2026-01-17","tier":"","puzzle_id":"\w{16}","own":1,/);
const full_ = [{...good[0], size: "4x4", par: 45}, good[1]];
assert.deepEqual(parsed(page.printResults(full_, "daily"), "daily"),
  full_);
assert.deepEqual(page.mergeResults(good, full_).rows, full_);
refused(changed((v, r) => { r.day = r.date; }), "row 1");

/* Any damage is refused with a sentence, or leaves a file that is valid. */
let damaged = 0;
for (let i = 0; i < 3000; i++) {
  const at = random(text.length), length = random(4);
  const with_ = ["", "0", "\"", "}", "-", "e9", "null"][random(7)];
  const bad = text.slice(0, at) + with_ + text.slice(at + length);
  try {
    const rows = parsed(bad, "daily");
    const printed = page.printResults(rows, "daily"); /* in order of days */
    assert.equal(page.printResults(parsed(printed, "daily"),
      "daily"), printed);
  } catch (error) {
    assert.ok(error instanceof page.StoreError, error.stack);
    damaged++;
  }
}
assert.ok(damaged > 2000);

/* Merges: nothing is lost, twice is once, either order has the same best. */
const randomRows = () => Array.from({length: 20}, (_, d) => {
  const first = {stm: 40 + random(9), mtm: 1 + random(30), ms: random(9999),
    hints: random(3)};
  const other = {...first, stm: 40 + random(9), hints: random(3)};
  return {...row(page.dateOf(base + d), random(2) > 0), first,
    best: page.betterOf(first, other)};
}).filter(() => random(3) > 0);
for (let i = 0; i < 300; i++) {
  const a = randomRows(), b = randomRows();
  const ab = page.mergeResults(a, b), ba = page.mergeResults(b, a);
  const facts = ({rows}) => rows.map(({day, own, best}) =>
    JSON.stringify([day, own, best.stm, best.hints, best.ms]));
  assert.deepEqual(facts(ab), facts(ba));
  assert.equal(ab.added + a.length, ab.rows.length);
  assert.deepEqual(page.mergeResults(ab.rows, b),
    {rows: ab.rows, added: 0, improved: 0, refused: 0});
  parsed(page.printResults(ab.rows, "daily"), "daily");
}

/* A result without hints is better than a shorter one with hints. */
const plain = {stm: 50, mtm: 9, ms: 9, hints: 0};
const helped = {stm: 45, mtm: 9, ms: 9, hints: 1};
assert.equal(page.betterOf(helped, plain), plain);
assert.equal(page.betterOf(plain, {...plain, ms: 8}).ms, 8);
/* The first result is that of the day itself. */
const late = {...row("2026-01-17", false), first: plain, best: plain};
assert.deepEqual(page.mergeResults([late], [row("2026-01-17")]).rows,
  [row("2026-01-17")]);

/* ---- storage ---- */

function fakeStorage(values = {}) {
  const kept = new Map(Object.entries(values));
  return {kept, isFull: false,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (this.isFull)
        throw Object.assign(new Error("no"), {name: "QuotaExceededError"});
      kept.set(key, value);
    }};
}
function opened(storage) {
  const told = [];
  const shelf = page.openShelf(storage, (sentence) => told.push(sentence));
  return {told, shelf, results: page.openResults(shelf, "daily", "/s/")};
}
const solve = (results, day, stm = 47, own = true, tier = "") =>
  results.add({day, tier, id: "fpk26m5bh3ywpcs7", own,
    result: {stm, mtm: 9, ms: 1000, hints: 0}});

const storage = fakeStorage();
const one = opened(storage), two = opened(storage);
solve(one.results, "2026-01-17", 50);
solve(two.results, "2026-01-18");
solve(one.results, "2026-01-17", 48, false);
assert.equal(one.results.find("2026-01-17", "").best.stm, 48);
assert.equal(one.results.find("2026-01-17", "").first.stm, 50);
assert.equal(one.results.find("2026-01-17", "", "0000000000000000"), null);
assert.equal(opened(storage).results.rows().length, 2);
assert.deepEqual(one.results.streak(null, "2026-01-19"), {current: 2, longest: 2});
assert.deepEqual(one.results.streak(null, "2026-01-20"), {current: 0, longest: 2});
assert.deepEqual(one.results.streak(null, "2025-06-01"), {current: 2, longest: 2});
assert.deepEqual(one.told, []);
assert.throws(() => one.results.importText("{}"), page.StoreError);
assert.equal(one.results.rows().length, 2);

/* Refused: played on, told once, results last as long as the page. */
for (const bad of [null, {getItem() { throw new Error("SecurityError"); },
  setItem() { throw new Error("SecurityError"); }}]) {
  const {told, results, shelf} = opened(bad);
  solve(results, "2026-01-17");
  solve(results, "2026-01-18");
  page.openSettings(shelf, "/s/").set("speed", "slow");
  assert.equal(page.openSettings(shelf, "/s/").get("speed"), "slow");
  assert.equal(results.rows().length, 2);
  assert.equal(told.length, 1);
}

/* Full: the same, and export still has everything. */
const full = fakeStorage(), {told, results} = opened(full);
solve(results, "2026-01-17");
full.isFull = true;
solve(results, "2026-01-18");
solve(results, "2026-01-19");
assert.equal(told.length, 1);
assert.match(told[0], /full/);
assert.equal(parsed(results.exportText(), "daily").length, 3);
full.isFull = false;
solve(results, "2026-01-20");
assert.equal(opened(full).results.rows().length, 4);

/* A newer version stays as it is; what is damaged is set aside. */
const key = "loyd results /s/ daily";
const newer = JSON.stringify({loyd: "results", version: 3, magic: true});
const later = fakeStorage({[key]: newer}), foreign = opened(later);
solve(foreign.results, "2026-01-17");
assert.equal(foreign.results.rows().length, 1);
assert.equal(later.kept.get(key), newer);
assert.equal(foreign.told.length, 1);
const torn = fakeStorage({[key]: text.slice(0, -5)}), mended = opened(torn);
solve(mended.results, "2026-01-17");
assert.equal(torn.kept.get(`${key} damaged`), text.slice(0, -5));
assert.equal(opened(torn).results.rows().length, 1);
assert.equal(mended.told.length, 1);

/* Of several that are kept the damaged ones are set aside, and no others. */
const rotten = JSON.stringify(changed((v, r) => { r.own = 7; }));
const half = fakeStorage({[key]: rotten}), halved = opened(half);
assert.deepEqual(halved.results.rows(), [good[1]]);
assert.equal(half.kept.get(`${key} damaged`), rotten);
assert.equal(halved.told.length, 1);
assert.deepEqual(opened(half).told, []);

/* ---- games that led to results ---- */

/* A game of so many slides to and fro, begun on a day. */
const record = (day, slides = 2) => page.printRecord({
  board: "1 2/3 0", goal: "1 2/3 0", began: page.dayNumber(day) * 864e5,
  moves: Array(slides).fill(["R", "L"]).flat().join(" "),
  ms: Array(2 * slides).fill(700), hints: []});
const played = (results, day, game = record(day), stm = 4) => results.add({day,
  tier: "", id: "fpk26m5bh3ywpcs7", own: true, size: "2x2", par: 4, game,
  result: {stm, mtm: 4, ms: 2800, hints: 0}});
const texts = (results) => results.games().map(({text}) => text);
const gamesKey = "loyd played /s/ daily";

const shelf2 = fakeStorage(), here = opened(shelf2), there = opened(shelf2);
played(here.results, "2026-01-17");
played(there.results, "2026-01-18");
assert.deepEqual(texts(here.results), [record("2026-01-18"),
  record("2026-01-17")]);
assert.equal(here.results.find("2026-01-17", "").par, 4);

/* Carried in a file, to a browser that has others, twice. */
const carried = here.results.exportText();
assert.equal(JSON.parse(carried).games.length, 2);
const elsewhere = opened(fakeStorage());
played(elsewhere.results, "2026-01-16");
for (const added of [2, 0]) {
  assert.deepEqual(elsewhere.results.importText(carried),
    {added, improved: 0, refused: 0});
  assert.equal(elsewhere.results.games().length, 3);
}

/* A file with a bad game is refused whole, and nothing is lost. */
const bad = (change, message) => {
  const value = JSON.parse(carried), before = elsewhere.results.exportText();
  change(value.games[1], value.games);
  assert.throws(() => elsewhere.results.importText(JSON.stringify(value)),
    (error) => error instanceof page.StoreError &&
      error.message.includes(message));
  assert.equal(elsewhere.results.exportText(), before);
};
bad((g) => { g.game = g.game.replace(/.$/, (c) => c === "A" ? "B" : "A"); },
  "game 2: this is not a game, or its text was changed");
bad((g) => { g.game = 5; }, "game 2: this is not a game");
bad((g) => { g.game = g.game.replace("1.", "2."); }, "game 2");
bad((g) => { g.game = "loydgame1." + "A".repeat(2e5); }, "game 2");
bad((g) => { g.date = "2026-02-30"; }, "game 2");
bad((g) => { g.more = 1; }, "game 2");

/* 400 games. */
const many = opened(fakeStorage());
for (let i = 0; i < 405; i++) played(many.results, page.dateOf(base + i));
assert.equal(many.results.rows().length, 405);
assert.equal(many.results.games().length, 400);
assert.equal(many.results.games()[0].day, page.dateOf(base + 404));

/* Full: games give way, results do not. */
const small = fakeStorage(), tight = opened(small);
const size = () => [...small.kept.values()].join("").length;
for (let i = 0; i < 40; i++) played(tight.results, page.dateOf(base + i));
const limit = size() + 50;
small.setItem = (name, value) => {
  const rest = [...small.kept].filter(([other]) => other !== name);
  if (rest.map(([, kept]) => kept).join("").length + value.length > limit)
    throw Object.assign(new Error("no"), {name: "QuotaExceededError"});
  small.kept.set(name, value);
};
for (let i = 40; i < 60; i++) played(tight.results, page.dateOf(base + i));
assert.equal(opened(small).results.rows().length, 60);
assert.ok(tight.results.games().length < 60);
assert.equal(tight.told.length, 1);
assert.match(tight.told[0], /moves of older games/);
for (let i = 60; i < 400; i++) played(tight.results, page.dateOf(base + i));
assert.equal(tight.results.rows().length, 400);
assert.equal(tight.told.length, 2);
assert.match(tight.told[1], /is full/);

/* Edited by hand: what is good stays, the text is set aside, results stay. */
for (const [change, good] of [
  [(text) => text.replace(/loydgame1\.A/, "loydgame1.B"), 1],
  [(text) => text.replace("2026-01-18", "2026-01-48"), 1], ...[(text) => text.slice(0, -9), (text) => text.replace('"version":1',
    '"version":"x"'), () => "null", () => '{"loyd":"played","version":1}'].map((change) => [change, 0])]) {
  const edited = fakeStorage(Object.fromEntries(shelf2.kept));
  const was = change(edited.kept.get(gamesKey));
  edited.kept.set(gamesKey, was);
  const {told: said, results: kept} = opened(edited);
  assert.equal(said.length, 0);
  assert.equal(kept.games().length, good, was);
  assert.equal(said.length, 1, was);
  assert.match(said[0], /games that this browser kept are damaged/);
  assert.equal(edited.kept.get(`${gamesKey} damaged`), was);
  played(kept, "2026-01-20");
  assert.equal(kept.games().length, good + 1);
  assert.equal(kept.rows().length, 3);
  assert.equal(said.length, 1);
}
/* Games of a newer version stay as they are. */
const ahead = fakeStorage({[gamesKey]: '{"loyd":"played","version":2}'});
const behind = opened(ahead);
played(behind.results, "2026-01-20");
assert.equal(ahead.kept.get(gamesKey), '{"loyd":"played","version":2}');
assert.equal(behind.results.rows().length, 1);

/* Two tabs that write at the same moment: the second has not seen the first. */
const shared = fakeStorage(), left = opened(shared), right = opened(shared);
solve(left.results, "2026-01-17");
const seen = shared.kept.get(key);
shared.kept.delete(key);
solve(right.results, "2026-01-18");
assert.equal(JSON.parse(shared.kept.get(key)).rows.length, 1);
left.results.reload(); /* the event "storage" */
assert.equal(JSON.parse(shared.kept.get(key)).rows.length, 2);
right.results.reload();
const settled = shared.kept.get(key);
left.results.reload();
assert.equal(shared.kept.get(key), settled);
assert.notEqual(settled, seen);

/* ---- statistics ---- */

const solvedIn = (day, stm, more = {}) => {
  const result = {stm, mtm: 9, ms: 1000 * stm, hints: more.hints || 0};
  return {...row(day), size: "3x3", par: 10, first: result, best: result,
    ...more};
};
const mixed = [solvedIn("2026-01-05", 10), solvedIn("2026-01-06", 12),
  solvedIn("2026-01-08", 44, {tier: "hard"}), solvedIn("2026-01-11", 20,
    {hints: 1}), {...row("2026-01-13")}, solvedIn("2026-01-14", 10,
    {size: "10x2", own: false})];
const counts = (bins) => bins.map(({n}) => n).join(" ");
assert.equal(counts(page.overBins(mixed)), "2 1 0 0 0 0 1");
assert.equal(counts(page.overBins(mixed, {tier: "hard"})), "0 0 0 0 0 0 1");
assert.deepEqual(page.overBins(mixed, {of: mixed[1]})
  .map(({isThis}) => isThis).indexOf(true), 1);
assert.deepEqual(page.timesBySize(mixed), [
  {size: "3x3", n: 3, best: 10000, median: 12000},
  {size: "10x2", n: 1, best: 10000, median: 10000}]);
assert.deepEqual(page.timesBySize([]), []);
const states = page.dayStates(mixed, known);
assert.deepEqual(["04", "05", "06", "07", "08", "11", "13", "14", "16", "17"]
  .map((d) => states.get(`2026-01-${d}`)), [undefined, "shortest", "solved",
  "missed", "solved", "solved", "solved", "shortest", "missed", undefined]);
assert.equal(page.dayStates([], known).size, 0);
assert.equal(page.dayStates([solvedIn("2026-01-05", 10, {hints: 1})], null)
  .get("2026-01-05"), "solved");
assert.equal(page.unsolvedBefore(mixed, known, "2026-01-15"), "2026-01-12");
assert.equal(page.unsolvedBefore(mixed, known, "2026-01-09"), "2026-01-07");
assert.equal(page.unsolvedBefore(mixed, known, "2026-01-01"), null);
assert.equal(page.unsolvedBefore(mixed, null, "2026-01-09"), null);

/* ---- games and settings ---- */

const games = page.openGames(page.openShelf(storage, assert.fail), "/s/");
const game = (name) => ({key: name, done: "U2 L", undone: "", ms: 5});
for (let i = 0; i < 20; i++) games.keep(game(`g${i}`));
assert.equal(games.find("g3"), null);
assert.deepEqual(games.find("g19"), game("g19"));
games.forget("g19");
assert.equal(games.find("g19"), null);
for (const bad of ["{}", "nonsense", '{"loyd":"games","version":1}',
  '{"loyd":"games","version":9,"games":[]}',
  '{"loyd":"games","version":1,"games":[null,5]}']) {
  storage.kept.set("loyd games /s/", bad);
  assert.equal(games.find("a"), null);
}
for (const bad of ["null", "5", "[", '{"speed":"warp","arrows":7}']) {
  storage.kept.set("loyd settings /s/", bad);
  const settings = page.openSettings(page.openShelf(storage, assert.fail),
    "/s/");
  assert.equal(settings.get("speed"), "normal");
  assert.equal(settings.get("arrows"), "tile");
}

console.log(`${dates} dates`);
