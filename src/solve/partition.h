/* SPDX-License-Identifier: MIT */
/* Which tiles go into which pattern: rows of data, drawn on the board. */
#ifndef LOYD_SOLVE_PARTITION_H
#define LOYD_SOLVE_PARTITION_H

#include "loyd/solve.h"
#include "solve/frame.h"
#include "solve/region.h"

#define GROUPS_MAX 7

/*
 * A partition: every cell bears the letter of the group to which the tile at
 * home there belongs; the goal's blank takes no part.
 *
 * `mirrors` lists symmetries (frame.h) that bring a board to a second view
 * of itself, over the same groups: the first is used that makes no pattern
 * of the second view larger than the largest of the first.
 */
struct partition {
    uint8_t width;
    uint8_t height;
    loyd_tables size; /* LOYD_TABLES_SMALL or LOYD_TABLES_LARGE */
    const char *drawing;
    uint8_t mirrors[4]; /* up to the first 0 */
};

/*
 * The partition of a class; NULL beyond REGION_CELLS_MAX cells. Where there
 * is no large one, the small one.
 */
const struct partition *partition_find(const loyd_class *cls,
                                       loyd_tables size);

/* All of them, in order; NULL behind the last. */
const struct partition *partition_at(unsigned i);

/* Is it one group only: a whole-state table? */
bool partition_is_whole(const struct partition *p);

/* The group 0.. of each cell; returns how many groups there are. */
unsigned partition_groups(const struct partition *p, uint8_t *group_of_cell);

/* The symmetry of the second view for a class. Not for whole-state tables. */
unsigned partition_mirror(const struct partition *p, unsigned blank);

#endif
