/* SPDX-License-Identifier: MIT */
/* Parses schedules, and converts their bands to fixed lengths. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/range.h"
#include "base/why.h"
#include "core/board.h"
#include "core/class.h"
#include "daily/channel.h"
#include "daily/rows.h"
#include "generate/recipe.h"
#include "loyd/distribution.h"
#include "rate/lengths.h"

#define STM_MAX (LOYD_LENGTH_MAX - 1) /* longest path that the store accepts  \
                                       */

loyd_err
loyd_channel_name_check(const char *name, loyd_why *why)
{
    WHY_GIVEN(why);
    return row_name("name", name, NULL, why);
}

loyd_err
schedule_recipe(const loyd_schedule_row *row, loyd_recipe *recipe,
                loyd_why *why)
{
    loyd_recipe made = {.method = LOYD_METHOD_UNIFORM};
    loyd_err err =
        loyd_layout_parse(row->layout, strlen(row->layout), row->width,
                          row->height, &made.layout, why);

    if (err != LOYD_OK)
        return err;
    made.target = row->target;
    made.target_low = row->low;
    made.target_high = row->high;
    *recipe = made;
    return LOYD_OK;
}

static loyd_schedule_row *
row_of(void *schedule, size_t at)
{
    return &((loyd_schedule *)schedule)->row[at];
}

static loyd_err
read_size(json_t *value, void *all, size_t at, loyd_why *why)
{
    loyd_schedule_row *row = row_of(all, at);
    const char *text = json_string_value(value);

    memcpy(row->layout, "rows", sizeof("rows")); /* the default */
    return loyd_size_parse(text, strlen(text), &row->width, &row->height, why);
}

static loyd_err
read_layout(json_t *value, void *all, size_t at, loyd_why *why)
{
    loyd_schedule_row *row = row_of(all, at);
    const char *text = json_string_value(value);
    loyd_layout layout;
    loyd_err err = loyd_layout_parse(text, strlen(text), row->width,
                                     row->height, &layout, why);

    if (err == LOYD_OK)
        loyd_layout_print(&layout, row->layout);
    return err;
}

static loyd_err
read_band(json_t *value, void *all, size_t at, loyd_why *why)
{
    return row_name("band", json_string_value(value), row_of(all, at)->band,
                    why);
}

/* Returns the kind of ranges for a row's size: lengths or mlc. */
static loyd_target
target_of_size(const loyd_schedule_row *row)
{
    return row->width * row->height > LOYD_EXACT_CELLS ? LOYD_TARGET_MLC
                                                        : LOYD_TARGET_STM;
}

static loyd_err
read_range(const json_t *value, loyd_target target, loyd_schedule_row *row,
           loyd_why *why)
{
    const char *text = json_string_value(value);
    loyd_target of_size = target_of_size(row);
    uint64_t low, high;
    loyd_err err;

    if (row->target != LOYD_TARGET_NONE)
        return why_set(why, LOYD_E_SYNTAX, "stm and mlc cannot be combined");
    if (target != of_size)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "%s is for sizes of %s %d cells: expected %s for %ux%u",
                       target_name(target),
                       target == LOYD_TARGET_STM ? "at most" : "more than",
                       LOYD_EXACT_CELLS, target_name(of_size), row->width,
                       row->height);
    err = range_parse(text, strlen(text), 1, STM_MAX, &low, &high, why);
    if (err != LOYD_OK)
        return err;
    row->target = target;
    row->low = (uint16_t)low;
    row->high = (uint16_t)high;
    return LOYD_OK;
}

static loyd_err
read_stm(json_t *value, void *all, size_t at, loyd_why *why)
{
    return read_range(value, LOYD_TARGET_STM, row_of(all, at), why);
}

static loyd_err
read_mlc(json_t *value, void *all, size_t at, loyd_why *why)
{
    return read_range(value, LOYD_TARGET_MLC, row_of(all, at), why);
}

static loyd_err
check_row(void *all, size_t at, loyd_why *why)
{
    const loyd_schedule_row *row = row_of(all, at);

    if (row->band[0] != '\0' && row->target != LOYD_TARGET_NONE)
        return why_set(why, LOYD_E_SYNTAX, "band and %s cannot be combined",
                       target_name(row->target));
    if (row->band[0] == '\0' && row->target == LOYD_TARGET_NONE)
        return why_set(why, LOYD_E_SYNTAX, "missing band, stm or mlc");
    return LOYD_OK;
}

