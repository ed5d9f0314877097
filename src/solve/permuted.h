/* SPDX-License-Identifier: MIT */
/* A board whose tiles are named by their home cells: the goal is 0 1 2 ... */
#ifndef LOYD_SOLVE_PERMUTED_H
#define LOYD_SOLVE_PERMUTED_H

#include <stdint.h>

#include "core/cells.h"

/*
 * home[c] is the cell where the tile in cell c belongs. The blank has a home
 * too; `blank` is where it stands. The goal is home[c] == c for all c.
 */
struct permuted {
    uint8_t width;
    uint8_t height;
    uint8_t blank;
    uint8_t home[LOYD_CELLS_MAX];
};

/*
 * Lets the tile beside the blank go in direction `dir`, which must be
 * possible.
 */
static inline void
permuted_move(struct permuted *board, loyd_dir dir)
{
    uint8_t from =
        cell_of_tile(board->width, board->height, board->blank, dir);
    uint8_t home = board->home[board->blank];

    board->home[board->blank] = board->home[from];
    board->home[from] = home;
    board->blank = from;
}

#endif
