/* SPDX-License-Identifier: MIT */
/*
 * stats.html: figures and bars of what this browser keeps. Every bar has its
 * number in words; the bars themselves are for the eye.
 */
const titles = new Map();
const titleOf = (tier) => {
  const title = titles.get(tier) ?? tier;
  return oneLine(LEVELS[title] ?? title);
};

/* ---- figures ---- */

function figuresOf(rows) {
  const {current, longest} = app.streak();
  const days = new Set(rows.map((row) => row.day)).size;
  return makeFacts("dl.figures", [[words("days-solved"), days],
    [words("streak-now"), current], [words("streak-longest"), longest],
    [words("solved-as-shortest"), rows.filter(isShortest).length]]);
}

/* ---- bars ---- */

/* A bar whose parts are [share of the width, class], one over the other. */
function barOf(parts) {
  const bar = make("span.bar", {"aria-hidden": "true"});
  for (const [share, name] of parts) {
    const part = make("span", {className: name});
    part.style.width = `${100 * share}%`;
    bar.append(part);
  }
  return bar;
}

function rowOf(label, parts, text) {
  return make("li", make("span.label", label), " ",
    barOf(parts), " ", make("span.number", text));
}

function timeBars(rows) {
  const times = timesBySize(rows);
  const most = Math.max(1, ...times.map(({median}) => median));
  return make("ol.bars.times", ...times.map((of) =>
    rowOf(sizeText(of.size),
      [[of.median / most, "part"], [of.best / most, "best"]],
      words("best-and-median", {best: clockText(of.best),
        median: clockText(of.median), n: of.n}))));
}

/* ---- the page ---- */

/* The tiers, the one with the shortest solutions first. */
function tiersOf(rows) {
  const par = new Map();
  for (const row of rows)
    par.set(row.tier, Math.min(par.get(row.tier) ?? Infinity,
      row.par ?? Infinity));
  return [...par.keys()].sort((a, b) => par.get(a) - par.get(b));
}

/* Of several tiers one at a time is shown, or all. */
function overSection(rows) {
  const tiers = tiersOf(rows);
  const place = make("div"), buttons = [];
  const show = (tier, button) => {
    place.replaceChildren(spreadFigure(overBins(rows, {tier})));
    for (const other of buttons)
      other.setAttribute("aria-pressed", String(other === button));
  };
  for (const tier of tiers.length > 1 ? [undefined, ...tiers] : [])
    buttons.push(makeButton(tier === undefined ? words("all-tiers") :
      titleOf(tier), () => show(tier, buttons[1 + tiers.indexOf(tier)])));
  show(undefined, buttons[0]);
  return make("section", make("h2", words("above-the-shortest")),
    ...buttons.length > 0 ? [make("div.buttons.choice",
      ...buttons)] : [], place,
    make("p.day", words("without-hints")));
}

function timeSection(rows) {
  return make("section", make("h2", words("times-by-size")),
    timeBars(rows), make("p.day", words("first-times")));
}

/* The newest games, each with a link to its replay and analysis. */
const GAMES_SHOWN = 20;
async function listGames(place, games) {
  const list = make("ul.games");
  place.append(make("h2", words("your-games")), list);
  try {
    await app.core.worker();
  } catch ({message: why}) {
    list.replaceWith(make("p", words("games-not-listed", {why})));
  }
  for (const {day, text} of games) {
    const record = await app.core.game(text).catch(() => null);
    if (!record) continue; /* it is damaged, and the others are not */
    const {stm, ms} = replayRecord(record).result;
    list.append(make("li", make("a", {href: `${app.root}play.html#game=${text}`},
      words("game-of-day", {day: dateText(day, "long"), moves: movesText(stm),
        time: clockText(ms)}))));
  }
}

function showStats(place) {
  const rows = app.results.rows();
  const parts = [figuresOf(rows)];
  if (rows.length === 0)
    parts.push(make("p.task", words("nothing-solved")));
  if (rows.some((row) => row.par !== undefined)) parts.push(overSection(rows));
  if (rows.some((row) => row.size !== undefined)) parts.push(timeSection(rows));
  const games = app.results.games().slice(0, GAMES_SHOWN);
  if (games.length > 0) {
    parts.push(make("section"));
    listGames(parts.at(-1), games);
  }
  place.replaceChildren(...parts);
}

/* The titles of tiers are in the index of days; without it their names are shown. */
async function findTitles() {
  const answer = await fetch(`${app.root}daily/index.json`, {cache: "no-cache"})
    .catch(() => null);
  if (!answer?.ok) return;
  for (const {puzzles = []} of (await answer.json()).days)
    for (const {tier, title} of puzzles) titles.set(tier, title);
  app.refresh();
}

const statsPlace = document.querySelector(".stats");
if (statsPlace && app.results) {
  const panel = resultsPanel(app);
  statsPlace.hidden = false;
  app.refreshers.push(() => showStats(statsPlace));
  document.getElementById("main").append(
    make("div.extras.panels", panel));
  app.refresh();
  if (location.protocol.startsWith("http")) findTitles();
}
