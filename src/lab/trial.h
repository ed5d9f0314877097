/* SPDX-License-Identifier: MIT */
/* Runs one board through a search of a given name, and says what it cost. */
#ifndef LOYD_LAB_TRIAL_H
#define LOYD_LAB_TRIAL_H

#include "base/jw.h"
#include "lab/classic.h"

/* A search: loyd's own solver, or a classic one. */
struct method {
    bool is_own;
    struct classic classic;
};

/* A search of a board that has ended. */
struct trial {
    struct method method;
    struct classic_result result; /* of loyd's own: only the solution */
    double seconds;               /* of CPU time, of all threads */
};

/* What searches may use. */
struct trial_options {
    loyd_solver *solver;           /* of loyd's own, and */
    const loyd_solve_options *own; /* its options */
    struct classic_options limits; /* of classic ones, for any search */
};

/* Writes the name of a search: "loyd", "bfs" or "astar:manhattan". */
void method_name(const struct method *method, char text[CLASSIC_TEXT]);

/*
 * Searches a solvable board. The caller frees the path of the trial, even
 * after an error. Errors: those of loyd_solve or classic_solve.
 */
LOYD_NODISCARD loyd_err trial_run(const struct method *method,
                                  const loyd_puzzle *puzzle,
                                  const struct trial_options *options,
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
