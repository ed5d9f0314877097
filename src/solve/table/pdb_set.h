/* SPDX-License-Identifier: MIT */
/* The pattern databases of one class, each kept once. */
#ifndef LOYD_SOLVE_TABLE_PDB_SET_H
#define LOYD_SOLVE_TABLE_PDB_SET_H

#include "solve/table/body.h"
#include "solve/table/pdb.h"

/* The first member of an owner, whose functions for a table_kind these are. */
struct pdb_set {
    loyd_class cls;
    unsigned n;
    struct pdb table[TABLE_PARTS_MAX];
    struct region_space space[PATTERN_TILES_MAX + 1]; /* by number of tiles */
    struct perm_ranks *ranks[PATTERN_TILES_MAX + 1];
    uint64_t bytes;            /* of all tables */
    bool is_kept;              /* in a file */
    void (*ready)(void *owner); /* called when the contents are there */
};

/* Prepares for patterns of k tiles. Errors: LOYD_E_NOMEM. */
LOYD_NODISCARD loyd_err pdb_set_need(struct pdb_set *s, unsigned k);

/* Finds or plans the table of `home` with the blank's home in `blank`, or in
 * the same region. Returns its number. */
unsigned pdb_set_add(struct pdb_set *s, uint32_t home, unsigned blank);

LOYD_NODISCARD loyd_err pdb_set_build(void *owner, unsigned threads,
                                      struct monitor *m);
void pdb_set_free(void *owner);

#define PDB_SET_KIND(bytes, planner)                                          \
    {                                                                         \
        .metric = LOYD_STM, .owner_bytes = (bytes),                           \
        .nodes_per_byte = TABLE_NODES_PER_BYTE, .plan = (planner),            \
        .describe = pdb_set_describe, .build = pdb_set_build,                 \
        .free = pdb_set_free, .adopt = pdb_set_adopt,                         \
        .descend = pdb_set_descend                                            \
    }

void pdb_set_describe(const void *owner, struct table_body *b);
void pdb_set_adopt(struct table_body *b);
loyd_err pdb_set_descend(const struct table_body *b, uint64_t n,
                         loyd_why *why);

#endif
