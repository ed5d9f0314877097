/* SPDX-License-Identifier: MIT */
/*
 * Parses the selections of tiers: strict JSON as defined in docs/formats.md.
 * A selection has the members that filters have as JSON.
 */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "daily/list.h"
#include "pack/filter_parse.h"

struct loyd_tiers {
    json_t *root;
    size_t n;
    loyd_tier tier[LOYD_SCHEDULE_ROWS];
    loyd_filter_builder *filter[LOYD_SCHEDULE_ROWS]; /* of the tiers */
};

/* Returns the text of a string that is not empty, or NULL. */
static const char *
text_of(const json_t *value)
{
    const char *text = json_string_value(value);

    return text != NULL && strlen(text) == json_string_length(value) &&
                   text[0] != '\0'
               ? text
               : NULL;
}

static loyd_err
read_from(json_t *from, loyd_filter_builder **filter, loyd_why *why)
{
    loyd_err err = loyd_filter_builder_new(filter);

    if (err != LOYD_OK)
        return err;
    return json_is_object(from)
               ? filter_parse(from, false, *filter, why)
               : why_set(why, LOYD_E_SYNTAX, "'from' is not an object");
}

/* Reads a tier: exactly a title and a selection. */
static loyd_err
read_tier(json_t *object, struct loyd_tiers *tiers, size_t at, loyd_why *why)
{
    loyd_tier *tier = &tiers->tier[at];
    const char *title = text_of(json_object_get(object, "title")), *key;
    char quote[WHY_QUOTE_BYTES];
    json_t *value;
    loyd_err err;

    if (!json_is_object(object))
        return why_set(why, LOYD_E_SYNTAX, "not an object");
    json_object_foreach(object, key, value)
    {
        if (strcmp(key, "title") != 0 && strcmp(key, "from") != 0)
            return why_set(why, LOYD_E_SYNTAX,
                           "unknown key '%s': expected title or from",
                           why_quote(key, strlen(key), quote));
    }
    if (title == NULL)
        return why_set(why, LOYD_E_SYNTAX, "missing title");
    if ((err = loyd_channel_name_check(title, why)) != LOYD_OK)
        return err;
    memcpy(tier->title, title, strlen(title) + 1);
    for (size_t i = 0; i < at; i++)
        if (strcmp(tiers->tier[i].title, title) == 0)
            return why_set(why, LOYD_E_SYNTAX, "tier '%s' appears twice",
                           title);
    err = read_from(json_object_get(object, "from"), &tiers->filter[at], why);
    if (err == LOYD_OK)
        tier->filter = *loyd_filter_builder_get(tiers->filter[at]);
    return err;
}

static loyd_err
read_tiers(struct loyd_tiers *tiers, loyd_why *why)
{
    json_t *rows = json_object_get(tiers->root, "tiers");
    loyd_err err = LOYD_OK;

    if (json_object_size(tiers->root) != 1 || !json_is_array(rows))
        return why_set(why, LOYD_E_SYNTAX,
                       "expected an object with an array 'tiers' and nothing "
                       "else");
    tiers->n = json_array_size(rows);
    if (tiers->n < 1 || tiers->n > LOYD_SCHEDULE_ROWS)
        return why_set(why, LOYD_E_SYNTAX, "%zu tiers: expected 1..%d",
                       tiers->n, LOYD_SCHEDULE_ROWS);
    for (size_t i = 0; err == LOYD_OK && i < tiers->n; i++) {
        err = read_tier(json_array_get(rows, i), tiers, i, why);
        if (err != LOYD_OK && err != LOYD_E_NOMEM)
            why_prefix(why, err, "tier %zu: ", i + 1);
    }
    return err;
}

void
loyd_tiers_free(loyd_tiers **tiers)
{
    if (*tiers == NULL)
        return;
    for (size_t i = 0; i < LOYD_SCHEDULE_ROWS; i++)
        loyd_filter_builder_free(&(*tiers)->filter[i]);
    json_decref((*tiers)->root);
    free(*tiers);
    *tiers = NULL;
}

loyd_err
loyd_tiers_parse(const char *json, size_t len, loyd_tiers **tiers,
                 loyd_why *why)
{
    loyd_tiers *made = calloc(1, sizeof(*made));
    loyd_err err = LOYD_E_NOMEM;

    WHY_GIVEN(why);
    if (made == NULL)
        return err;
    err = schedule_load(json, len, &made->root, why);
    if (err == LOYD_OK)
        err = read_tiers(made, why);
    if (err == LOYD_OK)
        *tiers = made;
    else
        loyd_tiers_free(&made);
    return err;
}

const loyd_tier *
loyd_tiers_get(const loyd_tiers *tiers, size_t *n)
{
    *n = tiers->n;
    return tiers->tier;
}
