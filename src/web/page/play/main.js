/* SPDX-License-Identifier: MIT */
/*
 * Starts the page: one game in every section that has a puzzle, what they
 * share (results, settings, keys, announcements), and marks on calendars.
 */
const TICK_MS = 250;
const SAVE_MS = 400;
const ANNOUNCE_MS = 500;
const DRESS_MS = 1500;

function localStore() {
  try {
    return globalThis.localStorage;
  } catch {
    return null; /* refused by the browser's settings */
  }
}

/* What all games of the page share. */
function openApp() {
  const main = document.getElementById("main") || document.body;
  const {channel = "", title = "", zone = "UTC", date = "", day = "",
    url = ""} = main.dataset;
  const root = document.documentElement.dataset.root || "";
  const script = document.currentScript.src; /* next to which others are */
  const site = new URL(root || ".", location.href).pathname;
  const notice = make("p.notice", {hidden: true});
  const live = make("p.hidden-text", {role: "status"});
  const app = {main, channel, title, zone, date, day, url, root, site, notice,
    script, games: [], scripts: {}, isNewBoard: date === "",
    isTodayPage: "today" in main.dataset};
  let pending = 0;

  main.prepend(notice);
  main.append(live);
  app.tell = (sentence) => {
    notice.hidden = false;
    app.say(`${notice.textContent} ${sentence}`.trim(), notice);
  };
  /* Screen readers do not repeat a text that does not change. It is shown in a place,
   * if there is one. */
  app.say = (text, place = live) => {
    if (place !== live) setText(place, text);
    if (text === "") return;
    clearTimeout(pending);
    pending = setTimeout(() => {
      live.textContent = live.textContent === text ? `${text}\u00a0` : text;
    }, 50);
  };
  /* For what follows in quick succession: only the last is said. */
  app.sayLater = (text) => {
    clearTimeout(pending);
    pending = setTimeout(() => setText(live, text), ANNOUNCE_MS);
  };
  app.core = openCore(globalThis, root);
  app.shelf = openShelf(localStore(), app.tell);
  app.settings = openSettings(app.shelf, site);
  app.saves = openGames(app.shelf, site);
  app.results = channel ? openResults(app.shelf, channel, site) : null;
  app.today = () => dateInZone(zone, Date.now());
  addDays(app);
  app.rowOf = (game) => app.results && date && game.id ?
    app.results.find(date, game.tier, game.id) : null;
  app.nameOf = (game) => game.section.dataset.name || game.tier;
  return app;
}

/* What other scripts ask about the days of the channel and what was solved. */
function addDays(app) {
  const {date, results} = app;
  app.days = readDays(globalThis.loydDays);
  /* The newest puzzle, as far as is known: this page may be newer. */
  app.newest = () => {
    const last = app.days ? dateOf(app.days.last) : "";
    return last > date ? last : app.days ? date || last : "";
  };
  /* Without days.js the clock decides. */
  app.isToday = () => date >= (app.newest() || app.today());
  app.streak = () => results ? results.streak(app.days, app.today()) :
    {current: 0, longest: 0};
  /* Results of the tier of a game: see overBins. */
  app.distribution = (game) => results ? overBins(results.rows(),
    {tier: game.tier, of: app.rowOf(game)}) : [];
  /* The newest day before this one that was not solved: {date, href}, or null. */
  app.unsolvedDay = () => {
    const day = results && date ?
      unsolvedBefore(results.rows(), app.days, date) : null;
    return day && {date: day, href: `${app.root}daily/${day}.html`};
  };
}

/* ---- sharing ---- */

/* Results of this page: of the game just solved, else the best ones. */
function resultOf(app, game) {
  if (game.state === "solved") return game.result();
  const row = app.rowOf(game);
  return row && row.best;
}

function addSharing(app) {
  app.tiersOf = (game) => (game.tier ? app.games.filter((other) => other.tier) :
    [game]).map((other) => ({name: oneLine(app.nameOf(other)), par: other.par,
    result: resultOf(app, other)}));
  app.shareText = (game) => shareText({title: app.title || document.title, day: app.day,
    streak: app.rowOf(game)?.own ? app.streak().current : 0, tiers: app.tiersOf(game),
    url: app.isNewBoard ? app.boardLink(game) : app.dayLink()});
  const address = (name) => new URL(name,
    app.url || new URL(app.root || ".", location.href)).href;
  app.dayLink = () => address(`daily/${app.date}.html`);
  app.boardLink = (game) =>
    address("play.html") + boardFragment(game.start, game.goal);
  app.gameLink = (record) => `${address("play.html")}#game=${record}`;
}

