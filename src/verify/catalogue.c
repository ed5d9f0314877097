/* SPDX-License-Identifier: MIT */
/* Verifies a catalogue row by row, from the file's raw values. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "catalogue/shard.h"
#include "core/board.h"
#include "loyd/text.h"
#include "loyd/use.h"
#include "store/id_set.h"
#include "store/rows.h"
#include "verify/catalogue.h"
#include "verify/reprove.h"

struct verify_job {
    loyd_store *store;
    loyd_verify_options options;
    struct raw_range range; /* of ids: the shard's */
    struct report report;
    loyd_job_result result; /* without `bad` */
    /* The current series of the walk over recipes. */
    int64_t series; /* 0: none yet */
    bool is_usable; /* its recipes can be drawn again */
    loyd_recipe recipe;
    loyd_generator *generator;
    loyd_solver *solver; /* made for the first recipe with a target */
    struct checker by;
    struct facts facts; /* of the current row, and its paths */
    uint8_t paths[LOYD_METRICS][PATH_MAX_MOVES];
    struct id_set reported; /* the puzzles that were reported */
    const struct walk *walk;
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

/* Prints a puzzle's id, or a placeholder if it is invalid. */
static const char *
id_words(const struct raw_value *id, char name[LOYD_ID_CHARS + 1])
{
    loyd_id bytes;

    if (!raw_id(id, bytes.byte))
        return "(invalid id)";
    loyd_id_print(&bytes, name);
    return name;
}

/* Quotes a text for a terminal; "?" if the value is not text. */
static const char *
text_words(const struct raw_value *value, char out[WHY_QUOTE_BYTES])
{
    if (value->kind != RAW_TEXT)
        return "?";
    return why_quote((const char *)value->bytes, value->len, out);
}

/* SQLite reports several faults in one text, one per line, with a heading. */
static bool
each_fault(void *context, const struct raw_value *values)
{
    struct verify_job *job = context;
    struct slice rest = {(const char *)values[0].bytes, values[0].len}, line;

    while (!job->report.is_stopped && slice_line(&rest, &line)) {
        char words[LOYD_WHY_BYTES];

        if (line.len == 0 || slice_is(line, "ok") || slice_skip(&line, "*** "))
            continue;
        loyd_escape(LOYD_ESCAPE_TERMINAL, line.at, line.len, words,
                    sizeof(words) - 16);
        report_bad(&job->report, NULL, "file: %s", words);
    }
    return !job->report.is_stopped;
}

