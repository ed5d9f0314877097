/* SPDX-License-Identifier: MIT */
/*
 * Whole-state tables: bit 1 of the distance from the goal, for every state of
 * a class of up to 12 cells.
 *
 * A state is (cell of the blank, order of the tiles in the other cells, row by
 * row). The distance has the parity of the blank's taxicab distance from home,
 * so the bit gives the distance modulo 4. Neighbours differ by exactly one, so
 * a neighbour that is one less modulo 4 is one move nearer. A shortest path
 * needs nothing else: no search.
 *
 * Orders are numbered lexicographically, 24 to a word: the entry of a rank is
 * bit rank % 24 of word rank / 24 of the blank's cell. Half of all entries are
 * never reached.
 */
#ifndef LOYD_SOLVE_TABLE_WHOLE_H
#define LOYD_SOLVE_TABLE_WHOLE_H

#include "solve/table/body.h"

#define WHOLE_CELLS_MAX 12
#define WHOLE_LEVELS_MAX 128 /* the deepest is 6x2: 80 moves */

struct whole {
    loyd_class cls;
    unsigned n;                       /* cells */
    unsigned k;                       /* tiles: n - 1 */
    uint32_t n_words;                 /* per cell of the blank */
    uint32_t *second;                 /* [n][n_words] bit 1 of the distance */
    uint8_t tile[WHOLE_CELLS_MAX];    /* home cell -> its tile, 0..k-1 */
    uint32_t weight[WHOLE_CELLS_MAX]; /* of each place in the rank */
    uint64_t *levels; /* NULL, or [WHOLE_LEVELS_MAX] zeros, set after
                         whole_plan: building counts the states at each
                         distance */
};

/* Sets the sizes only. */
void whole_plan(struct whole *w, const loyd_class *cls);
uint64_t whole_bytes(const struct whole *w);

/*
 * Computes the planned table by breadth-first search, 24 states at a time. The
 * caller frees it with whole_free, also after an error. Errors: LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err whole_build(void *owner, unsigned threads,
                                    struct monitor *m);
void whole_free(void *owner); /* a struct whole, as in whole_build */

extern const struct table_kind whole_kind; /* of struct whole */

#endif
