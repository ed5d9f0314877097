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
LOYD_API LOYD_NODISCARD loyd_err
loyd_target_rarity(const loyd_recipe *recipe, loyd_rarity *rarity,
                   loyd_why *why);

/*
 * Sets the method (and steps) of a recipe with a target to the best for it;
 * without one, LOYD_METHOD_UNIFORM. Both of the first two draw every board
 * inside the target with the same chance.
 *
 *   LOYD_METHOD_BALL     near the goal, where states are so rare, and so few,
 *                        that they are enumerated: up to 22 moves on a 4x4
 *                        with the goal's blank in a corner.
 *   LOYD_METHOD_UNIFORM  elsewhere up to LOYD_EXACT_CELLS cells: by rejection.
 *   LOYD_METHOD_WALK     beyond. Not uniform; every board is proven to be
 *                        inside.
 */
LOYD_API void loyd_target_method(loyd_recipe *recipe);

/*
 * Draws board `index` of a recipe with or without a target. With one: the
 * first attempt that is not void and whose optimum is inside; of
 * LOYD_METHOD_BALL, one of the enumerated boards.
 *
 *   attempts  at most so many; 0 for LOYD_ATTEMPTS_MAX.
 *   puzzle    written on LOYD_OK.
 *   solution  where given, and the recipe has a target: its proven solution
 *             with the canonical path.
 *
 * By rejection the expected cost is one draw of 0.1 us for each board of the
 * class that is drawn before one is inside, on all of the solver's threads,
 * and a search for each that two lower bounds let pass, which ends as soon as
 * it is proven to be outside. The solver keeps the bounds and the last ball,
 * 8 bytes a board, which takes 0.1 us a board to make and 0.2 us to draw
 * from; a `random` layout needs one for each board.
 *
 * Solver as loyd_solve. Errors: LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED (beyond
 * LOYD_EXACT_CELLS cells another method than LOYD_METHOD_WALK and
 * LOYD_METHOD_JUMP; a ball of more than 13 million boards), LOYD_E_UNSOLVABLE
 * (a target that parity or the class leaves empty) and those of the calls it
 * makes.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_target_draw(const loyd_generator *generator, loyd_solver *solver,
                 uint64_t index, uint64_t attempts, loyd_puzzle *puzzle,
                 loyd_solution *solution, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
