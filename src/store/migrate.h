/* SPDX-License-Identifier: MIT */
/* Schemas: identifies a file's schema and migrates it to the current one. */
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

/* What SQL cannot do after an upgrade, in the same transaction. */
typedef loyd_err (*complete_fn)(sqlite3 *db, loyd_why *why);

struct migration {
    const char *name;
    const char *sql; /* without BEGIN, COMMIT and PRAGMA */
};

/*
 * Computes the digest of a catalogue at `version`, inside a transaction.
 * *found is false if a row cannot be read.
 */
typedef loyd_err (*digest_fn)(sqlite3 *db, int version,
                              uint8_t digest[LOYD_HASH_BYTES], bool *found,
                              loyd_why *why);

struct migration_list {
    const struct migration *at;
    int n;              /* user_version once all are applied */
    const char *schema; /* SQL of all tables of version n; NULL: the migrations
                           make them */
    complete_fn complete; /* NULL: nothing to do */
    digest_fn digest;     /* NULL: it is not compared */
    bool is_of_app;       /* Android and Room may have added their tables */
    const char *sum;      /* the hex of its schema_sum; NULL: not known */
};

/* What schema_migrate has done. */
struct upgraded {
    int from;                        /* the version of the file; 0: nothing */
    uint8_t digest[LOYD_HASH_BYTES]; /* before and after */
};

/* The embedded migrations, and schema.sql. */
extern const struct migration_list migrations_ours;

enum file_kind {
    FILE_OURS,  /* a catalogue of version n with the expected schema */
    FILE_OLDER, /* a catalogue of an earlier version */
    FILE_BLANK  /* an empty database without an application_id */
};

/*
 * Identifies a file by its application_id, user_version and schema.
 * Errors: LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT (the schema differs
 * from the result of the migrations up to its version), those of SQLite.
 */
loyd_err schema_look(sqlite3 *db, const struct migration_list *list,
                     enum file_kind *kind, loyd_why *why);

/*
 * Checks that the schema is the result of the first `version` migrations, or
 * that of list->schema, and that the text encoding is UTF-8. LOYD_E_CORRUPT
 * names the first difference.
 */
loyd_err schema_check(sqlite3 *db, const struct migration_list *list,
                      int version, loyd_why *why);

/* Hashes a schema. Opening a catalogue compares this first, because to make
 * the expected schema takes as long as to merge hundreds of puzzles. */
loyd_err schema_sum(sqlite3 *db, uint8_t sum[LOYD_HASH_BYTES], loyd_why *why);

/*
 * Checks a damaged file before rows are salvaged from it: its numbers, and
 * that `puzzle` and `goal`, and those of the other tables that are read and
 * exist, are plain tables rather than views or virtual tables.
 * LOYD_E_CORRUPT: they are not.
 */
loyd_err schema_salvage(sqlite3 *db, const struct migration_list *list,
                        loyd_why *why);

/*
 * Migrates an older file to version n, or with `create` makes the tables of an
 * empty one, in one BEGIN IMMEDIATE transaction. The file is identified again
 * inside it: of two processes, the second one waits and finds nothing to do.
 * On errors the file is unchanged. *made, if given, is written for an upgrade.
 * Errors: as schema_look; LOYD_E_FOREIGN for
 * an empty file without `create`; LOYD_E_CORRUPT names a row that cannot be
 * converted; LOYD_E_FULL if the disk could become full.
 */
loyd_err schema_migrate(sqlite3 *db, const struct migration_list *list,
                        bool create, struct upgraded *made, loyd_why *why);

/* --- upgrade.c: before and after an upgrade --- */

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
