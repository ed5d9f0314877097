/* SPDX-License-Identifier: MIT */
/* Filters from texts, and as JSON. */
#include "store/filter.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/nearest.h"
#include "base/number.h"
#include "base/slice.h"
#include "base/why.h"
#include "core/crypto.h"
#include "base/utf8.h"
#include "store/tables.h"

/* Values of one column: SQLite limits the depth of expressions. */
#define VALUES_MAX 500

#define DIGEST_SHOWN 8 /* bytes */

enum field
column_named(const char *name)
{
    enum field column = field_of(name, strlen(name));

    return field_is_column(column) ? column : FIELDS_;
}

/* LOYD_E_SYNTAX: `what` has a name that no column has. */
static loyd_err
column_unknown(const char *what, const char *name, loyd_why *why)
{
    const char *names[FIELDS_ + 1] = {NULL}, *near;
    char quote[WHY_QUOTE_BYTES];
    size_t n = 0;

    for (enum field column = 0; column < FIELDS_; column++)
        if (field_is_column(column))
            names[n++] = field_info[column].name;
    near = nearest_word(name, names);
    why_quote(name, strlen(name), quote);
    return near != NULL
               ? why_set(why, LOYD_E_SYNTAX, "unknown %s '%s': try '%s'",
                         what, quote, near)
               : why_set(why, LOYD_E_SYNTAX,
                         "unknown %s '%s': expected a column of puzzles",
                         what, quote);
}

bool
condition_is_first(const loyd_filter *filter, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (strcmp(filter->conditions[i].column,
                   filter->conditions[at].column) == 0)
            return false;
    return true;
}

bool
filter_wants_use(const loyd_filter *filter)
{
    for (size_t i = 0; i < filter->n_conditions; i++)
        if (strcmp(filter->conditions[i].column, "used") == 0)
            return true;
    return false;
}

/* --- from texts --- */

/* A builder, with what a filter can only point to. */
struct owned_filter {
    loyd_filter_builder builder; /* what the caller sees */
    loyd_condition *conditions;
    size_t room;
};

/* The members that are not conditions. */
enum member_kind {
    MEMBER_TEXT,
    MEMBER_WHERE,
    MEMBER_ORDER,
    MEMBER_ID,
    MEMBER_TRUTH,
    MEMBER_NUMBER
};

static const struct member {
    const char *name;
    enum member_kind kind;
    size_t at;
    uint64_t low; /* of a number */
} members[] = {
    {"where", MEMBER_WHERE, offsetof(loyd_filter, where), 0},
    {"order", MEMBER_ORDER, offsetof(loyd_filter, order), 0},
    {"after", MEMBER_ID, offsetof(loyd_filter, after), 0},
    {"distinct", MEMBER_TRUTH, offsetof(loyd_filter, is_distinct), 0},
    {"pick", MEMBER_TEXT, offsetof(loyd_filter, pick), 0},
    {"offset", MEMBER_NUMBER, offsetof(loyd_filter, offset), 0},
    {"limit", MEMBER_NUMBER, offsetof(loyd_filter, limit), 1},
};

#define N_MEMBERS (sizeof(members) / sizeof(members[0]))

