/* SPDX-License-Identifier: MIT */
/*
 * The form of play.html: what the next board is to be. It shows the board that
 * is there, however it came, and remembers size and goal for the next visit.
 */
const SIZES = ["3x3", "4x4", "5x5", "4x3", "6x6", "8x2"];
const LAYOUT_NAMES = {rows: words("in-rows"), columns: words("in-columns"),
  snake: words("snake"), spiral: words("spiral"),
  random: words("random-goal")};
const METHODS = {uniform: words("by-uniform"), walk: words("by-walk"),
  jump: words("by-jump")};
const AS_SHOWN = "shown";

/* A text that names what is wrong with the form. */
class FormError extends Error {}

/* ---- what is remembered ---- */

/* {size, layout} of a text that anybody may have edited. */
function readRemembered(text) {
  let found = {};
  try {
    found = JSON.parse(text) || {};
  } catch {
    found = {};
  }
  const [width, height] = String(found.size).split("x").map(Number);
  return {size: isSide(width) && isSide(height) ? `${width}x${height}` : "4x4",
    layout: Object.hasOwn(PATHS, found.layout) ? found.layout : "rows"};
}

/* The name of a goal's layout, if it is a plain one. */
function layoutName(goal) {
  return Object.keys(PATHS).find((name) => boardText(goal) ===
    boardText(goalOf(name, goal.width, goal.height))) || AS_SHOWN;
}

/* ---- what is asked for ---- */

/* "40..49" or "45", as a target of a recipe; "" if it is empty. */
function targetOf(text) {
  const range = text.replace(/\s/g, "");
  if (!/^[0-9.]*$/.test(range)) throw new FormError(words("not-a-range"));
  return range && `,stm=${range}`;
}

/* Method and target of what is chosen; the core says what is wrong with it. */
function wishOf({choice, length, method, steps, isAnyOrder}) {
  if (isAnyOrder) return {method: ":shuffle", target: targetOf(length)};
  if (choice && !length.trim()) return choice;
  return {method: method === "uniform" ? "" : `:${method}:${steps}`,
    target: targetOf(length)};
}

function recipeOf({size, layout, seed, index}, {method, target}) {
  return `${size}/${layout}~g1${method}${target}~${seed}~${index.trim()}`;
}

/* ---- the form ---- */

function field(text, input, className = "") {
  return make("label", {className: `field ${className}`},
    make("span", {}, text), input);
}

function fillChoice(select, options, value) {
  select.replaceChildren(...options.map(([name, text]) =>
    make("option", {value: name}, text)));
  select.value = value;
}

function choice(options, value) {
  const select = make("select");
  fillChoice(select, Object.entries(options), value);
  return select;
}

const number = (least, most, value) => make("input", {type: "number",
  min: least, max: most, value, inputMode: "numeric"});
const text = (properties) => make("input", {type: "text", spellcheck: false,
  ...properties});

function formFields() {
  const sizes = Object.fromEntries(SIZES.map((size) =>
    [size, size.replace("x", " \u00d7 ")]));
  return {size: choice({...sizes, other: words("other")}, "4x4"),
    width: number(SIDE_MIN, SIDE_MAX, 4), height: number(SIDE_MIN, SIDE_MAX, 4),
    layout: choice(LAYOUT_NAMES, "rows"), range: choice({any: words("any")}, "any"),
    length: text({placeholder: "40..49"}), method: choice(METHODS, "uniform"),
    steps: number(1, 65535, 100), seed: text({maxLength: 1024}),
    index: text({inputMode: "numeric"}), isKept: make("input", {type: "checkbox"}),
    recipe: text({autocapitalize: "off",
      placeholder: "5x3/rows,missing=2~g1~monday~0"}),
    isAnyOrder: make("input", {type: "checkbox"})};
}

/* Shows and hides fields that others need. */
function watchFields(at, sides, steps) {
  const update = () => {
    sides.hidden = at.size.value !== "other";
    steps.hidden = at.method.value === "uniform";
    at.method.disabled = at.range.value !== "any" && !at.length.value.trim();
  };
  for (const input of [at.size, at.method, at.range, at.length])
    input.addEventListener("change", update);
  update();
  return update;
}

/*
 * Fills the form. `ask.lengths(size, layout)` resolves to the lengths of that
 * size; `ask.draw()` draws, and `ask.stop()` ends that. Returns {read, follow,
 * isBusy}.
 */