/* ---- a game ---- */

/* Hints need the solver, or a published solution to follow, and the
 * publisher's consent. */
function canHint(app, {path, hints}) {
  return hints !== "no" && (!app.core.why || Boolean(path));
}

/* The puzzle of a section, as the page gives it. */
function puzzleOf(section) {
  const {start, goal, id, recipe, tier, stm, lower, proven, path, hints} =
    section.dataset;
  if (!start || !goal) return null;
  const par = Number(stm) > 0 ? {stm: Number(stm), lower: Number(lower),
    proven: proven === "true"} : null;
  return {start, goal, info: {id, recipe, tier, par, path, hints}};
}

function keepGame(app, game) {
  const key = () => game.id || boardFragment(game.start, game.goal);
  let timer = 0;

  function save() {
    clearTimeout(timer);
    timer = 0;
    if (game.state === "playing" && game.moves.length > 0)
      app.saves.keep({key: key(), ...game.saved(), own: Number(game.isOwn)});
    else if (game.state !== "playing" || game.undone.length === 0)
      app.saves.forget(key());
  }

  function saveSoon() {
    if (timer === 0) timer = setTimeout(save, SAVE_MS);
  }

  /* The day counts if play began while it was the newest; a restart later
   * changes nothing. */
  game.on("load", () => {
    const saved = app.saves.find(key());
    game.isOwn = Boolean(saved && game.restore(saved) && saved.own);
  });
  game.on("begin", () => { game.isOwn ||= app.isToday(); });
  game.on("move", saveSoon);
  game.on("solved", save);
  game.flush = () => {
    game.clock.tick();
    if (timer !== 0 || game.clock.isRunning()) save();
  };
}

/* What is said of a move: quick moves are one announcement. */
function announceMove(app, game, {slide, labels}) {
  if (slide && game.state !== "solved")
    app.sayLater(words("moved", {labels: labels.join(", "),
      way: WAYS[slide.dir], moves: movesText(game.stm)}));
}

function finishGame(app, game, result) {
  if (app.training?.solved(game, result)) return;
  const row = app.results && app.date && game.id ? app.results.add({
    day: app.date, tier: game.tier, id: game.id, own: game.isOwn, result,
    size: `${game.width}x${game.height}`, par: game.par ? game.par.stm :
      undefined, game: game.recordText()}) : null;
  game.view.whenAtRest(() => {
    if (game.state !== "solved") return;
    if (row) app.send?.(game);
    game.view.board.classList.add("solved");
    game.controls.end.celebrate(result, row);
    app.say(endTitle(result, game.par));
  });
  app.refresh();
}

/* Shows the result of a puzzle that was solved on an earlier visit. All games
 * exist by then: one of them may be the next step. */
function recallResult(app, game) {
  const row = app.rowOf(game);
  if (!row || game.state !== "ready") return;
  game.recall(row.best);
  game.controls.end.show(row.best, row);
}

/* A game that can be played by pointer and keys; `place` has its buttons. */
function openGame(app, section, place) {
  const view = openBoardView(section.querySelector("figure.start"),
    () => app.settings.get("speed"));
  const game = new Game(section, view, () => performance.now());
  game.controls = {place};
  game.acts = {undo: () => game.undo(), redo: () => game.redo(),
    restart: () => game.restart()};
  game.on("stuck", ({label}) => app.sayLater(words("cannot-move", {label})));
  attachPointer(game);
  app.keyboard.watch(game);
  return game;
}

function startGame(app, section, {start, goal, info}) {
  if (!section.querySelector("figure.start")) section.prepend(make("figure.start"));
  if (!section.querySelector(".play"))
    section.querySelector("figure.start").after(make("div.play"));
  const game = openGame(app, section, section.querySelector(".play"));
  const picture = section.querySelector(".goal svg");
  attachControls(app, game);
  keepGame(app, game);
  game.on("move", (detail) => announceMove(app, game, detail));
  game.on("solved", ({result}) => finishGame(app, game, result));
  app.games.push(game);
  if (picture) makeZoom(picture.parentNode);
  if (canHint(app, info)) attachHint(game, app);
  game.load(start, goal, info);
  if (document.hidden) game.clock.stop();
  return game;
}

/* ---- settings and results ---- */

const SETTING_TEXTS = {
  theme: [words("theme"), {auto: words("as-system"), light: words("light"),
    dark: words("dark")}],
  speed: [words("animation"), SPEED_WORDS],
  arrows: [words("keys-move"),
    {tile: words("the-tile"), blank: words("the-gap")}],
  numbers: [words("numbers"), {small: words("small"),
    normal: words("normal"), large: words("large")}],
  letters: [words("letter-keys"), {on: words("on"), off: words("off")}],
};

