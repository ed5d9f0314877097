/* SPDX-License-Identifier: MIT */
/*
 * Hints, the moves that are left, and playback of a solution. All of them
 * follow a way: single moves that lead from a board to the goal. It is the
 * published solution as long as the board is on it; otherwise it comes from the
 * solver, up to 16 cells a shortest one. Playback can also follow the row method,
 * whose stages are shown by stages.js.
 */

/* Between two moves of a playback, in milliseconds. */
const PACES = {slow: 700, normal: 250, fast: 60};
const LOOKING_MS = 300; /* a longer search is said, and can be stopped */

/* A way; from(text) is the rest of it from one of its boards, or null. */
function makeWay(start, path, isProven) {
  const dirs = singleMoves(parsePath(path)), board = copyBoard(start);
  const places = new Map([[boardText(board), 0]]);
  for (let i = 0; i < dirs.length; i++) {
    moveTiles(board, {dir: dirs[i], count: 1});
    places.set(boardText(board), i + 1);
  }
  return {dirs, isProven,
    from(text) {
      const at = places.get(text);
      return at === undefined ? null : dirs.slice(at);
    }};
}

/*
 * Finds ways for a game. find(board, signal, onProgress) resolves to {dirs,
 * isProven} from a board of it, and throws a CoreError whose message says why
 * not.
 */
function openGuide(game, core) {
  let published = null, found = null;
  game.on("load", () => {
    const {path} = game.info, isProven = !!game.par && game.par.proven;
    found = null;
    published = path ? makeWay(game.start, path, isProven) : null;
  });

  function known(way, board) {
    const dirs = way && way.from(boardText(board));
    return !way || dirs === null ? null : {dirs, isProven: way.isProven};
  }

  return {
    async find(board, signal, onProgress) {
      const here = known(found, board) || known(published, board);
      if (here) return here;
      if (core.why)
        throw new CoreError(published ?
          words("left-the-solution", {why: core.why}) : core.why);
      const {path, proven} = await core.solve(board, game.goal, signal,
        false, onProgress);
      found = makeWay(board, path, proven);
      return {dirs: found.dirs, isProven: proven};
    },
  };
}

function leftText({dirs, isProven}) {
  const moves = movesText(dirs.length);
  return isProven ? words("goal-is-away", {moves}) :
    words("best-way", {moves});
}

/* How far a search is, with a button that stops it. */
function makeMeter(game, stop) {
  const bar = make("progress", {max: 1, "aria-label": words("looking")});
  const place = make("div.searching", {hidden: true}, bar,
    makeButton(words("stop"), stop));
  return {place,
    show(share) {
      if (share > 0) bar.value = share;
      else bar.removeAttribute("value"); /* not known yet */
      place.hidden = false;
    },
    set(share) {
      if (!place.hidden) bar.value = share;
    },
    hide() {
      if (place.hidden) return;
      if (place.contains(document.activeElement)) game.view.board.focus();
      place.hidden = true;
    }};
}

/* One search at a time for a game; a move ends it. */
function openSearch(game, guide, tell) {
  const meter = makeMeter(game, cancel);
  let abort = null;

  function cancel() {
    if (abort) abort.abort();
    abort = null;
    meter.hide();
  }

  game.on("move", cancel).on("reset", cancel);
  return {
    meter: meter.place,
    /* Calls use(way), unless the search fails or is cancelled: fail(why) makes
     * the sentence. `find`: another one than the guide's. */
    async run(fail, from, use, find = guide.find) {
      cancel();
      const mine = abort = new AbortController();
      let done = 0;
      const waiting = setTimeout(() => {
        tell(words("looking"));
        meter.show(done);
      }, LOOKING_MS);
      const end = () => {
        clearTimeout(waiting);
        if (abort === mine) meter.hide();
      };
      try {
        const way = await find(copyBoard(from), mine.signal, (share) => {
          done = share;
          if (abort === mine) meter.set(share);
        });
        end();
        if (!mine.signal.aborted) use(way);
      } catch (error) {
        end();
        if (mine.signal.aborted) tell("");
        else if (error instanceof CoreError)
          tell(fail({why: error.message}));
        else throw error;
      } finally {
        if (abort === mine) abort = null;
      }
    },
  };
}

