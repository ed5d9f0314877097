/* SPDX-License-Identifier: MIT */
/* The tables of lower bounds of a class in MTM, of one size. */
#ifndef LOYD_SOLVE_TABLE_MTM_SET_H
#define LOYD_SOLVE_TABLE_MTM_SET_H

#include "solve/table/mtm_sight.h"
#include "solve/table/team.h"

#define TILES_SMALL 6
#define TILES_LARGE 7
#define MTM_TABLES_MAX 4 /* of a class */
#define MTM_SET_PARTS(set) ((set)->n_tables * AXES * AXES)

/* All zero: none. */
struct mtm_set {
    struct mtm_sights sights;
    struct mtm_table tables[MTM_TABLES_MAX];
    unsigned n_tables;
};

/*
 * Plans the tables of k tiles, TILES_SMALL or TILES_LARGE, or of all tiles if
 * these are PATTERN_TILES_MAX or fewer. *set is all zero on error. Errors:
 * LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err mtm_set_plan(struct mtm_set *set,
                                     const loyd_class *cls, unsigned k);

/*
 * Computes planned tables. The caller frees them with mtm_set_free, also after
 * an error. Errors: those of mtm_table_build.
 */
LOYD_NODISCARD loyd_err mtm_set_build(void *owner, unsigned threads,
                                      struct monitor *m);
/* Frees or unmaps the tables. */
void mtm_set_free(void *owner); /* a struct mtm_set, as above */

#endif
