/* SPDX-License-Identifier: MIT */
/*
 * Pointers and keys. A click or tap on a tile in the blank's row or column
 * moves it and the tiles between; a drag takes them along under the finger; a
 * swipe anywhere on the board moves the tile next to the blank that way.
 */
const DRAG_PIXELS = 7; /* a smaller move of the pointer is a click */
const SWIPE_PIXELS = 24;

const ARROWS = {ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L",
  ArrowRight: "R"};
const LETTERS = {w: "U", a: "L", s: "D", d: "R"};

/* The direction of a movement of the pointer. */
function directionOf(x, y) {
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? "R" : "L";
  return y > 0 ? "D" : "U";
}

/* Plays the tile that was asked for, or shows that it cannot move. */
function playTile(game, label) {
  if (game.play(label) || game.state === "solved" || game.isPlayback) return;
  if (!game.view.isMoving()) game.view.shake(label);
  game.tell("stuck", {label});
}

/* The labels of a slide that a board would make. */
function labelsOf(board, slide) {
  return moveTiles(copyBoard(board), slide);
}

function attachPointer(game) {
  const {board} = game.view;
  let hold = null, isClickEaten = false;

  function down(event) {
    if (event.button > 0 || !event.isPrimary) return;
    const tile = event.target.closest(".tile");
    isClickEaten = false;
    hold = {id: event.pointerId, x: event.clientX, y: event.clientY,
      label: tile ? Number(tile.dataset.label) : 0, mode: "", part: 0};
  }

  /* Decides at the first real movement: a drag along the tile's line? */
  function begin(x, y) {
    const dir = directionOf(x, y);
    const slide = hold.label > 0 && game.state !== "solved" &&
      !game.isPlayback ? slideOfTile(game.current, hold.label) : null;
    board.setPointerCapture(hold.id);
    hold.mode = "swipe";
    if (!slide || slide.dir !== dir) return;
    game.view.finish();
    Object.assign(hold, {mode: "drag", slide, cell: game.view.cellSize(),
      labels: labelsOf(game.current, slide)});
  }

  function move(event) {
    if (!hold || event.pointerId !== hold.id) return;
    if (event.buttons === 0) { /* let go outside the board */
      drop();
      return;
    }
    const x = event.clientX - hold.x, y = event.clientY - hold.y;
    if (!hold.mode && Math.hypot(x, y) >= DRAG_PIXELS) begin(x, y);
    if (hold.mode !== "drag") return;
    const [across, down] = TO_TILE[hold.slide.dir];
    const way = -(x * across + y * down) / hold.cell;
    hold.part = Math.min(1, Math.max(0, way));
    hold.from = game.view.drag(hold.slide.dir, hold.labels, hold.part);
  }

  function up(event) {
    if (!hold || event.pointerId !== hold.id) return;
    const {mode, slide, part, from, label} = hold;
    const x = event.clientX - hold.x, y = event.clientY - hold.y;
    const isCancelled = event.type === "pointercancel";
    hold = null;
    isClickEaten = !isCancelled;
    if (!mode && !isCancelled && label > 0) playTile(game, label);
    if (mode === "drag" && part > 0.4 && !isCancelled &&
        game.play(slide, {from}))
      return;
    if (mode === "drag" && from) game.view.snapBack(from);
    if (mode === "swipe" && !isCancelled && Math.hypot(x, y) >= SWIPE_PIXELS)
      game.play(directionOf(x, y));
  }

  /* Another move, or another board, ends a drag. */
  function drop() {
    if (hold && hold.from) game.view.snapBack(hold.from);
    hold = null;
  }

  /* Of assistive technology and the Enter key; a pointer's click is eaten. */
  function click(event) {
    const tile = event.target.closest(".tile");
    const isOfPointer = isClickEaten && event.detail > 0;
    isClickEaten = false;
    if (tile && !isOfPointer) playTile(game, Number(tile.dataset.label));
  }

  board.addEventListener("pointerdown", down);
  board.addEventListener("pointermove", move);
  board.addEventListener("pointerup", up);
  board.addEventListener("pointercancel", up);
  board.addEventListener("click", click);
  game.on("move", drop).on("reset", drop);
}

/* Keys that belong to a dialog, a field or the browser. */
function isKeyTaken(event) {
  const {target} = event;
  return document.querySelector("dialog:modal") !== null ||
    event.defaultPrevented || event.altKey || event.isComposing ||
    (target instanceof Element &&
      target.closest("input, textarea, select, [contenteditable]") !== null);
}

function moveByKey(game, dir, settings, isWholeLine) {
  const way = settings.get("arrows") === "blank" ? OPPOSITE[dir] : dir;
  const room = slideRoom(game.current, way);
  if (room > 0)
    game.play({dir: way, count: isWholeLine ? room : 1});
}

/*
 * Keys go to the game whose board or buttons have the focus, else to the one in
 * sight. What a key means and whether it may act now is in states.js; game.acts has
 * the functions, which return false to leave a key to the browser.
 */
function attachKeys(settings) {
  const games = [], inSight = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const {target, isIntersecting} of entries) {
      if (isIntersecting) inSight.add(target);
      else inSight.delete(target);
    }
  }, {threshold: 0.3});

  const gameOf = (target) => games.find((game) => game.view.stage.contains(target) ||
    game.controls.place.contains(target)) ||
    games.find((game) => inSight.has(game.view.board));

  document.addEventListener("keydown", (event) => {
    const game = isKeyTaken(event) ? null : gameOf(event.target);
    if (!game) return;
    const key = event.key.toLowerCase(), isHeld = event.ctrlKey || event.metaKey;
    const isLetter = key.length === 1 && key !== " " && !isHeld;
    const dir = !isHeld && (ARROWS[event.key] || LETTERS[key]);
    const action = dir ? "move" : KEYS[(isHeld ? "ctrl+" : "") +
      (event.shiftKey ? "shift+" : "") + key];
    if (isLetter && settings.get("letters") === "off") return;
    if (!action || !may(game, action)) return;
    if (dir) moveByKey(game, dir, settings, event.shiftKey);
    else if (!game.acts[action] || game.acts[action](event) === false) return;
    event.preventDefault();
  });
  return {
    watch(game) {
      games.push(game);
      observer.observe(game.view.board);
    },
  };
}
