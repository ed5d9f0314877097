/* SPDX-License-Identifier: MIT */
/* Where a series of boards is not even, drawn as a board. */
#ifndef LOYD_CLI_HEAT_H
#define LOYD_CLI_HEAT_H

#include "cli/out.h"
#include "loyd.h"

/*
 * In each cell the tile that is furthest from its share there, and by how
 * many standard deviations; blue below, red above, where that is more than
 * chance brings about. Tiles are named by the layout's goal; where that is
 * drawn, by the number of their goal cell, from 1.
 */
void heat_draw(const struct terminal *screen, const loyd_audit *audit,
               const loyd_layout *layout);

#endif
