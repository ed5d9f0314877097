/* SPDX-License-Identifier: MIT */
/* Owns the parts of long jobs: which indices, and which ids, are a shard's. */
#include <string.h>

#include "base/slice.h"
#include "base/why.h"
#include "loyd/catalogue.h"

/* One that is too large is out of range, as 0 is. */
static bool
is_number(struct slice text, uint64_t *number)
{
    enum number_form form = slice_number(text, number);

    return form == NUMBER_GOOD || form == NUMBER_LARGE;
}

loyd_err
loyd_shard_parse(const char *text, size_t len, loyd_shard *shard,
                 loyd_why *why)
{
    struct slice rest = {text, len}, head;
    char quote[WHY_QUOTE_BYTES];
    uint64_t part = 0, parts = 0;

    WHY_GIVEN(why);
    if (!slice_cut(&rest, '/', &head) || !is_number(head, &part) ||
        !is_number(rest, &parts))
        return why_set(why, LOYD_E_SYNTAX,
                       "shard '%s': expected I/N, such as 3/64",
                       why_quote(text, len, quote));
    if (part < 1 || part > parts || parts > LOYD_SHARDS_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "shard %s: expected I/N with 1 <= I <= N <= %d",
                       why_quote(text, len, quote), LOYD_SHARDS_MAX);
    *shard = (loyd_shard){(uint32_t)part, (uint32_t)parts};
    return LOYD_OK;
}

/* n * part / parts; 2^48 times 2^16 is not too much. */
static uint64_t
share(uint64_t n, uint32_t part, uint32_t parts)
{
    return n * part / parts;
}

void
loyd_shard_range(const loyd_shard *shard, uint64_t n, uint64_t *first,
                 uint64_t *count)
{
    *first = 0;
    *count = n;
    if (shard->parts == 0)
        return;
    *first = share(n, shard->part - 1, shard->parts);
    *count = share(n, shard->part, shard->parts) - *first;
}

/* An id's first 48 bits decide. */
static void
set_bits(loyd_id *id, uint64_t bits, uint8_t rest)
{
    memset(id->byte, rest, LOYD_ID_BYTES);
    for (unsigned i = 0; i < 6; i++)
        id->byte[i] = (uint8_t)(bits >> (40 - 8 * i));
}

void
loyd_shard_ids(const loyd_shard *shard, loyd_id *first, loyd_id *last)
{
    uint64_t low, n;

    loyd_shard_range(shard, UINT64_C(1) << 48, &low, &n);
    set_bits(first, low, 0);
    set_bits(last, low + n - 1, 0xff);
}
