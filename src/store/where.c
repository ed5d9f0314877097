/* SPDX-License-Identifier: MIT */
/* Checks expressions of SQL that people write: token by token, since what is
 * not known to be harmless is refused. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/slice.h"
#include "base/why.h"
#include "base/utf8.h"
#include "store/filter.h"

#define WHERE_BYTES 10000
#define WHERE_DEPTH 50 /* of parentheses */

/* No subqueries, and nothing that names a table, a file or a parameter. */
static const char *const keywords[] = {
    "AND",  "OR",      "NOT",     "IN",     "IS",   "ISNULL", "NOTNULL",
    "NULL", "BETWEEN", "LIKE",    "GLOB",   "CASE", "WHEN",   "THEN",
    "ELSE", "END",     "TRUE",    "FALSE",  "CAST", "AS",     "INTEGER",
    "REAL", "TEXT",    "COLLATE", "NOCASE", NULL};

/* Of their arguments alone, and with results that are not longer. */
static const char *const functions[] = {
    "abs",    "coalesce", "ifnull", "iif",    "instr", "length", "lower",
    "ltrim",  "max",      "min",    "nullif", "round", "rtrim",  "sign",
    "substr", "trim",     "typeof", "upper",  NULL};

static bool
is_listed(const char *const *list, struct slice word)
{
    for (; *list != NULL; list++)
        if (strlen(*list) == word.len &&
            strncasecmp(*list, word.at, word.len) == 0)
            return true;
    return false;
}

static bool
is_column(struct slice word)
{
    return field_is_column(field_of(word.at, word.len));
}

static loyd_err
refuse(struct slice token, const char *expected, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    return why_set(why, LOYD_E_SYNTAX, "unexpected '%s': expected %s",
                   why_quote(token.at, token.len, quote), expected);
}

static int
is_of_word(int c)
{
    return isalnum(c) || c == '_';
}

/* Removes the characters of a class from the front. */
static struct slice
take(struct slice *rest, int (*is_of)(int))
{
    struct slice word = {rest->at, 0};

    while (word.len < rest->len && is_of((unsigned char)word.at[word.len]))
        word.len++;
    rest->at += word.len;
    rest->len -= word.len;
    return word;
}

static loyd_err
check_word(struct slice *rest, loyd_why *why)
{
    struct slice word = take(rest, is_of_word), next = *rest;

    (void)take(&next, isspace);
    if (next.len > 0 && *next.at == '(' && !is_listed(keywords, word))
        return is_listed(functions, word)
                   ? LOYD_OK
                   : refuse(word, "a function of docs/sql.md", why);
    /* Without parentheses IN names a table, and columns have such names. */
    if (word.len == 2 && strncasecmp(word.at, "IN", 2) == 0 &&
        (next.len == 0 || *next.at != '('))
        return refuse(word, "a list in parentheses after it", why);
    return is_column(word) || is_listed(keywords, word)
               ? LOYD_OK
               : refuse(word, "a column of puzzles", why);
}

/* Removes a string; two quotes in it are one. */
static loyd_err
check_string(struct slice *rest, loyd_why *why)
{
    const char *end = memchr(rest->at + 1, '\'', rest->len - 1);

    if (end == NULL)
        return refuse(*rest, "a string that ends", why);
    rest->len -= (size_t)(end + 1 - rest->at);
    rest->at = end + 1;
    return LOYD_OK;
}

/* Removes a number: digits, perhaps with a point. A letter after it is not
 * one of an exponent or of hexadecimal digits. */
static loyd_err
check_number(struct slice *rest, loyd_why *why)
{
    struct slice number = take(rest, isdigit);

    if (slice_skip(rest, "."))
        (void)take(rest, isdigit);
    return rest->len > 0 && is_of_word((unsigned char)*rest->at)
               ? refuse(number, "a number of digits", why)
               : LOYD_OK;
}

/* Removes an operator, and counts parentheses. */
static loyd_err
check_sign(struct slice *rest, unsigned *depth, loyd_why *why)
{
    struct slice sign = {rest->at, 1};
    char c = *rest->at;

    if (memchr("()+-*/%<>=!|&,~", c, 15) == NULL)
        return refuse(sign, "a column, a value or an operator", why);
    if (slice_skip(rest, "--") || slice_skip(rest, "/*"))
        return refuse((struct slice){sign.at, 2}, "no comment", why);
    if (slice_skip(rest, "->"))
        return refuse((struct slice){sign.at, 2}, "no JSON", why);
    if (c == '(' && ++*depth > WHERE_DEPTH)
        return why_set(why, LOYD_E_RANGE, "more than %d open parentheses",
                       WHERE_DEPTH);
    if (c == ')' && (*depth)-- == 0)
        return refuse(sign, "an open parenthesis before it", why);
    rest->at++;
    rest->len--;
    return LOYD_OK;
}

loyd_err
where_check(const char *text, loyd_why *why)
{
    struct slice rest = slice_of(text);
    unsigned depth = 0;
    loyd_err err = utf8_check(text, rest.len, why);

    if (err == LOYD_OK && (rest.len == 0 || rest.len > WHERE_BYTES))
        err = why_set(why, LOYD_E_RANGE,
                      "an expression of %zu bytes: expected 1..%d", rest.len,
                      WHERE_BYTES);
    while (err == LOYD_OK && rest.len > 0) {
        unsigned char c = (unsigned char)*rest.at;

        if (isspace(c)) {
            rest.at++;
            rest.len--;
        } else if (isalpha(c) || c == '_')
            err = check_word(&rest, why);
        else if (isdigit(c))
            err = check_number(&rest, why);
        else if (c == '\'')
            err = check_string(&rest, why);
        else
            err = check_sign(&rest, &depth, why);
    }
    return err == LOYD_OK && depth > 0
               ? why_set(why, LOYD_E_SYNTAX, "a parenthesis is not closed")
               : err;
}
