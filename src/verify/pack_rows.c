/* SPDX-License-Identifier: MIT */
/*
 * Verifies the files of a pack row by row. Rows are read and checked as in an
 * import, then checked again by the code that verifies catalogues.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "verify/catalogue.h"
#include "verify/pack.h"

/* Counts a row as the manifest does: a layout without a name is "goal". */
static void
count_row(struct file_job *f, const struct facts *facts)
{
    const loyd_board *goal = &f->row.record.puzzle.goal;
    struct slice counted[COUNTS_] = {[COUNT_LAYOUT] = facts->layout,
                                     [COUNT_BAND] =
                                         facts->in[LOYD_STM].standing.band,
                                     [COUNT_STATUS] = facts->status};
    struct slice prefixed = facts->layout, recipe = facts->recipe, head;
    loyd_err err = LOYD_OK;

    if (goal->width != f->width || goal->height != f->height) {
        f->width = goal->width;
        f->height = goal->height;
        snprintf(f->size, sizeof(f->size), "%ux%u", f->width, f->height);
    }
    counted[COUNT_SIZE] = slice_of(f->size);
    if (facts->layout.at == NULL || slice_skip(&prefixed, "goal="))
        counted[COUNT_LAYOUT] = slice_of("goal");
    for (unsigned i = 0; err == LOYD_OK && i < COUNTS_; i++)
        if (counted[i].len > 0)
            err = tally_add(&f->counts[i], counted[i], 1);
    if (err == LOYD_OK && recipe.at != NULL && slice_cut(&recipe, '~', &head))
        err = tally_add(&f->generators, slice_until(&recipe, ":,@~"), 1);
    if (err != LOYD_OK)
        f->p->report.err = err;
}

/* The manifest names the generators of all recipes and no others. */
static void
compare_generators(const struct file_job *f)
{
    const struct tally *listed = &f->p->manifest.generators;
    bool is_same = listed->n == f->generators.n;

    for (size_t i = 0; is_same && i < listed->n; i++)
        is_same = strcmp(listed->at[i].name, f->generators.at[i].name) == 0;
    if (!is_same)
        report_bad(&f->p->report, MANIFEST_NAME,
                   "generators are not those of the recipes in %s",
                   f->entry->name);
}

/* Compares the counts of the rows with the manifest. JSON does not have all
 * of them, and only CSV has recipes. */
static void
compare_counts(const struct file_job *f)
{
    loyd_import_format format = f->entry->format;
    const struct tally *wanted = f->p->manifest.counts;

    for (unsigned i = 0; i < COUNTS_; i++)
        if ((i != COUNT_STATUS || format != LOYD_IMPORT_JSON) &&
            !tally_equal(&f->counts[i], &wanted[i]))
            report_bad(
                &f->p->report, MANIFEST_NAME, "counts by %s do not match %s",
                manifest_count_name((enum manifest_count)i), f->entry->name);
    if (format == LOYD_IMPORT_CSV)
        compare_generators(f);
}

const char *
check_number(struct checker *by, struct facts *facts)
{
    struct file_job *f = by->state;
    const struct series *s = &f->p->series;
    const struct ids_row *there;

    (void)facts;
    if (f->row.number == 0)
        return "missing number";
    if (f->row.number <= f->last)
        return "numbers are not in ascending order";
    f->last = f->row.number;
    if (s->n == 0)
        return NULL;
    if (f->row.number > s->n)
        return "number is not in ids.tsv";
    there = &s->rows[f->row.number - 1];
    if (memcmp(there->id.byte, f->row.record.id.byte, LOYD_ID_BYTES) != 0)
        return "number belongs to another puzzle in ids.tsv";
    if (!ids_is_written(there))
        return "not part of this pack according to ids.tsv";
    if (there->stm != known_proven(&f->row.record.known[LOYD_STM]))
        return "length differs from ids.tsv";
    if (there->mtm != known_proven(&f->row.record.known[LOYD_MTM]))
        return "length in MTM differs from ids.tsv";
    return NULL;
}

/* Checks the fields that are optional in imports but required in packs. */
const char *
check_fields(struct checker *by, struct facts *facts)
{
    const struct row_text *text = facts->text;
    static const struct {
        enum field field;
        bool is_compact; /* also required in puzzles.json */
        const char *fault;
    } needed[] = {
        {FIELD_ID, true, "missing puzzle_id"},
        {FIELD_SIZE, false, "missing size"},
        {FIELD_LAYOUT, false, "missing layout"},
        {FIELD_GOAL, false, "missing goal"},
        {FIELD_STATUS, false, "missing status"},
    };

    (void)by;
    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
        if (text->field[needed[i].field].at == NULL &&
            (needed[i].is_compact || !text->has_goal))
            return needed[i].fault;
    return NULL;
}

static bool
is_same_path(const loyd_moves *a, const loyd_moves *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->dir, b->dir, a->n) == 0);
}

/* Finds the row's goal in goals.tsv. */
const char *
check_goal(struct checker *by, struct facts *facts)
{
    const struct file_job *f = by->state;
    const struct pack_job *p = f->p;
    const struct pack_goal_set *goals = &p->series.goals;
    size_t at;

    if (!p->has_goals)
        return NULL;
    at = pack_goals_get(goals, &facts->puzzle.goal);
    if (at == goals->n)
        return is_alone(p) ? "goal is not in the table `goal`"
                           : "goal is not in goals.tsv";
    goals->at[at]->is_used = true;
    return NULL;
}

static bool
is_same_length(const loyd_known *a, const loyd_known *b)
{
    return known_proven(a) == known_proven(b) &&
           a->rating.lower == b->rating.lower &&
           a->rating.upper == b->rating.upper;
}

