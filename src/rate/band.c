/* SPDX-License-Identifier: MIT */
/* Defines the default bands, and parses, checks and looks up bands. */
#include "rate/band.h"

#include "loyd/band.h"

#include <string.h>

#include "base/array.h"
#include "base/nearest.h"
#include "core/day_hash.h"
#include "core/range.h"
#include "base/slice.h"
#include "base/why.h"
#include "rate/lengths.h"

/* Must match the rows that schema.sql inserts into a new catalogue. */
static const loyd_bands defaults = {
    4,
    {
        {"easy", {0, 1 * LOYD_PERCENTILE}},
        {"medium", {1 * LOYD_PERCENTILE, 25 * LOYD_PERCENTILE}},
        {"hard", {25 * LOYD_PERCENTILE, 90 * LOYD_PERCENTILE}},
        {"expert", {90 * LOYD_PERCENTILE, LOYD_PERCENTILE_MAX}},
    },
};

const loyd_bands *
bands_default(void)
{
    return &defaults;
}

/* Checks the name of a band. Errors: LOYD_E_SYNTAX. */
static loyd_err
check_name(struct slice name, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];

    if (day_name_is_valid(name.at, name.len))
        return LOYD_OK;
    return why_set(why, LOYD_E_SYNTAX,
                   "invalid band name '%s': expected 1..32 characters of a-z, "
                   "0-9 and -",
                   why_quote(name.at, name.len, quote));
}

/* Checks that each band begins where the previous one ends. */
static loyd_err
check_cover(const loyd_bands *bands, loyd_why *why)
{
    char text[PERCENTILES_TEXT];
    uint32_t end = 0;

    for (unsigned i = 0; i < bands->n; i++) {
        const loyd_band *band = &bands->band[i];
        if (band->percentiles.low != end ||
            band->percentiles.high <= band->percentiles.low ||
            band->percentiles.high > LOYD_PERCENTILE_MAX) {
            percentiles_print(&band->percentiles, text);
            return why_set(why, LOYD_E_RANGE,
                           "band %s=%s %s: expected bands that cover 0..100",
                           band->name, text,
                           band->percentiles.low > end
                               ? "leaves a gap before it"
                               : "overlaps the previous one");
        }
        end = band->percentiles.high;
    }
    if (end != LOYD_PERCENTILE_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "the last band ends below 100: expected bands that "
                       "cover 0..100");
    return LOYD_OK;
}

loyd_err
bands_check(const loyd_bands *bands, loyd_why *why)
{
    WHY_GIVEN(why);
    if (bands->n < 1 || bands->n > LOYD_BANDS_MAX)
        return why_set(why, LOYD_E_RANGE, "%u bands: expected 1..%d", bands->n,
                       LOYD_BANDS_MAX);
    for (unsigned i = 0; i < bands->n; i++) {
        const char *name = bands->band[i].name;
        size_t len = strnlen(name, LOYD_BAND_NAME);
        loyd_err err = check_name((struct slice){name, len}, why);

        if (err != LOYD_OK)
            return err;
        for (unsigned j = 0; j < i; j++)
            if (strcmp(bands->band[j].name, name) == 0)
                return why_set(why, LOYD_E_RANGE, "band %s appears twice",
                               name);
    }
    return check_cover(bands, why);
}

/* Reads one "name=A..B". */
static loyd_err
read_band(struct slice text, loyd_band *band, loyd_why *why)
{
    struct slice range = text, name;
    char quote[WHY_QUOTE_BYTES];
    loyd_err err;

    if (!slice_cut(&range, '=', &name))
        return why_set(why, LOYD_E_SYNTAX,
                       "invalid band '%s': expected NAME=A..B",
                       why_quote(text.at, text.len, quote));
    if ((err = check_name(name, why)) != LOYD_OK)
        return err;
    memset(band, 0, sizeof(*band));
    memcpy(band->name, name.at, name.len);
    return percentiles_parse(range.at, range.len, &band->percentiles, why);
}

static int
by_low(const void *a, const void *b)
{
    const loyd_band *one = a, *other = b;

    return (one->percentiles.low > other->percentiles.low) -
           (one->percentiles.low < other->percentiles.low);
}

loyd_err
bands_parse(const char *text, size_t len, loyd_bands *bands, loyd_why *why)
{
    struct slice rest = {text, len}, one;
    loyd_bands read = {0};
    bool is_more = true;
    loyd_err err;

    while (is_more) {
        is_more = slice_cut(&rest, ',', &one);
        if (read.n == LOYD_BANDS_MAX)
            return why_set(why, LOYD_E_RANGE, "more than %d bands",
                           LOYD_BANDS_MAX);
        if ((err = read_band(one, &read.band[read.n++], why)) != LOYD_OK)
            return err;
    }
    ARRAY_SORT(read.band, read.n, by_low);
    if ((err = bands_check(&read, why)) != LOYD_OK)
        return err;
    *bands = read;
    return LOYD_OK;
}

loyd_err
bands_find(const loyd_bands *bands, const char *name, const loyd_band **band,
           loyd_why *why)
{
    const char *names[LOYD_BANDS_MAX + 1] = {NULL};
    char quote[WHY_QUOTE_BYTES];
    const char *near;

    for (unsigned i = 0; i < bands->n; i++) {
        names[i] = bands->band[i].name;
        if (strcmp(names[i], name) == 0) {
            *band = &bands->band[i];
            return LOYD_OK;
        }
    }
    why_quote(name, strlen(name), quote);
    if ((near = nearest_word(name, names)) == NULL)
        return why_set(why, LOYD_E_NOT_FOUND,
                       "unknown band '%s': try 'loyd bands'", quote);
    return why_set(why, LOYD_E_NOT_FOUND, "unknown band '%s': try '%s'", quote,
                   near);
}

const loyd_band *
loyd_bands_of(const loyd_bands *bands, const loyd_distribution *distribution,
              unsigned stm)
{
    unsigned i = 0;

    bands = bands != NULL ? bands : &defaults;
    while (i + 1 < bands->n &&
           !percentiles_have(&bands->band[i].percentiles, distribution, stm))
        i++;
    return &bands->band[i];
}
