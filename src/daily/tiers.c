/* SPDX-License-Identifier: MIT */
/*
 * Parses the selections of tiers: strict JSON as defined in docs/formats.md.
 * A selection has the members that filters have as JSON.
 */
#include <stdlib.h>
#include <string.h>

#include "base/range.h"
#include "base/why.h"
#include "daily/list.h"
#include "loyd/text.h"
#include "pack/json_parse.h"

/* A selection, and the arrays that its filter points to. */
struct selection {
    loyd_size *sizes;
    const char **layouts;
    const char **bands;
    struct range_list stm;
    struct range_list bounds;
    struct range_list gap;
    struct range_list percentiles;
    loyd_moves prefix;
};

struct loyd_tiers {
    json_t *root; /* its strings are borrowed */
    size_t n;
    loyd_tier tier[LOYD_SCHEDULE_ROWS];
    struct selection selection[LOYD_SCHEDULE_ROWS];
};

/* A member of `from` that is being read. */
struct member {
    const char *name;
    json_t *value;
    loyd_filter *filter;
    struct selection *selection;
};

typedef loyd_err (*member_fn)(const struct member *m, loyd_why *why);

static loyd_err
bad(const struct member *m, const char *expected, loyd_why *why)
{
    return why_set(why, LOYD_E_SYNTAX, "invalid '%s': expected %s", m->name,
                   expected);
}

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

static const char texts[] = "a string, or an array of strings";

/* Reads a string, or an array of strings; `expected` is for the message. */
static loyd_err
read_words(const struct member *m, const char *expected, const char ***words,
           size_t *n, loyd_why *why)
{
    size_t count = json_is_array(m->value) ? json_array_size(m->value) : 1;

    if (count == 0)
        return bad(m, "at least one value", why);
    if ((*words = calloc(count, sizeof(**words))) == NULL)
        return LOYD_E_NOMEM;
    for (*n = 0; *n < count; (*n)++) {
        const json_t *value =
            json_is_array(m->value) ? json_array_get(m->value, *n) : m->value;

        if (((*words)[*n] = text_of(value)) == NULL)
            return bad(m, expected, why);
    }
    return LOYD_OK;
}

static loyd_err
read_sizes(const struct member *m, loyd_why *why)
{
    const char **words = NULL;
    loyd_size *sizes = NULL;
    size_t n = 0;
    loyd_err err = read_words(m, texts, &words, &n, why);

    if (err == LOYD_OK && (sizes = calloc(n, sizeof(*sizes))) == NULL)
        err = LOYD_E_NOMEM;
    m->selection->sizes = sizes;
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        err = loyd_size_parse(words[i], strlen(words[i]), &sizes[i].width,
                              &sizes[i].height, why);
    free(words);
    m->filter->sizes = sizes;
    m->filter->n_sizes = n;
    return err;
}

static loyd_err
read_layouts(const struct member *m, loyd_why *why)
{
    loyd_err err = read_words(m, texts, &m->selection->layouts,
                              &m->filter->n_layouts, why);

    m->filter->layouts = m->selection->layouts;
    return err;
}

static loyd_err
read_bands(const struct member *m, loyd_why *why)
{
    loyd_err err =
        read_words(m, texts, &m->selection->bands, &m->filter->n_bands, why);

    m->filter->bands = m->selection->bands;
    return err;
}

static loyd_err
read_class(const struct member *m, loyd_why *why)
{
    const char *text = text_of(m->value);

    if (text == NULL)
        return bad(m, "a text", why);
    m->filter->has_class = true;
    return loyd_class_parse(text, strlen(text), &m->filter->goal_class, why);
}

/* Reads a range, or an array of ranges. */
static loyd_err
read_ranges(const struct member *m, enum range_kind kind,
            struct range_list *ranges, const loyd_range **at, size_t *n,
            loyd_why *why)
{
    static const char expected[] =
        "a range, such as 40..50 or 40.., or an array of ranges";
    const char **words = NULL;
    size_t n_words = 0;
    loyd_err err = read_words(m, expected, &words, &n_words, why);

    for (size_t i = 0; err == LOYD_OK && i < n_words; i++) {
        loyd_range range = {0, 0};

        err = range_read(words[i], strlen(words[i]), kind, &range, why);
        if (err == LOYD_OK)
            err = range_list_add(ranges, range);
    }
    free(words);
    range_list_join(ranges, kind);
    *at = ranges->at;
    *n = ranges->n;
    return err;
}

static loyd_err
read_stm(const struct member *m, loyd_why *why)
{
    return read_ranges(m, RANGE_LENGTHS, &m->selection->stm, &m->filter->stm,
                       &m->filter->n_stm, why);
}

static loyd_err
read_bounds(const struct member *m, loyd_why *why)
{
    return read_ranges(m, RANGE_LENGTHS, &m->selection->bounds,
                       &m->filter->bounds, &m->filter->n_bounds, why);
}

static loyd_err
read_gap(const struct member *m, loyd_why *why)
{
    return read_ranges(m, RANGE_LENGTHS, &m->selection->gap, &m->filter->gap,
                       &m->filter->n_gap, why);
}

