/* SPDX-License-Identifier: MIT */
/*
 * Parses schedules, strict JSON as defined in docs/formats.md, and converts
 * their bands to fixed lengths.
 */
#include <stdio.h>
#include <string.h>

#include "base/range.h"
#include "base/why.h"
#include "daily/list.h"
#include "generate/recipe.h"
#include "loyd/distribution.h"
#include "loyd/text.h"
#include "pack/json_parse.h"
#include "rate/lengths.h"

#define STM_MAX (LOYD_STM_MAX - 1) /* longest path that the store accepts */

static const char *const weekdays[LOYD_SCHEDULE_ROWS] = {
    "monday", "tuesday",  "wednesday", "thursday",
    "friday", "saturday", "sunday"};

loyd_err
loyd_channel_name_check(const char *name, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    size_t len = strlen(name);

    WHY_GIVEN(why);
    if (day_name_is_valid(name, len))
        return LOYD_OK;
    return why_set(why, LOYD_E_SYNTAX,
                   "invalid name '%s': expected 1..32 characters of a-z 0-9 -",
                   why_quote(name, len, quote));
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

/* Parses a field that is not empty. */
typedef loyd_err (*field_fn)(const char *text, loyd_schedule_row *row,
                             loyd_why *why);

/* Parses a name of up to 32 characters. `what` is the field, for messages. */
static loyd_err
read_name(const char *what, const char *text, char *name, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    size_t len = strlen(text);

    if (!day_name_is_valid(text, len))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid %s '%s': expected 1..32 characters of "
                       "a-z 0-9 -",
                       what, why_quote(text, len, quote));
    memcpy(name, text, len + 1);
    return LOYD_OK;
}

static loyd_err
read_title(const char *text, loyd_schedule_row *row, loyd_why *why)
{
    return read_name("title", text, row->title, why);
}

static loyd_err
read_size(const char *text, loyd_schedule_row *row, loyd_why *why)
{
    return loyd_size_parse(text, strlen(text), &row->width, &row->height, why);
}

static loyd_err
read_layout(const char *text, loyd_schedule_row *row, loyd_why *why)
{
    loyd_layout layout;
    loyd_err err = loyd_layout_parse(text, strlen(text), row->width,
                                     row->height, &layout, why);

    if (err == LOYD_OK)
        loyd_layout_print(&layout, row->layout);
    return err;
}

static loyd_err
read_band(const char *text, loyd_schedule_row *row, loyd_why *why)
{
    return read_name("band", text, row->band, why);
}

/* Returns the kind of ranges for a row's size: lengths or mlc. */
static loyd_target
target_of_size(const loyd_schedule_row *row)
{
    return row->width * row->height > LOYD_EXACT_CELLS ? LOYD_TARGET_MLC
                                                        : LOYD_TARGET_STM;
}

