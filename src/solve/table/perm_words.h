/* SPDX-License-Identifier: MIT */
/*
 * Sets of permutations as bits, and rotations of all of them at once.
 *
 * The permutations of k tiles that a region has reached are stored in k!/24
 * words (one if k < 5) of 24 bits. The position of a bit is the Lehmer code of
 * the last four places; the number of the word holds the places before them:
 * the digit of place k-5, which has five values, times P, plus the digits
 * further left, which have P values. Moving a tile from rank a to rank b
 * rotates the ranks in between: a map of words among the first places, a swap
 * across the boundary, and delta swaps within the words.
 */
#ifndef LOYD_SOLVE_TABLE_PERM_WORDS_H
#define LOYD_SOLVE_TABLE_PERM_WORDS_H

#include "solve/table/pdb.h"

#define LOW_TILES 4 /* places stored in the bits of a word */
#define WORD_ORDERS 24
#define PERM_PLACES_MAX 11
#define HIGH_TILES_MAX (PATTERN_TILES_MAX - LOW_TILES)
#define WORDS_MAX 1680 /* 8! / 4! */
#define TRANSPOSE_WORDS 16

/* The loops over words used to build tables. */

/* Computes out[i] from in[] for n words; the arrays must not overlap. */
typedef void (*word_pass)(uint32_t *restrict out, const uint32_t *restrict in,
                          unsigned n);

struct word_kernel {
    /* out[i] = in[map[i]] */
    void (*gather)(uint32_t *restrict out, const uint32_t *restrict in,
                   const uint16_t *restrict map, unsigned n);
    /*
     * Swaps the last place of the word's number (five values, n words apart)
     * with the first place in the word (four values, six bits each); 5 n
     * words.
     */
    word_pass boundary;
    /* As `boundary`, with the five words adjacent. */
    word_pass fives;
    /* Moves a tile from place i to place j within the word. */
    word_pass low[4][4];
    /* sum[i] |= in[i] */
    word_pass merge;
    /*
     * Adds the new bits of sum[] to reached[] and, if `mark` is not 0, to
     * second[]. Returns the OR of the new bits; *left is set to the OR of the
     * bits still missing.
     */
    uint32_t (*settle)(const uint32_t *restrict sum,
                       uint32_t *restrict reached, uint32_t *restrict second,
                       unsigned n, uint32_t mark, uint32_t *left);
};

/* Returns the kernel for this processor, or the portable one. */
const struct word_kernel *word_kernel_get(bool is_portable);

/* How words store permutations. First member of the structs that own them. */
struct word_order {
    const struct word_kernel *kernel;
    unsigned k;    /* tiles */
    unsigned high; /* places before the last four */
    uint32_t n_words;
    /* Moves a tile from one of the first places to another. */
    void (*pass_high)(const struct word_order *order, uint32_t *out,
                      const uint32_t *in, uint32_t n, unsigned from,
                      unsigned to);
    /* Swaps places high - 1 and high: five words at a time. */
    word_pass pass_across;
};

/*
 * Returns the permutations of `in` after the tile at rank `from` has moved to
 * rank `to`, a different one. The passes of a rotation alternate between the
 * buffers a and b; the result is in one of them.
 */
const uint32_t *word_rotate(const struct word_order *order, const uint32_t *in,
                            unsigned from, unsigned to, uint32_t *a,
                            uint32_t *b);

/*
 * The same for the first n words of `in`, where the order of words has groups
 * of n that the rotation does not leave (whole_maps_group).
 */
const uint32_t *word_rotate_part(const struct word_order *order, uint32_t n,
                                 const uint32_t *in, unsigned from,
                                 unsigned to, uint32_t *a, uint32_t *b);

struct perm_words {
    struct word_order order; /* n_words per region */
    unsigned n_prefix;       /* P above */
    uint32_t full;           /* a word with all permutations */
    /* [a][b]: source of each word when a tile moves from rank a to b < high */
    uint16_t *map[HIGH_TILES_MAX][HIGH_TILES_MAX];
};

/*
 * Prepares for k tiles. The caller frees it with perm_words_free, also after
 * an error. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err perm_words_make(struct perm_words *words, unsigned k);
void perm_words_free(struct perm_words *words);

/*
 * `number` holds the digits of places first..first+n-1 in the Lehmer code of a
 * permutation of k <= PERM_PLACES_MAX tiles. Returns the same digits of the
 * permutation it came from when the tile at place `from` moved to place `to`,
 * both within this range.
 */
uint32_t perm_digits_rotate(uint32_t number, unsigned k, unsigned first,
                            unsigned n, unsigned from, unsigned to);

/* Returns the lexicographic rank of the first permutation of a word. */
uint32_t perm_words_rank(const struct perm_words *words, unsigned word);

/*
 * Swaps bit j of x[i] with bit i of x[j], for TRANSPOSE_WORDS matrices of 32 x
 * 32 stored side by side. [Warren, "Hacker's Delight", 7-3]
 */
void bits_transpose(uint32_t x[32][TRANSPOSE_WORDS]);

#endif
