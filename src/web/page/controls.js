/* SPDX-License-Identifier: MIT */
/*
 * What is under a board: the status line, the buttons, what is said at the
 * end, and the folded panels. All texts from outside are set as text.
 */

/* Copies a text, or shows it to be copied by hand. Resolves to a sentence. */
async function copyText(text, place) {
  try {
    await navigator.clipboard.writeText(text);
    return words("copied");
  } catch {
    const area = make("textarea", {className: "by-hand", readOnly: true,
      value: text, rows: 3, "aria-label": words("text-to-copy")});
    place.querySelectorAll(".by-hand").forEach((old) => old.remove());
    place.append(area);
    area.focus();
    area.select();
    return words("copy-yourself");
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
  if (!par) return words("solved-in", {moves});
  const over = result.stm - par.stm, values = {moves,
    par: parText(result.stm, par)};
  if (result.hints > 0 || over > 0) return words("solved-with-par", values);
  if (over < 0) return words("solved-below-par", values);
  return par.proven ? words("solved-shortest", values) :
    words("solved-best-known", values);
}

function daysText(n) {
  return n === 1 ? words("one-day") : words("n-days", {n});
}

function slidesCount(n) {
  return n === 1 ? words("one-slide") : words("n-slides", {n});
}

function endDetails(app, game, result, row) {
  const withHints = (n) => words("with-hints", {hints: hintsText(n)});
  const parts = [words("end-time", {time: clockText(result.ms)}),
    slidesCount(result.mtm)];
  if (result.hints > 0) parts.push(withHints(result.hints));
  const best = row && betterOf(row.best, result);
  if (best && best !== result && best.stm !== result.stm)
    parts.push(words("your-best", {n: best.stm}) +
      (best.hints > 0 ? ` ${withHints(best.hints)}` : ""));
  const streak = app.streak();
  if (row && row.own && streak.current > 0)
    parts.push(words("streak", {days: daysText(streak.current)}) +
      (streak.longest > streak.current ?
        words("longest-streak", {n: streak.longest}) : ""));
  return parts.join(" \u00b7 ");
}

/* Where to go on: the next tier that is not solved, the day before, or a new
 * board. */
function nextStep(app, game) {
  const later = app.games.slice(app.games.indexOf(game) + 1);
  const tier = [...later, ...app.games].find((other) => other !== game &&
    other.tier && other.state !== "solved" && !app.rowOf(other));
  if (tier)
    return makeButton(words("next-tier", {tier: oneLine(tier.tier)}), () => {
      tier.section.scrollIntoView({block: "start"});
      tier.view.board.focus({preventScroll: true});
    }, {className: "main-button next"});
  const before = document.querySelector("main a[rel~=prev]");
  if (before && !app.isNewBoard)
    return make("a", {className: "main-button next", href: before.href},
      app.isToday() ? words("puzzle-of-yesterday") :
        words("day-before"));
  return app.isNewBoard ? null : make("a", {className: "main-button next",
    href: `${app.root}play.html`}, words("a-new-board"));
}

function openEnd(app, game) {
  const title = make("p", {className: "end-title"});
  const details = make("p", {className: "end-details"});
  const buttons = make("div", {className: "buttons"});
  const said = make("p", {className: "said"});
  const panel = make("div", {className: "end", role: "group", hidden: true,
    "aria-label": words("solved")}, title, details, buttons, said);

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
        makeButton(words("share"), share, {className: "main-button share"}),
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

/* Says of a path whether it solves the puzzle, or where it breaks. */
function verdictText({start, goal, par}, path) {
  const {problem, good, stm, mtm} = replay(start, goal, path);
  const values = {problem, moves: movesText(stm), slides: slidesCount(mtm),
    par: par && parText(stm, par), n: good};
  if (!problem)
    return par ? words("solution-with-par", values) :
      words("solution", values);
  const before = good === 0 || good === stm ? "" : good === 1 ?
    ` ${words("one-move-possible")}` : ` ${words("moves-possible", values)}`;
  return words("no-solution", values) + before;
}

/* The same of a pasted text. */
async function checkText(core, game, text) {
  if (text.length > 4 * MOVES_MAX)
    return words("no-solution", {problem: words("text-too-long")});
  try {
    return verdictText(game, parsePath(text));
  } catch (error) {
    if (!(error instanceof BoardError)) throw error;
    const problem = await core.consult(error.message, (loyd) =>
      loyd.moves(boardText(game.start), text)).catch((found) => found.message);
    return words("no-solution", {problem});
  }
}

function checkPanel(app, game) {
  const area = make("textarea", {rows: 3, spellcheck: false,
    autocapitalize: "characters", placeholder: "U2RDL3"});
  const label = make("label", {}, `${words("your-moves")} `, area);
  const verdict = make("p", {className: "said"});
  const check = makeButton(words("check"), async () => {
    const text = await checkText(app.core, game, area.value);
    setText(verdict, text);
    app.say(text);
  });
  const mine = makeButton(words("my-moves"), () => { area.value = game.path; });
  game.on("load", () => {
    area.value = "";
    setText(verdict, "");
  });
  return makePanel(words("check-a-solution"), label,
    make("div", {className: "buttons"}, check, mine), verdict).details;
}

function linkPanel(app, game) {
  const field = make("input", {type: "text", readOnly: true,
    className: "link"});
  const label = make("label", {}, `${words("link-opens")} `, field);
  const said = make("p", {className: "said"});
  const copy = makeButton(words("copy-the-link"), async () => {
    const note = await copyText(field.value, panel.body);
    setText(said, note);
    app.say(note);
  });
  const panel = makePanel(words("link-to-board"), label,
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
    undo: makeButton(words("undo"), () => game.undo()),
    redo: makeButton(words("redo"), () => game.redo()),
    restart: makeButton(words("restart"), () => game.restart()),
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