static loyd_err
read_percentile(const struct member *m, loyd_why *why)
{
    return read_ranges(m, RANGE_PERCENTILES, &m->selection->percentiles,
                       &m->filter->percentiles, &m->filter->n_percentiles,
                       why);
}

static loyd_err
read_free_text(const struct member *m, const char **to, loyd_why *why)
{
    const char *text = json_string_value(m->value);

    if (text == NULL || strlen(text) != json_string_length(m->value))
        return bad(m, "a text", why);
    *to = text;
    return loyd_text_check(text, strlen(text), why);
}

static loyd_err
read_seed(const struct member *m, loyd_why *why)
{
    return read_free_text(m, &m->filter->seed, why);
}

static loyd_err
read_id(const struct member *m, loyd_why *why)
{
    const char *text = text_of(m->value);

    if (text == NULL)
        return bad(m, "the beginning of an id", why);
    m->filter->has_id = true;
    return loyd_id_parse(text, strlen(text), &m->filter->id_first,
                         &m->filter->id_last, why);
}

static loyd_err
read_use(const struct member *m, loyd_why *why)
{
    const char *text = text_of(m->value);

    if (text == NULL ||
        (strcmp(text, "used") != 0 && strcmp(text, "unused") != 0))
        return bad(m, "used or unused", why);
    m->filter->use =
        strcmp(text, "used") == 0 ? LOYD_USE_USED : LOYD_USE_UNUSED;
    return LOYD_OK;
}

static loyd_err
read_order(const struct member *m, loyd_why *why)
{
    const char *text = text_of(m->value);

    if (text == NULL ||
        (strcmp(text, "stm") != 0 && strcmp(text, "-stm") != 0))
        return bad(m, "stm or -stm", why);
    m->filter->order = text[0] == '-' ? LOYD_ORDER_STM_DOWN : LOYD_ORDER_STM;
    return LOYD_OK;
}

static loyd_err
read_distinct(const struct member *m, loyd_why *why)
{
    return json_truth(m->value, &m->filter->is_distinct)
               ? LOYD_OK
               : bad(m, "0 or 1", why);
}

static loyd_err
read_pick(const struct member *m, loyd_why *why)
{
    return read_free_text(m, &m->filter->pick, why);
}

static loyd_err
read_prefix(const struct member *m, loyd_why *why)
{
    const char *text = text_of(m->value);

    if (text == NULL)
        return bad(m, "moves, such as U2RD", why);
    m->filter->path_prefix = &m->selection->prefix;
    return loyd_moves_parse(text, strlen(text), &m->selection->prefix, why);
}

/* Reads a number of at least 1. */
static loyd_err
read_number(const struct member *m, uint64_t *number, loyd_why *why)
{
    if (!json_is_integer(m->value) || json_integer_value(m->value) < 1)
        return bad(m, "a number of at least 1", why);
    *number = (uint64_t)json_integer_value(m->value);
    return LOYD_OK;
}

static loyd_err
read_offset(const struct member *m, loyd_why *why)
{
    return read_number(m, &m->filter->offset, why);
}

static loyd_err
read_limit(const struct member *m, loyd_why *why)
{
    return read_number(m, &m->filter->limit, why);
}

static const struct {
    const char *name;
    member_fn read;
} members[] = {
    {"size", read_sizes},
    {"layout", read_layouts},
    {"class", read_class},
    {"stm", read_stm},
    {"bounds", read_bounds},
    {"gap", read_gap},
    {"band", read_bands},
    {"percentile", read_percentile},
    {"seed", read_seed},
    {"id", read_id},
    {"path_prefix", read_prefix},
    {"use", read_use},
    {"order", read_order},
    {"distinct", read_distinct},
    {"pick", read_pick},
    {"offset", read_offset},
    {"limit", read_limit},
};

#define N_MEMBERS (sizeof(members) / sizeof(members[0]))

static loyd_err
read_from(json_t *from, loyd_filter *filter, struct selection *selection,
          loyd_why *why)
{
    struct member m = {.filter = filter, .selection = selection};
    char quote[WHY_QUOTE_BYTES];
    loyd_err err;

    if (!json_is_object(from))
        return why_set(why, LOYD_E_SYNTAX, "'from' is not an object");
    json_object_foreach(from, m.name, m.value)
    {
        size_t i = 0;

        while (i < N_MEMBERS && strcmp(members[i].name, m.name) != 0)
            i++;
        if (i == N_MEMBERS)
            return why_set(why, LOYD_E_SYNTAX, "unknown key '%s' in 'from'",
                           why_quote(m.name, strlen(m.name), quote));
        if ((err = members[i].read(&m, why)) != LOYD_OK)
            return err;
    }
    return LOYD_OK;
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
    return read_from(json_object_get(object, "from"), &tier->filter,
                     &tiers->selection[at], why);
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
    for (size_t i = 0; i < LOYD_SCHEDULE_ROWS; i++) {
        struct selection *selection = &(*tiers)->selection[i];

        free(selection->sizes);
        free(selection->layouts);
        free(selection->bands);
        range_list_free(&selection->stm);
        range_list_free(&selection->bounds);
        range_list_free(&selection->gap);
        range_list_free(&selection->percentiles);
        loyd_moves_free(&selection->prefix);
    }
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
