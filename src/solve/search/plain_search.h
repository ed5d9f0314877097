/* SPDX-License-Identifier: MIT */
/* IDA* without tables, for boards of any size, in both metrics. */
#ifndef LOYD_SOLVE_SEARCH_PLAIN_SEARCH_H
#define LOYD_SOLVE_SEARCH_PLAIN_SEARCH_H

#include "solve/search/search.h"

/*
 * Solves the open jobs of a batch, all in the metric of the first, by the same
 * rules as search_run, one at a time on each thread. job->lower is in that
 * metric, job->path has moves of single tiles.
 *
 * In STM the estimate is the taxicab distance of all tiles, plus two moves for
 * each tile that must leave its line to let others pass ([Hansson, Mayer,
 * Yung, "Criticizing solutions to relaxed models yields powerful admissible
 * heuristics", Inf. Sci. 63 (1992)]).
 *
 * In MTM it counts cuts. A cut separates two neighbouring rows, and N of it
 * tiles are on one side with their homes on the other. A slide up or down
 * takes at most one tile across a cut, so at least as many are needed as the
 * largest N, also of columns, and the two kinds of slides alternate. The
 * first slide begins at the blank and the last one ends at its home: neither
 * crosses cuts on both sides. Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err plain_run(struct search_batch *batch,
                                  unsigned threads);

/*
 * Solves one job in the same way, but reports neither bounds nor a solution to
 * the monitor. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err plain_piece(struct search_job *job, struct monitor *m);

/* Returns the estimate of a board in MTM. O(n). */
unsigned plain_slides(const struct permuted *board);

#endif
