/* SPDX-License-Identifier: MIT */
/*
 * train.html: boards of one size in a series with averages of 5, 12 and 50, as many
 * 3x3 as possible in three minutes, and a relay from 2x2 to 5x5. Boards follow one
 * another without a card.
 *
 * What is kept is one text under one key, the newest run last:
 *
 *   {"loyd":"training","version":1,"open":OPEN,"since":TIME,"runs":[RUN, ...]}
 *   {"kind":"sprint","at":TIME,"n":12}
 *   {"kind":"relay","at":TIME,"ms":95300}
 *   {"kind":"series","size":"4x4","at":TIME,"ms":31200,"stm":84,
 *    "board":"1 2 ...","rows":[9100, ...]}
 *
 * TIME is in milliseconds since 1970; at is the end. A run of a series is one board,
 * with the time at which each row of the goal was complete. OPEN is what goes on
 * after a reload: {kind, size, n, ms, board}. The session began at `since`.
 */
const RUNS_MAX = 1000;
const SPRINT_MS = 180000;
const PAUSE_MS = 250; /* the solved board is seen */
const RELAY_SIDES = [2, 3, 4, 5];
const AVERAGES = [5, 12, 50];
const TRAIN_SIZES = ["2x2", "3x3", "4x3", "4x4", "5x5", "6x6", "8x8", "10x10"];
const RUN_LIMITS = {sprint: {n: 10000}, relay: {ms: 1e9},
  series: {ms: 1e9, stm: 100000}};

/* ---- times ---- */

/* The mean without the best and the worst, of the last n; null if there are fewer. */
function averageOf(times, n) {
  if (times.length < n) return null;
  const last = times.slice(-n).sort((a, b) => a - b).slice(1, -1);
  return last.reduce((sum, ms) => sum + ms, 0) / last.length;
}

/* The best of these averages that the times have; null if there is none. */
function bestAverage(times, n) {
  const all = times.map((_, i) => averageOf(times.slice(0, i + 1), n))
    .filter((ms) => ms !== null);
  return all.length > 0 ? Math.min(...all) : null;
}

/* When the first rows of the goal were complete for the first time, one time for
 * each row; `slides` have `at`. */
function rowTimes(start, goal, slides) {
  const board = copyBoard(start), times = [], {width, height} = goal;
  const isDone = (row) => goal.cells.slice(0, (row + 1) * width)
    .every((label, cell) => board.cells[cell] === label);
  for (const slide of slides) {
    moveTiles(board, slide);
    while (times.length < height && isDone(times.length)) times.push(slide.at);
  }
  return times;
}

/* Minutes, seconds and milliseconds. */
const timeText = (ms) => `${Math.floor(ms / 60000)}:${
  numberText(Math.floor(ms) % 60000 / 1000, 3, 2)}`;

const speedText = ({ms, stm}) => words("moves-a-second",
  {n: numberText(1000 * stm / Math.max(ms, 1), 2)});

/* ---- what is kept ---- */

function isRun(run) {
  const limits = run && Object.hasOwn(RUN_LIMITS, run.kind) &&
    RUN_LIMITS[run.kind];
  return Boolean(limits) && isCount(run.at, RECORD_BEGAN_MAX) &&
    Object.entries(limits).every(([name, most]) => isCount(run[name], most)) &&
    (run.kind !== "series" || /^[1-9][0-9]?x[1-9][0-9]?$/.test(run.size));
}

/* Another tab may have written since, so each reading is a fresh one. Runs that are
 * damaged are left out; a text of a later release stays as it is. */
function openRuns(shelf, site) {
  const key = `loyd training ${site}`;

  function read() {
    const found = shelf.parse(key);
    return {...found, runs: Array.isArray(found?.runs) ? found.runs.filter(isRun) : []};
  }

  return {
    read,
    write(change) {
      const found = read();
      if (!(found.version > 1))
        shelf.write(key, JSON.stringify({loyd: "training", version: 1, ...found,
          ...change(found)}));
    },
    add(run) {
      this.write(({runs}) => ({runs: [...runs, run].slice(-RUNS_MAX)}));
    },
  };
}

