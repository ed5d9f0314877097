/* SPDX-License-Identifier: MIT */
/*
 * Where a game lost moves, in a dialog: its sums, the curve of the moves left, and
 * the board at each place of it with a better move. And the replay of a game that
 * came with a link. Loaded when one of them is wanted.
 */
const CURVE_HIGH = 180, CURVE_LEFT = 34, CURVE_EDGE = 12, CURVE_BELOW = 24;
const CURVE_FILE_WIDE = 720;

/* ---- pictures ---- */

/* The curve in a picture of some width; places has the coordinates of each. */
function curvePicture(positions, {detour}, wide, title) {
  const end = positions.length - 1, high = CURVE_HIGH - CURVE_BELOW;
  const most = Math.max(1, ...positions.map(({left}) => left));
  const places = positions.map(({left}, i) => [
    CURVE_LEFT + (wide - CURVE_LEFT - CURVE_EDGE) * (end > 0 ? i / end : 0),
    CURVE_EDGE + (high - CURVE_EDGE) * (1 - left / most)]);
  const line = (list) => list.map((place, i) => `${i ? "L" : "M"}${place
    .map((n) => n.toFixed(1)).join(" ")}`).join("");
  const curve = (path, ink, thick) => draw("path", {d: path, fill: "none",
    stroke: colourOf(ink), "stroke-width": thick, "stroke-linejoin": "round",
    "stroke-linecap": "round"});
  const note = (text, x, y, anchor) => draw("text", {x, y, "text-anchor": anchor,
    fill: colourOf("--soft")}, String(text));
  const [from, to] = detour.map((slide) =>
    places[positions.findIndex((position) => position.slide === slide)][0]);
  const picture = draw("svg", {xmlns: "http://www.w3.org/2000/svg", width: wide,
    height: CURVE_HIGH, viewBox: `0 0 ${wide} ${CURVE_HIGH}`, "font-size": 13,
    "font-family": "system-ui,sans-serif"}, draw("title", {}, title));
  if (to > from)
    picture.append(draw("rect", {x: from, y: CURVE_EDGE, width: to - from,
      height: high - CURVE_EDGE, fill: colourOf("--s2"), "fill-opacity": 0.6}));
  picture.append(
    curve(line([[CURVE_LEFT, high], [wide - CURVE_EDGE, high]]), "--line", 1),
    note(most, CURVE_LEFT - 8, CURVE_EDGE + 8, "end"),
    note(0, CURVE_LEFT - 8, high + 3, "end"),
    note(positions[end].slide, wide - CURVE_EDGE, CURVE_HIGH - 5, "end"),
    note(words("analysis-slides"), CURVE_LEFT, CURVE_HIGH - 5, "start"),
    curve(line(places), "--soft", 2),
    curve(positions.map(({lost}, i) => lost > 0 ?
      line(places.slice(i, i + 2)) : "").join(""), "--link", 3.5));
  return {picture, places};
}

/* A board, with a frame around the tiles of the better slide and an arrow. */
function positionPicture({board, best, lost}, title) {
  const picture = boardPicture(board, title);
  if (!best || !lost) return picture;
  const place = (label) => {
    const cell = board.cells.indexOf(label);
    return [22 + cell % board.width * 100, 22 + Math.floor(cell / board.width) * 100];
  };
  for (const label of moveTiles(copyBoard(board), best)) {
    const [x, y] = place(label);
    picture.append(draw("rect", {x: x + 8, y: y + 8, width: 84, height: 84, rx: 12,
      fill: "none", stroke: "#d9912b", "stroke-width": 8}));
  }
  const [x, y] = place(0);
  picture.append(draw("path", {fill: "#ecbb6c", d: "M0-30 28 8H10V32H-10V8H-28Z",
    transform: `translate(${x + 50} ${y + 50}) rotate(${90 * "URDL".indexOf(best.dir)})`}));
  return picture;
}

/* ---- what is shown of an analysis ---- */

