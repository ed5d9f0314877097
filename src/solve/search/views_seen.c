/* SPDX-License-Identifier: MIT */
/* Sizes the table of the states that a search with many views has met. */
#include "solve/search/views_seen.h"

#define BITS_MOST 34u
#define EACH 2 /* entries for each node so far */

static const struct seen_shape shape = {2, 64 - VIEWS_SEEN_STAMP, 20};

loyd_err
views_seen_make(struct seen_table *s, uint64_t memory)
{
    unsigned bits = shape.bits;

    while (bits < BITS_MOST &&
           sizeof(struct views_slot) << (bits + 1) <= memory)
        bits++;
    return seen_make(s, &shape, shape.bits, bits);
}

static bool
is_small(const struct seen_table *s, unsigned bits, uint64_t nodes)
{
    return bits < s->most_bits && nodes * EACH >> bits != 0;
}

bool
views_seen_is_small(const struct seen_table *s, uint64_t nodes)
{
    return is_small(s, s->bits, nodes);
}

/*
 * An entry's index gains high bits that its state loses, so none takes
 * another's place.
 */
void
views_seen_grow(struct seen_table *s, uint64_t nodes, bool keeps)
{
    struct seen_table from = *s;

    while (is_small(s, s->bits, nodes))
        s->bits++;
    for (size_t i = 0; s->bits > from.bits && i < (size_t)1 << from.bits;
         i++) {
        struct views_slot *slot = (struct views_slot *)s->entries + i;
        struct views_entry e = views_slot_get(slot);
        struct views_key k = {(e.a & VIEWS_SEEN_STATE) << from.bits | i, e.b};
        uint32_t stamp = (uint32_t)(e.a >> VIEWS_SEEN_STAMP);

        views_slot_put(slot, (struct views_entry){0});
        if (keeps && seen_counts(s, stamp, s->stamp))
            views_seen_put(s, k, stamp, views_entry_depth(&e),
                           e.a & VIEWS_SEEN_WAITING);
    }
}
