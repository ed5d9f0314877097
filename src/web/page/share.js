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

const movesText = (n) => `${n} ${n === 1 ? "move" : "moves"}`;
const hintsText = (n) => `${n} ${n === 1 ? "hint" : "hints"}`;

/*
 * How a number of moves compares with par, as the end of a sentence: par is
 * the shortest solution where that is proven, else the best one known.
 */
function parText(stm, par) {
  const over = stm - par.stm;
  const what = par.proven ? "the shortest" : "the best known";
  if (over > 0) return `${over} over ${what}`;
  if (over === 0) return par.proven ? "exactly the shortest" : "the best known";
  return par.proven ? `${-over} under ${what}` : `${-over} better than ${what}`;
}

function parLabel(par) {
  return `${par.proven ? "shortest" : "best known"}: ${par.stm}`;
}

/*
 * The text of a result in one or two lines. Each item of `tiers` is {tier,
 * par, result}: par is null where it is not known, and result is {stm, ms,
 * hints}, or null if the puzzle is not solved.
 */
function shareText({title, day, streak, url, tiers}) {
  const first = [oneLine(title), day ? `day ${day}` : "",
    streak > 1 ? `streak ${streak}` : ""].filter(Boolean).join(" \u00b7 ");
  const line = tiers.map(({tier, par, result}) => {
    const name = tier ? `${oneLine(tier)} ` : "";
    if (!result) return `${name}\u2013`;
    const hints = result.hints > 0 ? `, ${hintsText(result.hints)}` : "";
    const time = clockText(result.ms);
    if (tiers.length === 1)
      return `${name}${movesText(result.stm)}${
        par ? `, ${parText(result.stm, par)},` : ""} in ${time}${hints}`;
    const over = par && result.stm - par.stm;
    return `${name}${result.stm}${par ? ` (${over < 0 ? "\u2212" : "+"}${
      Math.abs(over)})` : ""} in ${time}${hints}`;
  }).join(" \u00b7 ");
  return `${first}\n${line}${url ? ` ${oneLine(url)}` : ""}`;
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
 * Reads a fragment: {start, goal} as boards, {recipe}, {problem} with a
 * sentence, or null if it is none of ours (empty, or the id of a heading).
 */
function parseFragment(hash) {
  const found = /^#(board|recipe)=/.exec(hash);
  if (!found) return null;
  if (hash.length > FRAGMENT_MAX)
    return {problem: "The link is too long to hold a board."};
  let text;
  try {
    text = decodeURIComponent(hash.slice(found[0].length));
  } catch {
    return {problem: "The link is damaged: it has a broken % sign."};
  }
  if (found[1] === "recipe")
    return text ? {recipe: text} : {problem: "The link has no recipe."};
  const boards = text.split("~");
  try {
    if (boards.length > 2)
      throw new BoardError("more than a start and a goal");
    const [start, goal] = boards.map((board) =>
      parseBoardText(board.replace(/[.+]/g, " ")));
    const pair = {start, goal: goal || rowsGoal(start.width, start.height)};
    checkPair(pair.start, pair.goal);
    return pair;
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    return {problem: `The link holds no board: ${error.message}.`};
  }
}