/* The light or the dark colours, whatever the browser prefers. */
function useTheme(theme) {
  document.documentElement.style.colorScheme =
    theme === "light" || theme === "dark" ? theme : "";
}

function applySettings(app) {
  document.documentElement.dataset.numbers = app.settings.get("numbers");
  useTheme(app.settings.get("theme"));
}

/* A line of a panel: a setting and its choices, {value: words}. */
function settingRow(app, name, text, choices, onChange) {
  return make("label.setting", `${text} `,
    makeSelect(choices, app.settings.get(name), (value) => {
      app.settings.set(name, value);
      onChange(app);
    }));
}

function settingsPanel(app) {
  const rows = Object.entries(SETTING_TEXTS).map(([name, [text, choices]]) =>
    settingRow(app, name, text, choices, applySettings));
  const sections = [...document.querySelectorAll("section.puzzle")];
  const keys = make("p.keys",
    sections.some(({dataset}) => canHint(app, dataset)) ?
      words("keys-with-hints") : words("keys"));
  return makePanel(words("settings"), ...rows, keys).details;
}

/* A script of the site that few visits need, loaded once. */
function loadScript(app, name) {
  app.scripts[name] ??= new Promise((done, fail) => {
    const script = make("script", {src: new URL(name, app.script).href});
    script.addEventListener("load", done);
    script.addEventListener("error", () => {
      delete app.scripts[name];
      fail(new Error(words("not-loaded")));
    });
    document.head.append(script);
  });
  return app.scripts[name];
}

/*
 * Pictures and colours are in look.js. The tiles of boards wait for it if the
 * player has chosen some, but not for long, so that nothing is shown that changes
 * at once.
 */
function openLook(app) {
  const page = document.documentElement.dataset, {get} = app.settings;
  const isPlain = get("colours") === "one" && get("tint") === "off" &&
    get("picture") === "none";
  if (isPlain) return;
  page.look = "waiting";
  Promise.race([loadScript(app, "look.js").then(() => lookReady),
    new Promise((done) => { setTimeout(done, DRESS_MS); })]).catch(() => {})
    .then(() => { delete page.look; });
}

function lookPanel(app) {
  const {details, body} = makePanel(words("look"));
  details.addEventListener("toggle", async () => {
    if (!details.open || body.firstChild) return;
    try {
      await loadScript(app, "look.js");
      if (!body.firstChild) fillLook(body);
    } catch (error) {
      app.tell(error.message);
    }
  });
  return details;
}

/* A colour of the style for pictures, which take no light-dark(). */
function colourOf(name) {
  const swatch = document.body.appendChild(make("span", {hidden: true}));
  swatch.style.color = `var(${name})`;
  const {color} = getComputedStyle(swatch);
  swatch.remove();
  return color;
}

