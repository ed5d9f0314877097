/* SPDX-License-Identifier: MIT */
/* Signs and checks in minisign's format, compatible with that program. */
#ifndef LOYD_SIGN_H
#define LOYD_SIGN_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Maximum bytes of a key file or a signature file. */
#define LOYD_SIGN_FILE_MAX 16384

/* Maximum bytes of a trusted comment, and the buffer size for any signature
 * with such a comment, including the NUL. */
#define LOYD_TRUSTED_MAX 1024
#define LOYD_SIGNATURE_TEXT (LOYD_TRUSTED_MAX + 512)

/* A secret key, ready to sign. Immutable; threads may share it. */
typedef struct loyd_signer loyd_signer;

/*
 * Reads a secret key from text[0..len), the contents of a minisign secret key
 * file.
 *
 *   password  decrypts the key. NULL if there is none; ignored if the key is
 *             not encrypted.
 *   signer    the caller frees it with loyd_signer_free.
 *
 * Decrypting takes a second, and as much memory as the key file states: 1 GB
 * in keys that minisign creates. Keys that state more are refused.
 * Errors: LOYD_E_SYNTAX (not a secret key file), LOYD_E_SECRET (the password
 * is missing or wrong), LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_signer_read(const char *text, size_t len, const char *password,
                 size_t password_len, loyd_signer **signer, loyd_why *why);

/* Wipes and frees the key and sets the pointer to NULL. Accepts NULL. */
LOYD_API void loyd_signer_free(loyd_signer **signer);

/*
 * Determines whether a secret key file needs a password.
 * Errors: LOYD_E_SYNTAX (not a secret key file).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_signer_is_locked(const char *text, size_t len, bool *is_locked,
                      loyd_why *why);

/*
 * Signs bytes[0..len) with a prehashed signature ("ED"), minisign's default.
 *
 *   trusted    comment that is signed as well: one line of UTF-8, at most
 *              LOYD_TRUSTED_MAX bytes.
 *   signature  receives the contents of a .minisig file, NUL-terminated.
 *
 * The same key, bytes and comment give the same signature. O(len).
 * Errors: LOYD_E_RANGE (the comment is too long), LOYD_E_ENCODING (the
 * comment is not UTF-8 or has control characters).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_sign(const loyd_signer *signer, const void *bytes, size_t len,
          const char *trusted, char signature[LOYD_SIGNATURE_TEXT],
          loyd_why *why);

/* A public key: a plain value, nothing to free. */
typedef struct loyd_public_key {
    uint8_t id[8]; /* of the key pair */
    uint8_t key[32];
} loyd_public_key;

/*
 * Reads a public key: the contents of a minisign public key file, or only its
 * line of base64. Errors: LOYD_E_SYNTAX.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_public_key_read(const char *text, size_t len, loyd_public_key *key,
                     loyd_why *why);

/* Derives the public key of a secret key. */
LOYD_API void
loyd_public_key_of(const loyd_signer *signer, loyd_public_key *key);

/*
 * Checks that a signature is valid for bytes[0..len) and the key, and that
 * its trusted comment is valid too.
 *
 *   signature, signature_len  the contents of a .minisig file.
 *   trusted    on LOYD_OK receives the comment, NUL-terminated; it may contain
 *              tabs. May be NULL.
 *
 * Accepts only prehashed signatures, which are minisign's default.
 * O(len). Safe to call from any thread. Errors: LOYD_E_SYNTAX (not a
 * signature), LOYD_E_SECRET (made with another key, of other bytes, or with
 * another comment).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_signature_check(const loyd_public_key *key, const void *bytes, size_t len,
                     const char *signature, size_t signature_len,
                     char trusted[LOYD_TRUSTED_MAX + 1], loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
