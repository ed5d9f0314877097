/* SPDX-License-Identifier: MIT */
/* Sets of permutations as bits, and rotations of all of them at once. */
#include "solve/pdb_words.h"

#include <stdlib.h>
#include <string.h>

/* One pass of a rotation over all words of a region. */

static void
pass_words(uint32_t *restrict out, const uint32_t *restrict in,
           const uint16_t *restrict map, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = in[map[i]];
}

/*
 * Swaps position k-5 (the word's last digit, five values) with the first
 * position in the word (its six-bit field, four values).
 */
static void
pass_boundary(uint32_t *restrict out, const uint32_t *restrict in,
              unsigned n_prefix)
{
    for (unsigned x = 0; x < n_prefix; x++)
        for (unsigned i = 0; i < 5; i++) {
            uint32_t word = 0;

            for (unsigned j = 0; j < 5; j++) {
                unsigned here = j < i ? j : j - 1;
                unsigned there = i < j ? i : i - 1;

                if (j != i)
                    word |= (in[j * n_prefix + x] >> 6 * there & 63)
                            << 6 * here;
            }
            out[i * n_prefix + x] = word;
        }
}

/*
 * Swapping neighbouring positions with Lehmer digits (c, d) gives (d + 1, c)
 * where c <= d and (d, c - 1) otherwise; as bit masks and distances.
 */
static inline uint32_t
delta_swap(uint32_t x, uint32_t mask, unsigned distance)
{
    return (x & mask) << distance | (x >> distance & mask);
}

static inline uint32_t
swap_0_1(uint32_t x)
{
    return delta_swap(x, 3u | 3u << 8 | 3u << 16, 6) |
           delta_swap(x, 3u << 2 | 3u << 10, 10) |
           delta_swap(x, 3u << 4, 14);
}

static inline uint32_t
swap_1_2(uint32_t x)
{
    return delta_swap(x, 0x249249, 2) | delta_swap(x, 0x082082, 3);
}

static inline uint32_t
swap_2_3(uint32_t x)
{
    return delta_swap(x, 0x555555, 1);
}

#define PASS(name, expression)                                              \
    static void name(uint32_t *restrict out, const uint32_t *restrict in,   \
                     unsigned n)                                            \
    {                                                                       \
        for (unsigned i = 0; i < n; i++) {                                  \
            uint32_t x = in[i];                                             \
            out[i] = (expression);                                          \
        }                                                                   \
    }

PASS(pass_01, swap_0_1(x))
PASS(pass_12, swap_1_2(x))
PASS(pass_23, swap_2_3(x))
PASS(pass_02, swap_1_2(swap_0_1(x)))
PASS(pass_20, swap_0_1(swap_1_2(x)))
PASS(pass_13, swap_2_3(swap_1_2(x)))
PASS(pass_31, swap_1_2(swap_2_3(x)))
PASS(pass_03, swap_2_3(swap_1_2(swap_0_1(x))))
PASS(pass_30, swap_0_1(swap_1_2(swap_2_3(x))))

typedef void (*low_pass)(uint32_t *restrict, const uint32_t *restrict,
                         unsigned);

static const low_pass low_passes[LOW_TILES][LOW_TILES] = {
    {NULL, pass_01, pass_02, pass_03},
    {pass_01, NULL, pass_12, pass_13},
    {pass_20, pass_12, NULL, pass_23},
    {pass_30, pass_31, pass_23, NULL},
};

static const uint32_t *
low_rotate(const perm_words *words, const uint32_t *in, uint32_t *out, unsigned from,
           unsigned to)
{
    /* For k < 4 the permutations are those that keep the first positions. */
    unsigned shift = words->k < LOW_TILES ? LOW_TILES - words->k : 0;

    low_passes[from - words->high + shift][to - words->high + shift](out, in,
                                                             words->n_words);
    return out;
}

const uint32_t *
perm_words_rotate(const perm_words *words, const uint32_t *in, unsigned from,
                  unsigned to, word_scratch *s)
{
    unsigned h = words->high, n = words->n_words;
    uint32_t *out = s->a, *spare = s->b, *t;

    if (from < to) {
        if (from + 1 < h) {
            unsigned stop = to < h ? to : h - 1;

            pass_words(out, in, words->map[from][stop], n);
            in = out, t = out, out = spare, spare = t;
            from = stop;
        }
        if (from + 1 == h && from < to) {
            pass_boundary(out, in, words->n_prefix);
            in = out, t = out, out = spare, spare = t;
            from = h;
        }
        return from < to ? low_rotate(words, in, out, from, to) : in;
    }
    if (from > h) {
        unsigned stop = to > h ? to : h;

        in = low_rotate(words, in, out, from, stop);
        t = out, out = spare, spare = t;
        from = stop;
    }
    if (from == h && from > to) {
        pass_boundary(out, in, words->n_prefix);
        in = out, t = out, out = spare, spare = t;
        from = h - 1;
    }
    if (from > to) {
        pass_words(out, in, words->map[from][to], n);
        in = out;
    }
    return in;
}

