/* SPDX-License-Identifier: MIT */
/* Layouts: names for goals, such as "snake" or "rows,blank=first". */
#ifndef LOYD_LAYOUT_H
#define LOYD_LAYOUT_H

#include "loyd/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Room for any layout's text, its closing NUL included. */
#define LOYD_LAYOUT_TEXT (LOYD_BOARD_TEXT + 8)

typedef enum loyd_path_kind {
    LOYD_PATH_ROWS = 0,    /* left to right, top to bottom */
    LOYD_PATH_COLUMNS = 1, /* top to bottom, left to right */
    LOYD_PATH_SNAKE = 2,   /* rows, every second one right to left */
    LOYD_PATH_SPIRAL = 3,  /* clockwise inward from the upper left */
    LOYD_PATH_RANDOM = 4,  /* the goal is drawn from the recipe */
    LOYD_PATH_GOAL = 5,    /* any board, given cell by cell */
    LOYD_PATH_COUNT_
} loyd_path_kind;

#define LOYD_MISSING_RANDOM 0   /* loyd_layout.missing: drawn too */
#define LOYD_BLANK_AUTO (-1)    /* loyd_layout.blank: where the label misses */

/*
 * A layout for one size, in canonical form (options that change nothing are
 * gone). Make one with loyd_layout_parse or loyd_layout_of_goal.
 */
typedef struct loyd_layout {
    uint8_t width;
    uint8_t height;
    loyd_path_kind path;
    uint8_t missing; /* the label no tile bears, 1..n, LOYD_MISSING_RANDOM */
    int16_t blank;   /* the blank's cell, 0..n-1, or LOYD_BLANK_AUTO */
    loyd_board goal; /* the goal itself; all zero where path is RANDOM */
} loyd_layout;

/*
 * Reads a layout for boards of width x height.
 *
 *   text, len  a path, then options: "snake,missing=6", "rows,blank=0.3",
 *              "random,missing=random", "goal=1 2 3/4 5 6/7 8 0".
 *   layout     written on LOYD_OK, canonical, its goal made.
 *
 * O(len + n), safe from any thread.
 * Errors: LOYD_E_SIZE, LOYD_E_SYNTAX, LOYD_E_RANGE, and those of
 * loyd_board_parse for "goal=".
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_layout_parse(const char *text, size_t len, uint8_t width, uint8_t height,
                  loyd_layout *layout, loyd_why *why);

/*
 * Writes the canonical text into text[LOYD_LAYOUT_TEXT], NUL at the end, and
 * returns its length.
 */
LOYD_API size_t
loyd_layout_print(const loyd_layout *layout, char text[LOYD_LAYOUT_TEXT]);

/*
 * The layout "goal=BOARD" of a checked board.
 * Errors: those of loyd_board_check.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_layout_of_goal(const loyd_board *goal, loyd_layout *layout);

/*
 * The simplest layout that makes this goal: of rows, columns, snake, spiral
 * the one that needs the fewest options, the first of several in this order;
 * "goal=BOARD" where none of them makes it. One goal, one name.
 *
 * O(n), safe from any thread. Errors: those of loyd_board_check.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_layout_name(const loyd_board *goal, loyd_layout *layout);

#ifdef __cplusplus
}
#endif
#endif
