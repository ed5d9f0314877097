/* SPDX-License-Identifier: MIT */
/* Schemas: identifies a file's schema, and makes it in an empty file. */
#ifndef LOYD_STORE_MIGRATE_H
#define LOYD_STORE_MIGRATE_H

#include <sqlite3.h>

#include "loyd/puzzle.h"

/* "LOYD", the application_id of a catalogue. */
#define APPLICATION_ID 0x4c4f5944

/* The texts of the errors LOYD_E_FOREIGN and LOYD_E_NEWER. */
#define NOT_OURS "not a loyd catalogue: another program's database"
#define NOT_YET_OURS "not a loyd catalogue: empty database"
#define TOO_NEW "schema version %lld: this loyd supports up to %d"

struct schema {
    const char *const *sql; /* statements that make its tables */
    int n;
    bool is_of_app;  /* Android and Room may have added their tables */
    const char *sum; /* the hex of its schema_sum; NULL: not known */
};

/* That of catalogues, schema.sql, which sets the version as well. */
#define SCHEMA_VERSION 1
extern const struct schema schema_ours;

enum file_kind {
    FILE_OURS, /* a catalogue with the expected schema */
    FILE_BLANK /* an empty database without an application_id */
};

/*
 * Identifies a file by its application_id, user_version and schema.
 * Errors: LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT (another schema), those
 * of SQLite.
 */
loyd_err schema_look(sqlite3 *db, enum file_kind *kind, loyd_why *why);

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

/*
 * Makes the tables of an empty file, in one BEGIN IMMEDIATE transaction. The
 * file is identified again inside it: of two processes, the second one waits
 * and finds nothing to do. On errors the file is unchanged.
 */
loyd_err schema_make(sqlite3 *db, bool create, loyd_why *why);

#endif
