/* SPDX-License-Identifier: MIT */
/* The loops over words of which building a pattern database consists. */
#ifndef LOYD_SOLVE_PDB_KERNEL_H
#define LOYD_SOLVE_PDB_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

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

#endif
