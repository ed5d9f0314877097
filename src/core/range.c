/* SPDX-License-Identifier: MIT */
/* Parses and prints ranges, and words their errors. */
#include "core/range.h"

#include <inttypes.h>
#include <string.h>

#include "base/number.h"
#include "base/slice.h"
#include "base/why.h"

/* Words the error of a range with a dash or a colon, if it is one. */
static loyd_err
suggest_dots(struct slice text, loyd_err err, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    struct slice second = text, first = slice_until(&second, "-:");
    uint64_t a, b;

    if ((slice_skip(&second, "-") || slice_skip(&second, ":")) &&
        slice_number(first, &a) == NUMBER_GOOD &&
        slice_number(second, &b) == NUMBER_GOOD)
        return why_set(why, err, "range '%s': try %" PRIu64 "..%" PRIu64,
                       why_quote(text.at, text.len, quote), a, b);
    return err;
}

/* Words the error of a closed range, with a suggestion for common mistakes. */
static loyd_err
closed_failed(struct slice text, loyd_err err, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    struct slice second = text, first;
    bool has_dots = slice_cut_dots(&second, &first);

    why_quote(text.at, text.len, quote);
    if (text.len > 0 && memchr(text.at, ',', text.len) != NULL)
        return why_set(why, err, "'%s' is a list: expected one range A..B",
                       quote);
    if (has_dots && text.len > 2 && (first.len == 0 || second.len == 0))
        return why_set(why, err, "range '%s' has no %s: expected A..B", quote,
                       first.len == 0 ? "beginning" : "end");
    return suggest_dots(text, err, why);
}

loyd_err
range_parse(const char *text, size_t len, uint64_t low, uint64_t high,
            uint64_t *first, uint64_t *last, loyd_why *why)
{
    struct slice to = {text, len}, from;
    bool has_dots = slice_cut_dots(&to, &from);
    uint64_t a = 0, b = 0;
    loyd_err err;

    WHY_GIVEN(why);
    err = number_parse(from.at, from.len, low, high, &a, why);
    if (err == LOYD_OK && has_dots)
        err = number_parse(to.at, to.len, low, high, &b, why);
    if (err != LOYD_OK)
        return closed_failed((struct slice){text, len}, err, why);
    if (!has_dots)
        b = a;
    if (a > b)
        return why_set(why, LOYD_E_RANGE,
                       "range %" PRIu64 "..%" PRIu64 " is reversed", a, b);
    *first = a;
    *last = b;
    return LOYD_OK;
}

static loyd_err
read_end(struct slice text, uint32_t *end, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    uint64_t number = 0;

    if (!thousandths_parse(text.at, text.len, &number) ||
        number > LOYD_PERCENTILE_MAX)
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid percentile '%s': expected 0..100 with at most "
                       "three decimals",
                       why_quote(text.at, text.len, quote));
    *end = (uint32_t)number;
    return LOYD_OK;
}

loyd_err
percentiles_parse(const char *text, size_t len, loyd_range *percentiles,
                  loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    struct slice to = {text, len}, from;
    loyd_range read;
    loyd_err err;

    WHY_GIVEN(why);
    why_quote(text, len, quote);
    if (!slice_cut_dots(&to, &from) || from.len == 0 || to.len == 0)
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid percentiles '%s': expected A..B", quote);
    if ((err = read_end(from, &read.low, why)) != LOYD_OK ||
        (err = read_end(to, &read.high, why)) != LOYD_OK)
        return err;
    if (read.low >= read.high)
        return why_set(why, LOYD_E_RANGE,
                       "invalid percentiles '%s': expected A..B with A below "
                       "B",
                       quote);
    *percentiles = read;
    return LOYD_OK;
}

size_t
percentiles_print(const loyd_range *percentiles, char text[PERCENTILES_TEXT])
{
    struct text to = text_in(text, PERCENTILES_TEXT);

    text_millionths(&to, (int64_t)percentiles->low * 1000);
    text_put(&to, "..");
    text_millionths(&to, (int64_t)percentiles->high * 1000);
    return to.len;
}

const char *
range_words(uint64_t low, uint64_t high, const char *noun,
            char text[RANGE_WORDS])
{
    struct text to = text_in(text, RANGE_WORDS);

    text_format(&to, "%" PRIu64, low);
    if (low != high)
        text_format(&to, "..%" PRIu64, high);
    if (noun[0] != '\0')
        text_format(&to, " %s%s", noun, low == 1 && high == 1 ? "" : "s");
    return text;
}

/* n * number / of; 2^48 * 65535 fits. */
static uint64_t
share(uint64_t n, uint32_t number, uint32_t of)
{
    return n * number / of;
}

void
part_range(uint32_t number, uint32_t of, uint64_t n, uint64_t *first,
           uint64_t *count)
{
    *first = 0;
    *count = n;
    if (of == 0)
        return;
    *first = share(n, number - 1, of);
    *count = share(n, number, of) - *first;
}
