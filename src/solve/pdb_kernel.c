/* SPDX-License-Identifier: MIT */
/*
 * The loops over words of which building a pattern database consists, each
 * compiled twice: for any processor, and with 32-byte vectors for those that
 * have them. The results are the same.
 */
#include "solve/pdb_kernel.h"

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
 * Five words and the four fields in each are a 5 x 4 table to be turned over.
 * The words of one table are `stride` apart, tables `step`.
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
 * Swapping neighbouring positions with Lehmer digits (c, d) gives (d + 1, c)
 * where c <= d and (d, c - 1) otherwise; as bit masks and distances.
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

/* The same loop for every way within a word. */
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
