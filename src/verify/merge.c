/* SPDX-License-Identifier: MIT */
/*
 * Merges catalogues by SQL, each shard in one transaction: it is attached as
 * `s`, checks.sql finds what is wrong in it, and merge.sql finds what
 * contradicts the catalogue and copies its rows, sorted.
 */
#include <string.h>

#include "base/why.h"
#include "core/listener.h"
#include "loyd/catalogue.h"
#include "loyd/channel.h"
#include "store/query.h"
#include "store/store.h"
#include "store/tables.h"
#include "verify/functions.h"
#include "verify/ledger.h"
#include "verify/parts.h"

static const char merge_sql[] = {
#include "merge.inc"
    0};

struct merge_job {
    loyd_store *store;
    const loyd_listener *listener;
    loyd_progress now;
    bool is_fault; /* the error is the fault of the shard */
    loyd_job_result result;
};

/* Refuses the shard if the query has a row: it is the reason. */
static loyd_err
refuse_if(struct merge_job *job, const char *sql, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, job->store, STMT_COUNT_, sql, why);
    if (query_next_long(&q)) {
        job->is_fault = true;
        err = why_set(why, LOYD_E_CORRUPT, "%s",
                      (const char *)sqlite3_column_text(q.stmt, 0));
    }
    return query_end(&q, err);
}

/* A checked_fn: the first fault refuses the shard. */
static bool
refuse_row(void *context, const struct part *part, sqlite3_stmt *row,
           const char *fault)
{
    (void)part;
    (void)row;
    if (fault != NULL)
        why_set(context, LOYD_E_CORRUPT, "%s", fault);
    return fault == NULL;
}

/* The same for the report of a channel. */
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

/* Checks the attached shard. */
static loyd_err
check_shard(struct merge_job *job, loyd_why *why)
{
    static const struct checks checks = {.schema = "s."};
    struct report report = {.why = why};
    struct functions *functions;
    loyd_why fault = {{0}};
    loyd_err err = refuse_if(
        job,
        "SELECT 'a row of table ' || k.\"table\" || ' refers to a missing row"
        " of table ' || k.parent"
        " FROM s.sqlite_schema AS t, pragma_foreign_key_check(t.name, 's') AS "
        "k"
        " WHERE t.type = 'table'",
        why);

    if (err == LOYD_OK &&
        (err = functions_begin(job->store, &report, false, &functions, why)) ==
            LOYD_OK) {
        err = checks_run(job->store, &checks, refuse_row, &fault, why);
        functions_end(functions);
    }
    if (err == LOYD_OK)
        err = report.err;
    if (err == LOYD_OK && fault.text[0] != '\0') {
        *why = fault;
        err = LOYD_E_CORRUPT;
    }
    /* Sorting needs disk space, which the shard does not lack. */
    job->is_fault = err != LOYD_E_FULL;
    return err;
}

/* An unreadable page may be of either file. */
static bool
is_shard_damaged(struct merge_job *job)
{
    int64_t is_whole = 0;
    loyd_why none;

    return db_number(job->store->db,
                     "SELECT integrity_check = 'ok' FROM"
                     " pragma_integrity_check(1, 's')",
                     &is_whole, &none) != LOYD_OK ||
           is_whole == 0;
}

/* Stores the distributions that loyd contains, as when a goal is added. */
static loyd_err
put_distributions(struct merge_job *job, loyd_why *why)
{
    struct query q;
    int64_t class;
    loyd_err err = LOYD_OK;

    query_begin(&q, job->store, STMT_COUNT_,
                "SELECT DISTINCT class FROM s.goal", why);
    while (err == LOYD_OK && query_next(&q) && column_class(&q, 0, &class))
        err = distributions_put(job->store, class, why);
    return query_end(&q, err);
}

/* Takes the rows of the attached shard. */
static loyd_err
take_rows(struct merge_job *job, loyd_why *why)
{
    struct part part = {.at = merge_sql};
    loyd_err err = LOYD_OK;

    job->is_fault = false;
    err = put_distributions(job, why);
    while (err == LOYD_OK && next_part(&part, "s.")) {
        err = strcmp(part.words, "refuse") == 0
                  ? refuse_if(job, part.sql, why)
                  : db_run(job->store->db, part.sql, why);
        sqlite3_free(part.sql);
    }
    if (err == LOYD_OK && part.at != NULL)
        err = LOYD_E_NOMEM;
    if (err == LOYD_E_DB) /* a row of it breaks a constraint */
        job->is_fault = true;
    else if (err == LOYD_E_CORRUPT && !job->is_fault)
        job->is_fault = is_shard_damaged(job);
    return err;
}

/* Counting is a single step of SQLite, however long a tree is. */
static loyd_err
count(struct merge_job *job, const char *sql, uint64_t *n, loyd_why *why)
{
    int64_t number = 0;
    struct sentry s;
    loyd_err err;

    sentry_begin(&s, job->store->db, &job->store->watch);
    err = db_number(job->store->db, sql, &number, why);
    sentry_end(&s);
    *n = (uint64_t)number;
    return err;
}

/* Checks and takes the attached shard. */
static loyd_err
take_shard(struct merge_job *job, loyd_why *why)
{
    uint64_t before = 0, after = 0, theirs = 0, recipes = 0;
    loyd_err err = check_shard(job, why);

    if (err == LOYD_OK)
        err = count(job, "SELECT count(*) FROM main.puzzle", &before, why);
    if (err == LOYD_OK)
        err = count(job, "SELECT count(*) FROM s.puzzle", &theirs, why);
    if (err == LOYD_OK)
        err = count(job, "SELECT count(*) FROM s.recipe", &recipes, why);
    if (err == LOYD_OK)
        err = take_rows(job, why);
    if (err == LOYD_OK)
        err = count(job, "SELECT count(*) FROM main.puzzle", &after, why);
    if (err != LOYD_OK)
        return err;
    job->result.done += recipes;
    job->result.new_puzzles += after - before;
    job->result.skipped += theirs - (after - before);
    return LOYD_OK;
}

static loyd_err
merge_opened(struct merge_job *job, const char *path, loyd_store *shard,
             loyd_why *why)
{
    loyd_err err;

    job->is_fault = true;
    if ((err = check_channels(shard, why)) != LOYD_OK)
        return err;
    job->is_fault = false;
    if ((err = loyd_store_begin(job->store, why)) != LOYD_OK)
        return err;
    if ((err = store_attach(job->store, path, shard, why)) != LOYD_OK)
        job->is_fault = true;
    else if ((err = take_shard(job, why)) == LOYD_OK)
        err = loyd_store_commit(job->store, why);
    loyd_store_rollback(job->store);
    store_detach(job->store);
    store_forget(job->store);
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
                            "stopped; the shards before are merged");
        if (err != LOYD_OK)
            err = refuse(&job, paths[i], err, why);
    }
    if (err == LOYD_OK && result != NULL)
        *result = job.result;
    return err;
}
