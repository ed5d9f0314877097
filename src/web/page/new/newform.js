/* SPDX-License-Identifier: MIT */
/*
 * The form of play.html: what the next board is to be. It shows the board that
 * is there, however it came.
 */
const SIZES = ["3x3", "4x4", "5x5", "4x3", "6x6", "8x2"];
const LAYOUT_NAMES = {rows: words("in-rows"), columns: words("in-columns"),
  snake: words("snake"), spiral: words("spiral"),
  random: words("random-goal")};
const AS_SHOWN = "shown";

/* A text that names what is wrong with the form. */
class FormError extends Error {}

/* ---- what is asked for ---- */

/* Method and target of what is chosen. */
function wishOf({choice, isAnyOrder}) {
  return isAnyOrder ? {method: ":shuffle", target: ""} :
    choice || {method: "", target: ""};
}

function recipeOf({size, layout, seed, index}, {method, target}) {
  return `${size}/${layout}~g1${method}${target}~${seed}~${index}`;
}

/* ---- the form ---- */

function field(text, input, className = "") {
  return make("label", {className: `field ${className}`},
    make("span", text), input);
}

const number = (least, most, value) => make("input", {type: "number",
  min: least, max: most, value, inputMode: "numeric"});
function formFields() {
  const sizes = Object.fromEntries(SIZES.map((size) =>
    [size, sizeText(size)]));
  return {size: makeSelect({...sizes, other: words("other")}, "4x4"),
    width: number(SIDE_MIN, SIDE_MAX, 4), height: number(SIDE_MIN, SIDE_MAX, 4),
    layout: makeSelect(LAYOUT_NAMES, "rows"), range: makeSelect({any: words("any")}, "any"),
    recipe: make("input", {type: "text", spellcheck: false, autocapitalize: "off",
      placeholder: "5x3/rows,missing=2~g1~monday~0"}),
    isAnyOrder: make("input", {type: "checkbox"})};
}

/*
 * Fills the form. `ask.lengths(size, layout)` resolves to the lengths of that
 * size; `ask.draw()` draws, and `ask.stop()` ends that. Returns {read, follow,
 * isBusy}.
 */
function openForm(form, hasCore, ask) {
  const at = formFields();
  const sides = make("div.fields", field(words("width"), at.width),
    field(words("height"), at.height));
  const update = () => { sides.hidden = at.size.value !== "other"; };
  const button = makeTurningButton([words("draw-a-board"), words("stop")], () => {},
    {type: "submit", className: "turning main-button share"});
  const rare = [field(words("any-order"), at.isAnyOrder, "check")];
  if (hasCore) rare.push(field(words("or-any-recipe"), at.recipe, "long"));
  else fillSelect(at.layout, [["rows", LAYOUT_NAMES.rows]], "rows");
  const more = makePanel(words("more-choices"), ...rare);
  let choices = [], shownLayout = "", isBusy = false, turn = 0;

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
    fillSelect(at.range, [["any", words("any")],
      ...choices.map((choice, i) => [i, choiceText(choice)])],
    chosen < 0 ? "any" : chosen);
    if (wish) at.isAnyOrder.checked = wish.method === ":shuffle";
    update();
  }

  /* The goal of the board shown is one of its size. */
  for (const input of [at.size, at.width, at.height])
    input.addEventListener("change", () => {
      if (at.layout.value === AS_SHOWN) at.layout.value = "rows";
      offer();
    });
  at.layout.addEventListener("change", () => offer());
  form.replaceChildren(make("div.fields.main-fields",
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
    /* What is chosen, with a fresh seed. */
    read: () => ({size: sizeOf(), layout: layoutOf(), seed: freshSeed(), index: 0,
      choice: choices[at.range.value] || null, recipe: at.recipe.value.trim(),
      isAnyOrder: at.isAnyOrder.checked}),
    /* Shows the choices of a board that was drawn or opened; `choice` is the
     * length that was asked for. */
    follow({goal, recipe = "", choice = null}) {
      const parts = partsOf(recipe);
      const name = parts ? parts.layout : sameBoard(goal,
        rowsGoal(goal.width, goal.height)) ? "rows" : AS_SHOWN;
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
      offer({method: "", target: "", ...choice, ...(choice ? null : parts)});
    },
    isBusy(given) {
      isBusy = given;
      turnButton(button, isBusy ? words("stop") : words("draw-a-board"));
    },
  };
}
