/* SPDX-License-Identifier: MIT */
/* The digest of a catalogue, taken a second way. */
#ifndef LOYD_CATALOGUE_REDIGEST_H
#define LOYD_CATALOGUE_REDIGEST_H

#include "store/inside.h"

/* Asked after each row; false stops. */
typedef bool (*redigest_fn)(void *context);

/*
 * Takes the digest of all of the file's bare values: the hash function is
 * that of loyd_store_digest, the reading and the order are not. For a
 * catalogue whose rows are right.
 *
 *   expected  LOYD_HASH_BYTES that it should be, or NULL.
 *   fault     "" where the two ways and `expected` agree, or which do not.
 *
 * Errors: LOYD_E_CANCELLED (stopped), LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err redigest(loyd_store *store, const uint8_t *expected,
                  redigest_fn each, void *context, char fault[LOYD_WHY_BYTES],
                  loyd_why *why);

#endif
