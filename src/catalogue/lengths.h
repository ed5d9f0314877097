/* SPDX-License-Identifier: MIT */
/* Lengths that a file states are proven: the table temp.stated. */
#ifndef LOYD_CATALOGUE_LENGTHS_H
#define LOYD_CATALOGUE_LENGTHS_H

#include "loyd/catalogue.h"
#include "loyd/solve.h"

/* Makes the table, empty. Errors of these functions: those of SQLite. */
loyd_err lengths_begin(loyd_store *store, loyd_why *why);

/* Adds what a line states. */
loyd_err lengths_add(loyd_store *store, uint64_t line,
                     const loyd_puzzle *puzzle, loyd_metric metric,
                     uint16_t length, loyd_why *why);

/* Counts what was stated and is not proven yet. */
loyd_err lengths_left(loyd_store *store, uint64_t *n, loyd_why *why);

/*
 * Proves what was stated, in batches that are stored. The listener's notice
 * says how many lengths there are, if they take long; its `bad` gets each
 * wrong one at the end, with its line of `file`.
 *
 *   result  done: puzzles proven; bad: wrong lengths.
 *
 * Errors: those of loyd_catalogue_rate.
 */
loyd_err lengths_prove(loyd_store *store, loyd_solver *solver,
                       const char *file, const loyd_listener *listener,
                       loyd_job_result *result, loyd_why *why);

#endif
