/* SPDX-License-Identifier: MIT */
/* The row-by-row method that people use: solves any solvable board. */
#ifndef LOYD_SOLVE_UPPER_HUMAN_H
#define LOYD_SOLVE_UPPER_HUMAN_H

#include "loyd/moves.h"
#include "solve/table/frame.h"

/* The stages of a solution: each places one or two tiles, and the last one the
 * blank, if it is not in its cell. */
struct human_stages {
    size_t n;
    struct human_stage {
        uint8_t tile[2];  /* by their homes */
        unsigned n_tiles; /* 0: the blank */
        size_t end;       /* of its moves in the path */
    } at[LOYD_CELLS_MAX];
};

/*
 * Appends a solution of `board` to `path`. The board must be solvable;
 * `goal_blank` is the blank's home. Fills rows from the top, then columns from
 * the left, then the last 2 x 2, with a shortest path for each single tile, as
 * docs/formats.md defines row_moves.
 *
 *   stages  NULL, or receives them.
 *
 * O(n^3). Errors: LOYD_E_NOMEM, LOYD_E_RANGE, LOYD_E_UNSOLVABLE.
 */
LOYD_NODISCARD loyd_err human_solve(const struct permuted *board,
                                    unsigned goal_blank, loyd_moves *path,
                                    struct human_stages *stages);

#endif
