/* SPDX-License-Identifier: MIT */
/*
 * A lower bound from plain additive pattern databases with one byte per entry:
 * weaker than those of the search, but read in a few nanoseconds.
 */
#ifndef LOYD_SOLVE_TABLE_ESTIMATE_H
#define LOYD_SOLVE_TABLE_ESTIMATE_H

#include "loyd/board.h"
#include "solve/table/team.h"

#define ESTIMATE_CELLS_MAX 16
#define ESTIMATE_TILES 5 /* per pattern, at most: 1 MB per table */
#define ESTIMATE_GROUPS 3

/*
 * The tables for all goals of one size with the blank in the same cell; tiles
 * are identified by their home cells. Immutable once built.
 */
struct estimate {
    uint8_t width;
    uint8_t height;
    uint8_t blank;
    unsigned n_groups;
    uint8_t group[ESTIMATE_CELLS_MAX]; /* of each home; the blank has none */
    uint8_t shift[ESTIMATE_CELLS_MAX]; /* position of the tile's cell in the
                                          index */
    uint8_t *table[ESTIMATE_GROUPS];
};

/*
 * Builds the tables for 4 to ESTIMATE_CELLS_MAX cells on up to `threads`
 * threads. 16 cells take half a second and 50 MB of scratch memory per thread.
 *
 *   [Korf & Felner, "Disjoint pattern database heuristics", AIJ 134 (2002)]
 *
 * The caller frees *e with estimate_free, also after an error. Errors:
 * LOYD_E_NOMEM, LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err estimate_build(struct estimate *e, unsigned width,
                                       unsigned height, unsigned blank,
                                       unsigned threads);
void estimate_free(struct estimate *e);

/*
 * Returns a lower bound of the length of every solution. `cells` are the
 * labels of the start; home[label] is each label's cell in the goal, including
 * the blank's.
 */
static inline unsigned
estimate_of(const struct estimate *e, const uint8_t *home,
            const uint8_t *cells)
{
    uint32_t at[ESTIMATE_GROUPS + 1] = {0};
    unsigned n = (unsigned)e->width * e->height, sum = 0;

    for (unsigned c = 0; c < n; c++) {
        unsigned h = home[cells[c]];

        at[e->group[h]] |= c << e->shift[h];
    }
    for (unsigned g = 0; g < e->n_groups; g++)
        sum += e->table[g][at[g]];
    return sum;
}

#endif
