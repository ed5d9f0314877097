/* SPDX-License-Identifier: MIT */
/*
 * Verifies the files of a pack row by row. The rows of the first file become a
 * catalogue, which is judged; those of the others are compared with them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "verify/pack.h"

/* --- what a row states besides its fields --- */

/* Fields that the row does not repeat of what puzzles.json lists once, and
 * those that follow from others there. */
static void
complete(struct file_job *f, struct row_text *row)
{
    static const struct {
        enum field status, lower, upper, optimum;
    } lengths[] = {
        {FIELD_STATUS, FIELD_LOWER, FIELD_UPPER, FIELD_STM},
        {FIELD_MTM_STATUS, FIELD_MTM_LOWER, FIELD_MTM_UPPER, FIELD_MTM},
    };
    loyd_layout layout;

    row_tell(row, FIELD_SIZE, f->size,
             (size_t)snprintf(f->size, sizeof(f->size), "%ux%u",
                              row->goal.width, row->goal.height));
    row_tell(row, FIELD_GOAL, f->goal,
             loyd_board_print(&row->goal, LOYD_FORM_ROWS, f->goal));
    if (row->layout.at != NULL)
        row->field[FIELD_LAYOUT] = row->layout;
    else if (loyd_layout_name(&row->goal, &layout) == LOYD_OK)
        row_tell(row, FIELD_LAYOUT, f->layout,
                 loyd_layout_print(&layout, f->layout));
    for (loyd_metric m = 0; m < LOYD_METRICS; m++) {
        struct slice optimum = row->field[lengths[m].optimum];
        const char *status = "proven";

        if (optimum.at != NULL && row->field[lengths[m].lower].at == NULL &&
            row->field[lengths[m].upper].at == NULL)
            row->field[lengths[m].lower] = row->field[lengths[m].upper] =
                optimum;
        if (optimum.at == NULL)
            status = row->field[lengths[m].upper].at != NULL ? "bounded"
                     : m == LOYD_STM                         ? "unrated"
                                                             : NULL;
        if (status != NULL)
            row_tell(row, lengths[m].status, status, strlen(status));
    }
}

/* Returns whether an optional length of a row is this one; 0: none. */
static bool
is_length(struct slice text, unsigned length)
{
    uint64_t n = 0;

    return (text.at == NULL || slice_number(text, &n) == NUMBER_GOOD) &&
           n == length;
}

/* Compares the row with ids.tsv. */
static const char *
number_fault(struct file_job *f, const struct row_text *row)
{
    const struct series *s = &f->p->series;
    const struct ids_row *there;
    char id[LOYD_ID_CHARS + 1];
    uint64_t number;

    if (row->field[FIELD_NUMBER].at == NULL)
        return "missing number";
    if (slice_number(row->field[FIELD_NUMBER], &number) != NUMBER_GOOD ||
        number == 0 || number > UINT32_MAX)
        return "invalid number";
    if (number <= f->last)
        return "numbers are not in ascending order";
    f->last = (uint32_t)number;
    if (s->n == 0)
        return NULL;
    if (number > s->n)
        return "number is not in ids.tsv";
    there = &s->rows[number - 1];
    loyd_id_print(&there->id, id);
    if (!slice_is(row->field[FIELD_ID], id))
        return "number belongs to another puzzle in ids.tsv";
    if (!ids_is_written(there))
        return "not part of this pack according to ids.tsv";
    if (!is_length(row->field[FIELD_STM], there->stm))
        return "length differs from ids.tsv";
    return !f->p->manifest.has_mtm ||
                   is_length(row->field[FIELD_MTM], there->mtm)
               ? NULL
               : "length in MTM differs from ids.tsv";
}

/* Finds a goal in goals.tsv, and compares what the row says of it. */
static const char *
find_goal(struct file_job *f, const struct row_text *row)
{
    const struct pack_goal_set *goals = &f->p->series.goals;
    struct slice goal = row->field[FIELD_GOAL];
    struct slice layout = row->field[FIELD_LAYOUT];
    const struct pack_goal *there;
    loyd_board board;
    char size[16];
    size_t at;

    if (loyd_board_parse(goal.at, goal.len, 0, 0, &board, NULL) != LOYD_OK)
        return "invalid goal board";
    snprintf(size, sizeof(size), "%ux%u", board.width, board.height);
    if (!slice_is(row->field[FIELD_SIZE], size))
        return "the size is not the goal's";
    if (!f->p->has_goals)
        return NULL;
    at = pack_goals_get(goals, &board);
    if (at == goals->n)
        return is_alone(f->p) ? "goal is not in the table `goal`"
                              : "goal is not in goals.tsv";
    there = goals->at[at];
    goals->at[at]->is_used = true;
    if (slice_skip(&layout, "goal=")
            ? there->layout != NULL || !slice_equals(layout, goal)
            : there->layout == NULL || !slice_is(layout, there->layout))
        return "the board does not match its layout name";
    return NULL;
}