static loyd_err
read_range(const char *text, loyd_target target, loyd_schedule_row *row,
           loyd_why *why)
{
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
read_stm(const char *text, loyd_schedule_row *row, loyd_why *why)
{
    return read_range(text, LOYD_TARGET_STM, row, why);
}

static loyd_err
read_mlc(const char *text, loyd_schedule_row *row, loyd_why *why)
{
    return read_range(text, LOYD_TARGET_MLC, row, why);
}

/* In the order in which they are parsed: a layout needs its size. */
static const struct field {
    const char *name;
    const char *otherwise; /* the default; NULL: required, "": optional */
    field_fn read;
} fields[] = {
    {"title", NULL, read_title},     {"size", NULL, read_size},
    {"layout", "rows", read_layout}, {"band", "", read_band},
    {"stm", "", read_stm},           {"mlc", "", read_mlc},
};

#define N_FIELDS (sizeof(fields) / sizeof(fields[0]))

static loyd_err
check_keys(json_t *object, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    const char *key;
    json_t *value;

    if (!json_is_object(object))
        return why_set(why, LOYD_E_SYNTAX, "not an object");
    json_object_foreach(object, key, value)
    {
        size_t i = 0;

        while (i < N_FIELDS && strcmp(fields[i].name, key) != 0)
            i++;
        why_quote(key, strlen(key), quote);
        if (i == N_FIELDS)
            return why_set(why, LOYD_E_SYNTAX,
                           "unknown key '%s': expected title, size, layout, "
                           "band, stm or mlc",
                           quote);
        if (!json_is_string(value))
            return why_set(why, LOYD_E_SYNTAX, "'%s' is not a string", quote);
    }
    return LOYD_OK;
}

static loyd_err
read_row(json_t *object, loyd_schedule_row *row, loyd_why *why)
{
    loyd_err err = check_keys(object, why);

    for (size_t i = 0; err == LOYD_OK && i < N_FIELDS; i++) {
        const char *text =
            json_string_value(json_object_get(object, fields[i].name));

        if (text == NULL && fields[i].otherwise == NULL)
            return why_set(why, LOYD_E_SYNTAX, "missing %s", fields[i].name);
        if (text == NULL)
            text = fields[i].otherwise;
        else if (text[0] == '\0')
            return why_set(why, LOYD_E_SYNTAX, "empty %s", fields[i].name);
        if (text[0] != '\0')
            err = fields[i].read(text, row, why);
    }
    if (err != LOYD_OK)
        return err;
    if (row->band[0] != '\0' && row->target != LOYD_TARGET_NONE)
        return why_set(why, LOYD_E_SYNTAX, "band and %s cannot be combined",
                       target_name(row->target));
    if (row->band[0] == '\0' && row->target == LOYD_TARGET_NONE)
        return why_set(why, LOYD_E_SYNTAX, "missing band, stm or mlc");
    return LOYD_OK;
}

static bool
is_twice(const loyd_schedule *schedule, unsigned at)
{
    for (unsigned i = 0; i < at; i++)
        if (strcmp(schedule->row[i].title, schedule->row[at].title) == 0)
            return true;
    return false;
}

static loyd_err
read_rows(json_t *rows, loyd_schedule *schedule, loyd_why *why)
{
    size_t n = json_array_size(rows);
    loyd_err err = LOYD_OK;

    if (!schedule->has_tiers && n != LOYD_SCHEDULE_ROWS)
        return why_set(why, LOYD_E_SYNTAX,
                       "%zu %s: expected %d, from monday to sunday", n,
                       n == 1 ? "row" : "rows", LOYD_SCHEDULE_ROWS);
    if (n < 1 || n > LOYD_SCHEDULE_ROWS)
        return why_set(why, LOYD_E_SYNTAX, "%zu tiers: expected 1..%d", n,
                       LOYD_SCHEDULE_ROWS);
    for (unsigned i = 0; err == LOYD_OK && i < n; i++) {
        err = read_row(json_array_get(rows, i), &schedule->row[i], why);
        if (err == LOYD_OK && schedule->has_tiers && is_twice(schedule, i))
            err = why_set(why, LOYD_E_SYNTAX, "tier '%s' appears twice",
                          schedule->row[i].title);
        if (err != LOYD_OK && schedule->has_tiers)
            why_prefix(why, err, "tier %u: ", i + 1);
        else if (err != LOYD_OK)
            why_prefix(why, err, "%s: ", weekdays[i]);
    }
    schedule->n = (unsigned)n;
    return err;
}

static loyd_err
read_whole(json_t *root, loyd_schedule *schedule, loyd_why *why)
{
    const char *key = NULL;
    char quote[WHY_QUOTE_BYTES];
    json_t *rows = NULL;

    if (!json_is_object(root) || json_object_size(root) != 1)
        return why_set(why, LOYD_E_SYNTAX,
                       "expected an object with 'week' or 'tiers' and "
                       "nothing else");
    key = json_object_iter_key(json_object_iter(root));
    rows = json_object_get(root, key);
    schedule->has_tiers = strcmp(key, "tiers") == 0;
    if (!schedule->has_tiers && strcmp(key, "week") != 0)
        return why_set(why, LOYD_E_SYNTAX,
                       "unknown key '%s': expected 'week' or 'tiers'",
                       why_quote(key, strlen(key), quote));
    if (!json_is_array(rows))
        return why_set(why, LOYD_E_SYNTAX, "'%s' is not an array", key);
    return read_rows(rows, schedule, why);
}

loyd_err
schedule_load(const char *json, size_t len, json_t **root, loyd_why *why)
{
    char words[LOYD_WHY_BYTES];
    json_error_t error;
    loyd_err err;

    if (len > LOYD_SCHEDULE_BYTES)
        return why_set(why, LOYD_E_RANGE, "larger than %d bytes",
                       LOYD_SCHEDULE_BYTES);
    err = json_load(json, len, root, &error);
    if (err == LOYD_E_NOMEM)
        return why_set(why, err, "out of memory");
    if (err == LOYD_OK)
        return err;
    /* jansson's message quotes the file. */
    loyd_escape(LOYD_ESCAPE_TERMINAL, error.text, strlen(error.text), words,
                sizeof(words) - 48);
    return why_set(why, LOYD_E_SYNTAX, "line %d, column %d: %.*s", error.line,
                   error.column, LOYD_WHY_BYTES - 48, words);
}

loyd_err
loyd_schedule_parse(const char *json, size_t len, loyd_schedule *schedule,
                    loyd_why *why)
{
    loyd_schedule read = {0};
    json_t *root = NULL;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = schedule_load(json, len, &root, why)) != LOYD_OK)
        return err;
    err = read_whole(root, &read, why);
    json_decref(root);
    if (err == LOYD_OK)
        *schedule = read;
    return err;
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

