/* SPDX-License-Identifier: MIT */
/* Targets: boards drawn uniformly from those that a recipe wants. */
#ifndef LOYD_TARGET_H
#define LOYD_TARGET_H

#include "loyd/generate.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many of the boards that a recipe can draw are inside its target. */
typedef struct loyd_rarity {
    double share;    /* 0..1; one board in 1/share is inside */
    bool is_bound;   /* `share` is an upper bound: too few boards of a sample
                        are inside */
    uint32_t sample; /* boards in the sample it was estimated from; 0: none */
} loyd_rarity;

/*
 * Computes how rare the boards of a recipe's target are, from the
 * distribution of its class, or if the goal is drawn from those of all
 * classes that it can have. O(n * radius), safe from any thread.
 *
 *   rarity  written on LOYD_OK.
 *
 * Errors: LOYD_E_UNSUPPORTED (beyond LOYD_EXACT_CELLS cells),
 * LOYD_E_UNSOLVABLE (no board at all: the target is 0, or beyond the radius
 * of the class).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_target_rarity(const loyd_recipe *recipe, loyd_rarity *rarity,
                   loyd_why *why);

/*
 * Sets the method (and steps) of a recipe to the best one for its target, or
 * to LOYD_METHOD_UNIFORM if it has none. The first two draw every board
 * inside the target with the same probability.
 *
 *   LOYD_METHOD_BALL     near the goal, where boards are so rare and so few
 *                        that they are enumerated: up to 22 moves on a 4x4
 *                        with the goal's blank in a corner.
 *   LOYD_METHOD_UNIFORM  for other targets on up to LOYD_EXACT_CELLS cells:
 *                        by rejection.
 *   LOYD_METHOD_WALK     on more cells. Not uniform, but every board is
 *                        proven to be inside.
 */
LOYD_API void loyd_target_method(loyd_recipe *recipe);

/*
 * Draws board `index` of a recipe: the first attempt that is not void. An
 * attempt is void if it draws the goal, if its random words run out, or with
 * LOYD_METHOD_RETRY if the board is unsolvable. With a target also if the
 * optimum is not inside; with LOYD_METHOD_BALL it is one of the enumerated
 * boards.
 *
 *   solver    NULL: only for recipes without a target.
 *   attempts  maximum number of attempts; 0: LOYD_ATTEMPTS_MAX.
 *   puzzle    written on LOYD_OK.
 *   solution  if not NULL and the target is LOYD_TARGET_STM: the proven
 *             solution, with the canonical path. Otherwise not written, also
 *             if it is LOYD_TARGET_MTM.
 *
 * Cost by rejection: 0.1 us for each board drawn until one is inside, divided
 * among the solver's threads, and a search for each board that two lower
 * bounds do not reject, which ends as soon as the board is proven to be
 * outside. Cost of a ball: 0.1 us and 8 bytes per board to enumerate it, and
 * 0.2 us to draw from it. Cost of LOYD_TARGET_MLC: half a microsecond for each
 * board of 25 cells drawn until one is inside, also divided, and no
 * search. The solver keeps the bounds and the last ball; if goals are
 * drawn each board needs its own ball.
 *
 * The rules of loyd_solve apply to the solver. Errors: LOYD_E_EXHAUSTED,
 * LOYD_E_UNSUPPORTED (a target without a solver; LOYD_TARGET_STM beyond
 * LOYD_EXACT_CELLS cells with a method other than LOYD_METHOD_WALK and
 * LOYD_METHOD_JUMP; a ball of more than 13 million boards; LOYD_TARGET_MLC on
 * LOYD_EXACT_CELLS cells or fewer, or with a method other than
 * LOYD_METHOD_UNIFORM; LOYD_TARGET_MTM on more than 12 cells, or with
 * LOYD_METHOD_BALL), LOYD_E_UNSOLVABLE (no board has such an optimum, because
 * of parity or of the class), LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_LABELS, LOYD_E_RANGE, LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_SYSTEM,
 * LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_generator_draw(const loyd_generator *generator, loyd_solver *solver,
                 uint64_t index, uint64_t attempts, loyd_puzzle *puzzle,
                 loyd_solution *solution, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
