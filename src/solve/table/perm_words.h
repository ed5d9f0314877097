/* SPDX-License-Identifier: MIT */
/*
 * Sets of permutations as bits, and rotations of all of them at once.
 *
 * The permutations of k tiles that a node has reached are stored in k!/24
 * words (one if k < 5) of 24 bits, in lexicographic order: the position of a
 * bit is the Lehmer code of the last four places, the number of the word that
 * of the places before them. Moving a tile from place a to place b rotates the
 * tiles in between. In the Lehmer code only the digits of these places change,
 * in the same way for any digits before and after them. So a rotation among
 * the first places moves blocks of words, one among the last four is made of
 * delta swaps within the words, and a swap across the boundary stays within
 * five words.
 */
#ifndef LOYD_SOLVE_TABLE_PERM_WORDS_H
#define LOYD_SOLVE_TABLE_PERM_WORDS_H

#include "solve/table/pdb.h"

#define LOW_TILES 4 /* places stored in the bits of a word */
#define WORD_ORDERS 24
#define PERM_PLACES_MAX 11
#define HIGH_PLACES_MAX (PERM_PLACES_MAX - LOW_TILES)
#define WORDS_MAX 1680 /* 8! / 4! */
#define TRANSPOSE_WORDS 16

/* The loops over words used to build tables. */

/* Computes out[i] from in[] for n words; the arrays must not overlap. */
typedef void (*word_pass)(uint32_t *restrict out, const uint32_t *restrict in,
                          unsigned n);

struct word_kernel {
    /*
     * Swaps the last place of the word's number (five values) with the first
     * place in the word (four values, six bits each); 5 n words.
     */
    word_pass across;
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

/* How blocks of words move when a tile goes from place to place. */
struct block_map {
    uint32_t n_blocks; /* per group; the groups move in the same way */
    uint32_t n_words;  /* per block */
    uint32_t *source;  /* [n_blocks] */
};

struct perm_words {
    const struct word_kernel *kernel;
    unsigned k;    /* tiles */
    unsigned high; /* places before the last four */
    uint32_t n_words;
    uint32_t full; /* a word with all permutations */
    struct block_map map[HIGH_PLACES_MAX][HIGH_PLACES_MAX]; /* [from][to] */
};

/* Sets the sizes for k tiles, without maps. */
void perm_words_plan(struct perm_words *words, unsigned k);

/*
 * Makes the map of moves between two of the first places, once. The caller
 * frees it with perm_words_free, also after an error. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err perm_words_map(struct perm_words *words, unsigned from,
                                       unsigned to);
void perm_words_free(struct perm_words *words);

/*
 * Returns the words of a group that moves of tiles from and to places from
 * `place` on do not leave, at least `least` if there are as many. The words of
 * a group share the digits of the first places, so a group is made of whole
 * groups of later places.
 */
uint32_t perm_words_group(const struct perm_words *words, unsigned place,
                          uint32_t least);

/*
 * Returns n words of permutations after the tile at place `from` has moved to
 * place `to`, a different one; n are all words or those of a group. The passes
 * of a rotation alternate between the buffers a and b; the result is in one of
 * them.
 */
const uint32_t *perm_words_rotate(const struct perm_words *words, uint32_t n,
                                  const uint32_t *in, unsigned from,
                                  unsigned to, uint32_t *a, uint32_t *b);

/*
 * `number` holds the digits of places first..first+n-1 in the Lehmer code of a
 * permutation of k <= PERM_PLACES_MAX tiles. Returns the same digits of the
 * permutation it came from when the tile at place `from` moved to place `to`,
 * both within this range.
 */
uint32_t perm_digits_rotate(uint32_t number, unsigned k, unsigned first,
                            unsigned n, unsigned from, unsigned to);

/*
 * Swaps bit j of x[i] with bit i of x[j], for TRANSPOSE_WORDS matrices of 32 x
 * 32 stored side by side. [Warren, "Hacker's Delight", 7-3]
 */
void bits_transpose(uint32_t x[32][TRANSPOSE_WORDS]);

#endif
