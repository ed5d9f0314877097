/* SPDX-License-Identifier: MIT */
/* BLAKE2b, ChaCha20 and SHA-256, independent of the implementation. */
#ifndef LOYD_CORE_CRYPTO_H
#define LOYD_CORE_CRYPTO_H

#include <stddef.h>
#include <stdint.h>

#define CRYPTO_HASH_BYTES 32
#define CRYPTO_KEY_BYTES 32
#define CRYPTO_BLOCK_BYTES 64

/*
 * The state of a BLAKE2b with a 32-byte digest, large enough for any
 * implementation. Never allocate it with malloc, which does not align to 64
 * bytes.
 */
struct crypto_hash {
    _Alignas(64) unsigned char state[384];
};

/* `key` is NULL or has CRYPTO_KEY_BYTES bytes. */
void crypto_hash_begin(struct crypto_hash *hash, const uint8_t *key);
void crypto_hash_add(struct crypto_hash *hash, const void *bytes, size_t len);
/* Adds F: the length as 32 bits, little-endian, then the bytes. */
void crypto_hash_field(struct crypto_hash *hash, const void *bytes,
                       size_t len);
void crypto_hash_end(struct crypto_hash *hash, uint8_t out[CRYPTO_HASH_BYTES]);

#define CRYPTO_SHA256_BYTES 32

/* The state of a SHA-256, for files that other programs check. */
struct crypto_sha256 {
    _Alignas(uint64_t) unsigned char state[128];
};

void crypto_sha256_begin(struct crypto_sha256 *sha);
void crypto_sha256_add(struct crypto_sha256 *sha, const void *bytes,
                       size_t len);
void crypto_sha256_end(struct crypto_sha256 *sha,
                       uint8_t out[CRYPTO_SHA256_BYTES]);

/*
 * Writes `blocks` blocks of CRYPTO_BLOCK_BYTES bytes of the keystream of the
 * original ChaCha20 (64-bit nonce, 64-bit block counter) from block `block`.
 */
void crypto_chacha20(const uint8_t key[CRYPTO_KEY_BYTES], uint64_t nonce,
                     uint64_t block, uint8_t *out, size_t blocks);

#endif
