/* SPDX-License-Identifier: MIT */
/* Owns the steps that every job that proves puzzles takes. */
#include "catalogue/batch.h"

#include <string.h>

#include "core/why.h"

loyd_err
batch_solve(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
            loyd_solution *solutions, loyd_why *why)
{
    static const loyd_solve_options to_the_end = {0};
    loyd_err err;

    if (n == 0)
        return LOYD_OK;
    err = loyd_solve(solver, puzzles, n, &to_the_end, solutions);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        err = solutions[i].err;
    if (err != LOYD_OK)
        return why_set(why, err, "solving: %s", loyd_strerror(err));
    return LOYD_OK;
}

void
batch_forget(loyd_solution *solutions, size_t n)
{
    for (size_t i = 0; i < n; i++)
        loyd_moves_free(&solutions[i].path);
    memset(solutions, 0, n * sizeof(solutions[0]));
}

loyd_err
batch_rate(loyd_store *store, const loyd_id *id,
           const loyd_solution *solution, loyd_why *why)
{
    /* Tables, threads and nodes made no difference: they are not told. */
    loyd_rating rating = {.lower = solution->lower,
                          .upper = solution->upper,
                          .method = "exact"};

    return loyd_store_add_rating(store, id, &rating, &solution->path, why);
}

loyd_err
batch_tell(loyd_progress_fn progress, void *context, const loyd_progress *now,
           loyd_why *why)
{
    if (progress == NULL || progress(context, now))
        return LOYD_OK;
    return why_set(why, LOYD_E_CANCELLED,
                   "stopped; what was done until then is stored");
}
