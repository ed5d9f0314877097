/* SPDX-License-Identifier: MIT */
/*
 * The board editor of play.html: a board is typed as text in any form that the
 * command reads, or cell by cell, where labels change places so that a board
 * stays a board.
 */

/* The cells of a board as fields; `onChange(board)` gets each new board. */
function cellFields(onChange, say) {
  const grid = make("div", {className: "cells", role: "group",
    "aria-label": "Cells of the board, row by row"});
  let board = null, inputs = [];

  function put(cell) {
    const text = inputs[cell].value.trim();
    try {
      if (!/^[0-9]{0,3}$/.test(text))
        throw new BoardError(`invalid label '${quoteText(text)}'`);
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
        input.setAttribute("aria-label", `Row ${
          Math.floor(cell / board.width) + 1}, column ${
          cell % board.width + 1}`);
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

/* The panel; `page` is {current(), open(puzzle), say(text)}. */
function editorPanel(page) {
  const start = make("textarea", {rows: 2, spellcheck: false,
    placeholder: "1 2 3/4 5 6/7 0 8"});
  const goal = make("textarea", {rows: 2, spellcheck: false,
    placeholder: "empty: 1, 2, 3, \u2026 in rows"});
  const said = make("p", {className: "said"});
  const say = (text) => setText(said, text);
  const cells = cellFields((board) => {
    start.value = boardText(board);
  }, say);

  function read() {
    const from = parseBoardText(start.value);
    const to = goal.value.trim() ? parseBoardText(goal.value, from) :
      goalOf("rows", from.width, from.height, missingOf(from));
    checkPair(from, to);
    return {start: from, goal: to};
  }

  /* Shows what is typed in the cells, or says why it is no board. */
  function use() {
    try {
      const puzzle = read();
      cells.show(puzzle.start);
      say("");
      page.open(puzzle);
      page.current().view.board.focus();
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      say(`${error.message}.`);
      globalThis.loyd.app.say(said.textContent);
    }
  }

  const panel = makePanel("Set up a board", make("p", {}, "Type the rows, " +
    "separated by /, with 0 for the gap; or a label into a cell, which then " +
    "changes places with the one that was there."),
  make("label", {}, "Start", start), cells.grid,
  make("label", {}, "Goal", goal),
  make("div", {className: "buttons"}, makeButton("Play this board", use)),
  said);
  /* A goal of another size was that of another board. */
  function fitGoal(board) {
    try {
      if (goal.value.trim()) checkPair(board, parseBoardText(goal.value));
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      goal.value = "";
    }
  }

  start.addEventListener("change", () => {
    try {
      const board = parseBoardText(start.value);
      fitGoal(board);
      cells.show(board);
      say("");
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      say(`${error.message}.`);
    }
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
