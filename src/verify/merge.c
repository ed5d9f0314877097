/* SPDX-License-Identifier: MIT */
/*
 * Merges catalogues: each is judged and added to a stage, and the catalogue
 * takes them all at once, sorted. Only if they contradict it or each other,
 * they are taken one by one, to find which of them do.
 */
#include <stdlib.h>

#include "base/why.h"
#include "core/listener.h"
#include "loyd/catalogue.h"
#include "loyd/channel.h"
#include "store/file.h"
#include "store/store.h"
#include "verify/ledger.h"
#include "verify/stage.h"

struct merge_job {
    loyd_store *store;
    const loyd_listener *listener;
    const char *const *paths;
    size_t n;
    bool *is_refused; /* [n] */
    bool is_fault;    /* the error is the fault of a catalogue */
    loyd_job_result result;
};

/* The first fault of a channel refuses its catalogue. */
static bool
refuse_channel(void *context, const loyd_bad *bad)
{
    why_set(context, LOYD_E_CORRUPT, "%s", bad->what);
    return false;
}

/* Checks that other commands accept the channels of a catalogue. */
static loyd_err
check_channels(loyd_store *other, loyd_why *why)
{
    loyd_why fault = {{0}};
    const loyd_listener first = {.bad = refuse_channel, .context = &fault};
    struct report report = {.listener = &first, .why = why};
    loyd_cursor *cursor = NULL;
    const loyd_row *row = NULL;
    loyd_err err = loyd_channel_list(other, &cursor, why);

    while (err == LOYD_OK && report_goes_on(&report) &&
           (err = loyd_cursor_next(cursor, &row, why)) == LOYD_OK &&
           row != NULL)
        verify_loads(other, row->channel->name, false, &report);
    loyd_cursor_close(&cursor);
    if (err == LOYD_OK && report.err == LOYD_OK && fault.text[0] != '\0') {
        *why = fault;
        return LOYD_E_CORRUPT;
    }
    return err == LOYD_OK ? report.err : err;
}

/* The pages that a puzzle may change, in bytes for each of its own. */
#define SPREAD 200

/*
 * Asks for room, before anything is written: for what is staged, for what the
 * catalogue grows by, and for its pages in the -wal file.
 */
static loyd_err
check_room(const struct merge_job *job, loyd_why *why)
{
    const char *path = sqlite3_db_filename(job->store->db, "main");
    int64_t theirs = 0, wal;

    for (size_t i = 0; i < job->n; i++)
        theirs += file_bytes(job->paths[i]);
    wal = theirs + (path != NULL ? file_bytes(path) : 0);
    if (wal / SPREAD > theirs)
        wal = theirs * SPREAD;
    return file_has_room(job->store->db, theirs + wal,
                         job->n > 1 ? theirs : 0, why);
}

/* Takes what is staged, in one transaction with what `judges` finds. */
static loyd_err
take(struct merge_job *job, struct stage *stage, bool judges, loyd_why *why)
{
    loyd_err err = loyd_store_begin(job->store, why);

    stage->is_fault = false;
    if (err == LOYD_OK && judges)
        err = stage_judge(stage, NULL, NULL, why);
    if (err == LOYD_OK)
        err = stage_take(stage, &job->result, why);
    return store_end(job->store, err, why);
}

/* Takes the catalogue by itself. */
static loyd_err
take_other(struct merge_job *job, const char *path, const loyd_store *other,
           loyd_why *why)
{
    struct stage stage;
    loyd_err err = stage_open(&stage, job->store, path, other, why);

    stage.report.listener = job->listener;
    if (err == LOYD_OK)
        err = take(job, &stage, true, why);
    job->is_fault = stage.is_fault;
    stage_end(&stage);
    return err;
}

/* Adds a catalogue to the stage; without one, takes it. */
static loyd_err
merge_one(struct merge_job *job, const char *path, struct stage *stage,
          loyd_why *why)
{
    loyd_store *other = NULL;
    loyd_err err;

    path = store_path_of(job->store, path);
    err = store_open_beside(job->store, path, LOYD_STORE_READ, &other, why);
    if (err == LOYD_OK)
        err = check_channels(other, why);
    job->is_fault = err != LOYD_OK;
    if (err == LOYD_OK && stage == NULL) {
        err = take_other(job, path, other, why);
    } else if (err == LOYD_OK) {
        err = stage_add(stage, path, other, why);
        job->is_fault = stage->is_fault;
    }
    loyd_store_close(&other);
    return err;
}

/* Some errors are not the fault of a catalogue. */
static loyd_err
refuse(struct merge_job *job, size_t i, loyd_err err, const loyd_why *why)
{
    const loyd_bad bad = {
        .file = job->paths[i], .what = why_words(why, err), .err = err};

    if (!job->is_fault || err == LOYD_E_NOMEM || err == LOYD_E_CANCELLED)
        return err;
    job->is_refused[i] = true;
    job->result.bad++;
    return listener_bad(job->listener, &bad) ? LOYD_OK : LOYD_E_CANCELLED;
}

/* Goes through the catalogues, until the stage is spoilt. */
static loyd_err
merge_each(struct merge_job *job, struct stage *stage, loyd_why *why)
{
    loyd_progress now = {.what = "reading catalogues", .total = job->n};
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < job->n; i++) {
        if (job->is_refused[i])
            continue;
        now.done = i;
        err = listener_progress(job->listener, &now)
                  ? merge_one(job, job->paths[i], stage, why)
                  : why_set(why, LOYD_E_CANCELLED, "stopped");
        if (stage != NULL && stage->is_spoilt && job->is_fault)
            return LOYD_OK;
        if (err != LOYD_OK)
            err = refuse(job, i, err, why);
    }
    return err;
}

/* Merges them all at once. *is_done: there was no contradiction. */
static loyd_err
merge_staged(struct merge_job *job, bool *is_done, loyd_why *why)
{
    struct stage stage;
    loyd_err err = stage_begin(&stage, job->store, false, why);

    stage.report.listener = job->listener;
    if (err == LOYD_OK)
        err = merge_each(job, &stage, why);
    *is_done = err != LOYD_OK || !stage.is_spoilt;
    if (err == LOYD_OK && *is_done && stage.is_added) {
        err = take(job, &stage, false, why);
        *is_done = !stage.is_fault;
    }
    stage_end(&stage);
    return *is_done ? err : LOYD_OK;
}

loyd_err
loyd_catalogue_merge(loyd_store *store, const char *const *paths, size_t n,
                     const loyd_listener *listener, loyd_job_result *result,
                     loyd_why *why)
{
    struct merge_job job = {.store = store,
                            .listener = listener,
                            .paths = paths,
                            .n = n,
                            .is_refused = calloc(n + 1, sizeof(bool))};
    bool is_done = false;
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    if (job.is_refused == NULL)
        return LOYD_E_NOMEM;
    err = check_room(&job, why);
    if (err == LOYD_OK && n > 1)
        err = merge_staged(&job, &is_done, why);
    if (err == LOYD_OK && !is_done)
        err = merge_each(&job, NULL, why);
    free(job.is_refused);
    if (err == LOYD_OK && result != NULL)
        *result = job.result;
    return err;
}
