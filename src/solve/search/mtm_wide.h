/* SPDX-License-Identifier: MIT */
/* IDA* over slides without tables, for boards too large for those of MTM. */
#ifndef LOYD_SOLVE_SEARCH_MTM_WIDE_H
#define LOYD_SOLVE_SEARCH_MTM_WIDE_H

#include "solve/search/search.h"

/*
 * Solves the open jobs of a batch, boards of any size, in MTM, by the same
 * rules as search_run, one at a time on each thread. job->lower is in MTM,
 * job->path has moves of single tiles.
 *
 * The estimate counts cuts. A cut separates two neighbouring rows, and N of it
 * tiles are on one side with their homes on the other. A slide up or down
 * takes at most one tile across a cut, so at least as many are needed as the
 * largest N, also of columns, and the two kinds of slides alternate. The
 * first slide begins at the blank and the last one ends at its home: neither
 * crosses cuts on both sides. Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err mtm_wide_run(struct search_batch *batch,
                                     unsigned threads);

/*
 * Solves one job in the same way, but reports neither bounds nor a solution to
 * the monitor. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err mtm_wide_piece(struct search_job *job,
                                       struct monitor *m);

/* Returns that estimate of a board: no solution has fewer slides. O(n). */
unsigned mtm_wide_lower(const struct permuted *board);

#endif
