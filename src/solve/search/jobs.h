/* SPDX-License-Identifier: MIT */
/* Shares the boards of a batch among threads that take one at a time. */
#ifndef LOYD_SOLVE_SEARCH_JOBS_H
#define LOYD_SOLVE_SEARCH_JOBS_H

#include "solve/search/deepen.h"

/* How one thread solves one board after the other. */
struct job_kind {
    size_t bytes; /* of a thread's state; all zero at first */
    void (*begin)(void *state, struct search_batch *batch); /* NULL: none */
    const struct expander *expander; /* of the search; or NULL: */
    loyd_err (*work)(void *state, struct search_batch *batch,
                     struct search_job *job);
    void (*end)(void *state); /* NULL: none */
    size_t each; /* boards that take as long as a report of progress */
};

/*
 * Solves every open job of a batch until there is none, an error occurs or the
 * batch is stopped. Returns the error of one of them, LOYD_OK, LOYD_E_NOMEM or
 * LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err jobs_run(const struct job_kind *kind,
                                 struct search_batch *batch, unsigned threads);

#endif
