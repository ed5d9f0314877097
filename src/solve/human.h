/* SPDX-License-Identifier: MIT */
/* The row-by-row method that people use: a real solution of any board. */
#ifndef LOYD_SOLVE_HUMAN_H
#define LOYD_SOLVE_HUMAN_H

#include "loyd/moves.h"
#include "solve/frame.h"

/*
 * Appends to `path` a solution of `board`, which must be solvable, with
 * `goal_blank` the blank's home. Rows from the top, then columns from the
 * left, then the last 2 x 2; each tile by a shortest way for it alone.
 *
 * O(n^3) at the most. Errors: LOYD_E_NOMEM, LOYD_E_RANGE, LOYD_E_UNSOLVABLE.
 */
LOYD_NODISCARD loyd_err human_solve(const struct permuted *board,
                                    unsigned goal_blank, loyd_moves *path);

#endif
