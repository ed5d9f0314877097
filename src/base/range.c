/* SPDX-License-Identifier: MIT */
/* Parses, prints and joins ranges, and words their errors. */
#include "base/range.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"
#include "base/slice.h"
#include "base/why.h"

/* --- one range --- */

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

static loyd_err
refuse_reversed(uint64_t a, uint64_t b, loyd_why *why)
{
    return why_set(why, LOYD_E_RANGE,
                   "range %" PRIu64 "..%" PRIu64 " is reversed", a, b);
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
        return refuse_reversed(a, b, why);
    *first = a;
    *last = b;
    return LOYD_OK;
}

static uint32_t
most_of(enum range_kind kind)
{
    static const uint32_t most[] = {[RANGE_LENGTHS] = LOYD_LENGTH_MAX,
                                    [RANGE_PERCENTILES] = LOYD_PERCENTILE_MAX,
                                    [RANGE_REALS] = LOYD_REAL_MAX};

    return most[kind];
}

static loyd_err
read_end(struct slice text, enum range_kind kind, uint32_t *end, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    uint64_t number = 0;
    loyd_err err = LOYD_OK;

    if (kind == RANGE_LENGTHS)
        err =
            number_parse(text.at, text.len, 0, LOYD_LENGTH_MAX, &number, why);
    else if (!thousandths_parse(text.at, text.len, &number) ||
             number > most_of(kind))
        err = why_set(why, LOYD_E_SYNTAX,
                      "invalid %s '%s': expected 0..%u with at most three "
                      "decimals",
                      kind == RANGE_REALS ? "number" : "percentile",
                      why_quote(text.at, text.len, quote),
                      (unsigned)(most_of(kind) / LOYD_PERCENTILE));
    if (err == LOYD_OK)
        *end = (uint32_t)number;
    return err;
}

/* Returns the end of the range that a single number is. */
static uint32_t
end_of_one(struct slice text, enum range_kind kind, uint32_t low)
{
    struct slice decimals = text, whole;
    uint32_t step = LOYD_PERCENTILE;

    if (kind == RANGE_LENGTHS || low == most_of(kind))
        return low;
    slice_cut(&decimals, '.', &whole);
    for (size_t i = 0; i < decimals.len; i++)
        step /= 10;
    return step < most_of(kind) - low ? low + step : most_of(kind);
}

loyd_err
range_read(const char *text, size_t len, enum range_kind kind,
           loyd_range *range, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    struct slice all = {text, len}, to = all, from;
    loyd_range read = {0, most_of(kind)};
    bool has_dots = slice_cut_dots(&to, &from);
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    if (has_dots && from.len == 0 && to.len == 0)
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid range '..': expected A, A..B, A.. or ..B");
    if (!has_dots || from.len > 0)
        err = read_end(from, kind, &read.low, why);
    if (err == LOYD_OK && has_dots && to.len > 0)
        err = read_end(to, kind, &read.high, why);
    if (err != LOYD_OK)
        return suggest_dots(all, err, why);
    if (!has_dots)
        read.high = end_of_one(from, kind, read.low);
    if (kind == RANGE_LENGTHS && read.low > read.high)
        return refuse_reversed(read.low, read.high, why);
    if (!range_is_valid(kind, &read))
        return why_set(why, LOYD_E_RANGE,
                       "invalid %s '%s': expected A..B with A below B",
                       kind == RANGE_REALS ? "range" : "percentiles",
                       why_quote(text, len, quote));
    *range = read;
    return LOYD_OK;
}

/* Appends 12500 as 12.5. */
static void
put_real(struct text *text, uint32_t number)
{
    unsigned part = number % LOYD_PERCENTILE;
    int decimals = part % 10 != 0 ? 3 : part % 100 != 0 ? 2 : part != 0;

    for (int i = decimals; i < 3; i++)
        part /= 10;
    text_format(text, "%u", (unsigned)(number / LOYD_PERCENTILE));
    if (decimals > 0)
        text_format(text, ".%0*u", decimals, part);
}

void
range_print(struct text *text, enum range_kind kind, const loyd_range *range)
{
    bool is_open = kind != RANGE_PERCENTILES && range->high == most_of(kind);

    if (kind == RANGE_LENGTHS)
        text_format(text, "%u..", (unsigned)range->low);
    else {
        put_real(text, range->low);
        text_put(text, "..");
    }
    if (kind == RANGE_LENGTHS && !is_open)
        text_format(text, "%u", (unsigned)range->high);
    else if (!is_open)
        put_real(text, range->high);
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

bool
range_is_valid(enum range_kind kind, const loyd_range *range)
{
    return range->high <= most_of(kind) &&
           (range->low < range->high ||
            (kind == RANGE_LENGTHS && range->low == range->high));
}

/* --- lists --- */

void
range_list_free(struct range_list *list)
{
    free(list->at);
    *list = (struct range_list){.at = NULL};
}

loyd_err
range_list_add(struct range_list *list, loyd_range range)
{
    if (!ARRAY_ROOM(list->at, list->room, list->n + 1))
        return LOYD_E_NOMEM;
    list->at[list->n++] = range;
    return LOYD_OK;
}

static int
by_low(const void *a, const void *b)
{
    const loyd_range *one = a, *other = b;

    return (one->low > other->low) - (one->low < other->low);
}

void
range_list_join(struct range_list *list, enum range_kind kind)
{
    uint32_t gap = kind == RANGE_LENGTHS; /* 3..4 and 5..6 are 3..6 */
    size_t n = 0;

    ARRAY_SORT(list->at, list->n, by_low);
    for (size_t i = 0; i < list->n; i++) {
        loyd_range range = list->at[i];

        if (n == 0 || range.low > list->at[n - 1].high + gap)
            list->at[n++] = range;
        else if (range.high > list->at[n - 1].high)
            list->at[n - 1].high = range.high;
    }
    list->n = n;
}

loyd_err
range_list_copy(struct range_list *list, enum range_kind kind,
                const loyd_range *ranges, size_t n)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        err = range_list_add(list, ranges[i]);
    range_list_join(list, kind);
    return err;
}

loyd_err
range_list_meet(struct range_list *met, enum range_kind kind,
                const struct range_list *a, const struct range_list *b)
{
    loyd_err err = LOYD_OK;
    size_t i = 0, k = 0;

    met->n = 0;
    while (err == LOYD_OK && i < a->n && k < b->n) {
        const loyd_range *one = &a->at[i], *other = &b->at[k];
        loyd_range both = {one->low > other->low ? one->low : other->low,
                           one->high < other->high ? one->high : other->high};

        if (range_is_valid(kind, &both))
            err = range_list_add(met, both);
        if (one->high < other->high)
            i++;
        else
            k++;
    }
    return err;
}
