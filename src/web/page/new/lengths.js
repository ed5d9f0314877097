/* SPDX-License-Identifier: MIT */
/*
 * The lengths that play.html offers for a size and goal, and what a recipe says
 * to draw them. Pure logic; the bands are the core's.
 *
 * A choice is {low, high, band, method, target}: up to 16 cells, and beyond for
 * short ones, every board drawn has a proven length of low..high. Other choices
 * have isAbout: estimated by the band's sample (high: null where it is open), or
 * of about `low` moves, by a walk (isWalk), whose length nobody has proven.
 */
const LENGTH_LEAST = 8;
const LENGTH_CUTS = [20, 30, 40, 60, 80];
const PROVEN_CUTS = [[LENGTH_LEAST, 20], [21, 30]]; /* beyond 16 cells */
const ABOUT_LENGTHS = [50, 100, 200];
const NARROWEST = 5; /* what is left of a band is no choice for itself */

/* Walks to and fro get away from the goal with the square of their length. */
const walkSteps = (high) => Math.max(3 * high, Math.ceil(high * high / 6));

/* A walk meets short ones more evenly than a uniform draw, of which nearly all
 * are as long as the range allows. */
const byWalk = (low, high, band) => ({low, high, band,
  method: `:walk:${walkSteps(high)}`, target: `,stm=${low}..${high}`});

/* The easiest band, in pieces. */
function easyChoices({name, high}) {
  const cuts = LENGTH_CUTS.filter((cut) => cut + NARROWEST <= high);
  const ends = [...cuts, high];
  return ends.map((end, i) =>
    byWalk(i === 0 ? LENGTH_LEAST : ends[i - 1] + 1, end, name))
    .filter((choice) => choice.low <= choice.high);
}

function exactChoices(bands) {
  const [easy, ...others] = bands.filter(({low, high}) => low <= high);
  if (!easy) return [];
  return [...easyChoices(easy), ...others
    .filter(({high}) => high >= LENGTH_LEAST)
    .map(({name, low, high}) => {
      const least = Math.max(low, LENGTH_LEAST);
      return {low: least, high, band: name, method: "",
        target: `,stm=${least}..${high}`};
    })];
}

/* Uniform boards of n cells take nearly n^1.5 moves; a walk stays below. */
function largeChoices(cells, bands) {
  const [easy, ...others] = bands.filter(({mlcLow}) => mlcLow > 0);
  const bandOf = (length) => easy && length < easy.high ? easy.name : "";
  return [...PROVEN_CUTS.map(([low, high]) => byWalk(low, high, bandOf(high))),
    ...ABOUT_LENGTHS.filter((length) => length < 0.43 * cells ** 1.5)
      .map((low) => ({low, high: low, band: bandOf(low), isAbout: true,
        isWalk: true, method: "", target: ""})),
    ...others.map(({name, low, high, mlcLow, mlcHigh}, i) => ({low,
      high: i === others.length - 1 ? null : high, band: name, isAbout: true,
      method: "", target: `,mlc=${mlcLow}..${mlcHigh}`}))];
}

/* A goal that is drawn is of one class among several: no bands for it. */
function lengthChoices(cells, bands, isGoalDrawn) {
  const choices = cells <= PROVEN_CELLS ? exactChoices(bands) :
    largeChoices(cells, isGoalDrawn ? [] : bands);
  return isGoalDrawn ? choices.map((choice) => ({...choice, band: ""})) :
    choices;
}

function choiceText({low, high, band, isAbout}) {
  const values = {low, high, band: band && LEVELS[band]};
  const text = high === null ? words("about-and-more", values) :
    isAbout ? low === high ? words("about-n-moves", values) :
      words("about-a-to-b", values) :
      low === high ? movesText(low) : words("a-to-b-moves", values);
  return band ? words("moves-of-band", {...values, text}) : text;
}

/* ---- boards of about a length ---- */

/* Rows and columns between each tile and its place, in all. */
function taxicab(start, goal) {
  const {width} = start, place = new Map(goal.cells.map((label, at) =>
    [label, at]));
  return start.cells.reduce((sum, label, at) => {
    const to = place.get(label);
    return label === 0 ? sum : sum + Math.abs(at % width - to % width) +
      Math.abs(Math.floor(at / width) - Math.floor(to / width));
  }, 0);
}

/* What a board of a walk takes, by the means of 5x5 to 10x10. */
const takesAbout = (far) => far * (1.15 + far / 230);

/*
 * Looks for the walk: draw(steps, at) draws one. Of the first boards that are
 * near, the first; if none is, the nearest.
 */
async function walkOfAbout(length, draw) {
  let steps = 2 * length, best = null;
  for (let at = 0; at < 60; at++) {
    const puzzle = await draw(Math.min(65535, Math.round(steps)), at);
    const takes = takesAbout(taxicab(readBoard(puzzle.start),
      readBoard(puzzle.goal)));
    const off = Math.abs(takes - length) / length;
    if (!best || off < best.off) best = {puzzle, off};
    if (off < 0.1) break;
    steps *= Math.min(1.5, Math.max(0.8, length / (takes + 1)));
  }
  return best.puzzle;
}

/* ---- recipes ---- */

/* The parts of a recipe that the form has fields for, or null. */
function partsOf(recipe) {
  const found = new RegExp("^([0-9]+x[0-9]+)/([^~]*)~g1" +
    "((?::[a-z]+(?::[0-9]+)?)?)((?:,[a-z]+=[0-9.]+)?)~(.*)~([0-9]+)$", "s")
    .exec(recipe);
  if (!found) return null;
  const [, size, layout, method, target, seed, index] = found;
  return {size, layout, method, target, seed, index};
}
