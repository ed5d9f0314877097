/* SPDX-License-Identifier: MIT */
/* Transactions of very many rows, which build the indices at the end. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "store/tables.h"

uint64_t
store_bytes(loyd_store *store)
{
    loyd_why none;
    int64_t pages = 0, bytes = 0;

    if (db_number(store->db, "PRAGMA page_count", &pages, &none) != LOYD_OK ||
        db_number(store->db, "PRAGMA page_size", &bytes, &none) != LOYD_OK)
        return 0;
    return (uint64_t)pages * (uint64_t)bytes;
}

loyd_err
store_row_count(loyd_store *store, uint64_t *count, loyd_why *why)
{
    int64_t n = 0;
    struct sentry s;
    loyd_err err;

    sentry_begin(&s, store->db, &store->watch);
    err = db_number(store->db,
                    "SELECT (SELECT count(*) FROM puzzle)"
                    " + (SELECT count(*) FROM recipe)",
                    &n, why);
    sentry_end(&s);

    if (err == LOYD_OK)
        *count = (uint64_t)n;
    return err;
}

/* All indices of these tables, except those of their keys. */
static const char sql_indices[] =
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index'"
    " AND sql IS NOT NULL AND tbl_name IN ('puzzle', 'recipe')"
    " ORDER BY name";

/* Returns whether none of the catalogues has a row in a partial index. To
 * create it again would mean a needless scan of the table. */
static bool
stays_as_it_is(const char *name, const char *sql, loyd_store *const *from,
               size_t n)
{
    const char *condition = strstr(sql, "WHERE ");
    bool is_filled = condition == NULL;

    for (size_t i = 0; i < n && !is_filled; i++) {
        char *any = sqlite3_mprintf("SELECT 1 FROM puzzle INDEXED BY \"%w\""
                                    " %s LIMIT 1",
                                    name, condition);
        struct query q;
        loyd_why none;

        if (any == NULL)
            return false;
        query_begin(&q, from[i], STMT_COUNT_, any, &none);
        if (query_has(&q, &is_filled) != LOYD_OK)
            is_filled = true;
        sqlite3_free(any);
    }
    return !is_filled;
}

/* Drops the indices, and keeps the statements that create them again. */
static loyd_err
drop_indices(loyd_store *store, loyd_store *const *from, size_t n,
             loyd_why *why)
{
    char *makes = sqlite3_mprintf(""), *drops = sqlite3_mprintf("");
    const char *name, *sql;
    size_t len;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_indices, why);
    while (err == LOYD_OK && query_next(&q)) {
        if (!column_text(&q, 0, 1000, &name, &len) ||
            !column_text(&q, 1, 1000, &sql, &len)) {
            err = why_set(why, LOYD_E_CORRUPT, "an index has an invalid name");
            break;
        }
        if (stays_as_it_is(name, sql, from, n))
            continue;
        makes = sqlite3_mprintf("%z%s;", makes, sql);
        drops = sqlite3_mprintf("%zDROP INDEX \"%w\";", drops, name);
        if (makes == NULL || drops == NULL)
            err = LOYD_E_NOMEM;
    }
    err = query_end(&q, err);
    if (err == LOYD_OK && makes != NULL && drops != NULL)
        err = db_run(store->db, drops, why);
    sqlite3_free(drops);
    store->indices = makes;
    return err;
}

static void
check_keys(loyd_store *store, bool check)
{
    (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_ENABLE_FKEY, (int)check,
                            NULL);
}

loyd_err
bulk_begin(loyd_store *store, loyd_store *const *from, size_t n, loyd_why *why)
{
    loyd_err err;

    check_keys(store, false);
    /* Rows come in the order of the tables. */
    if ((err = db_cache(store->db, DB_WALK_KIB, why)) == LOYD_OK)
        err = loyd_store_begin(store, why);
    if (err == LOYD_OK)
        err = drop_indices(store, from, n, why);
    if (err != LOYD_OK)
        bulk_rollback(store);
    return err;
}

loyd_err
bulk_commit(loyd_store *store, loyd_id *stray, loyd_why *why)
{
    loyd_err err = store_need_write(store, why);

    /* A second thread sorts what the first reads, in as much memory. */
    if (err == LOYD_OK)
        err = db_run(store->db, "PRAGMA threads = 1", why);
    if (err == LOYD_OK)
        err = db_cache(store->db, DB_CACHE_KIB, why);
    if (err == LOYD_OK)
        err = db_run(store->db, store->indices, why);
    if (err == LOYD_OK)
        err = recipes_check(store, stray, why);
    if (err == LOYD_OK)
        err = loyd_store_commit(store, why);
    if (err == LOYD_OK)
        bulk_rollback(store); /* only cleans up after a commit */
    return err;
}

void
bulk_rollback(loyd_store *store)
{
    loyd_why none;

    loyd_store_rollback(store);
    (void)db_cache(store->db, DB_CACHE_KIB, &none);
    sqlite3_free(store->indices);
    store->indices = NULL;
    check_keys(store, true);
}
