/* SPDX-License-Identifier: MIT */
/*
 * play.html: opens the board of its link, or draws one at once by the browser's
 * random numbers; then what the form asks for. Says what is known of a board,
 * and whether and why it can be solved. Boards with a recipe need the package.
 */
const ATTEMPTS = 200000;

/* ---- drawing ---- */

/* Rare lengths near the goal, or the longest, are drawn by method ball. */
async function drawWish(loyd, choices, wish, signal) {
  try {
    return await loyd.draw(recipeOf(choices, wish), {attempts: ATTEMPTS, signal});
  } catch (error) {
    if (error.code !== "exhausted" || wish.method !== "") throw error;
    return loyd.draw(recipeOf(choices, {...wish, method: ":ball"}), {signal});
  }
}

async function drawChoices(loyd, choices, signal) {
  if (choices.recipe)
    return loyd.draw(choices.recipe, {attempts: ATTEMPTS, signal});
  const wish = wishOf(choices);
  if (!wish.isWalk) return drawWish(loyd, choices, wish, signal);
  return walkOfAbout(wish.low, (steps, index) => loyd.draw(recipeOf(
    {...choices, index}, {method: `:walk:${steps}`, target: ""}), {signal}));
}

/* ---- what is said of a board ---- */

const percentText = ({percentile, sample}) => {
  const percent = Math.min(99, Math.floor(percentile));
  if (percent < 1) return words("percent-below-1");
  return sample > 0 ? words("about-n-percent", {percent}) :
    words("n-percent", {percent});
};

/* Finds the length and its percentile, and says them. */
async function measure(core, place, details, {start, goal}, signal) {
  const {upper, lower, proven} = await core.solve(start, goal, signal, true);
  const loyd = await core.worker();
  const rating = await loyd.percentile(boardText(start), boardText(goal),
    upper);
  if (signal.aborted) return null;
  place.append(proven ? makeFact(words("shortest"), movesText(upper)) :
    makeFact(words("best-known"), words("no-fewer-than",
      {moves: movesText(upper), lower})));
  if (rating) {
    place.append(makeFact(words("difficulty"), LEVELS[rating.band]));
    details.append(makeFact(words("longer-than"), percentText(rating)));
  }
  return {stm: upper, lower, proven};
}

/* Why the board can be solved or not, and the exchange that mends it. */
function parityPanel(start, goal, game, onExchange) {
  const isGood = isSolvable(start, goal), [a, b] = exchangeOf(goal);
  const sentences = paritySentences(start, goal).map((sentence) =>
    make("p", sentence));
  const panel = makePanel(isGood ? words("why-solvable") :
    words("why-unsolvable"), ...sentences);
  if (isGood) return [panel.details];
  game.view.mark([a, b]);
  panel.details.open = true;
  return [make("div.unsolvable",
    make("p", words("not-solvable", {a, b})),
    makeButton(words("exchange", {a, b}), () =>
      onExchange(exchanged(start, [a, b])))), panel.details];
}

/* What is known without solving it of a board that the solver does not reach. */
function knownLength({start, recipe = "", choice}) {
  if (start.cells.length <= PROVEN_CELLS) return [];
  const {target = ""} = partsOf(recipe) || {};
  const found = /^,stm=([0-9]+)\.\.([0-9]+)$/.exec(target);
  const range = found ? {low: Number(found[1]), high: Number(found[2])} : choice;
  return range ? [makeFact(found ? words("shortest") : words("length"),
    choiceText({...range, band: ""}))] : [];
}

/* ---- the page ---- */

