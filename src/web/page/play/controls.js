/* SPDX-License-Identifier: MIT */
/*
 * What is around a board: the counters, the buttons and the folded panels. All
 * texts from outside are set as text.
 */

/* Copies a text, or shows it to be copied manually. Resolves to a sentence. */
async function copyText(text, place) {
  try {
    await navigator.clipboard.writeText(text);
    return words("copied");
  } catch {
    const area = make("textarea.by-hand", {readOnly: true,
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
      if (error.name === "AbortError") return "";
    }
  }
  return copyText(text, place);
}

/* ---- folded panels ---- */

/* Returns whether a path solves the puzzle, or which move is illegal. */
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

/* The same of a game record, whose time and hints are told too. */
async function gameVerdict(core, {start, goal, info}, text) {
  let record;
  try {
    record = await core.game(text.trim());
  } catch (error) {
    return words("no-game", {why: whyOf(error)});
  }
  const boards = {board: boardText(start), goal: boardText(goal)};
  if (record.recipe ? record.recipe !== info.recipe :
    record.board !== boards.board || record.goal !== boards.goal)
    return words("no-game", {why: words("game-of-another-board")});
  const {problem, result} = replayRecord({...record, ...boards});
  return problem ? words("no-solution", {problem}) : words("game-solves",
    {moves: movesText(result.stm), time: clockText(result.ms),
      hints: hintsText(result.hints)});
}

/* The same of a pasted text. */
async function checkText(core, game, text) {
  if (/^\s*loydgame/.test(text)) return gameVerdict(core, game, text);
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
  const label = make("label", `${words("your-moves")} `, area);
  const verdict = make("p.said");
  const check = makeButton(words("check"), async () =>
    app.say(await checkText(app.core, game, area.value), verdict));
  const mine = makeButton(words("my-moves"), () => { area.value = game.path; });
  const whole = makeButton(words("my-game"), () => {
    area.value = game.recordText();
    area.select();
  });
  game.on("load", () => {
    area.value = "";
    setText(verdict, "");
  });
  return makePanel(words("check-a-solution"), label,
    make("div.buttons", check, mine, whole), verdict).details;
}

function linkPanel(app, game) {
  const field = make("input.link", {type: "text", readOnly: true});
  const label = make("label", `${words("link-opens")} `, field);
  const said = make("p.said");
  const copy = makeButton(words("copy-the-link"), async () =>
    app.say(await copyText(field.value, panel.body), said));
  const panel = makePanel(words("link-to-board"), label,
    make("div.buttons", copy), said);
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
  const {place} = game.controls, {acts} = game;
  const status = openStatus(), end = openEnd(app, game);
  const buttons = {
    undo: makeButton(words("undo"), acts.undo),
    redo: makeButton(words("redo"), acts.redo),
    restart: makeButton(words("restart"), acts.restart),
  };
  const row = make("div.tools", ...Object.values(buttons));
  const said = make("p.said");
  const more = make("div.more");
  const panels = make("div.panels", checkPanel(app, game),
    linkPanel(app, game));

  function update() {
    const isSolved = game.state === "solved";
    status.show(game);
    enable(buttons.undo, game.canUndo);
    enable(buttons.redo, game.canRedo);
    enable(buttons.restart, may(game, "restart") && (game.moves.length > 0 ||
      game.undone.length > 0 || game.isPlayback));
    game.view.board.classList.toggle("solved", isSolved &&
      !game.isPlayback && !game.view.isMoving());
    if (!isSolved) end.hide();
  }

  place.replaceChildren(status.list, row, said, end.card, more);
  game.section.append(panels);
  place.hidden = false;
  game.on("load", () => status.par(game.par));
  game.on("change", update);
  game.controls = {place, row, said, more, panels, end, status};
}
