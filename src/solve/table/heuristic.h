/* SPDX-License-Identifier: MIT */
/* The tables of one class: pattern databases of a partition, in two views. */
#ifndef LOYD_SOLVE_TABLE_HEURISTIC_H
#define LOYD_SOLVE_TABLE_HEURISTIC_H

#include "solve/table/partition.h"
#include "solve/table/pdb.h"
#include "solve/table/body.h"

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
    loyd_class cls;
    const struct partition *partition;
    unsigned n_groups;
    bool has_small_index;                  /* region_number_small can be
                                              used */
    uint8_t cell[VIEWS][REGION_CELLS_MAX]; /* class cell -> view's cell */
    struct pdb table[VIEWS][GROUPS_MAX];
    struct lookup lookup[VIEWS][GROUPS_MAX]; /* set by heuristic_ready */
    bool is_shared[VIEWS][GROUPS_MAX];       /* `bits` belongs to another
                                                table */
    struct region_space space[PATTERN_TILES_MAX + 1]; /* by number of tiles */
    struct perm_ranks *ranks[PATTERN_TILES_MAX + 1];
    uint64_t bytes; /* of all tables */
    void *mapping;  /* the file that holds them, or NULL */
    size_t mapping_bytes;
};

/*
 * The functions of pattern_kind; *owner is a struct heuristic. Prepares
 * everything except the contents of the tables, for a class of up to
 * REGION_CELLS_MAX cells. *owner is all zero on error. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err heuristic_plan(void *owner, const loyd_class *cls,
                                       loyd_tables size);

/*
 * Computes the tables of a planned heuristic. The caller frees it with
 * heuristic_free, also after an error. Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM,
 * LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err heuristic_build(void *owner, unsigned threads,
                                        struct monitor *m);
/* Returns table i < VIEWS * n_groups, or NULL if it shares another's bits. */
static inline const struct pdb *
heuristic_own(const struct heuristic *h, unsigned i)
{
    unsigned view = i / h->n_groups, group = i % h->n_groups;

    return h->is_shared[view][group] ? NULL : &h->table[view][group];
}

/* Prepares the look-ups of the search once the tables are complete. */
void heuristic_ready(struct heuristic *h);
/* Frees or unmaps the tables. */
void heuristic_free(void *owner);

extern const struct table_kind pattern_kind; /* of struct heuristic */

#endif