/* The fields that every puzzle of a pack has, and its goal, which is often
 * that of the row before. */
static const char *
field_fault(struct file_job *f, const struct row_text *row)
{
    static const enum field needed[] = {FIELD_ID,   FIELD_SIZE,  FIELD_LAYOUT,
                                        FIELD_GOAL, FIELD_BOARD, FIELD_STATUS};
    enum { N_OF_GOAL = 3 };
    struct text key = text_in(f->key[1], sizeof(f->key[1]));
    const char *fault;

    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
        if (row->field[needed[i]].at == NULL) {
            snprintf(f->words, sizeof(f->words), "missing %s",
                     field_info[needed[i]].name);
            return f->words;
        }
    for (size_t i = 1; i <= N_OF_GOAL; i++) {
        text_bytes(&key, row->field[needed[i]].at, row->field[needed[i]].len);
        text_char(&key, '\n');
    }
    if (!key.is_lost && strcmp(f->key[0], f->key[1]) == 0)
        return NULL;
    fault = find_goal(f, row);
    if (fault == NULL && !key.is_lost)
        memcpy(f->key[0], f->key[1], sizeof(f->key[0]));
    return fault;
}

/* Lengths in MTM are in packs of both metrics only. */
static const char *
metric_fault(struct file_job *f, const struct row_text *row)
{
    if (!f->p->manifest.has_mtm)
        for (enum field i = FIELD_MTM_STATUS; i <= FIELD_MTM_UPPER_SEARCH; i++)
            if (row->field[i].at != NULL)
                return "length in MTM in a pack of STM";
    return NULL;
}

/* loyd ends lines without a carriage return. */
static loyd_err
check_end(const struct file_job *f, loyd_why *why)
{
    return f->rows->line.has_return
               ? why_set(why, LOYD_E_CORRUPT,
                         "the line ends with a carriage return")
               : LOYD_OK;
}

/* Counts a row as the manifest does: a layout without a name is "goal". */
static loyd_err
count_row(struct pack_job *p, const struct row_text *row)
{
    struct slice layout = row->field[FIELD_LAYOUT];
    const struct slice counted[COUNTS_] = {
        [COUNT_SIZE] = row->field[FIELD_SIZE],
        [COUNT_LAYOUT] =
            slice_skip(&layout, "goal=") ? slice_of("goal") : layout,
        [COUNT_BAND] = row->field[FIELD_BAND],
        [COUNT_STATUS] = row->field[FIELD_STATUS]};
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; err == LOYD_OK && i < COUNTS_; i++)
        if (counted[i].len > 0)
            err = tally_add(&p->counts[i], counted[i], 1);
    for (enum field i = FIELD_SOLUTIONS; i <= FIELD_GAMES; i++)
        p->has_traits |= row->field[i].at != NULL;
    return err;
}

/* --- files --- */

/* Reports a fault of a row; an error of another kind ends the report. */
static void
row_wrong(struct file_job *f, uint64_t line, loyd_err err,
          const loyd_why *cause)
{
    if (why_is_of_row(err))
        report_line(&f->p->report, f->entry->name, line,
                    why_words(cause, err));
    else
        pack_job_error(f->p, f->entry->name, err, cause);
}

/* Checks the next row. Returns false at the end. */
static bool
next_row(struct file_job *f)
{
    struct pack_job *p = f->p;
    struct row_text row;
    bool found = true;
    const char *fault;
    loyd_why cause = {""};
    loyd_err err = reading_next(f->rows, &row, &found, &cause);

    if (err == LOYD_OK && !found)
        return false;
    if (err == LOYD_OK)
        err = check_end(f, &cause);
    if (err == LOYD_OK && row.has_goal)
        complete(f, &row);
    if (err == LOYD_OK && ((fault = number_fault(f, &row)) != NULL ||
                           (fault = field_fault(f, &row)) != NULL ||
                           (fault = metric_fault(f, &row)) != NULL))
        err = why_set(&cause, LOYD_E_CORRUPT, "%s", fault);
    if (err == LOYD_OK && !p->has_witness)
        err = field_add(&f->query, &row, &cause);
    if (err == LOYD_OK && !p->has_witness)
        err = count_row(p, &row);
    else if (err == LOYD_OK)
        err =
            field_compare(&f->query, &row, f->knows, p->witness->name, &cause);
    p->result.rows += err == LOYD_OK;
    if (err != LOYD_OK)
        row_wrong(f, row.line, err, &cause);
    f->n++;
    return !f->rows->is_broken && report_step(&p->report, 1024);
}

