/* SPDX-License-Identifier: MIT */
/* What minisign's files need: Ed25519, a long BLAKE2b, scrypt, base64. */
#ifndef LOYD_CORE_SIGNING_H
#define LOYD_CORE_SIGNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIGNING_SECRET_BYTES 64 /* seed and public key, as RFC 8032 has it */
#define SIGNING_PUBLIC_BYTES 32
#define SIGNING_BYTES 64
#define SIGNING_PREHASH_BYTES 64
#define STRETCH_SALT_BYTES 32

/* BLAKE2b with a digest of 64 bytes, in one go. */
void signing_prehash(const void *bytes, size_t len,
                     uint8_t out[SIGNING_PREHASH_BYTES]);

/* Ed25519. Of a secret key: does its public half belong to its seed? */
bool signing_is_pair(const uint8_t secret[SIGNING_SECRET_BYTES]);
void signing_sign(const uint8_t secret[SIGNING_SECRET_BYTES],
                  const void *bytes, size_t len, uint8_t out[SIGNING_BYTES]);
bool signing_check(const uint8_t key[SIGNING_PUBLIC_BYTES], const void *bytes,
                   size_t len, const uint8_t signature[SIGNING_BYTES]);

/*
 * A password made into `n` bytes by scrypt, as libsodium turns operations and
 * memory into its parameters. False: it would take more memory than there is.
 */
bool signing_stretch(const char *password, size_t len,
                     const uint8_t salt[STRETCH_SALT_BYTES],
                     uint64_t operations, uint64_t memory, uint8_t *out,
                     size_t n);

/* Are these n bytes the same? Takes as long whatever they are. */
bool signing_same(const void *a, const void *b, size_t n);

/*
 * Base64 with padding, as RFC 4648 has it. Reading wants exactly n bytes out
 * of the text; printing writes a NUL and needs SIGNING_BASE64(n) characters.
 */
#define SIGNING_BASE64(n) (((n) + 2) / 3 * 4 + 1)
bool signing_base64_read(const char *text, size_t len, uint8_t *out, size_t n);
void signing_base64_print(const uint8_t *bytes, size_t n, char *text);

#endif
