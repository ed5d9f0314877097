/* SPDX-License-Identifier: MIT */
/*
 * Reads lines of stdin or a file. With read instead of stdio, which cannot
 * report available input without waiting.
 */
#ifndef LOYD_CLI_INPUT_H
#define LOYD_CLI_INPUT_H

#include "core/board_lines.h"

/* Longer lines are reported and skipped, never kept. */
#define LINE_BYTES_MAX 65536

struct input {
    int fd;
    const char *name; /* in messages: the path, or "stdin" */
    const char *what; /* is read, such as "boards", for input_announce */
    struct lines lines;
    bool is_at_end;
    bool keeps_empty;  /* empty lines are read too */
    int error;         /* errno of a failed read, or ENOMEM */
};

/* Opens a file, of which `what` is read; "-" is stdin. `most` is of lines.
 * Returns an exit code, after a message. */
int input_begin(struct input *input, const char *path, const char *what,
                size_t most);

/* Closes it; returns an exit code, after a message if it could not be read. */
int input_end(struct input *input);

/*
 * Reads the next line that does not begin with #, nor is empty; waits for it.
 * Returns false at the end, and after an error or an interrupt: a line cut
 * short is dropped. A byte order mark at the beginning is skipped.
 */
bool input_line(struct input *input, struct line *line);

/* Reads the text of the next board, of one line or of several, as input_line
 * does. */
bool input_board(struct input *input, struct board_lines *lines,
                 struct line *line);

/*
 * Can input_line return without waiting? Reads what is available. True at the
 * end too.
 */
bool input_is_ready(struct input *input);

/* If fd is a terminal: a note what is read there and how to end it. */
void input_announce(int fd, const char *where, const char *what);

#endif