/* Marks the fields that this file and the witness have: only CSV and JSON
 * Lines have all. */
static void
find_known(struct file_job *f)
{
    const loyd_import_format formats[] = {f->entry->format,
                                          f->p->witness->format};

    for (enum field i = 0; i < FIELDS_; i++) {
        bool is_search = field_info[i].kind == LOYD_FIELD_SEARCH;

        f->knows[i] = true;
        for (size_t k = 0; k < 2; k++)
            if ((formats[k] == LOYD_IMPORT_JSON ||
                 formats[k] == LOYD_IMPORT_SQLITE) &&
                (i == FIELD_RECIPE || field_is_trait(i) ||
                 field_is_of_games(i) ||
                 (is_search && formats[k] == LOYD_IMPORT_SQLITE)))
                f->knows[i] = false;
    }
}

/* Begins to add rows, or to compare them. */
static loyd_err
begin_rows(struct file_job *f, loyd_why *why)
{
    struct pack_job *p = f->p;
    loyd_err err;

    if (p->has_witness) {
        find_known(f);
        return field_walk_begin(&f->query, p->store, why);
    }
    p->witness = f->entry;
    p->has_traits = false;
    if (sqlite3_get_autocommit(p->store->db) == 0)
        (void)db_run(p->store->db, "ROLLBACK", why);
    for (unsigned i = 0; i < COUNTS_; i++)
        tally_free(&p->counts[i]);
    stage_end(&p->stage);
    err = stage_begin(&p->stage, p->store, true, why);
    if (err == LOYD_OK)
        err = field_table(p->store, why);
    if (err == LOYD_OK)
        err = db_run(p->store->db,
                     "PRAGMA temp.cache_size = -16000;"
                     "PRAGMA s.cache_size = -16000; BEGIN",
                     why);
    return err == LOYD_OK ? field_add_begin(&f->query, p->store, why) : err;
}

static void
end_file(struct file_job *f)
{
    reading_close(&f->rows);
    pack_goals_free(&f->goals);
    free(f->tombs);
    free(f);
}

/* Reads all rows, and judges those of the first file. */
static loyd_err
read_file(struct file_job *f, loyd_why *why)
{
    struct pack_job *p = f->p;
    uint64_t bad = p->report.bad;
    loyd_err err = check_end(f, why);

    if (err == LOYD_OK)
        err = begin_rows(f, why);
    if (err != LOYD_OK)
        return err;
    while (p->report.err == LOYD_OK && next_row(f))
        ;
    query_close(&f->query);
    if (report_goes_on(&p->report) && f->n != p->manifest.puzzles)
        report_bad(&p->report, f->entry->name, "%zu puzzle%s: %s %" PRIu64,
                   f->n, f->n == 1 ? "" : "s",
                   is_alone(p) ? "the table `pack` has" : "the manifest lists",
                   p->manifest.puzzles);
    return report_goes_on(&p->report) && !p->has_witness
               ? pack_judge(p, bad, why)
               : LOYD_OK;
}

void
verify_file(struct pack_job *p, size_t i)
{
    const struct manifest_file *listed = &p->manifest.files[i];
    struct file_job *f = calloc(1, sizeof(*f));
    uint64_t bad = p->report.bad;
    loyd_why cause = {""};
    loyd_err err;

    if (f == NULL) {
        p->report.err = LOYD_E_NOMEM;
        return;
    }
    f->p = p;
    f->entry = listed;
    err = verify_open(f, p->fd[i], &cause);
    p->fd[i] = -1;
    if (err == LOYD_OK)
        err = read_file(f, &cause);
    if (err != LOYD_OK)
        pack_job_error(p, listed->name, err, &cause);
    /* With a fault, the next file is read in its place. */
    if (!p->has_witness && p->report.bad == bad)
        p->has_witness = true;
    end_file(f);
}
