/* SPDX-License-Identifier: MIT */
/* Reads schedules, and tiers from the catalogue. */
#include "daily/rows.h"

#include <string.h>

#include "base/why.h"
#include "base/text.h"
#include "pack/json_parse.h"
#include "store/days.h"

const char *const weekday_names[LOYD_SCHEDULE_ROWS] = {
    "monday", "tuesday",  "wednesday", "thursday",
    "friday", "saturday", "sunday"};

static loyd_err
check_keys(const struct rows *rows, json_t *object, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    const char *key;
    json_t *value;

    if (!json_is_object(object))
        return why_set(why, LOYD_E_SYNTAX, "not an object");
    json_object_foreach(object, key, value)
    {
        const struct member *member = rows->member;

        while (member->name != NULL && strcmp(member->name, key) != 0)
            member++;
        why_quote(key, strlen(key), quote);
        if (member->name == NULL)
            return why_set(why, LOYD_E_SYNTAX, "unknown key '%s': expected %s",
                           quote, rows->names);
        if (json_typeof(value) != member->type)
            return why_set(why, LOYD_E_SYNTAX, "'%s' is not %s", quote,
                           member->type == JSON_OBJECT ? "an object"
                                                       : "a string");
    }
    return LOYD_OK;
}

loyd_err
row_name(const char *what, const char *name, char *to, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    size_t len = strlen(name);

    if (!day_name_is_valid(name, len))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid %s '%s': expected 1..32 characters of "
                       "a-z 0-9 -",
                       what, why_quote(name, len, quote));
    if (to != NULL)
        memcpy(to, name, len + 1);
    return LOYD_OK;
}

/*
 * Reads tier and title of a row. A row of `tiers` without a tier is called by
 * its title, which must be a name then; other rows have no tier.
 */
static loyd_err
read_names(const struct rows *rows, json_t *object, bool is_tier, void *all,
           size_t at, loyd_why *why)
{
    char *first = (char *)all + at * rows->row_bytes;
    const char *title = json_string_value(json_object_get(object, "title"));
    const char *tier = json_string_value(json_object_get(object, "tier"));
    char quote[WHY_QUOTE_BYTES];
    size_t len = strlen(title);
    loyd_err err = day_title_check(title, len, why);

    if (err != LOYD_OK)
        return err;
    memcpy(first + rows->title, title, len + 1);
    if (is_tier && tier == NULL && !day_name_is_valid(title, len))
        return why_set(why, LOYD_E_SYNTAX,
                       "title '%s' is not the name of a tier: expected a "
                       "'tier' of 1..32 characters of a-z 0-9 -",
                       why_quote(title, len, quote));
    if (is_tier)
        return row_name("tier", tier != NULL ? tier : title,
                        first + rows->tier, why);
    return tier == NULL ? LOYD_OK
                        : why_set(why, LOYD_E_SYNTAX,
                                  "'tier' is only for rows of 'tiers'");
}

static loyd_err
read_row(const struct rows *rows, json_t *object, bool is_tier, void *all,
         size_t at, loyd_why *why)
{
    loyd_err err = check_keys(rows, object, why);

    for (const struct member *m = rows->member;
         err == LOYD_OK && m->name != NULL; m++) {
        json_t *value = json_object_get(object, m->name);

        if (value == NULL && m->is_required)
            return why_set(why, LOYD_E_SYNTAX, "missing %s", m->name);
        if (json_is_string(value) && json_string_length(value) == 0)
            return why_set(why, LOYD_E_SYNTAX, "empty %s", m->name);
        if (value != NULL && m->read != NULL)
            err = m->read(value, all, at, why);
        else if (m->is_required)
            err = read_names(rows, object, is_tier, all, at, why);
    }
    return err == LOYD_OK && rows->check != NULL ? rows->check(all, at, why)
                                                 : err;
}

