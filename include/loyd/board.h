/* SPDX-License-Identifier: MIT */
/* Boards: their shape, text forms and moves. */
#ifndef LOYD_BOARD_H
#define LOYD_BOARD_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_SIDE_MIN 2
#define LOYD_SIDE_MAX 15
#define LOYD_CELLS_MAX 225

/* Boards of up to so many cells are always solved to the end. */
#define LOYD_EXACT_CELLS 16

/* Room for any board's text in either form, its closing NUL included. */
#define LOYD_BOARD_TEXT 1024

/*
 * A board of width x height cells, n = width * height, numbered row-major
 * from 0 at the upper left. cell[c] is the label there: 0 is the blank, the
 * others are n-1 distinct ones of 1..n. Bytes behind cell[n-1] are zero.
 */
typedef struct loyd_board {
    uint8_t width;
    uint8_t height;
    uint8_t cell[LOYD_CELLS_MAX];
} loyd_board;

/*
 * A move is named for the way the tile goes. The numbers are the canonical
 * order of formats: U < R < D < L.
 */
typedef enum loyd_dir {
    LOYD_DIR_UP = 0,
    LOYD_DIR_RIGHT = 1,
    LOYD_DIR_DOWN = 2,
    LOYD_DIR_LEFT = 3
} loyd_dir;

typedef enum loyd_board_form {
    LOYD_FORM_ROWS = 0, /* 1 2 3/4 5 6/7 8 0 */
    LOYD_FORM_SGT = 1   /* 3x3:1,2,3,4,5,6,7,8,0, as Simon Tatham's Fifteen */
} loyd_board_form;

/*
 * Reads a size, "WxH" or a lone "W" for a square.
 *
 *   text, len      the bytes; need not end with NUL.
 *   width, height  written on LOYD_OK, each 2..15.
 *
 * O(len), safe from any thread. Errors: LOYD_E_SYNTAX, LOYD_E_SIZE.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_size_parse(const char *text, size_t len, uint8_t *width, uint8_t *height,
                loyd_why *why);

/*
 * Is `board` one? Sides 2..15, labels distinct, 0 among them, none above n.
 *
 * O(n), safe from any thread. Errors: LOYD_E_SIZE, LOYD_E_LABEL.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_board_check(const loyd_board *board, loyd_why *why);

/*
 * Reads a board from text: rows ended by '/' (or a new line), labels by
 * spaces or tabs; or Simon Tatham's "4x4:1,2,...,15,0", where an empty
 * field is the blank as well. A flat list without '/' is taken if
 * width x height is given or the number of labels is a square.
 * The last row may be ended like the others, once; a carriage return before
 * a line end is a blank; other control characters are LOYD_E_ENCODING.
 *
 *   text, len      the bytes, any at all; need not end with NUL.
 *   width, height  the size expected, or 0 and 0 where none is known.
 *   board          written on LOYD_OK, checked.
 *
 * O(len), no allocation, safe from any thread.
 * Errors: LOYD_E_SYNTAX, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_ENCODING.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_board_parse(const char *text, size_t len, uint8_t width, uint8_t height,
                 loyd_board *board, loyd_why *why);

/*
 * Writes a board as text into text[LOYD_BOARD_TEXT], NUL at the end, and
 * returns its length. The board must be one that loyd_board_check accepts.
 */
LOYD_API size_t
loyd_board_print(const loyd_board *board, loyd_board_form form,
                 char text[LOYD_BOARD_TEXT]);

/* Same size and same labels in the same cells. */
LOYD_API bool loyd_board_equal(const loyd_board *a, const loyd_board *b);

/* The cell of the blank, 0..n-1, of a checked board. */
LOYD_API unsigned loyd_board_blank(const loyd_board *board);

/*
 * Moves the tile beside the blank that can go in direction `dir`. Returns
 * false, the board as it was, where there is no such tile. O(n) for finding
 * the blank; safe from any thread, each on its own board.
 */
LOYD_API bool loyd_board_move(loyd_board *board, loyd_dir dir);

#ifdef __cplusplus
}
#endif
#endif
