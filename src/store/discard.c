/* SPDX-License-Identifier: MIT */
/* Owns the end of a catalogue that was made and has stayed empty. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/query.h"

static const char sql_version[] = "PRAGMA data_version";

static const char sql_is_filled[] =
    "SELECT EXISTS (SELECT 1 FROM puzzle) OR EXISTS (SELECT 1 FROM series)"
    " OR EXISTS (SELECT 1 FROM channel)";

loyd_err
discard_prepare(loyd_store *store, loyd_why *why)
{
    store->is_made = true;
    return db_number(store->db, sql_version, &store->version_made, why);
}

/* Has anybody committed anything since it was made? */
static bool
is_untouched(const loyd_store *store)
{
    int64_t version, is_filled;

    return store->is_made && !store->has_committed &&
           db_number(store->db, sql_version, &version, NULL) == LOYD_OK &&
           version == store->version_made &&
           db_number(store->db, sql_is_filled, &is_filled, NULL) == LOYD_OK &&
           is_filled == 0;
}

/*
 * Out of WAL comes only who has the file alone, and takes the -wal and -shm
 * files away with it; nobody else begins anything under the lock after it.
 */
static bool
lock_alone(loyd_store *store)
{
    (void)sqlite3_busy_timeout(store->db, 0);
    return db_run(store->db, "PRAGMA journal_mode = DELETE", NULL) ==
               LOYD_OK &&
           db_run(store->db, "BEGIN EXCLUSIVE", NULL) == LOYD_OK;
}

void
loyd_store_discard(loyd_store **store_at)
{
    loyd_store *store = store_at != NULL ? *store_at : NULL;
    const char *path;

    if (store == NULL)
        return;
    loyd_store_rollback(store);
    for (size_t i = 0; i < STMT_COUNT_; i++) {
        sqlite3_finalize(store->stmt[i]);
        store->stmt[i] = NULL;
    }
    path = sqlite3_db_filename(store->db, "main");
    /* Twice, for without the lock it may have changed meanwhile. */
    if (path != NULL && is_untouched(store) && lock_alone(store) &&
        is_untouched(store))
        unlink(path);
    loyd_store_close(store_at);
}
