/* SPDX-License-Identifier: MIT */
/* Checks before and after an upgrade of the schema. */
#ifndef LOYD_STORE_UPGRADE_H
#define LOYD_STORE_UPGRADE_H

#include <sqlite3.h>

#include "loyd/puzzle.h"

/* Checks that the file system has room for a file's new tables and its
 * journal. LOYD_E_FULL: it has not. */
loyd_err upgrade_has_room(sqlite3 *db, loyd_why *why);

/* Computes the digest of a catalogue of schema 12, or of the newest one: a
 * digest_fn. */
loyd_err upgrade_digest(sqlite3 *db, int version,
                        uint8_t digest[LOYD_HASH_BYTES], bool *found,
                        loyd_why *why);

/* Checks all foreign keys. LOYD_E_CORRUPT names the row of a broken one. */
loyd_err upgrade_check_keys(sqlite3 *db, loyd_why *why);

#endif