function saveFile(name, blob) {
  const link = make("a", {download: name, href: URL.createObjectURL(blob)});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function importedText({added, improved, refused}) {
  return refused > 0 ?
    words("imported-but-refused", {added, improved, refused}) :
    words("imported", {added, improved});
}

async function importFile(app, file) {
  try {
    if (file.size > STORE_CHARS_MAX) 
      throw new StoreError(words("it-is-too-large"));
    const text = importedText(app.results.importText(await file.text()));
    app.refresh();
    return text;
  } catch (error) {
    return words("nothing-imported", {why: error instanceof StoreError ?
      error.message : words("file-not-readable")});
  }
}

/* On the pages of days, and on that of statistics. */
function resultsPanel(app) {
  const summary = make("p.record");
  const said = make("p.said");
  const file = make("input", {type: "file",
    accept: ".json,application/json"});
  file.addEventListener("change", async () => {
    if (!file.files[0]) return;
    app.say(await importFile(app, file.files[0]), said);
    file.value = "";
  });
  const save = makeButton(words("export"), () =>
    saveFile(`${app.channel}-results.json`,
      new Blob([app.results.exportText()], {type: "application/json"})));
  const more = make("a", {href: `${app.root}stats.html`},
    words("more-statistics"));
  const panel = makePanel(words("your-results"), summary,
    ...document.querySelector(".stats") ? [] : [make("p", more)],
    make("p", words("results-are-here")),
    make("div.buttons", save),
    make("label", `${words("import-a-file")} `, file), said);
  app.refreshers.push(() => {
    const {current, longest} = app.streak();
    const days = new Set(app.results.rows().map((row) => row.day)).size;
    setText(summary, words("record", {days: daysText(days),
      current: daysText(current), longest: daysText(longest)}));
  });
  return panel.details;
}

/* In place of the shades, what the colours of a calendar mean. */
function markLegend(year) {
  const legend = document.querySelector(".legend") ||
    make("p.legend");
  year.classList.add("mine");
  year.after(legend);
  legend.replaceChildren(
    make("span.solved", words("legend-solved")), " ",
    make("span.shortest", words("legend-shortest")), " ",
    make("span.missed", words("legend-missed")));
}

/* Days in lists and calendars that are solved get a mark and a word. */
function markDays(app) {
  const year = document.querySelector(".year:not(.mine)");
  if (year && app.results.rows().length > 0) markLegend(year);
  const states = dayStates(app.results.rows(), app.days);
  for (const link of document.querySelectorAll(
    "a[data-date], .year a[href], .days a[rel]")) {
    const found = /([0-9]{4}-[0-9]{2}-[0-9]{2})\.html$/.exec(link.href);
    const date = link.dataset.date || (found && found[1]);
    const state = states.get(date) || "";
    if ((link.dataset.state || "") === state) continue;
    link.dataset.state = state;
    link.classList.toggle("done", state === "solved" || state === "shortest");
    link.querySelectorAll(".hidden-text").forEach((text) => text.remove());
    link.append(make("span.hidden-text",
      state === "shortest" ? words("and-solved-shortest") :
        state === "solved" ? words("and-solved") : words("and-missed")));
  }
}

/* ---- the page ---- */

function addExtras(app) {
  const first = document.querySelector(".first");
  if (!first) return;
  const settings = settingsPanel(app), menu = document.getElementById("menu");
  const extras = make("div.extras.panels", settings, lookPanel(app));
  if (app.results) extras.append(resultsPanel(app));
  first.after(extras);
  /* They are below all else, and looked for above. */
  const link = make("a", {href: "#"}, words("settings"));
  link.addEventListener("click", (event) => {
    event.preventDefault(); /* the address may hold a board */
    menu.hidePopover?.();
    settings.open = true;
    settings.firstChild.focus();
  });
  menu.append(link);
}

/* Time does not run while the page is out of sight. */
function watchPage(app) {
  setInterval(() => {
    for (const game of app.games) {
      if (!game.clock.isRunning()) continue;
      game.clock.tick();
      game.controls.status.show(game);
    }
  }, TICK_MS);
  const leave = () => app.games.forEach((game) => {
    game.flush();
    game.clock.stop();
  });
  const back = () => app.games.forEach((game) => {
    if (game.state === "playing" && !game.isPlayback &&
        !game.section.hidden)
      game.clock.start();
    game.tell("change");
  });
  document.addEventListener("visibilitychange", () =>
    document.hidden ? leave() : back());
  addEventListener("pagehide", leave);
  const renew = () => {
    if (app.results) app.results.reload();
    app.refresh();
  };
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    back();
    renew();
  });
  addEventListener("storage", renew); /* another tab */
}

/* A reader who has played nothing here is shown the rules, once. */
function greet(app) {
  const key = `loyd seen ${app.site}`, isFirst = app.games.length > 0 &&
    app.results?.rows().length === 0 && app.games.every((game) => game.state === "ready");
  if (!app.date || !isFirst || app.shelf.read(key) !== null) return;
  if (app.shelf.put(key, "rules") !== "") return; /* or each visit were the first */
  loadScript(app, "first.js").catch(() => {}); /* the page has a link to them */
}

function startPage() {
  datesInWords();
  const app = openApp();
  app.refreshers = [];
  app.refresh = () => app.refreshers.forEach((refresh) => refresh());
  addSharing(app);
  applySettings(app);
  app.keyboard = attachKeys(app.settings);
  if (app.results) app.refreshers.push(() => markDays(app));
  addExtras(app);
  for (const section of document.querySelectorAll("section.puzzle")) {
    const puzzle = puzzleOf(section);
    try {
      if (puzzle) startGame(app, section, puzzle);
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      app.tell(words("not-playable", {why: error.message}));
    }
  }
  app.tiers = openTiers(app);
  app.games.forEach((game) => recallResult(app, game));
  app.refresh();
  watchPage(app);
  watchDays(app);
  keepOffline(globalThis, app.root);
  const kept = app.main.querySelector(".kept");
  if (kept && globalThis.caches) listKept(kept, app.root).catch(() => {});
  return app;
}

const app = startPage();

/* For tests, and for whoever looks. */
globalThis.loyd = {app, games: app.games};

openLook(app);
greet(app);
if (app.results && app.main.dataset.results)
  loadScript(app, "send.js").catch(() => {}); /* works without */
