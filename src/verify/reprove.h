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

/* Puzzles solved together. */
#define REPROVE_BATCH 64

struct reprove {
    /* Set by the caller: */
    struct report *report; /* with the progress, and ended by errors */
    reprove_fn wrong;
    void *context;
    /* The results: */
    uint64_t n_solved;
    uint64_t n_wrong; /* of these */
    loyd_solver *solver;
    size_t n;
    struct reprove_item {
        loyd_id id;
        loyd_puzzle puzzle;
        unsigned estimate;  /* that can be computed again; 0: none */
        loyd_traits traits; /* whose counts can */
        struct length_facts in[LOYD_METRICS]; /* the paths are owned */
        bool is_wrong;
    } item[REPROVE_BATCH];
    /* Those of one call of the solver. */
    size_t n_wanted;
    struct reprove_item *wanted[REPROVE_BATCH];
    loyd_puzzle puzzles[REPROVE_BATCH];
    loyd_solution solutions[REPROVE_BATCH];
};

struct reprove_options {
    uint64_t n;       /* puzzles at most */
    unsigned cells;   /* of a board at most */
    const char *seed; /* picks them; NULL: the empty one */
    unsigned threads;
};

/*
 * Solves puzzles of a schema ("main.") again, first those that are rated in
 * STM. The plain search tries each one first in STM. The rest of at most
 * LOYD_EXACT_CELLS cells are solved in the metrics in which they are rated, by
 * the solver with small tables, from start to goal for the path and from goal
 * to start for the length, which uses the tables of another class. Of larger
 * ones the estimate is computed again. Counts of shortest solutions are made
 * again, in both directions. functions_begin comes before.
 */
loyd_err reprove(struct reprove *s, loyd_store *store, const char *schema,
                 const struct reprove_options *of, loyd_why *why);

#endif
