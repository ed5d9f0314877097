/* SPDX-License-Identifier: MIT */
/* Assigns tiles to patterns: a table of partitions, drawn on the board. */
#ifndef LOYD_SOLVE_TABLE_PARTITION_H
#define LOYD_SOLVE_TABLE_PARTITION_H

#include "loyd/solve.h"
#include "solve/table/frame.h"
#include "solve/table/region.h"

#define GROUPS_MAX 7

/*
 * A partition. The letter of each cell names the group of the tile whose home
 * is that cell; the goal's blank belongs to no group.
 *
 * `mirrors` lists the symmetries (frame.h) that can turn a board into its
 * second view with the same groups. The first one is used for which no pattern
 * of the second view is larger than the largest of the first.
 */
struct partition {
    uint8_t width;
    uint8_t height;
    loyd_tables size; /* LOYD_TABLES_SMALL or LOYD_TABLES_LARGE */
    const char *drawing;
    uint8_t mirrors[4]; /* ends at the first 0 */
};

/*
 * Returns the partition of a class: the small one if there is no large one,
 * NULL beyond REGION_CELLS_MAX cells.
 */
const struct partition *partition_find(const loyd_class *cls,
                                       loyd_tables size);

/* True if the partition is a single group: a whole-state table. */
bool partition_is_whole(const struct partition *p);

/*
 * True if the tables are kept in a file: pattern databases of the large size,
 * or of so many cells that one board waits for them. Others are built in an
 * instant.
 */
bool partition_is_kept(const struct partition *p);

/* Writes the group of each cell, from 0; returns the number of groups. */
unsigned partition_groups(const struct partition *p, uint8_t *group_of_cell);

/*
 * Returns the symmetry of the second view of a class. Not for whole-state
 * tables.
 */
unsigned partition_mirror(const struct partition *p, unsigned blank);

#endif
