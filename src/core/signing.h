/* SPDX-License-Identifier: MIT */
/* The primitives of minisign: Ed25519, BLAKE2b-512, scrypt, base64. */
#ifndef LOYD_CORE_SIGNING_H
#define LOYD_CORE_SIGNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIGNING_SECRET_BYTES 64 /* the seed of RFC 8032, then the public key */
#define SIGNING_PUBLIC_BYTES 32
#define SIGNING_BYTES 64
#define SIGNING_PREHASH_BYTES 64
#define STRETCH_SALT_BYTES 32

/* Computes the 64-byte BLAKE2b of a message. */
void signing_prehash(const void *bytes, size_t len,
                     uint8_t out[SIGNING_PREHASH_BYTES]);

/* Ed25519. signing_is_pair returns whether the public key in a secret key
   belongs to its seed; signing_check, whether a signature is valid. */
bool signing_is_pair(const uint8_t secret[SIGNING_SECRET_BYTES]);
void signing_sign(const uint8_t secret[SIGNING_SECRET_BYTES],
                  const void *bytes, size_t len, uint8_t out[SIGNING_BYTES]);
bool signing_check(const uint8_t key[SIGNING_PUBLIC_BYTES], const void *bytes,
                   size_t len, const uint8_t signature[SIGNING_BYTES]);

/*
 * Derives `n` bytes from a password by scrypt; libsodium computes its
 * parameters from `operations` and `memory` (in bytes). False if there is not
 * enough memory.
 */
bool signing_stretch(const char *password, size_t len,
                     const uint8_t salt[STRETCH_SALT_BYTES],
                     uint64_t operations, uint64_t memory, uint8_t *out,
                     size_t n);

/* Returns whether n bytes are the same, in constant time. */
bool signing_same(const void *a, const void *b, size_t n);

/*
 * Base64 with padding [RFC 4648]. Reading fails unless the text decodes to
 * exactly n bytes; printing writes SIGNING_BASE64(n) characters, including a
 * NUL.
 */
#define SIGNING_BASE64(n) (((n) + 2) / 3 * 4 + 1)
bool signing_base64_read(const char *text, size_t len, uint8_t *out, size_t n);
void signing_base64_print(const uint8_t *bytes, size_t n, char *text);

/* Base64url without padding [RFC 4648, section 5]. Reading writes the *n bytes
 * of a text into out[SIGNING_BASE64URL_BYTES(len)]; printing is as above. */
#define SIGNING_BASE64URL_BYTES(len) ((len) / 4 * 3 + 3)
bool signing_base64url_read(const char *text, size_t len, uint8_t *out,
                            size_t *n);
void signing_base64url_print(const uint8_t *bytes, size_t n, char *text);

#endif
