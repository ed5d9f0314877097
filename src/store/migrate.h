/* SPDX-License-Identifier: MIT */
/* The schema: which one a file has, and how it gets to ours. */
#ifndef LOYD_STORE_MIGRATE_H
#define LOYD_STORE_MIGRATE_H

#include <sqlite3.h>

#include "loyd/error.h"

/* "LOYD": what application_id says in a catalogue of ours. */
#define APPLICATION_ID 0x4c4f5944

struct migration {
    const char *name;
    const char *sql; /* without BEGIN, COMMIT and PRAGMA */
};

struct migration_list {
    const struct migration *at;
    int n; /* user_version where all are applied */
};

/* The embedded ones. */
extern const struct migration_list migrations_ours;

enum file_kind {
    FILE_OURS,  /* a catalogue of version n with the schema it should have */
    FILE_OLDER, /* the same, with a version below n */
    FILE_BLANK  /* a database in which nothing was ever made */
};

/*
 * What is this file? Reads its numbers and its schema and nothing else.
 * Errors: LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT (the schema is not
 * what the migrations up to its version make), those of SQLite.
 */
loyd_err schema_look(sqlite3 *db, const struct migration_list *list,
                     enum file_kind *kind, loyd_why *why);

/*
 * Is the schema what the first `version` migrations make, and its text UTF-8?
 * LOYD_E_CORRUPT names what differs first.
 */
loyd_err schema_check(sqlite3 *db, const struct migration_list *list,
                      int version, loyd_why *why);

/*
 * The same for a file of which only rows are read: whose it is, and that
 * `puzzle` and `goal`, and what there is of the other tables that are read,
 * are plain tables and nothing that runs. LOYD_E_CORRUPT: they are not.
 */
loyd_err schema_salvage(sqlite3 *db, const struct migration_list *list,
                        loyd_why *why);

/*
 * Brings an older or, where `create`, a blank file to version n, all in one
 * BEGIN IMMEDIATE, inside which the file is looked at anew: of two processes
 * the second waits here and finds nothing to do. On errors the file is as it
 * was. Errors: as schema_look, LOYD_E_FOREIGN for a blank one not wanted.
 */
loyd_err schema_migrate(sqlite3 *db, const struct migration_list *list,
                        bool create, loyd_why *why);

#endif
