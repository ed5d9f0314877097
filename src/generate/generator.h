/* SPDX-License-Identifier: MIT */
/* What a generator is, and the steps of a draw. */
#ifndef LOYD_GENERATE_GENERATOR_H
#define LOYD_GENERATE_GENERATOR_H

#include "core/crypto.h"
#include "generate/shuffle.h"
#include "generate/stream.h"
#include "loyd/generate.h"

/* Immutable once made. */
struct loyd_generator {
    loyd_recipe recipe;
    unsigned draws; /* that an attempt is planned for */
    bool is_packed; /* many boards are drawn by `plan` */
    struct shuffle_plan plan;
    uint8_t start_key[CRYPTO_KEY_BYTES];
    uint8_t goal_key[CRYPTO_KEY_BYTES];    /* where the goal is drawn */
    uint8_t missing_key[CRYPTO_KEY_BYTES]; /* where it is, too */
};

/* The goal of board `index`. Errors: LOYD_E_RANGE, LOYD_E_EXHAUSTED. */
loyd_err generator_goal(const loyd_generator *generator, uint64_t index,
                        loyd_board *goal);

/* A start of `goal`, or false where the attempt is void. */
bool generator_start(const loyd_generator *generator, uint64_t index,
                     uint64_t attempt, const loyd_board *goal,
                     loyd_board *start);

/*
 * Can boards be drawn without a solver, in so many attempts each? 0 becomes
 * all there are. Errors: LOYD_E_UNSUPPORTED, LOYD_E_RANGE.
 */
loyd_err generator_draw_check(const loyd_generator *generator,
                              uint64_t *attempts, loyd_why *why);

/*
 * The first start that is not void, and its goal. `made` holds the keystream
 * of attempt 0, or is NULL. Errors: LOYD_E_RANGE, LOYD_E_EXHAUSTED.
 */
loyd_err generator_first(const loyd_generator *generator, uint64_t index,
                         uint64_t attempts, const uint8_t *made,
                         loyd_puzzle *puzzle, loyd_why *why);

/*
 * Attempts from .. from+n-1 at board `index`, whose goal is `goal`.
 *
 *   starts   n times width * height bytes: the cells, board after board.
 *   is_void  n of them; a void attempt's cells are anything.
 */
void generator_attempts(const loyd_generator *generator, uint64_t index,
                        uint64_t from, size_t n, const loyd_board *goal,
                        uint8_t *starts, bool *is_void);

/*
 * The number that attempt `attempt` of method ball draws for board `index`,
 * 0..m-1. False where the attempt is void.
 */
bool generator_pick(const loyd_generator *generator, uint64_t index,
                    uint64_t attempt, uint64_t m, uint64_t *picked);

/*
 * Draws attempt `attempt` of board `index`: the goal and, where the attempt
 * is not void, the start. A target is not looked at here.
 *
 *   puzzle  written on LOYD_OK; its start only where *is_void is false.
 *
 * O(n), or O(steps) for walks; no allocation. Errors: LOYD_E_RANGE,
 * LOYD_E_UNSUPPORTED (method ball: see loyd_target_draw).
 */
LOYD_NODISCARD loyd_err generator_attempt(const loyd_generator *generator,
                                          uint64_t index, uint64_t attempt,
                                          loyd_puzzle *puzzle, bool *is_void);

#endif
