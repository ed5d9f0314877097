/* SPDX-License-Identifier: MIT */
/*
 * What is under a board: the status line, the buttons, what is said at the
 * end, and the folded panels. All texts from outside are set as text.
 */

/* Copies a text, or shows it to be copied by hand. Resolves to a sentence. */
async function copyText(text, place) {
  try {
    await navigator.clipboard.writeText(text);
    return "Copied.";
  } catch {
    const area = make("textarea", {className: "by-hand", readOnly: true,
      value: text, rows: 3, "aria-label": "Text to copy"});
    place.querySelectorAll(".by-hand").forEach((old) => old.remove());
    place.append(area);
    area.focus();
    area.select();
    return "This browser does not let the page copy. Copy the text yourself.";
  }
}

/* Shares by the system's sheet where there is one, else copies. */
async function shareOrCopy(text, place) {
  if (navigator.share) {
    try {
      await navigator.share({text});
      return "";
    } catch (error) {
      if (error && error.name === "AbortError") return "";
    }
  }
  return copyText(text, place);
}

/* ---- the end ---- */

function endTitle(result, par) {
  const moves = movesText(result.stm);
  if (!par) return `Solved in ${moves}.`;
  const over = result.stm - par.stm;
  if (result.hints > 0 || over > 0)
    return `Solved in ${moves}, ${parText(result.stm, par)}.`;
  if (over < 0) return `Remarkable: ${moves}, ${parText(result.stm, par)}.`;
  return par.proven ? `Perfect: ${moves}, exactly the shortest.` :
    `Wonderful: ${moves}, as good as the best known.`;
}

function daysText(n) {
  return `${n} ${n === 1 ? "day" : "days"}`;
}

function endDetails(app, game, result, row) {
  const slides = `${result.mtm} ${result.mtm === 1 ? "slide" : "slides"}`;
  const parts = [`Time ${clockText(result.ms)}`, slides];
  if (result.hints > 0) parts.push(`with ${hintsText(result.hints)}`);
  const best = row && betterOf(row.best, result);
  if (best && best !== result && best.stm !== result.stm)
    parts.push(`your best: ${best.stm}${
      best.hints > 0 ? ` with ${hintsText(best.hints)}` : ""}`);
  const streak = app.streak();
  if (row && row.own && streak.current > 0)
    parts.push(`streak: ${daysText(streak.current)}${
      streak.longest > streak.current ? `, longest ${streak.longest}` : ""}`);
  return parts.join(" \u00b7 ");
}

/* Where to go on: the next tier that is not solved, the day before, or a new
 * board. */
function nextStep(app, game) {
  const later = app.games.slice(app.games.indexOf(game) + 1);
  const tier = [...later, ...app.games].find((other) => other !== game &&
    other.tier && other.state !== "solved" && !app.rowOf(other));
  if (tier)
    return makeButton(`Next: ${oneLine(tier.tier)}`, () => {
      tier.section.scrollIntoView({block: "start"});
      tier.view.board.focus({preventScroll: true});
    }, {className: "main-button next"});
  const before = document.querySelector("main a[rel~=prev]");
  if (before && !app.isNewBoard)
    return make("a", {className: "main-button next", href: before.href},
      app.isToday() ? "Yesterday\u2019s puzzle" : "The day before");
  return app.isNewBoard ? null : make("a", {className: "main-button next",
    href: `${app.root}play.html`}, "A new board");
}

function openEnd(app, game) {
  const title = make("p", {className: "end-title"});
  const details = make("p", {className: "end-details"});
  const buttons = make("div", {className: "buttons"});
  const said = make("p", {className: "said"});
  const panel = make("div", {className: "end", role: "group", hidden: true,
    "aria-label": "Solved"}, title, details, buttons, said);

  async function share() {
    const note = await shareOrCopy(app.shareText(game), panel);
    setText(said, note);
    if (note) app.say(note);
  }

  return {
    panel,
    show(result, row) {
      setText(title, endTitle(result, game.par));
      setText(details, endDetails(app, game, result, row));
      setText(said, "");
      const next = nextStep(app, game);
      buttons.replaceChildren(
        makeButton("Share", share, {className: "main-button share"}),
        ...(next ? [next] : []));
      panel.hidden = false;
    },
    hide() {
      panel.hidden = true;
    },
    text: () => `${title.textContent} ${details.textContent}`,
  };
}

