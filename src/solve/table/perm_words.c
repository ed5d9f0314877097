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

INLINE void
gather(uint32_t *restrict out, const uint32_t *restrict in,
       const uint16_t *restrict map, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        out[i] = in[map[i]];
}

/*
 * Transposes 5 x 4 tables made of five words with four fields each. The words
 * of one table are `stride` apart, the tables `step`.
 */
INLINE void
turn_tables(uint32_t *restrict out, const uint32_t *restrict in, unsigned n,
            unsigned step, unsigned stride)
{
    const uint32_t f0 = 63, f1 = f0 << 6, f2 = f0 << 12, f3 = f0 << 18;

    for (unsigned x = 0; x < n; x++, in += step, out += step) {
        uint32_t a = in[0], b = in[stride], c = in[2 * stride];
        uint32_t d = in[3 * stride], e = in[4 * stride];

        out[0] = (b & f0) | (c & f0) << 6 | (d & f0) << 12 | (e & f0) << 18;
        out[stride] = (a & f0) | (c & f1) | (d & f1) << 6 | (e & f1) << 12;
        out[2 * stride] = (a & f1) >> 6 | (b & f1) | (d & f2) | (e & f2) << 6;
        out[3 * stride] = (a & f2) >> 12 | (b & f2) >> 6 | (c & f2) | (e & f3);
        out[4 * stride] =
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
    attribute static void gather_##tag(                                       \
        uint32_t *restrict out, const uint32_t *restrict in,                  \
        const uint16_t *restrict map, unsigned n)                             \
    {                                                                         \
        gather(out, in, map, n);                                              \
    }                                                                         \
    attribute static void boundary_##tag(                                     \
        uint32_t *restrict out, const uint32_t *restrict in, unsigned n)      \
    {                                                                         \
        turn_tables(out, in, n, 1, n);                                        \
    }                                                                         \
    attribute static void fives_##tag(                                        \
        uint32_t *restrict out, const uint32_t *restrict in, unsigned n)      \
    {                                                                         \
        turn_tables(out, in, n, 5, 1);                                        \
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
        .gather = gather_##tag,                                               \
        .boundary = boundary_##tag,                                           \
        .fives = fives_##tag,                                                 \
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
    const struct word_order *order;
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
to_high(struct rotation *r, unsigned rank)
{
    if (r->rank == rank)
        return;
    r->order->pass_high(r->order, r->out, r->in, r->n, r->rank, rank);
    turn_over(r, rank);
}

static void
across(struct rotation *r, unsigned rank)
{
    r->order->pass_across(r->out, r->in, r->n / 5);
    turn_over(r, rank);
}

static void
to_low(struct rotation *r, unsigned rank)
{
    /* For k < 4 only permutations that fix the first places are used. */
    unsigned k = r->order->k, first = k < LOW_TILES ? LOW_TILES - k : 0;
    unsigned base = r->order->high - first;

    if (r->rank == rank)
        return;
    r->order->kernel->low[r->rank - base][rank - base](r->out, r->in, r->n);
    turn_over(r, rank);
}

const uint32_t *
word_rotate(const struct word_order *order, const uint32_t *in, unsigned from,
            unsigned to, uint32_t *a, uint32_t *b)
{
    return word_rotate_part(order, order->n_words, in, from, to, a, b);
}

const uint32_t *
word_rotate_part(const struct word_order *order, uint32_t n,
                 const uint32_t *in, unsigned from, unsigned to, uint32_t *a,
                 uint32_t *b)
{
    struct rotation r = {order, in, a, b, n, from};
    unsigned h = order->high; /* lower ranks are in the words' numbers */

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

static void
gather_words(const struct word_order *order, uint32_t *out, const uint32_t *in,
             uint32_t n, unsigned from, unsigned to)
{
    const struct perm_words *words = (const struct perm_words *)order;

    order->kernel->gather(out, in, words->map[from][to], n);
}

uint32_t
perm_words_rank(const struct perm_words *words, unsigned word)
{
    if (words->order.high == 0)
        return 0;
    return (word % words->n_prefix * 5 + word / words->n_prefix) * WORD_ORDERS;
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

static loyd_err
make_map(struct perm_words *words, unsigned from, unsigned to)
{
    uint16_t *map = malloc(words->order.n_words * sizeof(*map));

    if (map == NULL)
        return LOYD_E_NOMEM;
    words->map[from][to] = map;
    for (uint32_t word = 0; word < words->order.n_words; word++) {
        uint32_t source =
            perm_digits_rotate(perm_words_rank(words, word) / WORD_ORDERS,
                               words->order.k, 0, words->order.high, from, to);

        map[word] = (uint16_t)(source % 5 * words->n_prefix + source / 5);
    }
    return LOYD_OK;
}

loyd_err
perm_words_make(struct perm_words *words, unsigned k)
{
    static const uint16_t n_words[] = {1, 1, 1, 1, 1, 5, 30, 210, 1680};
    static const uint32_t full[] = {1, 1, 3, 63, 0xFFFFFF};

    memset(words, 0, sizeof(*words));
    words->order.kernel = word_kernel_get(false);
    words->order.pass_high = gather_words;
    words->order.pass_across = words->order.kernel->boundary;
    words->order.k = k;
    words->order.high = k > LOW_TILES ? k - LOW_TILES : 0;
    words->order.n_words = n_words[k];
    words->n_prefix = words->order.high > 0 ? words->order.n_words / 5u : 1;
    words->full = full[k < LOW_TILES ? k : LOW_TILES];
    for (unsigned i = 0; i < words->order.high; i++)
        for (unsigned j = 0; j < words->order.high; j++) {
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