static bool
is_same_standing(const struct standing *a, const struct standing *b)
{
    return a->percentile == b->percentile && a->band.len == b->band.len &&
           (a->band.len == 0 ||
            memcmp(a->band.at, b->band.at, a->band.len) == 0);
}

/* Compares a row with the same row of the first file. */
const char *
check_same_puzzle(struct checker *by, struct facts *facts)
{
    struct file_job *f = by->state;
    const struct record *first = &f->first.row.record;

    if (!f->p->has_witness)
        return NULL;
    if (f->n >= f->p->witness.n)
        return "puzzle is missing from another file";
    f->p->report.err = witness_read(&f->p->witness, f->n, &f->first);
    return f->p->report.err == LOYD_OK &&
                   (f->row.number != f->first.row.number ||
                    memcmp(&facts->id, &first->id, sizeof(first->id)) != 0 ||
                    !loyd_board_equal(&facts->puzzle.start,
                                      &first->puzzle.start) ||
                    !loyd_board_equal(&facts->puzzle.goal,
                                      &first->puzzle.goal))
               ? "another file has a different puzzle here"
               : NULL;
}

const char *
check_same_length(struct checker *by, struct facts *facts, loyd_metric metric)
{
    const struct file_job *f = by->state;
    const struct standing *here = &facts->in[metric].standing;
    const struct standing *there = &f->first.standing[metric];
    const loyd_known *one = &f->row.record.known[metric];
    const loyd_known *other = &f->first.row.record.known[metric];

    if (!f->p->has_witness)
        return NULL;
    if (!is_same_length(one, other))
        return "length differs from another file";
    if (!is_same_standing(here, there))
        return "percentile or band differs from another file";
    if (here->sample != there->sample)
        return "percentile_sample differs from another file";
    if (!is_same_path(&one->path, &other->path))
        return "path differs from another file";
    return metric == LOYD_STM &&
                   facts->estimate != f->first.row.record.estimate
               ? "estimate differs from another file"
               : NULL;
}

/* Checks that the row has the path of a pack with or without solutions. */
const char *
check_solution(struct checker *by, struct facts *facts, loyd_metric metric)
{
    const struct file_job *f = by->state;
    bool has_path = facts->in[metric].path.n > 0;

    if (!f->p->manifest.has_solutions)
        return has_path ? "path in a pack without solutions" : NULL;
    return known_proven(&f->row.record.known[metric]) != 0 && !has_path
               ? "missing path in a pack with solutions"
               : NULL;
}

static void
verify_row(struct file_job *f, const struct row_text *text)
{
    struct pack_job *p = f->p;
    struct facts facts;
    const char *fault;

    pack_facts(text, &f->row, &facts);
    fault = facts_check(&p->by, &facts);
    if (fault == NULL && p->report.err == LOYD_OK && !p->has_witness) {
        p->report.err = witness_add(&p->witness, &f->row, &facts);
        p->result.unchecked += f->row.has_recipe;
        for (loyd_metric m = 0; m < LOYD_METRICS; m++)
            p->result.lengths += f->row.record.known[m].rating.upper != 0;
    }
    if (fault != NULL)
        report_line(&p->report, f->entry->name, text->line, fault);
    else if (p->report.err == LOYD_OK)
        p->result.rows++;
    count_row(f, &facts);
}

/* Checks the next row. Returns false at the end. */
static bool
next_row(struct file_job *f)
{
    static const struct row_defaults none = {.layout = NULL};
    struct row_text text;
    bool found = true;
    loyd_why cause = {""};
    loyd_err err = reading_next(f->rows, &text, &found, &cause);

    if (err == LOYD_OK && !found)
        return false;
    if (err == LOYD_OK)
        err = row_read(&text, &none, &f->row, &cause);
    if (err == LOYD_OK)
        verify_row(f, &text);
    else if (why_is_of_row(err))
        report_line(&f->p->report, f->entry->name, text.line,
                    why_words(&cause, err));
    else
        pack_job_error(f->p, f->entry->name, err, &cause);
    f->n++;
    return !f->rows->is_broken && report_step(&f->p->report, 1024);
}

static void
end_file(struct file_job *f)
{
    row_free(&f->first.row);
    row_free(&f->row);
    reading_close(&f->rows);
    for (unsigned i = 0; i < COUNTS_; i++)
        tally_free(&f->counts[i]);
    tally_free(&f->generators);
    pack_goals_free(&f->goals);
    free(f->tombs);
    free(f);
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
    p->by = (struct checker){.kind = ROW_PACKED,
                             .report = &p->report,
                             .lengths = p->has_witness ? NULL : p->lengths,
                             .state = f};
    err = verify_open(f, p->fd[i], &cause);
    p->fd[i] = -1;
    if (err != LOYD_OK)
        pack_job_error(p, listed->name, err, &cause);
    while (err == LOYD_OK && p->report.err == LOYD_OK && next_row(f))
        ;
    if (err == LOYD_OK && report_goes_on(&p->report) &&
        f->n != p->manifest.puzzles)
        report_bad(&p->report, listed->name, "%zu puzzle%s: %s %" PRIu64, f->n,
                   f->n == 1 ? "" : "s",
                   is_alone(p) ? "the table `pack` has" : "the manifest lists",
                   p->manifest.puzzles);
    if (report_goes_on(&p->report) && p->report.bad == bad && !is_alone(p))
        compare_counts(f);
    if (!p->has_witness && p->report.bad == bad) {
        p->has_witness = true;
        p->result.searched = p->by.searched;
    } else if (!p->has_witness) { /* the next file is read in its place */
        p->witness.n = p->witness.len = 0;
        p->result.lengths = p->result.unchecked = 0;
    }
    end_file(f);
}
