/* SPDX-License-Identifier: MIT */
/*
 * Entries of 16 bytes in a table of the states that a search with many views
 * has met, which all threads share without locks.
 *
 * The cells of the tiles, 5 bits each, make 120 bits; the last tile's cell
 * follows from the others. They are mixed by invertible steps, so that an
 * entry's index and contents together identify the state exactly.
 *
 * One word of an entry is stored xor the other: halves that two threads wrote
 * do not match a state (Hyatt and Mann, "A lock-less transposition table
 * implementation for parallel search", ICGA Journal 25, 2002).
 */
#ifndef LOYD_SOLVE_SEARCH_VIEWS_SEEN_H
#define LOYD_SOLVE_SEARCH_VIEWS_SEEN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "solve/search/seen.h"

/* From the lowest bit: state (40 bits), depth (8), waiting (1), stamp (15). */
#define VIEWS_SEEN_DEPTH 40
#define VIEWS_SEEN_STATE ((UINT64_C(1) << VIEWS_SEEN_DEPTH) - 1)
#define VIEWS_SEEN_WAITING (UINT64_C(1) << 48)
#define VIEWS_SEEN_STAMP 49

struct views_slot {
    atomic_uint_least64_t a;
    atomic_uint_least64_t mixed; /* a ^ b */
};

struct views_entry {
    uint64_t a;
    uint64_t b;
};

/* The state of a node, mixed; `a` and `b` have 60 bits each. */
struct views_key {
    uint64_t a;
    uint64_t b;
};

/* Uses at most `memory` bytes, or 16 MB. Errors: LOYD_E_NOMEM. */
LOYD_NODISCARD loyd_err views_seen_make(struct seen_table *s, uint64_t memory);

/* Returns whether a larger table would speed up a search of `nodes` nodes. */
bool views_seen_is_small(const struct seen_table *s, uint64_t nodes);

/*
 * Enlarges the table if it is small for that number of nodes; entries that
 * count stay if `keeps` is true. No thread may be searching.
 */
void views_seen_grow(struct seen_table *s, uint64_t nodes, bool keeps);

/* Packs eight bytes of five bits. */
static inline uint64_t
views_pack(const uint8_t *at)
{
    uint64_t x;

    memcpy(&x, at, sizeof(x));
    x = (x & UINT64_C(0x001F001F001F001F)) |
        (x & UINT64_C(0x1F001F001F001F00)) >> 3;
    x = (x & UINT64_C(0x000003FF000003FF)) |
        (x & UINT64_C(0x03FF000003FF0000)) >> 6;
    return (x & 0xFFFFF) | (x >> 32 << 20);
}

/* One step of a Feistel network: depends on x alone, 60 bits. */
static inline uint64_t
views_round(uint64_t x)
{
    x *= UINT64_C(0x9E3779B97F4A7C15);
    x ^= x >> 32;
    x *= UINT64_C(0xD6E8FEB86659FD93);
    return x >> 4;
}

/* `at` holds 24 cells. */
static inline struct views_key
views_key_of(const uint8_t *at)
{
    uint64_t x = views_pack(at), y = views_pack(at + 8);
    uint64_t z = views_pack(at + 16);
    struct views_key k = {x << 20 | y >> 20, (y & 0xFFFFF) << 40 | z};

    k.a ^= views_round(k.b);
    k.b ^= views_round(k.a);
    k.a ^= views_round(k.b);
    return k;
}

static inline struct views_slot *
views_slot_of(const struct seen_table *s, struct views_key k)
{
    return (struct views_slot *)s->entries +
           (k.a & ((UINT64_C(1) << s->bits) - 1));
}

static inline void
views_seen_fetch(const struct seen_table *s, struct views_key k)
{
    __builtin_prefetch(views_slot_of(s, k), 1);
}

static inline struct views_entry
views_slot_get(const struct views_slot *slot)
{
    uint64_t a = atomic_load_explicit(&slot->a, memory_order_relaxed);
    uint64_t x = atomic_load_explicit(&slot->mixed, memory_order_relaxed);

    return (struct views_entry){a, a ^ x};
}

static inline void
views_slot_put(struct views_slot *slot, struct views_entry e)
{
    atomic_store_explicit(&slot->a, e.a, memory_order_relaxed);
    atomic_store_explicit(&slot->mixed, e.a ^ e.b, memory_order_relaxed);
}

static inline unsigned
views_entry_depth(const struct views_entry *e)
{
    return (unsigned)(e->a >> VIEWS_SEEN_DEPTH & 255);
}

/* True if the entry holds this state and counts for a searcher of `stamp`. */
static inline bool
views_entry_is(const struct seen_table *s, const struct views_entry *e,
               struct views_key k, uint32_t stamp)
{
    return e->b == k.b && (e->a & VIEWS_SEEN_STATE) == k.a >> s->bits &&
           seen_counts(s, (uint32_t)(e->a >> VIEWS_SEEN_STAMP), stamp);
}

static inline void
views_seen_put(struct seen_table *s, struct views_key k, uint32_t stamp,
               unsigned depth, uint64_t waiting)
{
    uint64_t a = k.a >> s->bits | (uint64_t)depth << VIEWS_SEEN_DEPTH |
                 waiting | (uint64_t)stamp << VIEWS_SEEN_STAMP;

    views_slot_put(views_slot_of(s, k), (struct views_entry){a, k.b});
}

/*
 * Returns true if the state was expanded at `depth` or less, or waits in the
 * frontier with less; otherwise records that it is expanded.
 */
static inline bool
views_seen_expanded(struct seen_table *s, struct views_key k, uint32_t stamp,
                    unsigned depth)
{
    struct views_entry e = views_slot_get(views_slot_of(s, k));

    if (views_entry_is(s, &e, k, stamp) &&
        views_entry_depth(&e) + ((e.a & VIEWS_SEEN_WAITING) != 0) <= depth)
        return true;
    views_seen_put(s, k, stamp, depth, 0);
    return false;
}

/*
 * Returns true if the state was met at `depth` or less; otherwise records that
 * it waits in the frontier.
 */
static inline bool
views_seen_waiting(struct seen_table *s, struct views_key k, uint32_t stamp,
                   unsigned depth)
{
    struct views_entry e = views_slot_get(views_slot_of(s, k));

    if (views_entry_is(s, &e, k, stamp) && views_entry_depth(&e) <= depth)
        return true;
    views_seen_put(s, k, stamp, depth, VIEWS_SEEN_WAITING);
    return false;
}

#endif
