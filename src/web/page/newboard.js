/* SPDX-License-Identifier: MIT */
/*
 * play.html: draws a board from what its form says, or opens the one of the
 * link; says what is known of it, and whether and why it can be solved. Boards
 * with a recipe need the package; without it the browser's random numbers draw
 * boards, which have none.
 */
const SIZES = ["3x3", "4x4", "5x5", "4x3", "6x6", "8x2"];
const LAYOUT_NAMES = {rows: words("in-rows"), columns: words("in-columns"),
  snake: words("snake"), spiral: words("spiral"),
  random: words("random-goal")};
const BANDS = {any: words("any"), easy: words("easy"), medium: words("medium"),
  hard: words("hard"), expert: words("expert")};
const METHODS = {uniform: words("by-uniform"), walk: words("by-walk"),
  jump: words("by-jump")};
const ATTEMPTS = 200000;

/* A text that names what is wrong with the form. */
class FormError extends Error {}

/* ---- recipes ---- */

/* "40..49" or "45", as a target of a recipe; "" if it is empty. */
function targetOf(text) {
  const range = text.replace(/\s/g, "");
  if (!/^[0-9.]*$/.test(range)) throw new FormError(words("not-a-range"));
  return range && `,stm=${range}`;
}

function methodOf({method, steps, isAnyOrder}) {
  if (isAnyOrder) return ":shuffle";
  return method === "uniform" ? "" : `:${method}:${steps}`;
}

/* The core says what is wrong with it. */
function recipeOf({size, layout, seed, index}, target, method) {
  return `${size}/${layout}~g1${method}${target}~${seed}~${index.trim()}`;
}

/* The lengths of a band of the goal's class, as a target. */
async function bandTarget(loyd, choices) {
  const {size, layout, band} = choices;
  if (band === "any") return "";
  const goal = await loyd.layoutGoal(size, layout);
  const found = (await loyd.bands(goal)).find(({name}) => name === band);
  if (!found || !(found.low <= found.high))
    throw new FormError(words("no-board-in-band", {band: BANDS[band]}));
  return `,stm=${found.low}..${found.high}`;
}

/* Rare lengths near the goal, or the longest, are drawn by method ball. */
async function drawRecipe(loyd, choices, signal) {
  const typed = choices.recipe.trim();
  if (typed) return loyd.draw(typed, {attempts: ATTEMPTS, signal});
  const target = targetOf(choices.length) || await bandTarget(loyd, choices);
  const method = methodOf(choices);
  const recipe = recipeOf(choices, target, method);
  try {
    return await loyd.draw(recipe, {attempts: ATTEMPTS, signal});
  } catch (error) {
    if (error.code !== "exhausted" || method !== "") throw error;
    return loyd.draw(recipeOf(choices, target, ":ball"), {signal});
  }
}

/* ---- the form ---- */

function field(text, input, className = "") {
  return make("label", {className: `field ${className}`},
    make("span", {}, text), input);
}

function choice(options, value) {
  const select = make("select", {}, ...Object.entries(options).map(
    ([name, words]) => make("option", {value: name}, words)));
  select.value = value;
  return select;
}