/* A layout needs its size. */
static const struct member members[] = {
    {"tier", false, JSON_STRING, NULL},
    {"title", true, JSON_STRING, NULL},
    {"size", true, JSON_STRING, read_size},
    {"layout", false, JSON_STRING, read_layout},
    {"band", false, JSON_STRING, read_band},
    {"stm", false, JSON_STRING, read_stm},
    {"mlc", false, JSON_STRING, read_mlc},
    {.name = NULL},
};

static const struct rows schedule_rows = {
    .is_schedule = true,
    .member = members,
    .names = "tier, title, size, layout, band, stm or mlc",
    .tier = offsetof(loyd_schedule, row[0].tier),
    .title = offsetof(loyd_schedule, row[0].title),
    .row_bytes = sizeof(loyd_schedule_row),
    .check = check_row,
};

loyd_err
loyd_schedule_parse(const char *json, size_t len, loyd_schedule *schedule,
                    loyd_why *why)
{
    /* What `loyd channel show --json` prints: a line for the channel, with
     * its schedule, before those of its rows. */
    static const char shown[] = "{\"channel\":";
    const char *end = memchr(json, '\n', len);
    loyd_schedule read = {0};
    enum rows_kind kind;
    size_t n = 0;
    loyd_err err;

    WHY_GIVEN(why);
    if (end != NULL && strncmp(json, shown, sizeof(shown) - 1) == 0)
        len = (size_t)(end - json);
    err = rows_parse(&schedule_rows, json, len, &read, &n, &kind, why);
    if (err != LOYD_OK)
        return err;
    for (; kind == ROWS_EVERY && n < LOYD_SCHEDULE_ROWS; n++)
        read.row[n] = read.row[0];
    read.n = (unsigned)n;
    read.has_tiers = kind == ROWS_TIERS;
    *schedule = read;
    return LOYD_OK;
}

/*
 * At least one board in this many must be inside the target: a day is drawn
 * by rejection, and a rarer target would take minutes every day.
 */
#define RARITY_MAX 1e6

/* Finds the lengths of a band. False: there are none. */
static loyd_err
find_lengths(const loyd_class *cls, const loyd_band *band,
             loyd_schedule_row *row, bool *found, loyd_why *why)
{
    const loyd_distribution *d =
        distribution_find(LOYD_STM, cls->width, cls->height, cls->blank);

    if (d == NULL)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "the distribution of lengths of %ux%u is unknown",
                       row->width, row->height);
    row->target = LOYD_TARGET_STM;
    *found = loyd_percentiles_lengths(&band->percentiles, d, &row->low,
                                      &row->high);
    return LOYD_OK;
}

/* Finds the values of mlc of a band. */
static loyd_err
find_mlc(loyd_store *store, const loyd_class *cls, const loyd_band *band,
         loyd_schedule_row *row, bool *found, loyd_why *why)
{
    const loyd_sample *sample;
    char name[CLASS_TEXT];
    loyd_err err =
        loyd_store_sample(store, cls, LOYD_EFFORT_VERSION, &sample, why);

    if (err != LOYD_OK)
        return err;
    class_print(cls, name);
    if (sample == NULL)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "no sample of class %s: expected mlc, or a sample by "
                       "`loyd bands --sample`",
                       name);
    row->target = LOYD_TARGET_MLC;
    *found = loyd_percentiles_mlc(&band->percentiles, sample, &row->low,
                                  &row->high);
    return LOYD_OK;
}

static loyd_err
freeze_band(loyd_store *store, loyd_schedule_row *row,
            const loyd_layout *layout, const loyd_bands *bands, loyd_why *why)
{
    bool is_drawn = layout->is_drawn, found = false;
    char text[PERCENTILES_TEXT];
    const loyd_band *band;
    loyd_class cls;
    loyd_err err = loyd_bands_find(bands, row->band, &band, why);

    if (err != LOYD_OK)
        return err;
    if (is_drawn && layout->blank == LOYD_BLANK_AUTO)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "a band of random goals needs a fixed blank: expected "
                       "blank=ROW.COL in the layout, or %s",
                       target_name(target_of_size(row)));
    cls = loyd_class_of(row->width, row->height,
                        is_drawn ? (unsigned)layout->blank
                                 : board_blank(&layout->goal));
    err = target_of_size(row) == LOYD_TARGET_MLC
              ? find_mlc(store, &cls, band, row, &found, why)
              : find_lengths(&cls, band, row, &found, why);
    if (err != LOYD_OK || found)
        return err;
    percentiles_print(&band->percentiles, text);
    return why_set(why, LOYD_E_UNSOLVABLE,
                   "no %ux%u board is %s: no %s is at percentile %s of "
                   "its class",
                   row->width, row->height, band->name,
                   row->target == LOYD_TARGET_MLC ? "mlc" : "length", text);
}

