// SPDX-License-Identifier: MIT
/**
 * Boards are texts, row by row: "1 2 3/4 5 6/7 8 0", with 0 for the blank.
 * Paths are the directions in which tiles move: "U2RD". Every function gives
 * what the command `loyd` of the same version prints, and throws a LoydError
 * with its message. A goal may be the name of a layout, such as "rows".
 */

/** A puzzle that was drawn from a recipe. */
export interface Puzzle {
  /** 16 characters; the same for the same start and goal. */
  id: string;
  /** "4x4": width, then height. */
  size: string;
  /** The simplest name of the goal, such as "snake". */
  layout: string;
  start: string;
  goal: string;
  /** The recipe in its canonical form. */
  recipe: string;
}

/** What is known about the length of a shortest solution. */
export interface Solution {
  /** No solution is shorter. */
  lower: number;
  /** The length of `path`; null if `nodes` ended before any was found. */
  upper: number | null;
  /** Whether the two are equal: the path is a shortest one. */
  proven: boolean;
  /** The canonical one of the shortest paths if proven; "" with lengthOnly. */
  path: string;
  /** The positions that were generated to find it. */
  nodes: number;
}

export type Metric = "stm" | "mtm";

export interface SolveOptions {
  /** Each tile counts one ("stm", the default), or each slide of a line. */
  metric?: Metric;
  /**
   * For more than 16 cells, where the default is "quick": an interval, after
   * as much work as the command's --effort. "optimal" proves every board,
   * which may take days beyond 16 cells. Smaller boards are always proven.
   */
  effort?: "optimal" | "quick" | "good" | "best";
  /** Instead of an effort, for all sizes: end after so many positions. */
  nodes?: number;
  /** No path, which is quicker. */
  lengthOnly?: boolean;
  /**
   * No tables beyond 16 cells, where those of 5x5 take seconds and 270 MB. The
   * interval is wider than the command's. With `nodes` of 3,000,000, all sizes
   * take less than 64 MB, and 5x5 has shorter solutions than with "quick".
   */
  light?: boolean;
  /** Hears how much of a search for a short solution is done, 0..1. */
  onProgress?: (share: number) => void;
}

/** One way to see whether a board is solvable: start and goal must agree in
 * being even or odd. */
export interface Formula {
  /** "universal rule", "path inversions", "disorder" and so on. */
  name: string;
  /** Why it does not apply to these boards; null if it does. */
  whyNot: string | null;
  /** Of the start: what is counted, and what its blank adds. */
  count: number;
  blank: number;
  /** The same sum for the goal. */
  goal: number;
  solvable: boolean;
}

export interface Check {
  solvable: boolean;
  explanation: {
    formulas: Formula[];
    /** Such exchanges; cells are counted row by row from 0. */
    swaps: { cells: [number, number]; labels: [number, number] }[];
    /** Two tiles: exchanging them makes an unsolvable start solvable. */
    exchange: [number, number];
  };
}

/** A solution by the row method, as people solve: far from a shortest one. */
export interface Rows {
  /** The length of `path`. */
  stm: number;
  path: string;
  /** The moves of all stages make the path. */
  stages: {
    /** The tiles that it places, at most two; none if it is the blank. */
    tiles: number[];
    /** "" if they are in place. */
    moves: string;
  }[];
}

/** A game record that was read. */
export interface GameRecord extends Partial<Game> {
  /** In place of the boards. */
  recipe?: string;
  moves: string;
  ms: number[];
  /** Milliseconds since 1970 in UTC. */
  began: number;
  /** Slides made before each hint. */
  hints: number[];
}

/** How a board was played. */
export interface Game {
  board: string;
  goal: string;
  /** The slides as they were made: "U2 R D". */
  moves: string;
  /** Milliseconds, for each slide. */
  ms: number[];
}

/** Where a game lost moves. */
export interface Analysis {
  /** Made, in the metric. */
  moves: number;
  /** The length of a shortest solution. */
  shortest: number;
  /** The shortest length left at the end; 0: solved. */
  left: number;
  /** A slide that took this or more is a pause. */
  pauseMs: number;
  pauses: number;
  /** The longest detour, as positions with so many slides before them: the way
   * left is no shorter at its end. Equal: none. */
  detour: [number, number];
  /** The board before each slide and at the end; in MTM slides that are one
   * have one. */
  positions: {
    /** Slides before it. */
    slide: number;
    /** The length of a shortest solution. */
    left: number;
    /** Moves that the next slide loses; absent at the end. */
    lost?: number;
    /** A slide that begins a shortest solution; absent at the goal. */
    best?: string;
  }[];
}

