/* SPDX-License-Identifier: MIT */
/* Sets of permutations as bits, and rotations of all of them at once. */
#include "solve/pdb_words.h"

#include <stdlib.h>
#include <string.h>

/* Where the passes of a rotation have got to. */
struct rotation {
    const struct perm_words *words;
    const uint32_t *in;
    uint32_t *out;
    uint32_t *spare;
    unsigned rank; /* of the tile on its way */
};

/* What was written last is read next. */
static void
turn_over(struct rotation *r, unsigned rank)
{
    uint32_t *out = r->out;

    r->in = out;
    r->out = r->spare;
    r->spare = out;
    r->rank = rank;
}

static void
to_high(struct rotation *r, unsigned rank)
{
    if (r->rank == rank)
        return;
    r->words->kernel->gather(r->out, r->in, r->words->map[r->rank][rank],
                             r->words->n_words);
    turn_over(r, rank);
}

static void
across(struct rotation *r, unsigned rank)
{
    r->words->kernel->boundary(r->out, r->in, r->words->n_prefix);
    turn_over(r, rank);
}

static void
to_low(struct rotation *r, unsigned rank)
{
    /* For k < 4 the permutations are those that keep the first positions. */
    unsigned first = r->words->k < LOW_TILES ? LOW_TILES - r->words->k : 0;
    unsigned base = r->words->high - first;

    if (r->rank == rank)
        return;
    r->words->kernel->low[r->rank - base][rank - base](r->out, r->in,
                                                       r->words->n_words);
    turn_over(r, rank);
}

const uint32_t *
perm_words_rotate(const struct perm_words *words, const uint32_t *in,
                  unsigned from, unsigned to, struct word_scratch *s)
{
    struct rotation r = {words, in, s->a, s->b, from};
    unsigned h = words->high; /* ranks below are in the words' numbers */

    if (from < h && to < h) {
        to_high(&r, to);
    } else if (from < h) {
        to_high(&r, h - 1);
        across(&r, h);
        to_low(&r, to);
    } else if (to >= h) {
        to_low(&r, to);
    } else {
        to_low(&r, h);
        across(&r, h - 1);
        to_high(&r, to);
    }
    return r.in;
}

uint32_t
perm_words_rank(const struct perm_words *words, unsigned word)
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
word_unrank(const struct perm_words *words, unsigned word, uint8_t *s)
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
word_number(const struct perm_words *words, const uint8_t *s)
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
make_map(struct perm_words *words, unsigned from, unsigned to)
{
    uint16_t *map = malloc(words->n_words * sizeof(*map));

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
perm_words_plan(struct perm_words *words, unsigned k)
{
    static const uint16_t n_words[] = {1, 1, 1, 1, 1, 5, 30, 210, 1680};
    static const uint32_t full[] = {1, 1, 3, 63, 0xFFFFFF};

    memset(words, 0, sizeof(*words));
    words->kernel = word_kernel_get(false);
    words->k = k;
    words->high = k > LOW_TILES ? k - LOW_TILES : 0;
    words->n_words = n_words[k];
    words->n_prefix = words->high > 0 ? words->n_words / 5u : 1;
    words->full = full[k < LOW_TILES ? k : LOW_TILES];
}

loyd_err
perm_words_make(struct perm_words *words, unsigned k)
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
perm_words_free(struct perm_words *words)
{
    for (unsigned i = 0; i < HIGH_TILES_MAX; i++)
        for (unsigned j = 0; j < HIGH_TILES_MAX; j++)
            free(words->map[i][j]);
    memset(words, 0, sizeof(*words));
}
