/* SPDX-License-Identifier: MIT */
/* Signatures in minisign's form: anybody can check them with that program. */
#ifndef LOYD_SIGN_H
#define LOYD_SIGN_H

#include "loyd/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No file of a key or a signature is longer. */
#define LOYD_SIGN_FILE_MAX 16384

/* Bytes of a trusted comment that can be signed, and room for any signature
 * with one, its closing NUL included. */
#define LOYD_TRUSTED_MAX 1024
#define LOYD_SIGNATURE_TEXT (LOYD_TRUSTED_MAX + 512)

/* A secret key, ready to sign. Immutable: good for many threads at once. */
typedef struct loyd_signer loyd_signer;

/*
 * Reads minisign's file of a secret key.
 *
 *   password  opens the key; NULL where it has none. A key without one takes
 *             any.
 *   signer    to be freed with loyd_signer_free.
 *
 * A key with a password costs a second and the memory that it names, 1 GB as
 * minisign makes them; one that names more than that is refused.
 * Errors: LOYD_E_SYNTAX (no such file), LOYD_E_SECRET (a password is needed,
 * or is not the right one), LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_signer_read(const char *text, size_t len, const char *password,
                 size_t password_len, loyd_signer **signer, loyd_why *why);

/* Wipes the key, frees, and sets the pointer to NULL. NULL is fine. */
LOYD_API void loyd_signer_free(loyd_signer **signer);

/*
 * Is a password needed for this file of a secret key? Errors: LOYD_E_SYNTAX.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_signer_is_locked(const char *text, size_t len, bool *is_locked,
                      loyd_why *why);

/*
 * Signs bytes[0..len): a prehashed signature ("ED"), as minisign makes them.
 *
 *   trusted    a comment of one line, signed as well; UTF-8, up to
 *              LOYD_TRUSTED_MAX bytes.
 *   signature  the text of a .minisig file, NUL at the end.
 *
 * The same key, bytes and comment make the same signature. O(len).
 * Errors: LOYD_E_RANGE, LOYD_E_ENCODING (the comment).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_sign(const loyd_signer *signer, const void *bytes, size_t len,
          const char *trusted, char signature[LOYD_SIGNATURE_TEXT],
          loyd_why *why);

/* A public key: a plain value. */
typedef struct loyd_public_key {
    uint8_t id[8]; /* which pair of keys it belongs to */
    uint8_t key[32];
} loyd_public_key;

/*
 * Reads a public key: minisign's file of one, or the line of base64 in it.
 * Errors: LOYD_E_SYNTAX.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_public_key_read(const char *text, size_t len, loyd_public_key *key,
                     loyd_why *why);

/* The public key of a secret one. */
LOYD_API void
loyd_public_key_of(const loyd_signer *signer, loyd_public_key *key);

/*
 * Does the signature fit these bytes and this key, and its trusted comment
 * the signature?
 *
 *   signature, signature_len  the text of a .minisig file.
 *   trusted    where given: its comment, NUL at the end, on LOYD_OK; it may
 *              hold tabs.
 *
 * Only prehashed signatures are taken; minisign makes no others unless asked.
 * O(len), safe from any thread. Errors: LOYD_E_SYNTAX (no signature),
 * LOYD_E_SECRET (of another key; not of these bytes; another comment).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_signature_check(const loyd_public_key *key, const void *bytes, size_t len,
                     const char *signature, size_t signature_len,
                     char trusted[LOYD_TRUSTED_MAX + 1], loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
