/* SPDX-License-Identifier: MIT */
/* The table of the states that a search has expanded. */
#include "solve/search/seen.h"

#include "solve/table/memory.h"

const struct seen_shape seen_small = {1, SEEN_STAMP_BITS, 13};
const struct seen_shape seen_wide = {SEEN_WIDE_WORDS, SEEN_STAMP_BITS, 16};

static uint64_t
bytes(const struct seen_table *seen, unsigned bits)
{
    return seen->shape->words * (uint64_t)sizeof(*seen->entries) << bits;
}

loyd_err
seen_make(struct seen_table *seen, const struct seen_shape *shape,
          unsigned bits, unsigned most_bits)
{
    *seen = (struct seen_table){
        .shape = shape, .bits = bits, .most_bits = most_bits, .least = 1};
    seen->entries = memory_reserve(bytes(seen, most_bits));
    return seen->entries != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

void
seen_free(struct seen_table *seen)
{
    if (seen->entries != NULL)
        memory_release(seen->entries, bytes(seen, seen->most_bits));
    seen->entries = NULL;
}

void
seen_stamps(struct seen_table *seen, uint32_t n)
{
    if ((seen->stamp + n) >> seen->shape->stamp_bits != 0) {
        memset(seen->entries, 0, (size_t)bytes(seen, seen->bits));
        seen->stamp = 0;
    }
    seen->least = seen->stamp + 1;
    seen->stamp += n;
    seen->margin = 0;
}

void
seen_stamp_since(struct seen_table *seen, uint32_t first)
{
    seen_stamps(seen, 1);
    seen->least = first < seen->stamp ? first : 1;
    seen->margin = 1;
}
