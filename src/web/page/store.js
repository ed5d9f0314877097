/* SPDX-License-Identifier: MIT */
/*
 * What a browser remembers: results and streaks, games that are not finished,
 * settings. Pure logic: storage, clock and the function that tells the player
 * what cannot be done are passed in.
 *
 * Results of a channel are one text under one key, which is also the exported
 * file:
 *
 *   {"loyd":"results","version":1,"channel":"daily","rows":[ROW, ...]}
 *
 * with rows in the order of date and tier:
 *
 *   {"date":"2026-01-17","tier":"","puzzle_id":"fpk26m5bh3ywpcs7","own":1,
 *    "first":{"stm":47,"mtm":31,"ms":83000,"hints":0},"best":{...}}
 *
 * own: 1 if solved on its own day, in the time zone of the channel. first: the
 * result by which the puzzle was solved first; best: fewest hints, then
 * fewest moves (STM), then the least time. Streaks are computed from the rows
 * and never stored, so a wrong clock cannot spoil them.
 */
const STORE_VERSION = 1;
const STORE_CHARS_MAX = 4500000; /* browsers keep about 5 million */
const GAMES_MAX = 12;
const DAY_MS = 86400000;

/* A text that is not what it should be; the message is a sentence. */
class StoreError extends Error {}

/* ---- days ---- */

/* The number of a day, from 1970-01-01 as 0; NaN if there is no such day. */
function dayNumber(date) {
  const found = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(date);
  if (!found) return NaN;
  const [year, month, day] = found.slice(1).map(Number);
  const time = new Date(0).setUTCFullYear(year, month - 1, day);
  return dateOf(time / DAY_MS) === date ? time / DAY_MS : NaN;
}

