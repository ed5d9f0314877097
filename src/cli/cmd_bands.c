/* SPDX-License-Identifier: MIT */
/* `loyd bands`: lists or replaces the bands of a catalogue, and makes
 * samples. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/catalogue.h"
#include "cli/command.h"
#include "cli/json.h"
#include "cli/recipe.h"
#include "cli/solving.h"
#include "core/class.h"
#include "core/range.h"

static struct {
    loyd_size sample;
    uint64_t boards;
    const char *set;
} opt;

static const struct option_row option_table[] = {
    {"size", "SIZE",
     "also print the optimal lengths of each band for this size; beyond 16 "
     "cells the estimates, and the Manhattan distances with linear conflicts",
     SHARED(size)},
    OPTION_DB, OPTION_LAYOUT,
    {"set", "BANDS",
     "replace the bands of the catalogue by NAME=A..B,NAME=A..B,...: "
     "percentiles that cover 0..100; a bound belongs to the band above it",
     OWN(set)},
    {"sample", "SIZE",
     "solve boards of this size of more than 16 cells by effort quick, and "
     "store the sample in the catalogue: it decides the percentiles of the "
     "class of --layout",
     OWN(sample)},
    {"count", "N", "with --sample, number of boards (default: 2000)",
     OWN_NUMBER(boards, LOYD_SAMPLE_BOARDS_MIN, LOYD_SAMPLE_BOARDS_MAX)},
    {"seed", "TEXT", "with --sample, seed of the boards (default: sample)",
     SHARED(seed)},
    OPTION_METRIC, OPTIONS_OF_ROWS};

static int
set_bands(struct run *run)
{
    loyd_why why = {""};
    loyd_err err;
    int code;

    if (run->db == NULL)
        return catalogue_missing(run);
    if ((code = catalogue_open(run, LOYD_STORE_WRITE)) != EXIT_DONE)
        return code;
    if ((err = loyd_store_begin(run->store, &why)) != LOYD_OK)
        return report(run->db, err, &why);
    if ((err = loyd_store_set_bands(run->store, opt.set, &why)) == LOYD_OK)
        err = loyd_store_commit(run->store, &why);
    loyd_store_rollback(run->store);
    if (err == LOYD_E_SYNTAX || err == LOYD_E_RANGE)
        return report_option("--set", err, &why);
    if (err == LOYD_OK)
        out_stored(run->db);
    return report(run->db, err, &why);
}

/* What decides the values of bands: at most one of the two. */
struct facts {
    const loyd_distribution *exact; /* or sampled, of optimal lengths */
    const loyd_sample *sample;      /* beyond 16 cells */
};

/* Parses --layout for a size. Returns an exit code, after a message. */
static int
read_layout(const struct run *run, const loyd_size *size, loyd_layout *layout)
{
    const char *text = run->args.layout != NULL ? run->args.layout : "rows";
    loyd_why why = {""};
    loyd_err err = loyd_layout_parse(text, strlen(text), size->width,
                                     size->height, layout, &why);

    return report_option("--layout", err, &why);
}

/* Finds the facts of --size and --layout; none without --size. */
static int
find_facts(const struct run *run, struct facts *facts)
{
    const struct args *args = &run->args;
    loyd_layout layout;
    int code;

    if (args->size.width == 0)
        return EXIT_DONE;
    if ((code = read_layout(run, &args->size, &layout)) != EXIT_DONE)
        return code;
    return args->size.width * args->size.height > LOYD_EXACT_CELLS &&
                   metric_of(args) == LOYD_STM
               ? sample_find(run, &layout, "--size", &facts->sample)
               : class_find(&layout, metric_of(args), "--size", &facts->exact);
}

/* Writes the values of a band as a text and as two numbers. The greatest value
 * of a class that was only sampled is unknown. */
static void
put_values(struct jw *row, const loyd_band *band, const loyd_distribution *d,
           uint16_t low, uint16_t high, const char *const names[3])
{
    bool is_open =
        d->sample > 0 && band->percentiles.high == LOYD_PERCENTILE_MAX;

    if (row_is_text(row) || strcmp(names[0], "lengths") == 0)
        jw_format(row, names[0], is_open ? "%u.." : "%u..%u", low, high);
    jw_uint(row, names[1], low);
    if (!is_open)
        jw_uint(row, names[2], high);
}

static void
put_lengths(struct jw *row, const struct run *run, const loyd_band *band,
            const struct facts *facts)
{
    static const char *const lengths[][3] = {
        [LOYD_STM] = {"lengths", "stm_low", "stm_high"},
        [LOYD_MTM] = {"lengths", "mtm_low", "mtm_high"}};
    static const char *const estimates[] = {"estimates", "estimate_low",
                                            "estimate_high"};
    static const char *const mlc[] = {"mlc", "mlc_low", "mlc_high"};
    const loyd_sample *sample = facts->sample;
    const loyd_distribution *d =
        sample != NULL ? &sample->estimates : facts->exact;
    uint16_t low, high;

    if (loyd_percentiles_lengths(&band->percentiles, d, &low, &high))
        put_values(row, band, d, low, high,
                   sample != NULL ? estimates
                                  : lengths[metric_of(&run->args)]);
    if (sample != NULL) {
        if (loyd_percentiles_lengths(&band->percentiles, &sample->mlc, &low,
                                     &high))
            put_values(row, band, &sample->mlc, low, high, mlc);
        jw_boolean(row, "estimated", true);
    }
    if (d->sample > 0)
        jw_uint(row, "percentile_sample", d->sample);
}

