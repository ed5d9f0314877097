/* SPDX-License-Identifier: MIT */
/* Attaches a catalogue as `s`, judges it by checks.sql, and takes its rows by
 * merge.sql. */
#include "verify/stage.h"

#include <stdio.h>
#include <string.h>

#include "store/query.h"
#include "store/store.h"
#include "store/tables.h"
#include "verify/catalogue.h"

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

    *stage = (struct stage){
        .store = store, .is_file = path != NULL, .is_fault = path != NULL};
    stage->report.why = &stage->words;
    if ((err = store_attach(store, "s", path, other, why)) != LOYD_OK)
        return err;
    stage->is_fault = false;
    enforce_references(store, false);
    return functions_begin(store, &stage->report, is_searching,
                           &stage->functions, why);
}

/* A journal would write each page a second time. Rows of each catalogue go to
 * all pages. */
static const char sql_settings[] = "PRAGMA s.journal_mode = OFF;"
                                   "PRAGMA s.cache_size = -32768;";

static loyd_err
set_up(loyd_store *store, loyd_why *why)
{
    loyd_err err;

    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    err = db_run(store->db, sql_settings, why);
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return err;
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

    if (err == LOYD_OK)
        err = set_up(store, why);
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
    store_detach(stage->store, "s");
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

/* What `each` of stage_judge gets, with the rows counted. */
struct judging {
    struct stage *stage;
    checked_fn each; /* NULL: the first fault is kept */
    void *context;
    loyd_why fault;
};

/* A checked_fn. */
static bool
judge_row(void *context, const struct section *section, sqlite3_stmt *row,
          const char *fault)
{
    struct judging *of = context;

    if (of->each == NULL && fault != NULL) {
        why_set(&of->fault, LOYD_E_CORRUPT, "%s", fault);
        return false;
    }
    return (of->each == NULL ||
            of->each(of->context, section, row, fault)) &&
           report_step(&of->stage->report, 4096);
}

/* Checks every page of a file, for merge.sql does not read all of its indices;
 * then that none of the recipes is missing in the index by which checks.sql
 * may read them. */
static loyd_err
check_file(struct stage *stage, const char *name, loyd_why *why)
{
    struct report report = {.why = why};
    char sql[250];
    int64_t is_whole = 0;
    loyd_err err;

    snprintf(sql, sizeof(sql), "PRAGMA %s.quick_check(1)", name);
    err = file_faults(stage->store, sql, &report, why);
    snprintf(sql, sizeof(sql),
             "SELECT (SELECT count(*) FROM %s.recipe INDEXED BY"
             " sqlite_autoindex_recipe_1 WHERE series > -1e19)"
             " = (SELECT count(*) FROM %s.recipe INDEXED BY recipe_puzzle"
             " WHERE puzzle > '')",
             name, name);
    if (err == LOYD_OK && report.bad == 0)
        err = db_number(stage->store->db, sql, &is_whole, why);
    stage->is_fault = err == LOYD_E_CORRUPT || is_whole == 0;
    return err == LOYD_OK && is_whole == 0
               ? why_set(why, LOYD_E_CORRUPT,
                         "damaged: 'loyd verify' says where")
               : err;
}

/* Judges a schema. */
static loyd_err
judge(struct stage *stage, const char *schema, struct judging *of,
      loyd_why *why)
{
    const struct checks checks = {.schema = schema};
    struct sentry sentry;
    loyd_err err;

    of->stage = stage;
    sentry_begin(&sentry, stage->store->db, &stage->store->watch);
    err = stage_err(
        stage, checks_run(stage->store, &checks, judge_row, of, why), why);
    sentry_end(&sentry);
    if (err == LOYD_OK && of->fault.text[0] != '\0')
        err = why_set(why, LOYD_E_CORRUPT, "%s", of->fault.text);
    /* Sorting needs disk space, which `s` does not lack. */
    stage->is_fault = err != LOYD_OK && err != LOYD_E_FULL;
    return err;
}

loyd_err
stage_judge(struct stage *stage, checked_fn each, void *context, loyd_why *why)
{
    struct judging of = {.each = each, .context = context};
    loyd_err err = stage->is_file ? check_file(stage, "s", why) : LOYD_OK;

    return err == LOYD_OK ? judge(stage, "s.", &of, why) : err;
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

loyd_err
stage_distributions(struct stage *stage, loyd_why *why)
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

/* Runs the statements of a section one by one, and reports the rows so far. */
static loyd_err
run_each(struct stage *stage, char *sql, loyd_why *why)
{
    loyd_progress *now = &stage->report.now;
    sqlite3 *db = stage->store->db;
    loyd_err err = LOYD_OK;

    for (char *end = sql; err == LOYD_OK && end != NULL; sql = end + 1) {
        sqlite3_int64 before = sqlite3_total_changes(db);

        if ((end = strstr(sql, ";\n")) != NULL)
            *end = '\0';
        err = db_run(db, sql, why);
        now->done += (uint64_t)(sqlite3_total_changes(db) - before);
        now->done = now->done < now->total ? now->done : now->total;
        if (err == LOYD_OK && !listener_progress(stage->report.listener, now))
            err = why_set(why, LOYD_E_CANCELLED, "stopped");
    }
    return err;
}

/* Takes rows from a schema to another. */
static loyd_err
take(struct stage *stage, const char *from, const char *to, loyd_why *why)
{
    struct section section = {.at = merge_sql};
    struct sentry sentry;
    loyd_err err = LOYD_OK;

    stage->is_fault = false;
    sentry_begin(&sentry, stage->store->db, &stage->store->watch);
    while (err == LOYD_OK && next_section(&section, from, to)) {
        err = strcmp(section.words, "refuse") == 0
                  ? refuse_if(stage, section.sql, why)
                  : run_each(stage, section.sql, why);
        sqlite3_free(section.sql);
    }
    sentry_end(&sentry);
    if (err == LOYD_OK && section.at != NULL)
        err = LOYD_E_NOMEM;
    err = stage_err(stage, err, why);
    if (err == LOYD_E_DB) /* a row of it breaks a constraint */
        stage->is_fault = true;
    return err;
}

/* Counting is a single step of SQLite, however long a tree is. */
static loyd_err
count(struct stage *stage, const char *schema, const char *table, uint64_t *n,
      loyd_why *why)
{
    char sql[60];
    int64_t number = 0;
    struct sentry s;
    loyd_err err;

    snprintf(sql, sizeof(sql), "SELECT count(*) FROM %s%s", schema, table);
    sentry_begin(&s, stage->store->db, &stage->store->watch);
    err = db_number(stage->store->db, sql, &number, why);
    sentry_end(&s);
    *n += (uint64_t)number;
    return err;
}

/* Adds the rows of a schema to what is taken. */
static loyd_err
count_rows(struct stage *stage, const char *schema, loyd_why *why)
{
    loyd_err err = count(stage, schema, "puzzle", &stage->puzzles, why);

    if (err == LOYD_OK)
        err = count(stage, schema, "recipe", &stage->recipes, why);
    return err == LOYD_OK
               ? count(stage, schema, "rating", &stage->ratings, why)
               : err;
}

static loyd_err
judge_and_add(struct stage *stage, loyd_why *why)
{
    struct judging of = {.each = NULL};
    loyd_err err = check_file(stage, "other", why);

    if (err != LOYD_OK ||
        (err = judge(stage, "other.", &of, why)) != LOYD_OK ||
        (err = count_rows(stage, "other.", why)) != LOYD_OK)
        return err;
    stage->is_added = true;
    err = take(stage, "other.", "s.", why);
    stage->is_spoilt = err != LOYD_OK;
    return err;
}

loyd_err
stage_add(struct stage *stage, const char *path, const loyd_store *other,
          loyd_why *why)
{
    loyd_store *store = stage->store;
    loyd_why none;
    loyd_err err = store_attach(store, "other", path, other, why);

    stage->is_fault = err != LOYD_OK;
    /* Of the other catalogue, all statements see the same state. */
    if (err == LOYD_OK && (err = db_run(store->db, "BEGIN", why)) == LOYD_OK) {
        err = judge_and_add(stage, why);
        if (err == LOYD_OK)
            err = db_run(store->db, "COMMIT", why);
        else
            (void)db_run(store->db, "ROLLBACK", &none);
    }
    store_detach(store, "other");
    return err;
}

loyd_err
stage_take(struct stage *stage, loyd_job_result *result, loyd_why *why)
{
    uint64_t before = 0, after = 0;
    loyd_err err = count(stage, "main.", "puzzle", &before, why);

    if (err == LOYD_OK && !stage->is_added)
        err = count_rows(stage, "s.", why);
    stage->report.now = (loyd_progress){
        .what = "merging rows",
        .total = stage->puzzles + stage->recipes + stage->ratings};
    if (err == LOYD_OK)
        err = stage_distributions(stage, why);
    if (err == LOYD_OK)
        err = take(stage, "s.", "main.", why);
    if (err == LOYD_OK)
        err = count(stage, "main.", "puzzle", &after, why);
    if (err != LOYD_OK)
        return err;
    result->done += stage->recipes;
    result->new_puzzles += after - before;
    result->skipped += stage->puzzles - (after - before);
    return LOYD_OK;
}
