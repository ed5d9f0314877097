/* SPDX-License-Identifier: MIT */
/* Owns the table of the states that a search with many views has met. */
#include "solve/search/views_seen.h"

#include "solve/table/memory.h"

#define BITS_MOST 34u
#define EACH 2 /* entries for each node so far */

loyd_err
views_seen_make(struct views_seen *s, uint64_t memory)
{
    *s = (struct views_seen){.bits = VIEWS_SEEN_BITS_LEAST,
                             .most_bits = VIEWS_SEEN_BITS_LEAST,
                             .least = 1};
    while (s->most_bits < BITS_MOST &&
           VIEWS_SEEN_ENTRY_BYTES << (s->most_bits + 1) <= memory)
        s->most_bits++;
    s->slots = memory_reserve(VIEWS_SEEN_ENTRY_BYTES << s->most_bits);
    return s->slots != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

void
views_seen_free(struct views_seen *s)
{
    memory_release(s->slots, VIEWS_SEEN_ENTRY_BYTES << s->most_bits);
    s->slots = NULL;
}

void
views_seen_stamps(struct views_seen *s, uint32_t n)
{
    if (s->stamp + n >= VIEWS_SEEN_STAMPS) {
        for (size_t i = 0; i < (size_t)1 << s->bits; i++)
            views_slot_put(&s->slots[i], (struct views_entry){0});
        s->stamp = 0;
    }
    s->least = s->stamp + 1;
    s->stamp += n;
}

static bool
is_small(const struct views_seen *s, unsigned bits, uint64_t nodes)
{
    return bits < s->most_bits && nodes * EACH >> bits != 0;
}

bool
views_seen_is_small(const struct views_seen *s, uint64_t nodes)
{
    return is_small(s, s->bits, nodes);
}

/*
 * An entry's index gains high bits that its state loses, so none takes
 * another's place.
 */
void
views_seen_grow(struct views_seen *s, uint64_t nodes, bool keeps)
{
    struct views_seen from = *s;

    while (is_small(s, s->bits, nodes))
        s->bits++;
    for (size_t i = 0; s->bits > from.bits && i < (size_t)1 << from.bits;
         i++) {
        struct views_slot *slot = &s->slots[i];
        struct views_entry e = views_slot_get(slot);
        struct views_key k = {(e.a & VIEWS_SEEN_STATE) << from.bits | i, e.b};
        uint32_t stamp = (uint32_t)(e.a >> VIEWS_SEEN_STAMP);

        views_slot_put(slot, (struct views_entry){0});
        if (keeps && stamp - s->least <= s->stamp - s->least)
            views_seen_put(s, k, stamp, views_entry_depth(&e),
                           e.a & VIEWS_SEEN_WAITING);
    }
}
