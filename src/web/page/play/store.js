/* SPDX-License-Identifier: MIT */
/*
 * What a browser remembers: results and the games that led to them, games that
 * are not finished, settings. Pure logic: storage and the function that tells
 * the player what cannot be done are passed in.
 *
 * Results of a channel are one text under one key:
 *
 *   {"loyd":"results","version":2,"channel":"daily","rows":[ROW, ...]}
 *
 * with rows in the order of date and tier:
 *
 *   {"date":"2026-01-17","tier":"","puzzle_id":"fpk26m5bh3ywpcs7","own":1,
 *    "size":"4x4","par":45,
 *    "first":{"stm":47,"mtm":31,"ms":83000,"hints":0},"best":{...}}
 *
 * own: 1 if play began while it was the newest puzzle. par: the shortest or
 * best known length. first: the result by which the puzzle was solved first;
 * best: fewest hints, then fewest moves (STM), then the least time. Streaks are computed from the rows and
 * never stored, so a wrong clock cannot spoil them.
 *
 * The newest games are under another key, so that results, which are small, are
 * kept when there is no room for games:
 *
 *   {"loyd":"played","version":1,"games":[GAME, ...]}
 *   {"date":"2026-01-17","tier":"","puzzle_id":"fpk26m5bh3ywpcs7",
 *    "game":"loydgame1..."}
 *
 * The exported file is that of the results, with these games as "games".
 */
const VERSIONS = {results: 2, played: 1, games: 1};
const STORE_CHARS_MAX = 4500000; /* browsers keep about 5 million */
const PLAYED_MAX = 400;
const GAMES_MAX = 12;
const DAY_MS = 86400000;

/* A text that is not what it should be; the message is a sentence. */
class StoreError extends Error {}

/* ---- results as text ---- */

/* Returns whether a value has these fields, each as its test wants, and no others;
 * of one that it lacks the test gets undefined. */
const fits = (value, tests) => value !== null && typeof value === "object" &&
  Object.keys(value).every((name) => Object.hasOwn(tests, name)) &&
  Object.entries(tests).every(([name, test]) => test(value[name]));
const isText = (value) => typeof value === "string";

const isLength = (n) => isCount(n, MOVES_MAX) && n > 0;
const RESULT = {stm: isLength, mtm: isLength, ms: (n) => isCount(n, 1e11),
  hints: (n) => isCount(n, MOVES_MAX)};
const isResult = (value) => fits(value, RESULT) && value.mtm <= value.stm;

/* Which puzzle of which day. */
const NAME = {
  date: (text) => isText(text) && !Number.isNaN(dayNumber(text)),
  tier: (text) => isText(text) && text.length <= 200 &&
    !/[\u0000-\u001f\u007f-\u009f]/.test(text),
  puzzle_id: (text) => isText(text) && /^[0-9a-hjkmnp-tv-z]{16}$/.test(text),
};

const ROW = {...NAME, own: (n) => n === 0 || n === 1,
  size: (text) => text === undefined || /^[1-9][0-9]?x[1-9][0-9]?$/.test(text),
  par: (n) => n === undefined || isCount(n, MOVES_MAX), first: isResult,
  best: isResult};

function readRow(value, where) {
  if (!fits(value, ROW) || betterOf(value.best, value.first) !== value.best)
    throw new StoreError(words("not-a-result", {where}));
  const {date: day, tier, puzzle_id: id, own, size, par, first, best} = value;
  return {day, tier, id, own: own === 1, ...size !== undefined && {size},
    ...par !== undefined && {par}, first, best};
}

const printRow = ({day, tier, id, own, size, par, first, best}) =>
  ({date: day, tier, puzzle_id: id, own: Number(own), size, par, first, best});

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
  try {
    value = JSON.parse(text);
  } catch {
    throw new StoreError(words("file-not-json"));
  }
  if (value === null || typeof value !== "object" || value.loyd !== kind)
    throw new StoreError(words("file-of-another-kind"));
  if (value.version > VERSIONS[kind])
    throw Object.assign(
      new StoreError(words("file-newer")),
      {isNewer: true});
  if (!Number.isInteger(value.version) || value.version < 1)
    throw new StoreError(words("file-of-unknown-version"));
  return value;
}

/* The items of a list, each with its number; one that is not what it should be goes
 * to refuse(error). */
const readAll = (list, read, refuse) => list.flatMap((item, i) => {
  try {
    return [read(item, i + 1)];
  } catch (error) {
    refuse(error);
    return [];
  }
});

