/* SPDX-License-Identifier: MIT */
/*
 * Boards of a text that comes line by line: one on each, in rows, or in a file
 * of another program.
 */
#ifndef LOYD_CORE_BOARD_LINES_H
#define LOYD_CORE_BOARD_LINES_H

#include "base/lines.h"
#include "base/text.h"
#include "loyd/board.h"

enum lines_form {
    LINES_OPEN = 0,  /* the first line that is a board or a row decides */
    LINES_WHOLE = 1, /* a board on each */
    LINES_ROWS = 2,  /* a row on each */
    LINES_PAIRS = 3, /* a board, a tab and moves on each, or a file */
    LINES_FILE = 4,  /* of another program */
};

struct board_lines;

/* How files of another program are read. */
struct board_file {
    bool (*begins)(struct slice line);
    /* Takes a line. *is_whole becomes true if a board is complete: in `text`,
     * with the moves in `moves` if the file has them. */
    loyd_err (*take)(struct board_lines *lines, struct slice line,
                     bool *is_whole, loyd_why *why);
};

/* Returns what reads a file that begins with this line, or NULL. */
const struct board_file *board_file_of(struct slice line);

#define SAVE_ENDS "a save file ends before its last move"

/* A save file that is being read: each move leads to another state. */
struct save {
    enum { SAVE_NONE, SAVE_OPEN, SAVE_BROKEN } progress;
    loyd_board start;     /* width 0: not known */
    unsigned column, row; /* of the blank after the moves so far */
    uint64_t n_states;    /* 0: not known */
    uint64_t current;     /* the state that was shown, from 1 */
    uint64_t n_read;      /* states, with the start */
};

/*
 * All zero begins a text in any form. A complete board decides for boards on
 * one line; one number or two, which are a size, and labels that may be a row,
 * for rows. A line that is neither decides nothing. Rows end with an empty
 * line or once they fill the size.
 */
struct board_lines {
    enum lines_form form;
    const struct board_file *file; /* of LINES_FILE */
    bool has_no_sizes;  /* of two numbers: they are a row */
    bool is_after_size; /* the line before is the size */
    bool is_flat;       /* the line that decided had no mark between rows */
    loyd_size size;   /* of the goal or of a line, to parse by; 0: not known */
    struct text text; /* the rows so far, as loyd_board_parse reads them */
    size_t labels;    /* in them */
    unsigned n_rows;
    uint64_t number; /* of the board's first line */
    /* Of files: */
    struct text moves;  /* of the latest board; empty: none */
    const char *layout; /* scrambles begin at its goal; NULL: rows */
    loyd_board goal;    /* this goal; width 0: not known */
    struct save save;
    bool is_in_head; /* of a session: its list of scrambles follows */
    bool has_paths;  /* scrambles are moves without a board */
    /* The function of zlib, without which replays in addresses are refused. */
    int (*uncompress)(unsigned char *to, unsigned long *n,
                      const unsigned char *from, unsigned long n_from);
    loyd_err err; /* of the latest line */
    loyd_why why;
};

/*
 * Takes a line, which may be empty. Returns true if a board is complete: the
 * line then has its text, which is valid until the next call, and the number
 * of its first line. Also returns true with an error in `err` and `why`. The
 * caller frees both texts.
 */
bool board_lines_take(struct board_lines *lines, struct line *line);

/* The same at the end of the text, without a line. */
bool board_lines_end(struct board_lines *lines, struct line *line);

/* Takes a text that is one board, or one file, whole: *line then has the board
 * or the error. */
void board_lines_read(struct board_lines *lines, struct slice text,
                      struct line *line);

/* Returns whether a line may be a row although the first line was taken for a
 * board, as 0 1 3 2 is a board of 2x2 and a row of 4x4. */
bool board_lines_may_be_rows(const struct board_lines *lines,
                             const struct line *line);

#endif
