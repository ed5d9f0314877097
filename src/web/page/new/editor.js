/* SPDX-License-Identifier: MIT */
/*
 * The board editor of play.html: two cells change places when one is pressed,
 * then the other, so that a board stays a board; or a board is typed as text in
 * any form that the command reads.
 */

/* The cells of a board as buttons; `onChange(board)` gets each new board. */
function cellButtons(onChange, say) {
  const grid = make("div.cells", {role: "group",
    "aria-label": words("cells-label")});
  let board = null, buttons = [], picked = -1;

  const nameOf = (label) => label === 0 ? words("gap") : String(label);

  function mark() {
    buttons.forEach((button, cell) => {
      const label = board.cells[cell], place = {
        row: Math.floor(cell / board.width) + 1, column: cell % board.width + 1};
      setText(button, label === 0 ? "" : String(label));
      button.classList.toggle("gap", label === 0);
      button.setAttribute("aria-pressed", String(cell === picked));
      button.setAttribute("aria-label", words("cell-label",
        {...place, label: nameOf(label)}));
    });
  }

  function press(cell) {
    const labels = [picked, cell].map((at) => board.cells[at]);
    if (picked < 0) {
      picked = cell;
      say(words("picked", {label: nameOf(labels[1])}));
    } else {
      if (picked !== cell) {
        board = exchanged(board, labels);
        onChange(board);
        say(words("swapped", {a: nameOf(labels[0]), b: nameOf(labels[1])}));
      } else say("");
      picked = -1;
    }
    mark();
  }

  /* The arrow keys go from cell to cell: the Tab key stops at one of them. */
  function walk(event, cell) {
    if (event.key === "Escape" && picked >= 0) press(picked);
    const step = {ArrowUp: -board.width, ArrowDown: board.width,
      ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!step) return;
    event.preventDefault(); /* and the board of the game does not move */
    const next = buttons[cell + step];
    if (next) next.focus();
  }

  function stopAt(cell) {
    buttons.forEach((button, at) => { button.tabIndex = at === cell ? 0 : -1; });
  }

  return {
    grid,
    show(given) {
      board = given;
      picked = -1;
      if (buttons.length !== board.cells.length) {
        buttons = board.cells.map((_, cell) => {
          const button = makeButton("", () => press(cell));
          button.addEventListener("keydown", (event) => walk(event, cell));
          button.addEventListener("focus", () => stopAt(cell));
          return button;
        });
        stopAt(0);
        grid.replaceChildren(...buttons);
      }
      grid.style.setProperty("--w", board.width);
      mark();
    },
  };
}

/* The panel; `page` is {current(), open(puzzle)}. */
function editorPanel(core, page) {
  const start = make("textarea", {rows: 2, spellcheck: false,
    placeholder: "1 2 3/4 5 6/7 0 8"});
  const goal = make("textarea", {rows: 2, spellcheck: false,
    placeholder: words("empty-goal")});
  const said = make("p.said");
  const say = (text) => setText(said, text);
  const cells = cellButtons((board) => {
    start.value = boardText(board);
  }, (text) => app.say(text, said));

  /* Resolves to what work() does, or null if what is typed is no board, and says why. */
  async function saying(work) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      say(`${error.message}.`);
      return null;
    }
  }

  /* Shows what is typed in the cells. */
  const readStart = () => saying(async () => {
    const board = await core.read(start.value);
    cells.show(board);
    say("");
    return board;
  });

  async function readGoal(from) {
    if (goal.value.trim()) return core.read(goal.value, from);
    return rowsGoal(from.width, from.height, missingOf(from));
  }

  async function use() {
    const from = await readStart();
    if (from)
      await saying(async () => page.open({start: from, goal: await readGoal(from)}));
    if (said.textContent) app.say(said.textContent);
    else page.current().view.board.focus();
  }

  const panel = makePanel(words("set-up-a-board"),
    make("p", words("swap-two")), cells.grid, said,
    make("div.buttons",
      makeButton(words("play-this-board"), use)),
    makePanel(words("or-type-it"),
      make("p", words("type-the-rows")),
      make("label", words("start"), start),
      make("label", words("goal"), goal)).details);

  /* A goal of another size was that of another board. */
  start.addEventListener("change", async () => {
    const board = await readStart(), to = readBoard(goal.value);
    if (board && !(to && isPair(board, to))) goal.value = "";
  });
  panel.details.addEventListener("toggle", () => {
    if (!panel.details.open) return;
    const {current: from, goal: to} = page.current();
    start.value = boardText(from);
    goal.value = boardText(to);
    cells.show({...from, cells: [...from.cells]});
  });
  return make("div.panels.editor", panel.details);
}
