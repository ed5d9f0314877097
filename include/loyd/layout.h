/* SPDX-License-Identifier: MIT */
/* Layouts: named goals, such as "snake" or "rows,blank=first". */
#ifndef LOYD_LAYOUT_H
#define LOYD_LAYOUT_H

#include "loyd/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Room for any layout's text, including its NUL. */
#define LOYD_LAYOUT_TEXT (LOYD_BOARD_TEXT + 8)

typedef enum loyd_path_kind {
    LOYD_PATH_ROWS = 0,    /* left to right, top to bottom */
    LOYD_PATH_COLUMNS = 1, /* top to bottom, left to right */
    LOYD_PATH_SNAKE = 2,   /* rows, every second one right to left */
    LOYD_PATH_SPIRAL = 3,  /* clockwise inward from the upper left */
    LOYD_PATH_RANDOM = 4,  /* each board's goal is drawn from the recipe */
    LOYD_PATH_GOAL = 5,    /* any board, given cell by cell */
    LOYD_PATH_GIVEN = 6,   /* one stroke over all cells, given step by step */
    LOYD_PATH_COUNT_
} loyd_path_kind;

#define LOYD_MISSING_RANDOM 0   /* loyd_layout.missing: drawn from the recipe;
                                   not for LOYD_PATH_GOAL */
#define LOYD_BLANK_AUTO (-1)    /* loyd_layout.blank: missing label's cell */

/*
 * A layout for one size, in canonical form: options that change nothing are
 * dropped. Created by loyd_layout_parse or loyd_layout_name.
 */
typedef struct loyd_layout {
    uint8_t width;
    uint8_t height;
    loyd_path_kind path;
    uint8_t missing; /* the unused label, 1..n, or LOYD_MISSING_RANDOM */
    int16_t blank;   /* the blank's cell, 0..n-1, or LOYD_BLANK_AUTO */
    bool is_drawn;   /* each board of a recipe draws its goal: with
                        LOYD_PATH_RANDOM, and with LOYD_MISSING_RANDOM on any
                        path */
    loyd_board goal; /* all zero if it is drawn */
    uint8_t cells[LOYD_CELLS_MAX]; /* the n cells of LOYD_PATH_GIVEN in the
                                      order of the path; otherwise zero */
} loyd_layout;

/*
 * Parses a layout for boards of width x height cells.
 *
 *   text, len  a path, then options: "snake,missing=6", "rows,blank=0.3",
 *              "rows,missing=random", "path=0.0:D2RU2RD2" (on 3x3),
 *              "goal=1 2 3/4 5 6/7 8 0".
 *   layout     written on LOYD_OK; canonical, with its goal.
 *
 * O(len + n), safe from any thread.
 * Errors: LOYD_E_SIZE, LOYD_E_SYNTAX, LOYD_E_RANGE (also if the cells of a
 * "path=" are not all cells of the board, each once), LOYD_E_SHAPE,
 * LOYD_E_LABEL, LOYD_E_ENCODING.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_layout_parse(const char *text, size_t len, uint8_t width, uint8_t height,
                  loyd_layout *layout, loyd_why *why);

/*
 * Writes the canonical text into text[LOYD_LAYOUT_TEXT], with a NUL, and
 * returns its length.
 */
LOYD_API size_t
loyd_layout_print(const loyd_layout *layout, char text[LOYD_LAYOUT_TEXT]);

/*
 * Finds the simplest layout of a goal: the one of rows, columns, snake and
 * spiral that needs the fewest options, and the first of them in this order
 * on a tie; "goal=BOARD" if none of them fits. Every goal has exactly one
 * such name.
 *
 * O(n), safe from any thread. Errors: LOYD_E_SIZE, LOYD_E_LABEL.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_layout_name(const loyd_board *goal, loyd_layout *layout);

#ifdef __cplusplus
}
#endif
#endif
