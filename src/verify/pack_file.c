/* SPDX-License-Identifier: MIT */
/*
 * Reads the files of a pack as tables. The puzzles of the first file are
 * judged; those of the others are compared with them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/why.h"
#include "pack/read_rows.h"
#include "pack/series.h"
#include "verify/field.h"
#include "verify/pack.h"

/* --- goals.tsv and ids.tsv --- */

static const char sql_tables[] =
    "PRAGMA temp.cache_size = -16000;"
    "CREATE TEMP TABLE listed (goal_no INTEGER PRIMARY KEY, class_no INTEGER,"
    " size TEXT, layout TEXT, goal TEXT UNIQUE);"
    "CREATE TEMP TABLE ids (number INTEGER PRIMARY KEY, puzzle_id TEXT,"
    " stm INTEGER, mtm INTEGER, state TEXT);"
    "CREATE TEMP TABLE bad (line INTEGER PRIMARY KEY)";

/* Binds a number that is 0 if there is none. */
static void
bind_some(struct query *q, int at, int64_t number)
{
    if (number != 0)
        query_int(q, at, number);
}

static loyd_err
put_goals(struct pack_job *p, const struct pack_goal_set *goals, loyd_why *why)
{
    struct query q;

    query_begin(&q, p->store, STMT_COUNT_,
                "INSERT INTO temp.listed VALUES (?1, ?2, ?3, ?4, ?5)", why);
    for (size_t i = 0; q.err == LOYD_OK && i < goals->n; i++) {
        char size[SIZE_TEXT], layout[LOYD_LAYOUT_TEXT], text[LOYD_BOARD_TEXT];
        loyd_board board;

        pack_goal_board(goals->at[i], &board);
        pack_goal_layout(goals->at[i], layout);
        loyd_board_print(&board, LOYD_FORM_ROWS, text);
        query_int(&q, 1, (int64_t)i + 1);
        bind_some(&q, 2, goals->at[i]->class_no);
        query_copy(&q, 3, size_print(board.width, board.height, size));
        query_copy(&q, 4, layout);
        query_copy(&q, 5, text);
        query_put(&q);
    }
    return query_end(&q, LOYD_OK);
}

static loyd_err
put_ids(struct pack_job *p, const struct series *s, loyd_why *why)
{
    struct query q;

    query_begin(&q, p->store, STMT_COUNT_,
                "INSERT INTO temp.ids VALUES (?1, ?2, ?3, ?4, ?5)", why);
    for (size_t i = 0; q.err == LOYD_OK && i < s->n; i++) {
        const struct ids_row *row = &s->rows[i];

        query_int(&q, 1, (int64_t)i + 1);
        query_id(&q, 2, &row->id);
        bind_some(&q, 3, row->stm);
        bind_some(&q, 4, row->mtm);
        query_text(&q, 5, ids_word((enum ids_state)row->state));
        query_put(&q);
    }
    return query_end(&q, LOYD_OK);
}

/* Returns whether a table has the wrong hash, which was reported. */
static bool
is_torn(const struct pack_job *p, enum pack_table table)
{
    for (size_t i = 0; i < p->manifest.n_files; i++)
        if (p->manifest.files[i].table == table)
            return p->fd[i] == -1;
    return false;
}

/* A delta may list goals of the packs before it. */
static loyd_err
find_first(struct pack_job *p, loyd_why *why)
{
    struct series before = {.n = 0};
    loyd_err err;

    p->first_goal = p->manifest.is_delta ? INT64_MAX : 0;
    if (!p->manifest.is_delta || p->options->since == NULL)
        return LOYD_OK;
    err = series_load(p->options->since, &before, why);
    if (err == LOYD_OK && memcmp(&before.manifest.id, &p->manifest.before_id,
                                 sizeof(before.manifest.id)) == 0)
        p->first_goal = (int64_t)before.goals.n;
    series_free(&before);
    return err;
}

static loyd_err
read_tables(struct pack_job *p, struct series *s, loyd_why *why)
{
    const struct manifest *m = &p->manifest;
    loyd_err err = LOYD_OK;

    if (!is_torn(p, TABLE_GOALS)) {
        err = series_read_goals(p->dir, m, &p->watch, s, why);
        p->has_goals = err == LOYD_OK;
    }
    if (err != LOYD_OK)
        pack_job_error(p, NULL, err, why);
    err = LOYD_OK;
    if (report_goes_on(&p->report) && !is_torn(p, TABLE_IDS)) {
        err = series_read_ids(p->dir, m, &p->watch, s, p->ids_sha, why);
        p->has_ids = err == LOYD_OK && s->n > 0;
    }
    if (err != LOYD_OK)
        pack_job_error(p, NULL, err, why);
    err = put_goals(p, &s->goals, why);
    return err == LOYD_OK ? put_ids(p, s, why) : err;
}

