/* SPDX-License-Identifier: MIT */
/*
 * A short solution of any solvable board in microseconds to milliseconds.
 *
 * Rows and columns are solved from the outside in, each in stages of a few
 * tiles (stages.h), until a core of at most nine cells is left, whose shortest
 * solution a table gives. Several orders of the sides are tried together; the
 * most promising boards are kept after each side, and the shortest solution
 * wins.
 */
#ifndef LOYD_SOLVE_UPPER_CONSTRUCT_H
#define LOYD_SOLVE_UPPER_CONSTRUCT_H

#include "solve/search/search.h"
#include "solve/upper/stages.h"

/*
 * Returns the bound that no solution of construct_solve exceeds: 5 moves for
 * each of the n cells and each step of width + height.
 */
static inline unsigned
construct_bound(unsigned width, unsigned height)
{
    return 5 * width * height * (width + height);
}

/*
 * Appends a solution of job->board to job->path; job->rank decides between
 * equally short ones. The board must be solvable, with at least 2x2 cells, its
 * longer side horizontal; `goal_blank` is the blank's home. Depends only on
 * the board and job->rank.
 *
 * The first call for a size builds its tables: 20 ms for 4x4, half a second
 * for the largest. Errors: LOYD_E_NOMEM, LOYD_E_UNSOLVABLE, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err construct_solve(struct stages *s,
                                        struct search_job *job,
                                        unsigned goal_blank);

#endif
