/* SPDX-License-Identifier: MIT */
/* Parses JSON: the limits, and telling bad input from memory errors. */
#include "pack/json_parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "base/why.h"

/* Limits for long texts: with more, each only a few bytes, jansson would need
 * hundreds of times their length. */
#define BRACKETS_MAX 200000
#define COMMAS_MAX 2000000
#define LONG_TEXT 65536

/* Approximate maximum that jansson allocates per byte of such a text. */
#define BYTES_A_BYTE 16
#define BYTES_AT_LEAST 65536

static bool
is_crowded(const char *text, size_t len)
{
    size_t brackets = 0, commas = 0;

    for (size_t i = 0; i < len; i++) {
        brackets += text[i] == '[' || text[i] == '{';
        commas += text[i] == ',';
    }
    return brackets > BRACKETS_MAX || commas > COMMAS_MAX;
}

static bool
has_memory(size_t len)
{
    void *room = malloc(BYTES_A_BYTE * len + BYTES_AT_LEAST);

    free(room);
    return room != NULL;
}

/* jansson's message names a flag that only a program can set. Out of memory
 * there is neither a message nor a code. */
static void
reword(json_error_t *error)
{
    enum json_error_code code =
        error->text[0] != '\0' ? json_error_code(error) : json_error_unknown;

    if (code == json_error_null_character ||
        code == json_error_null_byte_in_key)
        snprintf(error->text, sizeof(error->text), "\\u0000 is not allowed");
}

/*
 * Out of memory, jansson reports no error text or an invalid token. So a text
 * that it refuses is parsed again, and counts as invalid only if that fails
 * too while memory is available.
 */
loyd_err
json_load(const char *text, size_t len, json_t **made, json_error_t *error)
{
    for (unsigned i = 0; i < 2; i++) {
        *made = json_loadb(text, len, JSON_REJECT_DUPLICATES, error);
        if (*made != NULL)
            return LOYD_OK;
    }
    reword(error);
    return error->text[0] != '\0' && has_memory(len) ? LOYD_E_SYNTAX
                                                     : LOYD_E_NOMEM;
}

loyd_err
json_parse(const char *text, size_t len, json_t **made, loyd_why *why)
{
    json_error_t error;
    char quote[WHY_QUOTE_BYTES];
    loyd_err err;

    *made = NULL;
    if (len > LONG_TEXT && is_crowded(text, len))
        return why_set(why, LOYD_E_SYNTAX,
                       "JSON has more than %d brackets or %d commas",
                       BRACKETS_MAX, COMMAS_MAX);
    err = json_load(text, len, made, &error);
    if (err == LOYD_E_SYNTAX)
        why_set(why, err, "invalid JSON at byte %d: %s", error.position,
                why_quote(error.text, strlen(error.text), quote));
    return err == LOYD_E_NOMEM ? why_set(why, err, "out of memory") : err;
}

const char *
json_text(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    const char *text = json_string_value(value);

    return text != NULL && strlen(text) == json_string_length(value) ? text
                                                                     : "";
}

bool
json_whole(const json_t *object, const char *name, json_int_t low,
           json_int_t high, uint64_t *number)
{
    const json_t *value = json_object_get(object, name);

    if (!json_is_integer(value) || json_integer_value(value) < low ||
        json_integer_value(value) > high)
        return false;
    *number = (uint64_t)json_integer_value(value);
    return true;
}

bool
json_id(const json_t *object, const char *name, loyd_id *id)
{
    const char *text = json_text(object, name);
    loyd_id last;

    return strlen(text) == LOYD_ID_CHARS &&
           loyd_id_parse(text, LOYD_ID_CHARS, id, &last, NULL) == LOYD_OK;
}

bool
json_whole_value(const json_t *value, json_int_t *number)
{
    double real = json_number_value(value);
    json_int_t whole;

    if (json_is_integer(value)) {
        *number = json_integer_value(value);
        return true;
    }
    /* Beyond 2^53 not every whole number is a double. */
    if (!json_is_real(value) || !(real >= -0x1p53 && real <= 0x1p53))
        return false;
    whole = (json_int_t)real;
    if ((double)whole != real)
        return false;
    *number = whole;
    return true;
}

bool
json_percentile(const json_t *value, char text[JSON_PERCENTILE])
{
    double number = json_number_value(value);
    unsigned thousandths;

    if (!json_is_number(value) || !(number >= 0 && number <= 100))
        return false;
    thousandths = (unsigned)(number * 1000 + 0.5);
    snprintf(text, JSON_PERCENTILE, "%u.%03u", thousandths / 1000,
             thousandths % 1000);
    return true;
}

bool
json_millionths(const json_t *value, char text[24])
{
    double number = json_number_value(value);
    struct text to = text_in(text, 24);

    if (!json_is_number(value) || !(number >= 0 && number <= UINT32_MAX))
        return false;
    text_millionths(&to, (int64_t)(number * 1000000 + 0.5));
    return true;
}
