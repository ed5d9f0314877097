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
#include "catalogue/prove.h"
#include "core/board.h"
#include "pack/proving.h"
#include "rate/band.h"

/* Parses "12.345" as thousandths; -1 if it has another form. */
static int32_t
thousandths(const char *text, size_t len)
{
    int32_t sum = 0, point = -1;

    for (size_t i = 0; i < len; i++) {
        if (text[i] == '.' && point < 0 && i > 0)
            point = (int32_t)(len - i - 1);
        else if (text[i] >= '0' && text[i] <= '9' && sum <= 100000)
            sum = 10 * sum + (text[i] - '0');
        else
            return -1;
    }
    for (point = point < 0 ? 0 : point; point < 3; point++)
        sum = sum <= 100000 ? 10 * sum : sum;
    return len > 0 && point == 3 && sum <= 100000 ? sum : -1;
}

/* Facts of a row other than its puzzle. */
struct row_facts {
    struct slice layout;   /* of the goal; NULL: it has no name */
    struct slice status;   /* NULL: absent */
    struct slice band;     /* empty: none */
    struct slice recipe;   /* NULL: none */
    int32_t percentile;    /* thousandths of a percent, -1: none */
    uint32_t sample;       /* of the percentile; 0: none */
    bool lacks_percentile; /* its class is listed but not its length */
    bool is_estimated;     /* the percentile is that of the estimate */
};

static struct row_facts
facts_of_text(const struct row_text *text)
{
    struct slice percentile = text->field[FIELD_PERCENTILE];
    struct row_facts facts = {.layout = text->field[FIELD_LAYOUT],
                              .status = text->field[FIELD_STATUS],
                              .band = text->field[FIELD_BAND],
                              .recipe = text->field[FIELD_RECIPE],
                              .percentile = -1};
    uint64_t sample;

    if (text->has_goal)
        facts.layout = text->layout;
    if (percentile.at != NULL)
        facts.percentile = thousandths(percentile.at, percentile.len);
    if (text->field[FIELD_PERCENTILE_SAMPLE].at != NULL &&
        slice_number(text->field[FIELD_PERCENTILE_SAMPLE], &sample) ==
            NUMBER_GOOD)
        facts.sample = sample > UINT32_MAX ? UINT32_MAX : (uint32_t)sample;
    facts.is_estimated = text->field[FIELD_ESTIMATED].at != NULL;
    facts.lacks_percentile = text->has_class && percentile.at == NULL &&
                             text->field[FIELD_STM].at != NULL;
    return facts;
}

/* An exact percentile follows from class and length and never changes. A
 * sampled one may differ in another version of loyd. */
static const char *
prove_percentile(const struct proving_file *f, const struct row_facts *facts)
{
    const loyd_distribution *d =
        loyd_distribution_of(&f->row.record.puzzle.goal);

    if (facts->sample > 0 && facts->percentile < 0)
        return "percentile_sample without a percentile";
    if (d == NULL || d->sample > 0 || facts->sample > 0 ||
        facts->percentile < 0)
        return NULL;
    return facts->percentile ==
                   (int32_t)loyd_percentile_thousandths(d, row_stm(&f->row))
               ? NULL
               : "percentile is not that of the length";
}

/* Beyond LOYD_EXACT_CELLS cells a percentile is that of an estimate. The
 * database has neither the estimate nor its mark. */
static const char *
prove_estimated(const struct proving_file *f, const struct row_facts *facts)
{
    if (f->told->format == LOYD_IMPORT_SQLITE)
        return NULL;
    if (facts->is_estimated != (facts->percentile >= 0))
        return "percentile and estimated do not match";
    return facts->is_estimated && f->row.record.estimate == 0
               ? "percentile without an estimate"
               : NULL;
}

/* Percentile and band must both be present or absent, and need a proven
 * length or an estimate. */
static const char *
prove_facts(const struct proving_file *f, const struct row_facts *facts)
{
    bool has_band = facts->band.len > 0;
    const char *fault = NULL;
    loyd_why nobody = {""};

    if (has_band != (facts->percentile >= 0))
        return has_band ? "band without a percentile"
                        : "percentile without a band";
    if (board_cells(&f->row.record.puzzle.goal) > LOYD_EXACT_CELLS)
        fault = prove_estimated(f, facts);
    else if (facts->is_estimated)
        fault = "estimated percentile of a board of at most 16 cells";
    else if (has_band && row_stm(&f->row) == 0)
        fault = "percentile of a length that is not proven";
    if (fault != NULL)
        return fault;
    if (has_band && band_check_name(facts->band, &nobody) != LOYD_OK)
        return "invalid band name";
    return facts->lacks_percentile
               ? "length is missing from the list of lengths"
               : prove_percentile(f, facts);
}

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

