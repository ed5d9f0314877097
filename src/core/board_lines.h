/* SPDX-License-Identifier: MIT */
/* Boards of a text that comes line by line: one on each, or in rows. */
#ifndef LOYD_CORE_BOARD_LINES_H
#define LOYD_CORE_BOARD_LINES_H

#include "base/lines.h"
#include "base/text.h"
#include "loyd/board.h"

enum lines_form {
    LINES_OPEN = 0,  /* the first line that is a board or a row decides */
    LINES_WHOLE = 1, /* a board on each */
    LINES_ROWS = 2,  /* a row on each */
};

/*
 * All zero begins a text in either form. A complete board decides for boards
 * on one line; one number or two, which are a size, and labels that may be a
 * row, for rows. A line that is neither decides nothing. Rows end with an
 * empty line or once they fill the size.
 */
struct board_lines {
    enum lines_form form;
    bool has_no_sizes;  /* of two numbers: they are a row */
    bool is_after_size; /* the line before is the size */
    bool is_flat;       /* the line that decided had no mark between rows */
    loyd_size size;   /* of the goal or of a line, to parse by; 0: not known */
    struct text text; /* the rows so far, as loyd_board_parse reads them */
    size_t labels;    /* in them */
    unsigned n_rows;
    uint64_t number; /* of the line with the first row */
};

/*
 * Takes a line, which may be empty. Returns true if a board is complete: the
 * line then has its text, which is valid until the next call, and the number
 * of its first row. If memory runs out, text.is_lost is set. The caller frees
 * the text.
 */
bool board_lines_take(struct board_lines *lines, struct line *line);

/* The same at the end of the text, without a line. */
bool board_lines_end(struct board_lines *lines, struct line *line);

/* Returns whether a line may be a row although the first line was taken for a
 * board, as 0 1 3 2 is a board of 2x2 and a row of 4x4. */
bool board_lines_may_be_rows(const struct board_lines *lines,
                             const struct line *line);

#endif
