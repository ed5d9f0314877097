/* SPDX-License-Identifier: MIT */
/*
 * "Row by row": the row method of the core, watched stage by stage. The tiles of a
 * stage are marked, those placed before have another colour, and a list leads to
 * each stage. Loaded when it is first chosen.
 */
/* The gap is placed last, where its place is not the last one of the board. */
const tilesText = ([a, b]) => a === undefined ? words("gap-of-stage") :
  b === undefined ? words("tile", {a}) : words("two-tiles", {a, b});

const lengthText = ({at, end}) =>
  at === end ? words("in-place") : movesText(end - at);

/* A way with its stages: the tiles of each, and the moves from `at` to `end`. */
function readWay({path, stages}) {
  let at = 0;
  return {dirs: singleMoves(parsePath(path)),
    stages: stages.map(({tiles, moves}) => ({tiles, at,
      end: at += singleMoves(parsePath(moves)).length}))};
}

/* The stages of the way that a player follows; tell() shows a sentence, and the
 * list is put after a place. */
function openStages(game, player, tell, place) {
  const list = make("ol.stages", {"aria-label": words("stages")});
  let way = null, shown = null, picked = null;

  function pick(stage) {
    picked = stage;
    shown = null; /* is told again */
    player.to(stage.at);
  }

  function fill() {
    list.replaceChildren(...way.stages.map((stage, i) => {
      const button = makeButton(i + 1, () => pick(stage));
      button.append(" ", make("span", tilesText(stage.tiles)), " ",
        make("small", lengthText(stage)));
      return make("li", button);
    }));
  }

  /* Scrolls the list and not the page. */
  function reveal(item) {
    const top = item.offsetTop, bottom = top + item.offsetHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight)
      list.scrollTop = bottom - list.clientHeight;
  }

  function mark(stage, before) {
    game.view.mark(stage);
    game.view.mark(before.flatMap(({tiles}) => tiles), "placed");
  }

  function hide() {
    if (!list.parentNode) return;
    list.remove();
    shown = picked = null;
    mark([], []);
    tell(game.info.obstacle || "");
  }

  /* The stage to come; one that is in place is shown only when it is picked. */
  function show() {
    if (!player.isOpen || player.way !== way || !way.stages.length) {
      hide();
      return;
    }
    const {stages} = way, {at} = player;
    if (!picked || picked.at !== at)
      picked = stages.find(({end}) => end > at) || stages.at(-1);
    const n = stages.indexOf(picked);
    const isDone = at === picked.end;
    mark(isDone ? [] : picked.tiles, stages.slice(0, n + isDone));
    if (picked === shown) return;
    shown = picked;
    if (!list.parentNode) place.after(list);
    tell(words("stage-of", {n: n + 1, all: stages.length,
      tiles: tilesText(picked.tiles), length: lengthText(picked)}));
    [...list.children].forEach(({firstChild: button}, i) =>
      button.setAttribute("aria-current", i === n ? "step" : "false"));
    game.view.whenAtRest(() => reveal(list.children[n]));
  }

  return {show,
    async find(board) {
      way = readWay(await app.core.rows(board, game.goal));
      fill();
      return way;
    }};
}
