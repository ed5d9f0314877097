/* SPDX-License-Identifier: MIT */
/*
 * Puzzles from the command line and stdin: check and solve read them in the
 * same way, and keep their lines aligned where one is wrong.
 */
#ifndef LOYD_CLI_BOARDS_H
#define LOYD_CLI_BOARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/command.h"

/* Longer lines are reported as such and skipped, never kept. */
#define LINE_BYTES_MAX 65536

/* Lines of a stream under way; all zero but `fd` is the beginning. */
struct lines {
    int fd;
    char *buffer;
    size_t start;    /* of the line to come */
    size_t end;      /* of what was read */
    size_t searched; /* no line end before it */
    uint64_t number; /* of the line given last, from 1 */
    bool is_at_end;
    bool is_skipping; /* inside a line that is too long */
    int error;        /* errno of a failed read, or ENOMEM */
};

#define WHERE_TEXT 40

struct boards {
    const char *command;         /* its name, for messages */
    const char *const *operands; /* what is still to be read */
    int n_operands;
    int number; /* of the operand read last, from 1 */
    bool is_on_stdin;
    bool has_moves; /* lines end with a tab and a solution */
    struct lines lines;
    const char *layout; /* text, the goal's name where has_goal is false */
    bool has_goal;
    loyd_board goal;
    loyd_layout made; /* the layout for the size seen last */
};

/* One board or what stands in its place. */
struct item {
    int code;               /* EXIT_DONE, or it was complained about */
    char where[WHERE_TEXT]; /* "stdin:37", "argument 1" */
    loyd_puzzle puzzle;     /* where code is EXIT_DONE */
    uint64_t line;          /* of stdin, or the number of the argument */
    const char *text;       /* as it came in; until the next boards_next */
    size_t len;
    const char *moves; /* as long, where lines have a solution; no NUL */
    size_t moves_len;
    char *error; /* what was said of it; NULL where code is EXIT_DONE */
    char *input; /* what of `text` is kept then */
};

/*
 * Begins to read: the operands, or stdin where there are none or one is "-".
 * Returns an exit code; one that is not EXIT_DONE was complained about.
 */
int boards_open(const struct run *run, struct boards *boards);

/*
 * The next board, however bad; waits for it. What is wrong with it was said
 * on stderr. Returns false at the end.
 */
bool boards_next(struct boards *boards, struct item *item);

/*
 * To be called after a complaint about an item, before the next boards_next:
 * the complaint and the text are kept with it. Returns `code`.
 */
int item_failed(struct item *item, int code);

/* {"status":"error",...} of an item that failed, a line. */
void item_print_error(const struct item *item);

/* Gives back what a failed item keeps. */
void item_clear(struct item *item);

/* Can boards_next answer at once? */
bool boards_are_ready(struct boards *boards);

/*
 * Ends; returns EXIT_BAD, with a message, where stdin could not be read or
 * the run was interrupted.
 */
int boards_close(struct boards *boards);

/* Does this text name a layout, whatever the size? Returns an exit code, after
   a complaint. */
int layout_check(const char *text);

#endif
