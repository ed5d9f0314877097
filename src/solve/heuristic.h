/* SPDX-License-Identifier: MIT */
/* The tables of one class: a partition's pattern databases, in two views. */
#ifndef LOYD_SOLVE_HEURISTIC_H
#define LOYD_SOLVE_HEURISTIC_H

#include "solve/partition.h"
#include "solve/pdb.h"

#define VIEWS 2

/* Where the search looks a pattern up: what of a table its inner loop needs.
 */
struct lookup {
    const uint32_t *bits;
    const struct perm_ranks *ranks;
    const struct region_index *index; /* NULL beyond 16 cells */
    const struct region_space *space;
    uint64_t row_bits;
};

/*
 * View 0 is the board as it is in its class; view 1 is its mirror image, whose
 * tiles are named by the mirrored homes: another admissible estimate of the
 * same board, over the same partition. A group's pattern in a view is those of
 * its cells that are not the blank's home.
 */
struct heuristic {
    loyd_class cls;
    const struct partition *partition;
    unsigned n_groups;
    bool has_small_index;                  /* region_number_small serves */
    uint8_t cell[VIEWS][REGION_CELLS_MAX]; /* class cell -> view's */
    struct pdb table[VIEWS][GROUPS_MAX];
    struct lookup lookup[VIEWS][GROUPS_MAX]; /* set by heuristic_ready */
    bool is_shared[VIEWS][GROUPS_MAX];       /* bits belong to another entry */
    struct region_space space[PATTERN_TILES_MAX + 1]; /* by number of tiles */
    struct perm_ranks *ranks[PATTERN_TILES_MAX + 1];
    uint64_t bytes; /* of all tables together */
    void *mapping;  /* a file that holds them, or NULL */
    size_t mapping_bytes;
};

/*
 * Everything of a class of up to REGION_CELLS_MAX cells but the contents of
 * its tables. All zero or whole. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err heuristic_plan(struct heuristic *h,
                                       const loyd_class *cls,
                                       loyd_tables size);

/*
 * Computes the tables of a planned heuristic. Errors: LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CANCELLED; to be freed in any case.
 */
LOYD_NODISCARD loyd_err heuristic_build(struct heuristic *h, unsigned threads,
                                        struct monitor *m);
/* Table i < VIEWS * n_groups; NULL where its bits are those of another. */
static inline const struct pdb *
heuristic_own(const struct heuristic *h, unsigned i)
{
    unsigned view = i / h->n_groups, group = i % h->n_groups;

    return h->is_shared[view][group] ? NULL : &h->table[view][group];
}

/* The tables are there: makes them ready for the search. */
void heuristic_ready(struct heuristic *h);
/* Frees the tables or unmaps them. */
void heuristic_free(struct heuristic *h);

#endif
