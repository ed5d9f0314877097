/* SPDX-License-Identifier: MIT */
/* Reads schedules: strict JSON, as defined in docs/formats.md. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/why.h"
#include "core/date.h"
#include "core/range.h"
#include "daily/channel.h"
#include "pack/json_parse.h"
#include "rate/lengths.h"

/* The longest path that the store accepts. */
#define STM_MAX (LOYD_LENGTH_MAX - 1)

/* Of loyd_generator_draw. */
#define MTM_CELLS_MAX 12

static loyd_err
read_name(const char *what, const char *name, char to[LOYD_CHANNEL_NAME],
          loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    size_t len = strlen(name);

    if (!day_name_is_valid(name, len))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid %s '%s': expected 1..32 characters of "
                       "a-z 0-9 -",
                       what, why_quote(name, len, quote));
    memcpy(to, name, len + 1);
    return LOYD_OK;
}

loyd_err
channel_name_check(const char *name, loyd_why *why)
{
    char copy[LOYD_CHANNEL_NAME];

    return read_name("name", name, copy, why);
}

/* Ranges, and the sizes that they are for. */
static const struct kind {
    const char *name;
    loyd_target target;
    unsigned least, most; /* cells */
} kinds[] = {
    {"band", LOYD_TARGET_NONE, 0, 0}, /* which becomes a range */
    {"stm", LOYD_TARGET_STM, 4, LOYD_EXACT_CELLS},
    {"mtm", LOYD_TARGET_MTM, 4, MTM_CELLS_MAX},
    {"mlc", LOYD_TARGET_MLC, LOYD_EXACT_CELLS + 1, LOYD_CELLS_MAX},
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

static loyd_err
check_members(json_t *object, loyd_why *why)
{
    static const char *const names[] = {"tier",   "title", "size",
                                        "layout", "band",  "stm",
                                        "mtm",    "mlc",   "from"};
    const size_t n = sizeof(names) / sizeof(names[0]);
    char quote[WHY_QUOTE_BYTES];
    const char *key;
    json_t *value;

    if (!json_is_object(object))
        return why_set(why, LOYD_E_SYNTAX, "not an object");
    json_object_foreach(object, key, value)
    {
        bool is_from = strcmp(key, "from") == 0;
        size_t i = 0;

        while (i < n && strcmp(names[i], key) != 0)
            i++;
        why_quote(key, strlen(key), quote);
        if (i == n)
            return why_set(why, LOYD_E_SYNTAX,
                           "unknown key '%s': expected tier, title, size, "
                           "layout, band, stm, mtm, mlc or from",
                           quote);
        if (is_from ? !json_is_object(value) : !json_is_string(value))
            return why_set(why, LOYD_E_SYNTAX, "'%s' is not %s", quote,
                           is_from ? "an object" : "a string");
        if (!is_from && json_string_length(value) == 0)
            return why_set(why, LOYD_E_SYNTAX, "empty %s", quote);
    }
    return json_object_get(object, "title") != NULL
               ? LOYD_OK
               : why_set(why, LOYD_E_SYNTAX, "missing title");
}

static loyd_err
read_range(const struct kind *kind, const char *text, loyd_schedule_row *row,
           loyd_why *why)
{
    unsigned cells = row->width * row->height;
    bool is_few = cells < kind->least;
    uint64_t low, high;
    loyd_err err;

    if (cells < kind->least || cells > kind->most)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "%s is for sizes of %s %u cells: expected %s for %ux%u",
                       kind->name, is_few ? "more than" : "at most",
                       is_few ? kind->least - 1 : kind->most,
                       cells > LOYD_EXACT_CELLS ? "mlc" : "stm", row->width,
                       row->height);
    err = range_parse(text, strlen(text), 1, STM_MAX, &low, &high, why);
    row->target = kind->target;
    row->low = (uint16_t)low;
    row->high = (uint16_t)high;
    return err;
}

/* Reads what a row draws: size, layout, and one of band, stm, mtm and mlc. */
static loyd_err
read_rule(const json_t *object, loyd_schedule_row *row, loyd_why *why)
{
    const char *size = json_text(object, "size");
    const char *layout = json_text(object, "layout");
    const char *given = NULL;
    loyd_layout made;
    loyd_err err;

    if (size[0] == '\0')
        return why_set(why, LOYD_E_SYNTAX, "missing size");
    if (layout[0] == '\0')
        layout = "rows";
    err = loyd_size_parse(size, strlen(size), &row->width, &row->height, why);
    if (err == LOYD_OK)
        err = loyd_layout_parse(layout, strlen(layout), row->width,
                                row->height, &made, why);
    if (err != LOYD_OK)
        return err;
    loyd_layout_print(&made, row->layout);
    for (size_t i = 0; err == LOYD_OK && i < N_KINDS; i++) {
        const char *text = json_text(object, kinds[i].name);

        if (text[0] == '\0')
            continue;
        if (given != NULL)
            return why_set(why, LOYD_E_SYNTAX, "%s and %s cannot be combined",
                           given, kinds[i].name);
        given = kinds[i].name;
        err = kinds[i].target != LOYD_TARGET_NONE
                  ? read_range(&kinds[i], text, row, why)
                  : read_name(given, text, row->band, why);
    }
    return err != LOYD_OK || given != NULL
               ? err
               : why_set(why, LOYD_E_SYNTAX,
                         "missing band, stm, mtm, mlc or from");
}

