/* SPDX-License-Identifier: MIT */
/* Writes results to stdout and files, and describes the terminal. Only results
   go to stdout, and a failed write is always reported. */
#ifndef LOYD_CLI_OUT_H
#define LOYD_CLI_OUT_H

#include <stdbool.h>

#include "cli/message.h"

/*
 * Must be called first: opens descriptors 0 to 2 if they are closed, so that
 * no file opened later becomes stdout by accident.
 */
void out_open(void);

/* Prints "1 row" or "2 rows"; the plural is the noun and an s. */
void print_count(uint64_t n, const char *noun);

#define COUNTED_BYTES 64

/* The same as text, for messages; returns out. */
const char *counted(uint64_t n, const char *noun, char out[COUNTED_BYTES]);

/* Must be called if there is no memory for a result. */
void out_lose(void);

struct text;

/* Prints a text as a line and frees it. If it was lost, or an earlier result,
   nothing is printed: no line follows a gap. */
void out_line(struct text *line);

/* Says in which file or folder a command has stored its results. Printed if
 * stdout then fails. */
void out_stored(const char *where);

/* Returns whether writing failed or a result was lost; long loops then end. */
bool out_is_broken(void);

/*
 * Flushes and closes stdout. Returns `code`, or EXIT_BAD after a message if
 * not everything was written.
 */
int out_close(int code);

/* --- files --- */

/*
 * Writes a file completely or not at all: under another name in its folder,
 * then renamed. Returns an exit code, after a message.
 */
int file_write(const char *path, const char *text, size_t len);

/* --- the terminal --- */

struct terminal {
    bool is_terminal;
    bool is_utf8;   /* the locale says so */
    bool is_colour; /* a terminal that is not dumb, and no $NO_COLOR */
    unsigned width; /* columns; 80 if it is not a terminal */
};

/* Describes a file descriptor; the locale must be set. */
void terminal_look(struct terminal *terminal, int fd);

/* Escape sequences, "" without colour. */
enum paint {
    PAINT_OFF = 0,
    PAINT_BOLD,
    PAINT_DIM,
    PAINT_GREEN,
    PAINT_CYAN,
    PAINT_RED
};
const char *paint(const struct terminal *terminal, enum paint which);

#endif