function dateOf(number) {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/* The date in a time zone, UTC if this browser does not know the zone. */
function dateInZone(zone, ms) {
  const fields = {year: "numeric", month: "2-digit", day: "2-digit"};
  const locale = "en-u-ca-iso8601-nu-latn";
  let format;
  try {
    format = new Intl.DateTimeFormat(locale, {...fields, timeZone: zone});
  } catch {
    return new Date(ms).toISOString().slice(0, 10);
  }
  const part = {};
  for (const {type, value} of format.formatToParts(ms)) part[type] = value;
  return `${part.year.padStart(4, "0")}-${part.month}-${part.day}`;
}

/*
 * The streaks of days solved on their own day. The current one ends today or
 * yesterday. If the clock shows a day before the last one that was solved,
 * the clock was set back, and the streak stands.
 */
function streakOf(rows, today) {
  const own = rows.filter((row) => row.own).map((row) => dayNumber(row.day));
  const days = [...new Set(own)].sort((a, b) => a - b);
  let run = 0, longest = 0;
  days.forEach((day, i) => {
    run = i > 0 && days[i - 1] === day - 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  const last = days[days.length - 1];
  const isOver = days.length === 0 || dayNumber(today) - last > 1;
  return {current: isOver ? 0 : run, longest};
}

/* ---- results as text ---- */

function expectFields(value, names, where) {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new StoreError(words("not-an-object", {where}));
  const found = Object.keys(value);
  const odd = found.find((name) => !names.includes(name));
  if (odd !== undefined)
    throw new StoreError(words("unknown-field",
      {where, name: odd.slice(0, 40)}));
  const missing = names.find((name) => !found.includes(name));
  if (missing !== undefined)
    throw new StoreError(words("missing-field", {where, name: missing}));
}

const LIMITS = {stm: [1, 100000], mtm: [1, 100000], ms: [0, 1e11],
  hints: [0, 100000]};

function readResult(value, where) {
  expectFields(value, Object.keys(LIMITS), where);
  for (const [name, [least, most]] of Object.entries(LIMITS)) {
    const number = value[name];
    if (!Number.isInteger(number) || number < least || number > most)
      throw new StoreError(words("out-of-range", {where, name}));
  }
  if (value.mtm > value.stm)
    throw new StoreError(words("mtm-above-stm", {where}));
  const {stm, mtm, ms, hints} = value;
  return {stm, mtm, ms, hints};
}

/* A result as rows hold it: numbers beyond the limits become the limits. */
function limited(result) {
  const made = {};
  for (const [name, [least, most]] of Object.entries(LIMITS))
    made[name] = Math.min(most, Math.max(least, Math.floor(result[name])));
  return made;
}

/* Files of earlier pages have `day`, `id`, and true or false. */
function withNames(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return value;
  const named = {...value};
  for (const [old, name] of [["day", "date"], ["id", "puzzle_id"]]) {
    if (!(old in named) || name in named) continue;
    named[name] = named[old];
    delete named[old];
  }
  if (typeof named.own === "boolean") named.own = Number(named.own);
  return named;
}

function readRow(value, where) {
  const named = withNames(value);
  expectFields(named, ["date", "tier", "puzzle_id", "own", "first", "best"],
    where);
  const {date: day, tier, puzzle_id: id, own} = named;
  if (typeof day !== "string" || Number.isNaN(dayNumber(day)))
    throw new StoreError(words("not-a-date", {where}));
  if (typeof tier !== "string" || tier.length > 200 ||
      /[\u0000-\u001f\u007f-\u009f]/.test(tier))
    throw new StoreError(words("not-a-tier", {where}));
  if (typeof id !== "string" || !/^[0-9a-hjkmnp-tv-z]{16}$/.test(id))
    throw new StoreError(words("not-an-id", {where}));
  if (own !== 0 && own !== 1)
    throw new StoreError(words("not-a-truth", {where}));
  const first = readResult(named.first, words("first-of", {where}));
  const best = readResult(named.best, words("best-of", {where}));
  if (betterOf(best, first) !== best)
    throw new StoreError(words("best-not-best", {where}));
  return {day, tier, id, own: own === 1, first, best};
}

const printRow = ({day, tier, id, own, first, best}) =>
  ({date: day, tier, puzzle_id: id, own: Number(own), first, best});

const keyOf = ({day, tier}) => `${day} ${tier}`;
const byKey = (a, b) => keyOf(a) < keyOf(b) ? -1 : 1;

/* Of two equal results, a. */
function betterOf(a, b) {
  for (const name of ["hints", "stm", "ms", "mtm"])
    if (a[name] !== b[name]) return a[name] < b[name] ? a : b;
  return a;
}

function parseObject(text, kind) {
  let value;
  if (typeof text !== "string" || text.length > STORE_CHARS_MAX)
    throw new StoreError(words("file-too-large"));
  try {
    value = JSON.parse(text);
  } catch {
    throw new StoreError(words("file-not-json"));
  }
  if (value === null || typeof value !== "object" || value.loyd !== kind)
    throw new StoreError(words("file-of-another-kind"));
  if (Number.isInteger(value.version) && value.version > STORE_VERSION)
    throw Object.assign(
      new StoreError(words("file-newer")),
      {isNewer: true});
  if (value.version !== STORE_VERSION)
    throw new StoreError(words("file-of-unknown-version"));
  return value;
}

/* Reads results as strictly as a stranger's file. Throws a StoreError. */
function parseResults(text, channel) {
  const value = parseObject(text, "results");
  expectFields(value, ["loyd", "version", "channel", "rows"], words("the-file"));
  if (typeof value.channel !== "string" || !Array.isArray(value.rows))
    throw new StoreError(words("file-without-rows"));
  if (value.channel !== channel)
    throw new StoreError(words("file-of-another-channel",
      {channel: value.channel.slice(0, 40), here: channel}));
  const rows = value.rows.map((row, i) => readRow(row,
    words("row", {n: i + 1})));
  const seen = new Set();
  rows.forEach((row, i) => {
    if (seen.has(keyOf(row)))
      throw new StoreError(words("row-twice", {n: i + 1}));
    seen.add(keyOf(row));
  });
  return rows;
}

function printResults(rows, channel) {
  const sorted = [...rows].sort(byKey);
  return JSON.stringify({loyd: "results", version: STORE_VERSION, channel,
    rows: sorted.map(printRow)});
}

function mergeRow(here, there) {
  const isTheirs = there.own && !here.own;
  return {...here, own: here.own || there.own,
    first: isTheirs ? there.first : here.first,
    best: betterOf(here.best, there.best)};
}

/*
 * Joins two lists of rows. `added` counts rows that only `theirs` has,
 * `improved` those that became better, and `refused` those whose puzzle is
 * another one than here.
 */
function mergeResults(ours, theirs) {
  const rows = new Map(ours.map((row) => [keyOf(row), row]));
  const count = {added: 0, improved: 0, refused: 0};
  for (const row of theirs) {
    const here = rows.get(keyOf(row));
    if (!here) {
      count.added++;
      rows.set(keyOf(row), row);
    } else if (here.id !== row.id) {
      count.refused++;
    } else {
      const merged = mergeRow(here, row);
      if (JSON.stringify(merged) !== JSON.stringify(here)) count.improved++;
      rows.set(keyOf(row), merged);
    }
  }
  return {rows: [...rows.values()].sort(byKey), ...count};
}

/* ---- storage ---- */

const TROUBLE = {
  refused: words("store-refused"),
  full: words("store-full"),
  newer: words("store-newer"),
  damaged: words("store-damaged"),
};

/*
 * Texts under keys. Nothing is thrown: what cannot be kept is told once, by
 * `tell(sentence)`, and kept in memory.
 */
function openShelf(storage, tell) {
  const memory = new Map(), told = new Set();
  const shelf = {
    trouble(kind) {
      if (!told.has(kind)) tell(TROUBLE[kind]);
      told.add(kind);
    },
    read(key) {
      if (memory.has(key)) return memory.get(key);
      try {
        return storage.getItem(key);
      } catch {
        shelf.trouble("refused");
        return null;
      }
    },
    write(key, text) {
      try {
        storage.setItem(key, text);
        memory.delete(key);
      } catch (error) {
        const isFull = storage && /quota/i.test(`${error && error.name}`);
        memory.set(key, text);
        shelf.trouble(isFull ? "full" : "refused");
      }
    },
  };
  return shelf;
}

/* The results of a channel; `site` tells apart the sites of one server. */
function openResults(shelf, channel, site) {
  const key = `loyd results ${site} ${channel}`;
  let rows = [], isForeign = false;

  /* Another tab may have written since. */
  function load() {
    const text = isForeign ? null : shelf.read(key);
    if (text === null) return;
    try {
      rows = mergeResults(parseResults(text, channel), rows).rows;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.isNewer) {
        isForeign = true;
        shelf.trouble("newer");
        return;
      }
      shelf.trouble("damaged");
      shelf.write(`${key} damaged`, text);
      shelf.write(key, printResults(rows, channel));
    }
  }

  function save() {
    if (!isForeign) shelf.write(key, printResults(rows, channel));
  }

  load();
  return {
    key,
    reload: load,
    rows: () => rows,
    find: (day, tier, id) => rows.find((row) => row.day === day &&
      row.tier === tier && (id === undefined || row.id === id)) || null,
    /* Adds {day, tier, id, own, result} and returns the row. */
    add({day, tier, id, own, result}) {
      const first = limited(result);
      const row = readRow({day, tier, id, own, first, best: first}, "result");
      load();
      const others = rows.filter((old) => keyOf(old) !== keyOf(row) ||
        old.id === id);
      rows = mergeResults(others, [row]).rows;
      save();
      return rows.find((kept) => keyOf(kept) === keyOf(row));
    },
    streak: (today) => streakOf(rows, today),
    exportText: () => printResults(rows, channel),
    /* Merges an exported file. Throws a StoreError, and changes nothing. */
    importText(text) {
      const theirs = parseResults(text, channel);
      load();
      const {rows: merged, ...count} = mergeResults(rows, theirs);
      rows = merged;
      save();
      return count;
    },
  };
}

/* ---- games that are not finished ---- */

const SLIDES = /^(?:[URDL](?:[1-9][0-9]{0,2})? ?)*$/;

/* Returns the game if it is one, else null. Its moves are replayed later. */
function readSaved(game) {
  const isGood = game !== null && typeof game === "object" &&
    typeof game.key === "string" && typeof game.done === "string" &&
    typeof game.undone === "string" && SLIDES.test(game.done) &&
    SLIDES.test(game.undone) && Number.isFinite(game.ms) && game.ms >= 0 &&
    Number.isInteger(game.hints) && game.hints >= 0;
  return isGood ? game : null;
}

function openGames(shelf, site) {
  const key = `loyd games ${site}`;

  /* What is damaged or of another version is forgotten: it is one game. */
  function list() {
    const text = shelf.read(key);
    if (text === null) return [];
    try {
      const {games} = parseObject(text, "games");
      return Array.isArray(games) ? games.filter(readSaved) : [];
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return [];
    }
  }

  function write(games) {
    shelf.write(key, JSON.stringify({loyd: "games", version: STORE_VERSION,
      games: games.slice(0, GAMES_MAX)}));
  }

  return {
    find: (name) => list().find((game) => game.key === name) || null,
    keep: (game) => write([game,
      ...list().filter((other) => other.key !== game.key)]),
    forget(name) {
      const games = list();
      if (games.some((game) => game.key === name))
        write(games.filter((game) => game.key !== name));
    },
  };
}

/* ---- settings ---- */

/* Each setting with its choices, the default first. */
const SETTINGS = {
  speed: ["normal", "slow", "fast", "off"],
  arrows: ["tile", "blank"],
  numbers: ["normal", "large", "small"],
  letters: ["on", "off"],
};

function openSettings(shelf, site) {
  const key = `loyd settings ${site}`;
  const values = {};
  let stored = {};
  try {
    stored = JSON.parse(shelf.read(key)) || {};
  } catch {
    stored = {};
  }
  for (const [name, choices] of Object.entries(SETTINGS))
    values[name] = choices.includes(stored[name]) ? stored[name] : choices[0];
  return {
    get: (name) => values[name],
    set(name, choice) {
      if (!SETTINGS[name].includes(choice)) return;
      values[name] = choice;
      shelf.write(key, JSON.stringify(values));
    },
  };
}
