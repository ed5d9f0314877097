/* SPDX-License-Identifier: MIT */
/* Parses untrusted JSON with jansson, within limits. */
#ifndef LOYD_PACK_JSON_PARSE_H
#define LOYD_PACK_JSON_PARSE_H

#include <jansson.h>

#include "loyd/puzzle.h"

/*
 * Parses text[0..len). The caller releases *made with json_decref. Duplicate
 * keys are an error. Errors: LOYD_E_SYNTAX, with the place in `error`;
 * LOYD_E_NOMEM.
 */
loyd_err json_load(const char *text, size_t len, json_t **made,
                   json_error_t *error);

/* Parses a text, with limits if it is long, and describes errors in `why`.
 * Errors: LOYD_E_SYNTAX, LOYD_E_NOMEM. */
loyd_err json_parse(const char *text, size_t len, json_t **made,
                    loyd_why *why);

/* Returns the text of a member, or "" if it is absent, no string or contains a
 * NUL. */
const char *json_text(const json_t *object, const char *name);

/* Reads a member that is a whole number in low..high. Returns false if it is
 * not. */
bool json_whole(const json_t *object, const char *name, json_int_t low,
                json_int_t high, uint64_t *number);

/* Reads a member that is a complete id. Returns false if it is not. */
bool json_id(const json_t *object, const char *name, loyd_id *id);

/* Reads a whole number, also as 56.0. Returns false for any other value. */
bool json_whole_value(const json_t *value, json_int_t *number);

#define JSON_PERCENTILE 12

/* Writes a number in 0..100 as text with three decimals, independent of the
 * locale. Returns false if the value is no such number. */
bool json_percentile(const json_t *value, char text[JSON_PERCENTILE]);

/* Writes a number up to 2^32 as text with at most six decimals. Returns false
 * if the value is no such number. */
bool json_millionths(const json_t *value, char text[24]);

#endif
