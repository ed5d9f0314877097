/* SPDX-License-Identifier: MIT */
/*
 * Imports puzzles: the rows of a file, or of a catalogue, fill the tables of
 * import.sql, which makes them a stage. All rows are judged before any is
 * taken; then the lengths that they state are proven.
 */
#include "verify/import.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "catalogue/lengths.h"
#include "core/listener.h"

static const char import_sql[] = {
#include "import.inc"
    0};

/* The faults that a SELECT returns become those of rows without an earlier
 * one. */
static const char sql_bad[] =
    "WITH found (row, line, fault) AS (%.*s) INSERT OR IGNORE INTO temp.bad"
    " SELECT row, NULL, line, NULL, fault FROM found WHERE fault IS NOT NULL";

static loyd_err
run_section(struct import_job *t, const char *sql, loyd_why *why)
{
    bool is_select = strncmp(sql, "\nSELECT", 7) == 0;
    char *whole = is_select
                      ? sqlite3_mprintf(sql_bad, (int)strlen(sql) - 1, sql)
                      : NULL;
    loyd_err err = LOYD_E_NOMEM;

    if (whole != NULL || !is_select)
        err = db_run(t->store->db, is_select ? whole : sql, why);
    sqlite3_free(whole);
    return stage_err(&t->stage, err, why);
}

loyd_err
import_sections(struct import_job *t, const char *words, loyd_why *why)
{
    struct section section = {.at = import_sql};
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && next_section(&section, "s.", "main.")) {
        if (strcmp(section.words, words) == 0)
            err = run_section(t, section.sql, why);
        sqlite3_free(section.sql);
    }
    return err == LOYD_OK && section.at != NULL ? LOYD_E_NOMEM : err;
}

/* The file of the rows, once it was read. */
static const char *
file_of(const struct import_job *t)
{
    return t->is_in_folder ? t->named : t->file;
}

/* Lists the bad rows, in the order of the file. */
static loyd_err
list_bad(struct import_job *t, loyd_why *why)
{
    struct query q;
    int64_t line, kind;
    bool goes_on = true;

    query_begin(&q, t->store, STMT_COUNT_,
                "SELECT file, line, ifnull(err, ?1), fault FROM temp.bad"
                " ORDER BY row",
                why);
    query_int(&q, 1, LOYD_E_CORRUPT);
    while (goes_on && query_next(&q) &&
           column_int(&q, 1, 0, INT64_MAX, &line) &&
           column_int(&q, 2, 0, INT64_MAX, &kind)) {
        const char *file = (const char *)sqlite3_column_text(q.stmt, 0);
        const loyd_bad bad = {file != NULL ? file : file_of(t), (uint64_t)line,
                              (const char *)sqlite3_column_text(q.stmt, 3),
                              (loyd_err)kind};

        t->result.bad++;
        goes_on = listener_bad(t->listener, &bad);
    }
    return query_end(&q, goes_on ? LOYD_OK
                                 : why_set(why, LOYD_E_CANCELLED, "stopped"));
}

static loyd_err
count(struct import_job *t, loyd_why *why)
{
    static const char sql[] =
        "SELECT iif(?1, (SELECT count(DISTINCT puzzle_id) FROM temp.field),"
        " count(*)), count(drawn), count(series) - count(drawn)"
        " FROM temp.field";
    int64_t rows = 0, recipes = 0, unchecked = 0;
    struct query q;

    query_begin(&q, t->store, STMT_COUNT_, sql, why);
    query_int(&q, 1, t->is_catalogue);
    if (query_next(&q) && column_int(&q, 0, 0, INT64_MAX, &rows) &&
        column_int(&q, 1, 0, INT64_MAX, &recipes) &&
        column_int(&q, 2, 0, INT64_MAX, &unchecked)) {
        t->result.rows = (uint64_t)rows;
        t->result.recipes = (uint64_t)recipes;
        t->result.unchecked += (uint64_t)unchecked;
    }
    return query_end(&q, LOYD_OK);
}

loyd_err
import_add(struct import_job *t, const struct row_text *row, loyd_why *why)
{
    t->to.row = ++t->row;
    return field_add(&t->to, row, why);
}

loyd_err
import_add_bad(struct import_job *t, uint64_t line, loyd_err err,
               const char *what, loyd_why *why)
{
    struct query q;

    query_begin(&q, t->store, STMT_COUNT_,
                "INSERT INTO temp.bad VALUES (?1, ?2, ?3, ?4, ?5)", why);
    query_int(&q, 1, ++t->row);
    query_text(&q, 2, t->file);
    query_int(&q, 3, (int64_t)line);
    query_int(&q, 4, err);
    query_text(&q, 5, what);
    return query_run(&q);
}

/* Names the first member of a row that has no meaning. */
static void
note_ignored(struct import_job *t)
{
    const loyd_listener *listener = t->listener;
    char words[LOYD_WHY_BYTES];

    if (t->ignored == 0 || listener == NULL || listener->warning == NULL)
        return;
    snprintf(words, sizeof(words),
             "%s: %" PRIu64 " field%s ignored: unknown name '%s'", file_of(t),
             t->ignored, t->ignored == 1 ? "" : "s", t->first_ignored);
    listener->warning(listener->context, words);
}

