/* SPDX-License-Identifier: MIT */
/* Signatures of any bytes; keys: loyd/sign.h. */
#ifndef LOYD_PACK_MINISIGN_H
#define LOYD_PACK_MINISIGN_H

#include "loyd/sign.h"

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
loyd_err minisign_sign(const loyd_signer *signer, const void *bytes,
                       size_t len, const char *trusted,
                       char signature[LOYD_SIGNATURE_TEXT], loyd_why *why);

/* Derives the public key of a secret key. */
void public_key_of(const loyd_signer *signer, loyd_public_key *key);

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
loyd_err signature_check(const loyd_public_key *key, const void *bytes,
                         size_t len, const char *signature,
                         size_t signature_len,
                         char trusted[LOYD_TRUSTED_MAX + 1], loyd_why *why);

#endif
