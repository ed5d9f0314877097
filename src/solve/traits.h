/* SPDX-License-Identifier: MIT */
/* The traits and the row method for many boards. */
#ifndef LOYD_SOLVE_TRAITS_H
#define LOYD_SOLVE_TRAITS_H

#include "loyd/optimal.h"

struct human_kept; /* solve/upper/human.h */

/* loyd_solve_by_rows, with what is kept from one board to the next (NULL:
 * nothing). */
LOYD_NODISCARD loyd_err row_stages(struct human_kept *kept,
                                   const loyd_puzzle *puzzle, loyd_moves *path,
                                   loyd_row_stage stages[LOYD_CELLS_MAX],
                                   size_t *n, loyd_why *why);

/* What makes the traits of many boards of a size fast; for one thread. */
struct trait_work;

/* Returns NULL if there is no memory. */
struct trait_work *trait_work_new(void);

void trait_work_free(struct trait_work *work);

/*
 * Computes the traits of a proven puzzle.
 *
 *   work     may be NULL.
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
LOYD_NODISCARD loyd_err traits_of(struct trait_work *work,
                                  const loyd_puzzle *puzzle,
                                  const loyd_moves *path,
                                  const loyd_optimal *optimal,
                                  loyd_traits *traits, loyd_why *why);

#endif