uint32_t
perm_words_rank(const perm_words *words, unsigned word)
{
    if (words->high == 0)
        return 0;
    return (word % words->n_prefix * 5 + word / words->n_prefix) * 24;
}

void
bits_transpose(uint32_t x[32][TRANSPOSE_WORDS])
{
    uint32_t mask = 0x0000FFFF;

    for (unsigned j = 16; j != 0; j >>= 1, mask ^= mask << j)
        for (unsigned i = 0; i < 32; i = (i + j + 1) & ~j)
            for (unsigned l = 0; l < TRANSPOSE_WORDS; l++) {
                uint32_t t = (x[i][l] >> j ^ x[i + j][l]) & mask;

                x[i + j][l] ^= t;
                x[i][l] ^= t << j;
            }
}

/* Word number -> the first `high` numbers of its permutations. */
static void
word_unrank(const perm_words *words, unsigned word, uint8_t *s)
{
    unsigned digit[HIGH_TILES_MAX], prefix = word % words->n_prefix;
    uint8_t rest[PATTERN_TILES_MAX];

    digit[words->high - 1] = word / words->n_prefix;
    for (unsigned i = words->high - 1; i-- > 0; prefix /= words->k - i)
        digit[i] = prefix % (words->k - i);
    for (unsigned i = 0; i < words->k; i++)
        rest[i] = (uint8_t)i;
    for (unsigned i = 0; i < words->high; i++) {
        s[i] = rest[digit[i]];
        memmove(rest + digit[i], rest + digit[i] + 1, words->k - 1 - digit[i]);
    }
}

static unsigned
word_number(const perm_words *words, const uint8_t *s)
{
    unsigned prefix = 0, last = 0;

    for (unsigned i = 0; i < words->high; i++) {
        unsigned digit = s[i];

        for (unsigned j = 0; j < i; j++)
            digit -= s[j] < s[i];
        if (i + 1 < words->high)
            prefix = prefix * (words->k - i) + digit;
        else
            last = digit;
    }
    return last * words->n_prefix + prefix;
}

static loyd_err
make_map(perm_words *words, unsigned from, unsigned to)
{
    uint16_t *map = malloc(words->n_words * sizeof *map);

    if (map == NULL)
        return LOYD_E_NOMEM;
    words->map[from][to] = map;
    for (unsigned word = 0; word < words->n_words; word++) {
        uint8_t s[HIGH_TILES_MAX], moved;

        word_unrank(words, word, s);
        moved = s[to];
        if (from < to)
            memmove(s + from + 1, s + from, to - from);
        else
            memmove(s + to, s + to + 1, from - to);
        s[from] = moved;
        map[word] = (uint16_t)word_number(words, s);
    }
    return LOYD_OK;
}

void
perm_words_plan(perm_words *words, unsigned k)
{
    static const uint16_t n_words[] = {1, 1, 1, 1, 1, 5, 30, 210, 1680};
    static const uint32_t full[] = {1, 1, 3, 63, 0xFFFFFF};

    memset(words, 0, sizeof *words);
    words->k = k;
    words->high = k > LOW_TILES ? k - LOW_TILES : 0;
    words->n_words = n_words[k];
    words->n_prefix = words->high > 0 ? words->n_words / 5u : 1;
    words->full = full[k < LOW_TILES ? k : LOW_TILES];
}

loyd_err
perm_words_make(perm_words *words, unsigned k)
{
    perm_words_plan(words, k);
    for (unsigned i = 0; i < words->high; i++)
        for (unsigned j = 0; j < words->high; j++) {
            loyd_err err = i == j ? LOYD_OK : make_map(words, i, j);

            if (err != LOYD_OK)
                return err;
        }
    return LOYD_OK;
}

void
perm_words_free(perm_words *words)
{
    for (unsigned i = 0; i < HIGH_TILES_MAX; i++)
        for (unsigned j = 0; j < HIGH_TILES_MAX; j++)
            free(words->map[i][j]);
    memset(words, 0, sizeof *words);
}
