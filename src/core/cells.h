/* SPDX-License-Identifier: MIT */
/* Small helpers on the cells of a board that every layer above needs. */
#ifndef LOYD_CORE_CELLS_H
#define LOYD_CORE_CELLS_H

#include "loyd/board.h"

#define CELL_NONE UINT8_MAX

static inline unsigned
board_cells(const loyd_board *board)
{
    return (unsigned)board->width * board->height;
}

/*
 * The cell from which a tile goes into `blank` in direction `dir`, or
 * CELL_NONE: a tile that goes up stands below the blank.
 */
static inline uint8_t
cell_of_tile(unsigned width, unsigned height, unsigned blank, loyd_dir dir)
{
    unsigned x = blank % width, y = blank / width;

    switch (dir) {
    case LOYD_DIR_UP:
        return y + 1 < height ? (uint8_t)(blank + width) : CELL_NONE;
    case LOYD_DIR_RIGHT:
        return x > 0 ? (uint8_t)(blank - 1) : CELL_NONE;
    case LOYD_DIR_DOWN:
        return y > 0 ? (uint8_t)(blank - width) : CELL_NONE;
    case LOYD_DIR_LEFT:
        return x + 1 < width ? (uint8_t)(blank + 1) : CELL_NONE;
    }
    return CELL_NONE;
}

#endif
