/* SPDX-License-Identifier: MIT */
/* Boards drawn as boxes. */
#ifndef LOYD_CLI_DRAW_H
#define LOYD_CLI_DRAW_H

#include "cli/out.h"
#include "loyd.h"

/*
 * A start and its goal on stdout, side by side where the terminal is wide
 * enough, otherwise one below the other. In colour, tiles of the start that
 * are at home are green.
 */
void draw_puzzle(const struct terminal *screen, const loyd_puzzle *puzzle);

/*
 * In each cell the tile that is furthest from its share there, and by how
 * many standard deviations; blue below, red above, where that is more than
 * chance brings about. Tiles are named by the layout's goal; where that is
 * drawn, by the number of their goal cell, from 1.
 */
void heat_draw(const struct terminal *screen, const loyd_audit *audit,
               const loyd_layout *layout);

#endif
