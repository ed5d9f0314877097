/* SPDX-License-Identifier: MIT */
/*
 * A game: a board being played, its history and its clock. It knows nothing
 * of the page; it calls the view, and others listen to events:
 *
 *   "move"    {slide, labels, by}  after every slide, undone ones too
 *   "solved"  {result}             by the player's own moves
 *   "stuck"   {label}              a tile was asked for that cannot move
 *   "begin"   {}                   by the first move
 *   "reset"   {}                   another board, or the same from the start
 *   "change"  {}                   after any of them: buttons, status line
 *
 * `by` is "player", "hint", "undo", "redo" or "playback". Moves of a playback
 * are shown and not counted: the player's board waits until endPlayback().
 */
const JUMP_SLIDES = 100; /* more at once are not shown one by one */
const SLEEP_MS = 60000; /* a longer step of the clock is not time played */

/* Time played. `now()` counts milliseconds and may jump. */
function openStopwatch(now) {
  let ms = 0, last = null;
  return {
    get ms() {
      return ms;
    },
    set(value) {
      ms = value;
      if (last !== null) last = now();
    },
    isRunning: () => last !== null,
    start() {
      if (last === null) last = now();
    },
    /* Called often while it runs. Neither a clock set back nor a computer
     * that slept counts. */
    tick() {
      if (last === null) return;
      const step = now() - last;
      last += step;
      if (step > 0 && step < SLEEP_MS) ms += step;
    },
    stop() {
      this.tick();
      last = null;
    },
  };
}

/* Whether a list has ascending numbers up to the most, as anyone can edit it. */
const isAscending = (list, most) => Array.isArray(list) &&
  list.every((value, i) => isCount(value, most) && (i === 0 || value >= list[i - 1]));

class Game {
  /* `now()`: see openStopwatch; `date()`: milliseconds since 1970. */
  constructor(section, view, now, date = () => Date.now()) {
    this.section = section;
    this.view = view;
    this.clock = openStopwatch(now);
    this.date = date;
    this.listeners = new Map();
    this.waiting = null; /* the player's board, during a playback */
  }

  on(event, listener) {
    const list = this.listeners.get(event) || [];
    this.listeners.set(event, [...list, listener]);
    return this;
  }

  tell(event, detail = {}) {
    for (const listener of this.listeners.get(event) || []) listener(detail);
  }

  /*
   * Another puzzle, as boards or texts. `info`: {id, recipe, tier, title, par:
   * {stm, proven, lower}, path, obstacle}, all optional. Throws a BoardError.
   */
  load(start, goal, info = {}) {
    const read = (board) => typeof board === "string" ?
      readBoard(board) : copyBoard(board);
    const [from, to] = [read(start), read(goal)];
    if (!from || !to) throw new BoardError(words("not-a-board"));
    if (!isPair(from, to)) throw new BoardError(words("not-a-pair"));
    Object.assign(this, {start: from, goal: to, info, before: null,
      id: info.id || "", tier: info.tier || "", par: info.par || null});
    this.reset();
    this.tell("load");
  }

  get width() {
    return this.start.width;
  }

  get height() {
    return this.start.height;
  }

  /* The labels of the board as it is shown now. */
  get board() {
    return this.current.cells;
  }

  get text() {
    return boardText(this.current);
  }

  get ms() {
    return Math.floor(this.clock.ms);
  }

  get hints() {
    return this.hinted.length;
  }

  get path() {
    return pathText(this.moves);
  }

  get isPlayback() {
    return this.waiting !== null;
  }

  reset() {
    this.waiting = null;
    this.current = copyBoard(this.start);
    this.moves = [];
    this.undone = [];
    this.hinted = []; /* for each hint, how many moves there were */
    this.hintedAt = "";
    this.began = 0;
    this.state = "ready";
    this.clock.stop();
    this.clock.set(0);
    this.measure();
    this.view.set(this.current);
    this.tell("reset");
    this.tell("change");
  }

  measure() {
    Object.assign(this, pathLength(this.moves));
  }

  /* ---- moves ---- */

  /*
   * Plays a tile by its label, or a path. Returns false, and stops there, at
   * a move that is not possible. `from`: see the view's slide().
   */
  play(what, {by = "player", from} = {}) {
    const path = typeof what === "number" ? [slideOfTile(this.current, what)] :
      typeof what === "string" ? parsePath(what) : [what];
    if (this.isPlayback) return false;
    for (const slide of path) {
      if (this.state === "solved" || !slide ||
          this.stm + slide.count > MOVES_MAX ||
          slideRoom(this.current, slide.dir) < slide.count)
        return false;
      if (by === "hint") this.useHint();
      this.undone = [];
      this.before = null;
      this.shift(slide, by, from);
      this.moves.push({...slide});
      this.settle();
    }
    return path.length > 0;
  }

  shift(slide, by, from) {
    const labels = moveTiles(this.current, slide);
    this.view.slide(slide.dir, labels, from);
    this.lastMove = {slide, labels, by};
  }

  /* After a change of the moves: lengths, clock, the end. */
  settle() {
    const isEnd = sameBoard(this.current, this.goal);
    const isFirst = this.state === "ready";
    this.measure();
    if (isFirst) {
      this.state = "playing";
      this.began = Math.max(0, Math.floor(this.date()) || 0);
    }
    this.clock.start();
    this.clock.tick();
    if (isEnd) {
      this.clock.stop();
      this.state = "solved";
    }
    for (const slide of this.moves) slide.at ??= this.ms;
    if (isFirst) this.tell("begin");
    this.tell("move", this.lastMove);
    if (isEnd) this.tell("solved", {result: this.result()});
    this.tell("change");
  }

