/* SPDX-License-Identifier: MIT */
/* The parts of long jobs: ranges of indices and of ids. */
#include <string.h>

#include "catalogue/shard.h"
#include "store/rows.h"

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

bool
shard_filter(const loyd_shard *shard, const loyd_filter *given,
             loyd_metric metric, loyd_filter *filter)
{
    loyd_id first, last;

    shard_ids(shard, &first, &last);
    *filter = given != NULL ? *given : (loyd_filter){.n_sizes = 0};
    filter->metric = metric;
    filter->order = NULL;
    filter->has_after = filter->is_distinct = false;
    filter->pick = NULL;
    filter->offset = filter->limit = 0;
    if (!filter->has_id || id_compare(&filter->id_first, &first) < 0)
        filter->id_first = first;
    if (!filter->has_id || id_compare(&filter->id_last, &last) > 0)
        filter->id_last = last;
    filter->has_id = true;
    return id_compare(&filter->id_first, &filter->id_last) <= 0;
}
