/* SPDX-License-Identifier: MIT */
/* Paths over the cells, and the goals that they make. */
#ifndef LOYD_CORE_LAYOUT_H
#define LOYD_CORE_LAYOUT_H

#include "loyd/layout.h"

/*
 * The n cells of a path in its order: `random` counts as `rows`, GOAL is
 * none and must not be asked for.
 */
void layout_cells(loyd_path_kind path, unsigned width, unsigned height,
                  uint8_t cells[LOYD_CELLS_MAX]);

/*
 * The goal of a layout whose size, path, missing (1..n) and blank (a cell or
 * LOYD_BLANK_AUTO) are set; `random` makes the goal of `rows`.
 */
void layout_goal(const loyd_layout *layout, loyd_board *goal);

#endif
