/* SPDX-License-Identifier: MIT */
/* The tables list and list_puzzle: the puzzles that the days of a channel
 * take from the catalogue. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "store/days.h"
#include "store/tables.h"

#define ROW struct list_row
static const struct column list_columns[] = {
    {KEY(pk, pk)},
    {COLUMN(STRING, channel, channel)},
    {NUMBER(version, version, 1, UINT32_MAX)},
    {NUMBER(place, place, 0, LOYD_SCHEDULE_ROWS - 1)},
    {COLUMN(STRING, tier, list.tier)},
    {COLUMN(STRING, title, list.title)},
    {STRING(seed, list.seed, 0, is_plain_text)},
    {STRING(selection, list.selection, 0, is_plain_text)},
    {NUMBER(puzzles, list.puzzles, 1, LOYD_LIST_MAX)},
    {COLUMN(HASH, digest, list.digest)},
};

const struct table list_table = TABLE("list", list_columns, 1);

/* Without the key, up to the title. */
const struct table list_tiers = {"list", list_columns + 1, 5, 3};

struct listed {
    int64_t list;
    loyd_id puzzle;
};

#undef ROW
#define ROW struct listed
static const struct column listed_columns[] = {
    {KEY(list, list)},
    {COLUMN(ID, puzzle, puzzle)},
};

const struct table list_puzzle_table = TABLE("list_puzzle", listed_columns, 2);

static const char sql_get[] =
    "SELECT %s FROM list WHERE channel = ?1 AND version = ?2 AND place = ?3";

/* Beyond 16 cells any rating is enough. */
static const char sql_ids[] =
    "SELECT l.puzzle, coalesce(p.stm, (SELECT r.upper FROM goal AS g"
    " JOIN rating AS r ON r.puzzle = p.id AND r.metric = 'stm'"
    " WHERE g.pk = p.goal AND " GOAL_IS_WIDE "))"
    " FROM list_puzzle AS l LEFT JOIN puzzle AS p ON p.id = l.puzzle"
    " WHERE l.list = ?1 ORDER BY l.puzzle";

static const char sql_has[] =
    "SELECT 1 FROM list AS l CROSS JOIN list_puzzle AS p ON p.list = l.pk"
    " WHERE l.channel = ?1 AND l.version = ?2 AND l.place = ?3"
    " AND p.puzzle = ?4";

/* Of each puzzle: whether a day of an older list showed it, and whether it is
 * in one. */
static const char sql_overlap[] =
    "SELECT ifnull(sum(shown), 0), ifnull(sum(NOT shown AND listed), 0)"
    " FROM (SELECT EXISTS (SELECT 1 FROM ledger AS r"
    " WHERE r.puzzle = p.puzzle AND r.channel = ?2 AND r.version < ?3"
    " AND EXISTS (SELECT 1 FROM list AS t WHERE t.channel = ?2"
    " AND t.version = r.version)) AS shown, EXISTS (SELECT 1 FROM list AS o"
    " CROSS JOIN list_puzzle AS q"
    " ON q.list = o.pk AND q.puzzle = p.puzzle"
    " WHERE o.channel = ?2 AND o.version < ?3) AS listed"
    " FROM list_puzzle AS p WHERE p.list = ?1)";

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

/* Reads the next id of a list of `n` puzzles. */
static const char *
read_id(struct query *q, loyd_id *ids, size_t at, size_t n)
{
    int64_t stm;

    if (at == n || !column_id(q, 0, &ids[at]))
        return "the number of puzzles of a list is wrong";
    return column_int(q, 1, 1, LOYD_LENGTH_MAX, &stm)
               ? NULL
               : "a puzzle of a list is missing or not rated";
}

loyd_err
list_read(loyd_store *store, const char *channel, const loyd_list *list,
          int64_t pk, loyd_id **ids, loyd_why *why)
{
    uint8_t digest[LOYD_HASH_BYTES];
    loyd_id *read = calloc(list->puzzles, sizeof(*read));
    const char *fault = NULL;
    struct query q;
    size_t n = 0;
    loyd_err err;

    if (read == NULL)
        return LOYD_E_NOMEM;
    query_begin(&q, store, STMT_COUNT_, sql_ids, why);
    query_int(&q, 1, pk);
    while (fault == NULL && query_next(&q))
        fault = read_id(&q, read, n++, list->puzzles);
    if ((err = query_end(&q, LOYD_OK)) != LOYD_OK)
        goto done;
    list_digest(read, fault == NULL ? n : 0, digest);
    if (fault == NULL && n != list->puzzles)
        fault = "the number of puzzles of a list is wrong";
    if (fault == NULL && memcmp(digest, list->digest, sizeof(digest)) != 0)
        fault = "the digest of a list does not match its puzzles";
    if (fault != NULL)
        err = bad(channel, fault, why);
done:
    if (err == LOYD_OK)
        *ids = read;
    else
        free(read);
    return err;
}

loyd_err
list_put(loyd_store *store, const char *channel, uint32_t version,
         unsigned place, const loyd_list *list, const loyd_id *ids, size_t n,
         loyd_why *why)
{
    struct list_row row = {.version = version, .place = place, .list = *list};
    struct listed listed = {.list = 0};
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    snprintf(row.channel, sizeof(row.channel), "%s", channel);
    row.list.puzzles = (uint32_t)n;
    list_digest(ids, n, row.list.digest);
    err = columns_put(store, STMT_COUNT_, &list_table, &row, "", why);
    if (err == LOYD_OK)
        err = db_number(store->db, "SELECT last_insert_rowid()", &listed.list,
                        why);
    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        listed.puzzle = ids[i];
        err = columns_put(store, STMT_LIST_ADD, &list_puzzle_table, &listed,
                          "", why);
    }
    return err;
}

loyd_err
list_has(loyd_store *store, const char *channel, uint32_t version,
         unsigned place, const loyd_id *id, bool *yes, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_LIST_HAS, sql_has, why);
    query_text(&q, 1, channel);
    query_int(&q, 2, version);
    query_int(&q, 3, place);
    query_id(&q, 4, id);
    return query_has(&q, yes);
}

loyd_err
list_overlap(loyd_store *store, const char *channel, uint32_t version,
             int64_t pk, uint64_t *shown, uint64_t *listed, loyd_why *why)
{
    int64_t value[2] = {0};
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_overlap, why);
    query_int(&q, 1, pk);
    query_text(&q, 2, channel);
    query_int(&q, 3, version);
    if (query_next(&q) && (!column_int(&q, 0, 0, INT64_MAX, &value[0]) ||
                           !column_int(&q, 1, 0, INT64_MAX, &value[1])))
        err = bad(channel, "the puzzles of a list cannot be counted", why);
    if ((err = query_end(&q, err)) == LOYD_OK) {
        *shown = (uint64_t)value[0];
        *listed = (uint64_t)value[1];
    }
    return err;
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
