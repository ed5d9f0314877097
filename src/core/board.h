/* SPDX-License-Identifier: MIT */
/* Cells of boards, and checks of sizes and of pairs of boards. */
#ifndef LOYD_CORE_BOARD_H
#define LOYD_CORE_BOARD_H

#include "base/slice.h"
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
 * Returns the cell of the tile that moves into cell `blank` in direction
 * `dir`, or CELL_NONE. A tile that moves up is below the blank.
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
 * Checks that start and goal are valid, of one size and with the same labels.
 * Errors: LOYD_E_SIZE, LOYD_E_LABEL, LOYD_E_SHAPE, LOYD_E_LABELS.
 */
loyd_err pair_check(const loyd_board *start, const loyd_board *goal,
                    loyd_why *why);

/*
 * Reads exactly the form LOYD_FORM_ROWS that loyd_board_print writes, for
 * millions of boards. Returns false for anything else. Only the size and the
 * form are checked, not the labels.
 */
bool board_read_printed(const char *text, size_t len, loyd_board *board);

/* Reads a label: a number, or a mark for the blank, which is 0. Returns false
 * if it is neither; any range is allowed. */
bool board_read_label(struct slice text, uint64_t *label);

/* Reads a line with a size: N, W H or WxH. */
bool board_size_line(struct slice line, loyd_size *size);

struct jw;

/* Writes the text of a valid board, in rows, as a member. */
void board_json(struct jw *jw, const char *name, const loyd_board *board);

/* Returns the label of 1..n that no tile of a valid board has. */
unsigned board_missing(const loyd_board *board);

/* Returns the number of pairs i < j in item[0..n) with item[i] > item[j]. */
unsigned count_inversions(const uint8_t *item, unsigned n);

/* Returns the taxicab distance of two cells of a board `width` cells wide. */
unsigned cell_taxicab(unsigned a, unsigned b, unsigned width);

/* Checks that both sides are 2..15. Errors: LOYD_E_SIZE. */
loyd_err size_check(uint64_t width, uint64_t height, loyd_why *why);

/* Returns whether size and labels are the same. */
bool board_equal(const loyd_board *a, const loyd_board *b);

/* Returns the blank's cell, 0..n-1, of a valid board. */
unsigned board_blank(const loyd_board *board);

#endif
