/* SPDX-License-Identifier: MIT */
/* Proves the lengths that a file states. */
#ifndef LOYD_CATALOGUE_LENGTHS_H
#define LOYD_CATALOGUE_LENGTHS_H

#include "loyd/catalogue.h"
#include "loyd/solve.h"

/*
 * Proves the lengths of the table temp.stated, whose puzzles are stored, up to
 * LOYD_EXACT_CELLS cells, in batches that are stored. The listener's `bad`
 * gets each wrong one at the end, with its line of `file`.
 *
 *   solver    NULL: nothing is proven
 *   is_trial  store nothing
 *   result    done: puzzles proven; bad: wrong lengths; skipped: those that
 *             were not proven. Written on errors, too
 *
 * Errors: those of loyd_catalogue_rate.
 */
loyd_err lengths_prove(loyd_store *store, loyd_solver *solver,
                       const char *file, bool is_trial,
                       const loyd_listener *listener, loyd_job_result *result,
                       loyd_why *why);

#endif
