/* SPDX-License-Identifier: MIT */
/*
 * Verifies a catalogue row by row, from the file's raw values. The checks of
 * single rows are in prove.c, separate from the code that writes them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"
#include "catalogue/shard.h"
#include "loyd/text.h"
#include "loyd/use.h"
#include "store/id_set.h"
#include "store/rows.h"
#include "verify/catalogue.h"

/* Columns of RAW_RECIPES. */
enum { RECIPE_SERIES, RECIPE_TEXT, RECIPE_NUMBER, RECIPE_PUZZLE };

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
    struct plain_lengths *lengths; /* in MTM */
    struct id_set told;            /* the puzzles that were reported */
};

/* Reports damage as a fault; any other error ends the job. */
static void
settle(struct verify_job *job, const char *what, loyd_err err,
       const loyd_why *part)
{
    if (err == LOYD_E_CORRUPT)
        report_bad(&job->report, NULL, "%s: %s", what, part->text);
    else if (err != LOYD_OK)
        report_end(&job->report, err, part);
}

/* Counts a row for the progress; returns false to stop. */
static bool
step(void *context)
{
    struct verify_job *job = context;

    return report_step(&job->report, 1024);
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

/* Returns whether the walk over a table reports its rows without what they
 * refer to, and names them. */
static bool
is_walked(const struct raw_value *table, const struct raw_value *meant)
{
    static const char *const pairs[][2] = {
        {"puzzle", "goal"}, {"rating", "search"}, {"recipe", "series"}};

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        if (raw_is_text(table, pairs[i][0]) && raw_is_text(meant, pairs[i][1]))
            return true;
    return false;
}

static bool
each_key(void *context, const struct raw_value *values)
{
    struct verify_job *job = context;
    char table[WHY_QUOTE_BYTES], meant[WHY_QUOTE_BYTES];

    if (!is_walked(&values[0], &values[2]))
        report_bad(&job->report, NULL,
                   "a row of table %s refers to a missing row of table %s",
                   text_words(&values[0], table),
                   text_words(&values[2], meant));
    return !job->report.is_stopped;
}

static bool
each_goal(void *context, const struct raw_value *values)
{
    struct verify_job *job = context;
    const char *fault = prove_goal(values);

    if (fault != NULL)
        report_bad(&job->report, NULL, "goal %" PRId64 ": %s",
                   values[0].number, fault);
    return !job->report.is_stopped;
}

/* Reports a wrong puzzle, of several faults the first. */
static void
report_puzzle(struct verify_job *job, const loyd_id *id, const char *fault)
{
    char name[LOYD_ID_CHARS + 1];
    bool is_new;
    loyd_err err = id_set_add(&job->told, id, &is_new);

    loyd_id_print(id, name);
    if (err != LOYD_OK)
        job->report.err = err;
    else if (is_new)
        report_bad(&job->report, NULL, "puzzle %s: %s", name, fault);
}

static bool
each_puzzle(void *context, const struct raw_value *values)
{
    struct verify_job *job = context;
    const struct raw_value *id = &values[PUZZLE_ID];
    struct plain_board board;
    const char *fault = prove_puzzle(values, &board);
    loyd_id bytes;

    if (fault == NULL)
        fault =
            prove_optima(values, &board, job->lengths, &job->result.searched);
    if (fault == NULL) {
        job->result.done++;
    } else if (raw_id(id, bytes.byte)) {
        report_puzzle(job, &bytes, fault);
    } else {
        report_bad(&job->report, NULL, "puzzle (invalid id): %s", fault);
    }
    return step(job);
}

/* Reports a fault in a row that belongs to a puzzle. */
static bool
tell_part(struct verify_job *job, const char *part, const struct raw_value *id,
          const char *fault)
{
    char name[LOYD_ID_CHARS + 1];

    if (fault != NULL)
        report_bad(&job->report, NULL, "%s of puzzle %s: %s", part,
                   id_words(id, name), fault);
    return !job->report.is_stopped;
}

static bool
each_rating(void *context, const struct raw_value *values)
{
    return tell_part(context, "rating", &values[0], prove_search(values));
}

static bool
each_claim(void *context, const struct raw_value *values)
{
    return tell_part(context, "claim", &values[0], prove_claim(values));
}

static bool
each_pack(void *context, const struct raw_value *values)
{
    struct verify_job *job = context;
    char name[LOYD_ID_CHARS + 1];
    const char *fault = prove_pack(values);

    if (fault != NULL)
        report_bad(&job->report, NULL, "used pack %s: %s",
                   id_words(&values[PACK_ID], name), fault);
    return !job->report.is_stopped;
}

static bool
each_mark(void *context, const struct raw_value *values)
{
    return tell_part(context, "mark", &values[0], prove_mark(values));
}

static bool
each_name(void *context, const struct raw_value *values)
{
    return tell_part(context, "name", &values[0], prove_name(values));
}

static void
begin_series(struct verify_job *job, const struct raw_value *values)
{
    char quote[WHY_QUOTE_BYTES];
    loyd_why part = {{0}};
    loyd_err err;

    loyd_generator_free(&job->generator);
    job->series = values[RECIPE_SERIES].number;
    job->is_usable = values[RECIPE_TEXT].kind == RAW_TEXT &&
                     series_read((const char *)values[RECIPE_TEXT].bytes,
                                 values[RECIPE_TEXT].len, &job->recipe);
    if (!job->is_usable) {
        report_bad(&job->report, NULL,
                   "series %" PRId64 ": invalid recipe '%s'", job->series,
                   text_words(&values[RECIPE_TEXT], quote));
        return;
    }
    if (job->recipe.is_keyed)
        return;
    err = loyd_generator_new(&job->recipe, NULL, &job->generator, &part);
    if (!why_is_of_row(err))
        report_end(&job->report, err, &part);
    else if (err != LOYD_OK)
        report_bad(&job->report, NULL, "series %" PRId64 ": %s", job->series,
                   part.text);
    job->is_usable = err == LOYD_OK;
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

static void
prove_recipe(struct verify_job *job, const struct raw_value *values)
{
    uint64_t index = (uint64_t)values[RECIPE_NUMBER].number;
    char name[LOYD_ID_CHARS + 1], quote[WHY_QUOTE_BYTES];
    loyd_why part = {{0}};
    loyd_puzzle puzzle;
    loyd_id id, stored;
    loyd_err err = redraw(job, index, &puzzle, &part);

    if (!why_is_of_row(err))
        report_end(&job->report, err, &part);
    else if (err != LOYD_OK)
        report_bad(&job->report, NULL, "recipe '%s~%" PRIu64 "': %s",
                   text_words(&values[RECIPE_TEXT], quote), index, part.text);
    if (err != LOYD_OK)
        return;
    loyd_puzzle_id(&puzzle, &id);
    if (raw_id(&values[RECIPE_PUZZLE], stored.byte) &&
        memcmp(stored.byte, id.byte, LOYD_ID_BYTES) == 0)
        job->result.done++;
    else
        report_bad(&job->report, NULL,
                   "recipe '%s~%" PRIu64 "' does not draw puzzle %s",
                   text_words(&values[RECIPE_TEXT], quote), index,
                   id_words(&values[RECIPE_PUZZLE], name));
}

static bool
each_recipe(void *context, const struct raw_value *values)
{
    struct verify_job *job = context;

    if (values[RECIPE_SERIES].kind != RAW_NUMBER ||
        values[RECIPE_NUMBER].kind != RAW_NUMBER ||
        values[RECIPE_NUMBER].number < 0 ||
        values[RECIPE_NUMBER].number > (int64_t)LOYD_INDEX_MAX) {
        report_bad(&job->report, NULL,
                   "a recipe has an invalid series or index");
        return step(job);
    }
    if (job->series != values[RECIPE_SERIES].number)
        begin_series(job, values);
    if (job->is_usable && job->recipe.is_keyed)
        job->result.skipped++;
    else if (job->is_usable && job->report.err == LOYD_OK)
        prove_recipe(job, values);
    return step(job);
}

/* The walks over the tables, in order, with their names in the progress. */
static const struct walk {
    enum raw_table table;
    raw_fn each;
    const char *what;
} walks[] = {
    {RAW_FILE, each_fault, "checking the file"},
    {RAW_KEYS, each_key, "checking the file"},
    {RAW_GOALS, each_goal, "proving goals"},
    {RAW_PUZZLES, each_puzzle, "proving puzzles"},
    {RAW_RATINGS, each_rating, "proving ratings"},
    {RAW_CLAIMS, each_claim, "checking claims"},
    {RAW_PACKS, each_pack, "checking marks"},
    {RAW_MARKS, each_mark, "checking marks"},
    {RAW_NAMES, each_name, "checking names"},
    {RAW_RECIPES, each_recipe, "redrawing recipes"},
};

static void
take_walk(struct verify_job *job, const struct walk *walk)
{
    loyd_why part = {{0}};

    job->report.now.what = walk->what;
    settle(
        job, walk->what,
        raw_each(job->store, walk->table, &job->range, walk->each, job, &part),
        &part);
}

static bool
each_distribution(void *context, const char *key, const char *fault)
{
    struct verify_job *job = context;

    report_bad(&job->report, NULL, "distribution %s: %s", key, fault);
    return !job->report.is_stopped;
}

static void
take_distributions(struct verify_job *job)
{
    const struct distribution_judge judge = {step, each_distribution, job};
    loyd_why part = {{0}};

    job->report.now.what = "checking distributions";
    settle(job, "distributions",
           prove_distributions(job->store, &judge, &part), &part);
}

/* Reads all uses by the functions that other commands use; only if all rows
 * are right. */
static void
take_uses(struct verify_job *job)
{
    loyd_cursor *cursor = NULL;
    loyd_usage usage;
    bool found = true;
    loyd_why part = {{0}};
    loyd_err err =
        loyd_store_usages(job->store, NULL, 0, NULL, &cursor, &part);

    while (err == LOYD_OK && found)
        err = loyd_usage_next(cursor, &usage, &found, &part);
    loyd_cursor_close(&cursor);
    settle(job, "uses", err, &part);
}

/* Only if all rows are right. */
static void
prove_digest(struct verify_job *job)
{
    char fault[LOYD_WHY_BYTES];
    loyd_why part = {{0}};
    loyd_err err;

    job->report.now = (loyd_progress){.what = "computing the digest twice"};
    err = redigest(job->store, job->options.digest, step, job, fault, &part);
    if (!report_goes_on(&job->report))
        return;
    settle(job, "digest", err, &part);
    if (err == LOYD_OK && fault[0] != '\0')
        report_bad(&job->report, NULL, "digest: %s", fault);
}

static bool
each_sampled(void *context, const loyd_id *id, const char *fault)
{
    struct verify_job *job = context;

    report_puzzle(job, id, fault);
    return report_goes_on(&job->report);
}

static void
prove_sample(struct verify_job *job)
{
    const char *seed = job->options.seed != NULL ? job->options.seed : "";

    loyd_err err =
        reprove(job->store, job->options.prove, seed, job->options.threads,
                job->report.listener, each_sampled, job, &job->result.sampled,
                job->report.why);

    if (job->report.err == LOYD_OK)
        job->report.err = err;
}

static void
take_all(struct verify_job *job)
{
    loyd_bands bands;
    loyd_why part = {{0}};

    for (size_t i = 0; i < sizeof(walks) / sizeof(walks[0]); i++)
        if (report_goes_on(&job->report))
            take_walk(job, &walks[i]);
    if (!job->range.is_first)
        return;
    if (report_goes_on(&job->report))
        settle(job, "bands", loyd_store_bands(job->store, &bands, &part),
               &part);
    if (report_goes_on(&job->report))
        take_distributions(job);
    if (job->report.err == LOYD_OK && job->report.bad == 0)
        take_uses(job);
    if (job->report.err == LOYD_OK && job->report.bad == 0)
        prove_digest(job);
    if (report_goes_on(&job->report) && job->options.prove > 0)
        prove_sample(job);
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
    job->lengths = plain_lengths_new();
    job->report.err =
        job->lengths != NULL ? read_begin(store, why) : LOYD_E_NOMEM;
    if (job->report.err == LOYD_OK) {
        /* The rows of a damaged file may be impossible to count. */
        job->report.err = store_row_count(store, &job->report.now.total, why);
        if (job->report.err == LOYD_E_CORRUPT)
            job->report.err = LOYD_OK;
        if (job->options.shard.parts > 0)
            job->report.now.total /= job->options.shard.parts;
        if (job->report.err == LOYD_OK)
            take_all(job);
        read_end(store);
    }
    err = job->report.err;
    job->result.bad = job->report.bad;
    if (err == LOYD_OK && result != NULL)
        *result = job->result;
    loyd_generator_free(&job->generator);
    loyd_solver_free(&job->solver);
    plain_lengths_free(&job->lengths);
    id_set_free(&job->told);
    free(job);
    return err;
}