void
verify_tables(struct pack_job *p)
{
    static const struct manifest_file none = {.name = MANIFEST_NAME};
    struct series series = {.n = 0};
    loyd_why cause = {""};
    loyd_err err = stage_begin(&p->stage, p->store, true, &cause);

    p->file = &none;
    if (err == LOYD_OK)
        err = db_run(p->store->db, sql_tables, &cause);
    if (err == LOYD_OK && !is_alone(p)) {
        err = db_run(p->store->db, "BEGIN", &cause);
        if (err == LOYD_OK)
            err = read_tables(p, &series, &cause);
        if (err == LOYD_OK)
            err = find_first(p, &cause);
        if (err == LOYD_OK)
            err = pack_run(p, "ids", &cause);
        if (err == LOYD_OK)
            err = db_run(p->store->db, "COMMIT", &cause);
    }
    if (err != LOYD_OK)
        pack_job_error(p, NULL, err, &cause);
    series_free(&series);
}

/* --- a file --- */

/* A file of puzzles while it is read. */
struct file_job {
    struct pack_job *p;
    struct reading *rows;
    struct loader to;
    struct comparison with; /* the witness, if this is another file */
    uint64_t n;             /* puzzles read */
};

static loyd_err
open_text(struct pack_job *p, int fd, struct reading **rows, loyd_why *why)
{
    struct input *input = NULL;
    struct slice seen;
    loyd_err err = input_open(fd, &p->watch, &input, why);

    if (err != LOYD_OK)
        return err;
    if ((err = input_peek(input, 1, &seen, why)) == LOYD_OK &&
        input_is_gzip(input) != p->file->is_gzip)
        err = why_set(why, LOYD_E_CORRUPT, "%s",
                      p->file->is_gzip ? "not compressed: expected gzip"
                                       : "compressed: expected plain text");
    if (err == LOYD_OK)
        return reading_open(input, p->file->format, true, rows, why);
    input_close(&input);
    return err;
}

/* Takes ownership of the descriptor. */
static loyd_err
open_file(struct pack_job *p, int fd, struct reading **rows, loyd_why *why)
{
    loyd_err err;

    if (p->file->format != LOYD_IMPORT_SQLITE)
        return open_text(p, fd, rows, why);
    if (fd != -1)
        close(fd);
    err = reading_open_database(p->path, is_alone(p) ? NULL : p->file,
                                &p->watch, rows, why);
    return err == LOYD_OK
               ? pack_reader_check_file((*rows)->database, is_alone(p), why)
               : err;
}

/* Returns whether files of a format have a field; only CSV has all. */
static bool
is_known(loyd_import_format format, enum field field)
{
    bool is_search = field_info[field].kind == LOYD_FIELD_SEARCH;

    return format == LOYD_IMPORT_CSV ||
           (field != FIELD_RECIPE && !field_is_trait(field) &&
            !field_is_of_games(field) &&
            (!is_search || format == LOYD_IMPORT_JSON));
}

/* Begins to add rows, or to compare them. */
static loyd_err
begin_rows(struct file_job *f, loyd_why *why)
{
    struct pack_job *p = f->p;
    loyd_err err = LOYD_OK;

    if (p->has_witness) {
        f->with.file = p->witness->name;
        for (enum field i = 0; i < FIELDS_; i++)
            f->with.has[i] = is_known(p->file->format, i) &&
                             is_known(p->witness->format, i);
    } else {
        p->witness = p->file;
        stage_end(&p->stage);
        err = stage_begin(&p->stage, p->store, true, why);
        if (err == LOYD_OK)
            err = field_tables(p->store, why);
    }
    if (err == LOYD_OK)
        err = db_run(p->store->db,
                     "PRAGMA s.cache_size = -16000; DELETE FROM bad; BEGIN",
                     why);
    return err == LOYD_OK
               ? field_begin(&f->to, p->store,
                             p->has_witness ? &f->with : NULL, false, why)
               : err;
}

/* Reports a fault of a row; an error of another kind ends the report. */
static void
row_wrong(struct pack_job *p, uint64_t line, loyd_err err,
          const loyd_why *cause)
{
    if (why_is_of_row(err))
        report_line(&p->report, p->file->name, line, why_words(cause, err));
    else
        pack_job_error(p, p->file->name, err, cause);
}

