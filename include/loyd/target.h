/* SPDX-License-Identifier: MIT */
/* Boards of a wanted optimal length, uniform among those that have it. */
#ifndef LOYD_TARGET_H
#define LOYD_TARGET_H

#include "loyd/generate.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many of the boards that a recipe could draw are inside its target. */
typedef struct loyd_rarity {
    double share;    /* 0..1 of them; one board in 1/share */
    bool is_bound;   /* so many at the most: a sample had too few to tell */
    uint32_t sample; /* estimated from a sample of so many; 0: not */
} loyd_rarity;

/*
 * How rare is the target of a recipe? From the distribution of its class, or
 * those of all that its drawn goals may have. O(n * radius), any thread.
 *
 *   rarity  written on LOYD_OK.
 *
 * Errors: LOYD_E_UNSUPPORTED (beyond LOYD_EXACT_CELLS cells),
 * LOYD_E_UNSOLVABLE (no board at all: beyond the radius of the class).
 */
LOYD_API LOYD_CHECK loyd_err loyd_target_rarity(const loyd_recipe *recipe,
                                                loyd_rarity *rarity,
                                                loyd_why *why);

/*
 * Draws board `index` of a recipe with or without a target, by rejection:
 * the first attempt that is not void and whose optimum is in the target.
 *
 *   attempts  at most so many; 0 for LOYD_ATTEMPTS_MAX.
 *   puzzle    written on LOYD_OK.
 *   solution  where given, and the recipe has a target: its proven solution
 *             with the canonical path.
 *
 * The expected cost is one search for each board of the class that is drawn
 * before one is inside; a search ends as soon as the board is proven above.
 * Solver as loyd_solve. Errors: LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED (a
 * target beyond LOYD_EXACT_CELLS cells), LOYD_E_UNSOLVABLE (a target that
 * parity or the class leaves empty) and those of the calls it makes.
 */
LOYD_API LOYD_CHECK loyd_err
loyd_target_draw(const loyd_generator *generator, loyd_solver *solver,
                 uint64_t index, uint64_t attempts, loyd_puzzle *puzzle,
                 loyd_solution *solution, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