function openNewBoard(form, section) {
  const {core} = app;
  const key = `loyd new ${app.site}`;
  const said = make("p.said.form-said");
  const linkSaid = make("p.notice", {hidden: true});
  const about = section.querySelector(".about");
  let game = null, abort = new AbortController(), details = null;
  let printed = make("p"); /* the start on paper */

  const say = (text) => app.say(text, said);

  /* What is wrong with a link is said above the board. */
  function sayOfLink(text) {
    linkSaid.hidden = !text;
    app.say(text, linkSaid);
  }

  /* Whatever is still being looked for belongs to the board before. */
  function renew() {
    abort.abort();
    abort = new AbortController();
    say("");
    inputs.isBusy(false);
    return abort.signal;
  }

  /* Shows a board, and the form that would draw it again. */
  function show(puzzle, signal = renew()) {
    const {start, goal, recipe = ""} = puzzle;
    const facts = make("dl.facts");
    const info = {recipe, obstacle: isSolvable(start, goal) ? "" :
      words("no-way-no-hint")};
    section.hidden = false;
    sayOfLink("");
    if (game) game.load(start, goal, info);
    else game = startGame(app, section, {start, goal, info});
    game.view.mark([]);
    printed.replaceWith(printed = boardPicture(start, words("start")));
    section.querySelector(".goal").replaceWith(goalFigure(goal));
    about.replaceChildren(facts,
      ...parityPanel(start, goal, game, (board) => {
        open({start: board, goal});
        game.view.board.focus(); /* the button is gone */
      }));
    facts.append(...knownLength(puzzle));
    details = make("dl.facts", makeFact(words("recipe"), recipe ?
      make("code", recipe) : words("no-recipe")));
    if (recipe || !core.why) about.append(makePanel(words("details"), details).details);
    app.shelf.write(key, boardText(goal));
    inputs.follow(puzzle);
    if (!core.why) enrich(facts, {start, goal}, signal);
  }

  /* What the worker knows comes later. The length of a large board is looked
   * for when the player asks: it takes seconds and much memory. */
  async function enrich(facts, puzzle, signal) {
    const {start, goal} = puzzle, more = details;
    const run = (work) => work().catch((error) => {
      if (!signal.aborted) say(words("no-length", {why: whyOf(error)}));
    });
    await run(async () => {
      const loyd = await core.worker();
      const id = await loyd.id(boardText(start), boardText(goal));
      if (signal.aborted) return;
      more.append(makeFact(words("id"), make("code", id)));
      if (!isSolvable(start, goal)) return;
      const par = async () => {
        const found = await measure(core, facts, more, puzzle, signal);
        if (!found) return;
        game.par = found;
        game.controls.status.par(found);
      };
      if (start.cells.length <= PROVEN_CELLS) {
        await par();
        return;
      }
      const offer = makeFact(words("solution-of"), makeButton(words("look-for-one"),
        () => {
          offer.remove();
          run(par);
        }, {className: "main-button"}));
      facts.append(offer);
    });
  }

  /* The address keeps the board, for a reload and for sharing. */
  function open(puzzle, signal) {
    const {start, goal, recipe} = puzzle;
    show(puzzle, signal);
    history.replaceState(null, "", recipe ? recipeFragment(recipe) :
      boardFragment(start, goal));
  }

  /* Each order of the goal's labels from which it can be reached is equally
   * likely. */
  function openHere(goal, isAnyOrder, signal) {
    open({start: drawHere(goal, isAnyOrder), goal}, signal);
  }

  /* Without the core. */
  function goalOfChoices({size, layout}) {
    const [width, height] = size.split("x").map(Number);
    if (!isSide(width) || !isSide(height))
      throw new FormError(words("sides", {least: SIDE_MIN, most: SIDE_MAX}));
    return layout === AS_SHOWN ? game.goal : rowsGoal(width, height);
  }

  async function draw() {
    const signal = renew();
    try {
      const choices = inputs.read();
      if (core.why) {
        openHere(goalOfChoices(choices), choices.isAnyOrder, signal);
        return;
      }
      await drawn(signal, async (loyd) => drawChoices(loyd, {...choices,
        layout: await layoutOf(loyd, choices.layout)}, signal), choices.choice);
    } catch (error) {
      if (!signal.aborted) say(words("no-board", {why: whyOf(error)}));
    }
  }

  const layoutOf = async (loyd, layout) => layout === AS_SHOWN ?
    loyd.layoutOf(boardText(game.goal)) : layout;

  /* Draws in the worker; a draw that takes long is announced. */
  async function drawn(signal, work, choice) {
    const waiting = setTimeout(() => {
      if (!signal.aborted) say(words("drawing"));
    }, 400);
    inputs.isBusy(true);
    try {
      const {start, goal, recipe} = await work(await core.worker());
      if (!signal.aborted)
        open({start: readBoard(start), goal: readBoard(goal), recipe, choice},
          renew());
    } finally {
      clearTimeout(waiting);
      if (!signal.aborted) inputs.isBusy(false);
    }
  }

  /* Opens what a link has; fail(why) says why that cannot be. */
  async function openLinked(work, fail) {
    const signal = renew();
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!game) openFirst();
      sayOfLink(fail({why: whyOf(error)}));
    }
  }

  const drawLinked = (recipe) => openLinked((signal) => {
    if (core.why) throw new FormError(words("no-recipes", {why: core.why}));
    return drawn(signal, (loyd) => loyd.draw(recipe, {attempts: 1e6, signal}));
  }, (why) => words("link-draws-nothing", why));

  /* Shows a game of a link on its board. */
  const openRecord = (text) => openLinked(async (signal) => {
    const record = await core.game(text);
    const {start: board, goal} = !record.recipe ?
      {start: record.board, goal: record.goal} :
      await (await core.worker()).draw(record.recipe, {attempts: 1e6, signal});
    const {good, stm} = replay(readBoard(board), readBoard(goal),
      parsePath(record.moves));
    if (good < stm) throw new FormError(words("game-impossible", {n: good + 1}));
    await loadScript(app, "analysis.js");
    if (signal.aborted) return;
    show({start: readBoard(board), goal: readBoard(goal)});
    watchGame(game, {...record, board, goal}, section);
  }, (why) => words("link-without-game", why));

  /* Returns false if the address names no board. */
  function openLink() {
    const found = parseFragment(location.hash);
    if (!found) return false;
    if (found.game !== undefined) openRecord(found.game);
    else if (found.recipe) drawLinked(found.recipe);
    else if (found.start) show(found);
    else if (!game) openFirst();
    if (found.problem) sayOfLink(found.problem);
    return true;
  }

  /* The lengths of a size, of the goal that its layout makes. */
  async function lengths(size, layout) {
    const loyd = await core.worker(), isDrawn = /random/.test(layout);
    const [width, height] = size.split("x").map(Number);
    const goal = layout === AS_SHOWN ? boardText(game.goal) :
      await loyd.layoutGoal(size, isDrawn ? "rows" : layout);
    return lengthChoices(width * height, await loyd.bands(goal), isDrawn);
  }

  /* The board that is there at once. */
  function openFirst() {
    openHere(readBoard(app.shelf.read(key) ?? "") || rowsGoal(4, 4), false);
  }

  section.querySelector("figure.start").append(printed);
  section.before(linkSaid);
  const inputs = openForm(form, !core.why, {draw, lengths, stop: renew});
  form.append(said);
  if (core.why)
    form.append(make("p.day",
      words("only-boards", {why: core.why})));
  const editor = editorPanel(core, {current: () => game, open});
  section.after(editor);
  addEventListener("hashchange", openLink);
  if (!openLink()) openFirst();
}

{
  const form = document.querySelector("form.new");
  const section = document.querySelector("section.new");
  if (form && section) openNewBoard(form, section);
}
