/* SPDX-License-Identifier: MIT */
/* JSON of others, parsed by jansson within limits. */
#ifndef LOYD_PACK_JSON_PARSE_H
#define LOYD_PACK_JSON_PARSE_H

#include <jansson.h>

#include "loyd/puzzle.h"

/*
 * Parses text[0..len); *made is to be released with json_decref. Keys occur
 * once. Errors: LOYD_E_SYNTAX, of which `error` has the place; LOYD_E_NOMEM.
 */
loyd_err json_load(const char *text, size_t len, json_t **made,
                   json_error_t *error);

/* The same, with a sentence on what is wrong. */
loyd_err json_parse(const char *text, size_t len, json_t **made,
                    loyd_why *why);

/* The text of a member; "" where it has none, or one with a NUL. */
const char *json_text(const json_t *object, const char *name);

/* A whole number in low..high; false: it has none. */
bool json_whole(const json_t *object, const char *name, json_int_t low,
                json_int_t high, uint64_t *number);

/* A whole id; false: it has none. */
bool json_id(const json_t *object, const char *name, loyd_id *id);

#define JSON_PERCENTILE 12

/* A number in 0..100 as text with three decimals, whatever the locale; false:
 * it is none. */
bool json_percentile(const json_t *value, char text[JSON_PERCENTILE]);

#endif
