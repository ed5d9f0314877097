/* SPDX-License-Identifier: MIT */
/*
 * A search for short solutions that keeps a fixed number of boards, the most
 * promising ones, after each move.
 */
#ifndef LOYD_SOLVE_BEAM_H
#define LOYD_SOLVE_BEAM_H

#include "solve/heuristic.h"
#include "solve/search.h"

/*
 * Looks for a solution of job->board that is shorter than job->path and
 * replaces it. *nodes limits the nodes generated and is reduced by them; the
 * number of boards kept is chosen so that they suffice.
 *
 *   h  the tables of the class: boards are judged by the sum of the estimates
 *      of both views. NULL: by taxicab distance and linear conflicts.
 *
 * The result depends on nothing but the job, `h` and *nodes. If the monitor
 * stops the search, the path is unchanged. Errors: LOYD_E_NOMEM,
 * LOYD_E_CORRUPT.
 */
LOYD_NODISCARD loyd_err beam_run(const struct heuristic *h,
                                 struct search_job *job, uint64_t *nodes,
                                 struct monitor *m);

#endif
