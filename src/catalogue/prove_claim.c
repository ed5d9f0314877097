/* SPDX-License-Identifier: MIT */
/*
 * Owns what can be said of a claim without a search. Whether it is true is
 * not asked, nor whether it is inside the puzzle's bounds: a path that comes
 * later may be shorter than it, and `rate` tells that.
 */
#include <string.h>

#include "catalogue/prove.h"
#include "catalogue/unpack.h"

enum {
    CLAIM_PUZZLE,
    CLAIM_METRIC,
    CLAIM_LENGTH,
    CLAIM_ID, /* of the puzzle, NULL where there is none */
    CLAIM_START,
    CLAIM_STM,
    CLAIM_WIDTH,
    CLAIM_CELLS
};

/* Row and column of the blank, added. */
static unsigned
blank_sum(const uint8_t *cells, size_t n, unsigned width)
{
    const uint8_t *blank = memchr(cells, 0, n);
    unsigned at = blank != NULL ? (unsigned)(blank - cells) : 0;

    return at / width + at % width;
}

/* Boards that are none are told with their puzzle. */
static bool
has_parity(const struct raw_value *values)
{
    const struct raw_value *cells = &values[CLAIM_CELLS];
    const struct raw_value *width = &values[CLAIM_WIDTH];
    uint8_t start[LOYD_CELLS_MAX];
    unsigned sum, side;

    if (cells->kind != RAW_BYTES || cells->len == 0 ||
        cells->len > LOYD_CELLS_MAX || width->kind != RAW_NUMBER ||
        width->number < 1 || width->number > LOYD_CELLS_MAX ||
        !unpack_start(&values[CLAIM_START], cells, cells->len, start))
        return true;
    side = (unsigned)width->number;
    sum = blank_sum(start, cells->len, side) +
          blank_sum(cells->bytes, cells->len, side);
    return (uint64_t)values[CLAIM_LENGTH].number % 2 == sum % 2;
}

const char *
prove_claim(const struct raw_value *values)
{
    const struct raw_value *metric = &values[CLAIM_METRIC];
    const struct raw_value *length = &values[CLAIM_LENGTH];

    if (metric->kind != RAW_NUMBER || metric->number != 1)
        return "its metric is not STM";
    if (length->kind != RAW_NUMBER || length->number < 1 ||
        length->number > 65534)
        return "its length is out of range";
    /* Foreign keys tell it. */
    if (values[CLAIM_ID].kind == RAW_NULL)
        return NULL;
    if (values[CLAIM_STM].kind != RAW_NULL)
        return "its puzzle is proven, and a claim goes then";
    return has_parity(values) ? NULL : "its length has the wrong parity";
}
