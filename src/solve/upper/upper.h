/* SPDX-License-Identifier: MIT */
/* Short solutions of boards whose search ended without a proof. */
#ifndef LOYD_SOLVE_UPPER_UPPER_H
#define LOYD_SOLVE_UPPER_UPPER_H

#include "solve/table/heuristic.h"
#include "solve/upper/construct.h"

/*
 * Finds a solution for each job with SEARCH_BUDGET and puts it into job->path:
 * the shorter one of the row-by-row method and the method by stages, or what a
 * beam search finds, then shortened, all within job->budget nodes. They are
 * not added to job->nodes. `h` has the small tables of the class, or is NULL.
 *
 * The result does not depend on `threads` or on the other jobs. If the monitor
 * stops the call, unfinished jobs are left open, without a path unless the
 * caller has enough; then each has the best one so far. Errors: LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_UNSOLVABLE, LOYD_E_CORRUPT.
 */
LOYD_NODISCARD loyd_err uppers_find(struct stages *s,
                                    const struct heuristic *h,
                                    struct search_job *jobs, size_t n,
                                    unsigned goal_blank, unsigned threads,
                                    struct monitor *m);

#endif
