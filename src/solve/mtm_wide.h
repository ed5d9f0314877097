/* SPDX-License-Identifier: MIT */
/* Intervals in MTM from those in STM, for boards too large to be searched. */
#ifndef LOYD_SOLVE_MTM_WIDE_H
#define LOYD_SOLVE_MTM_WIDE_H

#include "solve/search.h"

/*
 * Rewrites job->path as the shortest chain of slides among the boards that it
 * passes, where up to two slides may lead from one to a later one. Cost for
 * each board passed: (width + height)^2 look-ups. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err mtm_shorten(struct search_job *job);

/*
 * Turns a job that ended in STM into one in MTM: job->lower, which is at least
 * `lower`, and job->path, shortened. Afterwards its end is SEARCH_BUDGET, as
 * nothing is proven; a board at its goal stays SEARCH_SOLVED. Errors:
 * LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err mtm_wide(struct search_job *job, unsigned lower);

#endif
