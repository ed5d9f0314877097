/* SPDX-License-Identifier: MIT */
/*
 * Shortest solutions in the multi-tile metric (MTM), where a slide of several
 * tiles in a line counts one: the tables of each class, and which are used.
 *
 * Two slides along one line are together one slide or none, so the slides of
 * a shortest solution are sideways and up or down in turn.
 */
#ifndef LOYD_SOLVE_MTM_H
#define LOYD_SOLVE_MTM_H

#include "solve/search/search.h"
#include "solve/table/stock.h"

struct mtm_class;

/* The tables owned by a solver. All zero: none. */
struct mtm_stock {
    struct mtm_class *classes;
};

void mtm_stock_free(struct mtm_stock *s);

/*
 * Solves every open job of a batch of boards of a class of up to
 * LOYD_EXACT_CELLS cells: `lower` is in MTM, `path` has moves of single tiles.
 * Like search_run; batch->heuristic is not used. `tables` has the threads, the
 * monitor and the folder of files; large tables of 11 cells or more are kept
 * there. The results depend neither on `size`, which tables to use, nor on the
 * threads, except for `nodes` and for jobs with a node budget, whose result
 * depends on the tables.
 */
LOYD_NODISCARD loyd_err mtm_run(struct mtm_stock *s,
                                const struct stock *tables,
                                const loyd_class *cls,
                                struct search_batch *batch, loyd_tables size);

#endif
