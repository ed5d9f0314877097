/* SPDX-License-Identifier: MIT */
/* Parses the JSON that a filter is written as. */
#include "pack/filter_parse.h"

#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "pack/json_parse.h"
#include "store/filter_table.h"

static loyd_err
bad(const struct filter_row *row, const char *expected, loyd_why *why)
{
    return why_set(why, LOYD_E_SYNTAX, "invalid '%s': expected %s", row->name,
                   expected);
}

/* Adds a value of a list, or a value that has quotes. */
static loyd_err
add_string(loyd_filter_builder *to, const struct filter_row *row,
           const json_t *value, loyd_why *why)
{
    const char *text = json_string_value(value);
    size_t len = json_string_length(value);

    if (text == NULL || strlen(text) != len ||
        (len == 0 && row->kind != FILTER_TEXT && row->kind != FILTER_MOVES))
        return bad(row, row->expected, why);
    return filter_add(to, row, text, len, why);
}

static loyd_err
add_number(loyd_filter_builder *to, const struct filter_row *row,
           const json_t *value, loyd_why *why)
{
    char text[24];
    json_int_t number = json_integer_value(value);

    if (!json_is_integer(value) || number < (json_int_t)row->low ||
        (row->kind == FILTER_TRUTH && number > 1))
        return bad(row, row->expected, why);
    snprintf(text, sizeof(text), "%" JSON_INTEGER_FORMAT, number);
    return filter_add(to, row, text, strlen(text), why);
}

/* Reads a member: a value, or an array of values of a list. */
static loyd_err
read_member(loyd_filter_builder *to, const struct filter_row *row,
            const json_t *value, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (row->kind == FILTER_TRUTH || row->kind == FILTER_NUMBER)
        return add_number(to, row, value, why);
    if (row->n == 0 || !json_is_array(value))
        return add_string(to, row, value, why);
    if (json_array_size(value) == 0)
        return bad(row, "at least one value", why);
    for (size_t i = 0; err == LOYD_OK && i < json_array_size(value); i++)
        err = add_string(to, row, json_array_get(value, i), why);
    if (err == LOYD_OK)
        filter_join(to, row);
    return err;
}

loyd_err
filter_parse(json_t *object, bool skips_unknown, loyd_filter_builder *to,
             loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    const char *name;
    json_t *value;
    loyd_err err;

    json_object_foreach(object, name, value)
    {
        const struct filter_row *row = filter_row_of(name);
        bool is_known = row != NULL && row->expected != NULL;

        if (!is_known && !skips_unknown)
            return why_set(why, LOYD_E_SYNTAX, "unknown filter '%s'",
                           why_quote(name, strlen(name), quote));
        if (is_known && (err = read_member(to, row, value, why)) != LOYD_OK)
            return err;
    }
    return LOYD_OK;
}
