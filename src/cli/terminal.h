/* SPDX-License-Identifier: MIT */
/* What the place of output can show. */
#ifndef LOYD_CLI_TERMINAL_H
#define LOYD_CLI_TERMINAL_H

#include <stdbool.h>

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
