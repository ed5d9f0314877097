/* SPDX-License-Identifier: MIT */
/* Owns the job that rates what is stored without a proof. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue/batch.h"
#include "core/why.h"
#include "loyd/catalogue.h"
#include "store/inside.h"

struct job {
    loyd_store *store;
    loyd_solver *solver;
    loyd_filter filter; /* ids behind the last one looked at */
    loyd_id ids[BATCH];
    loyd_puzzle puzzles[BATCH];
    loyd_solution solutions[BATCH];
    size_t n;
    bool is_end;
    uint64_t n_large; /* beyond LOYD_EXACT_CELLS cells */
    loyd_job_result result;
};

static void
take(struct job *job, const loyd_entry *entry)
{
    const loyd_board *goal = &entry->puzzle.goal;

    if ((unsigned)goal->width * goal->height > LOYD_EXACT_CELLS) {
        job->n_large++;
        return;
    }
    job->ids[job->n] = entry->id;
    job->puzzles[job->n++] = entry->puzzle;
}

/* The next puzzles that are not proven, in order of id. */
static loyd_err
gather(struct job *job, loyd_why *why)
{
    loyd_cursor *cursor = NULL;
    loyd_entry entry;
    loyd_id last = {{0}};
    bool found = true;
    loyd_err err =
        find_begin(job->store, &job->filter, WANT_OPEN, &cursor, why);

    job->n = 0;
    while (err == LOYD_OK && job->n < BATCH) {
        err = loyd_cursor_next(cursor, &entry, &found, why);
        if (err != LOYD_OK || !found)
            break;
        last = entry.id;
        take(job, &entry);
    }
    loyd_cursor_close(&cursor);
    if (err != LOYD_OK)
        return err;
    job->is_end = !found || !id_next(&last);
    job->filter.id_first = last;
    return LOYD_OK;
}

static loyd_err
store_batch(struct job *job, loyd_why *why)
{
    loyd_err err;

    if (job->n == 0)
        return LOYD_OK;
    err = loyd_store_begin(job->store, why);
    for (size_t i = 0; err == LOYD_OK && i < job->n; i++)
        err = batch_rate(job->store, &job->ids[i], &job->solutions[i], why);
    if (err == LOYD_OK)
        err = loyd_store_commit(job->store, why);
    if (err != LOYD_OK)
        loyd_store_rollback(job->store);
    else
        job->result.done += job->n;
    return err;
}

static loyd_err
count_open(loyd_store *store, uint64_t *count, loyd_why *why)
{
    loyd_filter unrated = {.has_status = true,
                           .status = LOYD_STATUS_UNRATED};
    loyd_filter bounded = {.has_status = true,
                           .status = LOYD_STATUS_BOUNDED};
    uint64_t n_bounded = 0;
    loyd_err err = loyd_store_count(store, &unrated, count, why);

    if (err == LOYD_OK)
        err = loyd_store_count(store, &bounded, &n_bounded, why);
    *count += n_bounded;
    return err;
}

static loyd_err
run(struct job *job, loyd_progress_fn progress, void *context, loyd_why *why)
{
    loyd_progress now = {.what = "rating"};
    loyd_err err = count_open(job->store, &now.total, why);

    while (err == LOYD_OK && !job->is_end) {
        now.done = job->result.done;
        if ((err = batch_tell(progress, context, &now, why)) != LOYD_OK ||
            (err = gather(job, why)) != LOYD_OK ||
            (err = batch_solve(job->solver, job->puzzles, job->n,
                               job->solutions, why)) != LOYD_OK)
            break;
        err = store_batch(job, why);
        batch_forget(job->solutions, job->n);
    }
    if (err == LOYD_OK && job->n_large > 0)
        err = why_set(why, LOYD_E_UNSUPPORTED,
                      "%" PRIu64 " puzzles of more than %d cells stay as "
                      "they are; all others are rated",
                      job->n_large, LOYD_EXACT_CELLS);
    return err;
}

loyd_err
loyd_catalogue_rate(loyd_store *store, loyd_solver *solver,
                    loyd_progress_fn progress, void *context,
                    loyd_job_result *result, loyd_why *why)
{
    struct job *job = calloc(1, sizeof(*job));
    loyd_err err;

    if (job == NULL)
        return LOYD_E_NOMEM;
    job->store = store;
    job->solver = solver;
    job->filter.has_id = true;
    memset(job->filter.id_last.byte, 0xff, LOYD_ID_BYTES);
    err = run(job, progress, context, why);
    if (err == LOYD_OK && result != NULL)
        *result = job->result;
    batch_forget(job->solutions, BATCH);
    free(job);
    return err;
}
