/* SPDX-License-Identifier: MIT */
/* The parts of long jobs: ranges of indices and of ids. */
#include <string.h>

#include "catalogue/prove.h"

/* n * part / parts; 2^48 * 65535 fits. */
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

/* Writes an id of 48 leading bits and four equal bytes after them. */
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
