/* SPDX-License-Identifier: MIT */
/*
 * Training on play.html: as many 3x3 as possible in three minutes, a relay from
 * 2x2 to 5x5, and series of one size with averages of 5 and 12. Boards follow one
 * another without a card; a board that was solved with hints does not count.
 *
 * What is kept is one text under one key, the newest last:
 *
 *   {"loyd":"training","version":1,"runs":[RUN, ...]}
 *   {"kind":"sprint","at":1790000000000,"n":12}
 *   {"kind":"relay","at":1790000000000,"ms":95300}
 *   {"kind":"series","size":"4x4","at":1790000000000,"ms":31200,"stm":84}
 *
 * at: when it ended, in milliseconds since 1970. A run of a series is one board.
 */
const RUNS_MAX = 1000;
const SPRINT_MS = 180000;
const PAUSE_MS = 250; /* the solved board is seen */
const RELAY_SIDES = [2, 3, 4, 5];
const RUN_LIMITS = {sprint: {n: 10000}, relay: {ms: 1e9},
  series: {ms: 1e9, stm: 100000}};

/* ---- times ---- */

/* The mean without the best and the worst, of the last n; null if there are
 * fewer. */
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

/* Minutes, seconds and a tenth. */
function tenthsText(ms) {
  const tenths = Math.floor(ms / 100);
  const minutes = Math.floor(tenths / 600);
  return `${minutes}:${new Intl.NumberFormat(document.documentElement.lang,
    {minimumIntegerDigits: 2, minimumFractionDigits: 1}).format(
    (tenths - 600 * minutes) / 10)}`;
}

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
    let found = null;
    try {
      found = JSON.parse(shelf.read(key) || "{}");
    } catch {
      found = {};
    }
    return {isNewer: found?.version > 1,
      runs: Array.isArray(found?.runs) ? found.runs.filter(isRun) : []};
  }

  return {
    list: () => read().runs,
    add(run) {
      const {isNewer, runs} = read();
      if (!isNewer)
        shelf.write(key, JSON.stringify({loyd: "training", version: 1,
          runs: [...runs, run].slice(-RUNS_MAX)}));
    },
  };
}

/* ---- kinds ---- */

/*
 * For each kind: the size of board n, whether the run is over after n boards, what
 * is kept of a board or of the run, and the sentences of its results.
 */
const KINDS = {
  sprint: {
    name: words("three-minutes"), about: words("three-minutes-about"),
    size: () => [3, 3], isOver: (n, ms) => ms >= SPRINT_MS,
    run: ({n}) => ({n}), clock: (ms) => Math.max(0, SPRINT_MS - ms),
    said: ({n}) => words("sprint-result", {n}),
    best: (runs) => runs.length > 0 && words("training-best",
      {best: Math.max(...runs.map(({n}) => n))}),
  },
  relay: {
    name: words("relay"), about: words("relay-about"),
    size: (n) => [RELAY_SIDES[n], RELAY_SIDES[n]],
    isOver: (n) => n === RELAY_SIDES.length,
    run: ({ms}) => ({ms: Math.floor(ms)}), clock: (ms) => ms,
    said: ({ms}) => words("relay-result", {time: tenthsText(ms)}),
    best: (runs) => runs.length > 0 && words("training-best",
      {best: tenthsText(Math.min(...runs.map(({ms}) => ms)))}),
  },
  series: {
    name: words("series"), about: words("series-about"),
    size: (_, size) => size, isOver: () => false,
    clock: (ms) => ms, said: () => "",
    best: (runs) => [["best-time", (times) => Math.min(...times)],
      ["average-of-5", (times) => bestAverage(times, 5)],
      ["average-of-12", (times) => bestAverage(times, 12)]]
      .map(([key, of]) => [key, of(runs.map(({ms}) => ms))])
      .filter(([, ms]) => ms !== null && ms < Infinity)
      .map(([key, ms]) => `${TRAINING_FIGURES[key]} ${tenthsText(ms)}`)
      .join(" \u00b7 "),
  },
};

const TRAINING_FIGURES = {"best-time": words("best-time"),
  "average-of-5": words("average-of-5"),
  "average-of-12": words("average-of-12")};

/* ---- a run ---- */

/*
 * `page`: {current, train(start, goal)} of the page; `runs`: openRuns; `now()`
 * counts milliseconds. `show(run)` is called after each change and, while the
 * clock runs, ten times a second.
 */
