/* SPDX-License-Identifier: MIT */
/*
 * Regions of the blank. A pattern of k tiles leaves the other cells free, and
 * the blank moves within one connected region of them at no cost to the
 * pattern. All pairs (set of cells, region) of a size and k are numbered.
 */
#ifndef LOYD_SOLVE_TABLE_REGION_H
#define LOYD_SOLVE_TABLE_REGION_H

#include "loyd/error.h"

#define REGION_CELLS_MAX 32 /* a set of cells is a 32-bit mask */
#define PATTERN_TILES_MAX 8

#define RANK_CHUNK_BITS 11
#define RANK_CHUNKS 3

/*
 * Sets of k cells are numbered in ascending order of their masks
 * (colexicographic), regions within a set by size, largest first.
 */
struct region_space {
    uint8_t width;
    uint8_t height;
    uint8_t cells;
    uint8_t k;
    uint32_t left; /* masks of the first and the last column, */
    uint32_t right;
    uint32_t odd; /* and of the cells of one colour, as on a chessboard */
    uint32_t n_sets;
    uint32_t n_regions;
    uint32_t *set;    /* [n_sets] masks */
    uint32_t *first;  /* [n_sets + 1] first region of a set */
    uint32_t *region; /* [n_regions] masks of free cells */
    uint64_t *head;   /* [n_sets] first region << 32 | its mask, for a single
                         load */
    /*
     * The number of a set is the sum of one entry per chunk of its mask:
     * rank[chunk][bits set in lower chunks][bits of the chunk].
     */
    uint32_t (*rank[RANK_CHUNKS])[1 << RANK_CHUNK_BITS];
    struct region_index *index; /* up to 16 cells; otherwise NULL */
};

/*
 * The same for up to 16 cells, small enough for a fast cache. The number of a
 * set is the first number with its upper byte plus the rank of its lower byte
 * among the bytes with as many bits.
 */
struct region_index {
    uint16_t first[1 << 8]; /* by upper byte */
    uint8_t rank[1 << 8];   /* of a lower byte */
    /*
     * Per set: the number of its first region in the top 16 bits and, 3 bits
     * per cell, which of the set's regions contains the cell.
     */
    uint64_t set[];
};

/*
 * Numbers the pairs of a size and k. The space is all zero on error. Errors:
 * LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err region_space_make(struct region_space *space,
                                          unsigned width, unsigned height,
                                          unsigned k);
void region_space_free(struct region_space *space);

static inline uint32_t
region_set_number(const struct region_space *space, uint32_t mask)
{
    uint32_t low = mask & ((1u << RANK_CHUNK_BITS) - 1);
    uint32_t mid = mask >> RANK_CHUNK_BITS & ((1u << RANK_CHUNK_BITS) - 1);
    uint32_t high = mask >> 2 * RANK_CHUNK_BITS;
    unsigned n_low = (unsigned)__builtin_popcount(low);

    return space->rank[0][0][low] + space->rank[1][n_low][mid] +
           space->rank[2][n_low + (unsigned)__builtin_popcount(mid)][high];
}

/* Returns the region of a set, by its number, that contains a free cell. */
static inline uint32_t
region_of_set(const struct region_space *space, uint32_t set, unsigned cell)
{
    uint64_t head = space->head[set];
    uint32_t r = (uint32_t)(head >> 32);

    if (head >> cell & 1)
        return r; /* usually: the largest region comes first */
    do
        r++;
    while (!(space->region[r] >> cell & 1));
    return r;
}

/* Returns the region of set `mask` that contains `cell`, a free cell. */
static inline uint32_t
region_number(const struct region_space *space, uint32_t mask, unsigned cell)
{
    return region_of_set(space, region_set_number(space, mask), cell);
}

/* The same for up to 16 cells, from the index. */
static inline uint32_t
region_number_small(const struct region_index *index, uint32_t mask,
                    unsigned cell)
{
    uint64_t set = index->set[index->first[mask >> 8] +
                              (uint32_t)index->rank[mask & 0xFF]];

    return (uint32_t)(set >> 48) + (uint32_t)(set >> 3 * cell & 7);
}

/*
 * Returns the colour of a set of cells, as on a chessboard. Every move of a
 * tile changes it.
 */
static inline unsigned
region_colour(const struct region_space *space, uint32_t mask)
{
    return (unsigned)__builtin_parity(mask & space->odd);
}

#endif
