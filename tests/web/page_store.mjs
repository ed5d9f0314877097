/* SPDX-License-Identifier: MIT */
/* Results, streaks, zones and damaged files of the player's script. */
import {strict as assert} from "node:assert";
import {spawnSync} from "node:child_process";
import {random, scripts, shuffled} from "./page_scripts.mjs";

const page = scripts(["store.js"], ["StoreError", "dayNumber", "dateOf",
  "dateInZone", "streakOf", "parseResults", "printResults", "mergeResults",
  "openShelf", "openResults", "openGames", "openSettings", "betterOf"]);

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
  assert.deepEqual(page.streakOf(shuffled(rows), page.dateOf(base + today)),
    {current, longest});
}

/* ---- files ---- */

const good = [row("2026-01-17"), row("2026-01-18", false, "easy")];
const text = page.printResults(good, "daily");
assert.deepEqual(page.parseResults(text, "daily"), good);
const refused = (value, message) => assert.throws(() =>
  page.parseResults(typeof value === "string" ? value : JSON.stringify(value),
    "daily"), (error) => error instanceof page.StoreError &&
    error.message.includes(message));
const changed = (change) => {
  const value = JSON.parse(text);
  change(value, value.rows[0], value.rows[0].best);
  return value;
};
refused("", "not JSON");
refused("null", "does not hold results");
refused("[]", "does not hold results");
refused("x".repeat(5e6), "too large");
refused(changed((v) => { v.version = 2; }), "newer version");
refused(changed((v) => { v.version = "1"; }), "unknown version");
refused(changed((v) => { v.channel = "club"; }), "of the channel 'club'");
refused(changed((v) => { v.extra = 1; }), "unknown field 'extra'");
refused(text.replace('"loyd"', '"__proto__":{"a":1},"loyd"'),
  "unknown field '__proto__'");
refused(changed((v) => { v.rows = {}; }), "no rows");
refused(changed((v) => { v.rows.push(v.rows[0]); }), "row 3: this day");
refused(changed((v) => { v.rows[1] = null; }), "row 2 is not an object");
refused(changed((v) => { v.rows[1] = []; }), "row 2 is not an object");
for (const [field, bad] of [["date", "2026-02-30"], ["date", 5], ["tier", 5],
  ["tier", "a\nb"], ["tier", "x".repeat(201)], ["puzzle_id", "short"],
  ["puzzle_id", "fpk26m5bh3ywpcsu"], ["own", 2], ["own", "1"],
  ["first", null], ["best", 3]])
  refused(changed((v, r) => { r[field] = bad; }), "row 1");
for (const [field, bad] of [["stm", 0], ["stm", 1.5], ["stm", "47"],
  ["stm", 1e9], ["mtm", 48], ["ms", -1], ["ms", 1e99], ["ms", null],
  ["hints", -1], ["hints", true]])
  refused(changed((v, r, best) => { best[field] = bad; }), "row 1, best");
refused(changed((v, r, best) => { best.stm = 48; }), "not as good");
for (const field of ["date", "tier", "puzzle_id", "own", "first", "best"])
  refused(changed((v, r) => { delete r[field]; }), `no field '${field}'`);

/* Names and booleans are those of loyd; files of earlier pages are read. */
assert.match(text, /\{"date":"2026-01-17","tier":"","puzzle_id":"\w{16}","own":1,/);
const earlier = text.replaceAll('"date"', '"day"')
  .replaceAll('"puzzle_id"', '"id"').replaceAll('"own":1', '"own":true')
  .replaceAll('"own":0', '"own":false');
assert.deepEqual(page.parseResults(earlier, "daily"), good);
refused(changed((v, r) => { r.day = r.date; }), "unknown field 'day'");

/* Any damage is refused with a sentence, or leaves a file that is valid. */
let damaged = 0;
for (let i = 0; i < 3000; i++) {
  const at = random(text.length), length = random(4);
  const with_ = ["", "0", "\"", "}", "-", "e9", "null"][random(7)];
  const bad = text.slice(0, at) + with_ + text.slice(at + length);
  try {
    const rows = page.parseResults(bad, "daily");
    assert.deepEqual(page.parseResults(page.printResults(rows, "daily"),
      "daily"), rows);
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
  page.parseResults(page.printResults(ab.rows, "daily"), "daily");
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
assert.deepEqual(one.results.streak("2026-01-19"), {current: 2, longest: 2});
assert.deepEqual(one.results.streak("2026-01-20"), {current: 0, longest: 2});
assert.deepEqual(one.results.streak("2025-06-01"), {current: 2, longest: 2});
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
assert.equal(page.parseResults(results.exportText(), "daily").length, 3);
full.isFull = false;
solve(results, "2026-01-20");
assert.equal(opened(full).results.rows().length, 4);

/* A newer version stays as it is; what is damaged is set aside. */
const key = "loyd results /s/ daily";
const newer = JSON.stringify({loyd: "results", version: 2, magic: true});
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

/* ---- games and settings ---- */

const games = page.openGames(page.openShelf(storage, assert.fail), "/s/");
const game = (name) => ({key: name, done: "U2 L", undone: "", ms: 5, hints: 0});
for (let i = 0; i < 20; i++) games.keep(game(`g${i}`));
assert.equal(games.find("g3"), null);
assert.deepEqual(games.find("g19"), game("g19"));
games.forget("g19");
assert.equal(games.find("g19"), null);
for (const bad of ["{}", "nonsense", '{"loyd":"games","version":1}',
  '{"loyd":"games","version":9,"games":[]}', '{"loyd":"games","version":1,' +
  '"games":[null,5,{"key":"a","done":"<b>","undone":"","ms":1,"hints":0}]}']) {
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
