/* SPDX-License-Identifier: MIT */
/*
 * Whole-state tables: bit 1 of the distance from the goal, for every state of
 * a class of up to 12 cells.
 *
 * In STM a state is (cell of the blank, order of the tiles in the other cells,
 * row by row). The distance has the parity of the blank's taxicab distance
 * from home, so the bit gives the distance modulo 4. Neighbours differ by
 * exactly one, so a neighbour that is one less modulo 4 is one move nearer. A
 * shortest path needs nothing else: no search.
 *
 * In MTM, as in mtm_table.h, a board is where a row line and a column line
 * cross. A line is the blank's row, or its column, and the order of all tiles
 * with the blank there (for a column, at its top). A table has bit 1 of the
 * value of every line, counted to the goal's row and to the goal's column. The
 * smaller of these two values v, which differ by one, is what a shortest path
 * needs: a board other than the goal is 1 + min(v(row line), v(column line))
 * slides away, and a slide along a line leads nearer if the line that crosses
 * it there has a value one less. Neighbours differ by at most one, so values
 * modulo 4 are enough.
 *
 * Orders are numbered lexicographically, 24 to a word: the bit of a rank is
 * bit rank % 24 of word rank / 24 of the blank's cell or line. Half of all
 * entries are never reached.
 */
#ifndef LOYD_SOLVE_TABLE_WHOLE_H
#define LOYD_SOLVE_TABLE_WHOLE_H

#include "solve/table/body.h"
#include "solve/table/mtm_table.h"

#define WHOLE_CELLS_MAX 12
#define WHOLE_LEVELS_MAX 128 /* the deepest is 6x2: 80 moves */

struct whole {
    loyd_class cls;
    loyd_metric metric;
    unsigned n;       /* cells */
    unsigned k;       /* tiles: n - 1 */
    uint32_t n_words; /* per cell of the blank, or line */
    uint32_t *second; /* STM: [n][n_words] bit 1 of the distance; MTM:
                         [lines][n_words][axis of the last line] of the value;
                         row lines first */
    uint8_t tile[WHOLE_CELLS_MAX];    /* home cell -> its tile, 0..k-1 */
    uint32_t weight[WHOLE_CELLS_MAX]; /* of each place in the rank */
};

/* Sets the sizes only. */
void whole_plan(struct whole *w, const loyd_class *cls, loyd_metric metric);
uint64_t whole_bytes(const struct whole *w);

/*
 * Computes the planned table by breadth-first search, 24 orders at a time. The
 * caller frees it with whole_free, also after an error. Errors: LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err whole_build(void *owner, unsigned threads,
                                    struct monitor *m);
void whole_free(void *owner); /* a struct whole, as in whole_build */

/* Returns the number of the line of an axis through a cell. */
static inline unsigned
whole_line(const struct whole *w, unsigned axis, unsigned cell)
{
    const loyd_class *c = &w->cls;

    return axis == AXIS_ROW ? cell / c->width : c->height + cell % c->width;
}

extern const struct table_kind whole_kind; /* of struct whole, in STM */

#endif
