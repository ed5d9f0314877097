/* SPDX-License-Identifier: MIT */
/* Owns the end of a catalogue that was made and has stayed empty. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/file.h"
#include "store/query.h"

static const char sql_version[] = "PRAGMA data_version";

static const char sql_is_made[] = "SELECT count(*) FROM sqlite_schema";

static const char sql_is_filled[] =
    "SELECT EXISTS (SELECT 1 FROM puzzle) OR EXISTS (SELECT 1 FROM series)"
    " OR EXISTS (SELECT 1 FROM channel)";

loyd_err
discard_prepare(loyd_store *store, loyd_why *why)
{
    return db_number(store->db, sql_version, &store->version_made, why);
}

/* No tables, or no rows in them. */
static bool
is_empty(sqlite3 *db)
{
    int64_t is_made, is_filled;

    return db_number(db, sql_is_made, &is_made, NULL) == LOYD_OK &&
           (is_made == 0 ||
            (db_number(db, sql_is_filled, &is_filled, NULL) == LOYD_OK &&
             is_filled == 0));
}

/* Has anybody committed anything since it was made, or tried to make it? */
static bool
is_untouched(const loyd_store *store)
{
    int64_t version;

    return store->is_made && !store->has_committed &&
           (store->version_made == 0 ||
            (db_number(store->db, sql_version, &version, NULL) == LOYD_OK &&
             version == store->version_made)) &&
           is_empty(store->db);
}

bool
store_is_gone(const loyd_store *store)
{
    int has_moved = 0;

    return store->db != NULL &&
           sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED,
                                &has_moved) == SQLITE_OK &&
           has_moved != 0;
}

/*
 * Out of WAL comes only who has the file alone, and takes the -wal and -shm
 * files away with it; nobody else begins anything under the lock after it. No
 * journal is written for that lock, for there may be no room on the disk.
 */
static bool
lock_alone(loyd_store *store)
{
    (void)sqlite3_busy_timeout(store->db, 0);
    return db_run(store->db, "PRAGMA journal_mode = DELETE", NULL) ==
               LOYD_OK &&
           db_run(store->db, "PRAGMA journal_mode = MEMORY", NULL) ==
               LOYD_OK &&
           db_run(store->db, "BEGIN EXCLUSIVE", NULL) == LOYD_OK;
}

void
loyd_store_discard(loyd_store **store_at)
{
    const char *path =
        store_at != NULL && *store_at != NULL && (*store_at)->is_made
            ? sqlite3_db_filename((*store_at)->db, "main")
            : NULL;
    int folder = path != NULL ? file_lock_folder(path) : -1;

    store_discard_held(store_at);
    file_unlock_folder(folder);
}

void
store_discard_held(loyd_store **store_at)
{
    loyd_store *store = store_at != NULL ? *store_at : NULL;
    const char *path;

    if (store == NULL)
        return;
    loyd_store_rollback(store);
    if (store->db != NULL && sqlite3_get_autocommit(store->db) == 0)
        (void)db_run(store->db, "ROLLBACK", NULL);
    for (size_t i = 0; i < STMT_COUNT_; i++) {
        sqlite3_finalize(store->stmt[i]);
        store->stmt[i] = NULL;
    }
    path = store->db != NULL ? sqlite3_db_filename(store->db, "main") : NULL;
    /* Twice, for without the lock it may have changed meanwhile; another one
       may stand in its place. */
    if (path != NULL && is_untouched(store) && lock_alone(store) &&
        is_untouched(store) && !store_is_gone(store))
        unlink(path);
    loyd_store_close(store_at);
}
