/* SPDX-License-Identifier: MIT */
/*
 * Holds the distributions of optimal lengths, which embed.sh generates from
 * data/depths.txt, data/distributions.txt and data/distributions_mtm.txt, and
 * computes percentiles from them.
 */
#include "loyd/band.h"

#include <string.h>

#include "base/slice.h"
#include "base/text.h"
#include "base/why.h"
#include "core/board.h"
#include "loyd/class.h"
#include "rate/lengths.h"

static const loyd_distribution distributions[] = {
#include "distributions.inc"
};

static const loyd_distribution distributions_mtm[] = {
#include "distributions_mtm.inc"
};

static const loyd_distribution *
find_class(const loyd_distribution *list, size_t n, unsigned width,
           unsigned height, unsigned blank)
{
    loyd_class cls;

    if (size_check(width, height, NULL) != LOYD_OK || blank >= width * height)
        return NULL;
    cls = loyd_class_of(width, height, blank);
    for (size_t i = 0; i < n; i++) {
        const loyd_distribution *d = &list[i];

        if (d->width == cls.width && d->height == cls.height &&
            d->blank == cls.blank)
            return d;
    }
    return NULL;
}

const loyd_distribution *
distribution_find(loyd_metric metric, unsigned width, unsigned height,
                  unsigned blank)
{
    size_t n = sizeof(distributions) / sizeof(*distributions);
    size_t n_mtm = sizeof(distributions_mtm) / sizeof(*distributions_mtm);

    return metric == LOYD_MTM
               ? find_class(distributions_mtm, n_mtm, width, height, blank)
               : find_class(distributions, n, width, height, blank);
}

const loyd_distribution *
loyd_distribution_of(const loyd_board *goal, loyd_metric metric)
{
    return distribution_find(metric, goal->width, goal->height,
                             board_blank(goal));
}

uint64_t
distribution_count(const loyd_distribution *distribution, unsigned first,
                   unsigned last)
{
    uint64_t sum = 0;

    for (unsigned stm = first > 0 ? first : 1;
         stm <= last && stm <= distribution->radius; stm++)
        sum += distribution->count[stm];
    return sum;
}

/*
 * Returns twice the number of boards that the percentile of a length counts
 * as below it: a whole number, as boards of the same length count half.
 */
static uint64_t
twice_below(const loyd_distribution *d, unsigned stm)
{
    if (stm == 0)
        return 0;
    return 2 * distribution_count(d, 1, stm - 1) +
           distribution_count(d, stm, stm);
}

/*
 * Returns the percentile of a length, rounded, where 100 % is `units`. No
 * overflow: all is below 2^61, as in is_inside.
 */
static uint64_t
rounded(const loyd_distribution *d, unsigned stm, uint64_t units)
{
    return (units * twice_below(d, stm) + d->total) / (2 * d->total);
}

uint32_t
percentile_of(const loyd_distribution *distribution, unsigned stm)
{
    return (uint32_t)rounded(distribution, stm, LOYD_PERCENTILE_MAX);
}

size_t
loyd_percentile_print(const loyd_distribution *distribution, unsigned stm,
                      unsigned decimals, char text[LOYD_PERCENTILE_TEXT])
{
    static const unsigned scales[] = {1, 10, 100, 1000};
    unsigned places = decimals < 3 ? decimals : 3, scale = scales[places];
    uint64_t number = rounded(distribution, stm, 100 * scale);
    struct text to = text_in(text, LOYD_PERCENTILE_TEXT);

    text_decimal(&to, (double)number / scale, (int)places);
    return to.len;
}

/*
 * Returns whether a percentile is in the range; `twice` is its twice_below.
 * No overflow: the largest total is 16!/2, so all is below 2^61.
 */
static bool
is_inside(const loyd_range *range, const loyd_distribution *d, uint64_t twice)
{
    uint64_t all = 2 * d->total, at = LOYD_PERCENTILE_MAX * twice;

    return at >= range->low * all &&
           (at < range->high * all || range->high == LOYD_PERCENTILE_MAX);
}

bool
percentiles_have(const loyd_range *percentiles,
                 const loyd_distribution *distribution, unsigned stm)
{
    return is_inside(percentiles, distribution,
                     twice_below(distribution, stm));
}

bool
loyd_percentiles_lengths(const loyd_range *percentiles,
                         const loyd_distribution *distribution,
                         uint16_t *first, uint16_t *last)
{
    uint16_t low = 0, high = 0;
    uint64_t twice = 0;

    for (uint16_t stm = 1; stm <= distribution->radius; stm++) {
        uint64_t count = distribution->count[stm];

        if (is_inside(percentiles, distribution, twice + count)) {
            low = low == 0 ? stm : low;
            high = stm;
        }
        twice += 2 * count;
    }
    if (distribution->is_open && percentiles->high == LOYD_PERCENTILE_MAX) {
        low = low == 0 ? (uint16_t)(distribution->radius + 1) : low;
        high = LOYD_LENGTH_MAX - 1;
    }
    if (low == 0)
        return false;
    *first = low;
    *last = high;
    return true;
}
