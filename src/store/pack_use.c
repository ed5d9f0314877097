/* SPDX-License-Identifier: MIT */
/* The tables pack and pack_use. */
#include "store/pack_use.h"

#include <string.h>

#include "base/file.h"
#include "base/why.h"
#include "loyd/use.h"
#include "store/tables.h"

#define ROW struct pack_use
static const struct column pack_columns[] = {
    {KEY(pk, pk)},
    {COLUMN(ID, pack_id, pack_id)},
    {STRING(name, name, 1, is_plain_text)},
    {NUMBER(version, version, 1, UINT32_MAX)},
    {COLUMN(DATE, date, date)},
};

const struct table pack_table = TABLE("pack", pack_columns, 1);

struct use {
    loyd_id puzzle;
    int64_t pack;
};

#undef ROW
#define ROW struct use
static const struct column use_columns[] = {
    {COLUMN(ID, puzzle, puzzle)},
    {KEY(pack, pack)},
};

const struct table pack_use_table = TABLE("pack_use", use_columns, 2);

/* This number of random keys, from TEMP_NUMBER_MIN up: a key that is found
 * again proves that this very insertion was committed. */
#define KEYS (UINT64_C(1) << 44)

static const char sql_earlier[] =
    " ON CONFLICT (pack_id) DO UPDATE SET date = min(date, excluded.date)";

static const char sql_get[] = "SELECT pk FROM pack WHERE pack_id = ?1";

static const char sql_count[] =
    "SELECT count(*) FROM pack_use INDEXED BY pack_use_pack WHERE pack = ?1";

static const char sql_drop[] =
    "DELETE FROM pack_use WHERE puzzle = ?1 RETURNING pack";

static const char sql_drop_empty[] =
    "DELETE FROM pack WHERE pk = ?1 AND NOT EXISTS (SELECT 1 FROM pack_use"
    " INDEXED BY pack_use_pack WHERE pack = ?1)";

static const char sql_forget_uses[] = "DELETE FROM pack_use WHERE pack = ?1";

static const char sql_forget[] = "DELETE FROM pack WHERE pk = ?1";

/* Finds the key of the pack's row; 0: not stored. */
static loyd_err
get_pack(loyd_store *store, const loyd_id *pack_id, int64_t *pk, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_get, why);
    query_id(&q, 1, pack_id);
    *pk = 0;
    if (query_next(&q) && !column_int(&q, 0, 1, INT64_MAX, pk))
        err = why_set(why, LOYD_E_CORRUPT, "a pack has an invalid key");
    return query_end(&q, err);
}

loyd_err
pack_use_begin(loyd_store *store, const struct pack_use *use, int64_t *pk,
               bool *is_new, loyd_why *why)
{
    struct pack_use row = *use;
    uint64_t random;
    loyd_err err = store_need_write(store, why);

    if (err == LOYD_OK)
        err = get_pack(store, &use->pack_id, pk, why);
    if (err != LOYD_OK)
        return err;
    *is_new = *pk == 0;
    sqlite3_randomness(sizeof(random), &random);
    row.pk = (int64_t)(TEMP_NUMBER_MIN + random % KEYS);
    err = columns_put(store, STMT_COUNT_, &pack_table, &row, sql_earlier, why);
    return err == LOYD_OK ? get_pack(store, &use->pack_id, pk, why) : err;
}

loyd_err
pack_use_must(loyd_store *store, const loyd_id *pack_id, int64_t *pk,
              loyd_why *why)
{
    char name[LOYD_ID_CHARS + 1];
    loyd_err err = get_pack(store, pack_id, pk, why);

    if (err != LOYD_OK || *pk != 0)
        return err;
    loyd_id_print(pack_id, name);
    return why_set(why, LOYD_E_NOT_FOUND, "no pack '%s'", name);
}

loyd_err
pack_use_count(loyd_store *store, int64_t pk, uint64_t *n, loyd_why *why)
{
    int64_t count = 0;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_count, why);
    query_int(&q, 1, pk);
    if (query_next(&q) && !column_int(&q, 0, 0, INT64_MAX, &count))
        err = why_set(why, LOYD_E_DB, "no result of a count");
    err = query_end(&q, err);
    *n = (uint64_t)count;
    return err;
}

loyd_err
pack_use_drop(loyd_store *store, const loyd_id *id, bool *found, loyd_why *why)
{
    struct query q, other;
    int64_t pk;
    loyd_err err = LOYD_OK;

    *found = false;
    query_begin(&q, store, STMT_PACK_USE_DROP, sql_drop, why);
    query_id(&q, 1, id);
    while (err == LOYD_OK && query_next(&q)) {
        *found = true;
        if (!column_int(&q, 0, INT64_MIN, INT64_MAX, &pk)) {
            err = puzzle_bad(why, id, "invalid row in table 'pack_use'");
            break;
        }
        query_begin(&other, store, STMT_PACK_DROP_EMPTY, sql_drop_empty, why);
        query_int(&other, 1, pk);
        err = query_run(&other);
    }
    return query_end(&q, err);
}

/* Removes a pack and its marks, in the open transaction. */
static loyd_err
remove_pack(loyd_store *store, int64_t pk, loyd_why *why)
{
    const char *const sql[] = {sql_forget_uses, sql_forget};
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < sizeof(sql) / sizeof(sql[0]);
         i++) {
        struct query q;

        query_begin(&q, store, STMT_COUNT_, sql[i], why);
        query_int(&q, 1, pk);
        err = query_run(&q);
    }
    return err;
}

loyd_err
loyd_store_unmark_pack(loyd_store *store, const loyd_id *pack_id,
                       uint64_t *count, loyd_why *why)
{
    uint64_t n = 0;
    int64_t pk;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = store_need_write(store, why)) != LOYD_OK ||
        (err = pack_use_must(store, pack_id, &pk, why)) != LOYD_OK ||
        (err = pack_use_count(store, pk, &n, why)) != LOYD_OK ||
        (err = remove_pack(store, pk, why)) != LOYD_OK)
        return err;
    if (count != NULL)
        *count = n;
    return LOYD_OK;
}

loyd_err
pack_use_forget(loyd_store *store, int64_t pk, loyd_why *why)
{
    loyd_err err = loyd_store_begin(store, why);

    if (err == LOYD_OK)
        err = remove_pack(store, pk, why);
    if (err == LOYD_OK)
        err = loyd_store_commit(store, why);
    loyd_store_rollback(store);
    return err;
}

loyd_err
pack_use_add(loyd_store *store, int64_t pk, const loyd_id *id, loyd_why *why)
{
    const struct use use = {*id, pk};

    return columns_put(store, STMT_PACK_USE_ADD, &pack_use_table, &use,
                       " ON CONFLICT (puzzle, pack) DO NOTHING", why);
}
