/* SPDX-License-Identifier: MIT */
/*
 * The board editor of play.html: a board is typed as text in any form that the
 * command reads, or cell by cell, where labels change places so that a board
 * stays a board.
 */

/* The cells of a board as fields; `onChange(board)` gets each new board. */
function cellFields(onChange, say) {
  const grid = make("div", {className: "cells", role: "group",
    "aria-label": words("cells-label")});
  let board = null, inputs = [];

  function put(cell) {
    const text = inputs[cell].value.trim();
    try {
      if (!/^[0-9]{0,3}$/.test(text))
        throw new BoardError(words("label-invalid", {label: text}));
      board = withLabel(board, cell, Number(text));
      say("");
      onChange(board);
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      say(`${error.message}.`);
    }
    fill();
  }

  function fill() {
    board.cells.forEach((label, cell) => {
      inputs[cell].value = label === 0 ? "" : String(label);
    });
  }

  /* The arrow keys go from cell to cell. */
  function walk(event, cell) {
    const step = {ArrowUp: -board.width, ArrowDown: board.width,
      ArrowLeft: -1, ArrowRight: 1}[event.key];
    const next = inputs[cell + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  }

  function show(given) {
    const isSame = board && board.width === given.width &&
      board.height === given.height;
    board = given;
    if (!isSame) {
      inputs = board.cells.map((_, cell) => {
        const input = make("input", {type: "text", inputMode: "numeric",
          maxLength: 3, autocomplete: "off"});
        input.setAttribute("aria-label", words("cell-label", {
          row: Math.floor(cell / board.width) + 1,
          column: cell % board.width + 1}));
        input.addEventListener("change", () => put(cell));
        input.addEventListener("focus", () => input.select());
        input.addEventListener("keydown", (event) => walk(event, cell));
        return input;
      });
      grid.style.setProperty("--w", board.width);
      grid.replaceChildren(...inputs);
    }
    fill();
  }

  return {grid, show};
}

/* The panel; `page` is {current(), open(puzzle)}. */
function editorPanel(core, page) {
  const start = make("textarea", {rows: 2, spellcheck: false,
    placeholder: "1 2 3/4 5 6/7 0 8"});
  const goal = make("textarea", {rows: 2, spellcheck: false,
    placeholder: words("empty-goal")});
  const said = make("p", {className: "said"});
  const say = (text) => setText(said, text);
  const cells = cellFields((board) => {
    start.value = boardText(board);
  }, say);

  /* Shows what is typed in the cells, or says why it is no board. Resolves to
   * the start, or null. */
  async function readStart() {
    try {
      const board = await core.read(start.value);
      cells.show(board);
      say("");
      return board;
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      say(`${error.message}.`);
      return null;
    }
  }

  async function readGoal(from) {
    if (goal.value.trim()) return core.read(goal.value, from);
    return goalOf("rows", from.width, from.height, missingOf(from));
  }

  async function use() {
    const from = await readStart();
    try {
      if (from) page.open({start: from, goal: await readGoal(from)});
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      say(`${error.message}.`);
    }
    if (said.textContent) globalThis.loyd.app.say(said.textContent);
    else page.current().view.board.focus();
  }

  const panel = makePanel(words("set-up-a-board"),
    make("p", {}, words("type-the-rows")),
    make("label", {}, words("start"), start), cells.grid,
    make("label", {}, words("goal"), goal),
    make("div", {className: "buttons"},
      makeButton(words("play-this-board"), use)),
    said);

  /* A goal of another size was that of another board. */
  start.addEventListener("change", async () => {
    const board = await readStart(), to = readBoard(goal.value, board);
    if (board && !(to && isPair(board, to))) goal.value = "";
  });
  panel.details.addEventListener("toggle", () => {
    const game = page.current();
    if (!panel.details.open) return;
    const from = game ? game.current : rowsGoal(4, 4);
    const to = game ? game.goal : rowsGoal(4, 4);
    start.value = boardText(from);
    goal.value = boardText(to);
    cells.show({width: from.width, height: from.height,
      cells: [...from.cells]});
  });
  return make("div", {className: "panels editor"}, panel.details);
}

{
  const form = document.querySelector("form.new");
  const section = document.querySelector("section.new");
  if (form && section) openNewBoard(form, section);
}
