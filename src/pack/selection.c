/* SPDX-License-Identifier: MIT */
/* Writes and compares the selections of packs. */
#include "pack/selection.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "pack/json_parse.h"
#include "store/filter_json.h"

void
selection_put(struct text *to, const loyd_filter *filter)
{
    loyd_filter without = *filter;
    struct jw jw = {.to = to};

    without.use = LOYD_USE_ANY;
    filter_put_json(&jw, NULL, &without);
}

/* Appends a value for a message; NULL is absent. */
static loyd_err
put_value(struct text *to, const json_t *value)
{
    char *json, quoted[WHY_QUOTE_BYTES];

    if (value == NULL) {
        text_put(to, "not set");
        return LOYD_OK;
    }
    json = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    if (json == NULL)
        return LOYD_E_NOMEM;
    text_put(to, why_quote(json, strlen(json), quoted));
    free(json);
    return LOYD_OK;
}

/* Selections of other releases may have true where this one has 1. */
static bool
is_same(const json_t *was, const json_t *is)
{
    bool is_now;

    return json_equal(was, is) ||
           (json_is_boolean(was) && json_truth(is, &is_now) &&
            is_now == json_is_true(was));
}

static loyd_err
put_difference(struct text *to, const char *name, const json_t *was,
               const json_t *is)
{
    char quoted[WHY_QUOTE_BYTES];
    loyd_err err;

    if (was != NULL && is != NULL && is_same(was, is))
        return LOYD_OK;
    text_format(to, "%s%s was ", to->len > 0 ? "; " : "",
                why_quote(name, strlen(name), quoted));
    if ((err = put_value(to, was)) != LOYD_OK)
        return err;
    text_put(to, ", is ");
    return put_value(to, is);
}

/* Appends the members that were, then those that are new. */
static loyd_err
put_differences(struct text *to, json_t *was, json_t *is)
{
    loyd_err err = LOYD_OK;

    for (void *at = json_object_iter(was); err == LOYD_OK && at != NULL;
         at = json_object_iter_next(was, at)) {
        const char *name = json_object_iter_key(at);

        err = put_difference(to, name, json_object_iter_value(at),
                             json_object_get(is, name));
    }
    for (void *at = json_object_iter(is); err == LOYD_OK && at != NULL;
         at = json_object_iter_next(is, at)) {
        const char *name = json_object_iter_key(at);

        if (json_object_get(was, name) == NULL)
            err = put_difference(to, name, NULL, json_object_iter_value(at));
    }
    return err;
}

loyd_err
selection_compare(const char *was, const char *is, loyd_why *words,
                  loyd_why *why)
{
    struct text text = {.at = NULL};
    json_t *one = NULL, *other = NULL;
    loyd_err err = json_parse(was, strlen(was), &one, why);

    words->text[0] = '\0';
    if (err == LOYD_OK)
        err = json_parse(is, strlen(is), &other, why);
    if (err == LOYD_OK)
        err = put_differences(&text, one, other);
    if (err == LOYD_OK && text.is_lost)
        err = LOYD_E_NOMEM;
    if (err == LOYD_OK && text.len > 0)
        (void)why_set(words, LOYD_OK, "%.*s", (int)text.len, text.at);
    json_decref(one);
    json_decref(other);
    text_free(&text);
    return err;
}
