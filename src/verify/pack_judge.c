/* SPDX-License-Identifier: MIT */
/* Judges the rows of a pack's first file: pack.sql makes a catalogue of them,
 * checks.sql is what verifies any. */
#include <string.h>

#include "base/text.h"
#include "base/why.h"
#include "core/crypto.h"
#include "loyd/optimal.h"
#include "store/filter.h"
#include "verify/catalogue.h"
#include "verify/pack.h"
#include "verify/raw_text.h"
#include "verify/reprove.h"

static const char pack_sql[] = {
#include "pack.inc"
    0};

/* --- faults of rows --- */

/* Reports the first fault of a line; `bad` has those that were reported. */
static void
report_first(struct pack_job *p, int64_t line, const char *words)
{
    struct query q;
    loyd_why cause = {""};

    query_begin(&q, p->store, STMT_COUNT_,
                "INSERT OR IGNORE INTO temp.bad VALUES (?1)", &cause);
    query_int(&q, 1, line);
    if (query_run(&q) != LOYD_OK)
        pack_job_error(p, NULL, LOYD_E_NOMEM, &cause);
    else if (sqlite3_changes(p->store->db) > 0)
        report_line(&p->report, p->file->name, (uint64_t)line, words);
}

/* Returns the line of a puzzle; 0: of none. */
static int64_t
line_of(struct pack_job *p, const char *id)
{
    int64_t line = 0;
    struct query q;
    loyd_why cause = {""};

    query_begin(&q, p->store, STMT_COUNT_,
                "SELECT line FROM temp.field WHERE puzzle_id = ?1", &cause);
    query_text(&q, 1, id);
    if (query_next(&q))
        line = sqlite3_column_int64(q.stmt, 0);
    return query_end(&q, LOYD_OK) == LOYD_OK ? line : 0;
}

/* A checked_fn. */
static bool
each_judged(void *context, const struct section *section, sqlite3_stmt *row,
            const char *fault)
{
    struct pack_job *p = context;
    bool is_recipe = strcmp(section->row, "recipe") == 0;
    const char *id = (const char *)sqlite3_column_text(row, is_recipe ? 2 : 0);
    int64_t line = 0;

    p->report.now.what = section->doing;
    if (fault != NULL && id != NULL &&
        (is_recipe || strstr(section->row, "puzzle") != NULL))
        line = line_of(p, id);
    if (line > 0)
        report_first(p, line, (const char *)sqlite3_column_text(row, 1));
    else if (fault != NULL)
        report_bad(&p->report, p->file->name, "%s", fault);
    return strcmp(section->row, "puzzle") == 0 ? report_step(&p->report, 1024)
                                               : report_goes_on(&p->report);
}

/* --- pack.sql --- */

