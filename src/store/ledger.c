/* SPDX-License-Identifier: MIT */
/*
 * The table ledger. Each row is checked against the previous one; which dates
 * and tiers a ledger should have depends on the schedule and is not checked
 * here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/date.h"
#include "store/days.h"
#include "store/tables.h"

#define ROW struct ledger_row
static const struct column columns[] = {
    {COLUMN(STRING, channel, channel)},
    {NUMBER(number, number, 1, UINT32_MAX)},
    {COLUMN(DATE, date, day)},
    {STRING(tier, tier, 0, day_name_is_valid)},
    {NUMBER(version, version, 1, UINT32_MAX)},
    {COLUMN(ID, puzzle, record.id)},
    {NUMBER(stm, stm, 1, LOYD_LENGTH_MAX), .may_be_null = true},
    {COLUMN(HASH, nonce, nonce), MAY_LACK(has_nonce)},
    {COLUMN(HASH, hash, hash)},
};

const struct table ledger_table = TABLE("ledger", columns, 2);

enum {
    COL_PUZZLE,                    /* for record_boards */
    COL_RATING = N_PUZZLE_COLUMNS, /* for record_rating */
    COL_ROW = COL_RATING + N_RATING_COLUMNS
};

/* Begins at the row before the first wanted one, for its hash. */
static const char sql_walk[] =
    "SELECT " PUZZLE_COLUMNS ", " RATING_COLUMNS ", %s"
    " FROM ledger LEFT JOIN puzzle AS p ON p.id = ledger.puzzle"
    " LEFT JOIN rating AS r ON r.puzzle = ledger.puzzle AND r.metric = 'stm'"
    " WHERE ledger.channel = ?1 AND ledger.number >= ?2"
    " ORDER BY ledger.number";

static const char sql_find[] = "SELECT min(number) FROM ledger"
                               " WHERE channel = ?1 AND date >= ?2";

static const char sql_ids[] = "SELECT puzzle FROM ledger WHERE channel = ?1";

struct ledger_walk {
    struct query q;
    bool is_quiet; /* at the row before the first, read for its hash only */
    char channel[LOYD_CHANNEL_NAME];
    uint32_t next;
    struct ledger_row row;
};

/* Computes the hash of a row. */
static void
hash_row(const struct ledger_row *row, uint8_t hash[LOYD_HASH_BYTES])
{
    const struct day_facts facts = {
        .channel = row->channel,
        .date = row->date,
        .tier = row->tier,
        .version = row->version,
        .puzzle = &row->record.puzzle,
        .stm = row->record.known[LOYD_STM].rating.upper,
        .nonce = row->has_nonce ? row->nonce : NULL};

    day_hash(row->previous, &facts, hash);
}

static loyd_err
bad(const struct ledger_walk *w, loyd_why *why, const char *fault)
{
    return why_set(why, LOYD_E_CORRUPT, "ledger of %s: row %lu: %s",
                   w->channel, (unsigned long)w->next, fault);
}

/* Reads the row's own columns. */
static loyd_err
read_row(struct ledger_walk *w, loyd_why *why)
{
    struct ledger_row *row = &w->row;
    bool is_first = row->number == 0;
    int64_t before = date_days(&row->day);
    loyd_err err;

    memcpy(row->previous, row->hash, sizeof(row->previous));
    if ((err = columns_read(&w->q, row)) != LOYD_OK)
        return err;
    if (row->number != w->next)
        return bad(w, why, "missing from the ledger");
    if (!is_first && date_days(&row->day) < before)
        return bad(w, why, "the date precedes that of the previous row");
    loyd_date_print(&row->day, row->date);
    return LOYD_OK;
}

bool
day_is_rated(const struct record *record)
{
    return record->known[LOYD_STM].status == LOYD_STATUS_PROVEN ||
           (record->known[LOYD_STM].status == LOYD_STATUS_BOUNDED &&
            !day_has_stm(&record->puzzle));
}

/* Reads the row's puzzle, which must be rated, with the row's length. */
static loyd_err
read_puzzle(struct ledger_walk *w, loyd_why *why)
{
    struct query *q = &w->q;
    struct record *found = &w->row.record;
    loyd_err err;

    if (column_is_null(q, COL_PUZZLE))
        return bad(w, why, "its puzzle is missing");
    err = record_boards(q, found, why);
    if (err == LOYD_OK)
        err = record_rating(q, LOYD_STM,
                            column_is_null(q, COL_RATING + 1) ? NULL : q,
                            COL_RATING, found, why);
    if (err != LOYD_OK)
        return err == LOYD_E_CORRUPT ? bad(w, why, why->text) : err;
    if (!day_is_rated(found))
        return bad(w, why, "its puzzle is not rated");
    if (w->row.stm != (day_has_stm(&found->puzzle)
                           ? found->known[LOYD_STM].rating.upper
                           : 0))
        return bad(w, why, "the length is not the puzzle's proven length");
    return record_rank(q->store, found, why);
}