static bool
each_key(void *context, const struct raw_value *values)
{
    struct verify_job *job = context;
    char table[WHY_QUOTE_BYTES], target[WHY_QUOTE_BYTES];

    report_bad(&job->report, NULL,
               "a row of table %s refers to a missing row of table %s",
               text_words(&values[0], table), text_words(&values[1], target));
    return !job->report.is_stopped;
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

/* --- checks in the list (facts.h) --- */

/* A fault of a series is reported with its first recipe. */
const char *
check_series(struct checker *by, struct facts *facts)
{
    const struct raw_value *values = facts->values;
    const struct raw_value *text = &values[RECIPE_TEXT];
    struct verify_job *job = by->state;
    char quote[WHY_QUOTE_BYTES];
    loyd_why cause = {{0}};
    loyd_err err;

    if (job->series == values[RECIPE_SERIES].number)
        return NULL;
    loyd_generator_free(&job->generator);
    job->series = values[RECIPE_SERIES].number;
    job->is_usable =
        text->kind == RAW_TEXT &&
        series_read((const char *)text->bytes, text->len, &job->recipe);
    if (!job->is_usable)
        return checker_words(by, "series %" PRId64 ": invalid recipe '%s'",
                             job->series, text_words(text, quote));
    if (job->recipe.is_keyed)
        return NULL;
    err = loyd_generator_new(&job->recipe, NULL, &job->generator, &cause);
    job->is_usable = err == LOYD_OK;
    if (err == LOYD_OK)
        return NULL;
    if (why_is_of_row(err))
        return checker_words(by, "series %" PRId64 ": %s", job->series,
                             cause.text);
    report_end(&job->report, err, &cause);
    return NULL;
}

static loyd_err
redraw(struct verify_job *job, uint64_t index, loyd_puzzle *puzzle,
       loyd_why *why)
{
    static const loyd_solver_options defaults = {.threads = 1};

    if (job->recipe.target == LOYD_TARGET_NONE)
        return loyd_generator_draw(job->generator, index, 0, puzzle, why);
    if (job->solver == NULL) {
        loyd_err err = loyd_solver_new(&defaults, &job->solver);
        if (err != LOYD_OK)
            return err;
    }
    return loyd_target_draw(job->generator, job->solver, index, 0, puzzle,
                            NULL, why);
}

const char *
check_redrawn(struct checker *by, struct facts *facts)
{
    const struct raw_value *values = facts->values;
    struct verify_job *job = by->state;
    uint64_t index = (uint64_t)values[RECIPE_NUMBER].number;
    char name[LOYD_ID_CHARS + 1], quote[WHY_QUOTE_BYTES];
    loyd_why cause = {{0}};
    loyd_puzzle puzzle;
    loyd_id id, stored;
    loyd_err err;

    if (!job->is_usable || job->recipe.is_keyed) {
        job->result.skipped += job->is_usable;
        return NULL;
    }
    err = redraw(job, index, &puzzle, &cause);
    if (!why_is_of_row(err)) {
        report_end(&job->report, err, &cause);
        return NULL;
    }
    text_words(&values[RECIPE_TEXT], quote);
    if (err != LOYD_OK)
        return checker_words(by, "recipe '%s~%" PRIu64 "': %s", quote, index,
                             cause.text);
    loyd_puzzle_id(&puzzle, &id);
    if (!raw_id(&values[RECIPE_PUZZLE], stored.byte) ||
        memcmp(stored.byte, id.byte, LOYD_ID_BYTES) != 0)
        return checker_words(
            by, "recipe '%s~%" PRIu64 "' does not draw puzzle %s", quote,
            index, id_words(&values[RECIPE_PUZZLE], name));
    job->result.done++;
    return NULL;
}

/* --- the walks over the tables --- */

/* The tables in order, with their names in the progress. */
static const struct walk {
    enum raw_table table;
    const char *what;
    raw_fn each; /* NULL: each row becomes facts, of this kind */
    enum row_kind kind;
    const char *(*read)(struct facts *facts); /* NULL: plain values only */
    const char *row; /* what a row is, before the key in this column; NULL:
                        the fault says it */
    unsigned key;
} walks[] = {
    {RAW_FILE, "checking the file", each_fault, 0, NULL, NULL, 0},
    {RAW_KEYS, "checking the file", each_key, 0, NULL, NULL, 0},
    {RAW_GOALS, "proving goals", NULL, ROW_GOAL, read_goal, "goal", GOAL_PK},
    {RAW_PUZZLES, "proving puzzles", NULL, ROW_PUZZLE, read_puzzle, "puzzle",
     0},
    {RAW_RATINGS, "proving ratings", NULL, ROW_RATING, NULL,
     "rating of puzzle", RATING_PUZZLE},
    {RAW_CLAIMS, "checking claims", NULL, ROW_CLAIM, NULL, "claim of puzzle",
     CLAIM_PUZZLE},
    {RAW_PACKS, "checking marks", NULL, ROW_USED_PACK, NULL, "used pack",
     PACK_ID},
    {RAW_MARKS, "checking marks", NULL, ROW_MARK, NULL, "mark of puzzle",
     MARK_PUZZLE},
    {RAW_NAMES, "checking names", NULL, ROW_NAME, NULL, "name of puzzle",
     NAME_PUZZLE},
    {RAW_TRAITS, "proving traits", NULL, ROW_TRAIT, NULL, "traits of puzzle",
     TRAIT_PUZZLE},
    {RAW_GAMES, "replaying games", NULL, ROW_GAME, NULL, "game", GAME_ID},
    {RAW_DIFFICULTIES, "checking difficulties", NULL, ROW_DIFFICULTY, NULL,
     "difficulty of puzzle", DIFFICULTY_PUZZLE},
    {RAW_ABILITIES, "checking abilities", NULL, ROW_ABILITY, NULL, NULL, 0},
    {RAW_RECIPES, "redrawing recipes", NULL, ROW_RECIPE, NULL, NULL, 0},
};

static void
report_row(struct verify_job *job, const struct facts *facts,
           const char *fault)
{
    const struct walk *walk = job->walk;
    const struct raw_value *key = &facts->values[walk->key];
    char name[LOYD_ID_CHARS + 1];

    if (facts->has_id)
        report_puzzle(job, &facts->id, fault);
    else if (walk->row == NULL)
        report_bad(&job->report, NULL, "%s", fault);
    else if (key->kind == RAW_NUMBER)
        report_bad(&job->report, NULL, "%s %" PRId64 ": %s", walk->row,
                   key->number, fault);
    else
        report_bad(&job->report, NULL, "%s %s: %s", walk->row,
                   id_words(key, name), fault);
}

static bool
each_row(void *context, const struct raw_value *values)
{
    struct verify_job *job = context;
    const struct walk *walk = job->walk;
    struct facts *facts = &job->facts;
    const char *fault;

    *facts = (struct facts){.values = values};
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        facts->in[m].path.dir = job->paths[m];
    fault = walk->read != NULL ? walk->read(facts) : NULL;
    if (fault == NULL)
        fault = facts_check(&job->by, facts);
    if (fault != NULL)
        report_row(job, facts, fault);
    if (walk->kind == ROW_PUZZLE || walk->kind == ROW_GAME)
        job->result.done += fault == NULL;
    /* The progress counts these two. */
    return walk->kind == ROW_PUZZLE || walk->kind == ROW_RECIPE
               ? report_step(&job->report, 1024)
               : report_goes_on(&job->report);
}

static void
walk_table(struct verify_job *job, const struct walk *walk)
{
    loyd_why cause = {{0}};

    job->walk = walk;
    job->by.kind = walk->kind;
    job->report.now.what = walk->what;
    settle(job, walk->what,
           raw_each(job->store, walk->table, &job->range,
                    walk->each != NULL ? walk->each : each_row, job, &cause),
           &cause);
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

    for (size_t i = 0; i < sizeof(walks) / sizeof(walks[0]); i++)
        if (report_goes_on(&job->report))
            walk_table(job, &walks[i]);
    if (!job->range.is_first)
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

/* Returns a shard's ids; rows without a valid id belong to part 1. */
static struct raw_range
shard_range(const loyd_shard *shard)
{
    struct raw_range range;

    shard_ids(shard, &range.first, &range.last);
    range.is_first = shard->part <= 1;
    range.is_last = shard->part == shard->parts;
    return range;
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
    job->range = shard_range(&job->options.shard);
    job->by.state = job;
    job->by.report = &job->report;
    job->by.lengths = plain_lengths_new();
    job->report.err =
        job->by.lengths != NULL ? read_begin(store, why) : LOYD_E_NOMEM;
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
    job->result.searched = job->by.searched;
    if (err == LOYD_OK && result != NULL)
        *result = job->result;
    loyd_generator_free(&job->generator);
    loyd_solver_free(&job->solver);
    plain_lengths_free(&job->by.lengths);
    id_set_free(&job->reported);
    free(job);
    return err;
}
