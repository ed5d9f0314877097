/* SPDX-License-Identifier: MIT */
/*
 * Pattern databases with one bit per entry.
 *
 * A pattern is a set of tiles. The key of an entry is (cells of the tiles,
 * region of the blank, permutation of the tiles over their cells). Its value d
 * is the least number of moves of pattern tiles that brings them home and the
 * blank into the region of its home. Only bit (d >> 1) & 1 is stored: the
 * parity of d follows from the colours of the cells, and d changes by exactly
 * one when a pattern tile moves, so the bits give d along any path whose first
 * value is known.
 *   [Felner, Korf, Hanan, "Additive pattern database heuristics", JAIR 22
 *    (2004)]  [Breyer and Korf, "1.6-bit pattern databases", AAAI 2010]
 */
#ifndef LOYD_SOLVE_TABLE_PDB_H
#define LOYD_SOLVE_TABLE_PDB_H

#include "solve/table/region.h"
#include "solve/table/team.h"

/*
 * The tiles of a pattern on their cells. The low 32 bits are the mask of the
 * cells. The next 24 bits are the tiles' numbers within the pattern, 3 bits
 * each, in the order of the cells. The top byte is the value d. Tiles are
 * numbered in the order of their home cells, so that the sequence at home is
 * 0, 1, 2, ...
 */
typedef uint64_t pattern;

#define PATTERN_VALUE_SHIFT 56
#define PATTERN_VALUE_ONE (UINT64_C(1) << PATTERN_VALUE_SHIFT)
#define PATTERN_SEQUENCE_MASK 0xFFFFFFu

static inline uint32_t
pattern_cells(pattern p)
{
    return (uint32_t)p;
}

static inline uint32_t
pattern_sequence(pattern p)
{
    return (uint32_t)(p >> 32) & PATTERN_SEQUENCE_MASK;
}

/* Lexicographic ranks of the permutations of k tiles. */
struct perm_ranks {
    uint16_t first[1 << 12]; /* contribution of the first four numbers */
    uint16_t last[1 << 12];  /* of the remaining ones, up to four */
};

struct pdb {
    const struct region_space *space;
    const struct perm_ranks *ranks;
    uint32_t home;     /* mask of the tiles' home cells */
    uint8_t blank;     /* the blank's home, a free cell of `home` */
    uint64_t row_bits; /* bits per permutation: n_regions, rounded up */
    uint64_t n_words;
    uint32_t *bits; /* entry i is bit i % 32 of bits[i / 32] */
};

void perm_ranks_make(struct perm_ranks *ranks, unsigned k);

/* Returns the rank of the permutation of a sequence. */
static inline uint32_t
perm_rank(const struct perm_ranks *ranks, uint32_t sequence)
{
    return ranks->first[sequence & 0xFFF] +
           (uint32_t)ranks->last[sequence >> 12];
}

/* Returns the entry of (permutation, region). */
static inline uint64_t
pdb_entry(const struct perm_ranks *ranks, uint64_t row_bits, uint32_t sequence,
          uint32_t region)
{
    return perm_rank(ranks, sequence) * row_bits + region;
}

static inline unsigned
pdb_bit(const uint32_t *bits, uint64_t entry)
{
    return bits[entry >> 5] >> (entry & 31) & 1;
}

/*
 * Returns the pattern after its tile in cell `from` has moved to the free cell
 * `to`. The value is unchanged.
 */
static inline pattern
pattern_move(pattern p, unsigned from, unsigned to)
{
    uint32_t mask = pattern_cells(p), seq = pattern_sequence(p);
    uint32_t moved = mask ^ (1u << from | 1u << to);
    unsigned a = 3 * (unsigned)__builtin_popcount(mask & ((1u << from) - 1));
    unsigned b = 3 * (unsigned)__builtin_popcount(moved & ((1u << to) - 1));
    uint32_t tile = seq >> a & 7;
    uint32_t below_a = (1u << a) - 1, below_b = (1u << b) - 1;

    seq = (seq & below_a) | (seq >> 3 & ~below_a);
    seq = (seq & below_b) | tile << b | (seq & ~below_b) << 3;
    return (p & ~(PATTERN_VALUE_ONE - 1)) | (uint64_t)seq << 32 | moved;
}

/*
 * Returns +1 or -1: the change of the value, from the old value (in the top
 * byte of p) and the bit of the new entry. Values that differ by two differ in
 * bit 1.
 */
static inline int
pattern_step(pattern p, unsigned bit)
{
    unsigned less = (unsigned)(p >> PATTERN_VALUE_SHIFT) - 1;

    return (int)(((less >> 1 & 1) ^ bit) << 1) - 1;
}

/* Returns the pattern with its value increased by `step`. */
static inline pattern
pattern_add(pattern p, int step)
{
    return p + (uint64_t)(int64_t)step * PATTERN_VALUE_ONE;
}

/* Returns the pattern with all tiles at home and value 0. */
pattern pattern_home(uint32_t home);

/* Fills *table, except `bits`: row_bits and n_words follow from `space`. */
void pdb_plan(struct pdb *table, const struct region_space *space,
              const struct perm_ranks *ranks, uint32_t home, unsigned blank);

struct orders;

/*
 * Computes the table into table->bits[n_words] by breadth-first search from
 * the home state, level by level, 24 permutations at a time in a word
 * (orders.h).
 *
 * The result does not depend on `threads`. Errors: LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err pdb_build(struct pdb *table, unsigned threads,
                                  struct orders *orders);

#endif