/* Finds the values of mlc of a band, likewise. */
static loyd_err
find_mlc(loyd_store *store, const loyd_class *cls, const loyd_band *band,
         loyd_schedule_row *row, bool *found, loyd_why *why)
{
    const loyd_sample *sample;
    char name[LOYD_CLASS_TEXT];
    loyd_err err =
        loyd_store_sample(store, cls, LOYD_EFFORT_VERSION, &sample, why);

    if (err != LOYD_OK)
        return err;
    loyd_class_print(cls, name);
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
    bool is_drawn = loyd_layout_is_drawn(layout), found = false;
    char text[LOYD_PERCENTILES_TEXT];
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
                                 : loyd_board_blank(&layout->goal));
    err = target_of_size(row) == LOYD_TARGET_MLC
              ? find_mlc(store, &cls, band, row, &found, why)
              : find_lengths(&cls, band, row, &found, why);
    if (err != LOYD_OK || found)
        return err;
    loyd_percentiles_print(&band->percentiles, text);
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
    loyd_err err;

    trial.seed_len = (uint16_t)snprintf(trial.seed, sizeof(trial.seed),
                                        "loyd rarity 1");
    if ((err = loyd_solver_new(&defaults, &solver)) == LOYD_OK)
        err = loyd_generator_new(&trial, NULL, &generator, why);
    if (err == LOYD_OK)
        err = loyd_target_draw(generator, solver, 0, (uint64_t)RARITY_MAX,
                               &puzzle, NULL, why);
    if (err == LOYD_E_EXHAUSTED)
        err = why_set(why, LOYD_E_RANGE,
                      "none of a million %ux%u boards has mlc %u..%u: "
                      "expected a wider range",
                      recipe->layout.width, recipe->layout.height,
                      recipe->target_low, recipe->target_high);
    loyd_generator_free(&generator);
    loyd_solver_free(&solver);
    return err;
}

static loyd_err
check_rarity(const loyd_recipe *recipe, loyd_why *why)
{
    loyd_rarity rarity;
    loyd_err err = loyd_target_rarity(recipe, &rarity, why);

    if (err != LOYD_OK || rarity.share * RARITY_MAX >= 1)
        return err;
    return why_set(why, LOYD_E_RANGE,
                   "fewer than one %ux%u board in a million takes %u..%u "
                   "moves: expected a wider range",
                   recipe->layout.width, recipe->layout.height,
                   recipe->target_low, recipe->target_high);
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
    if (!loyd_layout_is_drawn(&recipe.layout) ||
        recipe.layout.blank != LOYD_BLANK_AUTO)
        return check_rarity(&recipe, why);
    for (int cell = 0; err == LOYD_OK && cell < row->width * row->height;
         cell++) {
        recipe.layout.blank = (int16_t)cell;
        err = check_rarity(&recipe, why);
    }
    return err;
}

static loyd_err
resolve_row(loyd_store *store, loyd_schedule_row *row, const loyd_bands *bands,
            loyd_why *why)
{
    loyd_recipe recipe;
    loyd_err err = schedule_recipe(row, &recipe, why);

    if (err == LOYD_OK && row->target == LOYD_TARGET_NONE)
        err = freeze_band(store, row, &recipe.layout, bands, why);
    return err == LOYD_OK ? check_target(row, why) : err;
}

loyd_err
loyd_schedule_resolve(loyd_store *store, loyd_schedule *schedule,
                      const loyd_bands *bands, loyd_why *why)
{
    loyd_schedule made = *schedule;

    WHY_GIVEN(why);
    for (unsigned i = 0; i < made.n; i++) {
        loyd_err err = resolve_row(store, &made.row[i], bands, why);

        if (err != LOYD_OK)
            return why_prefix(
                why, err, "%s '%s': ",
                made.has_tiers ? "tier" : weekdays[i % LOYD_SCHEDULE_ROWS],
                made.row[i].title);
    }
    *schedule = made;
    return LOYD_OK;
}
