/* SPDX-License-Identifier: MIT */
/*
 * A small table of the states that an iteration has met, and how deep.
 *
 * Entries identify their state exactly, so that the table can only ever miss
 * a transposition, never invent one. New states take the place of old ones.
 */
#ifndef LOYD_SOLVE_SEEN_H
#define LOYD_SOLVE_SEEN_H

#include <stdlib.h>
#include <string.h>

#include "loyd/error.h"

#define SEEN_SMALL_BITS 13
#define SEEN_WIDE_BITS 12
#define SEEN_STAMP_BITS                                                       \
    9                     /* small entries: 47 of state, 9 of stamp, 8 depth  \
                           */
#define SEEN_WIDE_WORDS 8 /* up to seven patterns, then stamp and depth */

typedef struct seen_table {
    uint64_t *entries;
    unsigned groups; /* patterns that make a state; 0: boards as nibbles */
    size_t bytes;
    uint32_t stamp; /* of this iteration */
} seen_table;

static inline loyd_err
seen_make(seen_table *seen, unsigned groups)
{
    *seen = (seen_table){.groups = groups};
    seen->bytes = groups == 0
                      ? sizeof(uint64_t) << SEEN_SMALL_BITS
                      : sizeof(uint64_t) * SEEN_WIDE_WORDS << SEEN_WIDE_BITS;
    seen->entries = calloc(1, seen->bytes);
    return seen->entries != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

static inline void
seen_free(seen_table *seen)
{
    free(seen->entries);
    seen->entries = NULL;
}

/* A new iteration, which has met nothing. Stamps are 1.. until they run out.
 */
static inline void
seen_next(seen_table *seen)
{
    uint32_t stamps = seen->groups == 0 ? 1u << SEEN_STAMP_BITS : UINT32_MAX;

    if (++seen->stamp == stamps) {
        memset(seen->entries, 0, seen->bytes);
        seen->stamp = 1;
    }
}

/*
 * Slot and tag of `board`, up to 16 cells as nibbles. The last nibble follows
 * from the others; the other 60 bits are mixed by steps that can be undone
 * (an odd factor, a shift to the right), so that slot and tag together are
 * the board.
 */
static inline uint64_t
seen_key_small(uint64_t board)
{
    const uint64_t mask = (UINT64_C(1) << 60) - 1;
    uint64_t key = board & mask;

    key = key * UINT64_C(0x9E3779B97F4A7C15) & mask;
    key ^= key >> 31;
    key = key * UINT64_C(0xD6E8FEB86659FD93) & mask;
    return key ^ key >> 30;
}

/* It will be asked for soon. */
static inline void
seen_fetch_small(const seen_table *seen, uint64_t board)
{
    uint64_t key = seen_key_small(board);

    __builtin_prefetch(&seen->entries[key & ((1u << SEEN_SMALL_BITS) - 1)]);
}

/* Has this iteration met `board` at `depth` or less? It has now. */
static inline bool
seen_before_small(seen_table *seen, uint64_t board, unsigned depth)
{
    uint64_t key = seen_key_small(board), tag, *entry, old;

    entry = &seen->entries[key & ((1u << SEEN_SMALL_BITS) - 1)];
    tag = (key >> SEEN_SMALL_BITS << SEEN_STAMP_BITS | seen->stamp) << 8;
    old = *entry;
    if ((old & ~UINT64_C(255)) == tag && (old & 255) <= depth)
        return true;
    *entry = tag | (depth & 255);
    return false;
}

/* The same for a state made of patterns, which are compared whole. */
static inline bool
seen_before(seen_table *seen, const uint64_t *patterns, unsigned groups,
            unsigned depth)
{
    uint64_t key = 0, *entry, old;
    bool same = true;

    for (unsigned g = 0; g < groups; g++)
        key = (key ^ patterns[g]) * UINT64_C(0x9E3779B97F4A7C15) ^ key >> 29;
    key ^= key >> 32;
    entry =
        seen->entries + (key & ((1u << SEEN_WIDE_BITS) - 1)) * SEEN_WIDE_WORDS;
    old = entry[SEEN_WIDE_WORDS - 1];
    for (unsigned g = 0; g < groups; g++)
        same &= entry[g] == patterns[g];
    if (same && old >> 32 == seen->stamp && (old & UINT32_MAX) <= depth)
        return true;
    memcpy(entry, patterns, groups * sizeof *entry);
    entry[SEEN_WIDE_WORDS - 1] = (uint64_t)seen->stamp << 32 | depth;
    return false;
}

#endif
