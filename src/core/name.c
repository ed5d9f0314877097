/* SPDX-License-Identifier: MIT */
/* Checks names of puzzles, and has the puzzles of the articles. */
#include "core/name.h"

#include <string.h>

#include "base/bytes.h"
#include "base/utf8.h"
#include "base/why.h"

static bool
is_like_id(const char *text, size_t len)
{
    size_t n = 0;

    while (n < len && bytes_of_base32(text[n]) >= 0)
        n++;
    return n == len && len == LOYD_ID_CHARS;
}

static bool
is_like_board(const char *text, size_t len)
{
    loyd_board board;
    size_t n = 0;

    while (n < len && memchr("0123456789 x,:", text[n], 14) != NULL)
        n++;
    return n == len ||
           loyd_board_parse(text, len, 0, 0, &board, NULL) == LOYD_OK;
}

/* Returns what is wrong with a name of valid characters; NULL: nothing. */
static const char *
fault_of(const char *text, size_t len)
{
    if (memchr(text, '/', len) != NULL || memchr(text, '~', len) != NULL)
        return "has / or ~, as recipes and boards do";
    if (memchr("-=+@", text[0], 4) != NULL)
        return "begins with -, =, + or @, as options and formulas do";
    if (text[0] == ' ' || text[len - 1] == ' ')
        return "begins or ends with a space";
    if (is_like_id(text, len))
        return "looks like an id";
    return is_like_board(text, len) ? "looks like a board" : NULL;
}

loyd_err
name_check(const char *text, size_t len, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    const char *fault;
    loyd_err err;

    WHY_GIVEN(why);
    if (len < 1 || len > LOYD_NAME_BYTES)
        return why_set(why, LOYD_E_SYNTAX,
                       "name '%s' has %zu bytes: expected 1..%d",
                       why_quote(text, len, quote), len, LOYD_NAME_BYTES);
    if ((err = utf8_check_name(text, len, why)) != LOYD_OK)
        return why_prefix(why, err, "name '%s': ",
                          why_quote(text, len, quote));
    fault = fault_of(text, len);
    return fault == NULL ? LOYD_OK
                         : why_set(why, LOYD_E_SYNTAX, "name '%s' %s",
                                   why_quote(text, len, quote), fault);
}

static const struct row {
    const char *name;
    const char *article;
    const char *note;
    const char *start;
    const char *goal;
} rows[] = {
#include "named.inc"
};

bool
named_get(size_t at, struct named *named)
{
    const struct row *row;

    if (at >= sizeof(rows) / sizeof(rows[0]))
        return false;
    row = &rows[at];
    named->name = row->name;
    named->article = row->article;
    named->note = row->note;
    return loyd_board_parse(row->start, strlen(row->start), 0, 0,
                            &named->puzzle.start, NULL) == LOYD_OK &&
           loyd_board_parse(row->goal, strlen(row->goal), 0, 0,
                            &named->puzzle.goal, NULL) == LOYD_OK;
}

bool
named_find(const char *name, struct named *named)
{
    for (size_t at = 0; at < sizeof(rows) / sizeof(rows[0]); at++)
        if (strcmp(rows[at].name, name) == 0)
            return named_get(at, named);
    return false;
}
