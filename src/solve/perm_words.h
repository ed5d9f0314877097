/* SPDX-License-Identifier: MIT */
/*
 * Sets of permutations as bits, and rotations of all of them at once.
 *
 * The permutations s of k tiles that a region has reached are k!/24 words
 * (one where k < 5) of 24 bits. A bit's place is the Lehmer code of the last
 * four positions; the word's number holds those before: the digit of
 * position k-5, which has five values, times P, plus the digits further left,
 * which have P. Taking a tile from rank a to rank b rotates the ranks
 * between: a word map among the first positions, a swap across the boundary,
 * and delta swaps within the words.
 */
#ifndef LOYD_SOLVE_PERM_WORDS_H
#define LOYD_SOLVE_PERM_WORDS_H

#include "solve/pdb.h"

#define LOW_TILES 4 /* positions held in the bits of a word */
#define WORD_ORDERS 24
#define PERM_PLACES_MAX 11
#define HIGH_TILES_MAX (PATTERN_TILES_MAX - LOW_TILES)
#define WORDS_MAX 1680 /* 8! / 4! */
#define TRANSPOSE_WORDS 16

/* The loops over words of which building tables consists. */

/* out[i] is made of in[], n words; the two do not overlap. */
typedef void (*word_pass)(uint32_t *restrict out, const uint32_t *restrict in,
                          unsigned n);

struct word_kernel {
    /* out[i] = in[map[i]] */
    void (*gather)(uint32_t *restrict out, const uint32_t *restrict in,
                   const uint16_t *restrict map, unsigned n);
    /*
     * Swaps the position that the word's number ends with (five values, n
     * words apart) with the first position in the word (four values, six
     * bits each); 5 n words.
     */
    word_pass boundary;
    /* The same where the five words stand side by side. */
    word_pass fives;
    /* A tile within the word goes from position i to position j. */
    word_pass low[4][4];
    /* sum[i] |= in[i] */
    word_pass merge;
    /*
     * What of sum[] is new is added to reached[], and to second[] where
     * `mark` is not 0. Returns the OR of what was new, and through *left
     * that of the bits still missing.
     */
    uint32_t (*settle)(const uint32_t *restrict sum,
                       uint32_t *restrict reached, uint32_t *restrict second,
                       unsigned n, uint32_t mark, uint32_t *left);
};

/* The one for this processor; `portable`: the one for any. */
const struct word_kernel *word_kernel_get(bool is_portable);

/* How words hold orders; whatever holds them begins with this. */
struct word_order {
    const struct word_kernel *kernel;
    unsigned k;    /* tiles */
    unsigned high; /* positions before the last four */
    uint32_t n_words;
    /* A tile goes from one of the first positions to another. */
    void (*pass_high)(const struct word_order *order, uint32_t *out,
                      const uint32_t *in, unsigned from, unsigned to);
    /* Positions high - 1 and high change places: five words at a time. */
    word_pass pass_across;
};

/*
 * The orders of `in` after the tile at rank `from` has gone to rank `to`,
 * another one. Returns the words, in a or b, between which the passes of a
 * rotation go to and fro.
 */
const uint32_t *word_rotate(const struct word_order *order, const uint32_t *in,
                            unsigned from, unsigned to, uint32_t *a,
                            uint32_t *b);

struct perm_words {
    struct word_order order; /* n_words of a region */
    unsigned n_prefix;       /* P above */
    uint32_t full;           /* a word with every permutation in it */
    /* [a][b]: where a word comes from when rank a went to rank b < high */
    uint16_t *map[HIGH_TILES_MAX][HIGH_TILES_MAX];
};

/* Sets the sizes for k tiles; perm_words_make makes the maps as well. */
void perm_words_plan(struct perm_words *words, unsigned k);
/* Errors: LOYD_E_NOMEM. To be freed in any case. */
LOYD_NODISCARD loyd_err perm_words_make(struct perm_words *words, unsigned k);
void perm_words_free(struct perm_words *words);

/*
 * `number` holds the digits of places first..first+n-1 in the Lehmer code of
 * an order of k <= PERM_PLACES_MAX tiles. Returns those of the order from
 * which it came when the tile at place `from` went to place `to`, both among
 * these.
 */
uint32_t perm_digits_rotate(uint32_t number, unsigned k, unsigned first,
                            unsigned n, unsigned from, unsigned to);

/* The lexicographic rank of the first permutation of a word. */
uint32_t perm_words_rank(const struct perm_words *words, unsigned word);

/*
 * x[i] bit j <-> x[j] bit i, for TRANSPOSE_WORDS matrices of 32 x 32 side by
 * side. [Warren, "Hacker's Delight", 7-3]
 */
void bits_transpose(uint32_t x[32][TRANSPOSE_WORDS]);

#endif