function throwIt(error) {
  throw error;
}

/* Reads results as strictly as a stranger's file: {rows, games}. Throws a
 * StoreError, unless one of a row is to be refused. */
function parseFile(text, channel, refuse = throwIt) {
  const value = parseObject(text, "results");
  if (!fits(value, {loyd: isText, version: Number.isInteger, channel: isText,
    rows: Array.isArray, games: () => true}))
    throw new StoreError(words("file-without-rows"));
  if (value.channel !== channel)
    throw new StoreError(words("file-of-another-channel",
      {channel: value.channel.slice(0, 40), here: channel}));
  return {rows: readAll(value.rows, (row, n) => readRow(row, words("row", {n})), refuse),
    games: readPlayed(value.games === undefined ? [] : value.games)};
}

function printResults(rows, channel, games) {
  const sorted = [...rows].sort(byKey);
  return JSON.stringify({loyd: "results", version: VERSIONS.results, channel,
    rows: sorted.map(printRow), games: games && games.map(printPlayed)});
}

function mergeRow(here, there) {
  const isTheirs = there.own && !here.own;
  return {...there, ...here, own: here.own || there.own,
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

/* ---- games that led to results ---- */

const GAME = {...NAME, game: (text) => isText(text) && isRecord(text)};

/* A game {day, tier, id, text}. */
function readGame(value, where) {
  if (!fits(value, GAME))
    throw new StoreError(words("not-a-game", {where, why: words("game-not-one")}));
  const {date: day, tier, puzzle_id: id, game: text} = value;
  return {day, tier, id, text};
}

function readPlayed(list, refuse = throwIt) {
  if (!Array.isArray(list))
    throw new StoreError(words("file-without-games"));
  return readAll(list, (game, n) => readGame(game, words("nth-game", {n})), refuse);
}

const printPlayed = ({day, tier, id, text}) =>
  ({date: day, tier, puzzle_id: id, game: text});

/* The first games of two lists, as many as are kept. */
const mergePlayed = (ours, theirs) => [...new Map([...ours, ...theirs]
  .map((game) => [game.text, game])).values()].slice(0, PLAYED_MAX);

/* ---- storage ---- */

const TROUBLE = {
  refused: words("store-refused"),
  full: words("store-full"),
  newer: words("store-newer"),
  damaged: words("store-damaged"),
  crowded: words("store-crowded"),
};

/*
 * Texts under keys. Nothing is thrown: what cannot be kept is told once, by
 * `tell(sentence)`, and kept in memory.
 */
function openShelf(storage, tell) {
  const memory = new Map(), told = new Set();
  const shelf = {
    trouble(kind) {
      const isSaid = told.has(kind) || (kind === "crowded" && told.has("full"));
      if (!isSaid) tell(TROUBLE[kind]);
      told.add(kind);
    },
    /* What the text is in JSON; null if there is none. */
    parse(key) {
      try {
        return JSON.parse(shelf.read(key));
      } catch {
        return null;
      }
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
    /* Returns "", or what is in the way: "full" or "refused". */
    put(key, text) {
      try {
        storage.setItem(key, text);
        memory.delete(key);
        return "";
      } catch (error) {
        return /quota/i.test(error.name) ? "full" : "refused";
      }
    },
    write(key, text) {
      const trouble = shelf.put(key, text);
      if (trouble === "") return;
      memory.set(key, text);
      shelf.trouble(trouble);
    },
  };
  return shelf;
}

/* A list as text under a key. One of a later release stays as it is; of one that is
 * damaged a copy is set aside, and what is good stays. */
function openList(shelf, key, {read, print}) {
  let isForeign = false;
  return {
    read() {
      const text = isForeign ? null : shelf.read(key);
      let list = [], isDamaged = false;
      const refuse = (error) => {
        if (!(error instanceof StoreError)) throw error;
        isForeign = Boolean(error.isNewer);
        isDamaged = !isForeign;
      };
      try {
        if (text !== null) list = read(text, refuse);
      } catch (error) {
        refuse(error);
      }
      if (isForeign) shelf.trouble("newer");
      if (isDamaged) {
        shelf.trouble("damaged");
        shelf.put(`${key} damaged`, text);
        shelf.write(key, print(list));
      }
      return list;
    },
    /* Returns "", or what is in the way: see put() of the shelf. */
    put: (list) => isForeign ? "" : shelf.put(key, print(list)),
    write(list) {
      if (!isForeign) shelf.write(key, print(list));
    },
  };
}

/* The games of a channel; read when they are needed, not when a page opens. */
function openPlayed(shelf, channel, site) {
  const key = `loyd played ${site} ${channel}`;
  const kept = openList(shelf, key, {
    read: (text, refuse) => readPlayed(parseObject(text, "played").games, refuse),
    print: (games) => JSON.stringify({loyd: "played", version: VERSIONS.played,
      games: games.map(printPlayed)})});
  const list = kept.read;

  /* Where there is no room for all, the newest half is kept. */
  function save(games) {
    if (kept.put(games) !== "full" || games.length === 0) return;
    shelf.trouble("crowded");
    save(games.slice(0, games.length >> 1));
  }

  return {
    list,
    add: (game) => save(mergePlayed([game], list())),
    join: (games) => save(mergePlayed(list(), games)),
    /* Makes room for results. Returns false if there is nothing to give. */
    halve() {
      const games = list();
      if (games.length === 0) return false;
      shelf.trouble("crowded");
      return kept.put(games.slice(0, games.length >> 1)) === "";
    },
  };
}

/* The results of a channel; `site` tells apart the sites of one server. */
function openResults(shelf, channel, site) {
  const key = `loyd results ${site} ${channel}`;
  const kept = openList(shelf, key, {
    read: (text, refuse) => parseFile(text, channel, refuse).rows,
    print: (list) => printResults(list, channel)});
  const played = openPlayed(shelf, channel, site);
  let rows = [];

  /* Another tab may have written since; what it did not know is written again,
   * so two tabs that write at the same time lose nothing. */
  function load() {
    const stored = kept.read(), hasMore = rows.length > 0;
    rows = mergeResults(stored, rows).rows;
    if (hasMore && stored.length > 0 &&
        printResults(rows, channel) !== printResults(stored, channel)) save();
  }

  function save() {
    let trouble = kept.put(rows);
    while (trouble === "full" && played.halve()) trouble = kept.put(rows);
    if (trouble) kept.write(rows);
  }

  load();
  return {
    reload: load,
    rows: () => rows,
    find: (day, tier, id) => rows.find((row) => row.day === day &&
      row.tier === tier && (id === undefined || row.id === id)) || null,
    /* Adds {day, tier, id, own, size, par, result, game} and returns the row;
     * game is the text of its record, or "". */
    add({day, tier, id, own, size, par, result, game = ""}) {
      const row = {day, tier, id, own, size, par, first: result, best: result};
      load();
      const others = rows.filter((old) => keyOf(old) !== keyOf(row) ||
        old.id === id);
      rows = mergeResults(others, [row]).rows;
      save();
      if (game) played.add({day, tier, id, text: game});
      return rows.find((kept) => keyOf(kept) === keyOf(row));
    },
    /* The games, the newest first, each with its record as text. */
    games: played.list,
    streak: (days, today) => streakOf(rows, days, today),
    exportText() {
      load();
      return printResults(rows, channel, played.list());
    },
    /* Merges an exported file. Throws a StoreError, and changes nothing. */
    importText(text) {
      const theirs = parseFile(text, channel);
      load();
      const {rows: merged, ...count} = mergeResults(rows, theirs.rows);
      rows = merged;
      save();
      if (theirs.games.length > 0) played.join(theirs.games);
      return count;
    },
  };
}

/* ---- games that are not finished ---- */

/* Each game is {key, own} and what game.js saves, which judges it. */
function openGames(shelf, site) {
  const key = `loyd games ${site}`;

  /* What is damaged or of another version is forgotten: it is one game. */
  function list() {
    const {version, games} = shelf.parse(key) ?? {};
    return version === VERSIONS.games && Array.isArray(games) ? games.filter(Boolean) : [];
  }

  function write(games) {
    shelf.write(key, JSON.stringify({loyd: "games", version: VERSIONS.games,
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
  theme: ["auto", "light", "dark"],
  speed: ["normal", "slow", "fast", "off"],
  arrows: ["tile", "blank"],
  numbers: ["normal", "large", "small"],
  letters: ["on", "off"],
  picture: ["none", "own", "site"],
  labels: ["on", "off"],
  colours: ["one", "rows", "rings"],
  tint: ["off", "on"],
  send: ["ask", "yes", "no"],
};

function openSettings(shelf, site) {
  const key = `loyd settings ${site}`;
  const values = {}, stored = shelf.parse(key) ?? {};
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