/* Binds the parameters that a statement names. */
static void
bind_values(struct pack_job *p, sqlite3_stmt *stmt)
{
    const struct manifest *m = &p->manifest;
    const struct {
        const char *name;
        int64_t value;
    } numbers[] = {{":effort", LOYD_EFFORT_VERSION},
                   {":solutions", m->has_solutions},
                   {":version", LOYD_TRAITS_VERSION}};

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        sqlite3_bind_int64(stmt,
                           sqlite3_bind_parameter_index(stmt, numbers[i].name),
                           numbers[i].value);
    sqlite3_bind_text(stmt, sqlite3_bind_parameter_index(stmt, ":file"),
                      p->file->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(stmt, sqlite3_bind_parameter_index(stmt, ":witness"),
                      p->witness->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(stmt, sqlite3_bind_parameter_index(stmt, ":manifest"),
                      p->text.at, (int)p->text.len, SQLITE_STATIC);
}

/* Runs a statement. Each row of it is a line, or NULL, and a fault, or NULL;
 * a third column is a file that is not the one that is read. */
static loyd_err
report_rows(struct pack_job *p, sqlite3_stmt *stmt, loyd_why *why)
{
    int rc = SQLITE_OK;

    while (report_goes_on(&p->report) &&
           (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *fault = (const char *)sqlite3_column_text(stmt, 1);
        const char *where = (const char *)sqlite3_column_text(stmt, 2);

        if (fault != NULL && sqlite3_column_type(stmt, 0) == SQLITE_NULL)
            report_bad(&p->report, where != NULL ? where : p->file->name, "%s",
                       fault);
        else if (fault != NULL)
            report_first(p, sqlite3_column_int64(stmt, 0), fault);
    }
    return rc == SQLITE_OK || rc == SQLITE_DONE || rc == SQLITE_ROW
               ? LOYD_OK
               : db_error(p->store->db, rc, why);
}

static loyd_err
pack_run_sql(struct pack_job *p, const char *sql, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && report_goes_on(&p->report)) {
        sqlite3_stmt *stmt = NULL;
        int rc = sqlite3_prepare_v2(p->store->db, sql, -1, &stmt, &sql);

        if (rc == SQLITE_OK && stmt == NULL)
            return LOYD_OK;
        if (rc != SQLITE_OK) {
            err = db_error(p->store->db, rc, why);
        } else {
            bind_values(p, stmt);
            err = report_rows(p, stmt, why);
        }
        sqlite3_finalize(stmt);
    }
    return stage_err(&p->stage, err, why);
}

loyd_err
pack_compare(struct pack_job *p, loyd_why *why)
{
    struct text sql = {.at = NULL};
    loyd_err err;

    text_put(&sql, "SELECT o.line, CASE WHEN f.row IS NULL"
                   " THEN 'the puzzle is not in ' || :witness");
    for (enum field i = 0; i < FIELDS_; i++) {
        const char *name = field_info[i].name;

        /* JSON has goals once, in a list. */
        if (i != FIELD_GOAL || p->file->format != LOYD_IMPORT_JSON)
            text_format(&sql,
                        " WHEN o.%s IS NOT f.%s THEN '%s is '"
                        " || ifnull(shown(o.%s || ''), 'none') || ', in '"
                        " || :witness || ' '"
                        " || ifnull(shown(f.%s || ''), 'none')",
                        name, name, name, name, name);
    }
    text_put(&sql, " END FROM temp.other AS o"
                   " LEFT JOIN temp.field AS f USING (row) ORDER BY row");
    err = sql.is_lost ? LOYD_E_NOMEM : pack_run_sql(p, sql.at, why);
    text_free(&sql);
    return err;
}

loyd_err
pack_run(struct pack_job *p, const char *heading, loyd_why *why)
{
    struct section section = {.at = pack_sql};
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && report_goes_on(&p->report) &&
           next_section(&section, "$", "")) {
        if (strcmp(section.words, heading) == 0)
            err = pack_run_sql(p, section.sql, why);
        sqlite3_free(section.sql);
    }
    return err == LOYD_OK && section.at != NULL && report_goes_on(&p->report)
               ? LOYD_E_NOMEM
               : err;
}

/* Makes the catalogue of the rows that can be in one, and judges it. */
static loyd_err
judge_rows(struct pack_job *p, loyd_why *why)
{
    loyd_err err = pack_run(p, "rows", why);

    if (err == LOYD_OK)
        err = pack_run(p, "fill", why);
    if (err == LOYD_OK)
        err = stage_distributions(&p->stage, why);
    if (err == LOYD_OK)
        err = db_run(p->store->db, "COMMIT", why);
    if (err == LOYD_E_DB) { /* a constraint of the schema */
        report_bad(&p->report, p->file->name, "%s", why->text);
        return LOYD_OK;
    }
    if (err == LOYD_OK && report_goes_on(&p->report))
        err = stage_judge(&p->stage, each_judged, p, why);
    p->report.now.what = "proving puzzles"; /* a section's words are gone */
    return err == LOYD_OK ? pack_run(p, "lengths", why) : err;
}

/* --- the selection --- */

/* Returns whether the rows have a column, as the catalogue has it. */
static bool
is_judged(enum field column)
{
    return column < FIELD_STOPPED && column != FIELD_RECIPE &&
           column != FIELD_LAYOUT &&
           field_info[column].kind <= LOYD_FIELD_REAL &&
           !field_is_trait(column) && !field_is_of_games(column);
}

/*
 * The selection of the manifest has all rows. Of conditions on layouts,
 * recipes, lists of ids and marks a row says too little; expressions are not
 * run.
 */
static loyd_err
check_selection(struct pack_job *p, loyd_why *why)
{
    const loyd_filter *filter = &p->selection->filter;
    struct sql sql = {.n = 0};
    struct query q;
    loyd_err err = LOYD_OK;

    sql_put(&sql, "SELECT line, 'not in the selection of the manifest'"
                  " FROM field WHERE (1");
    for (size_t i = 0; err == LOYD_OK && i < filter->n_conditions; i++) {
        const char *name = filter->conditions[i].column, * or = " AND (";
        enum field column = column_named(name);

        if (!condition_is_first(filter, i) || !is_judged(column))
            continue;
        for (size_t k = i; err == LOYD_OK && k < filter->n_conditions; k++)
            if (strcmp(filter->conditions[k].column, name) == 0) {
                sql_put(&sql, or);
                or = " OR ";
                err = value_put(&sql, column, name,
                                filter->conditions[k].value, false, why);
            }
        sql_put(&sql, ")");
    }
    sql_put(&sql, ") IS NOT TRUE");
    if (err == LOYD_OK &&
        (err = sql_begin(&sql, &q, p->store, why)) == LOYD_OK) {
        err = q.err == LOYD_OK ? report_rows(p, q.stmt, why) : LOYD_OK;
        err = query_end(&q, err);
    }
    sql_free(&sql);
    return err;
}

/* --- the digest --- */

static loyd_err
check_digest(struct pack_job *p, loyd_why *why)
{
    uint8_t digest[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;
    loyd_err err = LOYD_OK;

    crypto_hash_begin(&hash, NULL);
    if (p->manifest.has_solutions)
        err =
            digest_add(p->store, "s.", DIGEST_PROVEN, &hash, &p->report, why);
    if (err == LOYD_OK)
        err =
            digest_add(p->store, "s.", DIGEST_PUZZLES, &hash, &p->report, why);
    crypto_hash_end(&hash, digest);
    if (err == LOYD_OK &&
        memcmp(digest, p->manifest.digest, sizeof(digest)) != 0)
        report_bad(&p->report, MANIFEST_NAME,
                   "digest does not match the puzzles");
    return err;
}

/* --- all of it --- */

/* What all rows say together, if each of them is right. */
static loyd_err
judge_whole(struct pack_job *p, loyd_why *why)
{
    const loyd_job_result *found = &p->stage.functions->n;
    int64_t n = 0;
    loyd_err err =
        db_number(p->store->db, "SELECT count(*) FROM s.rating", &n, why);

    p->result.has_solutions = p->manifest.has_solutions;
    p->result.lengths = (uint64_t)n;
    p->result.searched = found->searched;
    p->result.replayed = found->replayed;
    p->result.intervals = found->intervals;
    p->result.proofs = found->proofs;
    if (err == LOYD_OK)
        err = pack_run(p, "pack", why);
    if (err == LOYD_OK && p->selection != NULL)
        err = check_selection(p, why);
    return err == LOYD_OK ? check_digest(p, why) : err;
}

loyd_err
pack_judge(struct pack_job *p, uint64_t bad, loyd_why *why)
{
    int64_t n = 0;
    loyd_err err;

    p->stage.functions->lacks_paths = !p->manifest.has_solutions;
    err = judge_rows(p, why);
    if (err == LOYD_OK)
        err =
            db_number(p->store->db, "SELECT count(*) FROM s.puzzle", &n, why);
    p->result.puzzles = (uint64_t)n;
    return err == LOYD_OK && report_goes_on(&p->report) && p->report.bad == bad
               ? judge_whole(p, why)
               : err;
}

/* --- a sample --- */

/* A reprove_fn. */
static void
each_sampled(void *context, const char *id, const char *fault)
{
    report_bad(context, NULL, "puzzle %s: %s", id, fault);
}

void
verify_sample(struct pack_job *p)
{
    const struct reprove_options of = {.n = p->options->prove,
                                       .cells = LOYD_EXACT_CELLS,
                                       .seed = p->options->seed,
                                       .threads = p->options->threads,
                                       .wrong = each_sampled,
                                       .context = &p->report};
    loyd_why cause = {""};
    loyd_err err =
        reprove(p->store, "s.", &of, &p->report, &p->result.sampled, &cause);

    if (err != LOYD_OK)
        pack_job_error(p, NULL, err, &cause);
}
