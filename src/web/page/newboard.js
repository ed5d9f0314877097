/* SPDX-License-Identifier: MIT */
/*
 * play.html: draws a board from what its form says, or opens the one of the
 * link; says what is known of it, and whether and why it can be solved. Boards
 * with a recipe need the package; without it the browser's random numbers draw
 * boards, which have none.
 */
const SIZES = ["3x3", "4x4", "5x5", "4x3", "6x6", "8x2"];
const LAYOUT_NAMES = {rows: "in rows", columns: "in columns", snake: "snake",
  spiral: "spiral", random: "random goal"};
const BANDS = ["any", "easy", "medium", "hard", "expert"];
const METHODS = {uniform: "every start equally likely",
  walk: "a random walk from the goal", jump: "random jumps from the goal"};
const ATTEMPTS = 200000;

/* A text that names what is wrong with the form. */
class FormError extends Error {}

/* ---- recipes ---- */

/* "40..49" or "45", as a target of a recipe; "" if it is empty. */
function targetOf(text) {
  const found = /^\s*([0-9]{1,5})(?:\s*\.\.\s*([0-9]{1,5}))?\s*$/.exec(text);
  if (text.trim() === "") return "";
  if (!found || Number(found[1]) > Number(found[2] || found[1]))
    throw new FormError(`length '${text.slice(0, 20)}': expected A..B, such ` +
      "as 40..49");
  return `,stm=${Number(found[1])}..${Number(found[2] || found[1])}`;
}

function methodOf({method, steps, isAnyOrder}) {
  if (isAnyOrder) return ":shuffle";
  if (method === "uniform") return "";
  if (!/^[1-9][0-9]{0,4}$/.test(steps) || steps > 65535)
    throw new FormError("moves of the walk: expected 1..65535");
  return `:${method}:${steps}`;
}

function recipeOf(choices, target, method) {
  const {width, height, layout, seed, index} = choices;
  if (!/^[0-9]{1,15}$/.test(index))
    throw new FormError("number: expected a whole number from 0");
  return `${width}x${height}/${layout}~g1${method}${target}~${seed}~${
    Number(index)}`;
}

