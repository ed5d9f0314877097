/* SPDX-License-Identifier: MIT */
/* Runs a search that takes one board at a time on several threads. */
#ifndef LOYD_SOLVE_SEARCH_JOBS_H
#define LOYD_SOLVE_SEARCH_JOBS_H

#include "solve/search/search.h"

typedef loyd_err (*job_fn)(struct search_job *job, struct monitor *m);

/*
 * Calls work() for every open job of a batch, and reports progress after each.
 * Returns the error of one of them, LOYD_OK, or LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err jobs_run(struct search_batch *batch, unsigned threads,
                                 job_fn work);

#endif
