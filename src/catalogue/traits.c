/* SPDX-License-Identifier: MIT */
/* Computes the traits of the proven puzzles of a catalogue. */
#include <stdlib.h>

#include "base/why.h"
#include "catalogue/part.h"
#include "catalogue/pipeline.h"
#include "core/board.h"
#include "core/listener.h"
#include "solve/traits.h"
#include "store/rows.h"

#define QUICK_BATCH 8192 /* without counts */
#define BATCH 256        /* a second at most */

/* Beyond LOYD_EXACT_CELLS cells a count may take very long. */
#define NODES_WIDE 20000000

/* The puzzles that have traits. */
static const char is_proven[] = "stm IS NOT NULL";

struct traits_job {
    loyd_store *store;
    loyd_solver *solver; /* NULL: without counts */
    const loyd_listener *listener;
    loyd_progress now;
    loyd_filter filter; /* the ids after the last one read */
    loyd_job_result result;
    size_t n;
    struct {
        loyd_id id;
        loyd_traits traits;
    } found[QUICK_BATCH];
};

/* Counts beyond LOYD_EXACT_CELLS cells that failed are not tried again. */
static bool
is_done(const struct traits_job *job, const loyd_entry *entry)
{
    const loyd_traits *traits = &entry->traits;

    return traits->version != 0 &&
           (traits->is_counted || job->solver == NULL ||
            board_cells(&entry->puzzle.goal) > LOYD_EXACT_CELLS);
}

static loyd_err
find_traits(struct traits_job *job, const loyd_entry *entry, loyd_why *why)
{
    const loyd_known *known = &entry->known[LOYD_STM];
    loyd_optimal optimal = {.stm = 0};
    loyd_optimal_options options = {.stm = known->rating.upper};
    loyd_err err = LOYD_OK;

    if (board_cells(&entry->puzzle.goal) > LOYD_EXACT_CELLS)
        options.nodes = NODES_WIDE;
    if (job->solver != NULL)
        err = loyd_optimal_find(job->solver, &entry->puzzle, &options,
                                &optimal, NULL, why);
    if (err == LOYD_OK)
        err = traits_of(&entry->puzzle, &known->path, &optimal,
                        &job->found[job->n].traits, why);
    if (err == LOYD_E_RANGE) /* the rating is wrong */
        return why_prefix(why, LOYD_E_CORRUPT, "a stored rating: ");
    if (err == LOYD_OK)
        job->found[job->n++].id = entry->id;
    return err;
}

/* Computes the traits of the next puzzles. */
static loyd_err
next_batch(struct traits_job *job, bool *is_end, loyd_why *why)
{
    size_t most = job->solver != NULL ? BATCH : QUICK_BATCH;
    loyd_cursor *cursor = NULL;
    const loyd_row *row = NULL;
    loyd_err err =
        find_begin(job->store, &job->filter, is_proven, &cursor, why);

    job->n = 0;
    while (err == LOYD_OK && job->n < most) {
        err = loyd_cursor_next(cursor, &row, why);
        if (err != LOYD_OK || row == NULL)
            break;
        job->filter.id_first = row->entry->id;
        job->now.done++;
        if (!is_done(job, row->entry))
            err = find_traits(job, row->entry, why);
        if (err == LOYD_OK && job->now.done % 64 == 0 &&
            !listener_progress(job->listener, &job->now))
            err = why_set(why, LOYD_E_CANCELLED, "stopped");
    }
    *is_end = row == NULL || !id_next(&job->filter.id_first);
    loyd_cursor_close(&cursor);
    return err;
}

static loyd_err
store_batch(struct traits_job *job, loyd_why *why)
{
    loyd_err err = job->n > 0 ? loyd_store_begin(job->store, why) : LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < job->n; i++)
        err = trait_put(job->store, &job->found[i].id, &job->found[i].traits,
                        why);
    if (err == LOYD_OK && job->n > 0)
        err = loyd_store_commit(job->store, why);
    if (err != LOYD_OK)
        loyd_store_rollback(job->store);
    else
        job->result.done += job->n;
    return err;
}

/* What was found before an error is stored too, unless the store is stopped as
 * well. */
static loyd_err
run(struct traits_job *job, loyd_why *why)
{
    bool is_end = false;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && !is_end) {
        loyd_why none;
        loyd_err stored;

        err = next_batch(job, &is_end, why);
        stored = store_batch(job, err == LOYD_OK ? why : &none);
        if (err == LOYD_OK)
            err = stored;
    }
    return err;
}

loyd_err
traits_all(loyd_store *store, loyd_solver *solver,
           const loyd_rate_options *options, const loyd_listener *listener,
           loyd_job_result *result, loyd_why *why)
{
    struct traits_job *job = calloc(1, sizeof(*job));
    loyd_err err = LOYD_OK;

    if (job == NULL)
        return LOYD_E_NOMEM;
    job->store = store;
    job->solver = solver;
    job->listener = listener;
    job->now.what = "computing traits";
    if (part_filter(&options->part, options->filter, &job->filter)) {
        err = find_count(store, &job->filter, is_proven, &job->now.total, why);
        if (err == LOYD_OK)
            err = run(job, why);
    }
    if (err == LOYD_OK && result != NULL)
        *result = job->result;
    free(job);
    return err;
}