/* The lengths of a band of the goal's class, as a target. */
async function bandTarget(loyd, choices) {
  const {width, height, layout, band} = choices;
  if (band === "any") return "";
  if (width * height > PROVEN_CELLS || layout === "random")
    throw new FormError("difficulty: only up to 16 cells, and with a goal " +
      "that is not random");
  const goal = await loyd.layoutGoal(`${width}x${height}`, layout);
  const found = (await loyd.bands(goal)).find(({name}) => name === band);
  if (!found || !(found.low <= found.high))
    throw new FormError(`no board of this size is ${band}`);
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

const named = (list) => Object.fromEntries(list.map((word) => [word, word]));

/* Fills the form. Returns {read, goOn}; read() is what is chosen. */
function openForm(form, hasCore, onDraw) {
  const sizes = Object.fromEntries(SIZES.map((size) =>
    [size, size.replace("x", " \u00d7 ")]));
  const layouts = {...LAYOUT_NAMES};
  if (!hasCore) delete layouts.random;
  const side = () => make("input", {type: "number", min: SIDE_MIN,
    max: SIDE_MAX, value: 4, inputMode: "numeric"});
  const at = {size: choice({...sizes, other: "other"}, "4x4"),
    width: side(), height: side(), layout: choice(layouts, "rows"),
    band: choice(named(BANDS), "any"),
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
    field("Width", at.width), field("Height", at.height));
  const steps = field("Moves of the walk", at.steps);
  const isKept = make("input", {type: "checkbox"});
  const more = makePanel("More choices", make("div", {className: "fields"},
    field("Length of the shortest solution", at.length),
    field("Drawn by", at.method),
    steps,
    field("Seed", at.seed, "long"), field("Number", at.index)),
  field("Keep this seed for the next board, and count the number on", isKept,
    "check"), field("Or any recipe, instead of all choices", at.recipe, "long"));
  const fields = make("div", {className: "fields"}, field("Size", at.size),
    field("Goal", at.layout));

  steps.hidden = true;
  at.method.addEventListener("change", () => {
    steps.hidden = at.method.value === "uniform";
  });
  if (hasCore) fields.append(field("Difficulty", at.band));
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
    field("Any order, also boards that cannot be solved", at.isAnyOrder,
      "check"), ...(hasCore ? [more.details] : []),
    make("div", {className: "buttons"}, make("button", {type: "submit",
      className: "main-button share"}, "Draw a board")));
  form.hidden = false;
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onDraw();
  });
  return {
    read() {
      const size = at.size.value === "other" ?
        `${at.width.value}x${at.height.value}` : at.size.value;
      const values = {};
      for (const [name, input] of Object.entries(at))
        values[name] = input.type === "checkbox" ? input.checked : input.value;
      return {...values, ...values.recipe.trim() ? {} : parseSize(size)};
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
  const whole = Math.min(99, Math.floor(percentile));
  return `${sample > 0 ? "about " : ""}${whole < 1 ? "fewer than 1" : whole}% ` +
    "of all boards of this size and goal";
};

/* Finds the length and its percentile, and says them. */
async function measure(core, place, {start, goal}, signal) {
  const {upper, lower, proven} = await core.solve(start, goal, signal, true);
  const loyd = await core.worker();
  const rating = await loyd.percentile(boardText(start), boardText(goal),
    upper);
  if (signal.aborted) return null;
  place.append(fact(proven ? "Shortest solution" : "Best known solution",
    movesText(upper) + (proven ? "" : `, and none has fewer than ${lower}`)));
  if (rating)
    place.append(fact("Difficulty", rating.band),
      fact("Longer than", percentText(rating)));
  return {stm: upper, lower, proven};
}

/* Why the board can be solved or not, and the exchange that mends it. */
function parityPanel(start, goal, game, onExchange) {
  const isGood = isSolvable(start, goal), [a, b] = exchangeOf(start, goal);
  const sentences = paritySentences(start, goal).map((sentence) =>
    make("p", {}, sentence));
  const panel = makePanel(isGood ? "Why it can be solved" :
    "Why it cannot be solved", ...sentences);
  if (isGood) return [panel.details];
  game.view.mark([a, b]);
  panel.details.open = true;
  return [make("div", {className: "unsolvable"},
    make("p", {}, `This board cannot be solved. Exchange ${a} and ${b}, ` +
      "and it can."),
    makeButton(`Exchange ${a} and ${b}`, () =>
      onExchange(exchanged(start, [a, b])))), panel.details];
}

function goalFigure(goal) {
  const shape = goal.width > 9 ? " widest" : goal.width > 6 ? " wide" :
    goal.height > 2 * goal.width ? " tall" : "";
  return make("figure", {className: `goal${shape}`},
    make("figcaption", {}, "Goal"), boardPicture(goal, "Goal"));
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
    printed.replaceWith(printed = boardPicture(start, "Start"));
    about.replaceChildren(goalFigure(goal), facts,
      ...parityPanel(start, goal, game, (board) => {
        open({start: board, goal});
        game.view.board.focus(); /* the button is gone */
      }));
    if (recipe) facts.append(fact("Recipe", make("code", {}, recipe)));
    if (isDrawnHere)
      facts.append(fact("Recipe", "none: this browser drew the board"));
    if (!core.why) enrich(facts, {start, goal}, signal);
  }

  /* What the worker knows comes later. The length of a large board is looked
   * for when the player asks: it takes seconds and much memory. */
  async function enrich(facts, puzzle, signal) {
    const {start, goal} = puzzle;
    const run = (work) => work().catch((error) => {
      if (!signal.aborted) say(`No length: ${error.message}.`);
    });
    await run(async () => {
      const loyd = await core.worker();
      const id = await loyd.id(boardText(start), boardText(goal));
      if (signal.aborted) return;
      facts.append(fact("Id", make("code", {}, id)));
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
      const offer = fact("Solution", makeButton("Look for a short one", () => {
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
    open({start: parseBoardText(start), goal: parseBoardText(goal), recipe},
      signal);
  }

  async function draw() {
    const signal = renew();
    try {
      const choices = inputs.read();
      if (core.why) {
        const goal = goalOf(choices.layout, choices.width, choices.height);
        open({start: drawHere(goal, choices.isAnyOrder), goal,
          isDrawnHere: true}, signal);
        return;
      }
      if (await drawn(signal, (loyd) => drawRecipe(loyd, choices, signal)))
        inputs.goOn();
    } catch (error) {
      if (!signal.aborted) say(`No board: ${error.message}.`);
    }
  }

  /* Draws in the worker; a draw that takes long is announced. */
  async function drawn(signal, work) {
    const waiting = setTimeout(() => {
      if (!signal.aborted) say("Drawing\u2026");
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
      if (core.why) throw new FormError(`${core.why}, so recipes cannot be ` +
        "drawn here");
      await drawn(signal, (loyd) =>
        loyd.draw(recipe, {attempts: 1e6, signal}));
    } catch (error) {
      if (!signal.aborted)
        say(`The recipe of the link draws no board: ${error.message}.`);
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
    form.prepend(make("p", {className: "day"}, `Lengths, recipes and hints ` +
      `are not at hand: ${core.why}. Boards can be drawn and played.`));
  section.after(editorPanel({current: () => game, open, say}));
  addEventListener("hashchange", openLink);
  if (!openLink()) draw();
}
