/* SPDX-License-Identifier: MIT */
/* Boards drawn as boxes. */
#ifndef LOYD_CLI_DRAW_H
#define LOYD_CLI_DRAW_H

#include "cli/out.h"
#include "loyd.h"

/* A grid of boxes, width x height of them, numbered row-major. */
struct grid {
    const struct terminal *screen;
    int width, height;
    int columns; /* of text in a box, a blank on either side not counted */
    int lines;   /* of text in a box */
    /* Prints a line of a box, columns + 2 wide, with its blanks. */
    void (*print)(const struct grid *grid, int cell, int line);
    const void *context;
};

void draw_grid(const struct grid *grid);

/* Digits of the largest label on a board of so many cells. */
int label_digits(unsigned cells);

/*
 * A start and its goal on stdout, side by side where the terminal is wide
 * enough, otherwise one below the other. In colour, tiles of the start that
 * are at home are green.
 */
void draw_puzzle(const struct terminal *screen, const loyd_puzzle *puzzle);

#endif
