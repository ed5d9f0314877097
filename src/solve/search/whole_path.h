/* SPDX-License-Identifier: MIT */
/* Shortest paths from whole-state tables, step by step without a search. */
#ifndef LOYD_SOLVE_SEARCH_WHOLE_PATH_H
#define LOYD_SOLVE_SEARCH_WHOLE_PATH_H

#include "solve/search/search.h"
#include "solve/table/whole.h"

/*
 * Finds the canonical path of one board of the table's class: sets job->lower
 * and, if job->wants_path, appends to job->path. Errors: LOYD_E_NOMEM,
 * LOYD_E_CORRUPT (no move leads nearer: the table is damaged, or the board
 * cannot be solved).
 */
LOYD_NODISCARD loyd_err whole_solve(const struct whole *w,
                                    struct search_job *job);

/*
 * The same in MTM: sets job->lower and, if job->wants_path, appends to
 * job->path. Errors: LOYD_E_NOMEM, LOYD_E_CORRUPT (no slide leads nearer).
 */
LOYD_NODISCARD loyd_err mtm_whole_solve(const struct whole *w,
                                        struct search_job *job);

/*
 * Solves every open job of a batch with batch->whole, like search_run. Budgets
 * have no effect.
 */
LOYD_NODISCARD loyd_err whole_run(struct search_batch *batch,
                                  unsigned threads);

#endif