/* The curve, the boards and the list of what was lost: {parts, svg()}. */
function analysisView(record, analysis, title) {
  const positions = positionsOf(record, analysis), last = positions.length - 1;
  const losses = positions.filter(({lost}) => lost > 0);
  const mark = make("i"), said = make("p.at", {role: "status"});
  const curve = make("div.curve", {dir: "ltr"});
  const slider = make("input", {type: "range", min: 0, max: last, dir: "ltr",
    "aria-label": words("analysis-place")});
  const board = make("div.at-board");
  const list = make("ol.stages", {"aria-label": words("analysis-losses")});
  let places = [], at = -1;

  function show(i) {
    const position = positions[i];
    if (i !== at) board.replaceChildren(positionPicture(position,
      words("analysis-board", {n: position.slide})));
    at = i;
    slider.value = i;
    const text = whereText(position);
    slider.setAttribute("aria-valuetext", text);
    setText(said, text);
    if (places[i]) [mark.style.left, mark.style.top] = places[i].map((n) => `${n}px`);
    [...list.children].forEach(({firstChild: button}, k) => button.setAttribute(
      "aria-current", losses[k] === position ? "step" : "false"));
  }

  /* As wide as there is room, so that letters keep their size. */
  function fit() {
    const made = curvePicture(positions, analysis, curve.clientWidth, title);
    made.picture.setAttribute("aria-hidden", "true");
    ({places} = made);
    curve.replaceChildren(made.picture, mark);
    show(at);
  }

  function pick({clientX, buttons, type}) {
    if (type === "pointermove" && buttons === 0) return;
    const x = clientX - curve.getBoundingClientRect().left;
    const share = (x - CURVE_LEFT) / (curve.clientWidth - CURVE_LEFT - CURVE_EDGE);
    show(Math.max(0, Math.min(last, Math.round(share * last))));
  }

  for (const name of ["pointerdown", "pointermove"])
    curve.addEventListener(name, pick);
  slider.addEventListener("input", () => show(Number(slider.value)));
  list.append(...losses.map((position) => {
    const button = makeButton(`${position.slide + 1}`, () =>
      show(positions.indexOf(position)));
    button.append(" ", make("span", words("analysis-loss", {n: position.lost,
      slide: slideText(position.board, position.made)})));
    return make("li", button);
  }));
  at = losses.length > 0 ? positions.indexOf(losses[0]) : 0;
  board.append(positionPicture(positions[at], words("analysis-board",
    {n: positions[at].slide})));
  new ResizeObserver(fit).observe(curve);
  return {
    parts: [make("div.at-place", board,
      make("div", curve, slider, said)), ...losses.length > 0 ? [list] : []],
    svg: () => curvePicture(positions, analysis, CURVE_FILE_WIDE, title).picture,
  };
}

/* ---- the dialog ---- */

