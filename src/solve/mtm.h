/* SPDX-License-Identifier: MIT */
/*
 * Shortest solutions in the multi-tile metric (MTM), where a slide of several
 * tiles in a line counts one.
 *
 * Two slides along one line are together one slide or none, so the slides of
 * a shortest solution are sideways and up or down in turn.
 */
#ifndef LOYD_SOLVE_MTM_H
#define LOYD_SOLVE_MTM_H

#include "solve/search.h"

/*
 * Solves every open job of a batch of boards of up to LOYD_EXACT_CELLS cells:
 * `lower` is in MTM, `path` has the moves of single tiles. Like search_run;
 * batch->heuristic is not used.
 */
LOYD_NODISCARD loyd_err mtm_run(struct search_batch *batch, unsigned threads);

#endif
