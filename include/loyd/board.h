/* SPDX-License-Identifier: MIT */
/* Boards: sizes, text forms and single moves. */
#ifndef LOYD_BOARD_H
#define LOYD_BOARD_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_SIDE_MIN 2
#define LOYD_SIDE_MAX 15
#define LOYD_CELLS_MAX 225

/* Boards of up to this many cells are always solved optimally. */
#define LOYD_EXACT_CELLS 16

/* Room for any board's text in either form, including its NUL. */
#define LOYD_BOARD_TEXT 1024

/*
 * A board of width x height cells. The n = width * height cells are numbered
 * row by row from 0 at the upper left. cell[c] is the label in cell c: 0 is
 * the blank, the others are n-1 distinct labels of 1..n. Bytes after
 * cell[n-1] are zero.
 */
typedef struct loyd_board {
    uint8_t width;
    uint8_t height;
    uint8_t cell[LOYD_CELLS_MAX];
} loyd_board;

/*
 * The direction in which a tile moves. The numbers are the canonical order of
 * the formats: U < R < D < L.
 */
typedef enum loyd_dir {
    LOYD_DIR_UP = 0,
    LOYD_DIR_RIGHT = 1,
    LOYD_DIR_DOWN = 2,
    LOYD_DIR_LEFT = 3
} loyd_dir;

typedef enum loyd_board_form {
    LOYD_FORM_ROWS = 0, /* 1 2 3/4 5 6/7 8 0 */
    LOYD_FORM_SGT = 1   /* 3x3:1,2,3,4,5,6,7,8,0, of Simon Tatham's Fifteen */
} loyd_board_form;

/* The size of a board: its sides, each 2..15. */
typedef struct loyd_size {
    uint8_t width;
    uint8_t height;
} loyd_size;

/*
 * Parses a size, "WxH", or "W" for a square.
 *
 *   text, len      the bytes; no NUL is needed.
 *   width, height  written on LOYD_OK, each 2..15.
 *
 * O(len), safe from any thread. Errors: LOYD_E_SYNTAX, LOYD_E_SIZE.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_size_parse(const char *text, size_t len, uint8_t *width, uint8_t *height,
                loyd_why *why);

/*
 * Checks that a board is valid: sides 2..15, and distinct labels of 0..n that
 * include 0.
 *
 * O(n), safe from any thread. Errors: LOYD_E_SIZE, LOYD_E_LABEL.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_board_check(const loyd_board *board, loyd_why *why);

/*
 * Parses a board: rows separated by '/', '|', ';' or line feeds, or in
 * brackets, with labels separated by spaces, tabs or commas; or the form of
 * Simon Tatham, "4x4:1,2,...,15,0", where an empty field is also the blank.
 * Leading zeros are ignored; "x", "_" and "." are the blank. The first of
 * several lines may be the size: "4", "4x3", or "4 3", in either order. A
 * flat list is accepted if width x height is given or the number of labels is
 * a square. The last row may end with one separator. A carriage return at the
 * end of a line is ignored; other control characters are LOYD_E_ENCODING.
 *
 *   text, len      arbitrary bytes; no NUL is needed.
 *   width, height  the expected size, or 0 and 0 if it is not known.
 *   board          written on LOYD_OK, and valid.
 *
 * O(len), no allocation, safe from any thread.
 * Errors: LOYD_E_SYNTAX, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_ENCODING.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_board_parse(const char *text, size_t len, uint8_t width, uint8_t height,
                 loyd_board *board, loyd_why *why);

/*
 * Writes a board as text into text[LOYD_BOARD_TEXT], with a NUL, and returns
 * its length. The board must be valid.
 */
LOYD_API size_t
loyd_board_print(const loyd_board *board, loyd_board_form form,
                 char text[LOYD_BOARD_TEXT]);

/*
 * Moves the tile next to the blank that can move in direction `dir`. Returns
 * false and leaves the board unchanged if there is no such tile. O(n), to
 * find the blank; safe from any thread, one board per thread.
 */
LOYD_API bool loyd_board_move(loyd_board *board, loyd_dir dir);

#ifdef __cplusplus
}
#endif
#endif
