/* SPDX-License-Identifier: MIT */
/* Owns the job that rates what is stored without a proof. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "catalogue/pipeline.h"
#include "core/why.h"
#include "loyd/catalogue.h"
#include "store/inside.h"

struct job {
    pipeline line;
    loyd_store *store;
    loyd_solver *solver;
    loyd_filter filter; /* ids behind the last one looked at */
    uint64_t n_large;   /* beyond LOYD_EXACT_CELLS cells */
    loyd_job_result result;
};

static void
take(struct job *job, chunk *c, const loyd_entry *entry)
{
    const loyd_board *goal = &entry->puzzle.goal;

    c->passed++;
    if ((unsigned)goal->width * goal->height > LOYD_EXACT_CELLS) {
        job->n_large++;
        return;
    }
    c->ids[c->n] = entry->id;
    c->puzzles[c->n++] = entry->puzzle;
}

/* The next puzzles that are not proven, in order of id. */
static loyd_err
gather(void *context, chunk *c, loyd_why *why)
{
    struct job *job = context;
    loyd_cursor *cursor = NULL;
    loyd_entry entry;
    bool found = true;
    loyd_err err =
        find_begin(job->store, &job->filter, WANT_OPEN, &cursor, why);

    while (err == LOYD_OK && c->n < c->room) {
        err = loyd_cursor_next(cursor, &entry, &found, why);
        if (err != LOYD_OK || !found)
            break;
        job->filter.id_first = entry.id;
        take(job, c, &entry);
    }
    loyd_cursor_close(&cursor);
    c->is_end = !found || !id_next(&job->filter.id_first);
    return err;
}

static loyd_err
solve(void *context, chunk *c, loyd_why *why)
{
    struct job *job = context;

    return chunk_solve(c, job->solver, why);
}

/* They were gathered in the order in which they are stored. */
static loyd_err
keep(void *context, const chunk *c, loyd_why *why)
{
    struct job *job = context;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < c->n; i++) {
        loyd_rating rating = chunk_rating(&c->solutions[i]);

        err = loyd_store_add_rating(job->store, &c->ids[i], &rating,
                                    &c->solutions[i].path, why);
    }
    if (err == LOYD_OK)
        job->result.done += c->n;
    return err;
}

/* Of a part it is not counted: that would take as long as to find them. */
static loyd_err
count_open(loyd_store *store, uint64_t *count, loyd_why *why)
{
    loyd_filter unrated = {.has_status = true, .status = LOYD_STATUS_UNRATED};
    loyd_filter bounded = {.has_status = true, .status = LOYD_STATUS_BOUNDED};
    uint64_t n_bounded = 0;
    loyd_err err = loyd_store_count(store, &unrated, count, why);

    if (err == LOYD_OK)
        err = loyd_store_count(store, &bounded, &n_bounded, why);
    *count += n_bounded;
    return err;
}

loyd_err
loyd_catalogue_rate(loyd_store *store, loyd_solver *solver,
                    const loyd_shard *shard, loyd_progress_fn progress,
                    void *context, loyd_job_result *result, loyd_why *why)
{
    static const loyd_shard all = {0, 0};
    struct job *job = calloc(1, sizeof(*job));
    loyd_err err;

    if (job == NULL)
        return LOYD_E_NOMEM;
    *job = (struct job){
        .store = store, .solver = solver, .filter = {.has_id = true}};
    loyd_shard_ids(shard != NULL ? shard : &all, &job->filter.id_first,
                   &job->filter.id_last);
    job->line = (pipeline){.job = job,
                           .gather = gather,
                           .solve = solve,
                           .keep = keep,
                           .store = store,
                           .progress = progress,
                           .context = context,
                           .now = {.what = "rating"}};
    err = shard == NULL || shard->parts == 0
              ? count_open(store, &job->line.now.total, why)
              : LOYD_OK;
    if (err == LOYD_OK)
        err = pipeline_run(&job->line, why);
    if (err == LOYD_OK && job->n_large > 0)
        err = why_set(why, LOYD_E_UNSUPPORTED,
                      "%" PRIu64 " puzzles of more than %d cells stay as "
                      "they are; all others are rated",
                      job->n_large, LOYD_EXACT_CELLS);
    if (err == LOYD_OK && result != NULL)
        *result = job->result;
    free(job);
    return err;
}
