/* SPDX-License-Identifier: MIT */
/* Draws boards as boxes. */
#ifndef LOYD_CLI_DRAW_H
#define LOYD_CLI_DRAW_H

#include "cli/out.h"

/*
 * Prints a start and its goal, side by side if the terminal is wide enough,
 * otherwise one below the other. In colour, tiles of the start that are in
 * their goal cells are green.
 */
void draw_puzzle(const struct terminal *screen, const loyd_puzzle *puzzle);

#endif