/* Adds the next row. Returns false at the end. */
static bool
next_row(struct file_job *f)
{
    struct report *report = &f->p->report;
    struct row_text row;
    bool found = true;
    loyd_why cause = {""};
    loyd_err err = reading_next(f->rows, &row, &found, &cause);

    if (err == LOYD_OK && !found)
        return false;
    if (row.list == LIST_PUZZLES)
        f->to.row = (int64_t)++f->n;
    if (err == LOYD_OK && f->rows->line.has_return)
        err = why_set(&cause, LOYD_E_CORRUPT,
                      "the line ends with a carriage return");
    if (err == LOYD_OK && row.field[FIELD_GOAL_NO].at != NULL &&
        row.list == LIST_PUZZLES)
        err = field_complete(&f->to, &row, &cause);
    if (err == LOYD_OK)
        err = field_add(&f->to, &row, &cause);
    f->p->result.rows += err == LOYD_OK && row.list == LIST_PUZZLES;
    if (err != LOYD_OK)
        row_wrong(f->p, row.line, err, &cause);
    return !f->rows->is_broken && report_step(report, 1024);
}

/* Takes over what a database says of its pack, without a manifest around it.
 * A copy with deltas has no digest. */
static loyd_err
read_head(struct pack_job *p, loyd_why *why)
{
    struct manifest *m = &p->manifest;
    const char *digest;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, p->store, STMT_COUNT_,
                "SELECT puzzles, digest, since IS NOT NULL, EXISTS (SELECT 1"
                " FROM field WHERE path IS NOT NULL OR mtm_path IS NOT NULL)"
                " FROM head",
                why);
    if (query_next(&q)) {
        m->puzzles = (uint64_t)sqlite3_column_int64(q.stmt, 0);
        digest = (const char *)sqlite3_column_text(q.stmt, 1);
        p->is_copy = digest == NULL;
        if (digest != NULL &&
            !bytes_unhex(digest, strlen(digest), m->digest, LOYD_HASH_BYTES))
            err = why_set(why, LOYD_E_CORRUPT, "invalid digest");
        m->is_delta = sqlite3_column_int(q.stmt, 2) != 0 && !p->is_copy;
        m->has_solutions = sqlite3_column_int(q.stmt, 3) != 0;
    }
    m->has_mtm = true;
    p->first_goal = m->is_delta || p->is_copy ? INT64_MAX : 0;
    return query_end(&q, err);
}

/* Checks what the file says besides its puzzles. */
static loyd_err
check_file(struct file_job *f, loyd_why *why)
{
    struct pack_job *p = f->p;
    uint64_t bad = p->report.bad;
    loyd_err err = is_alone(p) ? read_head(p, why) : LOYD_OK;

    if (err == LOYD_OK && p->file->format != LOYD_IMPORT_CSV)
        err = pack_run(p, "file", why);
    if (is_alone(p))
        p->has_goals = err == LOYD_OK && p->report.bad == bad;
    if (report_goes_on(&p->report) && f->n != p->manifest.puzzles)
        report_bad(&p->report, p->file->name,
                   "%" PRIu64 " puzzle%s: %s %" PRIu64, f->n,
                   f->n == 1 ? "" : "s",
                   is_alone(p) ? "the table `pack` has" : "the manifest lists",
                   p->manifest.puzzles);
    return err;
}

/* Reads all rows, and judges those of the first file. */
static loyd_err
read_file(struct file_job *f, loyd_why *why)
{
    struct pack_job *p = f->p;
    uint64_t bad = p->report.bad;
    loyd_err err = begin_rows(f, why);

    if (err != LOYD_OK)
        return err;
    while (report_goes_on(&p->report) && next_row(f))
        continue;
    err = field_end(&f->to);
    if (err == LOYD_OK && report_goes_on(&p->report))
        err = check_file(f, why);
    if (err != LOYD_OK || !report_goes_on(&p->report))
        return err;
    return p->has_witness ? db_run(p->store->db, "COMMIT", why)
                          : pack_judge(p, bad, why);
}

void
verify_file(struct pack_job *p, size_t i)
{
    struct file_job *f = calloc(1, sizeof(*f));
    uint64_t bad = p->report.bad;
    loyd_why cause = {""}, words = {""};
    loyd_err err;

    if (f == NULL) {
        p->report.err = LOYD_E_NOMEM;
        return;
    }
    f->p = p;
    p->file = &p->manifest.files[i];
    err = open_file(p, p->fd[i], &f->rows, &cause);
    p->fd[i] = -1;
    if (err == LOYD_OK)
        err = read_file(f, &cause);
    if (err != LOYD_OK)
        pack_job_error(p, p->file->name, err, &cause);
    (void)field_end(&f->to);
    if (sqlite3_get_autocommit(p->store->db) == 0)
        (void)db_run(p->store->db, "ROLLBACK", &words);
    /* With a fault, the next file is read in its place. */
    if (!p->has_witness && p->report.bad == bad)
        p->has_witness = true;
    reading_close(&f->rows);
    free(f);
}
