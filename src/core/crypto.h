/* SPDX-License-Identifier: MIT */
/* The primitives that loyd needs: BLAKE2b, ChaCha20, SHA-256. */
#ifndef LOYD_CORE_CRYPTO_H
#define LOYD_CORE_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

#define CRYPTO_HASH_BYTES 32
#define CRYPTO_KEY_BYTES 32
#define CRYPTO_BLOCK_BYTES 64

/*
 * A running BLAKE2b with a 32-byte digest. Room for any implementation.
 * malloc does not align so far: never in memory that comes from it.
 */
struct crypto_hash {
    _Alignas(64) unsigned char state[384];
};

/* `key` is NULL or CRYPTO_KEY_BYTES bytes. */
void crypto_hash_begin(struct crypto_hash *hash, const uint8_t *key);
void crypto_hash_add(struct crypto_hash *hash, const void *bytes, size_t len);
/* F: the length as 32 bits little-endian, then the bytes. */
void crypto_hash_field(struct crypto_hash *hash, const void *bytes,
                       size_t len);
void crypto_hash_end(struct crypto_hash *hash, uint8_t out[CRYPTO_HASH_BYTES]);

#define CRYPTO_SHA256_BYTES 32

/* A running SHA-256, for files that other programs check. */
struct crypto_sha256 {
    _Alignas(uint64_t) unsigned char state[128];
};

void crypto_sha256_begin(struct crypto_sha256 *sha);
void crypto_sha256_add(struct crypto_sha256 *sha, const void *bytes,
                       size_t len);
void crypto_sha256_end(struct crypto_sha256 *sha,
                       uint8_t out[CRYPTO_SHA256_BYTES]);

/*
 * The keystream of original ChaCha20 (64-bit nonce, 64-bit block counter)
 * from block `block` on: `blocks` blocks of CRYPTO_BLOCK_BYTES into out.
 */
void crypto_chacha20(const uint8_t key[CRYPTO_KEY_BYTES], uint64_t nonce,
                     uint64_t block, uint8_t *out, size_t blocks);

/* Overwrites memory so that no compiler leaves it out. */
void crypto_wipe(void *bytes, size_t len);

#endif
