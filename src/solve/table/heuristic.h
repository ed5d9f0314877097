/* SPDX-License-Identifier: MIT */
/* The tables of one class: pattern databases of a partition, in two views. */
#ifndef LOYD_SOLVE_TABLE_HEURISTIC_H
#define LOYD_SOLVE_TABLE_HEURISTIC_H

#include "solve/table/partition.h"
#include "solve/table/pdb_set.h"

#define VIEWS 2

/* The parts of a table that the search's inner loop needs. */
struct lookup {
    const uint32_t *bits;
    const struct perm_ranks *ranks;
    const struct region_index *index; /* NULL beyond 16 cells */
    const struct region_space *space;
    uint64_t row_bits;
};

/*
 * View 0 is the board of the class. View 1 is its mirror image with tiles
 * renamed to their mirrored homes: a second admissible estimate of the same
 * board with the same partition. In each view, a group's pattern is the set of
 * tiles whose homes are the group's cells, without the blank's home.
 */
struct heuristic {
    struct pdb_set set;
    loyd_class cls;
    const struct partition *partition;
    unsigned n_groups;
    bool has_small_index;                  /* region_number_small can be
                                              used */
    uint8_t cell[VIEWS][REGION_CELLS_MAX]; /* class cell -> view's cell */
    uint8_t number[VIEWS][GROUPS_MAX];     /* in the set */
    struct pdb table[VIEWS][GROUPS_MAX];   /* copies of those of the set, */
    struct lookup lookup[VIEWS][GROUPS_MAX]; /* complete when it is ready */
};

/* Prepares everything except the contents of the tables. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err heuristic_plan(void *owner, const loyd_class *cls,
                                       loyd_tables size);

extern const struct table_kind pattern_kind; /* of struct heuristic */

#endif
