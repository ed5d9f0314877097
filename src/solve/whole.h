/* SPDX-License-Identifier: MIT */
/*
 * Whole-state tables: of every state of a class of up to 12 cells, bit 1 of
 * its distance from the goal.
 *
 * A state is (cell of the blank, order of the tiles in the other cells, row
 * by row). The parity of the distance is that of the blank's taxicab
 * distance from home, so that the bit gives the distance modulo 4; every
 * neighbour's distance differs by exactly one, and so any neighbour one less
 * modulo 4 is one nearer. That is all that a shortest path needs: no search.
 *
 * Orders are in lexicographic order, 24 to a word: entry = word rank / 24 of
 * the blank's cell, bit rank % 24. Half of all entries are never reached.
 */
#ifndef LOYD_SOLVE_WHOLE_H
#define LOYD_SOLVE_WHOLE_H

#include "solve/frame.h"
#include "solve/search.h"

#define WHOLE_CELLS_MAX 12
#define WHOLE_LEVELS_MAX 128 /* 6x2 is the deepest: 80 moves */

struct whole {
    loyd_class cls;
    unsigned n;                       /* cells */
    unsigned k;                       /* tiles: n - 1 */
    uint32_t n_words;                 /* of one cell of the blank */
    uint32_t *second;                 /* [n][n_words] bit 1 of the distance */
    uint8_t tile[WHOLE_CELLS_MAX];    /* a home cell -> its tile, 0..k-1 */
    uint32_t weight[WHOLE_CELLS_MAX]; /* of each place in a rank */
    uint64_t *levels; /* NULL, or [WHOLE_LEVELS_MAX] zeros: building counts
                         the states at each distance, after whole_plan */
};

/* Sizes only. */
void whole_plan(struct whole *w, const loyd_class *cls);
uint64_t whole_bytes(const struct whole *w);

/*
 * Computes the table of a plan by breadth-first search, 24 states at a time.
 * Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CANCELLED; to be freed in any
 * case.
 */
LOYD_NODISCARD loyd_err whole_build(struct whole *w, unsigned threads,
                                    struct monitor *m);
void whole_free(struct whole *w);

/* Solves every open job of a batch, as search_run does; budgets are no use. */
LOYD_NODISCARD loyd_err whole_run(const struct whole *w,
                                  struct search_batch *batch,
                                  unsigned threads);

#endif
