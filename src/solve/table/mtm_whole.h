/* SPDX-License-Identifier: MIT */
/*
 * Whole-state tables in MTM, for classes of up to 12 cells.
 *
 * As in mtm_table.h, a board is where a row line and a column line cross. A
 * line is the blank's row, or its column, and the order of all tiles with the
 * blank there (for a column, at its top). A table has bit 1 of the value of
 * every line, counted to the goal's row and to the goal's column. The smaller
 * of these two values v, which differ by one, is what a shortest path needs:
 * a board other than the goal is 1 + min(v(row line), v(column line)) slides
 * away, and a slide along a line leads nearer if the line that crosses it
 * there has a value one less. Neighbours differ by at most one, so values
 * modulo 4 are enough.
 */
#ifndef LOYD_SOLVE_TABLE_MTM_WHOLE_H
#define LOYD_SOLVE_TABLE_MTM_WHOLE_H

#include "solve/table/mtm_table.h"
#include "solve/table/whole.h"

struct mtm_whole {
    struct whole plan; /* the order of entries; its own table is unused */
    uint32_t *second;  /* [lines][n_words][axis of the last line]; row lines
                          first */
    uint64_t *levels;  /* NULL, or [WHOLE_LEVELS_MAX] zeros, set after
                          mtm_whole_plan: building counts the boards at each
                          length, which takes longer */
};

void mtm_whole_plan(struct mtm_whole *w, const loyd_class *cls);
uint64_t mtm_whole_bytes(const struct mtm_whole *w);

/*
 * Computes the planned table by breadth-first search over lines, 24 orders at
 * a time. The caller frees it with mtm_whole_free, also after an error.
 * Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err mtm_whole_build(void *owner, unsigned threads,
                                        struct monitor *m);
/* Frees or unmaps the table. */
void mtm_whole_free(void *owner); /* a struct mtm_whole, as above */

/* Returns the number of the line of an axis through a cell. */
static inline unsigned
mtm_whole_line(const struct mtm_whole *w, unsigned axis, unsigned cell)
{
    const loyd_class *c = &w->plan.cls;

    return axis == AXIS_ROW ? cell / c->width : c->height + cell % c->width;
}

#endif
