/* SPDX-License-Identifier: MIT */
/*
 * The children of one node that a bound allows. Asking for them fetches the
 * first entries, so that other work can hide the wait for memory.
 */
#ifndef LOYD_SOLVE_SEARCH_CHILDREN_H
#define LOYD_SOLVE_SEARCH_CHILDREN_H

#include "solve/search/slot.h"

/* Where the tile comes from that moves to a cell, by direction. */
struct child_cells {
    uint8_t from[REGION_CELLS_MAX][4]; /* CELL_NONE: there is no tile */
};

void child_cells_make(const loyd_class *cls, struct child_cells *cells);

/* The children of a node, whose entries in both views are being fetched. */
struct family {
    unsigned n;
    struct child child[4][VIEWS];
};

struct child_functions {
    /*
     * Begins with the children of a node (slot.h) in all directions but
     * straight back.
     */
    void (*ask)(const struct heuristic *h, const struct child_cells *cells,
                const uint64_t *node, struct family *family);
    /*
     * Writes those whose estimates in both views are at most `most` moves.
     *
     *   child, dir  at most four; dir is the direction of the last move.
     *
     * Returns their number.
     */
    unsigned (*get)(const uint64_t *node, unsigned most,
                    const struct family *family, uint64_t *child[4],
                    uint8_t dir[4]);
};

/* Returns the functions for a heuristic, or NULL if there are none. */
const struct child_functions *children_of(const struct heuristic *h);

#endif