/* Fills the form. Returns {read, goOn}; read() is what is chosen. */
function openForm(form, hasCore, onDraw) {
  const sizes = Object.fromEntries(SIZES.map((size) =>
    [size, size.replace("x", " \u00d7 ")]));
  const layouts = {...LAYOUT_NAMES};
  if (!hasCore) delete layouts.random;
  const side = () => make("input", {type: "number", min: SIDE_MIN,
    max: SIDE_MAX, value: 4, inputMode: "numeric"});
  const at = {size: choice({...sizes, other: words("other")}, "4x4"),
    width: side(), height: side(), layout: choice(layouts, "rows"),
    band: choice(BANDS, "any"),
    length: make("input", {type: "text", placeholder: "40..49"}),
    method: choice(METHODS, "uniform"),
    steps: make("input", {type: "number", min: 1, max: 65535, value: 100}),
    seed: make("input", {type: "text", value: freshSeed(),
      maxLength: 1024, spellcheck: false}),
    index: make("input", {type: "text", value: "0", inputMode: "numeric"}),
    recipe: make("input", {type: "text", spellcheck: false,
      autocapitalize: "off", placeholder: "5x3/rows,missing=2~g1~monday~0"}),
    isAnyOrder: make("input", {type: "checkbox"})};
  const sides = make("div", {className: "fields", hidden: true},
    field(words("width"), at.width),
    field(words("height"), at.height));
  const steps = field(words("moves-of-walk"), at.steps);
  const isKept = make("input", {type: "checkbox"});
  const more = makePanel(words("more-choices"), make("div", {className: "fields"},
    field(words("length-of-shortest"), at.length),
    field(words("drawn-by"), at.method),
    steps,
    field(words("seed"), at.seed, "long"), field(words("number"), at.index)),
  field(words("keep-this-seed"), isKept, "check"),
  field(words("or-any-recipe"), at.recipe, "long"));
  const fields = make("div", {className: "fields"},
    field(words("size"), at.size), field(words("goal"), at.layout));

  steps.hidden = true;
  at.method.addEventListener("change", () => {
    steps.hidden = at.method.value === "uniform";
  });
  if (hasCore) fields.append(field(words("difficulty"), at.band));
  /* Bands are of lengths, which are known up to PROVEN_CELLS. */
  function limit() {
    const [width, height] = at.size.value === "other" ?
      [at.width.value, at.height.value] : at.size.value.split("x");
    sides.hidden = at.size.value !== "other";
    at.band.disabled = width * height > PROVEN_CELLS ||
      at.layout.value === "random";
    if (at.band.disabled) at.band.value = "any";
  }
  for (const input of [at.size, at.width, at.height, at.layout])
    input.addEventListener("change", limit);
  form.replaceChildren(fields, sides,
    field(words("any-order"), at.isAnyOrder, "check"), ...(hasCore ? [more.details] : []),
    make("div", {className: "buttons"}, make("button", {type: "submit",
      className: "main-button share"}, words("draw-a-board"))));
  form.hidden = false;
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onDraw();
  });
  return {
    read() {
      const values = {};
      for (const [name, input] of Object.entries(at))
        values[name] = input.type === "checkbox" ? input.checked : input.value;
      if (values.size === "other")
        values.size = `${values.width}x${values.height}`;
      return values;
    },
    /* After a draw: the next one is another board. */
    goOn() {
      if (isKept.checked) at.index.value = String(Number(at.index.value) + 1);
      else at.seed.value = freshSeed();
    },
  };
}

/* ---- what is said of a board ---- */

function fact(name, value) {
  return make("div", {}, make("dt", {}, name), make("dd", {}, value));
}

const percentText = ({percentile, sample}) => {
  const percent = Math.min(99, Math.floor(percentile));
  if (percent < 1) return words("percent-below-1");
  return sample > 0 ? words("about-n-percent", {percent}) :
    words("n-percent", {percent});
};

/* Finds the length and its percentile, and says them. */
async function measure(core, place, {start, goal}, signal) {
  const {upper, lower, proven} = await core.solve(start, goal, signal, true);
  const loyd = await core.worker();
  const rating = await loyd.percentile(boardText(start), boardText(goal),
    upper);
  if (signal.aborted) return null;
  place.append(proven ? fact(words("shortest"), movesText(upper)) :
    fact(words("best-known"), words("no-fewer-than",
      {moves: movesText(upper), lower})));
  if (rating)
    place.append(fact(words("difficulty"), BANDS[rating.band]),
      fact(words("longer-than"), percentText(rating)));
  return {stm: upper, lower, proven};
}

/* Why the board can be solved or not, and the exchange that mends it. */
function parityPanel(start, goal, game, onExchange) {
  const isGood = isSolvable(start, goal), [a, b] = exchangeOf(start, goal);
  const sentences = paritySentences(start, goal).map((sentence) =>
    make("p", {}, sentence));
  const panel = makePanel(isGood ? words("why-solvable") :
    words("why-unsolvable"), ...sentences);
  if (isGood) return [panel.details];
  game.view.mark([a, b]);
  panel.details.open = true;
  return [make("div", {className: "unsolvable"},
    make("p", {}, words("not-solvable", {a, b})),
    makeButton(words("exchange", {a, b}), () =>
      onExchange(exchanged(start, [a, b])))), panel.details];
}

function goalFigure(goal) {
  const shape = goal.width > 9 ? " widest" : goal.width > 6 ? " wide" :
    goal.height > 2 * goal.width ? " tall" : "";
  return make("figure", {className: `goal${shape}`},
    make("figcaption", {}, words("goal")),
    boardPicture(goal, words("goal")));
}

/* ---- the page ---- */