static loyd_err
check_hash(struct ledger_walk *w, loyd_why *why)
{
    uint8_t hash[LOYD_HASH_BYTES];

    hash_row(&w->row, hash);
    if (memcmp(hash, w->row.hash, sizeof(hash)) != 0)
        return bad(w, why, "the hash does not match the row");
    return LOYD_OK;
}

loyd_err
ledger_open(loyd_store *store, const char *channel, uint32_t from,
            struct ledger_walk **w, loyd_why *why)
{
    struct ledger_walk *made = calloc(1, sizeof(*made));
    loyd_err err;

    if (made == NULL)
        return LOYD_E_NOMEM;
    if ((err = read_begin(store, why)) != LOYD_OK) {
        free(made);
        return err;
    }
    made->is_quiet = from > 1;
    made->next = from > 1 ? from - 1 : 1;
    snprintf(made->channel, sizeof(made->channel), "%s", channel);
    query_columns(&made->q, store, STMT_COUNT_, sql_walk, &ledger_table, why);
    made->q.first = COL_ROW;
    query_text(&made->q, 1, made->channel);
    query_int(&made->q, 2, made->next);
    *w = made;
    return LOYD_OK;
}

loyd_err
ledger_next(struct ledger_walk *w, const struct ledger_row **row,
            loyd_why *why)
{
    loyd_err err;

    w->q.why = why;
    if (!query_next(&w->q)) {
        *row = NULL;
        return query_err(&w->q, LOYD_OK);
    }
    if ((err = read_row(w, why)) != LOYD_OK)
        return query_err(&w->q, err);
    if (w->is_quiet) {
        w->is_quiet = false;
        w->next++;
        return ledger_next(w, row, why);
    }
    if ((err = read_puzzle(w, why)) != LOYD_OK ||
        (err = check_hash(w, why)) != LOYD_OK)
        return query_err(&w->q, err);
    w->next++;
    *row = &w->row;
    return LOYD_OK;
}

void
ledger_close(struct ledger_walk **w)
{
    if (*w == NULL)
        return;
    query_close(&(*w)->q);
    read_end((*w)->q.store);
    record_free(&(*w)->row.record);
    free(*w);
    *w = NULL;
}

loyd_err
ledger_find(loyd_store *store, const loyd_channel *channel, const char *date,
            uint32_t *number, loyd_why *why)
{
    int64_t found = (int64_t)channel->rows + 1;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_find, why);
    query_text(&q, 1, channel->name);
    query_text(&q, 2, date);
    if (query_next(&q) && !column_is_null(&q, 0) &&
        !column_int(&q, 0, 1, channel->rows, &found))
        err = why_set(why, LOYD_E_CORRUPT,
                      "ledger of %s: a row has an invalid number",
                      channel->name);
    err = query_end(&q, err);
    if (err == LOYD_OK)
        *number = (uint32_t)found;
    return err;
}

loyd_err
ledger_append(loyd_store *store, loyd_channel *channel, struct ledger_row *row,
              loyd_why *why)
{
    const struct record *record = &row->record;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    memcpy(row->channel, channel->name, sizeof(row->channel));
    row->number = channel->rows + 1;
    row->stm = day_has_stm(&record->puzzle)
                   ? record->known[LOYD_STM].rating.upper
                   : 0;
    memcpy(row->previous, channel->head, sizeof(row->previous));
    loyd_puzzle_id(&record->puzzle, &row->record.id);
    hash_row(row, row->hash);
    err = columns_put(store, STMT_LEDGER_APPEND, &ledger_table, row, "", why);
    if (err != LOYD_OK)
        return err;
    channel->rows = row->number;
    channel->last = row->day;
    memcpy(channel->head, row->hash, sizeof(channel->head));
    return channel_grow(store, channel, why);
}

loyd_err
ledger_ids(loyd_store *store, const char *channel, struct id_list *list,
           loyd_why *why)
{
    struct query q;
    loyd_id id;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_ids, why);
    query_text(&q, 1, channel);
    while (err == LOYD_OK && query_next(&q))
        err = column_id(&q, 0, &id)
                  ? id_list_put(list, &id, 1)
                  : why_set(why, LOYD_E_CORRUPT,
                            "ledger of %s: a row has an invalid puzzle id",
                            channel);
    return query_end(&q, err);
}