/* A tier without a name is called by its title; other rows have no name. */
static loyd_err
read_tier(const json_t *object, bool is_tier, loyd_schedule_row *row,
          loyd_why *why)
{
    const char *tier = json_text(object, "tier");
    char quote[WHY_QUOTE_BYTES];
    size_t len = strlen(row->title);

    if (!is_tier)
        return tier[0] == '\0' ? LOYD_OK
                               : why_set(why, LOYD_E_SYNTAX,
                                         "'tier' is only for rows of 'tiers'");
    if (tier[0] == '\0' && !day_name_is_valid(row->title, len))
        return why_set(why, LOYD_E_SYNTAX,
                       "title '%s' is not the name of a tier: expected a "
                       "'tier' of 1..32 characters of a-z 0-9 -",
                       why_quote(row->title, len, quote));
    return read_name("tier", tier[0] != '\0' ? tier : row->title, row->tier,
                     why);
}

static loyd_err
read_row(json_t *object, bool is_tier, struct plan *plan, loyd_why *why)
{
    unsigned at = plan->schedule.n++;
    loyd_schedule_row *row = &plan->schedule.row[at];
    const char *title;
    size_t len;
    loyd_err err = check_members(object, why);

    if (err != LOYD_OK)
        return err;
    title = json_text(object, "title");
    len = strlen(title);
    if ((err = day_title_check(title, len, why)) != LOYD_OK)
        return err;
    memcpy(row->title, title, len + 1);
    if ((err = read_tier(object, is_tier, row, why)) != LOYD_OK)
        return err;
    for (unsigned i = 0; is_tier && i < at; i++)
        if (strcmp(plan->schedule.row[i].tier, row->tier) == 0)
            return why_set(why, LOYD_E_SYNTAX, "tier '%s' appears twice",
                           row->tier);
    plan->from[at] = json_object_get(object, "from");
    row->is_listed = plan->from[at] != NULL;
    if (!row->is_listed)
        return read_rule(object, row, why);
    return json_object_size(object) ==
                   2 + (size_t)(json_object_get(object, "tier") != NULL)
               ? LOYD_OK
               : why_set(why, LOYD_E_SYNTAX,
                         "'from' excludes size, layout, band, stm, mtm and "
                         "mlc");
}

static loyd_err
read_rows(json_t *array, bool is_week, struct plan *plan, loyd_why *why)
{
    size_t n = json_array_size(array);
    loyd_err err = LOYD_OK;

    if (!json_is_array(array))
        return why_set(why, LOYD_E_SYNTAX, "'%s' is not an array",
                       is_week ? "week" : "tiers");
    if (is_week && n != LOYD_SCHEDULE_ROWS)
        return why_set(why, LOYD_E_SYNTAX,
                       "%zu %s: expected %d, from monday to sunday", n,
                       n == 1 ? "row" : "rows", LOYD_SCHEDULE_ROWS);
    if (n < 1 || n > LOYD_SCHEDULE_ROWS)
        return why_set(why, LOYD_E_SYNTAX, "%zu tiers: expected 1..%d", n,
                       LOYD_SCHEDULE_ROWS);
    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        err = read_row(json_array_get(array, i), !is_week, plan, why);
        if (err != LOYD_OK)
            is_week ? why_prefix(why, err, "%s: ", weekday_names[i])
                    : why_prefix(why, err, "tier %zu: ", i + 1);
    }
    return err;
}

/* The version of the draw may be given, so that an older channel can be made
 * again. */
static bool
read_draw(json_t *root, unsigned *draw)
{
    const json_t *value = json_object_get(root, "draw");
    json_int_t number = json_integer_value(value);

    *draw = number == 1 ? 1 : 2;
    if (value == NULL)
        return true;
    json_object_del(root, "draw");
    return number == 1 || number == 2;
}

