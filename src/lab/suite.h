/* SPDX-License-Identifier: MIT */
/* Suites: boards of one optimal length, none of them twice. */
#ifndef LOYD_LAB_SUITE_H
#define LOYD_LAB_SUITE_H

#include "loyd.h"

/* The ids of one length: open addressing, all zero where there is none. */
struct ids {
    loyd_id *at;
    size_t room; /* a power of two */
    size_t n;
};

/* The boards of one length. */
struct suite {
    const loyd_generator *generator; /* its recipe has the length as target */
    loyd_solver *solver;
    uint64_t attempts; /* of loyd_target_draw */
    uint64_t index;    /* of the next draw */
    uint64_t most;     /* boards that there can be */
    uint64_t repeats;  /* draws since the last new board */
    bool is_counted;   /* `most` is what there is */
    struct ids ids;
};

/*
 * Begins a suite whose generator, solver, attempts and index are set. The
 * caller frees it, even after an error. Errors: LOYD_E_NOMEM.
 *
 *   n_boards  to draw; fewer if the distribution of the goal counts fewer.
 */
LOYD_NODISCARD loyd_err suite_begin(struct suite *suite, uint64_t n_boards);
void suite_free(struct suite *suite);

/*
 * Returns whether all boards have been drawn. Where those of a length have not
 * been counted, it is true after many repetitions in a row.
 */
bool suite_is_done(const struct suite *suite);

/*
 * Draws the board of suite->index, then raises it by one.
 *
 *   solution  all zero; the caller frees its path with loyd_moves_free.
 *   is_new    false: the board was drawn before.
 *
 * Errors: those of loyd_target_draw; LOYD_E_EXHAUSTED, no index is left.
 */
LOYD_NODISCARD loyd_err suite_draw(struct suite *suite, loyd_puzzle *puzzle,
                                   loyd_solution *solution, bool *is_new,
                                   loyd_why *why);

#endif
