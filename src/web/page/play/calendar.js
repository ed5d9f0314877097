/* SPDX-License-Identifier: MIT */
/*
 * The days of a channel and what was solved of them. Pure logic.
 *
 * days.js of the site says which days there are:
 *
 *   {"first_date":"2026-01-01","last_date":"2026-01-17"}
 */

const DAY_LEAST = -719528; /* of the year 0 */

/* The number of a day, from 1970-01-01 as 0; NaN if there is no such day. */
function dayNumber(date) {
  const day = Date.parse(date) / DAY_MS;
  return day >= DAY_LEAST && dateOf(day) === date ? day : NaN;
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

/* days.js as numbers of days, {first, last}; null if there are none, or it is
 * not known. */
function readDays(value) {
  const first = dayNumber(value?.first_date), last = dayNumber(value?.last_date);
  return first <= last ? {first, last} : null;
}

/* The same from the text of days.js, which is one assignment. */
function parseDays(text) {
  try {
    return readDays(JSON.parse(/\{.*\}/s.exec(text)[0]));
  } catch {
    return null;
  }
}

/*
 * The streaks of days solved on their own day. The current one is over if a day
 * after it has passed: the newest day itself can still be solved. Where the days
 * are not known, the newest is today. If that is before the last one that was
 * solved, the clock was set back, and the streak stands.
 */
function streakOf(rows, days, today) {
  const own = rows.filter((row) => row.own).map((row) => dayNumber(row.day));
  const solved = [...new Set(own)].sort((a, b) => a - b);
  const newest = days ? days.last : dayNumber(today);
  let run = 0, longest = 0;

  solved.forEach((day, i) => {
    run = solved[i - 1] === day - 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return {current: solved.at(-1) < newest - 1 ? 0 : run, longest};
}

/* ---- what was solved ---- */

/* A result is as short as can be, or as the best solution known. */
const isShortest = (row) => row.par !== undefined && row.best.hints === 0 &&
  row.best.stm <= row.par;

/*
 * What calendars show of each day: "shortest" if any of its puzzles was solved
 * so, "solved", or "missed". No day is missed before the first that was played,
 * nor the newest one.
 */
function dayStates(rows, days) {
  const states = new Map();
  for (const row of rows)
    if (states.get(row.day) !== "shortest")
      states.set(row.day, isShortest(row) ? "shortest" : "solved");
  if (!days || rows.length === 0) return states;
  const first = Math.min(...rows.map((row) => dayNumber(row.day)));
  for (let day = Math.max(first, days.first); day < days.last; day++)
    if (!states.has(dateOf(day))) states.set(dateOf(day), "missed");
  return states;
}

/* The newest day before `date` of which nothing was solved, or null. */
function unsolvedBefore(rows, days, date) {
  const solved = new Set(rows.map((row) => row.day));
  if (!days) return null;
  for (let day = Math.min(dayNumber(date) - 1, days.last); day >= days.first;
    day--)
    if (!solved.has(dateOf(day))) return dateOf(day);
  return null;
}

/* Moves above the shortest, which are always even, in steps that a reader can
 * take in; the last bin has no end. */
const OVER_BINS = [[0, 0], [2, 2], [4, 4], [6, 8], [10, 16], [18, 32],
  [34, Infinity]];

/*
 * How many results without hints are in each bin of moves above the shortest:
 * [{from, to, n, isThis}]. `tier`: of this tier alone. The bin of the result
 * `of` is marked.
 */
function overBins(rows, {tier, of} = {}) {
  const binOf = (over) => OVER_BINS.findIndex(([, to]) => over <= to);
  const bins = OVER_BINS.map(([from, to]) => ({from, to, n: 0, isThis: false}));
  for (const row of rows) {
    if (row.par === undefined || row.best.hints > 0 ||
        (tier !== undefined && row.tier !== tier)) continue;
    const bin = bins[binOf(row.best.stm - row.par)];
    bin.n++;
    bin.isThis ||= row === of;
  }
  return bins;
}

/* Below how many games a result is, in per cent, and how many there are: {percent, n};
 * null if it is below none, or they are few. `lengths` is a list of [moves, games]. */
const GAMES_ENOUGH = 5;
function shorterThan(lengths, {stm}) {
  const sum = (list) => list.reduce((all, [, games]) => all + games, 0);
  const n = sum(lengths), percent = Math.floor(100 *
    sum(lengths.filter(([length]) => length > stm)) / n);
  return n >= GAMES_ENOUGH && percent > 0 ? {percent, n} : null;
}

/* The lengths of the player's other games of the size of a row. */
const othersOf = (rows, row) => rows.filter((other) => other !== row &&
  other.size === row.size && other.best.hints === 0).map(({best}) => [best.stm, 1]);

const medianOf = (list) => {
  const sorted = [...list].sort((a, b) => a - b), half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] :
    Math.round((sorted[half - 1] + sorted[half]) / 2);
};

/* Of each size the number of puzzles solved without hints, and the best and the
 * median time of their first results: [{size, n, best, median}]. */
function timesBySize(rows) {
  const bySize = new Map();
  for (const {size, first, best} of rows) {
    if (size === undefined || first.hints > 0) continue;
    const of = bySize.get(size) || {first: [], all: []};
    of.first.push(first.ms);
    of.all.push(first.ms, ...best.hints === 0 ? [best.ms] : []);
    bySize.set(size, of);
  }
  const cells = (size) => size.split("x").reduce((a, b) => a * b);
  return [...bySize].map(([size, {first, all}]) => ({size, n: first.length,
    best: Math.min(...all), median: medianOf(first)}))
    .sort((a, b) => cells(a.size) - cells(b.size) || (a.size < b.size ? -1 : 1));
}
