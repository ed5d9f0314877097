/* SPDX-License-Identifier: MIT */
/* Checks before and after an upgrade of the schema. */
#include "store/migrate.h"

#include <errno.h>
#include <string.h>
#include <sys/statvfs.h>

#include "base/why.h"
#include "store/packed.h"
#include "store/query.h"

#define ROOM_FACTOR 3 /* new and old tables, and the journal */
#define MEGABYTE 1000000.0

loyd_err
upgrade_has_room(sqlite3 *db, loyd_why *why)
{
    const char *path = sqlite3_db_filename(db, "main");
    struct statvfs disk;
    int64_t pages = 0, bytes = 0;
    double needed, there;
    loyd_err err = db_number(db, "PRAGMA page_count", &pages, why);

    if (err == LOYD_OK)
        err = db_number(db, "PRAGMA page_size", &bytes, why);
    if (err != LOYD_OK)
        return err;
    if (path == NULL || path[0] == '\0') /* in memory */
        return LOYD_OK;
    if (statvfs(path, &disk) != 0)
        return why_errno(why, "cannot read the free disk space");
    needed = ROOM_FACTOR * (double)pages * (double)bytes;
    there = (double)disk.f_bavail * (double)disk.f_frsize;
    if (there >= needed)
        return LOYD_OK;
    return why_set(why, LOYD_E_FULL,
                   "an upgrade needs %.1f MB of free disk space: there are "
                   "%.1f",
                   needed / MEGABYTE, there / MEGABYTE);
}

loyd_err
upgrade_digest(sqlite3 *db, int version, uint8_t digest[LOYD_HASH_BYTES],
               bool *found, loyd_why *why)
{
    loyd_store *store = store_borrow(db);
    loyd_err err;

    if (store == NULL)
        return LOYD_E_NOMEM;
    *found = true;
    err = version <= PACKED_LAST
              ? packed_digest(store, digest, found, why)
              : loyd_store_digest(store, LOYD_DIGEST_ALL, digest, why);
    store_return(store);
    return err;
}

/*
 * A statement for each foreign key of each table, which finds the first row
 * that refers to none: its key and the key's columns. It reads rows in the
 * order of these columns where an index has it, and so also the other table:
 * for a million recipes PRAGMA foreign_key_check takes 9 seconds, this 1.
 */
static const char sql_checks[] =
    "SELECT t.name, f.\"table\", group_concat(f.\"from\"),"
    " printf('SELECT %s FROM %s AS c WHERE %s AND NOT EXISTS"
    " (SELECT 1 FROM %s AS p WHERE %s) ORDER BY %s LIMIT 1',"
    " (SELECT group_concat('c.' || name, ' || '' '' || ')"
    " FROM pragma_table_info(t.name) WHERE pk > 0), t.name,"
    " group_concat('c.' || f.\"from\" || ' IS NOT NULL', ' AND '),"
    " f.\"table\","
    " group_concat('p.' || f.\"to\" || ' = c.' || f.\"from\", ' AND '),"
    " group_concat('c.' || f.\"from\"))"
    " FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f"
    " WHERE t.type = 'table' GROUP BY t.name, f.id";

/* Their columns. */
enum { TABLE, PARENT, COLUMNS, CHECK };

static const char *
text_of(sqlite3_stmt *stmt, int at)
{
    const char *text = (const char *)sqlite3_column_text(stmt, at);

    return text != NULL ? text : "";
}

/* Runs one of the checks, the current row of `checks`. */
static loyd_err
check_key(sqlite3 *db, sqlite3_stmt *checks, loyd_why *why)
{
    sqlite3_stmt *find = NULL;
    char quote[WHY_QUOTE_BYTES];
    loyd_err err = LOYD_OK;
    int rc = sqlite3_prepare_v2(db, text_of(checks, CHECK), -1, &find, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_step(find);
    if (rc == SQLITE_ROW)
        err = why_set(why, LOYD_E_CORRUPT, "%s %s: %s: not in table %s",
                      text_of(checks, TABLE),
                      why_quote(text_of(find, 0), strlen(text_of(find, 0)),
                                quote),
                      text_of(checks, COLUMNS), text_of(checks, PARENT));
    else if (rc != SQLITE_DONE)
        err = db_error(db, rc, why);
    sqlite3_finalize(find);
    return err;
}

loyd_err
upgrade_check_keys(sqlite3 *db, loyd_why *why)
{
    sqlite3_stmt *checks = NULL;
    loyd_err err = LOYD_OK;
    int rc = sqlite3_prepare_v2(db, sql_checks, -1, &checks, NULL);

    while (rc == SQLITE_OK && err == LOYD_OK &&
           (rc = sqlite3_step(checks)) == SQLITE_ROW) {
        err = check_key(db, checks, why);
        rc = SQLITE_OK;
    }
    if (rc != SQLITE_OK && rc != SQLITE_DONE)
        err = db_error(db, rc, why);
    sqlite3_finalize(checks);
    return err;
}
