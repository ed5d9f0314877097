/* SPDX-License-Identifier: MIT */
/* All shortest solutions of a puzzle in the single-tile metric (STM), and the
 * traits of proven puzzles. */
#ifndef LOYD_OPTIMAL_H
#define LOYD_OPTIMAL_H

#include "loyd/cursor.h"
#include "loyd/moves.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Boards of more cells than this are never counted. */
#define LOYD_OPTIMAL_CELLS 32

/* All zero: the defaults. */
typedef struct loyd_optimal_options {
    uint64_t nodes; /* a budget: give up after this many nodes, both in proving
                       the optimum and in counting; 0: none */
    uint16_t stm;   /* the optimum, if it is known; 0: it is found first. A
                       wrong one is LOYD_E_RANGE */
    loyd_stop_fn stop; /* NULL, or gives up early, as loyd_solve does */
    void *context;     /* passed to `stop` */
} loyd_optimal_options;

typedef struct loyd_optimal {
    uint16_t stm;    /* the optimum; LOYD_LENGTH_UNKNOWN: not proven */
    bool is_counted; /* false: the budget was used up, `stop` gave up, or the
                        board is too large; what follows is 0 */
    bool is_capped;  /* there are more than UINT64_MAX solutions */
    uint8_t first_moves; /* bit d is set if a shortest solution begins with
                            loyd_dir d */
    uint64_t solutions;  /* the number of shortest solutions, or UINT64_MAX;
                            1 if the start is the goal */
    uint64_t states;     /* on these solutions, with start and goal */
    uint64_t nodes;      /* generated; depends on the tables */
    uint16_t forced;     /* of the boards on the canonical path but the last,
                            those with one move that stays shortest */
} loyd_optimal;

/*
 * Counts the shortest solutions of a puzzle, and lists them.
 *
 *   puzzle   must be well-formed and solvable.
 *   options  NULL: the defaults.
 *   optimal  written on LOYD_OK.
 *   paths    NULL, or set on LOYD_OK to the list of all shortest solutions in
 *            the order U < R < D < L, the canonical path first; to NULL if
 *            they are not counted. A row is `moves`: O(moves), no search. The
 *            list does not need the solver.
 *
 * The search is the last bound of IDA* to its end, with each state expanded
 * once. It keeps the states that are on a shortest solution, so the cost
 * depends on them and not on the number of solutions: up to 16 cells at most
 * 100 bytes per state, and on random boards of 4x4 two to three times as long
 * as the canonical path. Beyond 16 cells a search without a budget may take
 * very long. It runs on the calling thread. One thread at a time may use a
 * solver. The counts do not depend on the tables; with a budget, neither does
 * whether they are known.
 *
 * Errors: LOYD_E_RANGE (options->stm is not the optimum), LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_UNSOLVABLE,
 * LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_optimal_find(loyd_solver *solver, const loyd_puzzle *puzzle,
                  const loyd_optimal_options *options, loyd_optimal *optimal,
                  loyd_cursor **paths, loyd_why *why);

/* The version of their definition, in docs/formats.md. */
#define LOYD_TRAITS_VERSION 1

/* The letters of first moves, and a NUL. */
#define LOYD_FIRST_MOVES_TEXT 5

typedef struct loyd_traits {
    uint16_t version;          /* of the definition; 0: nothing is known */
    uint16_t detour;           /* the optimum minus the Manhattan distance */
    uint16_t linear_conflicts; /* those of loyd_facts, as the next two */
    uint16_t inversions;
    uint16_t tiles_home;
    uint16_t turns;     /* changes of direction in the canonical path */
    uint16_t row_moves; /* the length of loyd_solve_by_rows */
    uint16_t forced;    /* as in loyd_optimal */
    bool is_counted;    /* false: `forced` and what follows are not known */
    char first_moves[LOYD_FIRST_MOVES_TEXT]; /* of URDL those that begin a
                                                shortest solution */
    uint64_t solutions; /* their number, at most INT64_MAX */
} loyd_traits;

#ifdef __cplusplus
}
#endif
#endif
