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

static loyd_err
count(struct proving_file *f, enum manifest_count by, struct slice name)
{
    return tally_add(&f->counts[by], name, 1);
}

/* Notes the generator of a recipe, which was parsed. */
static loyd_err
count_generator(struct proving_file *f, struct slice recipe)
{
    struct slice head;

    return slice_cut(&recipe, '~', &head)
               ? tally_add(&f->generators, slice_until(&recipe, ":,@~"), 1)
               : LOYD_OK;
}

/* Returns the text of the row's size. */
static const char *
size_of(struct proving_file *f)
{
    const loyd_board *goal = &f->row.record.puzzle.goal;

    if (goal->width != f->width || goal->height != f->height) {
        f->width = goal->width;
        f->height = goal->height;
        snprintf(f->size, sizeof(f->size), "%ux%u", f->width, f->height);
    }
    return f->size;
}

/* Counts a row as the manifest does: a layout without a name is "goal". */
static void
count_row(struct proving_file *f, const struct row_facts *facts)
{
    struct slice layout = facts->layout, prefixed = layout;
    loyd_err err;

    if (layout.at == NULL || slice_skip(&prefixed, "goal="))
        layout = slice_of("goal");
    err = count(f, COUNT_SIZE, slice_of(size_of(f)));
    if (err == LOYD_OK)
        err = count(f, COUNT_LAYOUT, layout);
    if (err == LOYD_OK && facts->standing[LOYD_STM].band.len > 0)
        err = count(f, COUNT_BAND, facts->standing[LOYD_STM].band);
    if (err == LOYD_OK && facts->status.at != NULL)
        err = count(f, COUNT_STATUS, facts->status);
    if (err == LOYD_OK && facts->recipe.at != NULL)
        err = count_generator(f, facts->recipe);
    if (err != LOYD_OK)
        f->p->report.err = err;
}

/* The manifest names the generators of all recipes and no others. */
static void
compare_generators(const struct proving_file *f)
{
    const struct tally *listed = &f->p->manifest.generators;
    bool is_same = listed->n == f->generators.n;

    for (size_t i = 0; is_same && i < listed->n; i++)
        is_same = strcmp(listed->at[i].name, f->generators.at[i].name) == 0;
    if (!is_same)
        report_bad(&f->p->report, MANIFEST_NAME,
                   "generators are not those of the recipes in %s",
                   f->told->name);
}

/* Compares the counts of the rows with the manifest. Some formats do not have
 * all of them. */
static void
compare_counts(const struct proving_file *f)
{
    loyd_import_format format = f->told->format;
    const bool is_told[COUNTS_] = {[COUNT_SIZE] = true,
                                   [COUNT_LAYOUT] = format != LOYD_IMPORT_SGT,
                                   [COUNT_BAND] = format != LOYD_IMPORT_SGT,
                                   [COUNT_STATUS] =
                                       format != LOYD_IMPORT_JSON &&
                                       format != LOYD_IMPORT_SGT};
    const struct tally *wanted = f->p->manifest.counts;

    for (unsigned i = 0; i < COUNTS_; i++)
        if (is_told[i] && !tally_equal(&f->counts[i], &wanted[i]))
            report_bad(
                &f->p->report, MANIFEST_NAME, "counts by %s do not match %s",
                manifest_count_name((enum manifest_count)i), f->told->name);
    if (format == LOYD_IMPORT_JSONL || format == LOYD_IMPORT_CSV)
        compare_generators(f);
}

/* Numbers the row of a file without numbers, in the order of ids.tsv. */
static void
number_row(struct proving_file *f)
{
    const struct series *s = &f->p->series;

    while (f->live < s->n && !ids_is_written(&s->rows[f->live]))
        f->live++;
    f->live++;
    f->row.number = f->live;
}