export interface Percentile {
  /** 0..100: how many boards of the class are shorter. */
  percentile: number;
  /** "easy", "medium", "hard" or "expert". */
  band: string;
  /** The number of boards that were sampled; 0: all boards were counted. */
  sample: number;
  /** Whether the lengths are those of effort "quick": beyond 16 cells. */
  estimated: boolean;
}

export interface Band {
  name: string;
  percentileLow: number;
  percentileHigh: number;
  /** The lengths of the class in this band; absent if none are known. */
  low?: number;
  high?: number;
  /** Beyond 16 cells, where those are estimates: the range of Manhattan
   * distances with linear conflicts (mlc=A..B of a recipe), if known. */
  mlcLow?: number;
  mlcHigh?: number;
}

export interface Board {
  size: string;
  /** In the canonical form. */
  board: string;
  /** The labels, row by row. */
  cells: number[];
}

/** An error of loyd. */
export class LoydError extends Error {
  constructor(code: string, message: string, where?: string);
  /**
   * "type" (not a string, not a number, or an unknown option), "syntax", "size", "shape",
   * "label", "labels", "range", "encoding", "move", "unsolvable", "exhausted",
   * "unsupported", "secret", "corrupt", "newer", "nomem", "system", "io" or "closed".
   */
  code: string;
  /** The argument at fault, such as "goal", or "". */
  where: string;
}

export interface Loyd {
  /** The version of loyd, such as "0.1.0". */
  readonly version: string;
  /**
   * Draws the board of a recipe, such as "4x4/snake~g1~monday~17". With a
   * target (stm=60..62) the search may take long; `attempts` ends it.
   */
  draw(recipe: string, options?: { attempts?: number }): Puzzle;
  /** Reads a board in any form that the command reads. */
  parse(board: string): Board;
  /** Whether moves lead from start to goal, and why. */
  check(start: string, goal: string): Check;
  /** Solves a board. Throws "unsolvable" if no moves lead to the goal. */
  solve(start: string, goal: string, options?: SolveOptions): Solution;
  /** Plays a path and measures it; throws "move" where it breaks. */
  moves(start: string, path: string): { board: string; stm: number; mtm: number };
  /** Solves a board of any size at once by the row method, stage by stage. */
  rows(start: string, goal: string): Rows;
  /** Reads the text of a game record, "loydgame1...". */
  game(record: string): GameRecord;
  /** Finds where a game of up to 16 cells lost moves, as `play analyse` does. */
  analyse(game: Game, options?: {
    metric?: Metric;
    /** Hears how much of it is done, 0..1. */
    onProgress?: (share: number) => void;
  }): Analysis;
  /** The id of a puzzle. */
  id(start: string, goal: string): string;
  /** The place of a length among all boards of the goal's class, or null. */
  percentile(start: string, goal: string, length: number, metric?: Metric): Percentile | null;
  /** The bands, with the lengths of the goal's class. */
  bands(goal: string, metric?: Metric): Band[];
  /** A picture of a board; the title is for screen readers. */
  svg(board: string, title?: string): string;
  /** The goal of a layout: ("4x4", "spiral"). */
  layoutGoal(size: string, layout: string): string;
  /** The simplest layout of a goal. */
  layoutOf(goal: string): string;
}

/**
 * Loads the core, by default loyd.wasm beside this file. It runs where it is
 * called: use openWorker where a long search must not freeze a page.
 */
export function load(wasm?: URL | string | BufferSource | WebAssembly.Module): Promise<Loyd>;

/** What ends a call early: its promise fails with the signal's reason. */
export interface Abortable {
  signal?: AbortSignal;
}

type Promised<F> = F extends (...args: infer A) => infer R
  ? (...args: A) => Promise<R> : never;

/** The functions of Loyd in a worker, as promises. */
export type LoydWorker = {
  readonly version: string;
  draw(recipe: string, options?: { attempts?: number } & Abortable): Promise<Puzzle>;
  solve(start: string, goal: string, options?: SolveOptions & Abortable): Promise<Solution>;
  analyse(game: Game, options?: {
    metric?: Metric;
    onProgress?: (share: number) => void;
  } & Abortable): Promise<Analysis>;
  /** The same as solve, from the board as it now stands. */
  solveFrom(board: string, goal: string, options?: SolveOptions & Abortable): Promise<Solution>;
  /** Ends the worker. Calls that wait fail with "closed". */
  close(): void;
} & {
  [K in Exclude<keyof Loyd, "version" | "draw" | "solve" | "analyse">]: Promised<Loyd[K]>;
};

/**
 * Opens a worker with the core. An aborted call ends the worker's thread and
 * opens a fresh one; other calls that wait are not lost.
 */
export function openWorker(wasm?: URL | string | BufferSource | WebAssembly.Module): Promise<LoydWorker>;
