/* SPDX-License-Identifier: MIT */
/* `solve --algorithm LIST`: a row for each board and search. */
#ifndef LOYD_CLI_SEARCHES_H
#define LOYD_CLI_SEARCHES_H

#include "cli/boards.h"
#include "lab/trial.h"

#define SEARCHES_MAX 32

struct searches {
    struct classic at[SEARCHES_MAX];
    unsigned n;
};

/* Reads the list of --algorithm. Returns an exit code, after a message. */
int searches_read(const struct run *run, const char *list,
                  struct searches *searches);

/*
 * Runs all searches on each board, and prints the rows. `own` are the options
 * of loyd's own solver. Returns the highest exit code of the lines.
 */
int searches_run(const struct run *run, struct boards *boards,
                 const struct searches *searches,
                 const loyd_solve_options *own);

#endif
