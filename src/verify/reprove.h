/* SPDX-License-Identifier: MIT */
/* Puzzles of any source that are solved again. */
#ifndef LOYD_VERIFY_REPROVE_H
#define LOYD_VERIFY_REPROVE_H

#include "loyd/solve.h"
#include "loyd/store.h"
#include "verify/facts.h"
#include "verify/report.h"

/* Called with each puzzle that is wrong. */
typedef void (*reprove_fn)(void *context, const char *id, const char *fault);

struct reprove_options {
    uint64_t n;       /* puzzles at most */
    unsigned cells;   /* of a board at most */
    const char *seed; /* picks them; NULL: the empty one */
    unsigned threads;
    reprove_fn wrong;
    void *context;
};

/*
 * Solves puzzles of a schema ("main.") again, first those that are rated in
 * STM. The plain search tries each one first in STM. The rest of at most
 * LOYD_EXACT_CELLS cells are solved in the metrics in which they are rated, by
 * the solver with small tables, from start to goal for the path and from goal
 * to start for the length, which uses the tables of another class. Of larger
 * ones the estimate is computed again. Counts of shortest solutions are made
 * again, in both directions. functions_begin comes before. The report has the
 * progress, and is ended by errors of the solver. Counts what is solved.
 */
loyd_err reprove(loyd_store *store, const char *schema,
                 const struct reprove_options *of, struct report *report,
                 uint64_t *n_solved, loyd_why *why);

#endif
