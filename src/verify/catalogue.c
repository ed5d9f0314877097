/* SPDX-License-Identifier: MIT */
/* Verifies a catalogue: checks.sql, then what sums rows up, the digest in a
 * second way, and a sample that is solved again. */
#include <stdlib.h>
#include <string.h>

#include "catalogue/shard.h"
#include "core/board.h"
#include "loyd/use.h"
#include "store/id_set.h"
#include "store/rows.h"
#include "store/query.h"
#include "store/store.h"
#include "verify/catalogue.h"
#include "verify/parts.h"
#include "verify/reprove.h"

struct verify_job {
    loyd_store *store;
    loyd_verify_options options;
    struct report report;
    loyd_job_result result; /* without `bad` */
    bool is_first;          /* of the shards */
    struct id_set reported; /* the puzzles that were reported */
};

/* Reports damage as a fault; any other error ends the job. */
static void
settle(struct verify_job *job, const char *what, loyd_err err,
       const loyd_why *cause)
{
    if (err == LOYD_E_CORRUPT)
        report_bad(&job->report, NULL, "%s: %s", what, cause->text);
    else if (err != LOYD_OK)
        report_end(&job->report, err, cause);
}

/* Reports a wrong puzzle, of several faults the first. */
static void
report_puzzle(struct verify_job *job, const loyd_id *id, const char *fault)
{
    char name[LOYD_ID_CHARS + 1];
    bool is_new;
    loyd_err err = id_set_add(&job->reported, id, &is_new);

    loyd_id_print(id, name);
    if (err != LOYD_OK)
        job->report.err = err;
    else if (is_new)
        report_bad(&job->report, NULL, "puzzle %s: %s", name, fault);
}

/* A fault_fn. Of several faults of a puzzle the first is reported. */
static bool
each_fault(void *context, const char *what, const char *key, const char *words)
{
    struct verify_job *job = context;
    loyd_id id, last;

    if (strcmp(what, "puzzle") == 0 &&
        loyd_id_parse(key, strlen(key), &id, &last, NULL) == LOYD_OK)
        report_puzzle(job, &id, words);
    else
        report_bad(&job->report, NULL, "%s %s: %s", what, key, words);
    return report_goes_on(&job->report);
}

/* The tables with a column that shards divide. */
static const char sql_parts[] =
    "SELECT group_concat('CREATE TEMP VIEW part_' || t.name || ' AS SELECT *"
    " FROM main.' || t.name || ' WHERE ' || ifnull((SELECT i.name FROM"
    " pragma_table_info(t.name) AS i WHERE i.name IN ('id', 'puzzle')"
    " AND t.name <> 'game' LIMIT 1) || ' BETWEEN ' || ?1, ?2), ';')"
    " FROM sqlite_schema AS t WHERE t.type = 'table'";

/* Makes views of the rows of a shard, for joins with other tables whole. */
static loyd_err
make_parts(struct verify_job *job, loyd_why *why)
{
    char text[2][LOYD_ID_CHARS + 1], range[100];
    loyd_id first, last;
    struct query q;
    char *sql = NULL;
    loyd_err err;

    shard_ids(&job->options.shard, &first, &last);
    loyd_id_print(&first, text[0]);
    loyd_id_print(&last, text[1]);
    sqlite3_snprintf(sizeof(range), range, "%Q AND %Q",
                     job->is_first ? "" : text[0],
                     job->options.shard.part == job->options.shard.parts
                         ? "~" : text[1]);
    query_begin(&q, job->store, STMT_COUNT_, sql_parts, why);
    query_text(&q, 1, range);
    query_text(&q, 2, "1");
    if (query_next(&q))
        sql = sqlite3_mprintf("%s", sqlite3_column_text(q.stmt, 0));
    err = query_end(&q, sql != NULL ? LOYD_OK : LOYD_E_NOMEM);
    if (err == LOYD_OK)
        err = db_run(job->store->db, "PRAGMA query_only = OFF", why);
    if (err == LOYD_OK)
        err = db_run(job->store->db, sql, why);
    if (err == LOYD_OK)
        err = db_run(job->store->db, "PRAGMA query_only = ON", why);
    sqlite3_free(sql);
    return err;
}

/* What SQLite checks itself, as a part. */
static const char sql_file[] =
    "SELECT 'file', integrity_check FROM pragma_integrity_check(100)"
    " WHERE integrity_check <> 'ok' UNION ALL"
    " SELECT 'a row of table ' || \"table\", 'refers to a missing row of table '"
    " || parent FROM pragma_foreign_key_check";

static loyd_err
check_file(struct verify_job *job, loyd_why *why)
{
    struct query q;

    query_begin(&q, job->store, STMT_COUNT_, sql_file, why);
    while (report_goes_on(&job->report) && query_next_long(&q))
        report_bad(&job->report, NULL, "%s: %s",
                   (const char *)sqlite3_column_text(q.stmt, 0),
                   (const char *)sqlite3_column_text(q.stmt, 1));
    return query_end(&q, LOYD_OK);
}

/* Reads all uses by the functions that other commands use; only if all rows
 * are right. */
static void
read_uses(struct verify_job *job)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why cause = {{0}};
    loyd_err err =
        loyd_store_usages(job->store, NULL, 0, NULL, &cursor, &cause);

    while (err == LOYD_OK &&
           (err = loyd_cursor_next(cursor, &row, &cause)) == LOYD_OK &&
           row != NULL)
        continue;
    loyd_cursor_close(&cursor);
    settle(job, "uses", err, &cause);
}

