/* SPDX-License-Identifier: MIT */
/*
 * The rules, shown once, at the first visit: what to do, on a board that does it,
 * how to move, and what counts. Loaded only then.
 */

/* A board of three by two that solves itself, again and again. */
function movingExample() {
  const figure = make("figure", {"aria-hidden": "true", inert: true});
  make("section.puzzle.example", figure);
  const view = openBoardView(figure, () => "slow");
  const start = readBoard("0 1 3/4 2 5"), path = parsePath("LUL");
  const board = copyBoard(start);
  let at = 0;
  view.set(board);
  const step = () => {
    if (!figure.isConnected) return clearInterval(timer);
    if (at < path.length) view.slide(path[at].dir, moveTiles(board, path[at]));
    else if (at === path.length + 1) view.set(Object.assign(board, copyBoard(start)));
    at = (at + 1) % (path.length + 2);
  };
  const timer = setInterval(step, 900);
  if (wantsNoMotion()) clearInterval(timer);
  return figure.parentNode;
}

function showRules() {
  const rules = [words("rule-aim"), words("rule-move"), words("rule-count")];
  const dialog = makeDialog("dialog.rules", words("how-to-play"),
    make("h2", words("how-to-play")), movingExample(),
    make("ul", ...rules.map((rule) => make("li", rule))),
    make("div.buttons", makeButton(words("play"),
      () => dialog.close(), {className: "main-button share"}),
    make("a.main-button", {href: `${app.root}howto.html`},
      words("lessons"))));
  dialog.addEventListener("close", () =>
    app.games[0]?.view.board.focus({preventScroll: true}));
  showDialog(dialog);
  dialog.focus();
}

showRules();