function openNewBoard(form, section) {
  const {app} = globalThis.loyd, {core} = app;
  const said = make("p", {className: "said form-said"});
  const about = section.querySelector(".about");
  let game = null, abort = new AbortController();
  let printed = make("p"); /* the start on paper */

  function say(text) {
    setText(said, text);
    if (text) app.say(text);
  }

  /* Whatever is still being looked for belongs to the board before. */
  function renew() {
    abort.abort();
    abort = new AbortController();
    say("");
    return abort.signal;
  }

  function show(puzzle, signal = renew()) {
    const {start, goal, recipe = "", isDrawnHere = false} = puzzle;
    const facts = make("dl", {className: "facts"});
    section.hidden = false;
    if (game) game.load(start, goal, {recipe});
    else game = globalThis.loyd.newGame(section, {start, goal,
      info: {recipe}});
    game.view.mark([]);
    printed.replaceWith(printed = boardPicture(start, words("start")));
    about.replaceChildren(goalFigure(goal), facts,
      ...parityPanel(start, goal, game, (board) => {
        open({start: board, goal});
        game.view.board.focus(); /* the button is gone */
      }));
    if (recipe) facts.append(fact(words("recipe"), make("code", {}, recipe)));
    if (isDrawnHere)
      facts.append(fact(words("recipe"), words("drawn-here")));
    if (!core.why) enrich(facts, {start, goal}, signal);
  }

  /* What the worker knows comes later. The length of a large board is looked
   * for when the player asks: it takes seconds and much memory. */
  async function enrich(facts, puzzle, signal) {
    const {start, goal} = puzzle;
    const run = (work) => work().catch((error) => {
      if (!signal.aborted) say(words("no-length", {why: error.message}));
    });
    await run(async () => {
      const loyd = await core.worker();
      const id = await loyd.id(boardText(start), boardText(goal));
      if (signal.aborted) return;
      facts.append(fact(words("id"), make("code", {}, id)));
      if (!isSolvable(start, goal)) return;
      const par = async () => {
        const found = await measure(core, facts, puzzle, signal);
        if (!found) return;
        game.par = found;
        game.controls.status.par(found);
      };
      if (start.cells.length <= PROVEN_CELLS) {
        await par();
        return;
      }
      const offer = fact(words("solution-of"), makeButton(words("look-for-one"),
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

  function openDrawn({start, goal, recipe}, signal) {
    open({start: readBoard(start), goal: readBoard(goal), recipe}, signal);
  }

  async function draw() {
    const signal = renew();
    try {
      const choices = inputs.read();
      if (core.why) {
        const [width, height] = choices.size.split("x").map(Number);
        if (!isSide(width) || !isSide(height))
          throw new FormError(words("sides",
            {least: SIDE_MIN, most: SIDE_MAX}));
        const goal = goalOf(choices.layout, width, height);
        open({start: drawHere(goal, choices.isAnyOrder), goal,
          isDrawnHere: true}, signal);
        return;
      }
      if (await drawn(signal, (loyd) => drawRecipe(loyd, choices, signal)))
        inputs.goOn();
    } catch (error) {
      if (!signal.aborted) say(words("no-board", {why: error.message}));
    }
  }

  /* Draws in the worker; a draw that takes long is announced. */
  async function drawn(signal, work) {
    const waiting = setTimeout(() => {
      if (!signal.aborted) say(words("drawing"));
    }, 400);
    try {
      const found = await work(await core.worker());
      if (signal.aborted) return false;
      say("");
      openDrawn(found, signal);
      return true;
    } finally {
      clearTimeout(waiting);
    }
  }

  async function drawLinked(recipe) {
    const signal = renew();
    try {
      if (core.why) throw new FormError(words("no-recipes", {why: core.why}));
      await drawn(signal, (loyd) =>
        loyd.draw(recipe, {attempts: 1e6, signal}));
    } catch (error) {
      if (!signal.aborted)
        say(words("link-draws-nothing", {why: error.message}));
    }
  }

  /* Returns false if the address names no board. */
  function openLink() {
    const found = parseFragment(location.hash);
    if (!found) return false;
    say(found.problem || "");
    if (found.recipe) drawLinked(found.recipe);
    else if (found.start) show(found);
    return true;
  }

  section.querySelector("figure.start").append(printed);
  const inputs = openForm(form, !core.why, draw);
  form.append(said);
  if (core.why)
    form.prepend(make("p", {className: "day"},
      words("only-boards", {why: core.why})));
  section.after(editorPanel(core, {current: () => game, open}));
  addEventListener("hashchange", openLink);
  if (!openLink()) draw();
}
