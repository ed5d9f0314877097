/* SPDX-License-Identifier: MIT */
/*
 * A table of the states that a search has expanded, with their depths.
 *
 * Entries identify their state exactly: the table can miss a transposition but
 * never report a false one. New states replace old ones. There are three
 * shapes of entries: boards as nibbles in one word and states made of patterns
 * in eight (below), cells of tiles in two (views_seen.h).
 *
 * An entry counts if its stamp lies between `least` and the searcher's own
 * stamp. Each iteration has its own stamp and ignores all others. The parts of
 * one board (search.c, views_parts.c) have stamps in the order of their paths,
 * share one table, and also use the entries of earlier parts. A search in the
 * order of paths can also use those of lower bounds: a state that one of them
 * reached in fewer moves is not on a shortest path here.
 */
#ifndef LOYD_SOLVE_SEARCH_SEEN_H
#define LOYD_SOLVE_SEARCH_SEEN_H

#include <string.h>

#include "loyd/error.h"

#define SEEN_STAMP_BITS 9  /* small entries: state, stamp, depth (8 bits) */
#define SEEN_WIDE_WORDS 8u /* up to seven patterns, then stamp and depth */

struct seen_shape {
    unsigned words;      /* of an entry; 8: one cache line */
    unsigned stamp_bits; /* stamp 0 never counts */
    unsigned bits;       /* of an entry's index, at least */
};

extern const struct seen_shape seen_small, seen_wide;

struct seen_table {
    uint64_t *entries;
    const struct seen_shape *shape;
    unsigned bits; /* of an entry's index */
    unsigned most_bits;
    uint32_t least;  /* lowest stamp that counts */
    uint32_t stamp;  /* of this search, or the last that was given out */
    uint32_t margin; /* moves by which an entry of another stamp must be
                        nearer to the root */
};

/*
 * Makes a table of 2^bits entries, which may grow to 2^most_bits. The caller
 * frees it with seen_free, also after an error. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err seen_make(struct seen_table *seen,
                                  const struct seen_shape *shape,
                                  unsigned bits, unsigned most_bits);
void seen_free(struct seen_table *seen);

/* Gives a table to another owner, with its entries and stamps. */
static inline void
seen_move(struct seen_table *to, struct seen_table *from)
{
    *to = *from;
    from->entries = NULL;
}

/*
 * Gives out n stamps that no entry has, for one iteration or one part each;
 * when they run out, the table is cleared. No thread may be searching.
 */
void seen_stamps(struct seen_table *seen, uint32_t n);
/* Gives out one; entries since stamp `first` count too. */
void seen_stamp_since(struct seen_table *seen, uint32_t first);

/* Starts part i of a board, which also uses the entries of earlier parts. */
static inline void
seen_part(struct seen_table *seen, uint32_t i)
{
    seen->least = 1;
    seen->stamp = i + 1;
    seen->margin = 0;
}

static inline bool
seen_counts(const struct seen_table *seen, uint32_t entry, uint32_t stamp)
{
    return entry - seen->least <= stamp - seen->least;
}

/* Returns true if an entry that counts cuts a state at `depth`. */
static inline bool
seen_cuts(const struct seen_table *seen, uint32_t stamp, uint32_t at,
          unsigned depth)
{
    return at + (stamp != seen->stamp ? seen->margin : 0) <= depth &&
           seen_counts(seen, stamp, seen->stamp);
}

/*
 * Returns slot and tag of `board` (up to 16 cells, as nibbles). The last
 * nibble follows from the others; the other 60 bits are mixed by invertible
 * steps (an odd factor, a right shift), so that slot and tag together identify
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

static inline uint64_t *
seen_entry_small(const struct seen_table *seen, uint64_t key)
{
    return &seen->entries[key & ((UINT64_C(1) << seen->bits) - 1)];
}

/* Prefetches the entry of a board. */
static inline void
seen_fetch_small(const struct seen_table *seen, uint64_t board)
{
    __builtin_prefetch(seen_entry_small(seen, seen_key_small(board)));
}

/*
 * Returns true if `board` was expanded at `depth` or less; otherwise records
 * it.
 */
static inline bool
seen_before_small(struct seen_table *seen, uint64_t board, unsigned depth)
{
    uint64_t key = seen_key_small(board), *entry, old;
    uint64_t state = key >> seen->bits;

    entry = seen_entry_small(seen, key);
    old = *entry;
    if (old >> (8 + SEEN_STAMP_BITS) == state &&
        seen_cuts(seen, (uint32_t)(old >> 8) & ((1u << SEEN_STAMP_BITS) - 1),
                  old & 255, depth))
        return true;
    *entry = (state << SEEN_STAMP_BITS | seen->stamp) << 8 | (depth & 255);
    return false;
}

/* Returns the entry of a state made of patterns. */
static inline uint64_t *
seen_entry(const struct seen_table *seen, const uint64_t *patterns,
           unsigned groups)
{
    uint64_t key = 0;

    for (unsigned g = 0; g < groups; g++)
        key = (key ^ patterns[g]) * UINT64_C(0x9E3779B97F4A7C15) ^ key >> 29;
    key ^= key >> 32;
    return seen->entries +
           (key & ((UINT64_C(1) << seen->bits) - 1)) * SEEN_WIDE_WORDS;
}

static inline void
seen_fetch(const struct seen_table *seen, const uint64_t *patterns,
           unsigned groups)
{
    __builtin_prefetch(seen_entry(seen, patterns, groups), 1);
}

/*
 * seen_before_small for states made of patterns, which are compared in full.
 */
static inline bool
seen_before(struct seen_table *seen, const uint64_t *patterns, unsigned groups,
            unsigned depth)
{
    uint64_t *entry = seen_entry(seen, patterns, groups);
    uint64_t old = entry[SEEN_WIDE_WORDS - 1];
    bool is_same = true;

    for (unsigned g = 0; g < groups; g++)
        is_same &= entry[g] == patterns[g];
    if (is_same &&
        seen_cuts(seen, (uint32_t)(old >> 32), (uint32_t)old, depth))
        return true;
    memcpy(entry, patterns, groups * sizeof(*entry));
    entry[SEEN_WIDE_WORDS - 1] = (uint64_t)seen->stamp << 32 | depth;
    return false;
}

#endif
