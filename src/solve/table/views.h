/* SPDX-License-Identifier: MIT */
/*
 * Many additive views of one class: partitions drawn on the board, under all
 * symmetries. Each pattern is kept once however many views it belongs to, and
 * patterns that are images of each other share a table.
 */
#ifndef LOYD_SOLVE_TABLE_VIEWS_H
#define LOYD_SOLVE_TABLE_VIEWS_H

#include "solve/table/partition.h"
#include "solve/table/pdb_set.h"

#define VIEWS_MOST 16
#define VIEW_PATTERNS_MAX 32 /* two bits each in a node */
#define VIEW_CELLS_MAX 25

/* A set of tiles, looked up in its table through a symmetry. */
struct view_pattern {
    const uint32_t *bits;
    const struct perm_ranks *ranks;
    const struct region_space *space;
    uint64_t row_bits;
    uint64_t one[2];                 /* 1 in the byte of each of its views */
    uint32_t mask[VIEW_CELLS_MAX];   /* class cell -> bit of table's cell */
    uint8_t map[VIEW_CELLS_MAX];     /* class cell -> table's cell */
    uint8_t tile[PATTERN_TILES_MAX]; /* homes, in the table's order */
    uint8_t k;
    uint8_t table;
    uint16_t views;
    uint32_t home; /* mask of the tiles' homes in the class */
};

struct views {
    struct pdb_set set;
    loyd_class cls;
    unsigned n_views;
    unsigned n_patterns;
    uint8_t n_of[VIEW_CELLS_MAX]; /* patterns of each tile, by its home */
    uint8_t of[VIEW_CELLS_MAX][VIEWS_MOST];
    struct view_pattern pattern[VIEW_PATTERNS_MAX];
};

/* True if the class has many views. */
bool views_serve(const loyd_class *cls);

extern const struct table_kind view_kind; /* of struct views */

#endif