/* ---- hints ---- */

function attachHints(game, search, tell) {
  const [first, second] = [words("hint"), words("move-it")];
  const button = makeTurningButton([first, second], press);
  let shown = null; /* the slide that is marked */

  function forget() {
    if (!shown) return;
    shown = null;
    game.view.mark([]);
    turnButton(button, first);
    tell("");
  }

  function show({dirs, isProven}) {
    if (!dirs) { /* a start that is the goal */
      tell(words("board-is-solved"));
      return;
    }
    const slide = {dir: dirs[0], count: 1};
    const [label] = labelsOf(game.current, slide);
    const move = {label, way: WAYS[slide.dir]};
    game.useHint();
    shown = slide;
    game.view.mark([label]);
    turnButton(button, second);
    tell(isProven ? words("move-tile", move) : words("move-tile-found", move));
  }

  /* First the tile is shown, then moved. */
  function press() {
    if (!may(game, "hint") || game.info.obstacle) return;
    if (shown) game.play(shown, {by: "hint"});
    else search.run((why) => words("no-hint", why), game.current, show);
  }

  game.on("move", forget).on("reset", forget);
  game.on("change", () => {
    if (game.isPlayback) forget();
    enable(button, may(game, "hint") && !game.info.obstacle);
  });
  return {button, press};
}

/* ---- playback ---- */

/* The moves of a way, played on the board of a game and back; its `find` is that of
 * search.run(). */
function openPlayer(game, onChange) {
  let way = {dirs: ""}, at = 0, timer = 0, isRunning = false, pace = "normal";

  function stop() {
    clearTimeout(timer);
    isRunning = false;
  }

  /* Makes up to n moves, backwards if n is negative. */
  function step(n) {
    const {dirs} = way;
    const ahead = n > 0 ? dirs.slice(at, at + n) :
      [...dirs.slice(Math.max(0, at + n), at)].reverse()
        .map((dir) => OPPOSITE[dir]).join("");
    game.showSlides(parsePath(ahead));
    at += n > 0 ? ahead.length : -ahead.length;
    onChange();
  }

  function next() {
    if (!isRunning) return;
    /* At its end it does not run, so that the button begins it again. */
    if (at + 1 >= way.dirs.length) stop();
    step(1);
    game.view.whenAtRest(() => {
      clearTimeout(timer); /* of a run that was paused during this move */
      if (isRunning) timer = setTimeout(next, PACES[pace]);
    });
  }

  return {
    waiting: [], /* presses while the way is looked for */
    get way() { return way; },
    get at() { return at; },
    get length() { return way.dirs.length; },
    get isRunning() { return isRunning; },
    get isOpen() { return game.isPlayback; },
    open(found, isFromStart) {
      stop();
      way = found;
      at = 0;
      game.beginPlayback(isFromStart);
    },
    run() {
      if (at >= way.dirs.length) step(-at);
      isRunning = true;
      next();
    },
    pause() {
      stop();
      onChange();
    },
    to(place) {
      stop();
      step(place - at);
    },
    setPace(name) {
      pace = name;
    },
    close(isKept) {
      stop();
      game.endPlayback(isKept ? way.dirs.slice(0, at) : "");
      game.view.board.focus();
    },
    stop,
  };
}

/*
 * Opens the playback if it is not open, and then acts. It begins at the
 * current board, or at the start if the game is solved.
 */
function startPlayback(game, search, player, tell, act) {
  const isFromStart = game.state === "solved";
  if (player.isOpen) {
    act();
    return;
  }
  const {waiting} = player;
  waiting.push(act);
  if (waiting.length > 1) return;
  const from = isFromStart ? game.start : game.current;
  search.run((why) => words("no-playback", why), from, (way) => {
    player.open(way, isFromStart);
    if (!way.stages) tell(leftText(way));
    waiting.forEach((next) => next());
  }, player.find).finally(() => waiting.splice(0));
}

