/* SPDX-License-Identifier: MIT */
/* Boards of a wanted optimal length, uniform among those that have it. */
#ifndef LOYD_TARGET_H
#define LOYD_TARGET_H

#include "loyd/generate.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

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
