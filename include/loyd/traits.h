/* SPDX-License-Identifier: MIT */
/* Traits: what a proven puzzle is like, beyond the length in STM. */
#ifndef LOYD_TRAITS_H
#define LOYD_TRAITS_H

#include "loyd/moves.h"
#include "loyd/optimal.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/*
 * Computes the traits of a proven puzzle.
 *
 *   puzzle   is checked first; the start is not the goal.
 *   path     its canonical path in STM, which is not replayed.
 *   optimal  its shortest solutions, if they are counted; NULL: not known.
 *   traits   written on LOYD_OK.
 *
 * No solver and no tables, safe from any thread; about 100,000 a second for
 * 4x4. Errors: LOYD_E_RANGE (the path is shorter than the Manhattan distance,
 * or has no moves), LOYD_E_NOMEM, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_LABELS, LOYD_E_UNSOLVABLE.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_traits_of(const loyd_puzzle *puzzle,
                                                const loyd_moves *path,
                                                const loyd_optimal *optimal,
                                                loyd_traits *traits,
                                                loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
