/* SPDX-License-Identifier: MIT */
/* Rates the unproven puzzles of a catalogue. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "catalogue/pipeline.h"
#include "catalogue/prove.h"
#include "core/listener.h"
#include "loyd/catalogue.h"
#include "store/rows.h"

/* A claim that was wrong. */
struct wrong {
    loyd_id id;
    uint16_t claimed;
    uint16_t proven;
};

struct rate_job {
    struct pipeline line;
    loyd_filter filter; /* the ids after the last one read */
    uint64_t n_large;   /* puzzles of more than LOYD_EXACT_CELLS cells */
    loyd_job_result result;
    struct wrong *wrong; /* reported at the end: keep runs on a thread */
    size_t n_wrong;
    size_t wrong_room;
};

static void
take(struct rate_job *job, struct chunk *c, const loyd_entry *entry)
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

/* Takes the next unproven puzzles, in order of id. */
static loyd_err
gather(void *context, struct chunk *c, loyd_why *why)
{
    struct rate_job *job = context;
    loyd_cursor *cursor = NULL;
    loyd_entry entry;
    bool found = true;
    loyd_err err =
        find_begin(job->line.store, &job->filter, WANT_OPEN, &cursor, why);

    while (err == LOYD_OK && c->n < c->room) {
        err = loyd_entry_next(cursor, &entry, &found, why);
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
settle(struct rate_job *job, const loyd_id *id, uint16_t proven, loyd_why *why)
{
    uint16_t claimed;
    loyd_err err = claim_get(job->line.store, id, &claimed, why);

    if (err != LOYD_OK || claimed == 0 || claimed == proven)
        return err;
    if (!ARRAY_ROOM(job->wrong, job->wrong_room, job->n_wrong + 1))
        return LOYD_E_NOMEM;
    job->wrong[job->n_wrong++] = (struct wrong){*id, claimed, proven};
    return LOYD_OK;
}

/* The puzzles were gathered in the order in which they are stored. */
static loyd_err
keep(void *context, const struct chunk *c, loyd_why *why)
{
    struct rate_job *job = context;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < c->n; i++) {
        loyd_rating rating = chunk_rating(&c->solutions[i]);

        err = settle(job, &c->ids[i], rating.upper, why);
        if (err == LOYD_OK)
            err = loyd_store_add_rating(job->line.store, &c->ids[i], &rating,
                                        &c->solutions[i].path, why);
    }
    if (err == LOYD_OK)
        job->result.done += c->n;
    return err;
}

/* Counts the unproven puzzles of all parts; counting those of one part would
 * take as long as finding them. */
static loyd_err
count_open(loyd_store *store, uint64_t *count, loyd_why *why)
{
    static const loyd_status open[] = {
        LOYD_STATUS_UNRATED, LOYD_STATUS_BOUNDED, LOYD_STATUS_CLAIMED};
    loyd_err err = LOYD_OK;

    *count = 0;
    for (size_t i = 0; err == LOYD_OK && i < sizeof(open) / sizeof(open[0]);
         i++) {
        const loyd_filter filter = {.has_status = true, .status = open[i]};
        uint64_t n = 0;

        err = loyd_store_count(store, &filter, &n, why);
        *count += n;
    }
    return err;
}

static void
tell_wrong(const struct rate_job *job, const loyd_listener *listener)
{
    char name[LOYD_ID_CHARS + 1], what[LOYD_WHY_BYTES];

    for (size_t i = 0; i < job->n_wrong; i++) {
        const struct wrong *wrong = &job->wrong[i];

        loyd_id_print(&wrong->id, name);
        snprintf(what, sizeof(what),
                 "puzzle %s: wrong claim: claimed %u, proven %u", name,
                 wrong->claimed, wrong->proven);
        if (!listener_bad(listener,
                          &(loyd_bad){.what = what, .err = LOYD_E_CORRUPT}))
            return;
    }
}

loyd_err
loyd_catalogue_rate(loyd_store *store, loyd_solver *solver,
                    const loyd_shard *shard, const loyd_listener *listener,
                    loyd_job_result *result, loyd_why *why)
{
    static const loyd_shard all = {0, 0};
    struct rate_job *job = calloc(1, sizeof(*job));
    loyd_err err;

    WHY_GIVEN(why);
    if (job == NULL)
        return LOYD_E_NOMEM;
    job->filter.has_id = true;
    shard_ids(shard != NULL ? shard : &all, &job->filter.id_first,
              &job->filter.id_last);
    job->line = (struct pipeline){.job = job,
                                  .gather = gather,
                                  .keep = keep,
                                  .store = store,
                                  .solver = solver,
                                  .listener = listener,
                                  .now = {.what = "rating"}};
    err = shard == NULL || shard->parts == 0
              ? count_open(store, &job->line.now.total, why)
              : LOYD_OK;
    if (err == LOYD_OK)
        err = pipeline_run(&job->line, why);
    tell_wrong(job, listener);
    job->result.bad = job->n_wrong;
    if (err == LOYD_OK && job->n_large > 0)
        err = why_set(why, LOYD_E_UNSUPPORTED,
                      "skipped %" PRIu64 " puzzle%s of more than %d cells; "
                      "all others are rated",
                      job->n_large, job->n_large == 1 ? "" : "s",
                      LOYD_EXACT_CELLS);
    if (err == LOYD_OK && result != NULL)
        *result = job->result;
    free(job->wrong);
    free(job);
    return err;
}