/* A line for each board of the series and each other run, as spreadsheets read it. */
function runsAsCsv(runs) {
  const columns = ["at", "kind", "size", "ms", "stm", "n", "board", "rows"];
  return [columns, ...runs.map((run) => columns.map((name) => name === "at" ?
    new Date(run.at).toISOString() : [run[name] ?? ""].flat().join(" ")))]
    .map((line) => `${line.join(",")}\n`).join("");
}

/* ---- kinds ---- */

/* For each kind: the size of board n, whether the run is over, and what is kept of
 * it and said of it at the end. */
const KINDS = {
  series: {name: words("series"), about: words("series-about"),
    size: (n, size) => size.split("x").map(Number), isOver: () => false},
  sprint: {name: words("three-minutes"), about: words("three-minutes-about"),
    size: () => [3, 3], isOver: (n, ms) => ms >= SPRINT_MS,
    kept: ({n}) => ({n}), said: ({n}) => words("sprint-result", {n}),
    best: (runs) => Math.max(...runs.map(({n}) => n))},
  relay: {name: words("relay"), about: words("relay-about"),
    size: (n) => [RELAY_SIDES[n], RELAY_SIDES[n]],
    isOver: (n) => n === RELAY_SIDES.length,
    kept: ({ms}) => ({ms}), said: ({ms}) => words("relay-result", {time: timeText(ms)}),
    best: (runs) => timeText(Math.min(...runs.map(({ms}) => ms)))},
};

/* ---- the page ---- */