/* Counts a row as the manifest does: a layout without a name is "goal". */
static void
count_row(struct proving_file *f, const struct row_facts *facts)
{
    const loyd_board *goal = &f->row.record.puzzle.goal;
    struct slice layout = facts->layout, prefixed = layout;
    loyd_err err;

    if (layout.at == NULL || slice_skip(&prefixed, "goal="))
        layout = slice_of("goal");
    if (goal->width != f->width || goal->height != f->height) {
        f->width = goal->width;
        f->height = goal->height;
        snprintf(f->size, sizeof(f->size), "%ux%u", f->width, f->height);
    }
    err = count(f, COUNT_SIZE, slice_of(f->size));
    if (err == LOYD_OK)
        err = count(f, COUNT_LAYOUT, layout);
    if (err == LOYD_OK && facts->band.len > 0)
        err = count(f, COUNT_BAND, facts->band);
    if (err == LOYD_OK && facts->status.at != NULL)
        err = count(f, COUNT_STATUS, facts->status);
    if (err == LOYD_OK && facts->recipe.at != NULL)
        err = count_generator(f, facts->recipe);
    if (err != LOYD_OK)
        f->p->err = err;
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
        proving_report(f->p, MANIFEST_NAME,
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
                                       format == LOYD_IMPORT_JSONL ||
                                       format == LOYD_IMPORT_CSV};
    const struct tally *wanted = f->p->manifest.counts;

    for (unsigned i = 0; i < COUNTS_; i++)
        if (is_told[i] && !tally_equal(&f->counts[i], &wanted[i]))
            proving_report(f->p, MANIFEST_NAME, "counts by %s do not match %s",
                           manifest_count_name((enum manifest_count)i),
                           f->told->name);
    if (is_told[COUNT_STATUS]) /* the same formats have recipes */
        compare_generators(f);
}

static bool
is_new(const struct ids_row *row)
{
    return row->state == IDS_ADDED || row->state == IDS_CHANGED;
}

/* Numbers the row of a file without numbers, in the order of ids.tsv. */
static void
number_row(struct proving_file *f)
{
    const struct ids *s = &f->p->ids;

    while (f->live < s->n && !is_new(&s->rows[f->live]))
        f->live++;
    f->live++;
    f->row.number = f->live;
}

static const char *
prove_number(struct proving_file *f)
{
    const struct ids *s = &f->p->ids;
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
    if (!is_new(there))
        return "not part of this pack according to ids.tsv";
    if (f->told->format != LOYD_IMPORT_SGT && there->stm != row_stm(&f->row))
        return "length differs from ids.tsv";
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
raw_bytes(const uint8_t *bytes, size_t len)
{
    return (struct raw_value){RAW_BYTES, 0, bytes, len};
}

static struct raw_value
raw_number(size_t number)
{
    return (struct raw_value){.kind = RAW_NUMBER, .number = (int64_t)number};
}

/* Verifies a puzzle with code that shares only the packing with its writer. */
static const char *
prove_row(struct proving_file *f)
{
    static const uint8_t name[] = "named";
    const struct record *row = &f->row.record;
    const loyd_moves *stm = &row->stm.path, *mtm = &row->mtm.path;
    const loyd_board *goal = &row->puzzle.goal;
    struct raw_value values[RAW_COLUMNS_MAX];
    uint8_t start[LOYD_CELLS_MAX];
    const char *fault;

    for (size_t i = 0; i < RAW_COLUMNS_MAX; i++)
        values[i] = (struct raw_value){.kind = RAW_NULL};
    values[PUZZLE_ID] = raw_bytes(row->id.byte, LOYD_ID_BYTES);
    values[PUZZLE_START] = raw_bytes(start, start_pack(&row->puzzle, start));
    values[PUZZLE_WIDTH] = raw_number(goal->width);
    values[PUZZLE_HEIGHT] = raw_number(goal->height);
    values[PUZZLE_CELLS] = raw_bytes(goal->cell, board_cells(goal));
    values[PUZZLE_LAYOUT] =
        (struct raw_value){RAW_TEXT, 0, name, sizeof(name) - 1};
    if (!ARRAY_ROOM(f->path, f->path_room, stm->n / 4 + 1 + mtm->n / 4 + 1)) {
        f->p->err = LOYD_E_NOMEM;
        return NULL;
    }
    if (stm->n > 0) {
        values[PUZZLE_STM] = values[PUZZLE_LOWER] = values[PUZZLE_UPPER] =
            raw_number(stm->n);
        values[PUZZLE_PATH] = raw_bytes(f->path, path_pack(stm, f->path));
    }
    if ((fault = prove_puzzle(values)) != NULL || mtm->n == 0)
        return fault;
    /* The path in STM may be longer than the length in MTM allows. */
    values[PUZZLE_STM] = values[PUZZLE_LOWER] = values[PUZZLE_UPPER] =
        values[PUZZLE_PATH] = (struct raw_value){.kind = RAW_NULL};
    values[PUZZLE_MTM] = values[PUZZLE_MTM_LOWER] = values[PUZZLE_MTM_UPPER] =
        raw_number(loyd_moves_length(mtm, LOYD_MTM));
    values[PUZZLE_MTM_PATH] = raw_bytes(f->path, path_pack(mtm, f->path));
    return prove_puzzle(values);
}

static bool
is_same_path(const loyd_moves *a, const loyd_moves *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->dir, b->dir, a->n) == 0);
}

