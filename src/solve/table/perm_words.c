/* SPDX-License-Identifier: MIT */
/* Sets of permutations as bits, and rotations of all of them at once. */
#include "solve/table/perm_words.h"

#include <stdlib.h>
#include <string.h>

/*
 * The loops over words, each compiled twice: portable, and with 32-byte
 * vectors for processors that have them. The results are the same.
 */

#define INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE __attribute__((target("avx2")))
#define HAVE_WIDE 1
#else
#define WIDE
#define HAVE_WIDE 0
#endif

/* Transposes 5 x 4 tables made of five words with four fields each. */
INLINE void
across(uint32_t *restrict out, const uint32_t *restrict in, unsigned n)
{
    const uint32_t f0 = 63, f1 = f0 << 6, f2 = f0 << 12, f3 = f0 << 18;

    for (unsigned x = 0; x < n; x++, in += 5, out += 5) {
        uint32_t a = in[0], b = in[1], c = in[2], d = in[3], e = in[4];

        out[0] = (b & f0) | (c & f0) << 6 | (d & f0) << 12 | (e & f0) << 18;
        out[1] = (a & f0) | (c & f1) | (d & f1) << 6 | (e & f1) << 12;
        out[2] = (a & f1) >> 6 | (b & f1) | (d & f2) | (e & f2) << 6;
        out[3] = (a & f2) >> 12 | (b & f2) >> 6 | (c & f2) | (e & f3);
        out[4] =
            (a & f3) >> 18 | (b & f3) >> 12 | (c & f3) >> 6 | (d & f3);
    }
}

/*
 * Swapping adjacent places with Lehmer digits (c, d) gives (d + 1, c) if c <=
 * d and (d, c - 1) otherwise; here as bit masks and distances.
 */
INLINE uint32_t
delta_swap(uint32_t x, uint32_t mask, unsigned distance)
{
    return (x & mask) << distance | (x >> distance & mask);
}

INLINE uint32_t
swap_01(uint32_t x)
{
    return delta_swap(x, 3u | 3u << 8 | 3u << 16, 6) |
           delta_swap(x, 3u << 2 | 3u << 10, 10) | delta_swap(x, 3u << 4, 14);
}

INLINE uint32_t
swap_12(uint32_t x)
{
    return delta_swap(x, 0x249249, 2) | delta_swap(x, 0x082082, 3);
}

INLINE uint32_t
swap_23(uint32_t x)
{
    return delta_swap(x, 0x555555, 1);
}

INLINE void
merge(uint32_t *restrict sum, const uint32_t *restrict in, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        sum[i] |= in[i];
}

INLINE uint32_t
settle(const uint32_t *restrict sum, uint32_t *restrict reached,
       uint32_t *restrict second, unsigned n, uint32_t mark, uint32_t *left)
{
    uint32_t fresh = 0, missing = 0;

    for (unsigned i = 0; i < n; i++) {
        uint32_t new_bits = sum[i] & ~reached[i];

        fresh |= new_bits;
        reached[i] |= new_bits;
        missing |= ~reached[i];
        if (mark)
            second[i] |= new_bits;
    }
    *left = missing;
    return fresh;
}

/* One such loop for each move within a word. */
#define PASS(name, attribute, expression)                                     \
    attribute static void name(uint32_t *restrict out,                        \
                               const uint32_t *restrict in, unsigned n)       \
    {                                                                         \
        for (unsigned i = 0; i < n; i++) {                                    \
            uint32_t x = in[i];                                               \
            out[i] = (expression);                                            \
        }                                                                     \
    }

