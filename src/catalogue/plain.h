/* SPDX-License-Identifier: MIT */
/* A search of the proof's own: no tables, nothing of the solver's. */
#ifndef LOYD_CATALOGUE_PLAIN_H
#define LOYD_CATALOGUE_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "loyd/board.h"

#define PLAIN_MOVES_MAX 255

/* A board: home[c] is the cell to which the tile in cell c belongs. */
struct plain_board {
    unsigned width;
    unsigned height;
    unsigned blank; /* the cell where it stands */
    uint8_t home[LOYD_CELLS_MAX];
};

struct plain_path {
    unsigned n;
    uint8_t dir[PLAIN_MOVES_MAX]; /* of the tile: 0..3 are U R D L */
};

/*
 * IDA* on the sum of all tiles' taxicab distances ([Korf, AIJ 27 (1985)]),
 * directions always tried in the order U R D L: of all shortest solutions it
 * finds the first in that order. Returns false where it gave up after
 * `nodes` moves, or PLAIN_MOVES_MAX are too few. The board must be solvable.
 */
bool plain_solve(const struct plain_board *board, uint64_t nodes,
                 struct plain_path *path);

#endif
