/* SPDX-License-Identifier: MIT */
/* Verifies a catalogue: checks.sql, then what sums rows up, the digest in a
 * second way, and a sample that is solved again. */
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "catalogue/part.h"
#include "core/board.h"
#include "base/text.h"
#include "store/id_set.h"
#include "store/query.h"
#include "store/rows.h"
#include "store/store.h"
#include "verify/catalogue.h"
#include "verify/functions.h"
#include "verify/sections.h"
#include "verify/raw_text.h"
#include "verify/reprove.h"

struct verify_job {
    loyd_store *store;
    loyd_verify_options options;
    struct report report;
    loyd_job_result result; /* without `bad` */
    bool is_first;          /* of the parts */
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

/* Notes that a puzzle was reported; returns whether it is the first time. */
static bool
note_puzzle(struct verify_job *job, const char *text)
{
    struct raw_value raw = {
        .kind = RAW_TEXT, .bytes = (const uint8_t *)text, .len = strlen(text)};
    bool is_new = true;
    loyd_id id;

    if (raw_id(&raw, id.byte))
        job->report.err = id_set_add(&job->reported, &id, &is_new);
    return is_new;
}

/* A checked_fn. */
static bool
each_row(void *context, const struct section *section, sqlite3_stmt *row,
         const char *fault)
{
    struct verify_job *job = context;
    bool is_puzzle = strcmp(section->row, "puzzle") == 0;
    const char *key;

    job->report.now.what = section->doing;
    if (!report_goes_on(&job->report)) /* a function had no memory */
        return false;
    if (fault != NULL) {
        report_bad(&job->report, NULL, "%s", fault);
        key = (const char *)sqlite3_column_text(row, 0);
        if (key != NULL && strstr(section->row, "puzzle") != NULL)
            note_puzzle(job, key);
    }
    if (is_puzzle || strcmp(section->row, "game") == 0)
        job->result.done += fault == NULL;
    /* The progress counts these two. */
    return is_puzzle || strcmp(section->row, "recipe") == 0
               ? report_step(&job->report, 1024)
               : report_goes_on(&job->report);
}

static void
check_rows(struct verify_job *job, const struct functions *f)
{
    const loyd_part *part = &job->options.part;
    struct checks checks = {.group = "rows",
                            .schema = "main.",
                            .is_part = part->of > 0,
                            .is_first = job->is_first,
                            .is_last = part->number == part->of};
    uint64_t done;
    loyd_why cause = {{0}};
    loyd_err err;

    part_ids(part, &checks.first, &checks.last);
    err = checks_run(job->store, &checks, each_row, job, &cause);
    job->report.now.what = "proving rows"; /* a section's words are gone */
    settle(job, "rows", err, &cause);
    done = job->result.done;
    job->result = f->n;
    job->result.done += done;
}

/* --- what SQLite checks --- */

/* SQLite's integrity check continues if it has no memory for a page; its
 * message then contains that error's code. */
static bool
lacks_memory(const char *words)
{
    static const char mark[] = "error code";

    while ((words = strstr(words, mark)) != NULL) {
        long code;

        words += sizeof(mark) - 1;
        code = strtol(words + strspn(words, " ="), NULL, 10);
        if (code == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM)
            return true;
    }
    return false;
}

/* Reports the faults in a text, one a line, with a heading. */
static void
report_file(struct report *report, struct slice rest)
{
    struct slice line;

    while (!report->is_stopped && slice_line(&rest, &line)) {
        char words[LOYD_WHY_BYTES];

        if (line.len == 0 || slice_is(line, "ok") || slice_skip(&line, "*** "))
            continue;
        text_shown(line.at, line.len, words, sizeof(words) - 16);
        report_bad(report, NULL, "file: %s", words);
    }
}

loyd_err
file_faults(loyd_store *store, const char *sql, struct report *report,
            loyd_why *why)
{
    loyd_err err = LOYD_OK;
    struct query q;

    query_begin(&q, store, STMT_COUNT_, sql, why);
    while (err == LOYD_OK && report_goes_on(report) && query_next_long(&q)) {
        const char *text = (const char *)sqlite3_column_text(q.stmt, 0);

        if (text == NULL || lacks_memory(text))
            err = why_set(why, LOYD_E_NOMEM, "out of memory");
        else
            report_file(report, (struct slice){text, strlen(text)});
    }
    return query_end(&q, err);
}

/* A checked_fn: the names are those of the schema, which was compared. */
static bool
each_key(void *context, const struct section *section, sqlite3_stmt *row,
         const char *fault)
{
    struct report *report = context;

    (void)section;
    (void)row;
    report_bad(report, NULL, "%s", fault);
    return report_goes_on(report);
}

static loyd_err
check_keys(struct verify_job *job, loyd_why *why)
{
    static const struct checks checks = {.group = "keys", .schema = "main."};

    return checks_run(job->store, &checks, each_key, &job->report, why);
}

/* --- what sums rows up --- */

/* A reprove_fn: of several faults of a puzzle the first is reported. */
static void
each_sampled(void *context, const char *id, const char *fault)
{
    struct verify_job *job = context;

    if (note_puzzle(job, id))
        report_bad(&job->report, NULL, "puzzle %s: %s", id, fault);
}

static void
verify_sample(struct verify_job *job)
{
    const loyd_verify_options *options = &job->options;
    const struct reprove_options of = {.n = options->prove,
                                       .cells = LOYD_CELLS_MAX,
                                       .seed = options->seed,
                                       .threads = options->threads,
                                       .wrong = each_sampled,
                                       .context = job};
    loyd_why cause = {""};

    settle(job, "sample",
           reprove(job->store, "main.", &of, &job->report,
                   &job->result.sampled, &cause),
           &cause);
}

/* After a fault what sums rows up would only repeat it. */
static bool
is_right(const struct verify_job *job)
{
    return job->report.err == LOYD_OK && job->report.bad == 0 &&
           !job->options.has_wrong_ledger;
}

static void
verify_all(struct verify_job *job, const struct functions *f)
{
    loyd_bands bands;
    loyd_why cause = {{0}};

    job->report.now.what = "checking the file";
    if (job->is_first)
        settle(job, job->report.now.what,
               file_faults(job->store, "PRAGMA integrity_check(100)",
                           &job->report, &cause),
               &cause);
    if (job->is_first && report_goes_on(&job->report))
        settle(job, job->report.now.what, check_keys(job, &cause), &cause);
    if (report_goes_on(&job->report))
        check_rows(job, f);
    if (!job->is_first)
        return;
    if (report_goes_on(&job->report))
        settle(job, "bands", loyd_store_bands(job->store, &bands, &cause),
               &cause);
    if (is_right(job)) {
        job->report.now =
            (loyd_progress){.what = "computing the digest twice"};
        settle(job, "digest",
               redigest(job->store, &job->report, &job->result, &cause),
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
    struct verify_job *job;
    struct functions *f = NULL;
    loyd_err err;

    WHY_GIVEN(why);
    if (options != NULL && (err = part_check(&options->part, why)) != LOYD_OK)
        return err;
    job = calloc(1, sizeof(*job));
    if (job == NULL)
        return LOYD_E_NOMEM;
    *job = (struct verify_job){.store = store,
                               .report = {.listener = listener, .why = why}};
    if (options != NULL)
        job->options = *options;
    job->is_first = job->options.part.number <= 1;
    job->report.err = read_begin(store, why);
    if (job->report.err == LOYD_OK) {
        /* The rows of a damaged file may be impossible to count. */
        job->report.err = store_row_count(store, &job->report.now.total, why);
        if (job->report.err == LOYD_E_CORRUPT)
            job->report.err = LOYD_OK;
        if (job->options.part.of > 0)
            job->report.now.total /= job->options.part.of;
        if (job->report.err == LOYD_OK)
            job->report.err =
                functions_begin(store, &job->report, true, &f, why);
        if (job->report.err == LOYD_OK)
            verify_all(job, f);
        if (f != NULL)
            functions_end(f);
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