/* Takes the rows that are good into the catalogue. A trial takes them back. */
static loyd_err
take(struct import_job *t, loyd_why *why)
{
    bool is_trial = t->options->is_trial;
    loyd_job_result taken = {0};
    loyd_err err = import_sections(t, "fill", why);

    if (err == LOYD_OK)
        err = stage_judge(&t->stage, NULL, NULL, why);
    if (err == LOYD_OK && is_trial)
        err = db_run(t->store->db, "SAVEPOINT trial", why);
    if (err == LOYD_OK)
        err = stage_take(&t->stage, &taken, why);
    if (err == LOYD_OK && is_trial)
        err = db_run(t->store->db, "ROLLBACK TO trial; RELEASE trial", why);
    t->result.new_puzzles = taken.new_puzzles;
    return err;
}

/* Judges all rows, and takes them; a transaction is open. */
static loyd_err
settle(struct import_job *t, loyd_why *why)
{
    loyd_err err = import_sections(t, "judge", why);

    if (err == LOYD_OK)
        err = list_bad(t, why);
    if (err == LOYD_OK && t->result.bad > 0 && !t->options->skips_bad)
        return why_set(why, LOYD_E_CORRUPT, "nothing was imported");
    if (err == LOYD_OK)
        err = count(t, why);
    /* Without a good row, a new catalogue stays empty: removable. */
    if (err == LOYD_OK && t->result.rows + t->result.recipes > 0 &&
        (err = take(t, why)) == LOYD_OK)
        err = loyd_store_commit(t->store, why);
    t->is_settled = err == LOYD_OK;
    return err;
}

/* Proves the lengths that the stored rows state. */
static loyd_err
prove(struct import_job *t, loyd_why *why)
{
    loyd_job_result proofs = {0};
    loyd_err err =
        lengths_prove(t->store, t->options->solver, file_of(t),
                      t->options->is_trial, t->listener, &proofs, why);

    t->result.proven = proofs.done;
    t->result.unproven = proofs.skipped;
    t->result.wrong = proofs.bad;
    return err;
}

/* Reads the rows; the tables are there. */
static loyd_err
read_all(struct import_job *t, const char *path, loyd_why *why)
{
    struct functions *functions = t->stage.functions;
    loyd_err err = db_run(t->store->db, "BEGIN", why);

    if (err != LOYD_OK)
        return err;
    functions->secret = t->options->secret;
    functions->attempts = LOYD_IMPORT_ATTEMPTS;
    err = field_begin(&t->to, t->store, false, true, why);
    if (err == LOYD_OK)
        err = import_read(t, path, why);
    (void)field_end(&t->to);
    err = stage_err(&t->stage, err, why);
    if (err == LOYD_OK)
        err = db_run(t->store->db, "COMMIT", why);
    if (err != LOYD_OK)
        (void)db_run(t->store->db, "ROLLBACK", NULL);
    return err;
}

/* All but the proofs. */
static loyd_err
import_rows(struct import_job *t, const char *path, loyd_why *why)
{
    loyd_err err = stage_begin(&t->stage, t->store, false, why);

    t->stage.report.listener = t->listener;
    if (err == LOYD_OK)
        err = import_sections(t, "drop", why); /* of an import that failed */
    if (err == LOYD_OK)
        err = import_sections(t, "begin", why);
    if (err == LOYD_OK)
        err = field_tables(t->store, why);
    if (err == LOYD_OK)
        err = read_all(t, path, why);
    if (err == LOYD_OK)
        err = loyd_store_begin(t->store, why);
    if (err == LOYD_OK)
        err = settle(t, why);
    loyd_store_rollback(t->store);
    stage_end(&t->stage);
    return err;
}

loyd_err
loyd_import(loyd_store *store, const char *path,
            const loyd_import_options *options, const loyd_listener *listener,
            loyd_import_result *result, loyd_why *why)
{
    static const loyd_import_options none = {0};
    struct import_job *t;
    loyd_err err;

    WHY_GIVEN(why);
    options = options != NULL ? options : &none;
    if ((unsigned)options->format >= LOYD_IMPORT_COUNT_)
        return why_set(why, LOYD_E_RANGE, "unknown format %u",
                       options->format);
    if ((t = calloc(1, sizeof(*t))) == NULL)
        return LOYD_E_NOMEM;
    t->store = store;
    t->options = options;
    t->listener = listener;
    t->now.what = "importing";
    err = import_rows(t, path, why);
    note_ignored(t);
    if (err == LOYD_OK && t->result.rows > 0)
        err = prove(t, why);
    if (err == LOYD_OK)
        err = import_sections(t, "drop", why);
    if (result != NULL && t->is_settled)
        *result = t->result;
    free(t);
    return err;
}
