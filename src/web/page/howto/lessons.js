/* SPDX-License-Identifier: MIT */
/*
 * The lessons of howto.html. Each is a real board, and some cells that are to hold
 * their tiles. Its stages are places of tiles, {label: cell}, the gap being 0, that
 * lead there: the words of the last stage that stands say what to do next. Pure
 * logic.
 */
const LESSONS = [{
  title: words("lesson-slide"), start: "1 0 2/4 5 3",
  goal: {1: 0, 2: 1, 3: 2, 4: 3, 5: 4},
  stages: [{at: {}, text: words("slide-two")},
    {at: {1: 0, 2: 1}, text: words("slide-three")}],
  done: words("slide-done"),
}, {
  title: words("lesson-line"), start: "0 1 2/4 5 3",
  goal: {1: 0, 2: 1, 3: 2, 4: 3, 5: 4},
  stages: [{at: {}, text: words("line-two")},
    {at: {1: 0, 2: 1}, text: words("line-three")}],
  done: words("line-done"),
}, {
  title: words("lesson-corner"), start: "1 5 4/7 2 0/6 8 3",
  goal: {1: 0, 2: 1, 3: 2},
  stages: [{at: {}, text: words("corner-two")},
    {at: {1: 0, 2: 2}, text: words("corner-three")},
    {at: {1: 0, 2: 2, 3: 5}, text: words("corner-gap")},
    {at: {0: 1, 1: 0, 2: 2, 3: 5}, text: words("corner-in")}],
  done: words("corner-done"),
}, {
  title: words("lesson-below"), start: "1 2 8/0 5 3/4 7 6",
  goal: {1: 0, 2: 1, 3: 2},
  stages: [{at: {}, text: words("below-aside")},
    {at: {0: 2, 1: 3, 2: 0, 3: 5}, text: words("below-up")},
    {at: {1: 3, 2: 0, 3: 2}, text: words("below-out")},
    {at: {0: 1, 1: 3, 2: 0, 3: 2}, text: words("below-back")}],
  done: words("below-done"),
}];

/* Whether tiles are in their places. */
const stands = (board, at) => Object.entries(at).every(([label, cell]) =>
  board.cells[cell] === Number(label));

/*
 * The shortest way to a board on which tiles are in these places: single moves.
 * Other tiles are all alike, so a few thousand boards are the most.
 */
function wayTo(board, at) {
  const tracked = new Set([0, ...Object.keys(at).map(Number)]);
  const keyOf = ({cells}) => cells.map((label) => tracked.has(label) ?
    label : "").join();
  const seen = new Set([keyOf(board)]);
  let layer = [{board, dirs: ""}];
  while (layer.length > 0) {
    const found = layer.find((place) => stands(place.board, at));
    if (found) return found.dirs;
    const next = [];
    for (const place of layer)
      for (const dir of ["U", "R", "D", "L"]) {
        const to = copyBoard(place.board);
        if (!moveTiles(to, {dir, count: 1}) || seen.has(keyOf(to))) continue;
        seen.add(keyOf(to));
        next.push({board: to, dirs: place.dirs + dir});
      }
    layer = next;
  }
  return null;
}

/*
 * What a lesson says of a board: {isDone, stage, text, dirs}, where dirs is the
 * way to its next stage, or to its end. A move on that way stays in the stage
 * that was `before`, though it may take a tile out of its place.
 */
function lessonAt({stages, goal, done}, board, before = null) {
  if (stands(board, goal))
    return {isDone: true, stage: stages.length, text: done, dirs: ""};
  const at = (stage) => ({isDone: false, stage, text: stages[stage].text,
    dirs: wayTo(board, stage + 1 < stages.length ? stages[stage + 1].at : goal)});
  const here = at(stages.reduce((last, {at: places}, i) =>
    stands(board, places) ? i : last, 0));
  if (!before || before.isDone || here.stage > before.stage) return here;
  const on = at(before.stage);
  return on.dirs.length < before.dirs.length ? on : here;
}

/* What is said of a move, by what the lesson said before and says after it. */
function verdictOf(before, after) {
  if (after.isDone || after.stage > before.stage) return words("well-done");
  if (after.stage === before.stage && after.dirs.length < before.dirs.length)
    return words("good-move");
  return words("leads-away");
}
