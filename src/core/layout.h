/* SPDX-License-Identifier: MIT */
/* Paths over the cells, and the goals built from them. */
#ifndef LOYD_CORE_LAYOUT_H
#define LOYD_CORE_LAYOUT_H

#include "loyd/layout.h"

/*
 * Writes the n cells in the order of a path with a name. `random` has the path
 * of `rows`.
 */
void layout_cells(loyd_path_kind path, unsigned width, unsigned height,
                  uint8_t cells[LOYD_CELLS_MAX]);

/*
 * Builds the goal of a layout from its size, path, missing (1..n) and blank
 * (a cell or LOYD_BLANK_AUTO). `random` has the goal of `rows`; LOYD_PATH_GOAL
 * has no path and must not be passed.
 */
void layout_goal(const loyd_layout *layout, loyd_board *goal);

/* Checks that a layout has one goal: LOYD_E_UNSUPPORTED if it draws them. */
loyd_err layout_has_goal(const loyd_layout *layout, loyd_why *why);

/*
 * Creates the layout "goal=BOARD" for a board.
 * Errors: those of loyd_board_check.
 */
loyd_err layout_of_goal(const loyd_board *goal, loyd_layout *layout);

#endif