function playbackPanel(app, game, search, tell) {
  const place = make("p.said");
  const player = openPlayer(game, update);
  const ready = (act) => () =>
    startPlayback(game, search, player, tell, act);
  const toggle = ready(() => player.isRunning ? player.pause() : player.run());
  const buttons = {
    first: makeButton(words("start"), ready(() => player.to(0)),
      {"aria-label": words("to-the-start")}),
    back: makeButton(words("back"), ready(() => player.to(player.at - 1))),
    run: makeTurningButton([words("play"), words("pause")], toggle),
    forward: makeButton(words("forward"), ready(() =>
      player.to(player.at + 1))),
    last: makeButton(words("end"), ready(() => player.to(player.length)),
      {"aria-label": words("to-the-end")}),
  };
  const mine = makeButton(words("my-board"), () => player.close(false));
  const keep = makeButton(words("continue-here"), () => player.close(true));
  const choice = (text, ...choices) => make("label.pace",
    `${text} `, makeSelect(...choices));
  const {off, ...paces} = SPEED_WORDS;
  let stages = null;

  async function findRows(board) {
    await loadScript(app, "stages.js").catch(() => {
      throw new CoreError(words("core-not-loaded"));
    });
    stages ??= openStages(game, player, tell, place);
    return stages.find(board);
  }

  /* Another way begins at the player's board too. */
  function choose(name) {
    player.find = name ? findRows : undefined;
    player.waiting = [];
    player.stop();
    game.endPlayback();
    if (!game.info.obstacle) ready(update)();
  }

  const panel = makePanel(words("watch-a-solution"),
    make("p.explained", words("watching")),
    ...app.core.why ? [] : [choice(words("way"),
      {"": words("short-way"), rows: words("row-by-row")}, "", choose)],
    make("div.buttons.steps", ...Object.values(buttons)), place,
    make("div.buttons", mine, keep,
      choice(words("speed"), paces, "normal", player.setPace)));

  /* The solution that the page has shown is a part of the same panel. */
  const published = game.section.querySelector(".solution");
  if (published) {
    panel.body.append(...published.querySelectorAll("p"));
    published.remove();
  }

  function update() {
    const {isOpen, at, length} = player, canOpen = !game.info.obstacle;
    game.controls.place.classList.toggle("watching", isOpen);
    turnButton(buttons.run, player.isRunning ? words("pause") :
      words("play"));
    enable(buttons.run, canOpen);
    enable(buttons.first, isOpen && at > 0);
    enable(buttons.back, isOpen && at > 0);
    enable(buttons.forward, isOpen ? at < length : canOpen);
    enable(buttons.last, isOpen ? at < length : canOpen);
    enable(mine, isOpen);
    enable(keep, isOpen && at > 0 && at < length && game.state !== "solved");
    setText(place, isOpen ? words("move-of", {at, length}) : "");
    stages?.show();
  }

  game.on("change", update);
  game.on("reset", () => player.stop());
  return {...panel, toggle};
}

/* ---- all of it ---- */

function attachHint(game, app) {
  const {row, said, more} = game.controls;
  const tell = (text) => app.say(text, said);
  const guide = openGuide(game, app.core);
  const search = openSearch(game, guide, tell);
  const hints = attachHints(game, search, tell);
  const left = makeButton(words("moves-left"), () =>
    search.run((why) => words("no-number", why), game.current, (way) =>
      tell(leftText(way))));
  const playback = playbackPanel(app, game, search, tell);
  playback.body.append(make("div.buttons", left));
  const warm = () => app.core.worker().catch(() => {});

  row.append(hints.button);
  said.after(search.meter);
  more.append(playback.details);
  hints.button.addEventListener("pointerenter", warm, {once: true});
  hints.button.addEventListener("focus", warm, {once: true});
  playback.details.addEventListener("toggle", warm, {once: true});
  /* A board that cannot be solved says so instead (info.obstacle). */
  const clear = () => setText(said, game.info.obstacle || "");
  game.on("move", ({by}) => {
    if (by !== "playback") clear();
  });
  game.on("reset", clear);
  game.on("change", () => enable(left, may(game, "left") &&
    !game.info.obstacle));
  game.acts.hint = hints.press;
  /* Space on a button presses it. */
  game.acts.pause = ({target}) => !target.closest("button, summary, a") &&
    playback.toggle();
}