function openForm(form, hasCore, ask) {
  const at = formFields();
  const sides = make("div", {className: "fields"}, field(words("width"), at.width),
    field(words("height"), at.height));
  const steps = field(words("moves-of-walk"), at.steps);
  const button = makeTurningButton([words("draw-a-board"), words("stop")], () => {},
    {type: "submit", className: "turning main-button share"});
  const rare = [field(words("any-order"), at.isAnyOrder, "check")];
  if (hasCore)
    rare.unshift(make("div", {className: "fields"},
      field(words("length-of-shortest"), at.length),
      field(words("drawn-by"), at.method), steps,
      field(words("seed"), at.seed, "long"), field(words("number"), at.index)),
    field(words("keep-this-seed"), at.isKept, "check"),
    field(words("or-any-recipe"), at.recipe, "long"));
  else at.layout.querySelector("[value=random]").remove();
  const more = makePanel(words("more-choices"), ...rare);
  const update = watchFields(at, sides, steps);
  let choices = [], shownLayout = "", isBusy = false, isTyped = false, turn = 0;

  const sizeOf = () => at.size.value === "other" ?
    `${at.width.value}x${at.height.value}` : at.size.value;
  const layoutOf = () => at.layout.value === AS_SHOWN ? shownLayout :
    at.layout.value;

  /* Offers the lengths of a size; `wish` is a recipe's, which is chosen. */
  async function offer(wish = null) {
    const mine = ++turn, found = hasCore ?
      await ask.lengths(sizeOf(), layoutOf()).catch(() => []) : [];
    if (mine !== turn) return;
    const wanted = wish || choices[at.range.value];
    const isWanted = (choice) => wish && !choice.isWalk ?
      choice.method === wish.method && choice.target === wish.target :
      choice.low === wanted.low && !choice.isWalk === !wanted.isWalk;
    const chosen = wanted ? found.findIndex(isWanted) : -1;
    choices = found;
    fillChoice(at.range, [["any", words("any")],
      ...choices.map((choice, i) => [i, choiceText(choice)])],
    chosen < 0 ? "any" : chosen);
    if (wish) showWish(chosen < 0 ? wish : {method: "", target: ""});
    update();
  }

  function showWish({method, target}) {
    const [, name = "uniform", count] = method.split(":");
    at.isAnyOrder.checked = name === "shuffle";
    at.method.value = Object.hasOwn(METHODS, name) ? name : "uniform";
    if (count) at.steps.value = count;
    at.length.value = target.startsWith(",stm=") ? target.slice(5) : "";
  }

  /* The goal of the board shown is one of its size. */
  for (const input of [at.size, at.width, at.height])
    input.addEventListener("change", () => {
      if (at.layout.value === AS_SHOWN) at.layout.value = "rows";
      offer();
    });
  at.layout.addEventListener("change", () => offer());
  for (const input of [at.seed, at.index])
    input.addEventListener("input", () => { isTyped = true; });
  form.replaceChildren(make("div", {className: "fields main-fields"},
    field(words("size"), at.size), field(words("goal"), at.layout),
    ...(hasCore ? [field(words("length"), at.range, "range")] : []), button),
  sides, more.details);
  form.hidden = false;
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isBusy) ask.stop();
    else ask.draw();
  });
  return {
    /* What is chosen. Unless it was typed or is kept, the seed is a fresh one. */
    read() {
      const seed = isTyped || at.isKept.checked ?
        {seed: at.seed.value, index: isTyped ? at.index.value :
          String(Number(at.index.value) + 1)} :
        {seed: freshSeed(), index: "0"};
      return {size: sizeOf(), layout: layoutOf(), ...seed,
        choice: choices[at.range.value] || null, length: at.length.value,
        method: at.method.value, steps: at.steps.value,
        recipe: at.recipe.value.trim(), isAnyOrder: at.isAnyOrder.checked};
    },
    /* Shows the choices of a board that was drawn or opened; `choice` is the
     * length that was asked for. Returns its size and layout. */
    follow({goal, recipe = "", choice = null}) {
      const parts = partsOf(recipe);
      const name = parts ? parts.layout : layoutName(goal);
      const size = `${goal.width}x${goal.height}`;
      shownLayout = name;
      at.size.value = SIZES.includes(size) ? size : "other";
      [at.width.value, at.height.value] = [goal.width, goal.height];
      at.layout.querySelectorAll(`[value=${AS_SHOWN}]`).forEach((old) =>
        old.remove());
      const isNamed = Object.hasOwn(LAYOUT_NAMES, name);
      if (!isNamed)
        at.layout.append(make("option", {value: AS_SHOWN}, words("as-shown")));
      at.layout.value = isNamed ? name : AS_SHOWN;
      at.recipe.value = "";
      at.seed.value = parts ? parts.seed : freshSeed();
      at.index.value = parts ? parts.index : "0";
      isTyped = false;
      offer({method: "", target: "", ...choice, ...(choice ? null : parts)});
      return {size, layout: name};
    },
    isBusy(given) {
      isBusy = given;
      turnButton(button, isBusy ? words("stop") : words("draw-a-board"));
    },
  };
}