  result() {
    const {stm, mtm, ms, hints} = this;
    return {stm, mtm, ms, hints};
  }

  /* The game as docs/formats.md has it. */
  record() {
    const {start, goal, began, moves, hinted} = this;
    const ms = moves.map(({at}, i) =>
      Math.min(at - (i > 0 ? moves[i - 1].at : 0), RECORD_MS_MAX));
    return {board: boardText(start), goal: boardText(goal),
      began: Math.min(began, RECORD_BEGAN_MAX), moves: slidesText(moves), ms,
      hints: hinted.map((n) => Math.min(n, moves.length))};
  }

  recordText() {
    return printRecord(this.record());
  }

  undo() {
    if (!this.canUndo) return false;
    const slide = this.moves.pop();
    if (!slide) return this.undoRestart();
    this.undone.push(slide);
    this.hinted = this.hinted.map((n) => Math.min(n, this.moves.length));
    this.shift(reverseSlide(slide), "undo");
    this.settle();
    return true;
  }

  redo() {
    if (!this.canRedo) return false;
    const slide = this.undone.pop();
    this.shift(slide, "redo");
    this.moves.push({dir: slide.dir, count: slide.count});
    this.settle();
    return true;
  }

  get canUndo() {
    return !this.isPlayback && this.state !== "solved" &&
      (this.moves.length > 0 || this.before !== null);
  }

  get canRedo() {
    return !this.isPlayback && this.state !== "solved" &&
      this.undone.length > 0;
  }

  /* The game before is kept until the next move: a slip loses nothing. */
  restart() {
    const before = this.state === "playing" && this.moves.length > 0 ?
      this.saved() : this.before;
    this.endPlayback();
    this.reset();
    this.before = before;
    this.tell("change");
  }

  undoRestart() {
    return this.restore(this.before);
  }

  /* ---- hints and playback ---- */

  /* Counts a hint, once for each board on which the player wants one. */
  useHint() {
    if (this.hintedAt === this.text) return;
    this.hintedAt = this.text;
    this.hinted.push(this.moves.length);
    this.tell("change");
  }

  /* A playback begins at the current board, or at the start. */
  beginPlayback(isFromStart = false) {
    if (this.isPlayback) return;
    this.clock.stop();
    this.waiting = this.current;
    this.current = copyBoard(isFromStart ? this.start : this.current);
    if (isFromStart) this.view.set(this.current);
    this.tell("change");
  }

  /* Slides of a playback, which are possible ones. */
  showSlides(slides) {
    const isJump = slides.length > JUMP_SLIDES;
    for (const slide of slides) {
      const labels = moveTiles(this.current, slide);
      if (isJump) continue;
      this.view.slide(slide.dir, labels);
      this.tell("move", {slide, labels, by: "playback"});
    }
    if (isJump) {
      this.view.set(this.current);
      this.tell("move", {slide: null, labels: [], by: "playback"});
    }
    this.tell("change");
  }

  /*
   * Ends a playback. The player's board returns; or the game continues from the board
   * shown, and each of the moves that led to it, `kept`, counts as a hint.
   */
  endPlayback(kept = "") {
    if (!this.isPlayback) return;
    if (kept) {
      this.waiting = null;
      for (const slide of runsOf(parsePath(kept))) {
        this.hinted.push(...Array(slide.count).fill(this.moves.length));
        this.moves.push(slide);
      }
      this.undone = [];
      this.before = null;
      this.lastMove = {slide: null, labels: [], by: "playback"};
      this.settle();
      return;
    }
    [this.current, this.waiting] = [this.waiting, null];
    this.view.set(this.current);
    if (this.state === "playing") this.clock.start();
    this.tell("change");
  }

  /* Shows the puzzle as it was solved on an earlier visit. */
  recall(result) {
    const {stm, mtm} = result;
    this.reset();
    this.current = copyBoard(this.goal);
    Object.assign(this, {stm, mtm, state: "solved"});
    this.clock.set(result.ms);
    this.view.set(this.current);
    this.tell("change");
  }

  /* ---- a game that is not finished ---- */

  saved() {
    return {done: slidesText(this.moves), undone: slidesText(this.undone), ms: this.ms,
      began: this.began, at: this.moves.map(({at}) => at),
      hinted: this.hinted};
  }

  /* Takes a game up again. Returns false if it is not one of this puzzle, as its
   * text in the browser may say anything. */
  restore(saved) {
    let moves, undone;
    try {
      [moves, undone] = [parsePath(saved.done), parsePath(saved.undone)];
    } catch {
      return false;
    }
    const {board, good, stm} = replay(this.start, this.goal, moves);
    const redone = replay(board, this.goal, [...undone].reverse());
    const {at, hinted, began} = saved;
    if (good < stm || redone.good < redone.stm || stm === 0 ||
        sameBoard(board, this.goal) || !isCount(saved.ms, 1e11) ||
        !isAscending(at, saved.ms) || at.length !== moves.length ||
        !isAscending(hinted, moves.length) ||
        !isCount(began, RECORD_BEGAN_MAX))
      return false;
    moves.forEach((slide, i) => { slide.at = at[i]; });
    Object.assign(this, {current: board, moves, undone, hinted, began,
      before: null, state: "playing", hintedAt: ""});
    this.clock.set(saved.ms);
    this.clock.start();
    this.measure();
    this.view.set(board);
    this.tell("reset");
    this.tell("change");
    return true;
  }
}
