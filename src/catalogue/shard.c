/* SPDX-License-Identifier: MIT */
/* Owns the parts of long jobs: which indices, and which ids, are a shard's. */
#include <string.h>

#include "catalogue/prove.h"

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
shard_ids(const loyd_shard *shard, loyd_id *first, loyd_id *last)
{
    uint64_t low, n;

    loyd_shard_range(shard, UINT64_C(1) << 48, &low, &n);
    set_bits(first, low, 0);
    set_bits(last, low + n - 1, 0xff);
}
