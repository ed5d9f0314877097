/* SPDX-License-Identifier: MIT */
/* Merges catalogues, each shard in one transaction. */
#include "base/why.h"
#include "core/listener.h"
#include "loyd/catalogue.h"
#include "loyd/channel.h"
#include "store/store.h"
#include "verify/ledger.h"
#include "verify/stage.h"

struct merge_job {
    loyd_store *store;
    const loyd_listener *listener;
    loyd_progress now;
    bool is_fault; /* the error is the fault of the shard */
    loyd_job_result result;
};

/* The first fault of a channel refuses the shard. */
static bool
refuse_channel(void *context, const loyd_bad *bad)
{
    why_set(context, LOYD_E_CORRUPT, "%s", bad->what);
    return false;
}

/* Checks that other commands accept the shard's channels. */
static loyd_err
check_channels(loyd_store *shard, loyd_why *why)
{
    loyd_why fault = {{0}};
    const loyd_listener first = {.bad = refuse_channel, .context = &fault};
    struct report report = {.listener = &first, .why = why};
    loyd_cursor *cursor = NULL;
    const loyd_row *row = NULL;
    loyd_err err = loyd_channel_list(shard, &cursor, why);

    while (err == LOYD_OK && report_goes_on(&report) &&
           (err = loyd_cursor_next(cursor, &row, why)) == LOYD_OK &&
           row != NULL)
        verify_loads(shard, row->channel->name, false, &report);
    loyd_cursor_close(&cursor);
    if (err == LOYD_OK && report.err == LOYD_OK && fault.text[0] != '\0') {
        *why = fault;
        return LOYD_E_CORRUPT;
    }
    return err == LOYD_OK ? report.err : err;
}

/* Judges and takes the shard, in one transaction. */
static loyd_err
merge_opened(struct merge_job *job, const char *path, loyd_store *shard,
             loyd_why *why)
{
    struct stage stage;
    loyd_err err;

    job->is_fault = true;
    if ((err = check_channels(shard, why)) != LOYD_OK)
        return err;
    if ((err = stage_open(&stage, job->store, path, shard, why)) == LOYD_OK &&
        (err = loyd_store_begin(job->store, why)) == LOYD_OK &&
        (err = stage_judge(&stage, NULL, NULL, why)) == LOYD_OK &&
        (err = stage_take(&stage, &job->result, why)) == LOYD_OK)
        err = loyd_store_commit(job->store, why);
    job->is_fault = stage.is_fault;
    loyd_store_rollback(job->store);
    stage_end(&stage);
    return err;
}

static loyd_err
merge_one(struct merge_job *job, const char *path, loyd_why *why)
{
    loyd_store *shard = NULL;
    loyd_err err;

    path = store_path_of(job->store, path);
    err = store_open_beside(job->store, path, LOYD_STORE_READ, &shard, why);
    job->is_fault = err != LOYD_OK;
    if (err == LOYD_OK)
        err = merge_opened(job, path, shard, why);
    loyd_store_close(&shard);
    return err;
}

/* Some errors are not the shard's fault. */
static loyd_err
refuse(struct merge_job *job, const char *path, loyd_err err,
       const loyd_why *why)
{
    const loyd_bad bad = {
        .file = path, .what = why_words(why, err), .err = err};

    if (!job->is_fault || err == LOYD_E_NOMEM || err == LOYD_E_CANCELLED)
        return err;
    job->result.bad++;
    return listener_bad(job->listener, &bad) ? LOYD_OK : LOYD_E_CANCELLED;
}

loyd_err
loyd_catalogue_merge(loyd_store *store, const char *const *paths, size_t n,
                     const loyd_listener *listener, loyd_job_result *result,
                     loyd_why *why)
{
    struct merge_job job = {.store = store,
                            .listener = listener,
                            .now = {.what = "merging", .total = n}};
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        job.now.done = i;
        err = listener_progress(listener, &job.now)
                  ? merge_one(&job, paths[i], why)
                  : why_set(why, LOYD_E_CANCELLED,
                            "stopped; the catalogues before are merged");
        if (err != LOYD_OK)
            err = refuse(&job, paths[i], err, why);
    }
    if (err == LOYD_OK && result != NULL)
        *result = job.result;
    return err;
}
