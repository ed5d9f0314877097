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
#include "store/days.h"
#include "store/tables.h"

struct stored_row {
    char channel[LOYD_CHANNEL_NAME];
    uint32_t number;
    loyd_date day;
    char tier[LOYD_CHANNEL_NAME];
    uint32_t version;
    loyd_id puzzle;
    uint16_t stm; /* 0: none */
    bool has_nonce;
    uint8_t nonce[LOYD_HASH_BYTES];
    uint8_t hash[LOYD_HASH_BYTES];
};

#define ROW struct stored_row
static const struct column columns[] = {
    {COLUMN(STRING, channel, channel)},
    {NUMBER(number, number, 1, UINT32_MAX)},
    {COLUMN(DATE, date, day)},
    {STRING(tier, tier, 0, day_name_is_valid)},
    {NUMBER(version, version, 1, UINT32_MAX)},
    {COLUMN(ID, puzzle, puzzle)},
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

static const char sql_hashes[] =
    "SELECT DISTINCT hash FROM ledger ORDER BY hash";

struct ledger_walk {
    struct query q;
    bool is_quiet; /* at the row before the first, read for its hash only */
    char channel[LOYD_CHANNEL_NAME];
    uint32_t next;
    uint16_t stm; /* the row's, 0 if it has none; its puzzle is read later */
    struct ledger_row row;
};

/* Returns the facts of a row, borrowed from it. */
static struct day_facts
ledger_facts(const char *channel, const struct ledger_row *row)
{
    return (struct day_facts){.channel = channel,
                              .date = row->date,
                              .tier = row->tier,
                              .version = row->version,
                              .puzzle = &row->record.puzzle,
                              .stm = row->record.known[LOYD_STM].rating.upper,
                              .nonce = row->has_nonce ? row->nonce : NULL};
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
    struct stored_row read = {.number = 0};
    loyd_err err = columns_read(&w->q, &read);

    if (err != LOYD_OK)
        return err;
    if (read.number != w->next)
        return bad(w, why, "missing from the ledger");
    if (row->number != 0 &&
        loyd_date_days(&read.day) < loyd_date_days(&row->day))
        return bad(w, why, "the date precedes that of the previous row");
    row->number = read.number;
    row->day = read.day;
    loyd_date_print(&row->day, row->date);
    memcpy(row->tier, read.tier, sizeof(row->tier));
    row->version = read.version;
    w->stm = read.stm;
    row->has_nonce = read.has_nonce;
    memcpy(row->nonce, read.nonce, sizeof(row->nonce));
    memcpy(row->previous, row->hash, sizeof(row->previous));
    memcpy(row->hash, read.hash, sizeof(row->hash));
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
    if (w->stm != (day_has_stm(&found->puzzle)
                       ? found->known[LOYD_STM].rating.upper
                       : 0))
        return bad(w, why, "the length is not the puzzle's proven length");
    return record_rank(q->store, found, why);
}

static loyd_err
check_hash(struct ledger_walk *w, loyd_why *why)
{
    struct day_facts facts = ledger_facts(w->channel, &w->row);
    uint8_t hash[LOYD_HASH_BYTES];

    day_hash(w->row.previous, &facts, hash);
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
    struct day_facts facts = ledger_facts(channel->name, row);
    struct stored_row put = {.number = channel->rows + 1,
                             .day = row->day,
                             .version = row->version,
                             .has_nonce = row->has_nonce};
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    row->number = put.number;
    memcpy(row->previous, channel->head, sizeof(row->previous));
    day_hash(row->previous, &facts, row->hash);
    loyd_puzzle_id(&row->record.puzzle, &row->record.id);
    memcpy(put.channel, channel->name, sizeof(put.channel));
    memcpy(put.tier, row->tier, sizeof(put.tier));
    put.puzzle = row->record.id;
    if (day_has_stm(&row->record.puzzle))
        put.stm = row->record.known[LOYD_STM].rating.upper;
    memcpy(put.nonce, row->nonce, sizeof(put.nonce));
    memcpy(put.hash, row->hash, sizeof(put.hash));
    err = columns_put(store, STMT_LEDGER_APPEND, &ledger_table, &put, "", why);
    if (err != LOYD_OK)
        return err;
    channel->rows = row->number;
    channel->last = row->day;
    memcpy(channel->head, row->hash, sizeof(channel->head));
    return channel_grow(store, channel, why);
}

loyd_err
ledger_ids(loyd_store *store, const char *channel, loyd_id **ids, size_t *n,
           loyd_why *why)
{
    loyd_id *made = NULL;
    size_t room = 0, count = 0;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_ids, why);
    query_text(&q, 1, channel);
    while (err == LOYD_OK && query_next(&q)) {
        if (!ARRAY_ROOM(made, room, count + 1))
            err = LOYD_E_NOMEM;
        else if (!column_id(&q, 0, &made[count++]))
            err = why_set(why, LOYD_E_CORRUPT,
                          "ledger of %s: a row has an invalid puzzle id",
                          channel);
    }
    if ((err = query_end(&q, err)) != LOYD_OK) {
        free(made);
        return err;
    }
    *ids = made;
    *n = count;
    return LOYD_OK;
}

/* Checks every row of every channel. */
static loyd_err
check_all(loyd_store *store, loyd_why *why)
{
    loyd_channel channel = {.name = ""};
    bool found = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK) {
        struct ledger_walk *w = NULL;
        const struct ledger_row *row = NULL;

        err = channel_next(store, channel.name, &channel, &found, why);
        if (err != LOYD_OK || !found)
            break;
        err = ledger_open(store, channel.name, 1, &w, why);
        while (err == LOYD_OK) {
            if ((err = ledger_next(w, &row, why)) != LOYD_OK || row == NULL)
                break;
        }
        ledger_close(&w);
    }
    return err;
}

loyd_err
ledger_hashes(loyd_store *store, hash_fn each, void *context, loyd_why *why)
{
    uint8_t hash[LOYD_HASH_BYTES];
    struct query q;
    loyd_err err = check_all(store, why);

    query_begin(&q, store, STMT_COUNT_, sql_hashes, why);
    while (err == LOYD_OK && query_next(&q)) {
        if (column_hash(&q, 0, hash))
            each(context, hash);
        else
            err = why_set(why, LOYD_E_CORRUPT,
                          "a ledger row has an invalid hash");
    }
    return query_end(&q, err);
}
