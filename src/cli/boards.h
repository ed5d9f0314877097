/* SPDX-License-Identifier: MIT */
/*
 * Reads puzzles from the command line and stdin, for check and solve. An
 * invalid board still has its line in the output.
 */
#ifndef LOYD_CLI_BOARDS_H
#define LOYD_CLI_BOARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/command.h"
#include "cli/input.h"
#include "core/board_lines.h"

#define WHERE_TEXT 40

struct boards {
    struct run *run;
    int number;            /* of the operand read last, from 1 */
    uint64_t n_answered;   /* boards so far; the command counts */
    bool is_on_stdin;
    bool is_list;          /* there may be several */
    bool has_moves;        /* lines end with a tab and a solution */
    struct board_lines lines;
    struct input input; /* stdin */
    const char *layout; /* name of the goal if has_goal is false */
    bool has_goal;
    bool is_goal_given; /* by options: it replaces that of a name */
    loyd_board goal;
    loyd_layout made; /* `layout` in the size of the latest board */
};

/* One board, or an invalid line or argument. */
struct item {
    int code;               /* other than EXIT_DONE: it was reported */
    bool is_unknown;        /* a name: the exit code is EXIT_NO */
    char where[WHERE_TEXT]; /* "stdin:37", "argument 1" */
    loyd_puzzle puzzle;     /* if code is EXIT_DONE */
    const char *name;       /* by which it was given; NULL: as a board */
    uint64_t line;          /* of stdin, or number of the argument */
    const char *text;       /* the input; until the next boards_next */
    size_t len;
    const char *moves; /* the same, of lines with a solution; no NUL */
    size_t moves_len;
    char *error; /* its message; NULL if code is EXIT_DONE */
    char *input; /* a copy of the beginning of `text` then */
};

/*
 * Prepares to read the operands, or stdin if there are none or one is "-".
 * Returns an exit code, after a message unless it is EXIT_DONE.
 */
int boards_open(struct run *run, struct boards *boards);

/*
 * Reads the next board, valid or not; waits for it. An invalid one has been
 * reported on stderr. Returns false at the end.
 */
bool boards_next(struct boards *boards, struct item *item);

/*
 * Must be called after a message about an item, before the next boards_next:
 * keeps the message and the input with it. Returns `code`.
 */
int item_failed(struct item *item, int code);

/* The same for one whose search was interrupted, with a message; no solution
 * has fewer than `lower` moves. */
int item_interrupted(struct item *item, unsigned lower);

/* Prints {"status":"error",...} of an item that failed, as one line. */
void item_print_error(const struct item *item);

/* Begins it; the caller adds other members before row_end. */
struct jw *item_error_begin(const struct item *item);

/* Frees what a failed item keeps. */
void item_clear(struct item *item);

/* Can boards_next return without waiting? */
bool boards_are_ready(struct boards *boards);

/*
 * Ends reading. Returns EXIT_BAD, after a message, if stdin could not be read
 * or the run was interrupted: how many boards were answered.
 */
int boards_close(struct boards *boards);

/* Parses two boards: either may be a flat list if the other one has rows,
   which give the size. */
loyd_err pair_parse(struct slice start, struct slice goal, loyd_puzzle *puzzle,
                    loyd_why *why);

/* Parses a board whose goal is rows. */
loyd_err rows_parse(struct slice start, loyd_puzzle *puzzle, loyd_why *why);

/* Checks that a text names a layout of any size. Returns an exit code, after a
   message. */
int layout_check(const char *text);

#endif
