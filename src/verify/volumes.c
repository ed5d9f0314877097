/* SPDX-License-Identifier: MIT */
/* Verifies volumes of one pack together, as rows of two tables. */
#include "base/why.h"
#include "loyd/pack.h"
#include "pack/volume.h"
#include "store/query.h"
#include "verify/report.h"

static const char volumes_sql[] = {
#include "volumes.inc"
    0};

static const char sql_tables[] =
    "CREATE TEMP TABLE given (n INTEGER PRIMARY KEY, dir TEXT, pack TEXT,"
    " volume INTEGER, revision INTEGER, first INTEGER, last INTEGER);"
    "CREATE TEMP TABLE marked (n INTEGER, number INTEGER, id TEXT,"
    " volume INTEGER, withdrawn INTEGER);"
    "CREATE INDEX temp.marked_number ON marked (n, number);"
    "CREATE INDEX temp.marked_id ON marked (id); BEGIN";

/* Adds puzzles to the table. */
static loyd_err
add_marked(struct query *q, size_t n, const struct marked *puzzles,
           size_t count)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < count; i++) {
        query_int(q, 1, (int64_t)n);
        query_int(q, 2, puzzles[i].number);
        query_id(q, 3, &puzzles[i].id);
        query_int(q, 4, puzzles[i].volume);
        query_int(q, 5, puzzles[i].withdrawn);
        err = query_put(q);
    }
    return err;
}

/* Adds a volume, the n-th that is given. */
static loyd_err
add_volume(loyd_store *store, size_t n, const char *dir,
           const struct volume_file *file, loyd_why *why)
{
    const struct manifest *m = &file->manifest;
    struct query q;
    loyd_err err;

    query_begin(&q, store, STMT_COUNT_,
                "INSERT INTO given VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", why);
    query_int(&q, 1, (int64_t)n);
    query_text(&q, 2, dir);
    query_text(&q, 3, m->pack);
    query_int(&q, 4, m->volume);
    query_int(&q, 5, m->revision);
    query_int(&q, 6, m->first);
    query_int(&q, 7, m->last);
    if ((err = query_run(&q)) != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_COUNT_,
                "INSERT INTO marked VALUES (?1, ?2, ?3, ?4, ?5)", why);
    err = add_marked(&q, n, file->puzzles, file->n);
    if (err == LOYD_OK)
        err = add_marked(&q, n, m->withdrawn, m->n_withdrawn);
    return query_end(&q, err);
}

static loyd_err
load(loyd_store *store, size_t n, const char *dir, loyd_why *why)
{
    struct volume_file file;
    loyd_err err = volume_load(dir, store_watch(store), &file, why);

    if (err == LOYD_OK && file.manifest.pack[0] == '\0')
        err = why_set(why, LOYD_E_CORRUPT, "not a volume of a pack");
    err = err == LOYD_OK ? add_volume(store, n, dir, &file, why)
                         : why_prefix(why, err, "%s: ", dir);
    volume_free(&file);
    return err;
}

static loyd_err
report_faults(loyd_store *store, struct report *report, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_COUNT_, volumes_sql, why);
    while (report_goes_on(report) && query_next_long(&q))
        report_bad(report, (const char *)sqlite3_column_text(q.stmt, 0), "%s",
                   (const char *)sqlite3_column_text(q.stmt, 1));
    return query_end(&q, LOYD_OK);
}

loyd_err
loyd_volumes_verify(const char *const *dirs, size_t n,
                    const loyd_listener *listener, uint64_t *bad,
                    loyd_why *why)
{
    struct report report = {.listener = listener, .why = why};
    loyd_store *store = NULL;
    loyd_err err;

    WHY_GIVEN(why);
    err = loyd_store_open(NULL, LOYD_STORE_CREATE, listener, &store, why);
    if (err == LOYD_OK)
        err = db_run(store->db, sql_tables, why);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        err = load(store, i, dirs[i], why);
    if (err == LOYD_OK)
        err = report_faults(store, &report, why);
    loyd_store_close(&store);
    *bad = report.bad;
    return err == LOYD_OK ? report.err : err;
}