static const char *
prove_number(struct proving_file *f)
{
    const struct series *s = &f->p->series;
    const struct ids_row *there;

    if (f->told->format == LOYD_IMPORT_SGT)
        number_row(f);
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
    if (f->told->format != LOYD_IMPORT_SGT &&
        there->stm != known_proven(&f->row.record.known[LOYD_STM]))
        return "length differs from ids.tsv";
    if (f->told->format != LOYD_IMPORT_SGT &&
        there->mtm != known_proven(&f->row.record.known[LOYD_MTM]))
        return "length in MTM differs from ids.tsv";
    return NULL;
}

/* Checks the fields that are optional in imports but required in packs. */
static const char *
prove_fields(const struct proving_file *f, const struct row_text *text)
{
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

    if (f->told->format == LOYD_IMPORT_SGT)
        return NULL;
    for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
        if (text->field[needed[i].field].at == NULL &&
            (needed[i].is_compact || !text->has_goal))
            return needed[i].fault;
    return NULL;
}

static struct raw_value
raw_text(const char *text, size_t len)
{
    return (struct raw_value){RAW_TEXT, 0, (const uint8_t *)text, len};
}

static struct raw_value
raw_number(size_t number)
{
    return (struct raw_value){.kind = RAW_NUMBER, .number = (int64_t)number};
}

/* Sets the values of the rating in a metric, from the proven length on, if the
 * row has its path; prints it into `room`. */
static char *
put_rating(struct raw_value *values, const loyd_known *known,
           loyd_metric metric, char *room)
{
    size_t upper = loyd_moves_length(&known->path, metric);
    size_t lower = known->rating.lower > 0 ? known->rating.lower : 1;

    if (upper == 0)
        return room;
    values[IN_LOWER] = raw_number(lower);
    values[IN_UPPER] = raw_number(upper);
    values[lower < upper ? IN_OPEN_UPPER : IN_PROVEN] = raw_number(upper);
    values[IN_PATH] = raw_text(room, loyd_moves_print(&known->path, room));
    return room + values[IN_PATH].len + 1;
}

/* Sets the ends of a rating without a path. */
static void
put_ends(struct raw_value ends[2], const loyd_known *known)
{
    if (known->rating.upper != 0 && ends[1].kind == RAW_NULL) {
        ends[0] = raw_number(known->rating.lower);
        ends[1] = raw_number(known->rating.upper);
    }
}

/* Verifies by a search the short lengths of a row that is right so far. */
static const char *
prove_lengths(struct proving_file *f, struct raw_value *values,
              const struct plain_board *board)
{
    const loyd_known *known = f->row.record.known;

    put_ends(&values[PUZZLE_LOWER], &known[LOYD_STM]);
    put_ends(&values[PUZZLE_MTM_LOWER], &known[LOYD_MTM]);
    return prove_optima(values, board, f->p->lengths, &f->p->result.searched);
}

/* Verifies a puzzle with code that shares only the texts with its writer.
 * Lengths are those of the first file, with which the others are compared. */
static const char *
prove_row(struct proving_file *f)
{
    const struct record *row = &f->row.record;
    const loyd_board *goal = &row->puzzle.goal;
    struct raw_value values[RAW_COLUMNS_MAX];
    char id[LOYD_ID_CHARS + 1], *room;
    char start[LOYD_BOARD_TEXT], goal_text[LOYD_BOARD_TEXT];
    struct plain_board board;
    const char *fault;

    for (size_t i = 0; i < RAW_COLUMNS_MAX; i++)
        values[i] = (struct raw_value){.kind = RAW_NULL};
    loyd_id_print(&row->id, id);
    values[PUZZLE_ID] = raw_text(id, LOYD_ID_CHARS);
    values[PUZZLE_BOARD] = raw_text(
        start, loyd_board_print(&row->puzzle.start, LOYD_FORM_ROWS, start));
    values[PUZZLE_SIZE] = raw_text(size_of(f), strlen(size_of(f)));
    values[PUZZLE_GOAL] =
        raw_text(goal_text, loyd_board_print(goal, LOYD_FORM_ROWS, goal_text));
    values[PUZZLE_LAYOUT] = raw_text("named", 5);
    if (!ARRAY_ROOM(f->path, f->path_room,
                    moves_text_room(&row->known[LOYD_STM].path) +
                        moves_text_room(&row->known[LOYD_MTM].path))) {
        f->p->report.err = LOYD_E_NOMEM;
        return NULL;
    }
    room = put_rating(&values[PUZZLE_STM], &row->known[LOYD_STM], LOYD_STM,
                      f->path);
    put_rating(&values[PUZZLE_MTM], &row->known[LOYD_MTM], LOYD_MTM, room);
    fault = prove_puzzle(values, &board);
    return fault == NULL && !f->p->has_witness
               ? prove_lengths(f, values, &board)
               : fault;
}

