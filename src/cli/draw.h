/* SPDX-License-Identifier: MIT */
/* Draws boards as boxes. */
#ifndef LOYD_CLI_DRAW_H
#define LOYD_CLI_DRAW_H

#include "cli/out.h"
#include "lab/audit.h"

/*
 * Prints a start and its goal, side by side if the terminal is wide enough,
 * otherwise one below the other. In colour, tiles of the start that are in
 * their goal cells are green.
 */
void draw_puzzle(const struct terminal *screen, const loyd_puzzle *puzzle);

/*
 * Prints for each cell the tile whose frequency there deviates most from the
 * expected one, and by how many standard deviations: blue below, red above, if
 * chance does not explain it. Tiles are named by their labels in the goal of
 * the layout; if the goal is drawn too, by the number of their goal cell, from
 * 1.
 */
void heat_draw(const struct terminal *screen, const struct audit *audit,
               const loyd_layout *layout);

#endif
