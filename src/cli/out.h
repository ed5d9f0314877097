/* SPDX-License-Identifier: MIT */
/* Results: stdout, which has nothing else and loses none in silence, and
   files; and the terminal that shows them. */
#ifndef LOYD_CLI_OUT_H
#define LOYD_CLI_OUT_H

#include <stdbool.h>

#include "loyd.h"

/*
 * To be called first: descriptors 0 to 2 that are closed are filled, so that
 * no file opened later becomes stdout by accident.
 */
void out_open(void);

/* Puts text from outside on stdout, control characters shown. */
void print_escaped(const char *text);

/* "1 row", "2 rows": a noun whose plural ends in s, adjectives before it. */
void print_count(uint64_t n, const char *noun);

/* To be called where memory was lacking to put a result together. */
void out_lose(void);

/* Has writing failed, or was a result lost? Long loops ask, and end. */
bool out_is_broken(void);

/*
 * Writes what is left and closes stdout. Returns `code`, or EXIT_BAD with a
 * message where not everything was written.
 */
int out_close(int code);

/* --- files --- */

/*
 * Writes a file whole or not at all: under another name in its folder, then
 * renamed. Returns an exit code, after a complaint.
 */
int file_write(const char *path, const char *text, size_t len);

struct chart;

/* Writes charts as one SVG picture, in the same way. */
int chart_write(const char *path, const struct chart *charts, size_t n);

/* --- the terminal --- */

struct terminal {
    bool is_terminal;
    bool is_utf8;   /* the locale says so */
    bool is_colour; /* a terminal that is not dumb, and no $NO_COLOR */
    unsigned width; /* columns; 80 where it is not a terminal */
};

/* Looks at a file descriptor; the locale must be set. */
void terminal_look(struct terminal *terminal, int fd);

/* Escape sequences, "" where colour is off. */
enum paint {
    PAINT_OFF = 0,
    PAINT_BOLD,
    PAINT_DIM,
    PAINT_GREEN,
    PAINT_CYAN,
    PAINT_RED,
    PAINT_COLD, /* grounds of a heat map, from far below to far above */
    PAINT_COOL,
    PAINT_WARM,
    PAINT_HOT
};
const char *paint(const struct terminal *terminal, enum paint which);

#endif
