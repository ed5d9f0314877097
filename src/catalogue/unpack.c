/* SPDX-License-Identifier: MIT */
/* Owns a second reading of packed starts, for proofs. */
#include "catalogue/unpack.h"

/* Number c of the row is the goal's cell of label c. */
bool
unpack_start(const struct raw_value *start, const struct raw_value *cells,
             size_t n, uint8_t *out)
{
    unsigned bits = 1;

    while (n > (size_t)1 << bits)
        bits++;
    if (start->kind != RAW_BYTES || start->len != (n * bits + 7) / 8)
        return false;
    for (size_t c = 0; c < n; c++) {
        unsigned cell = 0;

        for (size_t bit = c * bits; bit < (c + 1) * bits; bit++)
            cell = 2 * cell +
                   ((unsigned)start->bytes[bit / 8] >> (7 - bit % 8) & 1U);
        if (cell >= n)
            return false;
        out[c] = cells->bytes[cell];
    }
    return true;
}
