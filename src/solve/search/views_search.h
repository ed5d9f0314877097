/* SPDX-License-Identifier: MIT */
/* IDA* with many views, for boards of 17 to 25 cells without a budget. */
#ifndef LOYD_SOLVE_SEARCH_VIEWS_SEARCH_H
#define LOYD_SOLVE_SEARCH_VIEWS_SEARCH_H

#include "solve/search/search.h"
#include "solve/search/seen.h"
#include "solve/table/views.h"

/*
 * Like search_run, with `v` in place of batch->heuristic. `memory` is an upper
 * limit in bytes for all threads together, besides the tables; at least 16 MB,
 * and 2 MB a thread, are used. Results except `nodes` do not depend on it.
 * `kept` (NULL: nothing is kept) has the memory of the search before, and then
 * that of this one; the caller frees it.
 */
LOYD_NODISCARD loyd_err views_run(const struct views *v,
                                  struct search_batch *batch, unsigned threads,
                                  uint64_t memory, struct seen_table *kept);

#endif
