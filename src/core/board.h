/* SPDX-License-Identifier: MIT */
/* Boards: their cells, and whether start and goal belong together. */
#ifndef LOYD_CORE_BOARD_H
#define LOYD_CORE_BOARD_H

#include "loyd/board.h"

#define CELL_NONE UINT8_MAX

static inline unsigned
board_cells(const loyd_board *board)
{
    return (unsigned)board->width * board->height;
}

/* Moves the tile in cell `from` to the blank's cell. */
static inline void
board_slide(loyd_board *board, unsigned from, unsigned blank)
{
    board->cell[blank] = board->cell[from];
    board->cell[from] = 0;
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

/*
 * Are both boards, of one size and with the same labels?
 * Errors: LOYD_E_SIZE, LOYD_E_LABEL, LOYD_E_SHAPE, LOYD_E_LABELS.
 */
loyd_err pair_check(const loyd_board *start, const loyd_board *goal,
                    loyd_why *why);

/* The label of 1..n that no tile of a checked board bears. */
unsigned board_missing(const loyd_board *board);

/* The pairs of item[0..n) whose first is the greater one. */
unsigned count_inversions(const uint8_t *item, unsigned n);

/* Rows and columns between two cells of a board that is `width` wide. */
unsigned cell_taxicab(unsigned a, unsigned b, unsigned width);

/* "size 1x4: sides are 2..15" unless both sides are. Errors: LOYD_E_SIZE. */
loyd_err size_check(uint64_t width, uint64_t height, loyd_why *why);

#endif