function openTraining(section) {
  const runs = openRuns(app.shelf, app.site), names = Object.keys(KINDS);
  const clock = make("span.training-clock", {role: "timer"});
  const said = make("span");
  const again = makeButton(words("play-again"), () => begin({}), {className: "main-button"});
  const sizes = makeSelect(Object.fromEntries(TRAIN_SIZES.map((size) =>
    [size, sizeText(size)])), "4x4", (size) => begin({size}));
  const kinds = makeSelect(Object.fromEntries(names.map((kind) =>
    [kind, KINDS[kind].name])), "series", (kind) => begin({kind}));
  const bar = make("div.training", make("div", kinds, sizes),
    make("p", clock, " ", said), again);
  const about = section.querySelector(".about");
  let run = null, game = null, timer = 0;

  const ms = () => Math.floor(run.ms + (run.began === null ? 0 :
    (run.ended ?? performance.now()) - run.began));
  const keep = () => runs.write(() => ({open: run.ended === null ? {kind: run.kind,
    size: run.size, n: run.n, ms: ms(), board: boardText(game.start)} : undefined}));

  /* Shows the next board, or one that was there before. */
  function next(board) {
    const [width, height] = KINDS[run.kind].size(run.n, run.size);
    const goal = rowsGoal(width, height), start = board || drawHere(goal, false);
    const info = {hints: "no"};
    section.hidden = false;
    if (game) game.load(start, goal, info);
    else (game = startGame(app, section, {start, goal, info})).on("begin", startClock);
    section.querySelector(".goal").replaceWith(goalFigure(goal));
    keep();
    show();
    game.view.board.focus({preventScroll: true});
  }

  /* The clock of a run begins with its first move. */
  function startClock() {
    if (run.began !== null || run.ended !== null) return;
    run.began = performance.now();
    timer = setInterval(tick, 50);
  }

  function begin(wanted) {
    clearInterval(timer);
    run = {kind: run?.kind, size: run?.size, n: 0, ms: 0, ...wanted, began: null,
      ended: null};
    if (game) app.saves.forget(boardFragment(game.start, game.goal));
    next();
    fill();
  }

  function end() {
    const {kept, said: tell} = KINDS[run.kind];
    clearInterval(timer);
    run.ended = performance.now();
    const result = {n: run.n, ms: ms()};
    if (run.n > 0) runs.add({kind: run.kind, at: Date.now(), ...kept(result)});
    app.say(tell(result));
    keep();
    show();
    fill();
  }

  function tick() {
    if (KINDS[run.kind].isOver(run.n, ms())) end();
    else show();
  }

  function show() {
    const {kind, n, ended} = run;
    setText(clock, timeText(kind === "series" ? game.ms :
      kind === "sprint" ? Math.max(0, SPRINT_MS - ms()) : ms()));
    setText(said, ended !== null ? KINDS[kind].said({n, ms: ms()}) :
      kind === "series" ? "" : words("n-solved", {n}));
    again.hidden = ended === null;
    sizes.hidden = kind !== "series";
    sizes.value = run.size;
    kinds.value = kind;
  }

  function solved(_, {ms: time, stm}) {
    if (run.ended !== null) return true;
    if (!KINDS[run.kind].isOver(run.n, ms())) run.n++;
    if (run.kind === "series")
      runs.add({kind: "series", size: run.size, at: Date.now(), ms: time, stm,
        board: boardText(game.start),
        rows: rowTimes(game.start, game.goal, game.moves)});
    if (KINDS[run.kind].isOver(run.n, ms())) end();
    else {
      const mine = run;
      setTimeout(() => { if (run === mine && run.ended === null) next(); }, PAUSE_MS);
      fill();
    }
    return true;
  }

  /* ---- what was solved ---- */

  const figures = (list) => makeFacts("dl.numbers", list);

  function item(one) {
    return make("li", make("details", make("summary",
      make("b", timeText(one.ms)), ` \u00b7 ${movesText(one.stm)} \u00b7 ${speedText(one)}`),
    ...one.rows?.length > 0 ? [make("p", words("times-by-row",
      {rows: one.rows.map(timeText).join(", ")}))] : [],
    ...one.board ? [make("p", make("a", {href: `play.html#board=${
      one.board.replace(/ /g, ".")}`}, words("play-this-board")))] : []));
  }

  function fill() {
    const {runs: all, since = 0} = runs.read(), {kind, size} = run;
    const mine = all.filter((one) => one.kind === kind &&
      (kind !== "series" || one.size === size));
    const now = mine.filter(({at}) => at >= since);
    const tell = (times, of) => figures([[words("best-time"), Math.min(...times)],
      ...AVERAGES.map((n) => [words("average-of", {n}), of(times, n)])]
      .filter(([, ms]) => ms !== null && ms < Infinity)
      .map(([name, ms]) => [name, timeText(ms)]));
    const parts = [make("p.task", KINDS[kind].about)];
    if (kind !== "series") {
      if (mine.length > 0)
        parts.push(figures([[words("best-time"), KINDS[kind].best(mine)]]));
    } else if (mine.length > 0) {
      parts.push(make("h2", words("session")),
        tell(now.map((one) => one.ms), averageOf),
        make("ol.session", {reversed: true},
          ...[...now].reverse().map(item)),
        make("h2", words("best-times")),
        tell(mine.map((one) => one.ms), bestAverage));
    }
    if (all.length > 0)
      parts.push(make("div.buttons",
        makeButton(words("new-session"), () => {
          runs.write(() => ({since: Date.now()}));
          fill();
        }), makeButton(words("save-csv"), () => saveFile("training.csv",
          new Blob([runsAsCsv(runs.read().runs)], {type: "text/csv"})))));
    about.replaceChildren(...parts);
  }

  kinds.setAttribute("aria-label", words("training"));
  sizes.setAttribute("aria-label", words("size"));
  section.before(bar);
  app.training = {solved};
  addEventListener("pagehide", () => { if (run.ended === null) keep(); });
  const {open} = runs.read(), board = open && readBoard(String(open.board));
  run = {kind: "series", size: "4x4", n: 0, ms: 0, began: null, ended: null};
  if (board && Object.hasOwn(KINDS, open.kind) && TRAIN_SIZES.includes(open.size) &&
      isCount(open.n, 10000) && isCount(open.ms, 1e9)) {
    Object.assign(run, {kind: open.kind, size: open.size, n: open.n, ms: open.ms});
    next(board);
  } else next();
  fill();
}

{
  const section = globalThis.document?.querySelector("section.trained");
  if (section) openTraining(section);
}
