/* SPDX-License-Identifier: MIT */
/*
 * A lower bound by plain additive pattern databases, a byte an entry: weaker
 * than those of the search, but read in a few nanoseconds.
 */
#ifndef LOYD_SOLVE_ESTIMATE_H
#define LOYD_SOLVE_ESTIMATE_H

#include "loyd/board.h"
#include "solve/team.h"

#define ESTIMATE_CELLS_MAX 16
#define ESTIMATE_TILES 5 /* of a pattern at the most: 1 MB a table */
#define ESTIMATE_GROUPS 3

/*
 * The tables of all goals of a size with their blank in one cell; tiles are
 * known by their home cells. Immutable once built.
 */
struct estimate {
    uint8_t width;
    uint8_t height;
    uint8_t blank; /* the blank's home */
    unsigned n_groups;
    uint8_t group[ESTIMATE_CELLS_MAX]; /* of a home; the blank's has none */
    uint8_t shift[ESTIMATE_CELLS_MAX]; /* where its tile's cell goes */
    uint8_t *table[ESTIMATE_GROUPS];
};

/*
 * Builds them, 4 to ESTIMATE_CELLS_MAX cells, on up to `threads` threads, in
 * half a second for 16 cells with 50 MB of scratch a thread.
 *
 *   [Korf & Felner, "Disjoint pattern database heuristics", AIJ 134 (2002)]
 *
 * *e is to be freed in any case. Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err estimate_build(struct estimate *e, unsigned width,
                                       unsigned height, unsigned blank,
                                       unsigned threads);
void estimate_free(struct estimate *e);

/*
 * No solution is shorter. `cells` are those of a start; home[label] is the
 * goal's cell of each label, the blank's among them.
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