static bool
is_same_path(const loyd_moves *a, const loyd_moves *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->dir, b->dir, a->n) == 0);
}

/* Finds the row's goal in goals.tsv. */
static const char *
prove_listed(struct proving_file *f)
{
    const struct pack_goal_set *goals = &f->p->series.goals;
    size_t at;

    if (!f->p->has_goals)
        return NULL;
    at = pack_goals_get(goals, &f->row.record.puzzle.goal);
    if (at == goals->n)
        return is_alone(f->p) ? "goal is not in the table `goal`"
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

/* Compares what two files state in one metric; `faults` are the texts of the
 * differences. */
static const char *
compare_known(const struct proving_file *f, const struct row_facts *facts,
              loyd_metric metric, const char *const faults[5])
{
    const struct standing *here = &facts->standing[metric];
    const struct standing *there = &f->held.standing[metric];
    const loyd_known *one = &f->row.record.known[metric];
    const loyd_known *other = &f->held.row.record.known[metric];

    if (!is_same_length(one, other))
        return faults[0];
    if (one->claimed != other->claimed)
        return faults[1];
    if (!is_same_standing(here, there))
        return faults[2];
    if (here->sample != there->sample)
        return faults[3];
    return is_same_path(&one->path, &other->path) ? NULL : faults[4];
}

/* Compares a row with the same row of the first file. */
static const char *
compare_row(struct proving_file *f, const struct row_facts *facts)
{
    static const char *const stm[] = {
        "length differs from another file", "claim differs from another file",
        "percentile or band differs from another file",
        "percentile_sample differs from another file",
        "path differs from another file"};
    static const char *const mtm[] = {
        "length in MTM differs from another file",
        "claim in MTM differs from another file",
        "mtm_percentile or mtm_band differs from another file",
        "mtm_percentile_sample differs from another file",
        "mtm_path differs from another file"};
    const struct record *row = &f->row.record, *held = &f->held.row.record;
    const char *fault;

    if (f->n >= f->p->witness.n)
        return "puzzle is missing from another file";
    f->p->report.err = witness_read(&f->p->witness, f->n, &f->held);
    if (f->p->report.err != LOYD_OK)
        return NULL;
    if (f->row.number != f->held.row.number ||
        memcmp(row->id.byte, held->id.byte, LOYD_ID_BYTES) != 0 ||
        !loyd_board_equal(&row->puzzle.start, &held->puzzle.start) ||
        !loyd_board_equal(&row->puzzle.goal, &held->puzzle.goal))
        return "another file has a different puzzle here";
    if (f->told->format == LOYD_IMPORT_SGT)
        return NULL;
    fault = compare_known(f, facts, LOYD_STM, stm);
    if (fault == NULL && row->estimate != held->estimate)
        fault = "estimate differs from another file";
    return fault == NULL ? compare_known(f, facts, LOYD_MTM, mtm) : fault;
}

/* Checks that the row has the paths of a pack with or without solutions. */
static const char *
prove_solutions(const struct proving_file *f)
{
    const struct record *row = &f->row.record;
    const loyd_known *stm = &row->known[LOYD_STM];
    const loyd_known *mtm = &row->known[LOYD_MTM];

    if (f->told->format == LOYD_IMPORT_SGT)
        return NULL;
    if (!f->p->manifest.has_solutions)
        return stm->path.n > 0   ? "path in a pack without solutions"
               : mtm->path.n > 0 ? "mtm_path in a pack without solutions"
                                 : NULL;
    if (known_proven(stm) != 0 && stm->path.n == 0)
        return "missing path in a pack with solutions";
    return known_proven(mtm) != 0 && mtm->path.n == 0
               ? "missing mtm_path in a pack with solutions"
               : NULL;
}

static void
take_row(struct proving_file *f, const struct row_text *text)
{
    struct proving *p = f->p;
    const struct row_facts facts = row_facts_of(text);
    const char *misplaced = prove_number(f);
    const char *fault = prove_fields(f, text);

    if (fault == NULL)
        fault = misplaced;
    if (fault == NULL)
        fault = prove_listed(f);
    if (fault == NULL)
        fault = prove_solutions(f);
    if (fault == NULL)
        fault = prove_facts(f, &facts);
    if (fault == NULL && !p->has_witness)
        fault = prove_selected(f, &facts);
    if (fault == NULL)
        fault = prove_row(f);
    if (fault == NULL && p->report.err == LOYD_OK && p->has_witness)
        fault = compare_row(f, &facts);
    if (fault == NULL && p->report.err == LOYD_OK && !p->has_witness) {
        p->report.err = witness_add(&p->witness, &f->row, facts.standing);
        p->result.unchecked += f->row.has_recipe;
        for (loyd_metric m = 0; m < LOYD_METRICS; m++)
            p->result.lengths += f->row.record.known[m].rating.upper != 0;
    }
    if (fault != NULL)
        report_line(&p->report, f->told->name, text->line, fault);
    else if (p->report.err == LOYD_OK)
        p->result.rows++;
    count_row(f, &facts);
}

/* Checks the next row. Returns false at the end. */
static bool
next_row(struct proving_file *f)
{
    static const struct row_defaults none = {.layout = NULL};
    struct row_text text;
    bool found = true;
    loyd_why part = {""};
    loyd_err err = reading_next(f->rows, &text, &found, &part);

    if (err == LOYD_OK && !found)
        return false;
    if (err == LOYD_OK)
        err = row_read(&text, &none, &f->row, &part);
    if (err == LOYD_OK)
        take_row(f, &text);
    else if (why_is_of_row(err))
        report_line(&f->p->report, f->told->name, text.line,
                    why_words(&part, err));
    else
        proving_error(f->p, f->told->name, err, &part);
    f->n++;
    return !f->rows->is_broken && report_step(&f->p->report, 1024);
}

static void
end_file(struct proving_file *f)
{
    row_free(&f->held.row);
    row_free(&f->row);
    reading_close(&f->rows);
    for (unsigned i = 0; i < COUNTS_; i++)
        tally_free(&f->counts[i]);
    tally_free(&f->generators);
    pack_goals_free(&f->goals);
    free(f->tombs);
    free(f->path);
    free(f);
}

void
prove_file(struct proving *p, size_t i)
{
    const struct manifest_file *listed = &p->manifest.files[i];
    struct proving_file *f = calloc(1, sizeof(*f));
    uint64_t bad = p->report.bad;
    loyd_why part = {""};
    loyd_err err;

    if (f == NULL) {
        p->report.err = LOYD_E_NOMEM;
        return;
    }
    f->p = p;
    f->told = listed;
    err = prove_open(f, p->fd[i], &part);
    p->fd[i] = -1;
    if (err != LOYD_OK)
        proving_error(p, listed->name, err, &part);
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
    if (!p->has_witness && p->report.bad == bad)
        p->has_witness = true;
    else if (!p->has_witness) { /* the next file is read in its place */
        p->witness.n = p->witness.len = 0;
        p->result.lengths = p->result.searched = p->result.unchecked = 0;
    }
    end_file(f);
}