/*
 * Draws up to a million boards with a fixed seed, so that all machines agree:
 * how many boards have an mlc is not known.
 */
static loyd_err
check_drawn(const loyd_recipe *recipe, loyd_why *why)
{
    static const loyd_solver_options defaults = {.threads = 1};
    loyd_recipe trial = *recipe;
    loyd_generator *generator = NULL;
    loyd_solver *solver = NULL;
    loyd_puzzle puzzle;
    char range[RANGE_WORDS];
    loyd_err err;

    trial.seed_len = (uint16_t)snprintf(trial.seed, sizeof(trial.seed),
                                        "loyd rarity 1");
    if ((err = loyd_solver_new(&defaults, &solver)) == LOYD_OK)
        err = loyd_generator_new(&trial, NULL, &generator, why);
    if (err == LOYD_OK)
        err = loyd_target_draw(generator, solver, 0, (uint64_t)RARITY_MAX,
                               &puzzle, NULL, why);
    if (err == LOYD_E_EXHAUSTED)
        err = why_set(
            why, LOYD_E_RANGE,
            "none of a million %ux%u boards has mlc %s: expected a "
            "wider range",
            recipe->layout.width, recipe->layout.height,
            range_words(recipe->target_low, recipe->target_high, "", range));
    loyd_generator_free(&generator);
    loyd_solver_free(&solver);
    return err;
}

static loyd_err
check_rarity(const loyd_recipe *recipe, loyd_why *why)
{
    char moves[RANGE_WORDS];
    loyd_rarity rarity;
    loyd_err err = loyd_target_rarity(recipe, &rarity, why);

    if (err != LOYD_OK || rarity.share * RARITY_MAX >= 1)
        return err;
    return why_set(
        why, LOYD_E_RANGE,
        "fewer than one %ux%u board in a million takes %s: "
        "expected a wider range",
        recipe->layout.width, recipe->layout.height,
        range_words(recipe->target_low, recipe->target_high, "move", moves));
}

/* If the goal is drawn, every class that it can have needs such boards. */
static loyd_err
check_target(const loyd_schedule_row *row, loyd_why *why)
{
    loyd_recipe recipe;
    loyd_err err = schedule_recipe(row, &recipe, why);

    if (err != LOYD_OK)
        return err;
    if (recipe.target == LOYD_TARGET_MLC)
        return check_drawn(&recipe, why);
    if (!recipe.layout.is_drawn || recipe.layout.blank != LOYD_BLANK_AUTO)
        return check_rarity(&recipe, why);
    for (int cell = 0; err == LOYD_OK && cell < row->width * row->height;
         cell++) {
        recipe.layout.blank = (int16_t)cell;
        err = check_rarity(&recipe, why);
    }
    return err;
}

loyd_err
loyd_schedule_resolve(loyd_store *store, loyd_schedule *schedule,
                      const loyd_bands *bands, loyd_why *why)
{
    loyd_schedule made = *schedule;

    WHY_GIVEN(why);
    for (unsigned i = 0; i < made.n; i++) {
        loyd_schedule_row *row = &made.row[i];
        loyd_recipe recipe;
        loyd_err err;

        if (i > 0 && memcmp(&schedule->row[i], &schedule->row[i - 1],
                            sizeof(*row)) == 0) {
            *row = made.row[i - 1]; /* a row for every day */
            continue;
        }
        err = schedule_recipe(row, &recipe, why);
        if (err == LOYD_OK && row->target == LOYD_TARGET_NONE)
            err = freeze_band(store, row, &recipe.layout, bands, why);
        if (err == LOYD_OK)
            err = check_target(row, why);
        if (err != LOYD_OK)
            return why_prefix(why, err, "%s '%s': ",
                              made.has_tiers
                                  ? "tier"
                                  : weekday_names[i % LOYD_SCHEDULE_ROWS],
                              made.has_tiers ? row->tier : row->title);
    }
    *schedule = made;
    return LOYD_OK;
}
