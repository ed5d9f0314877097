/* SPDX-License-Identifier: MIT */
/*
 * Reads the files of a pack as tables. The puzzles of the first file are
 * judged; those of the others are compared with them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/why.h"
#include "pack/read_rows.h"
#include "verify/field.h"
#include "verify/pack.h"

/* --- a file --- */

/* A file of puzzles while it is read. */
struct file_job {
    struct pack_job *p;
    struct reading *rows;
    struct loader to;
    uint64_t n; /* puzzles read */
};

/* Takes ownership of the descriptor. */
static loyd_err
open_file(struct pack_job *p, int fd, struct reading **rows, loyd_why *why)
{
    struct input *input = NULL;
    loyd_err err;

    if (p->file->format != LOYD_IMPORT_SQLITE) {
        err = input_open(fd, &p->watch, &input, why);
        return err == LOYD_OK
                   ? reading_open(input, p->file->format, true, rows, why)
                   : err;
    }
    close(fd);
    err = reading_open_database(p->path, p->file, &p->watch, rows, why);
    if (err != LOYD_OK)
        return err;
    (*rows)->takes_all = true;
    return pack_reader_check_file((*rows)->database, why);
}

/* Begins to add rows, or to compare them. */
static loyd_err
begin_rows(struct file_job *f, loyd_why *why)
{
    struct pack_job *p = f->p;
    loyd_err err = LOYD_OK;

    if (!p->has_witness) {
        p->witness = p->file;
        stage_end(&p->stage);
        err = stage_begin(&p->stage, p->store, true, why);
        if (err == LOYD_OK)
            err = field_tables(p->store, why);
    }
    if (err == LOYD_OK)
        err = db_run(p->store->db,
                     "PRAGMA s.cache_size = -16000;"
                     "PRAGMA temp.cache_size = -16000;"
                     "CREATE TEMP TABLE IF NOT EXISTS bad (line INTEGER"
                     " PRIMARY KEY); DELETE FROM bad; BEGIN",
                     why);
    return err == LOYD_OK
               ? field_begin(&f->to, p->store, p->has_witness, false, why)
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
    if (err == LOYD_OK)
        err = field_add(&f->to, &row, &cause);
    f->p->result.rows += err == LOYD_OK && row.list == LIST_PUZZLES;
    if (err != LOYD_OK)
        row_wrong(f->p, row.line, err, &cause);
    return !f->rows->is_broken && report_step(report, 1024);
}

/* Checks what the file says besides its puzzles. */
static loyd_err
check_file(struct file_job *f, loyd_why *why)
{
    struct pack_job *p = f->p;
    loyd_err err = LOYD_OK;

    if (p->file->format != LOYD_IMPORT_CSV)
        err = pack_run(p, "file", why);
    if (report_goes_on(&p->report) && f->n != p->manifest.puzzles)
        report_bad(&p->report, p->file->name,
                   "%" PRIu64 " puzzle%s: the manifest lists %" PRIu64, f->n,
                   f->n == 1 ? "" : "s", p->manifest.puzzles);
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
    if (err == LOYD_OK && p->has_witness)
        err = pack_compare(p, why);
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