#define KERNEL(tag, attribute)                                                \
    attribute static void across_##tag(                                       \
        uint32_t *restrict out, const uint32_t *restrict in, unsigned n)      \
    {                                                                         \
        across(out, in, n);                                                   \
    }                                                                         \
    attribute static void merge_##tag(                                        \
        uint32_t *restrict sum, const uint32_t *restrict in, unsigned n)      \
    {                                                                         \
        merge(sum, in, n);                                                    \
    }                                                                         \
    attribute static uint32_t settle_##tag(                                   \
        const uint32_t *restrict sum, uint32_t *restrict reached,             \
        uint32_t *restrict second, unsigned n, uint32_t mark, uint32_t *left) \
    {                                                                         \
        return mark ? settle(sum, reached, second, n, 1, left)                \
                    : settle(sum, reached, second, n, 0, left);               \
    }                                                                         \
    PASS(low_01_##tag, attribute, swap_01(x))                                 \
    PASS(low_12_##tag, attribute, swap_12(x))                                 \
    PASS(low_23_##tag, attribute, swap_23(x))                                 \
    PASS(low_02_##tag, attribute, swap_12(swap_01(x)))                        \
    PASS(low_20_##tag, attribute, swap_01(swap_12(x)))                        \
    PASS(low_13_##tag, attribute, swap_23(swap_12(x)))                        \
    PASS(low_31_##tag, attribute, swap_12(swap_23(x)))                        \
    PASS(low_03_##tag, attribute, swap_23(swap_12(swap_01(x))))               \
    PASS(low_30_##tag, attribute, swap_01(swap_12(swap_23(x))))               \
    static const struct word_kernel kernel_##tag = {                          \
        .across = across_##tag,                                               \
        .merge = merge_##tag,                                                 \
        .settle = settle_##tag,                                               \
        .low = {{0, low_01_##tag, low_02_##tag, low_03_##tag},                \
                {low_01_##tag, 0, low_12_##tag, low_13_##tag},                \
                {low_20_##tag, low_12_##tag, 0, low_23_##tag},                \
                {low_30_##tag, low_31_##tag, low_23_##tag, 0}},               \
    };

KERNEL(any, )
KERNEL(wide, WIDE)

const struct word_kernel *
word_kernel_get(bool is_portable)
{
#if HAVE_WIDE
    if (!is_portable && __builtin_cpu_supports("avx2"))
        return &kernel_wide;
#endif
    (void)is_portable;
    (void)kernel_wide;
    return &kernel_any;
}

/* Progress of a rotation through its passes. */
struct rotation {
    const struct perm_words *words;
    const uint32_t *in;
    uint32_t *out;
    uint32_t *spare;
    uint32_t n;    /* words */
    unsigned rank; /* of the moving tile */
};

/* Makes the output of the last pass the input of the next. */
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
map_blocks(const struct block_map *map, uint32_t *out, const uint32_t *in,
           uint32_t n_in)
{
    uint32_t n = map->n_words, group = map->n_blocks * n;

    for (uint32_t at = 0; at < n_in; at += group) {
        const uint32_t *blocks = in + at;

        for (uint32_t b = 0; b < map->n_blocks; b++, out += n) {
            const uint32_t *block = blocks + (size_t)map->source[b] * n;

            if (n == 1)
                *out = *block;
            else if (n == 5) /* without a call */
                memcpy(out, block, 5 * sizeof(*out));
            else
                memcpy(out, block, n * sizeof(*out));
        }
    }
}

static void
to_high(struct rotation *r, unsigned rank)
{
    if (r->rank == rank)
        return;
    map_blocks(&r->words->map[r->rank][rank], r->out, r->in, r->n);
    turn_over(r, rank);
}

static void
go_across(struct rotation *r, unsigned rank)
{
    r->words->kernel->across(r->out, r->in, r->n / 5);
    turn_over(r, rank);
}

static void
to_low(struct rotation *r, unsigned rank)
{
    /* For k < 4 only permutations that fix the first places are used. */
    unsigned k = r->words->k, first = k < LOW_TILES ? LOW_TILES - k : 0;
    unsigned base = r->words->high - first;

    if (r->rank == rank)
        return;
    r->words->kernel->low[r->rank - base][rank - base](r->out, r->in, r->n);
    turn_over(r, rank);
}

const uint32_t *
perm_words_rotate(const struct perm_words *words, uint32_t n,
                  const uint32_t *in, unsigned from, unsigned to, uint32_t *a,
                  uint32_t *b)
{
    struct rotation r = {words, in, a, b, n, from};
    unsigned h = words->high; /* lower ranks are in the words' numbers */

    if (from < h && to < h) {
        to_high(&r, to);
    } else if (from < h) {
        to_high(&r, h - 1);
        go_across(&r, h);
        to_low(&r, to);
    } else if (to >= h) {
        to_low(&r, to);
    } else {
        to_low(&r, h);
        go_across(&r, h - 1);
        to_high(&r, to);
    }
    return r.in;
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

uint32_t
perm_digits_rotate(uint32_t number, unsigned k, unsigned first, unsigned n,
                   unsigned from, unsigned to)
{
    uint8_t digit[PERM_PLACES_MAX], s[PERM_PLACES_MAX];
    uint8_t rest[PERM_PLACES_MAX], moved;
    uint32_t out = 0;

    for (unsigned i = n; i-- > 0; number /= k - first - i)
        digit[i] = (uint8_t)(number % (k - first - i));
    for (unsigned i = 0; i < k - first; i++)
        rest[i] = (uint8_t)i;
    for (unsigned i = 0; i < n; i++) {
        s[i] = rest[digit[i]];
        memmove(rest + digit[i], rest + digit[i] + 1,
                k - first - i - digit[i] - 1u);
    }
    from -= first;
    to -= first;
    moved = s[to];
    if (from < to)
        memmove(s + from + 1, s + from, to - from);
    else
        memmove(s + to, s + to + 1, from - to);
    s[from] = moved;
    for (unsigned i = 0; i < n; i++) {
        unsigned d = s[i];

        for (unsigned j = 0; j < i; j++)
            d -= s[j] < s[i];
        out = out * (k - first - i) + d;
    }
    return out;
}

void
perm_words_plan(struct perm_words *words, unsigned k)
{
    static const uint32_t full[] = {1, 1, 3, 63, 0xFFFFFF};

    *words = (struct perm_words){.kernel = word_kernel_get(false),
                                 .k = k,
                                 .high = k > LOW_TILES ? k - LOW_TILES : 0,
                                 .full = full[k < LOW_TILES ? k : LOW_TILES]};
    words->n_words = perm_words_group(words, 0, 1);
}

loyd_err
perm_words_map(struct perm_words *words, unsigned from, unsigned to)
{
    unsigned first = from < to ? from : to, last = from < to ? to : from;
    struct block_map *map = &words->map[from][to];

    if (map->source != NULL || from == to)
        return LOYD_OK;
    map->n_blocks = map->n_words = 1;
    for (unsigned i = first; i < words->high; i++)
        *(i <= last ? &map->n_blocks : &map->n_words) *= words->k - i;
    map->source = malloc(map->n_blocks * sizeof(*map->source));
    if (map->source == NULL)
        return LOYD_E_NOMEM;
    for (uint32_t i = 0; i < map->n_blocks; i++)
        map->source[i] = perm_digits_rotate(i, words->k, first,
                                            last - first + 1, from, to);
    return LOYD_OK;
}

void
perm_words_free(struct perm_words *words)
{
    for (unsigned i = 0; i < HIGH_PLACES_MAX; i++)
        for (unsigned j = 0; j < HIGH_PLACES_MAX; j++)
            free(words->map[i][j].source);
    memset(words, 0, sizeof(*words));
}

uint32_t
perm_words_group(const struct perm_words *words, unsigned place,
                 uint32_t least)
{
    uint32_t n = 1;

    for (unsigned i = words->high; i-- > 0 && (i >= place || n < least);)
        n *= words->k - i;
    return n;
}
