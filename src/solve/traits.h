/* SPDX-License-Identifier: MIT */
/* The traits and the row method for many boards. */
#ifndef LOYD_SOLVE_TRAITS_H
#define LOYD_SOLVE_TRAITS_H

#include "loyd/traits.h"

struct human_kept; /* solve/upper/human.h */

/* loyd_row_stages, with what is kept from one board to the next (NULL:
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

/* loyd_traits_of; `work` may be NULL. */
LOYD_NODISCARD loyd_err traits_of(struct trait_work *work,
                                  const loyd_puzzle *puzzle,
                                  const loyd_moves *path,
                                  const loyd_optimal *optimal,
                                  loyd_traits *traits, loyd_why *why);

#endif