/* Tiers have different names. */
static loyd_err
check_tier(const struct rows *rows, const void *all, size_t at, loyd_why *why)
{
    const char *first = (const char *)all + rows->tier;
    const char *tier = first + at * rows->row_bytes;

    for (size_t i = 0; i < at; i++)
        if (strcmp(first + i * rows->row_bytes, tier) == 0)
            return why_set(why, LOYD_E_SYNTAX, "tier '%s' appears twice",
                           tier);
    return LOYD_OK;
}

static loyd_err
read_rows(const struct rows *rows, json_t *array, bool is_week, void *all,
          size_t *n, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (!json_is_array(array))
        return why_set(why, LOYD_E_SYNTAX, "'%s' is not an array",
                       is_week ? "week" : "tiers");
    *n = json_array_size(array);
    if (is_week && *n != LOYD_SCHEDULE_ROWS)
        return why_set(why, LOYD_E_SYNTAX,
                       "%zu %s: expected %d, from monday to sunday", *n,
                       *n == 1 ? "row" : "rows", LOYD_SCHEDULE_ROWS);
    if (*n < 1 || *n > LOYD_SCHEDULE_ROWS)
        return why_set(why, LOYD_E_SYNTAX, "%zu tiers: expected 1..%d", *n,
                       LOYD_SCHEDULE_ROWS);
    for (size_t i = 0; err == LOYD_OK && i < *n; i++) {
        err = read_row(rows, json_array_get(array, i), !is_week, all, i, why);
        if (err == LOYD_OK && !is_week)
            err = check_tier(rows, all, i, why);
        if (err != LOYD_OK && err != LOYD_E_NOMEM)
            is_week ? why_prefix(why, err, "%s: ", weekday_names[i])
                    : why_prefix(why, err, "tier %zu: ", i + 1);
    }
    return err;
}

static loyd_err
read_whole(const struct rows *rows, json_t *root, void *all, size_t *n,
           enum rows_kind *kind, loyd_why *why)
{
    static const char *const kinds[] = {"tiers", "week", "every"};
    const char *keys =
        rows->is_schedule ? "'every', 'week' or 'tiers'" : "'tiers'";
    int n_kinds = rows->is_schedule ? ROWS_EVERY + 1 : ROWS_TIERS + 1, found;
    char quote[WHY_QUOTE_BYTES];
    const char *key;
    json_t *value;
    loyd_err err;

    if (rows->is_schedule && json_object_get(root, "channel") != NULL)
        root = json_object_get(root, "schedule");
    if (!json_is_object(root) || json_object_size(root) != 1)
        return why_set(why, LOYD_E_SYNTAX,
                       "expected an object with %s and nothing else", keys);
    key = json_object_iter_key(json_object_iter(root));
    value = json_object_get(root, key);
    for (found = 0; found < n_kinds && strcmp(key, kinds[found]) != 0;)
        found++;
    if (found == n_kinds)
        return why_set(why, LOYD_E_SYNTAX, "unknown key '%s': expected %s",
                       why_quote(key, strlen(key), quote), keys);
    *kind = (enum rows_kind)found;
    if (*kind != ROWS_EVERY)
        return read_rows(rows, value, *kind == ROWS_WEEK, all, n, why);
    *n = 1;
    err = read_row(rows, value, false, all, 0, why);
    return err == LOYD_OK || err == LOYD_E_NOMEM
               ? err
               : why_prefix(why, err, "every: ");
}

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
    /* jansson's message quotes the file. */
    text_shown(error.text, strlen(error.text), words, sizeof(words) - 48);
    return why_set(why, LOYD_E_SYNTAX, "line %d, column %d: %.*s", error.line,
                   error.column, LOYD_WHY_BYTES - 48, words);
}

loyd_err
rows_parse(const struct rows *rows, const char *json, size_t len, void *all,
           size_t *n, enum rows_kind *kind, loyd_why *why)
{
    json_t *root = NULL;
    loyd_err err = load(json, len, &root, why);

    if (err == LOYD_OK)
        err = read_whole(rows, root, all, n, kind, why);
    json_decref(root);
    return err;
}