loyd_err
filter_builder_new(loyd_filter_builder **builder)
{
    struct owned_filter *owned = calloc(1, sizeof(*owned));

    *builder = (loyd_filter_builder *)owned;
    return owned != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

/* Adds a value to a column, if its condition can be written. */
static loyd_err
add_condition(loyd_filter_builder *builder, enum field column,
              const char *text, loyd_why *why)
{
    struct owned_filter *owned = (struct owned_filter *)builder;
    loyd_filter *filter = &builder->filter;
    struct sql scratch = {.n = 0};
    size_t n = 0;
    char *copy;
    loyd_err err =
        value_put(&scratch, column, field_info[column].name, text, true, why);

    sql_free(&scratch);
    for (size_t i = 0; i < filter->n_conditions; i++)
        n += column_named(filter->conditions[i].column) == column;
    if (err == LOYD_OK && n >= VALUES_MAX)
        err = why_set(why, LOYD_E_RANGE, "more than %d values of %s",
                      VALUES_MAX, field_info[column].name);
    if (err != LOYD_OK)
        return err;
    if (!ARRAY_ROOM(owned->conditions, owned->room,
                    filter->n_conditions + 1) ||
        (copy = strdup(text)) == NULL)
        return LOYD_E_NOMEM;
    owned->conditions[filter->n_conditions++] =
        (loyd_condition){field_info[column].name, copy};
    filter->conditions = owned->conditions;
    return LOYD_OK;
}

/* Checks an order: a column, perhaps after '-'. */
static loyd_err
check_order(const char *text, loyd_why *why)
{
    text += text[0] == '-';
    return column_named(text) != FIELDS_ ? LOYD_OK
                                         : column_unknown("order", text, why);
}

static loyd_err
set_text(const char **to, const char *text)
{
    char *copy = strdup(text);

    if (copy == NULL)
        return LOYD_E_NOMEM;
    free((void *)(uintptr_t)*to);
    *to = copy;
    return LOYD_OK;
}

static loyd_err
set_after(loyd_filter *filter, const char *text, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    size_t len = strlen(text);
    loyd_id last;
    loyd_err err = loyd_id_parse(text, len, &filter->after, &last, why);

    filter->has_after = true;
    return err == LOYD_OK && len != LOYD_ID_CHARS
               ? why_set(why, LOYD_E_SYNTAX,
                         "incomplete id '%s': expected %d characters",
                         why_quote(text, len, quote), LOYD_ID_CHARS)
               : err;
}

static loyd_err
set_member(loyd_filter *filter, const struct member *member, const char *text,
           loyd_why *why)
{
    void *to = (char *)filter + member->at;
    loyd_err err = LOYD_OK;

    switch (member->kind) {
    case MEMBER_ID:
        return set_after(filter, text, why);
    case MEMBER_TRUTH:
        return truth_parse(text, strlen(text), to)
                   ? LOYD_OK
                   : why_set(why, LOYD_E_SYNTAX, "invalid %s: expected 0 or 1",
                             member->name);
    case MEMBER_NUMBER:
        return number_parse(text, strlen(text), member->low, INT64_MAX, to,
                            why);
    case MEMBER_WHERE:
        err = where_check(text, why);
        break;
    case MEMBER_ORDER:
        err = check_order(text, why);
        break;
    case MEMBER_TEXT:
        err = utf8_check(text, strlen(text), why);
        break;
    }
    return err == LOYD_OK ? set_text(to, text) : err;
}

static const struct member *
find_member(const char *name)
{
    for (size_t i = 0; i < N_MEMBERS; i++)
        if (strcmp(members[i].name, name) == 0)
            return &members[i];
    return NULL;
}

bool
filter_has_member(const char *name)
{
    return find_member(name) != NULL;
}

loyd_err
filter_add(loyd_filter_builder *builder, const char *name, const char *text,
           size_t len, loyd_why *why)
{
    enum field column = column_named(name);
    char *copy = strndup(text, len);
    const struct member *member = find_member(name);
    loyd_err err;

    if (copy == NULL)
        err = LOYD_E_NOMEM;
    else if (strlen(copy) != len)
        err = why_set(why, LOYD_E_ENCODING, "a value contains a NUL");
    else if (member != NULL)
        err = set_member(&builder->filter, member, copy, why);
    else if (column == FIELDS_)
        err = column_unknown("filter", name, why);
    else
        err = add_condition(builder, column, copy, why);
    free(copy);
    return err;
}

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
next_value(enum field column, struct slice *rest, struct slice *value)
{
    struct slice more;
    bool is_more = slice_cut(rest, ',', value);

    while (is_more && column == FIELD_LAYOUT && continues_layout(*rest)) {
        is_more = slice_cut(rest, ',', &more);
        value->len = (size_t)(more.at + more.len - value->at);
    }
    return is_more;
}

loyd_err
loyd_filter_builder_add(loyd_filter_builder **builder, const char *name,
                        const char *text, size_t len, loyd_why *why)
{
    enum field column = column_named(name);
    struct slice rest = {text, len}, value;
    char quote[WHY_QUOTE_BYTES];
    bool is_more;
    loyd_err err;

    WHY_GIVEN(why);
    if (*builder == NULL && (err = filter_builder_new(builder)) != LOYD_OK)
        return err;
    /* A seed and a name may have commas: no list of them. */
    if (column == FIELDS_ || column == FIELD_RECIPE || column == FIELD_NAME)
        return filter_add(*builder, name, text, len, why);
    do {
        is_more = next_value(column, &rest, &value);
        err = value.len > 0
                  ? filter_add(*builder, name, value.at, value.len, why)
                  : why_set(why, LOYD_E_SYNTAX, "empty value in '%s'",
                            why_quote(text, len, quote));
    } while (err == LOYD_OK && is_more);
    return err;
}

void
loyd_filter_builder_free(loyd_filter_builder **builder)
{
    struct owned_filter *owned = (struct owned_filter *)*builder;

    if (owned == NULL)
        return;
    for (size_t i = 0; i < (*builder)->filter.n_conditions; i++)
        free((void *)(uintptr_t)owned->conditions[i].value);
    free(owned->conditions);
    free((void *)(uintptr_t)(*builder)->filter.where);
    free((void *)(uintptr_t)(*builder)->filter.order);
    free((void *)(uintptr_t)(*builder)->filter.pick);
    free(owned);
    *builder = NULL;
}

/* --- as JSON --- */

/* Writes how many ids there are, and a digest of them in order. */
static void
put_ids(struct jw *json, const char *name, const loyd_id *items, size_t n)
{
    loyd_id *ids = n > 0 ? calloc(n, sizeof(ids[0])) : NULL;
    uint8_t digest[CRYPTO_HASH_BYTES];
    struct crypto_hash hash;
    uint64_t count = 0;

    if (ids == NULL) {
        json->to->is_lost |= n > 0;
        n = 0;
    } else {
        memcpy(ids, items, n * sizeof(ids[0]));
    }
    ARRAY_SORT(ids, n, id_order);
    crypto_hash_begin(&hash, NULL);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || id_order(&ids[i - 1], &ids[i]) != 0) {
            crypto_hash_add(&hash, ids[i].byte, LOYD_ID_BYTES);
            count++;
        }
    crypto_hash_end(&hash, digest);
    free(ids);
    jw_object(json, name, JW_TIGHT);
    jw_uint(json, "count", count);
    jw_hex(json, "digest", digest, DIGEST_SHOWN);
    jw_close(json);
}

