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
 *   password  decrypts the key. NULL if there is none: LOYD_E_SECRET then
 *             means that the key needs one. Ignored if the key is not
 *             encrypted.
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

#ifdef __cplusplus
}
#endif
#endif
