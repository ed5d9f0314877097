/* SPDX-License-Identifier: MIT */
/* IDA* over slides, with tables of lower bounds in MTM. */
#ifndef LOYD_SOLVE_SEARCH_MTM_SEARCH_H
#define LOYD_SOLVE_SEARCH_MTM_SEARCH_H

#include "solve/search/search.h"
#include "solve/table/mtm_sight.h"

/* Like search_run; batch->heuristic is not used. */
LOYD_NODISCARD loyd_err mtm_search_run(const struct mtm_sights *sights,
                                       struct search_batch *batch,
                                       unsigned threads);

#endif
