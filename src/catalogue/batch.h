/* SPDX-License-Identifier: MIT */
/* What the jobs that prove and store have in common. */
#ifndef LOYD_CATALOGUE_BATCH_H
#define LOYD_CATALOGUE_BATCH_H

#include "loyd/solve.h"
#include "loyd/store.h"

/* Puzzles in one call of the solver and one transaction. */
#define BATCH 256

/* Proven solutions of n <= BATCH puzzles into solutions[], all zero. */
loyd_err batch_solve(loyd_solver *solver, const loyd_puzzle *puzzles,
                     size_t n, loyd_solution *solutions, loyd_why *why);

/* Gives the paths back. */
void batch_forget(loyd_solution *solutions, size_t n);

/* Stores a proven solution of a stored puzzle. */
loyd_err batch_rate(loyd_store *store, const loyd_id *id,
                    const loyd_solution *solution, loyd_why *why);

/* LOYD_E_CANCELLED where `progress` says so. */
loyd_err batch_tell(loyd_progress_fn progress, void *context,
                    const loyd_progress *now, loyd_why *why);

#endif
