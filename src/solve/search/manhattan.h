/* SPDX-License-Identifier: MIT */
/* IDA* without tables, for boards too large for pattern databases. */
#ifndef LOYD_SOLVE_SEARCH_MANHATTAN_H
#define LOYD_SOLVE_SEARCH_MANHATTAN_H

#include "solve/search/search.h"

/*
 * Solves the open jobs of a batch, boards of any size, by the same rules as
 * search_run, one at a time on each thread.
 *
 * The estimate is the taxicab distance of all tiles, plus two moves for each
 * tile that must leave its line to let others pass ([Hansson, Mayer, Yung,
 * "Criticizing solutions to relaxed models yields powerful admissible
 * heuristics", Inf. Sci. 63 (1992)]). Errors: LOYD_E_NOMEM,
 * LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err manhattan_run(struct search_batch *batch,
                                      unsigned threads);

#endif
