/* SPDX-License-Identifier: MIT */
/*
 * Tests the portable BLAKE2b and ChaCha20, with which the package for browsers
 * is built, against libsodium, and both against published values.
 */
#include "core.h"

#include "core/crypto.h"

/* The portable functions under other names. */
#define crypto_hash_begin portable_hash_begin
#define crypto_hash_add portable_hash_add
#define crypto_hash_end portable_hash_end
#define crypto_chacha20 portable_chacha20
void portable_hash_begin(struct crypto_hash *hash, const uint8_t *key);
void portable_hash_add(struct crypto_hash *hash, const void *bytes,
                       size_t len);
void portable_hash_end(struct crypto_hash *hash,
                       uint8_t out[CRYPTO_HASH_BYTES]);
void portable_chacha20(const uint8_t key[CRYPTO_KEY_BYTES], uint64_t nonce,
                       uint64_t block, uint8_t *out, size_t blocks);
#include "../../src/web/core/crypto_portable.c"
#undef crypto_hash_begin
#undef crypto_hash_add
#undef crypto_hash_end
#undef crypto_chacha20

#define INPUTS 100000
#define BYTES_MAX 700 /* more than five blocks of BLAKE2b */
#define BLOCKS_MAX 4

/* A sequence of numbers that is the same in every run (splitmix64). */
static uint64_t
draw(void)
{
    static uint64_t state = 1;
    uint64_t z = state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static void
fill(uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++)
        bytes[i] = (uint8_t)(draw() >> 56);
}

/* Lengths around the ends of blocks are drawn as often as all others. */
static size_t
draw_length(void)
{
    size_t around = (size_t)(draw() % 5) * 128 + (size_t)(draw() % 5);

    return draw() % 2 == 0 ? (size_t)(draw() % BYTES_MAX)
                           : (around > 2 ? around - 2 : 0);
}

static void
test_hash(void **state)
{
    uint8_t input[BYTES_MAX + 32], key[CRYPTO_KEY_BYTES];
    uint8_t ours[CRYPTO_HASH_BYTES], sodium[CRYPTO_HASH_BYTES];

    (void)state;
    for (unsigned i = 0; i < INPUTS; i++) {
        size_t len = draw_length();
        const uint8_t *used = draw() % 2 == 0 ? key : NULL;
        struct crypto_hash a, b;

        fill(input, len);
        fill(key, sizeof(key));
        portable_hash_begin(&a, used);
        crypto_hash_begin(&b, used);
        crypto_hash_add(&b, input, len);
        for (size_t at = 0; at < len;) { /* in pieces of any length */
            size_t part = (size_t)(draw() % (len - at + 1));

            portable_hash_add(&a, input + at, part);
            at += part;
        }
        portable_hash_end(&a, ours);
        crypto_hash_end(&b, sodium);
        assert_memory_equal(ours, sodium, sizeof(ours));
    }
}

static void
test_stream(void **state)
{
    uint8_t key[CRYPTO_KEY_BYTES];
    uint8_t ours[BLOCKS_MAX * CRYPTO_BLOCK_BYTES];
    uint8_t sodium[BLOCKS_MAX * CRYPTO_BLOCK_BYTES];

    (void)state;
    for (unsigned i = 0; i < INPUTS; i++) {
        size_t blocks = 1 + (size_t)(draw() % BLOCKS_MAX);
        uint64_t nonce = draw(), block = draw() >> draw() % 64;

        if (i % 8 == 0) /* the counter's low half overflows */
            block = (block & 0xffff) << 32 | (UINT32_MAX - i % 3);
        fill(key, sizeof(key));
        portable_chacha20(key, nonce, block, ours, blocks);
        crypto_chacha20(key, nonce, block, sodium, blocks);
        assert_memory_equal(ours, sodium, blocks * CRYPTO_BLOCK_BYTES);
    }
}

/* The first 16 bytes of BLAKE2b-256 of "", as `b2sum -l 256` prints them, and
 * of the stream of an all-zero key, from Bernstein's test vectors. */
static void
test_published(void **state)
{
    static const uint8_t empty[] = {0x0e, 0x57, 0x51, 0xc0, 0x26, 0xe5,
                                    0x43, 0xb2, 0xe8, 0xab, 0x2e, 0xb0,
                                    0x60, 0x99, 0xda, 0xa1};
    static const uint8_t zeros[] = {0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1,
                                    0x3d, 0x90, 0x40, 0x5d, 0x6a, 0xe5,
                                    0x53, 0x86, 0xbd, 0x28};
    const uint8_t key[CRYPTO_KEY_BYTES] = {0};
    uint8_t out[CRYPTO_BLOCK_BYTES];
    struct crypto_hash hash;

    (void)state;
    portable_hash_begin(&hash, NULL);
    portable_hash_end(&hash, out);
    assert_memory_equal(out, empty, sizeof(empty));
    portable_chacha20(key, 0, 0, out, 1);
    assert_memory_equal(out, zeros, sizeof(zeros));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_stream),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
