/* SPDX-License-Identifier: MIT */
/* IDA* over slides, with tables of lower bounds in MTM. */
#ifndef LOYD_SOLVE_SEARCH_MTM_SEARCH_H
#define LOYD_SOLVE_SEARCH_MTM_SEARCH_H

#include "solve/search/search.h"
#include "solve/table/mtm_sight.h"

/* Like search_run, with batch->sights. */
LOYD_NODISCARD loyd_err mtm_search_run(struct search_batch *batch,
                                       unsigned threads);

#endif
