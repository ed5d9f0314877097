/* SPDX-License-Identifier: MIT */
/* Schemas: identifies a file's schema, and brings it to the present version.
 */
#ifndef LOYD_STORE_MIGRATE_H
#define LOYD_STORE_MIGRATE_H

#include <sqlite3.h>

#include "loyd/store.h"

/* "LOYD", the application_id of a catalogue. */
#define APPLICATION_ID 0x4c4f5944

/* The texts of the errors LOYD_E_FOREIGN and LOYD_E_NEWER. */
#define NOT_OURS "not a loyd catalogue: another program's database"
#define NOT_YET_OURS "not a loyd catalogue: empty database"
#define TOO_NEW "schema version %lld: this loyd supports up to %d"

/*
 * sql[i] makes the tables of version i + 1 from those of version i; in
 * catalogues it sets user_version as well. A list may be cut short: its first
 * n statements make version n.
 */
struct schema {
    const char *const *sql;
    int n;
    bool is_of_app;  /* Android and Room may have added their tables */
    const char *sum; /* the hex of its schema_sum; NULL: not known */
};

/* That of catalogues: the files of migrations/. */
extern const struct schema schema_ours;

/* Checks application_id and user_version. *version is 0 if both are 0, as in
 * an empty database. Errors: LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT. */
loyd_err schema_numbers(sqlite3 *db, const struct schema *schema,
                        int64_t *version, loyd_why *why);

/*
 * Identifies a file by its application_id, user_version and tables. To write,
 * it brings an older schema, and to create, an empty file to version n, in one
 * BEGIN IMMEDIATE transaction. On errors the file is unchanged.
 *
 * Errors: LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT (other tables),
 * LOYD_E_DB (also an older schema that is only read), those of SQLite.
 */
loyd_err schema_open(sqlite3 *db, const struct schema *schema,
                     loyd_store_mode mode, loyd_why *why);

/* Checks the schema, and that the text encoding is UTF-8. LOYD_E_CORRUPT
 * names the first difference. */
loyd_err schema_check(sqlite3 *db, const struct schema *schema, loyd_why *why);

/* Hashes a schema. Opening a catalogue compares this first, because to make
 * the expected schema takes as long as to merge hundreds of puzzles. */
loyd_err schema_sum(sqlite3 *db, uint8_t sum[LOYD_HASH_BYTES], loyd_why *why);

/*
 * Checks a damaged file before rows are salvaged from it: its numbers, and
 * that `puzzle` and `goal`, and those of the other tables that are read and
 * exist, are plain tables rather than views or virtual tables.
 * LOYD_E_CORRUPT: they are not.
 */
loyd_err schema_salvage(sqlite3 *db, loyd_why *why);

#endif
