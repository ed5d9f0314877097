/* SPDX-License-Identifier: MIT */
/* The tables list and list_puzzle: the puzzles that the days of a channel
 * take from the catalogue. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "store/days.h"
#include "store/tables.h"

#define ROW struct list_row
static const struct column list_columns[] = {
    {KEY(pk, pk)},
    {COLUMN(STRING, channel, channel)},
    {NUMBER(version, version, 1, UINT32_MAX)},
    {NUMBER(place, place, 0, LOYD_SCHEDULE_ROWS - 1)},
    {STRING(selection, list.selection, 0, is_plain_text)},
    {NUMBER(puzzles, list.puzzles, 1, LOYD_LIST_MAX)},
    {COLUMN(HASH, digest, list.digest)},
};

const struct table list_table = TABLE("list", list_columns, 1);

struct listed {
    int64_t list;
    uint32_t place;
    loyd_id puzzle;
};

#undef ROW
#define ROW struct listed
static const struct column listed_columns[] = {
    {KEY(list, list)},
    {NUMBER(place, place, 0, LOYD_LIST_MAX - 1)},
    {COLUMN(ID, puzzle, puzzle)},
};

const struct table list_puzzle_table = TABLE("list_puzzle", listed_columns, 2);

static const char sql_get[] =
    "SELECT %s FROM list WHERE channel = ?1 AND version = ?2 AND place = ?3";

static loyd_err
bad(const char *channel, const char *fault, loyd_why *why)
{
    return why_set(why, LOYD_E_CORRUPT, "channel %s: %s", channel, fault);
}

loyd_err
list_get(loyd_store *store, const char *channel, uint32_t version,
         unsigned place, loyd_list *list, int64_t *pk, loyd_why *why)
{
    struct list_row row = {.pk = 0};
    struct query q;
    loyd_err err;

    query_columns(&q, store, STMT_COUNT_, sql_get, &list_table, why);
    query_text(&q, 1, channel);
    query_int(&q, 2, version);
    query_int(&q, 3, place);
    if (!query_next(&q))
        return query_end(&q,
                         bad(channel, "a list of puzzles is missing", why));
    err = columns_read(&q, &row);
    if (err == LOYD_OK) {
        *list = row.list;
        *pk = row.pk;
    } else {
        err = bad(channel, why->text, why);
    }
    return query_end(&q, err);
}

static loyd_err
set_digest(const loyd_id *ids, size_t n, uint8_t digest[LOYD_HASH_BYTES])
{
    loyd_id *sorted = malloc(n * sizeof(*sorted));

    if (sorted == NULL)
        return LOYD_E_NOMEM;
    memcpy(sorted, ids, n * sizeof(*sorted));
    ARRAY_SORT(sorted, n, id_order);
    list_digest(sorted, n, digest);
    free(sorted);
    return LOYD_OK;
}

loyd_err
list_put(loyd_store *store, const char *channel, uint32_t version,
         unsigned place, const loyd_list *list, const loyd_id *ids, size_t n,
         loyd_why *why)
{
    struct list_row row = {.version = version, .place = place, .list = *list};
    struct listed listed = {.list = 0};
    loyd_err err = store_need_write(store, why);

    if (err == LOYD_OK)
        err = set_digest(ids, n, row.list.digest);
    if (err != LOYD_OK)
        return err;
    snprintf(row.channel, sizeof(row.channel), "%s", channel);
    row.list.puzzles = (uint32_t)n;
    err = columns_put(store, STMT_COUNT_, &list_table, &row, "", why);
    if (err == LOYD_OK)
        err = db_number(store->db, "SELECT last_insert_rowid()", &listed.list,
                        why);
    for (; err == LOYD_OK && listed.place < n; listed.place++) {
        listed.puzzle = ids[listed.place];
        err = columns_put(store, STMT_LIST_ADD, &list_puzzle_table, &listed,
                          "", why);
    }
    return err;
}

loyd_err
list_at(loyd_store *store, int64_t pk, uint32_t place, loyd_id *id,
        loyd_why *why)
{
    struct listed row = {.list = pk, .place = place};
    bool found;
    loyd_err err = columns_find(store, STMT_LIST_AT, &list_puzzle_table, &row,
                                &found, why);

    *id = row.puzzle;
    return err != LOYD_OK || found
               ? err
               : why_set(why, LOYD_E_CORRUPT, "list %lld: place %lu is free",
                         (long long)pk, (unsigned long)place);
}

loyd_err
list_record(loyd_store *store, const loyd_id *id, struct record *record,
            loyd_why *why)
{
    bool found;
    loyd_err err = record_get(store, id, record, &found, why);

    if (err != LOYD_OK)
        return err;
    return found && day_is_rated(record)
               ? LOYD_OK
               : puzzle_bad(why, id, "in a list, but missing or not rated");
}
