/* SPDX-License-Identifier: MIT */
/* The contents of loyd_generator, and the steps of a draw. */
#ifndef LOYD_GENERATE_GENERATOR_H
#define LOYD_GENERATE_GENERATOR_H

#include "core/crypto.h"
#include "generate/shuffle.h"
#include "generate/stream.h"
#include "loyd/generate.h"

/* Immutable once created. */
struct loyd_generator {
    loyd_recipe recipe;
    unsigned draws; /* words planned for each attempt */
    bool is_packed; /* batches are drawn with `plan` */
    struct shuffle_plan plan;
    uint8_t start_key[CRYPTO_KEY_BYTES];
    uint8_t goal_key[CRYPTO_KEY_BYTES];    /* for goals that are drawn */
    uint8_t missing_key[CRYPTO_KEY_BYTES]; /* for missing labels drawn */
};

/* Writes the goal of board `index`. Errors: LOYD_E_RANGE, LOYD_E_EXHAUSTED. */
loyd_err generator_goal(const loyd_generator *generator, uint64_t index,
                        loyd_board *goal);

/* Draws a start for `goal`. Returns false if the attempt is void. */
bool generator_start(const loyd_generator *generator, uint64_t index,
                     uint64_t attempt, const loyd_board *goal,
                     loyd_board *start);

/*
 * Checks that boards can be drawn without a solver and that *attempts is in
 * range; 0 becomes LOYD_ATTEMPTS_MAX. Errors: LOYD_E_UNSUPPORTED,
 * LOYD_E_RANGE.
 */
loyd_err generator_draw_check(const loyd_generator *generator,
                              uint64_t *attempts, loyd_why *why);

/* loyd_generator_draw without a target. */
loyd_err generator_draw(const loyd_generator *generator, uint64_t index,
                        uint64_t attempts, loyd_puzzle *puzzle, loyd_why *why);

/*
 * Draws the goal, and the start of the first attempt that is not void. `made`
 * is the keystream of attempt 0, or NULL. Errors: LOYD_E_RANGE,
 * LOYD_E_EXHAUSTED.
 */
loyd_err generator_first(const loyd_generator *generator, uint64_t index,
                         uint64_t attempts, const uint8_t *made,
                         loyd_puzzle *puzzle, loyd_why *why);

/*
 * Draws attempts from..from+n-1 at board `index`, whose goal is `goal`.
 *
 *   starts   n times width * height bytes: the cells, one board after another.
 *   is_void  [n]; the cells of a void attempt are undefined.
 */
void generator_attempts(const loyd_generator *generator, uint64_t index,
                        uint64_t from, size_t n, const loyd_board *goal,
                        uint8_t *starts, bool *is_void);

/*
 * Draws the number 0..m-1 of attempt `attempt` at board `index`, for method
 * ball. Returns false if the attempt is void.
 */
bool generator_pick(const loyd_generator *generator, uint64_t index,
                    uint64_t attempt, uint64_t m, uint64_t *picked);

#endif
