/* SPDX-License-Identifier: MIT */
/* IDA* over slides, with tables of lower bounds in MTM. */
#ifndef LOYD_SOLVE_MTM_SEARCH_H
#define LOYD_SOLVE_MTM_SEARCH_H

#include "solve/frame.h"
#include "solve/mtm_table.h"
#include "solve/search.h"

#define SIGHTS_MAX 6

/* A table, and the symmetry of the class through which it sees a board. */
struct mtm_sight {
    const struct mtm_table *table;
    uint8_t width;                         /* of the table */
    bool is_swapped;                       /* sees rows as columns */
    uint8_t cell[REGION_CELLS_MAX];        /* of the class -> of the table */
    uint32_t line[AXES][REGION_CELLS_MAX]; /* [axis][cell of the class]: first
                                       byte of the cell's line */
    const uint8_t *bits[AXES][AXES]; /* [axis of the last line][of the line] */
    uint8_t rank[REGION_CELLS_MAX];  /* home in the class -> number of the tile
                                        in the pattern, or UINT8_MAX */
};

/* The tables of a class. The first sights are read first. */
struct mtm_sights {
    loyd_class cls;
    unsigned n;
    struct mtm_sight sight[SIGHTS_MAX];
};

/* Adds a sight. `cls` and `n` have been set. */
void mtm_sight_add(struct mtm_sights *sights, const struct mtm_table *table,
                   unsigned symmetry);

/* Like search_run; batch->heuristic is not used. */
LOYD_NODISCARD loyd_err mtm_search_run(const struct mtm_sights *sights,
                                       struct search_batch *batch,
                                       unsigned threads);

#endif
