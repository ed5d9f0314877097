/* SPDX-License-Identifier: MIT */
/*
 * What an analysis says of a game, in numbers and texts. Pure logic. A record has
 * boards; an analysis is that of the core (loyd.d.ts).
 */
/* 12, or 3–12. */
const rangeText = (low, high) => low === high ? String(low) : `${low}\u2013${high}`;

/* A slide as words: the tiles that it moves, and where to. */
function slideText(board, slide) {
  return words("slide", {way: WAYS[slide.dir],
    labels: moveTiles(copyBoard(board), slide).join(", ")});
}

/* The positions of an analysis with their boards, the time at each, the slide that
 * was made and a better one, or null. */
function positionsOf({board, moves, ms}, {positions}) {
  const now = readBoard(board), slides = parsePath(moves);
  let at = 0, time = 0;
  return positions.map((position) => {
    for (; at < position.slide; at++) {
      moveTiles(now, slides[at]);
      time += ms[at];
    }
    return {...position, time, board: copyBoard(now), made: slides[at] || null,
      best: position.best ? parsePath(position.best)[0] : null};
  });
}

function whereText({slide, left, lost = 0, board, made, best}) {
  const to = left === 0 ? words("analysis-solved") :
    words("goal-is-away", {moves: movesText(left)});
  if (!made) return to;
  const was = words("analysis-made", {n: slide + 1, slide: slideText(board, made)});
  return lost === 0 ? `${to} ${was}` : `${to} ${was} ${words("analysis-better",
    {lost: movesText(lost), slide: slideText(board, best)})}`;
}

/*
 * [name, value] of a game. Beyond 16 cells there is no analysis: par, what the page
 * knows of the shortest solution, or null, gives an interval of what was lost.
 */
function sumsOf(record, analysis, par) {
  const {stm, problem} = replay(readBoard(record.board), readBoard(record.goal),
    parsePath(record.moves));
  const ms = record.ms.reduce((sum, n) => sum + n, 0);
  const moves = analysis ? analysis.moves : stm;
  const high = analysis ? analysis.shortest : par?.stm;
  const low = analysis ? high : par?.lower || high;
  const left = analysis ? analysis.left : problem ? undefined : 0;
  const list = [[words("moves-made"), String(moves)]];
  if (high) list.push([words("shortest"), rangeText(low, high)]);
  if (high && left !== undefined)
    list.push([words("analysis-lost"), rangeText(Math.max(0, moves + left - high),
      Math.max(0, moves + left - low))]);
  if (high && left === 0 && moves > 0)
    list.push([words("analysis-efficiency"), words("analysis-percent", {n:
      rangeText(...[low, high].map((n) => Math.floor(100 * n / moves)))})]);
  if (ms > 0)
    list.push([words("analysis-speed"), numberText(1000 * moves / ms, 1)]);
  if (analysis)
    list.push([words("analysis-pauses", {time:
      numberText(analysis.pauseMs / 1000, 1)}), String(analysis.pauses)],
    [words("analysis-detour"), detourText(analysis.detour)]);
  return list;
}

const detourText = ([from, to]) => from === to ? "\u2013" : `${from + 1}\u2013${to}`;

/* How long each slide of a replay takes: pauses are shortened. */
const REPLAY_PAUSE_MS = 1500;
const replayTimes = (ms, speed) =>
  ms.map((n) => Math.min(n, REPLAY_PAUSE_MS) / speed);