static void
print_band(const struct run *run, const loyd_band *band,
           const struct facts *facts)
{
    const loyd_size *size = &run->args.size;
    char percentiles[PERCENTILES_TEXT];
    struct jw *row = row_begin();

    percentiles_print(&band->percentiles, percentiles);
    jw_string(row, "band", band->name);
    jw_string(row, "percentiles", percentiles);
    jw_name(row, "percentile_low");
    text_millionths(row->to, INT64_C(1000) * band->percentiles.low);
    jw_name(row, "percentile_high");
    text_millionths(row->to, INT64_C(1000) * band->percentiles.high);
    if (size->width > 0)
        json_size(row, size->width, size->height);
    if (facts->exact != NULL || facts->sample != NULL)
        put_lengths(row, run, band, facts);
    row_end(row);
}

/* --- samples --- */

static void
print_sample(const loyd_sample *sample)
{
    const loyd_distribution *d = &sample->estimates;
    const loyd_class cls = {d->width, d->height, d->blank};
    char name[CLASS_TEXT];

    class_print(&cls, name);
    SUMS(SUM("!boards=$ board* of class", d->sample),
         SUM_TEXT("class= $ sampled", name),
         SUM_TEXT("effort", effort_words[sample->effort - 1]),
         SUM("version", sample->version), SUM_TEXT("series", sample->series));
}

static int
sample_recipe(const struct run *run, loyd_recipe *recipe)
{
    const char *seed = run->args.seed != NULL ? run->args.seed : "sample";
    int code;

    memset(recipe, 0, sizeof(*recipe));
    code = read_layout(run, &opt.sample, &recipe->layout);
    return code == EXIT_DONE ? recipe_seed(seed, recipe) : code;
}

/* Nothing is stored before the whole sample is made. */
static int
make_sample(struct run *run)
{
    uint32_t boards =
        opt.boards > 0 ? (uint32_t)opt.boards : LOYD_SAMPLE_BOARDS;
    const loyd_sample *sample;
    loyd_recipe recipe;
    loyd_why why = {""};
    loyd_err err;
    int code;

    if ((code = sample_recipe(run, &recipe)) != EXIT_DONE ||
        (code = solver_start(run, progress_part)) != EXIT_DONE ||
        (code = catalogue_open(run, LOYD_STORE_CREATE)) != EXIT_DONE)
        return code;
    err = loyd_catalogue_sample(run->store, run->solver, &recipe, boards,
                                &progress_shown, &sample, &why);
    code = err == LOYD_E_RANGE ? report_option("--sample", err, &why)
                               : report_job(run, err, &why);
    if (code != EXIT_DONE)
        return code;
    out_stored(run->db);
    print_sample(sample);
    return EXIT_DONE;
}

static int
print_bands(struct run *run)
{
    struct facts facts = {.exact = NULL};
    loyd_bands bands;
    int code;

    code = opt.set != NULL ? set_bands(run) : catalogue_open_to_read(run);
    if (code == EXIT_DONE)
        code = find_facts(run, &facts);
    if (code == EXIT_DONE)
        code = bands_take(run, &bands);
    if (code == EXIT_DONE)
        code = rows_begin(run,
                          "band,percentiles,percentile_low,percentile_high,"
                          "size,lengths,stm_low,stm_high,mtm_low,mtm_high,"
                          "estimate_low,estimate_high,mlc_low,mlc_high,"
                          "estimated,percentile_sample",
                          facts.exact != NULL    ? "band,percentiles,lengths"
                          : facts.sample != NULL ? "band,percentiles,"
                                                   "estimates,mlc"
                                                 : "band,percentiles");
    for (unsigned i = 0; code == EXIT_DONE && i < bands.n; i++)
        print_band(run, &bands.band[i], &facts);
    return code;
}

static int
cmd_bands(struct run *run)
{
    int code;

    if (opt.sample.width == 0)
        return print_bands(run);
    code = rows_begin(run, "class,effort,version,series,boards", NULL);
    return code == EXIT_DONE ? make_sample(run) : code;
}

const struct command command_bands = {
    "bands", "", "list or change the bands of difficulty",
    "Prints one line per band: its name, a tab, its range of percentiles. "
    "The percentile of a board is the share of its class that is shorter, "
    "plus half of the share that is equally long. With --size, a tab and the "
    "range of lengths follow.\n"
    "\n"
    "Each catalogue has its own bands. Without --db, prints the bands of a "
    "new catalogue.",
    ACTION(cmd_bands, MAKES_STORE, NULL, NULL),
    option_table, 0, 0,
    .examples =
        "loyd bands --size 4x4\n"
        "loyd bands --size 5x5\n"
        "loyd bands --db puzzles.db --set easy=0..5,hard=5..100\n",
    .rules =
        "--layout needs --size|--sample\n"
        "--sample excludes --size,--set\n"
        "--count,--seed needs --sample\n"
        "--sample needs --db=FILE\n"};
