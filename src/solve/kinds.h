/* SPDX-License-Identifier: MIT */
/* The kinds of tables that the classes of each size have. */
#ifndef LOYD_SOLVE_KINDS_H
#define LOYD_SOLVE_KINDS_H

#include "solve/table/body.h"
#include "solve/table/mtm_set.h"
#include "solve/table/whole.h"

/*
 * Returns the kind of the small or large tables of a class, or NULL: classes
 * of more than REGION_CELLS_MAX cells, in MTM of more than LOYD_EXACT_CELLS,
 * have no tables, and some have no large ones.
 */
const struct table_kind *kind_of(const loyd_class *cls, loyd_metric metric,
                                 loyd_tables size);

/* The kinds in MTM; the others are declared with their tables. */
extern const struct table_kind slide_kind; /* of struct mtm_set */
extern const struct table_kind line_kind;  /* of struct whole */

#endif
