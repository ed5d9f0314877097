/* SPDX-License-Identifier: MIT */
/* The table of a filter's members, and filters from texts. */
#include "store/filter_table.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/range.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/class.h"
#include "core/moves.h"
#include "loyd/text.h"
#include "store/select.h"

static const char *
metric_word(unsigned metric)
{
    return metric < LOYD_METRICS ? loyd_metric_name((loyd_metric)metric)
                                 : NULL;
}

static const char *
status_word(unsigned status)
{
    return status < LOYD_STATUS_COUNT_ ? loyd_status_name((loyd_status)status)
                                       : NULL;
}

static const char *
use_word(unsigned use)
{
    static const char *const words[] = {"any", "used", "unused", NULL};

    return words[use];
}

#define AT(member) offsetof(loyd_filter, member)
#define LIST(name, kind, at, expected)                                        \
    {name, kind, AT(at), AT(n_##at), 0, NULL, expected, 0}
#define ONE(name, kind, at, has, expected)                                    \
    {name, kind, AT(at), 0, has, NULL, expected, 0}
#define ONE_OF(name, at, has, word, expected)                                 \
    {name, FILTER_WORD, AT(at), 0, has, word, expected, 0}
#define WHOLE(name, at, low)                                                  \
    {name, FILTER_NUMBER, AT(at), 0, 0, NULL, "a number of at least " #low,   \
     low}
#define TRAIT(at) LIST(#at, FILTER_TRAITS, at, RANGES)
#define STRINGS "a string, or an array of strings"
#define RANGES "a range, such as 40..50 or 40.., or an array of ranges"

/* Without `unused`, which says what `use` means. */
const struct filter_row filter_rows[] = {
    LIST("size", FILTER_SIZES, sizes, STRINGS),
    LIST("layout", FILTER_LAYOUTS, layouts, STRINGS),
    ONE("class", FILTER_CLASS, goal_class, AT(has_class), "a text"),
    LIST("stm", FILTER_LENGTHS, stm, RANGES),
    LIST("mtm", FILTER_LENGTHS, mtm, RANGES),
    ONE_OF("metric", metric, 0, metric_word, "stm or mtm"),
    LIST("bounds", FILTER_LENGTHS, bounds, RANGES),
    LIST("gap", FILTER_LENGTHS, gap, RANGES),
    LIST("band", FILTER_WORDS, bands, STRINGS),
    LIST("percentile", FILTER_PERCENTILES, percentiles, RANGES),
    TRAIT(solutions),
    TRAIT(detour),
    TRAIT(linear_conflicts),
    TRAIT(inversions),
    TRAIT(tiles_home),
    TRAIT(turns),
    TRAIT(forced),
    TRAIT(row_moves),
    LIST("difficulty", FILTER_REALS, difficulty, RANGES),
    LIST("difficulty_error", FILTER_REALS, difficulty_error, RANGES),
    LIST("games", FILTER_GAMES, games, RANGES),
    ONE_OF("status", status, AT(has_status), status_word,
           "unrated, bounded or proven"),
    ONE("seed", FILTER_TEXT, seed, 0, "a text"),
    ONE("name", FILTER_TEXT, name, 0, "a text"),
    ONE("id", FILTER_ID, id_first, AT(has_id),
        "the beginning of an id, or a range"),
    {"ids", FILTER_IDS, AT(ids), AT(n_ids), AT(has_ids), NULL, NULL, 0},
    LIST("exclude", FILTER_IDS, excluded, NULL),
    ONE("path_prefix", FILTER_MOVES, path_prefix, 0, "moves, such as U2RD"),
    ONE_OF("use", use, 0, use_word, "any, used or unused"),
    ONE("order", FILTER_ORDER, order, 0, "a text"),
    ONE("after", FILTER_WHOLE_ID, after, AT(has_after), "an id"),
    ONE("distinct", FILTER_TRUTH, is_distinct, 0, "0 or 1"),
    ONE("pick", FILTER_TEXT, pick, 0, "a text"),
    WHOLE("offset", offset, 0),
    WHOLE("limit", limit, 1),
    {.name = NULL}};

_Static_assert(sizeof(loyd_metric) == sizeof(unsigned) &&
                   sizeof(loyd_status) == sizeof(unsigned) &&
                   sizeof(loyd_use) == sizeof(unsigned),
               "FILTER_WORD is an unsigned");

const struct filter_row *
filter_row_of(const char *name)
{
    for (const struct filter_row *row = filter_rows; row->name != NULL; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

size_t
filter_count(const loyd_filter *filter, const struct filter_row *row)
{
    size_t n;

    memcpy(&n, (const char *)filter + row->n, sizeof(n));
    return n;
}

bool
filter_has(const loyd_filter *filter, const struct filter_row *row)
{
    const void *value = filter_value(filter, row);

    if (row->has != 0)
        return *(const bool *)((const char *)filter + row->has);
    if (row->n != 0)
        return filter_count(filter, row) > 0;
    switch (row->kind) {
    case FILTER_WORD:
        return *(const unsigned *)value != 0;
    case FILTER_TRUTH:
        return *(const bool *)value;
    case FILTER_NUMBER:
        return *(const uint64_t *)value != 0;
    default: /* a pointer */
        return *(const void *const *)value != NULL;
    }
}

bool
filter_is_open(const loyd_filter *filter)
{
    const struct filter_row *row = filter_rows;

    /* A metric alone says only what the output is about. */
    while (row->name != NULL &&
           (row->at == AT(metric) || !filter_has(filter, row)))
        row++;
    return row->name == NULL;
}

bool
filter_wants_size(const loyd_filter *filter, unsigned width, unsigned height)
{
    for (size_t i = 0; i < filter->n_sizes; i++)
        if (filter->sizes[i].width == width &&
            filter->sizes[i].height == height)
            return true;
    return filter->n_sizes == 0;
}

/* --- from texts --- */

/* A builder, with what a filter can only point to. */
struct owned_filter {
    loyd_filter_builder builder; /* what the caller sees */
    loyd_moves prefix;
};

/* The member of a builder's filter that is being set. */
struct setting {
    loyd_filter_builder *to;
    const struct filter_row *row;
};

static void *
target(const struct setting *s)
{
    return (char *)&s->to->filter + s->row->at;
}

static size_t *
target_count(const struct setting *s)
{
    return (size_t *)((char *)&s->to->filter + s->row->n);
}

/* Appends a value of `bytes` to a list. */
static loyd_err
append(const struct setting *s, const void *value, size_t bytes)
{
    size_t *n = target_count(s);
    void **list = target(s);
    char *more = realloc(*list, (*n + 1) * bytes);

    if (more == NULL)
        return LOYD_E_NOMEM;
    *list = more;
    memcpy(more + (*n)++ * bytes, value, bytes);
    return LOYD_OK;
}

static loyd_err
add_size(const struct setting *s, const char *text, size_t len, loyd_why *why)
{
    loyd_size size;
    loyd_err err = loyd_size_parse(text, len, &size.width, &size.height, why);

    return err == LOYD_OK ? append(s, &size, sizeof(size)) : err;
}

static loyd_err
add_word(const struct setting *s, const char *text, size_t len, loyd_why *why)
{
    char *word = strndup(text, len);
    loyd_err err =
        word != NULL ? append(s, &word, sizeof(word)) : LOYD_E_NOMEM;

    (void)why;
    if (err != LOYD_OK)
        free(word);
    return err;
}

enum range_kind
filter_range_kind(const struct filter_row *row)
{
    return row->kind == FILTER_PERCENTILES ? RANGE_PERCENTILES
           : row->kind == FILTER_REALS     ? RANGE_REALS
                                           : RANGE_LENGTHS;
}

static loyd_err
add_range(const struct setting *s, const char *text, size_t len, loyd_why *why)
{
    loyd_range range;
    loyd_err err =
        range_read(text, len, filter_range_kind(s->row), &range, why);

    return err == LOYD_OK ? append(s, &range, sizeof(range)) : err;
}

static loyd_err
set_class(const struct setting *s, const char *text, size_t len, loyd_why *why)
{
    return class_parse(text, len, target(s), why);
}

static loyd_err
set_word(const struct setting *s, const char *text, size_t len, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    const char *word;

    for (unsigned i = 0; (word = s->row->word(i)) != NULL; i++)
        if (slice_is((struct slice){text, len}, word)) {
            *(unsigned *)target(s) = i;
            return LOYD_OK;
        }
    return why_set(why, LOYD_E_SYNTAX, "unknown %s '%s': expected %s",
                   s->row->name, why_quote(text, len, quote),
                   s->row->expected);
}

static loyd_err
set_text(const struct setting *s, const char *text, size_t len, loyd_why *why)
{
    char **to = target(s);
    loyd_err err = loyd_text_check(text, len, why);

    if (err != LOYD_OK)
        return err;
    free(*to);
    *to = strndup(text, len);
    return *to != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

static loyd_err
set_order(const struct setting *s, const char *text, size_t len, loyd_why *why)
{
    struct order order;
    char **to = target(s);
    loyd_err err = set_text(s, text, len, why);

    if (err == LOYD_OK)
        err = order_parse(*to, LOYD_STM, &order, why);
    if (err == LOYD_OK && order.field == NULL) { /* by id, as without one */
        free(*to);
        *to = NULL;
    }
    return err;
}

static loyd_err
set_id(const struct setting *s, const char *text, size_t len, loyd_why *why)
{
    loyd_filter *filter = &s->to->filter;
    struct slice last = {text, len}, first;
    bool is_range = slice_cut_dots(&last, &first);
    loyd_id other;
    loyd_err err = loyd_id_parse(first.at, first.len, &filter->id_first,
                                 &filter->id_last, why);

    return err == LOYD_OK && is_range
               ? loyd_id_parse(last.at, last.len, &other, &filter->id_last,
                               why)
               : err;
}

static loyd_err
set_whole_id(const struct setting *s, const char *text, size_t len,
             loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    loyd_id last;
    loyd_err err = loyd_id_parse(text, len, target(s), &last, why);

    return err == LOYD_OK && len != LOYD_ID_CHARS
               ? why_set(why, LOYD_E_SYNTAX,
                         "incomplete id '%s': expected %d characters",
                         why_quote(text, len, quote), LOYD_ID_CHARS)
               : err;
}

static loyd_err
set_moves(const struct setting *s, const char *text, size_t len, loyd_why *why)
{
    struct owned_filter *owned = (struct owned_filter *)s->to;

    *(const loyd_moves **)target(s) = &owned->prefix;
    return moves_parse(text, len, &owned->prefix, why);
}

static loyd_err
set_truth(const struct setting *s, const char *text, size_t len, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    return truth_parse(text, len, target(s))
               ? LOYD_OK
               : why_set(why, LOYD_E_SYNTAX, "invalid value '%s': expected %s",
                         why_quote(text, len, quote), s->row->expected);
}

static loyd_err
set_number(const struct setting *s, const char *text, size_t len,
           loyd_why *why)
{
    return number_parse(text, len, s->row->low, INT64_MAX, target(s), why);
}

/* How a kind is read, value by value if it is a list. */
static loyd_err (*const setters[])(const struct setting *, const char *,
                                   size_t, loyd_why *) = {
    [FILTER_SIZES] = add_size,        [FILTER_LAYOUTS] = add_word,
    [FILTER_WORDS] = add_word,        [FILTER_LENGTHS] = add_range,
    [FILTER_PERCENTILES] = add_range, [FILTER_TRAITS] = add_range,
    [FILTER_GAMES] = add_range,       [FILTER_REALS] = add_range,
    [FILTER_CLASS] = set_class,       [FILTER_WORD] = set_word,
    [FILTER_TEXT] = set_text,         [FILTER_ORDER] = set_order,
    [FILTER_ID] = set_id,             [FILTER_WHOLE_ID] = set_whole_id,
    [FILTER_IDS] = NULL,              [FILTER_MOVES] = set_moves,
    [FILTER_TRUTH] = set_truth,       [FILTER_NUMBER] = set_number,
};

/* Returns whether the text after a comma continues a layout, by an option or
 * a cell. */
static bool
continues_layout(struct slice text)
{
    return slice_skip(&text, "missing=") || slice_skip(&text, "blank=") ||
           (text.len > 0 && *text.at >= '0' && *text.at <= '9');
}

/* Removes the first value of a list; false: it was the last. */
static bool
next_value(const struct filter_row *row, struct slice *rest,
           struct slice *value)
{
    struct slice more;
    bool is_more = slice_cut(rest, ',', value);

    while (is_more && row->kind == FILTER_LAYOUTS && continues_layout(*rest)) {
        is_more = slice_cut(rest, ',', &more);
        value->len = (size_t)(more.at + more.len - value->at);
    }
    return is_more;
}

loyd_err
filter_builder_new(loyd_filter_builder **builder)
{
    struct owned_filter *owned = calloc(1, sizeof(*owned));

    *builder = (loyd_filter_builder *)owned;
    return owned != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

loyd_err
filter_add(loyd_filter_builder *builder, const struct filter_row *row,
           const char *text, size_t len, loyd_why *why)
{
    const struct setting s = {builder, row};

    if (row->has != 0)
        *((bool *)((char *)&builder->filter + row->has)) = true;
    return setters[row->kind](&s, text, len, why);
}

void
filter_join(loyd_filter_builder *builder, const struct filter_row *row)
{
    const struct setting s = {builder, row};
    struct range_list list;

    if (setters[row->kind] != add_range)
        return;
    list = (struct range_list){*(loyd_range **)target(&s), *target_count(&s),
                               *target_count(&s)};
    range_list_join(&list, filter_range_kind(row));
    *target_count(&s) = list.n;
}

loyd_err
loyd_filter_builder_add(loyd_filter_builder **builder, const char *name,
                        const char *text, size_t len, loyd_why *why)
{
    const struct filter_row *row = filter_row_of(name);
    struct slice rest = {text, len}, value;
    char quote[WHY_QUOTE_BYTES];
    bool is_more;
    loyd_err err;

    WHY_GIVEN(why);
    if (row == NULL || row->expected == NULL)
        return why_set(why, LOYD_E_SYNTAX, "unknown filter '%s'",
                       why_quote(name, strlen(name), quote));
    if (*builder == NULL && (err = filter_builder_new(builder)) != LOYD_OK)
        return err;
    if (row->n == 0)
        return filter_add(*builder, row, text, len, why);
    do {
        is_more = next_value(row, &rest, &value);
        err = value.len > 0
                  ? filter_add(*builder, row, value.at, value.len, why)
                  : why_set(why, LOYD_E_SYNTAX, "empty value in '%s'",
                            why_quote(text, len, quote));
    } while (err == LOYD_OK && is_more);
    if (err == LOYD_OK)
        filter_join(*builder, row);
    return err;
}

void
loyd_filter_builder_free(loyd_filter_builder **builder)
{
    struct setting s = {.to = *builder};

    if (s.to == NULL)
        return;
    for (s.row = filter_rows; s.row->name != NULL; s.row++) {
        char **words = s.row->n != 0 ? *(char ***)target(&s) : NULL;
        bool owns_words =
            s.row->kind == FILTER_LAYOUTS || s.row->kind == FILTER_WORDS;

        for (size_t i = 0;
             owns_words && i < filter_count(&s.to->filter, s.row); i++)
            free(words[i]);
        if (s.row->n != 0 || s.row->kind == FILTER_TEXT ||
            s.row->kind == FILTER_ORDER)
            free(*(void **)target(&s));
    }
    loyd_moves_free(&((struct owned_filter *)s.to)->prefix);
    free(s.to);
    *builder = NULL;
}
