/* SPDX-License-Identifier: MIT */
/*
 * A search for short solutions that keeps a fixed number of boards, the most
 * promising ones, after each move.
 */
#ifndef LOYD_SOLVE_UPPER_BEAM_H
#define LOYD_SOLVE_UPPER_BEAM_H

#include "solve/table/heuristic.h"
#include "solve/upper/construct.h"

/*
 * Looks for a solution of job->board that is shorter than job->path and
 * replaces it. *nodes limits the nodes generated and is reduced by their
 * number, which decides how many boards are kept. From time to time the best
 * board is solved by stages, so that a beam too narrow to reach the goal is
 * still useful.
 *
 *   h           the tables of the class: boards are judged by them and by
 *               their score (score.h). NULL: by the score alone.
 *   goal_blank  the blank's home.
 *
 * The result depends only on the job, `h` and *nodes. If the monitor stops the
 * search, the path is a valid one. Errors: those of construct_solve, and
 * LOYD_E_CORRUPT.
 */
LOYD_NODISCARD loyd_err beam_run(struct stages *stages,
                                 const struct heuristic *h,
                                 struct search_job *job, unsigned goal_blank,
                                 uint64_t *nodes, struct monitor *m);

#endif
