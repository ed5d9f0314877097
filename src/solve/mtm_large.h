/* SPDX-License-Identifier: MIT */
/* The large tables of a class in MTM, which can be kept in a file. */
#ifndef LOYD_SOLVE_MTM_LARGE_H
#define LOYD_SOLVE_MTM_LARGE_H

#include "solve/table/mtm_set.h"
#include "solve/table/mtm_whole.h"
#include "solve/table/table_file.h"

/* All zero: none. */
struct mtm_large {
    bool is_whole;          /* a whole-state table: up to WHOLE_CELLS_MAX */
    struct mtm_set set;     /* otherwise */
    struct mtm_whole whole;
};

/* Returns whether a class has large tables, and whether they have a file. */
bool mtm_large_is(const loyd_class *cls);
bool mtm_large_is_kept(const loyd_class *cls);

/* Plans the large tables of a class. Errors: LOYD_E_NOMEM. */
LOYD_NODISCARD loyd_err mtm_large_plan(struct mtm_large *l,
                                       const loyd_class *cls);

/* Describes the tables, planned or built, as the body of a file. */
void mtm_large_body(struct mtm_large *l, struct table_body *b);

/*
 * Draws on the board which tiles a table sees: those of the first table are a,
 * those of the second b, both c, none -. A second table of the board with rows
 * and columns swapped is left out. `text` has room for 2 * LOYD_EXACT_CELLS.
 */
void mtm_large_draw(const struct mtm_large *l, const loyd_class *cls,
                    char *text);

bool mtm_large_is_mapped(const struct mtm_large *l);
/* Frees or unmaps the tables. */
void mtm_large_free(struct mtm_large *l);

#endif