/* Returns the index, from 1, of the row's band in the manifest; 0: none. */
static uint32_t
band_of(const struct proving_file *f, const struct row_facts *facts)
{
    const struct tally *bands = &f->p->manifest.counts[COUNT_BAND];

    /* A band that is missing there is reported by compare_counts. */
    return facts->band.len > 0 ? (uint32_t)tally_find(bands, facts->band) + 1
                               : 0;
}

/* Finds the row's goal in the manifest. */
static const char *
prove_listed(struct proving_file *f)
{
    const struct pack_goal_set *goals = &f->p->manifest.goals;
    size_t at;

    if (f->p->manifest.format == 1)
        return NULL;
    at = pack_goals_get(goals, &f->row.record.puzzle.goal);
    if (at == goals->n)
        return "goal is not in the manifest";
    goals->at[at]->is_used = true;
    return NULL;
}

static bool
has_metrics(const struct proving_file *f)
{
    return f->told->format == LOYD_IMPORT_JSONL ||
           f->told->format == LOYD_IMPORT_CSV;
}

static bool
is_same_mtm(const struct puzzle_row *a, const struct puzzle_row *b)
{
    const struct rated *one = &a->record.mtm, *other = &b->record.mtm;

    return row_mtm(a) == row_mtm(b) &&
           one->rating.lower == other->rating.lower &&
           one->rating.upper == other->rating.upper &&
           one->claimed == other->claimed &&
           is_same_path(&one->path, &other->path);
}

/* Compares a row with the same row of the first file. */
static const char *
compare_row(struct proving_file *f, const struct row_facts *facts)
{
    const struct record *row = &f->row.record, *held = &f->held.row.record;

    if (f->n >= f->p->witness.n)
        return "puzzle is missing from another file";
    f->p->err = witness_read(&f->p->witness, f->n, &f->held);
    if (f->p->err != LOYD_OK)
        return NULL;
    if (f->row.number != f->held.row.number ||
        memcmp(row->id.byte, held->id.byte, LOYD_ID_BYTES) != 0 ||
        !loyd_board_equal(&row->puzzle.start, &held->puzzle.start) ||
        !loyd_board_equal(&row->puzzle.goal, &held->puzzle.goal))
        return "another file has a different puzzle here";
    if (f->told->format == LOYD_IMPORT_SGT)
        return NULL;
    if (row_stm(&f->row) != row_stm(&f->held.row) ||
        row->stm.rating.lower != held->stm.rating.lower ||
        row->stm.rating.upper != held->stm.rating.upper)
        return "length differs from another file";
    /* The database has no claims. */
    if (f->told->format != LOYD_IMPORT_SQLITE &&
        row->stm.claimed != held->stm.claimed)
        return "claim differs from another file";
    if (f->told->format != LOYD_IMPORT_SQLITE &&
        row->estimate != held->estimate)
        return "estimate differs from another file";
    if (facts->percentile != f->held.percentile ||
        band_of(f, facts) != f->held.band)
        return "percentile or band differs from another file";
    /* The database has no samples. */
    if (f->told->format != LOYD_IMPORT_SQLITE &&
        facts->sample != f->held.sample)
        return "percentile_sample differs from another file";
    if (!is_same_path(&row->stm.path, &held->stm.path))
        return "path differs from another file";
    return !has_metrics(f) || is_same_mtm(&f->row, &f->held.row)
               ? NULL
               : "length or path in MTM differs from another file";
}

