/* SPDX-License-Identifier: MIT */
/*
 * embed.html: a day in a frame of another page, as a board, its moves and the
 * result. The address can name a day, a tier and colours:
 * embed.html?day=DATE&tier=NAME&theme=dark.
 *
 * The page around it is told, and is a stranger: so it gets a few numbers and
 * nothing that is stored, and no message of it is listened to. The messages:
 *
 *   {"loyd":"puzzle","version":1,"event":"ready","day":DATE,"tier":NAME}
 *   {... "event":"move","moves":N}
 *   {... "event":"solved","moves":N,"slides":N,"ms":N}
 *   {... "event":"height","height":PIXELS}
 */
function tellParent(event, values = {}) {
  if (parent !== window)
    parent.postMessage({loyd: "puzzle", version: 1, event, ...values}, "*");
}

/* The puzzles of a day: of its JSON, see docs/site.md. */
async function puzzlesOf(app, date) {
  const answer = await fetch(`${app.root}daily/${date}.json`);
  if (!answer.ok) throw new Error(date);
  const day = await answer.json();
  return day.puzzles || [day];
}

const nameOf = ({title}) => LEVELS[title] ?? title;
const parOf = ({stm, lower, upper}) => stm !== undefined ?
  {stm, lower: stm, proven: true} : {stm: upper, lower, proven: lower === upper};

function openEmbedded(place, app, date, puzzles, wanted) {
  const figure = make("figure.start");
  const counts = make("p.embed-counts");
  const section = make("section.puzzle.embed-puzzle", figure);
  const row = make("div.buttons.game-buttons");
  const game = openGame(app, section, row), {view} = game;
  const undo = makeButton(words("undo"), () => game.undo());
  const again = makeButton(words("restart"), () => game.restart());
  row.append(undo, again);
  const aim = make("figure.goal");
  const choice = make("select", {"aria-label": words("embed-tier")},
    ...puzzles.map((puzzle, i) => make("option", {value: i}, nameOf(puzzle))));
  const link = make("a", {target: "_blank", rel: "noopener",
    href: `${app.root}daily/${date}.html`}, words("embed-page"));

  function show() {
    if (game.state !== "solved") setText(counts, movesText(game.stm));
    enable(undo, game.canUndo);
    enable(again, game.moves.length > 0);
    view.board.classList.toggle("solved", game.state === "solved");
  }

  function load(i) {
    const puzzle = puzzles[i], {board, goal, tier = ""} = puzzle;
    game.load(board, goal, {id: puzzle.puzzle_id, tier, par: parOf(puzzle)});
    aim.replaceChildren(boardPicture(readBoard(goal), words("goal")),
      make("figcaption", words("goal")));
    show();
    tellParent("ready", {day: date, tier});
  }

  choice.hidden = puzzles.length < 2;
  choice.value = Math.max(0, puzzles.findIndex(({tier}) => tier === wanted));
  choice.addEventListener("change", () => load(Number(choice.value)));
  section.append(make("div.embed-side", aim,
    make("div", counts, row)));
  place.replaceChildren(make("p.embed-head",
    make("span", app.title), make("time", {"data-form": "short"}, date), choice),
  section, make("p.embed-link", link));
  datesInWords();
  game.on("move", () => {
    show();
    app.sayLater(counts.textContent);
    tellParent("move", {moves: game.stm});
  });
  game.on("reset", show);
  game.on("solved", ({result}) => {
    setText(counts, endTitle(result, game.par));
    show();
    tellParent("solved", {moves: result.stm, slides: result.mtm, ms: result.ms});
  });
  load(Number(choice.value));
}

async function openEmbed(place) {
  const asked = new URLSearchParams(location.search);
  const date = asked.get("day") || app.newest();
  useTheme(asked.get("theme"));
  try {
    if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(date);
    openEmbedded(place, app, date, await puzzlesOf(app, date),
      asked.get("tier"));
  } catch {
    place.replaceChildren(make("p", `${words("embed-no-day")} `,
      make("a", {target: "_blank", rel: "noopener",
        href: `${app.root}index.html`}, app.title)));
  }
  new ResizeObserver(() => tellParent("height",
    {height: Math.ceil(document.body.getBoundingClientRect().height)}))
    .observe(document.body);
}

openEmbed(document.querySelector(".embed"));
