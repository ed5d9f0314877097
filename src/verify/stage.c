/* SPDX-License-Identifier: MIT */
/* Attaches a catalogue as `s`, judges it by checks.sql, and takes its rows by
 * merge.sql. */
#include "verify/stage.h"

#include <string.h>

#include "store/query.h"
#include "store/store.h"
#include "store/tables.h"

static const char merge_sql[] = {
#include "merge.inc"
    0};

/* --- begin and end --- */

/* References are checked by stage_judge, once, instead of row by row. */
static void
enforce_references(loyd_store *store, bool is_on)
{
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_FKEY, (int)is_on,
                            NULL);
}

static loyd_err
begin(struct stage *stage, loyd_store *store, const char *path,
      const loyd_store *other, bool is_searching, loyd_why *why)
{
    loyd_err err;

    *stage = (struct stage){.store = store, .is_fault = true};
    stage->report.why = &stage->words;
    if ((err = store_attach(store, path, other, why)) != LOYD_OK)
        return err;
    stage->is_fault = false;
    enforce_references(store, false);
    return functions_begin(store, &stage->report, is_searching,
                           &stage->functions, why);
}

/* Creates the tables, in `s`. */
static loyd_err
make_tables(loyd_store *store, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_,
                "SELECT replace(sql, 'CREATE TABLE ', 'CREATE TABLE s.')"
                " FROM main.sqlite_schema WHERE type = 'table'"
                " AND name NOT LIKE 'sqlite%'",
                why);
    while (err == LOYD_OK && query_next(&q))
        err = db_run(store->db, (const char *)sqlite3_column_text(q.stmt, 0),
                     why);
    return query_end(&q, err);
}

loyd_err
stage_begin(struct stage *stage, loyd_store *store, bool is_searching,
            loyd_why *why)
{
    loyd_err err = begin(stage, store, NULL, NULL, is_searching, why);

    return err == LOYD_OK ? make_tables(store, why) : err;
}

loyd_err
stage_open(struct stage *stage, loyd_store *store, const char *path,
           const loyd_store *other, loyd_why *why)
{
    return begin(stage, store, path, other, false, why);
}

void
stage_end(struct stage *stage)
{
    if (stage->store == NULL)
        return;
    if (stage->functions != NULL)
        functions_end(stage->functions);
    store_detach(stage->store);
    enforce_references(stage->store, true);
    store_forget(stage->store);
    stage->store = NULL;
}

loyd_err
stage_err(struct stage *stage, loyd_err err, loyd_why *why)
{
    if (stage->report.err == LOYD_OK)
        return err;
    *why = stage->words;
    return stage->report.err;
}

/* --- judging --- */

static const char sql_keys[] =
    "SELECT NULL, 'a row of table ' || k.\"table\" || ' refers to a missing"
    " row of table ' || k.parent FROM s.sqlite_schema AS t,"
    " pragma_foreign_key_check(t.name, 's') AS k WHERE t.type = 'table'";

/* A checked_fn: the first fault is the result. */
static bool
refuse_row(void *context, const struct section *section, sqlite3_stmt *row,
           const char *fault)
{
    (void)section;
    (void)row;
    if (fault != NULL)
        why_set(context, LOYD_E_CORRUPT, "%s", fault);
    return fault == NULL;
}

/* Checks what rows refer to. */
static loyd_err
check_keys(struct stage *stage, checked_fn each, void *context, bool *goes_on,
           loyd_why *why)
{
    static const struct section section = {.group = "keys", .row = "key"};
    struct query q;

    query_begin(&q, stage->store, STMT_COUNT_, sql_keys, why);
    while (*goes_on && query_next_long(&q))
        *goes_on = each(context, &section, q.stmt,
                        (const char *)sqlite3_column_text(q.stmt, 1));
    return query_end(&q, LOYD_OK);
}

