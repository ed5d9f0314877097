/* SPDX-License-Identifier: MIT */
/* Owns the tables pack and pack_use. */
#include "store/pack_use.h"

#include <string.h>

#include "core/why.h"
#include "store/query.h"

static const char sql_add[] =
    "INSERT OR IGNORE INTO pack (pack_id, name, version, date)"
    " VALUES (?1, ?2, ?3, ?4)";

static const char sql_get[] = "SELECT pk FROM pack WHERE pack_id = ?1";

static const char sql_use[] =
    "INSERT OR IGNORE INTO pack_use (puzzle, pack) VALUES (?1, ?2)";

loyd_err
pack_use_begin(loyd_store *store, const pack_use *use, int64_t *pk,
               loyd_why *why)
{
    query q;
    bool row = false;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_COUNT_, sql_add, why);
    query_id(&q, 1, &use->pack_id);
    query_text(&q, 2, use->name, strlen(use->name));
    query_int(&q, 3, use->version);
    query_text(&q, 4, use->date, strlen(use->date));
    err = query_run(&q);
    query_end(&q);
    if (err != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_COUNT_, sql_get, why);
    query_id(&q, 1, &use->pack_id);
    if ((err = query_row(&q, &row)) == LOYD_OK &&
        (!row || !column_int(&q, 0, 1, INT64_MAX, pk)))
        err = why_set(why, LOYD_E_CORRUPT, "a pack without a row");
    query_end(&q);
    return err;
}

loyd_err
pack_use_add(loyd_store *store, int64_t pk, const loyd_id *id, loyd_why *why)
{
    query q;
    loyd_err err;

    query_begin(&q, store, STMT_PACK_USE_ADD, sql_use, why);
    query_id(&q, 1, id);
    query_int(&q, 2, pk);
    err = query_run(&q);
    query_end(&q);
    return err;
}