/* In the order of columns, then of values. */
static int
by_column(const void *a, const void *b)
{
    const loyd_condition *one = a, *other = b;
    enum field x = column_named(one->column), y = column_named(other->column);

    return x != y ? (x < y ? -1 : 1) : strcmp(one->value, other->value);
}

/* Writes the conditions, each once: of a column a text, or an array of them.
 * The order in which they were given changes nothing. */
static void
put_conditions(struct jw *json, const loyd_filter *filter)
{
    size_t n = 0, first = 0;
    loyd_condition *sorted =
        calloc(filter->n_conditions + 1, sizeof(sorted[0]));

    if (sorted == NULL) {
        json->to->is_lost = true;
        return;
    }
    if (filter->n_conditions > 0)
        memcpy(sorted, filter->conditions,
               filter->n_conditions * sizeof(sorted[0]));
    ARRAY_SORT(sorted, filter->n_conditions, by_column);
    for (size_t i = 0; i < filter->n_conditions; i++)
        if (n == 0 || by_column(&sorted[n - 1], &sorted[i]) != 0)
            sorted[n++] = sorted[i];
    for (size_t i = 0; i < n; i++) {
        bool is_last = i + 1 == n || strcmp(sorted[i].column,
                                            sorted[i + 1].column) != 0;

        if (i == first && !is_last)
            jw_array(json, sorted[i].column, JW_TIGHT);
        jw_string(json, i == first && is_last ? sorted[i].column : NULL,
                  sorted[i].value);
        if (is_last && i > first)
            jw_close(json);
        if (is_last)
            first = i + 1;
    }
    free(sorted);
}

void
filter_put_json(struct jw *json, const char *name, const loyd_filter *filter)
{
    char id[LOYD_ID_CHARS + 1], last[LOYD_ID_CHARS + 1];

    jw_object(json, name, JW_TIGHT);
    put_conditions(json, filter);
    if (filter->where != NULL)
        jw_string(json, "where", filter->where);
    loyd_id_print(&filter->id_first, id);
    loyd_id_print(&filter->id_last, last);
    if (filter->has_id)
        jw_format(json, "ids_from_to", "%s..%s", id, last);
    if (filter->has_ids)
        put_ids(json, "in", filter->ids, filter->n_ids);
    if (filter->n_excluded > 0)
        put_ids(json, "not_in", filter->excluded, filter->n_excluded);
    if (filter->order != NULL)
        jw_string(json, "order", filter->order);
    loyd_id_print(&filter->after, id);
    if (filter->has_after)
        jw_string(json, "after", id);
    if (filter->is_distinct)
        jw_boolean(json, "distinct", true);
    if (filter->pick != NULL)
        jw_string(json, "pick", filter->pick);
    if (filter->offset > 0)
        jw_uint(json, "offset", filter->offset);
    if (filter->limit > 0)
        jw_uint(json, "limit", filter->limit);
    jw_close(json);
}