static loyd_err
read_whole(json_t *root, struct plan *plan, loyd_why *why)
{
    static const char keys[] = "'every', 'week' or 'tiers'";
    char quote[WHY_QUOTE_BYTES];
    const char *key;
    json_t *value;
    loyd_err err;

    if (json_object_get(root, "channel") != NULL)
        root = json_object_get(root, "schedule");
    if (!read_draw(root, &plan->schedule.draw))
        return why_set(why, LOYD_E_SYNTAX, "invalid draw: expected 1 or 2");
    if (!json_is_object(root) || json_object_size(root) != 1)
        return why_set(why, LOYD_E_SYNTAX,
                       "expected an object with %s and nothing else", keys);
    key = json_object_iter_key(json_object_iter(root));
    value = json_object_get(root, key);
    plan->schedule.has_tiers = strcmp(key, "tiers") == 0;
    if (plan->schedule.has_tiers || strcmp(key, "week") == 0)
        return read_rows(value, !plan->schedule.has_tiers, plan, why);
    if (strcmp(key, "every") != 0)
        return why_set(why, LOYD_E_SYNTAX, "unknown key '%s': expected %s",
                       why_quote(key, strlen(key), quote), keys);
    err = read_row(value, false, plan, why);
    return err == LOYD_OK ? err : why_prefix(why, err, "every: ");
}

/* Loads JSON; jansson's message quotes the file. */
static loyd_err
load(const char *json, size_t len, json_t **root, loyd_why *why)
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
    text_shown(error.text, strlen(error.text), words, sizeof(words) - 48);
    return why_set(why, LOYD_E_SYNTAX, "line %d, column %d: %.*s", error.line,
                   error.column, LOYD_WHY_BYTES - 48, words);
}

loyd_err
plan_read(const char *json, size_t len, struct plan *plan, loyd_why *why)
{
    /* What `loyd channel show --json` prints: a line for the channel, with
     * its schedule, before those of its rows. */
    static const char shown[] = "{\"channel\":";
    const char *end = memchr(json, '\n', len);
    loyd_err err;

    if (end != NULL && strncmp(json, shown, sizeof(shown) - 1) == 0)
        len = (size_t)(end - json);
    err = load(json, len, &plan->root, why);
    return err == LOYD_OK ? read_whole(plan->root, plan, why) : err;
}

void
plan_free(struct plan *plan)
{
    for (size_t i = 0; i < LOYD_SCHEDULE_ROWS; i++)
        free(plan->ids[i].ids);
    json_decref(plan->root);
}

loyd_err
row_prefix(loyd_why *why, loyd_err err, const loyd_schedule *schedule,
           unsigned at)
{
    if (schedule->has_tiers)
        return why_prefix(why, err, "tier '%s': ", schedule->row[at].tier);
    return why_prefix(why, err,
                      "%s: ", schedule->n == 1 ? "every" : weekday_names[at]);
}

/* --- titles --- */

/* Finds the rows of a name: a tier, or the place of one of `n` rows. */
static void
find_rows(const char *name, unsigned *place, unsigned *n)
{
    *place = 0;
    *n = strcmp(name, "every") == 0 ? 1 : 0;
    for (unsigned i = 0; *n == 0 && i < LOYD_SCHEDULE_ROWS; i++)
        if (strcmp(name, weekday_names[i]) == 0) {
            *place = i;
            *n = LOYD_SCHEDULE_ROWS;
        }
}

/* A tier may be called like a weekday. */
static loyd_err
retitle(loyd_store *store, const char *channel, const char *name,
        const json_t *value, loyd_why *why)
{
    const char *title = json_is_string(value) ? json_string_value(value) : "";
    char quote[WHY_QUOTE_BYTES];
    bool found = false;
    unsigned place, n;
    loyd_err err = day_title_check(title, json_string_length(value), why);

    why_quote(name, strlen(name), quote);
    if (err != LOYD_OK)
        return why_prefix(why, err, "'%s': ", quote);
    find_rows(name, &place, &n);
    err = schedule_retitle(store, channel, name, place, n, title, &found, why);
    return err != LOYD_OK || found
               ? err
               : why_set(why, LOYD_E_NOT_FOUND, "channel %s has no row '%s'",
                         channel, quote);
}

static loyd_err
retitle_all(loyd_store *store, const char *channel, json_t *titles,
            loyd_why *why)
{
    loyd_channel there;
    const char *name;
    json_t *value;
    loyd_err err = loyd_channel_get(store, channel, &there, why);

    if (err == LOYD_OK && there.is_builtin)
        err = why_set(why, LOYD_E_SYNTAX,
                      "channel %s is built in and cannot be revised", channel);
    json_object_foreach(titles, name, value)
    {
        if (err == LOYD_OK)
            err = retitle(store, channel, name, value, why);
    }
    return err;
}

loyd_err
loyd_channel_retitle(loyd_store *store, const char *name, const char *json,
                     size_t len, loyd_why *why)
{
    json_t *titles = NULL;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = load(json, len, &titles, why)) == LOYD_OK &&
        json_object_size(titles) == 0)
        err = why_set(why, LOYD_E_SYNTAX,
                      "expected an object of titles, such as "
                      "{\"easy\": \"Easy\"}");
    if (err == LOYD_OK && (err = loyd_store_begin(store, why)) == LOYD_OK)
        err = store_end(store, retitle_all(store, name, titles, why), why);
    json_decref(titles);
    return err;
}
