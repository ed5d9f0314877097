/* SPDX-License-Identifier: MIT */
/*
 * What a player shares: the text of a result, without a spoiler, and boards
 * that travel in the fragment of a link. Pure logic.
 *
 * A fragment is one of
 *
 *   #board=START         the goal is 1, 2, 3, ... with the blank last
 *   #board=START~GOAL
 *   #recipe=RECIPE
 *   #game=RECORD         a game, see record.js
 *
 * START and GOAL are written as boards are, with `.` in place of each space:
 * `#board=1.2.3/4.5.6/7.0.8`. A recipe is percent-encoded where needed.
 */
const FRAGMENT_MAX = 8192; /* two boards of 15x15 need under 1,700 */

/* Text from a page on one line, whatever it contains. */
function oneLine(text) {
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g,
    " ").trim();
}

/* 0:07, 12:34, 1:02:03. Parts of a second are dropped. */
function clockText(ms) {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return (hours > 0 ? `${hours}:${two(minutes)}` : String(minutes)) +
    `:${two(seconds % 60)}`;
}

const movesText = (n) => n === 1 ? words("one-move") :
  words("n-moves", {n});
const hintsText = (n) => n === 1 ? words("one-hint") :
  words("n-hints", {n});

/*
 * How a number of moves compares with par, as the end of a sentence: par is
 * the shortest solution where that is proven, else the best one known.
 */
function parText(stm, par) {
  const over = stm - par.stm;
  if (par.proven)
    return over > 0 ? words("over-shortest", {n: over}) :
      over < 0 ? words("under-shortest", {n: -over}) : words("is-shortest");
  return over > 0 ? words("over-best-known", {n: over}) :
    over < 0 ? words("under-best-known", {n: -over}) : words("is-best-known");
}

/* How near to the shortest a result is: 0 for as short as can be, then within 10,
 * 25 and 50 %, 4 for more or with hints. */
function stepOf(result, par) {
  if (result.hints > 0) return 4;
  const over = par ? (result.stm - par.stm) / par.stm : 0;
  const step = [0, 0.1, 0.25, 0.5].findIndex((most) => over <= most);
  return step < 0 ? 4 : step;
}

/* One for each step, and for what is not solved. */
const SYMBOLS = ["\u{1f7e9}", "\u{1f7e8}", "\u{1f7e7}", "\u{1f7e5}", "\u{1f7ea}"];
const UNSOLVED = "\u2b1c";

/* The moves over the shortest of a tier that may be solved. */
function overText({par, result}) {
  if (!result || !par) return result ? String(result.stm) : "\u2013";
  const over = result.stm - par.stm;
  return `${over < 0 ? "\u2212" : "+"}${Math.abs(over)}`;
}

/*
 * The text of a result: a line for the day, one for all tiers, and the address.
 * Each item of `tiers` is {par, result}: par is null where it is not known, and
 * result is {stm, ms, hints}, or null if the puzzle is not solved.
 */
function shareText({title, day, streak, url, tiers}) {
  const dot = " \u00b7 ", solved = tiers.map(({result}) => result).filter(Boolean);
  const sum = (name) => solved.reduce((all, result) => all + result[name], 0);
  const first = [oneLine(title), day ? words("shared-day", {day}) : "",
    streak > 1 ? words("shared-streak", {n: streak}) : ""];
  const second = [tiers.map((tier) => (tier.result ?
    SYMBOLS[stepOf(tier.result, tier.par)] : UNSOLVED) +
    (tiers.length > 1 ? overText(tier) : "")).join(" "), ...tiers.length > 1 ? [] : solved.map(({stm}) =>
    tiers[0].par ? words("shared-moves", {moves: movesText(stm),
      par: parText(stm, tiers[0].par)}) : movesText(stm)),
  clockText(sum("ms")), sum("hints") > 0 ? hintsText(sum("hints")) : ""];
  return [first, second, [oneLine(url)]].map((line) =>
    line.filter(Boolean).join(dot)).filter(Boolean).join("\n");
}

/* ---- boards in links ---- */

const dotted = (board) => boardText(board).replace(/ /g, ".");

function boardFragment(start, goal) {
  const isRows = sameBoard(goal, rowsGoal(goal.width, goal.height));
  return `#board=${dotted(start)}${isRows ? "" : `~${dotted(goal)}`}`;
}

function recipeFragment(recipe) {
  return `#recipe=${encodeURIComponent(recipe).replace(/%2F/g, "/")
    .replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%3D/g, "=")
    .replace(/%40/g, "@")}`;
}

/*
 * Reads a fragment: {start, goal} as boards, {recipe}, {game}, {problem} with a
 * sentence, or null if it is something else (empty, or the id of a heading).
 */
function parseFragment(hash) {
  if (hash.startsWith("#game=")) return {game: hash.slice(6)};
  const found = /^#(board|recipe)=/.exec(hash);
  if (!found) return null;
  if (hash.length > FRAGMENT_MAX)
    return {problem: words("link-too-long")};
  let text;
  try {
    text = decodeURIComponent(hash.slice(found[0].length));
  } catch {
    return {problem: words("link-damaged")};
  }
  if (found[1] === "recipe")
    return text ? {recipe: text} : {problem: words("link-without-recipe")};
  const [start, goal, ...more] = text.split("~").map((board) =>
    readBoard(board.replace(/[.+]/g, " ")));
  const pair = {start, goal: goal === undefined && start ?
    rowsGoal(start.width, start.height) : goal};
  return start && pair.goal && more.length === 0 && isPair(start, pair.goal) ?
    pair : {problem: words("link-without-board")};
}