/* A reprove_fn. */
static void
each_sampled(void *context, const loyd_id *id, const char *fault)
{
    report_puzzle(context, id, fault);
}

/* Adds the puzzles that are rated in a metric to a sample, as many as are
 * wanted. Skips unreadable rows, which the other checks report. */
static void
add_rated(struct verify_job *job, loyd_metric metric, struct reprove *s)
{
    const char *seed = job->options.seed != NULL ? job->options.seed : "";
    const loyd_filter filter = {
        .metric = metric, .pick = seed, .limit = UINT64_MAX};
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_why cause = {""};
    loyd_err err = find_begin(job->store, &filter, WANT_PROVEN | WANT_BOUNDED,
                              &cursor, &cause);

    while (err == LOYD_OK && report_goes_on(&job->report) &&
           s->n_solved + s->n < job->options.prove) {
        const loyd_known *stm;

        err = loyd_cursor_next(cursor, &row, &cause);
        if (err == LOYD_E_CORRUPT) {
            err = LOYD_OK;
            continue;
        }
        if (err != LOYD_OK || row == NULL)
            break;
        stm = &row->entry->known[LOYD_STM];
        /* Those rated in STM too were taken before. */
        if (metric == LOYD_STM ||
            (stm->rating.upper == 0 &&
             board_cells(&row->entry->puzzle.goal) <= LOYD_EXACT_CELLS))
            reprove_add(s, &row->entry->id, &row->entry->puzzle,
                        row->entry->estimate_version == LOYD_EFFORT_VERSION
                            ? row->entry->estimate
                            : 0,
                        row->entry->known, &row->entry->traits);
    }
    loyd_cursor_close(&cursor);
    if (err != LOYD_OK)
        report_end(&job->report, err, &cause);
}

/* Solves puzzles again that the seed picks: first those rated in STM, then
 * those rated only in MTM. */
static void
verify_sample(struct verify_job *job)
{
    struct reprove *s = calloc(1, sizeof(*s));

    if (s == NULL) {
        job->report.err = LOYD_E_NOMEM;
        return;
    }
    reprove_begin(s, &job->report, job->options.prove, job->options.threads,
                  each_sampled, job);
    s->has_plain_first = true;
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        if (report_goes_on(&job->report))
            add_rated(job, m, s);
    reprove_end(s);
    job->result.sampled = s->n_solved;
    free(s);
}

static void
verify_all(struct verify_job *job)
{
    loyd_bands bands;
    loyd_why cause = {{0}};

    job->report.now.what = "proving rows";
    if (job->is_first)
        settle(job, "file", check_file(job, &cause), &cause);
    if (report_goes_on(&job->report))
        settle(job, "rows",
               parts_check(job->store,
                           job->options.shard.parts > 0 ? "part_" : "main.",
                           job->is_first ? "" : "puzzle", true, each_fault,
                           job, &cause),
               &cause);
    job->result.done = job->report.now.total - job->report.bad;
    if (!job->is_first)
        return;
    if (report_goes_on(&job->report))
        settle(job, "bands", loyd_store_bands(job->store, &bands, &cause),
               &cause);
    if (report_goes_on(&job->report)) {
        job->report.now.what = "checking distributions";
        settle(job, "distributions",
               verify_distributions(job->store, &job->report, &cause), &cause);
    }
    if (job->report.err == LOYD_OK && job->report.bad == 0)
        read_uses(job);
    if (job->report.err == LOYD_OK && job->report.bad == 0) {
        job->report.now =
            (loyd_progress){.what = "computing the digest twice"};
        settle(job, "digest",
               redigest(job->store, job->options.digest, &job->report,
                        &job->result, &cause),
               &cause);
    }
    if (report_goes_on(&job->report) && job->options.prove > 0)
        verify_sample(job);
}

loyd_err
loyd_catalogue_verify(loyd_store *store, const loyd_verify_options *options,
                      const loyd_listener *listener, loyd_job_result *result,
                      loyd_why *why)
{
    struct verify_job *job = calloc(1, sizeof(*job));
    loyd_err err;

    WHY_GIVEN(why);
    if (job == NULL)
        return LOYD_E_NOMEM;
    *job = (struct verify_job){.store = store,
                               .report = {.listener = listener, .why = why}};
    if (options != NULL)
        job->options = *options;
    job->is_first = job->options.shard.part <= 1;
    if (job->options.shard.parts > 0)
        job->report.err = make_parts(job, why);
    if (job->report.err == LOYD_OK)
        job->report.err = read_begin(store, why);
    if (job->report.err == LOYD_OK) {
        /* The rows of a damaged file may be impossible to count. */
        job->report.err = store_row_count(store, &job->report.now.total, why);
        if (job->report.err == LOYD_E_CORRUPT)
            job->report.err = LOYD_OK;
        if (job->options.shard.parts > 0)
            job->report.now.total /= job->options.shard.parts;
        if (job->report.err == LOYD_OK)
            verify_all(job);
        read_end(store);
    }
    err = job->report.err;
    job->result.bad = job->report.bad;
    if (err == LOYD_OK && result != NULL)
        *result = job->result;
    id_set_free(&job->reported);
    free(job);
    return err;
}