/* ---- folded panels ---- */

/* Says of a pasted path whether it solves the puzzle, or where it breaks. */
function verdictText(start, goal, par, text) {
  try {
    const {problem, good, stm, mtm} = replay(start, goal, parsePath(text));
    if (problem)
      return `This is no solution: ${problem}.${
        good > 0 && good < stm ? ` The ${movesText(good)} before it ${
          good === 1 ? "is" : "are"} possible.` : ""}`;
    return `This is a solution: ${movesText(stm)} (STM), ${mtm} ${
      mtm === 1 ? "slide" : "slides"} (MTM)${
      par ? `; ${parText(stm, par)}` : ""}.`;
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    return `This is no solution: ${error.message}.`;
  }
}

function checkPanel(app, game) {
  const area = make("textarea", {rows: 3, spellcheck: false,
    autocapitalize: "characters", placeholder: "U2RDL3"});
  const label = make("label", {}, "Your moves: U, D, L, R, the way a tile " +
    "goes, with a number to repeat ", area);
  const verdict = make("p", {className: "said"});
  const check = makeButton("Check", () => {
    const text = area.value.length > 4 * MOVES_MAX ?
      "This is no solution: the text is too long." :
      verdictText(game.start, game.goal, game.par, area.value);
    setText(verdict, text);
    app.say(text);
  });
  const mine = makeButton("My moves so far", () => { area.value = game.path; });
  game.on("load", () => {
    area.value = "";
    setText(verdict, "");
  });
  return makePanel("Check a solution", label,
    make("div", {className: "buttons"}, check, mine), verdict).details;
}

function linkPanel(app, game) {
  const field = make("input", {type: "text", readOnly: true,
    className: "link"});
  const label = make("label", {}, "Opens this board on any device ", field);
  const said = make("p", {className: "said"});
  const copy = makeButton("Copy the link", async () => {
    const note = await copyText(field.value, panel.body);
    setText(said, note);
    app.say(note);
  });
  const panel = makePanel("Link to this board", label,
    make("div", {className: "buttons"}, copy), said);
  game.on("load", () => {
    field.value = app.boardLink(game);
    setText(said, "");
  });
  return panel.details;
}

/* ---- all of it ---- */

/* A button that cannot be used now keeps the focus if it has it. */
function enable(button, isUsable) {
  button.setAttribute("aria-disabled", String(!isUsable));
}

function attachControls(app, game) {
  const place = game.section.querySelector(".play");
  const status = openStatus(), end = openEnd(app, game);
  const buttons = {
    undo: makeButton("Undo", () => game.undo()),
    redo: makeButton("Redo", () => game.redo()),
    restart: makeButton("Restart", () => game.restart()),
  };
  const row = make("div", {className: "buttons game-buttons"},
    ...Object.values(buttons));
  const panels = make("div", {className: "panels"}, checkPanel(app, game),
    linkPanel(app, game));

  function update() {
    status.show(game);
    enable(buttons.undo, game.canUndo);
    enable(buttons.redo, game.canRedo);
    enable(buttons.restart, game.moves.length > 0 ||
      game.undone.length > 0 || game.isPlayback);
    const isSolved = game.state === "solved";
    game.view.board.classList.toggle("solved", isSolved &&
      !game.isPlayback && !game.view.isMoving());
    if (!isSolved && game.moves.length > 0) end.hide();
  }

  place.replaceChildren(end.panel, status.list, row);
  game.section.append(panels);
  place.hidden = false;
  game.on("load", () => status.par(game.par));
  game.on("change", update);
  game.on("reset", () => end.hide());
  game.controls = {place, row, end, status};
}