/* Checks what the row states in MTM. */
static const char *
prove_mtm_fields(const struct proving_file *f, const struct row_text *text)
{
    const struct rated *mtm = &f->row.record.mtm;
    const struct manifest *manifest = &f->p->manifest;
    const loyd_distribution *d =
        loyd_distribution_in(&f->row.record.puzzle.goal, LOYD_MTM);
    struct slice given = text->field[FIELD_MTM_PERCENTILE];
    bool has_band = text->field[FIELD_MTM_BAND].len > 0;

    if (mtm->status == LOYD_STATUS_UNRATED)
        return mtm->path.n > 0    ? "mtm_path without lengths in MTM"
               : given.at != NULL ? "mtm_percentile without a length"
                                  : NULL;
    if (!manifest->has_mtm)
        return "length in MTM in a pack of STM";
    if (mtm->path.n > 0 && !manifest->has_solutions)
        return "mtm_path in a pack without solutions";
    if (mtm->path.n == 0 && manifest->has_solutions && row_mtm(&f->row) != 0)
        return "missing mtm_path in a pack with solutions";
    if (has_band != (given.at != NULL))
        return "mtm_percentile and mtm_band do not match";
    if (given.at == NULL || d == NULL || d->sample > 0)
        return NULL;
    return thousandths(given.at, given.len) ==
                   (int32_t)loyd_percentile_thousandths(d, row_mtm(&f->row))
               ? NULL
               : "mtm_percentile is not that of the length";
}

static const char *
prove_solution(const struct proving_file *f)
{
    bool has_path = f->row.record.stm.path.n > 0;

    if (f->told->format == LOYD_IMPORT_SGT)
        return NULL;
    if (has_path && !f->p->manifest.has_solutions)
        return "path in a pack without solutions";
    if (!has_path && f->p->manifest.has_solutions && row_stm(&f->row) != 0)
        return "missing path in a pack with solutions";
    return NULL;
}

static void
take_row(struct proving_file *f, const struct row_text *text)
{
    struct proving *p = f->p;
    const struct row_facts facts = facts_of_text(text);
    const char *misplaced = prove_number(f);
    const char *fault = prove_fields(f, text);

    if (fault == NULL)
        fault = misplaced;
    if (fault == NULL)
        fault = prove_listed(f);
    if (fault == NULL)
        fault = prove_solution(f);
    if (fault == NULL)
        fault = prove_facts(f, &facts);
    if (fault == NULL && has_metrics(f))
        fault = prove_mtm_fields(f, text);
    if (fault == NULL)
        fault = prove_row(f);
    if (fault == NULL && p->err == LOYD_OK && p->has_witness)
        fault = compare_row(f, &facts);
    if (fault == NULL && p->err == LOYD_OK && !p->has_witness)
        p->err = witness_add(&p->witness, &f->row, facts.percentile,
                             facts.sample, band_of(f, &facts));
    if (fault != NULL)
        proving_report_row(p, f->told->name, text->line, fault);
    else if (p->err == LOYD_OK)
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
        proving_report_row(f->p, f->told->name, text.line,
                           why_words(&part, err));
    else
        proving_error(f->p, f->told->name, err, &part);
    f->n++;
    return !f->rows->is_broken && proving_step(f->p);
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
    uint64_t bad = p->result.bad;
    loyd_why part = {""};
    loyd_err err;

    if (f == NULL) {
        p->err = LOYD_E_NOMEM;
        return;
    }
    f->p = p;
    f->told = listed;
    err = prove_open(f, p->fd[i], &part);
    p->fd[i] = -1;
    if (err != LOYD_OK)
        proving_error(p, listed->name, err, &part);
    while (err == LOYD_OK && p->err == LOYD_OK && next_row(f))
        ;
    if (err == LOYD_OK && proving_goes_on(p) && f->n != p->manifest.puzzles)
        proving_report(p, listed->name,
                       "%zu puzzle%s: the manifest lists %" PRIu64, f->n,
                       f->n == 1 ? "" : "s", p->manifest.puzzles);
    if (proving_goes_on(p) && p->result.bad == bad)
        compare_counts(f);
    if (!p->has_witness && p->result.bad == bad)
        p->has_witness = true;
    else if (!p->has_witness)
        p->witness.n = p->witness.len = 0;
    end_file(f);
}
