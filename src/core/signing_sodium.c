/* SPDX-License-Identifier: MIT */
/* Implements core/signing.h with libsodium. */
#include "core/signing.h"

#include <assert.h>
#include <string.h>

#include <sodium/core.h>
#include <sodium/crypto_generichash.h>
#include <sodium/crypto_pwhash_scryptsalsa208sha256.h>
#include <sodium/crypto_sign_ed25519.h>
#include <sodium/utils.h>

static_assert(SIGNING_SECRET_BYTES == crypto_sign_ed25519_SECRETKEYBYTES &&
                  SIGNING_PUBLIC_BYTES == crypto_sign_ed25519_PUBLICKEYBYTES &&
                  SIGNING_BYTES == crypto_sign_ed25519_BYTES,
              "sizes of Ed25519");
static_assert(STRETCH_SALT_BYTES ==
                  crypto_pwhash_scryptsalsa208sha256_SALTBYTES,
              "the size of a salt of scrypt");

/*
 * Selects the fastest code. A failure means that there is no source of random
 * numbers, which no function here needs; see crypto_hash_begin.
 */
static void
prepare(void)
{
    if (sodium_init() < 0)
        return;
}

void
signing_prehash(const void *bytes, size_t len,
                uint8_t out[SIGNING_PREHASH_BYTES])
{
    prepare();
    crypto_generichash(out, SIGNING_PREHASH_BYTES, bytes, len, NULL, 0);
}

bool
signing_is_pair(const uint8_t secret[SIGNING_SECRET_BYTES])
{
    uint8_t key[SIGNING_PUBLIC_BYTES], whole[SIGNING_SECRET_BYTES];
    bool is_same;

    prepare();
    crypto_sign_ed25519_seed_keypair(key, whole, secret);
    is_same = sodium_memcmp(whole, secret, sizeof(whole)) == 0;
    sodium_memzero(whole, sizeof(whole));
    return is_same;
}

void
signing_sign(const uint8_t secret[SIGNING_SECRET_BYTES], const void *bytes,
             size_t len, uint8_t out[SIGNING_BYTES])
{
    prepare();
    crypto_sign_ed25519_detached(out, NULL, bytes, len, secret);
}

bool
signing_check(const uint8_t key[SIGNING_PUBLIC_BYTES], const void *bytes,
              size_t len, const uint8_t signature[SIGNING_BYTES])
{
    prepare();
    return crypto_sign_ed25519_verify_detached(signature, bytes, len, key) ==
           0;
}

bool
signing_stretch(const char *password, size_t len,
                const uint8_t salt[STRETCH_SALT_BYTES], uint64_t operations,
                uint64_t memory, uint8_t *out, size_t n)
{
    prepare();
    return crypto_pwhash_scryptsalsa208sha256(out, n, password, len, salt,
                                              operations, (size_t)memory) == 0;
}

bool
signing_same(const void *a, const void *b, size_t n)
{
    return sodium_memcmp(a, b, n) == 0;
}

bool
signing_base64_read(const char *text, size_t len, uint8_t *out, size_t n)
{
    size_t found = 0;
    const char *end = NULL;

    return sodium_base642bin(out, n, text, len, NULL, &found, &end,
                             sodium_base64_VARIANT_ORIGINAL) == 0 &&
           found == n && end == text + len;
}

void
signing_base64_print(const uint8_t *bytes, size_t n, char *text)
{
    sodium_bin2base64(text, SIGNING_BASE64(n), bytes, n,
                      sodium_base64_VARIANT_ORIGINAL);
}

bool
signing_base64url_read(const char *text, size_t len, uint8_t *out, size_t *n)
{
    const char *end = NULL;

    return sodium_base642bin(out, SIGNING_BASE64URL_BYTES(len), text, len,
                             NULL, n, &end,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           end == text + len;
}

void
signing_base64url_print(const uint8_t *bytes, size_t n, char *text)
{
    sodium_bin2base64(text, SIGNING_BASE64(n), bytes, n,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}
