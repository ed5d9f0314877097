/* SPDX-License-Identifier: MIT */
/*
 * Implements core/crypto.h in portable C, for WebAssembly, where libsodium
 * cannot be linked. Its tables and steps are those of RFC 7693 (BLAKE2b) and
 * of Bernstein's "ChaCha, a variant of Salsa20". There is nothing secret in a
 * browser, so nothing here is protected against observers.
 */
#include "core/crypto.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/bytes.h"

/* --- BLAKE2b --- */

#define BLOCK 128 /* bytes */
#define ROUNDS 12

struct blake {
    uint64_t chain[8];
    uint64_t bytes; /* compressed so far; more than 2^64 never come */
    size_t filled;  /* of `block`, compressed when more follows */
    uint8_t block[BLOCK];
};

static_assert(sizeof(struct blake) <= sizeof(struct crypto_hash),
              "crypto_hash has room for the state");

/* RFC 7693, section 2.6. */
static const uint64_t initial[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

/* Section 2.7: the order of the message's words; round r uses row r % 10. */
static const uint8_t order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

/* The words that each mixing of a round works on: columns, then diagonals. */
static const uint8_t mixed[8][4] = {
    {0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15},
    {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14},
};

static struct blake *
state_of(struct crypto_hash *hash)
{
    return (struct blake *)(void *)hash->state;
}

static uint64_t
right(uint64_t word, unsigned bits)
{
    return word >> bits | word << (64 - bits);
}

/* Section 3.1. */
static void
mix(uint64_t v[16], const uint8_t at[4], uint64_t x, uint64_t y)
{
    uint64_t a = v[at[0]], b = v[at[1]], c = v[at[2]], d = v[at[3]];

    a += b + x;
    d = right(d ^ a, 32);
    c += d;
    b = right(b ^ c, 24);
    a += b + y;
    d = right(d ^ a, 16);
    c += d;
    b = right(b ^ c, 63);
    v[at[0]] = a;
    v[at[1]] = b;
    v[at[2]] = c;
    v[at[3]] = d;
}

/* Section 3.2. */
static void
compress(struct blake *blake, bool is_last)
{
    uint64_t message[16], v[16];

    for (unsigned i = 0; i < 16; i++)
        message[i] = bytes_little(blake->block + (size_t)8 * i, 8);
    memcpy(v, blake->chain, sizeof(blake->chain));
    memcpy(v + 8, initial, sizeof(initial));
    v[12] ^= blake->bytes;
    if (is_last)
        v[14] = ~v[14];
    for (unsigned r = 0; r < ROUNDS; r++)
        for (unsigned i = 0; i < 8; i++)
            mix(v, mixed[i], message[order[r % 10][2 * i]],
                message[order[r % 10][2 * i + 1]]);
    for (unsigned i = 0; i < 8; i++)
        blake->chain[i] ^= v[i] ^ v[i + 8];
}

/* A key fills the first block alone, with zeros after it. */
void
crypto_hash_begin(struct crypto_hash *hash, const uint8_t *key)
{
    struct blake *blake = state_of(hash);
    uint64_t key_bytes = key != NULL ? CRYPTO_KEY_BYTES : 0;

    memset(hash, 0, sizeof(*hash));
    memcpy(blake->chain, initial, sizeof(initial));
    blake->chain[0] ^= 0x01010000 ^ key_bytes << 8 ^ CRYPTO_HASH_BYTES;
    if (key == NULL)
        return;
    memcpy(blake->block, key, CRYPTO_KEY_BYTES);
    blake->filled = BLOCK;
}

void
crypto_hash_add(struct crypto_hash *hash, const void *bytes, size_t len)
{
    struct blake *blake = state_of(hash);
    const uint8_t *at = bytes;

    while (len > 0) {
        size_t taken;

        if (blake->filled == BLOCK) {
            blake->bytes += BLOCK;
            compress(blake, false);
            blake->filled = 0;
        }
        taken = BLOCK - blake->filled < len ? BLOCK - blake->filled : len;
        memcpy(blake->block + blake->filled, at, taken);
        blake->filled += taken;
        at += taken;
        len -= taken;
    }
}

void
crypto_hash_end(struct crypto_hash *hash, uint8_t out[CRYPTO_HASH_BYTES])
{
    struct blake *blake = state_of(hash);

    blake->bytes += blake->filled;
    memset(blake->block + blake->filled, 0, BLOCK - blake->filled);
    compress(blake, true);
    for (unsigned i = 0; i < CRYPTO_HASH_BYTES / 8; i++)
        bytes_put_little(out + (size_t)8 * i, blake->chain[i], 8);
}

/* --- ChaCha20 --- */

static uint32_t
left(uint32_t word, unsigned bits)
{
    return word << bits | word >> (32 - bits);
}

static void
quarter_round(uint32_t x[16], const uint8_t at[4])
{
    uint32_t a = x[at[0]], b = x[at[1]], c = x[at[2]], d = x[at[3]];

    a += b;
    d = left(d ^ a, 16);
    c += d;
    b = left(b ^ c, 12);
    a += b;
    d = left(d ^ a, 8);
    c += d;
    b = left(b ^ c, 7);
    x[at[0]] = a;
    x[at[1]] = b;
    x[at[2]] = c;
    x[at[3]] = d;
}

void
crypto_chacha20(const uint8_t key[CRYPTO_KEY_BYTES], uint64_t nonce,
                uint64_t block, uint8_t *out, size_t blocks)
{
    /* "expand 32-byte k", the key, the block's number, the nonce */
    uint32_t input[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

    for (unsigned i = 0; i < CRYPTO_KEY_BYTES / 4; i++)
        input[4 + i] = (uint32_t)bytes_little(key + (size_t)4 * i, 4);
    input[14] = (uint32_t)nonce;
    input[15] = (uint32_t)(nonce >> 32);
    for (; blocks > 0; blocks--, block++) {
        uint32_t x[16];

        input[12] = (uint32_t)block;
        input[13] = (uint32_t)(block >> 32);
        memcpy(x, input, sizeof(x));
        for (unsigned i = 0; i < 10 * 8; i++) /* ten double rounds */
            quarter_round(x, mixed[i % 8]);
        for (unsigned i = 0; i < 16; i++)
            out = bytes_put_little(out, x[i] + input[i], 4);
    }
}