function openTraining(page, runs, show, now = () => performance.now(),
  date = () => Date.now()) {
  let run = null, timer = 0;

  const ms = () => run.began === null ? 0 :
    (run.ended ?? now()) - run.began;

  function next() {
    const [width, height] = run.kind.size(run.n, run.size);
    const goal = rowsGoal(width, height);
    page.train({start: drawHere(goal, false), goal});
    page.current().view.board.focus({preventScroll: true});
  }

  function end() {
    clearInterval(timer);
    run.ended = now();
    if (run.kind.run && (run.n > 0 || run.kind === KINDS.relay))
      runs.add({kind: run.name, at: date(), ...run.kind.run({n: run.n,
        ms: ms()})});
    show(run);
  }

  function tick() {
    if (run.name === "sprint" && run.kind.isOver(run.n, ms())) end();
    else show(run);
  }

  return {
    ms,
    start(name, size) {
      clearInterval(timer);
      run = {name, kind: KINDS[name], size, n: 0, began: null, ended: null,
        times: [], rows: []};
      next();
      show(run);
    },
    /* The clock begins with the first move. */
    began() {
      if (!run || run.began !== null || run.ended !== null) return;
      run.began = now();
      timer = setInterval(tick, 100);
    },
    /* Returns whether the board belongs to a run, so that there is no card. */
    solved(game, {ms: time, stm, hints}) {
      if (!run || run.ended !== null || run.began === null) return false;
      const over = run.kind.isOver(run.n, ms());
      if (hints === 0 && !over) {
        run.n++;
        run.times.push(time);
        run.rows = rowTimes(game.start, game.goal, game.moves);
        if (run.name === "series")
          runs.add({kind: "series", size: `${game.width}x${game.height}`,
            at: date(), ms: time, stm});
      }
      if (over || run.kind.isOver(run.n, ms())) end();
      else {
        const mine = run;
        setTimeout(() => {
          if (run === mine && run.ended === null) next();
        }, PAUSE_MS);
      }
      show(run);
      return true;
    },
    stop() {
      clearInterval(timer);
      run = null;
    },
    get run() {
      return run;
    },
  };
}

/* ---- what is shown ---- */

function trainingPanel(app, page) {
  const runs = openRuns(app.shelf, app.site);
  const clock = make("span", {className: "training-clock"});
  const said = make("span", {}), rows = make("p", {className: "said"});
  const stop = makeButton(words("stop-training"), () => leave());
  const again = makeButton(words("play-again"), () => begin(training.run.name),
    {className: "main-button"});
  const bar = make("div", {className: "training", hidden: true},
    make("p", {}, clock, " ", said), make("div", {className: "buttons"}, again, stop),
    rows);
  const list = make("dl", {className: "trainings"});
  const panel = makePanel(words("training"), list);
  const training = openTraining(page, runs, show);

  function begin(name) {
    const {width, height} = page.current();
    panel.details.open = false;
    bar.hidden = false;
    training.start(name, [width, height]);
    for (const part of [page.current().view.board, bar])
      part.scrollIntoView({block: "nearest"});
  }

  function leave() {
    training.stop();
    bar.hidden = true;
    page.current().view.board.focus();
  }

  function show(run) {
    const {kind, times, ended} = run, ms = training.ms();
    const last = times[times.length - 1];
    setText(clock, tenthsText(kind.clock(ms)));
    setText(said, ended !== null ? kind.said({n: run.n, ms}) :
      run.began === null ? words("training-begins", {name: kind.name}) :
        [words("n-solved", {n: run.n}), ...run.name !== "series" ? [] :
          [5, 12].map((n) => [n, averageOf(times, n)])
            .filter(([, average]) => average !== null)
            .map(([n, average]) => `${TRAINING_FIGURES[`average-of-${n}`]} ${
              tenthsText(average)}`)].join(" \u00b7 "));
    setText(rows, last === undefined ? "" : words("times-by-row",
      {time: tenthsText(last), rows: run.rows.map(tenthsText).join(", ")}));
    again.hidden = ended === null;
    setText(stop, ended === null ? words("stop-training") : words("close"));
    if (ended !== null && !run.isSaid) {
      run.isSaid = true;
      app.say(kind.said({n: run.n, ms}));
      fill();
    }
  }

  function fill() {
    const all = runs.list(), {width, height} = page.current();
    list.replaceChildren(...Object.entries(KINDS).map(([name, kind]) => {
      const best = kind.best(all.filter((run) => run.kind === name &&
        (name !== "series" || run.size === `${width}x${height}`)));
      return make("div", {}, make("dt", {}, makeButton(kind.name, () =>
        begin(name))), make("dd", {}, kind.about,
        ...best ? [make("p", {className: "best"}, best)] : []));
    }));
  }

  panel.details.addEventListener("toggle", fill);
  app.training = training;
  return {
    details: panel.details,
    bar,
    /* For another board than that of a run. */
    cancel() {
      training.stop();
      bar.hidden = true;
    },
  };
}
