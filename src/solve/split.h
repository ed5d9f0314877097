/* SPDX-License-Identifier: MIT */
/* One hard board, searched by all slots of all threads together. */
#ifndef LOYD_SOLVE_SPLIT_H
#define LOYD_SOLVE_SPLIT_H

#include "solve/search.h"

/*
 * Searches `job`, which is open and has no budget, as search_run would: its
 * subtrees below the first few moves are jobs of their own, bound after bound.
 * The length and the path are the same for any number of threads; the nodes
 * are not. With batch->node_stop or where the monitor says stop it is left
 * open, `lower` raised.
 *
 * Errors: those of search_run.
 */
LOYD_NODISCARD loyd_err split_run(struct search_batch *batch,
                                  struct search_job *job, unsigned threads);

#endif