/* Opens the analysis of a record with boards; par: {stm, lower} or null. */
function openAnalysis(record, par) {
  const isWide = readBoard(record.board).cells.length > PROVEN_CELLS;
  const text = printRecord(record), title = words("analysis-of",
    {time: dateText(new Date(record.began).toISOString().slice(0, 10), "long")});
  const body = make("div"), said = make("p.said", {role: "status"});
  const bar = make("progress", {max: 1, "aria-label": words("analysing")});
  const buttons = make("div.buttons");
  const metrics = [["stm", words("stm-moves")], ["mtm", words("mtm-moves")]].map(
    ([metric, name]) => makeButton(name, () => show(metric)));
  const dialog = makeDialog("dialog.analysis.panels", words("analysis"),
    make("h2", words("analysis")),
    ...isWide ? [] : [make("div.buttons.choice", ...metrics)], body, buttons, said);
  /* Pages without the core cannot open them. */
  const links = app.core.why ? [] : [makeButton(words("copy-game-link"), async () =>
    setText(said, await copyText(app.gameLink(text), dialog)))];
  let abort = new AbortController();

  const save = (name, type, content) => {
    saveFile(name, new Blob([content], {type}));
    setText(said, words("file-saved", {name}));
  };

  const numbers = (analysis) => makeFacts("dl.numbers", sumsOf(record, analysis, par));

  function fill(analysis, metric) {
    const view = analysisView(record, analysis, title);
    body.replaceChildren(numbers(analysis), ...view.parts);
    buttons.replaceChildren(...links,
      makeButton(words("save-svg"), () => save(`game-${metric}.svg`,
        "image/svg+xml", new XMLSerializer().serializeToString(view.svg()))),
      makeButton(words("save-json"), () => save(`game-${metric}.json`,
        "application/json", JSON.stringify({record: text, metric, ...analysis}))));
  }

  /* The worker's thread ends with a search that is cancelled. */
  async function show(metric) {
    metrics.forEach((button, i) => button.setAttribute("aria-pressed",
      String(i === Number(metric === "mtm"))));
    abort.abort();
    const {signal} = abort = new AbortController();
    bar.removeAttribute("value");
    body.replaceChildren(make("div.searching", bar,
      makeButton(words("stop"), () => dialog.close())));
    try {
      const loyd = await app.core.worker();
      fill(await loyd.analyse(record, {metric, signal,
        onProgress: (share) => { bar.value = share; }}), metric);
      setText(said, "");
    } catch (error) {
      if (signal.aborted) return;
      body.replaceChildren(numbers(null));
      setText(said, words("no-analysis", {why: whyOf(error)}));
    }
  }

  dialog.addEventListener("close", () => abort.abort());
  buttons.append(...links);
  showDialog(dialog);
  if (!isWide) {
    show("stm");
    return;
  }
  body.append(numbers(null));
  setText(said, words("analysis-wide"));
}

/* ---- replay ---- */

const REPLAY_SPEEDS = {1: "1\u00d7", 2: "2\u00d7", 4: "4\u00d7", 8: "8\u00d7"};

/* Shows a game on a board that is loaded, above which `before` is. */
function watchGame(game, record, before) {
  const slides = parsePath(record.moves);
  const ms = record.ms.reduce((sum, n) => sum + n, 0);
  let at = 0, speed = 1, timer = 0, isRunning = false;
  const run = makeTurningButton([words("play"), words("pause")], toggle,
    {className: "turning main-button share"});
  const said = make("span");
  const bar = make("div.training.replay", make("p",
    words("replay-of", {time: clockText(ms), hints: hintsText(record.hints.length),
      moves: movesText(replay(game.start, game.goal, slides).stm)}), " ",
    words("replay-pauses"), " ", said),
  make("div.buttons", run,
    make("label.pace", `${words("speed")} `,
      makeSelect(REPLAY_SPEEDS, "1", (value) => { speed = Number(value); })),
    makeButton(words("analyse-game"), () => openAnalysis(record, game.par)),
    makeButton(words("play-this-board"), leave)));

  function pause() {
    clearTimeout(timer);
    isRunning = false;
    turnButton(run, words("play"));
  }

  /* The time of a slide is that before it. */
  function next() {
    if (!game.isPlayback || at === slides.length) {
      pause();
      return;
    }
    timer = setTimeout(() => {
      if (!game.isPlayback) return;
      game.showSlides([slides[at++]]);
      setText(said, words("move-of", {at, length: slides.length}));
      next();
    }, replayTimes([record.ms[at]], speed)[0]);
  }

  function toggle() {
    if (isRunning) {
      pause();
      return;
    }
    if (!game.isPlayback || at === slides.length) {
      game.endPlayback();
      game.beginPlayback(true);
      at = 0;
    }
    isRunning = true;
    turnButton(run, words("pause"));
    next();
  }

  function close() {
    pause();
    bar.remove();
  }

  function leave() {
    close();
    game.endPlayback();
    history.replaceState(null, "", boardFragment(game.start, game.goal));
    game.view.board.focus();
  }

  game.on("load", close);
  before.before(bar);
  game.beginPlayback(true);
  run.focus();
}
