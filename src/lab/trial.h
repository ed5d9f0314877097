/* SPDX-License-Identifier: MIT */
/* Runs one board through a search of a given name, and says what it cost. */
#ifndef LOYD_LAB_TRIAL_H
#define LOYD_LAB_TRIAL_H

#include "base/jw.h"
#include "lab/classic.h"

/* A search of a board that has ended. */
struct trial {
    struct classic search;
    struct classic_result result;
    double seconds;               /* of CPU time, of all threads */
};

/*
 * Searches a solvable board. The caller frees the path of the trial, even
 * after an error. Errors: those of classic_solve.
 */
LOYD_NODISCARD loyd_err trial_run(const loyd_puzzle *puzzle,
                                  const struct classic_options *options,
                                  struct trial *trial, loyd_why *why);

/* Returns false, with the reason in `why`, if no solution was found. */
bool trial_is_solved(const struct trial *trial,
                     const struct classic_options *limits, loyd_why *why);

/* Writes the search, its counters and seconds as members of a row. */
void trial_put(const struct trial *trial, struct jw *json);

/* The names of these members, as a list of columns. */
#define TRIAL_COLUMNS                                                         \
    "search,generated,expanded,deepest,open,closed,kept,memory,seconds"

#endif
