/* SPDX-License-Identifier: MIT */
/*
 * The tutorial of howto.html: a board for each lesson, played like any other. The
 * page says after each move whether it was a good one, and what is next.
 */
function openTutorial(place) {
  const heading = make("h2", {tabIndex: -1});
  const texts = make("div.lesson-texts");
  const verdict = make("p.lesson-verdict");
  const counts = make("p.lesson-counts");
  const figure = make("figure.start");
  const section = make("section.puzzle.lesson", heading, texts,
    figure);
  const row = make("div.buttons.game-buttons");
  const game = openGame(app, section, row), {view} = game;
  let number = 0, said = null; /* what lessonAt() said last */

  const buttons = {
    undo: makeButton(words("undo"), () => game.undo()),
    again: makeButton(words("start-again"), () => game.restart()),
    show: makeButton(words("show-me"), showNext),
    back: makeButton(words("previous-step"), () => open(number - 1)),
    next: makeButton(words("next-step"), () => open(number + 1),
      {className: "main-button"}),
  };
  row.append(buttons.undo, buttons.again, buttons.show);
  const steps = make("div.buttons.lesson-steps", buttons.back,
    buttons.next);
  const end = make("p.lesson-end", {hidden: true},
    `${words("all-steps-done")} `,
    make("a", {href: `${app.root}play.html`}, words("a-new-board")));

  function showNext() {
    const [dir] = said.dirs;
    if (!dir) return;
    const [label] = moveTiles(copyBoard(game.current), {dir, count: 1});
    view.mark([label]);
    app.say(words("move-tile", {label, way: WAYS[dir]}), verdict);
  }

  /* Says where the lesson is; `by` is that of a move, or "". */
  function tell(by) {
    const now = lessonAt(LESSONS[number], game.current,
      by === "player" ? said : null);
    const word = by === "player" ? verdictOf(said, now) : "";
    said = now;
    if (said.isDone) game.state = "solved";
    for (const text of texts.children)
      text.classList.toggle("hidden", text.textContent !== said.text);
    setText(verdict, word);
    setText(counts, words("moves-and-slides", {moves: movesText(game.stm),
      slides: slidesCount(game.mtm)}));
    view.mark([]);
    section.classList.toggle("done", said.isDone);
    view.whenAtRest(() => view.board.classList.toggle("solved", said.isDone));
    buttons.next.classList.toggle("share", said.isDone);
    end.hidden = !said.isDone || number < LESSONS.length - 1;
    enable(buttons.undo, game.canUndo);
    enable(buttons.again, game.moves.length > 0);
    enable(buttons.show, !said.isDone);
    return `${word} ${said.text}`.trim();
  }

  function open(n) {
    number = n;
    setText(heading, words("step-of", {n: n + 1, all: LESSONS.length,
      title: LESSONS[n].title}));
    const {start, stages, done} = LESSONS[n], {width, height} = readBoard(start);
    /* All of them, so that the board keeps its place. */
    texts.replaceChildren(...[...stages.map(({text}) => text), done].map(
      (text) => make("p.lesson-text", text)));
    buttons.back.hidden = n === 0;
    buttons.next.hidden = n === LESSONS.length - 1;
    game.load(start, rowsGoal(width, height));
    tell("");
    if (document.activeElement !== document.body) heading.focus();
  }

  section.append(verdict, counts, row, steps, end);
  place.replaceChildren(section);
  place.hidden = false;
  game.on("move", ({by}) => app.sayLater(tell(by)));
  game.on("reset", () => {
    if (said) tell("");
  });
  open(0);
  game.acts.hint = showNext;
}

{
  const place = document.querySelector(".tutorial");
  if (place) openTutorial(place);
}
