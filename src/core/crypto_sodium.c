/* SPDX-License-Identifier: MIT */
/* Implements core/crypto.h with libsodium. */
#include "core/crypto.h"

#include <assert.h>
#include <string.h>

/* Not <sodium.h>: its function crypto_hash clashes with struct crypto_hash. */
#include <sodium/core.h>
#include <sodium/crypto_generichash.h>
#include <sodium/crypto_hash_sha256.h>
#include <sodium/crypto_stream_chacha20.h>

#include "base/bytes.h"

static_assert(sizeof(struct crypto_hash) >= sizeof(crypto_generichash_state),
              "crypto_hash has room for libsodium's state");
static_assert(sizeof(struct crypto_sha256) >= sizeof(crypto_hash_sha256_state),
              "crypto_sha256 has room for libsodium's state");
static_assert(_Alignof(struct crypto_hash) >=
                  _Alignof(crypto_generichash_state),
              "crypto_hash is aligned for libsodium's state");
static_assert(_Alignof(struct crypto_sha256) >=
                  _Alignof(crypto_hash_sha256_state),
              "crypto_sha256 is aligned for libsodium's state");
static_assert(CRYPTO_KEY_BYTES == crypto_stream_chacha20_KEYBYTES,
              "the size of a ChaCha20 key");

static crypto_generichash_state *
state_of(struct crypto_hash *hash)
{
    return (crypto_generichash_state *)(void *)hash->state;
}

/*
 * sodium_init selects the fastest code for this processor and may be called
 * repeatedly and from any thread. A generator hashes its keys before its first
 * keystream, so crypto_chacha20 need not call sodium_init.
 */
void
crypto_hash_begin(struct crypto_hash *hash, const uint8_t *key)
{
    int result = sodium_init();

    /* It fails without random numbers, which nothing here needs. */
    (void)result;
    crypto_generichash_init(state_of(hash), key,
                            key != NULL ? CRYPTO_KEY_BYTES : 0,
                            CRYPTO_HASH_BYTES);
}

void
crypto_hash_add(struct crypto_hash *hash, const void *bytes, size_t len)
{
    if (len > 0)
        crypto_generichash_update(state_of(hash), bytes, len);
}

void
crypto_hash_end(struct crypto_hash *hash, uint8_t out[CRYPTO_HASH_BYTES])
{
    crypto_generichash_final(state_of(hash), out, CRYPTO_HASH_BYTES);
}

static crypto_hash_sha256_state *
sha_of(struct crypto_sha256 *sha)
{
    return (crypto_hash_sha256_state *)(void *)sha->state;
}

void
crypto_sha256_begin(struct crypto_sha256 *sha)
{
    crypto_hash_sha256_init(sha_of(sha));
}

void
crypto_sha256_add(struct crypto_sha256 *sha, const void *bytes, size_t len)
{
    if (len > 0)
        crypto_hash_sha256_update(sha_of(sha), bytes, len);
}

void
crypto_sha256_end(struct crypto_sha256 *sha, uint8_t out[CRYPTO_SHA256_BYTES])
{
    crypto_hash_sha256_final(sha_of(sha), out);
}

void
crypto_chacha20(const uint8_t key[CRYPTO_KEY_BYTES], uint64_t nonce,
                uint64_t block, uint8_t *out, size_t blocks)
{
    uint8_t bytes[crypto_stream_chacha20_NONCEBYTES];
    size_t len = blocks * CRYPTO_BLOCK_BYTES;

    bytes_put_little(bytes, nonce, sizeof(bytes));
    memset(out, 0, len);
    crypto_stream_chacha20_xor_ic(out, out, len, bytes, block, key);
}
