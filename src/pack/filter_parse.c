/* SPDX-License-Identifier: MIT */
/* Parses the JSON that a filter is written as. */
#include "pack/filter_parse.h"

#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "pack/json_parse.h"
#include "store/filter.h"

/* Adds a value: a text, a whole number, or true or false. */
static loyd_err
add_value(loyd_filter_builder *to, const char *name, const json_t *value,
          loyd_why *why)
{
    char text[24], quote[WHY_QUOTE_BYTES];

    if (json_is_string(value))
        return filter_add(to, name, json_string_value(value),
                          json_string_length(value), why);
    if (json_is_boolean(value))
        return filter_add(to, name, json_is_true(value) ? "1" : "0", 1, why);
    if (!json_is_integer(value))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid '%s': expected a text, a number, or an array "
                       "of these",
                       why_quote(name, strlen(name), quote));
    snprintf(text, sizeof(text), "%" JSON_INTEGER_FORMAT,
             json_integer_value(value));
    return filter_add(to, name, text, strlen(text), why);
}

loyd_err
filter_parse(json_t *object, bool skips_unknown, loyd_filter_builder *to,
             loyd_why *why)
{
    const char *name;
    char quote[WHY_QUOTE_BYTES];
    json_t *value;
    loyd_err err = LOYD_OK;

    json_object_foreach(object, name, value)
    {
        bool is_list = json_is_array(value);
        size_t n = is_list ? json_array_size(value) : 1;

        if (skips_unknown && column_named(name) == FIELDS_ &&
            !filter_has_member(name))
            continue;
        if (n == 0)
            err = why_set(why, LOYD_E_SYNTAX,
                          "invalid '%s': expected at least one value",
                          why_quote(name, strlen(name), quote));
        for (size_t i = 0; err == LOYD_OK && i < n; i++)
            err = add_value(to, name,
                            is_list ? json_array_get(value, i) : value, why);
        if (err != LOYD_OK)
            return filter_has_member(name) ? why_prefix(why, err, "%s: ", name)
                                           : err;
    }
    return LOYD_OK;
}