loyd_err
stage_judge(struct stage *stage, checked_fn each, void *context, loyd_why *why)
{
    static const struct checks checks = {.schema = "s."};
    loyd_why first = {{0}};
    bool goes_on = true;
    loyd_err err;

    if (each == NULL)
        context = &first;
    each = each != NULL ? each : refuse_row;
    err = check_keys(stage, each, context, &goes_on, why);
    if (err == LOYD_OK && goes_on)
        err = checks_run(stage->store, &checks, each, context, why);
    err = stage_err(stage, err, why);
    if (err == LOYD_OK && first.text[0] != '\0') {
        *why = first;
        err = LOYD_E_CORRUPT;
    }
    /* Sorting needs disk space, which `s` does not lack. */
    stage->is_fault = err != LOYD_OK && err != LOYD_E_FULL;
    return err;
}

/* --- taking --- */

/* The first row of the query, if there is one, is why `s` is refused. */
static loyd_err
refuse_if(struct stage *stage, const char *sql, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, stage->store, STMT_COUNT_, sql, why);
    if (query_next_long(&q)) {
        stage->is_fault = true;
        err = why_set(why, LOYD_E_CORRUPT, "%s",
                      (const char *)sqlite3_column_text(q.stmt, 0));
    }
    return query_end(&q, err);
}

/* An unreadable page may be of either file. */
static bool
is_damaged(struct stage *stage)
{
    int64_t is_whole = 0;
    loyd_why none;

    return db_number(stage->store->db,
                     "SELECT integrity_check = 'ok' FROM"
                     " pragma_integrity_check(1, 's')",
                     &is_whole, &none) != LOYD_OK ||
           is_whole == 0;
}

/* Stores the distributions that loyd contains, as when a goal is added. */
static loyd_err
put_distributions(struct stage *stage, loyd_why *why)
{
    struct query q;
    int64_t class;
    loyd_err err = LOYD_OK;

    query_begin(&q, stage->store, STMT_COUNT_,
                "SELECT DISTINCT class FROM s.goal", why);
    while (err == LOYD_OK && query_next(&q) && column_class(&q, 0, &class))
        err = distributions_put(stage->store, class, why);
    return query_end(&q, err);
}

static loyd_err
take_rows(struct stage *stage, loyd_why *why)
{
    struct section section = {.at = merge_sql};
    loyd_err err = put_distributions(stage, why);

    while (err == LOYD_OK && next_section(&section, "s.")) {
        err = strcmp(section.words, "refuse") == 0
                  ? refuse_if(stage, section.sql, why)
                  : db_run(stage->store->db, section.sql, why);
        sqlite3_free(section.sql);
    }
    if (err == LOYD_OK && section.at != NULL)
        err = LOYD_E_NOMEM;
    err = stage_err(stage, err, why);
    if (err == LOYD_E_DB) /* a row of it breaks a constraint */
        stage->is_fault = true;
    else if (err == LOYD_E_CORRUPT && !stage->is_fault)
        stage->is_fault = is_damaged(stage);
    return err;
}

/* Counting is a single step of SQLite, however long a tree is. */
static loyd_err
count(struct stage *stage, const char *sql, uint64_t *n, loyd_why *why)
{
    int64_t number = 0;
    struct sentry s;
    loyd_err err;

    sentry_begin(&s, stage->store->db, &stage->store->watch);
    err = db_number(stage->store->db, sql, &number, why);
    sentry_end(&s);
    *n = (uint64_t)number;
    return err;
}

loyd_err
stage_take(struct stage *stage, loyd_job_result *result, loyd_why *why)
{
    uint64_t before = 0, after = 0, theirs = 0, recipes = 0;
    loyd_err err =
        count(stage, "SELECT count(*) FROM main.puzzle", &before, why);

    stage->is_fault = false;
    if (err == LOYD_OK)
        err = count(stage, "SELECT count(*) FROM s.puzzle", &theirs, why);
    if (err == LOYD_OK)
        err = count(stage, "SELECT count(*) FROM s.recipe", &recipes, why);
    if (err == LOYD_OK)
        err = take_rows(stage, why);
    if (err == LOYD_OK)
        err = count(stage, "SELECT count(*) FROM main.puzzle", &after, why);
    if (err != LOYD_OK)
        return err;
    result->done += recipes;
    result->new_puzzles += after - before;
    result->skipped += theirs - (after - before);
    return LOYD_OK;
}
