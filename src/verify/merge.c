/* SPDX-License-Identifier: MIT */
/*
 * Merges catalogues by SQL. A shard is attached; checks.sql finds what is
 * wrong in it, merge.sql what contradicts the catalogue, and copies its rows,
 * sorted. A shard that is refused is rolled back to its savepoint.
 */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/listener.h"
#include "loyd/catalogue.h"
#include "store/rows.h"
#include "store/store.h"
#include "store/query.h"
#include "verify/functions.h"
#include "verify/parts.h"

static const char merge_sql[] = {
#include "merge.inc"
    0};

struct merge_job {
    loyd_store *store;
    const loyd_listener *listener;
    loyd_progress now;
    loyd_job_result result;
};

/* Runs a query whose first row is a fault: its key, and its words unless these
 * follow the heading. */
static loyd_err
find_fault(struct merge_job *job, const char *what, const char *sql,
           const char *words, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, job->store, STMT_COUNT_, sql, why);
    if (query_next_long(&q))
        err = why_set(why, LOYD_E_CORRUPT, "%s %s%s", what,
                      (const char *)sqlite3_column_text(q.stmt, 0),
                      words != NULL ? words : "");
    if (err != LOYD_OK && words == NULL)
        why_set(why, err, "%s %s: %s", what,
                (const char *)sqlite3_column_text(q.stmt, 0),
                (const char *)sqlite3_column_text(q.stmt, 1));
    return query_end(&q, err);
}

/* A checked_fn: the first fault refuses the shard. */
static bool
refuse(void *context, const struct part *part, sqlite3_stmt *row,
       const char *fault)
{
    (void)part;
    (void)row;
    if (fault != NULL)
        why_set(context, LOYD_E_CORRUPT, "%s", fault);
    return fault == NULL;
}

static loyd_err
check_shard(struct merge_job *job, loyd_why *why)
{
    static const struct checks checks = {.schema = "s."};
    struct report report = {.why = why};
    struct functions *f;
    loyd_why fault = {{0}};
    loyd_err err = functions_begin(job->store, &report, false, &f, why);

    if (err != LOYD_OK)
        return err;
    err = checks_run(job->store, &checks, refuse, &fault, why);
    functions_end(f);
    if (err == LOYD_OK)
        err = report.err;
    return err != LOYD_OK || fault.text[0] == '\0'
               ? err
               : why_set(why, LOYD_E_CORRUPT, "%s", fault.text);
}

static loyd_err
merge_shard(struct merge_job *job, loyd_why *why)
{
    struct part part = {.at = merge_sql};
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && next_part(&part, "s.")) {
        char *fault = strstr(part.words, ": ");

        if (strncmp(part.words, "refuse ", 7) != 0) {
            err = db_run(job->store->db, part.sql, why);
        } else if (fault != NULL) {
            char words[100];

            strcpy(words, fault);
            *fault = '\0';
            err = find_fault(job, part.words + 7, part.sql, words, why);
        }
        sqlite3_free(part.sql);
    }
    return err;
}

static loyd_err
count(struct merge_job *job, const char *sql, uint64_t *n, loyd_why *why)
{
    int64_t number = 0;
    loyd_err err = db_number(job->store->db, sql, &number, why);

    *n = (uint64_t)number;
    return err;
}

/* Checks and merges the attached shard, inside a transaction. */
static loyd_err
take_shard(struct merge_job *job, loyd_why *why)
{
    uint64_t before = 0, after = 0, theirs = 0, recipes = 0;
    loyd_err err = find_fault(
        job, "table",
        "SELECT t.name, 'refers to a missing row of table ' || k.parent"
        " FROM s.sqlite_schema AS t, pragma_foreign_key_check(t.name, 's') AS "
        "k"
        " WHERE t.type = 'table'",
        NULL, why);

    if (err == LOYD_OK)
        err = check_shard(job, why);
    if (err == LOYD_OK)
        err = count(job, "SELECT count(*) FROM main.puzzle", &before, why);
    if (err == LOYD_OK)
        err = count(job, "SELECT count(*) FROM s.puzzle", &theirs, why);
    if (err == LOYD_OK)
        err = count(job, "SELECT count(*) FROM s.recipe", &recipes, why);
    if (err == LOYD_OK)
        err = merge_shard(job, why);
    if (err == LOYD_OK)
        err = count(job, "SELECT count(*) FROM main.puzzle", &after, why);
    if (err != LOYD_OK)
        return err;
    job->now.done += theirs + recipes;
    job->result.done += recipes;
    job->result.new_puzzles += after - before;
    job->result.skipped += theirs - (after - before);
    return listener_progress(job->listener, &job->now)
               ? LOYD_OK
               : why_set(why, LOYD_E_CANCELLED,
                         "stopped; nothing from this shard was stored");
}

/* A file is opened as a catalogue first, which checks its schema. */
static loyd_err
attach(struct merge_job *job, const char *path, loyd_why *why)
{
    loyd_store *shard = NULL;
    struct query q;
    loyd_err err =
        store_open_beside(job->store, path, LOYD_STORE_READ, &shard, why);

    if (err != LOYD_OK)
        return err;
    loyd_store_close(&shard);
    sqlite3_limit(job->store->db, SQLITE_LIMIT_ATTACHED, 1);
    query_begin(&q, job->store, STMT_COUNT_, "ATTACH ?1 AS s", why);
    query_text(&q, 1, path);
    return query_run(&q);
}

static loyd_err
merge_one(struct merge_job *job, const char *path, loyd_why *why)
{
    loyd_why none;
    loyd_err err = attach(job, path, why);

    if (err != LOYD_OK)
        return err;
    if ((err = loyd_store_begin(job->store, why)) == LOYD_OK &&
        (err = take_shard(job, why)) == LOYD_OK)
        err = loyd_store_commit(job->store, why);
    loyd_store_rollback(job->store);
    store_forget(job->store);
    (void)db_run(job->store->db, "DETACH s", &none);
    return err;
}

loyd_err
loyd_catalogue_merge(loyd_store *store, const char *const *paths, size_t n,
                     const loyd_listener *listener, loyd_job_result *result,
                     loyd_why *why)
{
    struct merge_job job = {
        .store = store, .listener = listener, .now = {.what = "merging"}};
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        loyd_why cause = {{0}};

        err = merge_one(&job, paths[i], &cause);
        if (err == LOYD_OK || err == LOYD_E_NOMEM || err == LOYD_E_CANCELLED) {
            *why = cause;
            continue;
        }
        job.result.bad++;
        err =
            listener_bad(listener, &(loyd_bad){.file = paths[i],
                                               .what = why_words(&cause, err),
                                               .err = err})
                ? LOYD_OK
                : LOYD_E_CANCELLED;
    }
    if (err == LOYD_OK && result != NULL)
        *result = job.result;
    return err;
}
