/* SPDX-License-Identifier: MIT */
/* Owns the table channel. It knows no channel that is built in. */
#include <string.h>

#include "base/why.h"
#include "store/days.h"
#include "store/query.h"

enum {
    COL_NAME,
    COL_START,
    COL_KEY_ID,
    COL_DAYS,
    COL_LAST,
    COL_HEAD,
    COL_VERSIONS,
    COL_NEWEST,
    COL_NUMBER,
    COL_DATE,
    COL_HASH
};

/* With the last row of its ledger, whatever the channel says of that. */
#define COLUMNS                                                               \
    "SELECT c.name, c.start, c.key_id, c.days, c.last, c.head,"               \
    " (SELECT count(*) FROM schedule AS s WHERE s.channel = c.name),"         \
    " (SELECT ifnull(max(s.version), 0) FROM schedule AS s"                   \
    " WHERE s.channel = c.name), l.number, l.date, l.hash"                    \
    " FROM channel AS c LEFT JOIN ledger AS l ON l.channel = c.name"          \
    " AND l.number = (SELECT max(m.number) FROM ledger AS m"                  \
    " WHERE m.channel = c.name)"

static const char sql_get[] = COLUMNS " WHERE c.name = ?1";

static const char sql_next[] =
    COLUMNS " WHERE c.name > ?1 ORDER BY c.name LIMIT 1";

static const char sql_put[] = "INSERT INTO channel (name, start, key_id, days)"
                              " VALUES (?1, ?2, ?3, 0)";

static const char sql_grow[] = "UPDATE channel SET days = ?2, last = ?3,"
                               " head = ?4 WHERE name = ?1";

static loyd_err
bad(const char *name, const char *what, loyd_why *why)
{
    return why_set(why, LOYD_E_CORRUPT, "channel %s: %s", name, what);
}

/* What the channel says of its ledger, and what the ledger's last row says. */
static loyd_err
check_end(struct query *q, const loyd_channel *channel, loyd_why *why)
{
    uint8_t hash[LOYD_HASH_BYTES];
    int64_t number = 0;
    loyd_date date;

    if (!column_is_null(q, COL_NUMBER) &&
        !column_int(q, COL_NUMBER, 1, UINT32_MAX, &number))
        return bad(channel->name, "its ledger has a row without a number",
                   why);
    if (number != channel->rows)
        return why_set(why, LOYD_E_CORRUPT,
                       "channel %s: its ledger has %lld rows, and %lu were "
                       "expected",
                       channel->name, (long long)number,
                       (unsigned long)channel->rows);
    if (number == 0)
        return LOYD_OK;
    if (!column_date(q, COL_DATE, &date) ||
        loyd_date_days(&date) != loyd_date_days(&channel->last) ||
        !column_hash(q, COL_HASH, hash) ||
        memcmp(hash, channel->head, sizeof(hash)) != 0)
        return bad(channel->name, "its ledger does not end with its head",
                   why);
    return LOYD_OK;
}

static loyd_err
read_row(struct query *q, loyd_channel *out, loyd_why *why)
{
    loyd_channel read = {.is_builtin = out->is_builtin};
    int64_t newest;

    if (!column_string(q, COL_NAME, sizeof(read.name), read.name) ||
        !day_name_is_valid(read.name, strlen(read.name)))
        return why_set(why, LOYD_E_CORRUPT, "a channel without a name");
    if (!column_date(q, COL_START, &read.start))
        return bad(read.name, "its start is no date", why);
    read.is_keyed = !column_is_null(q, COL_KEY_ID);
    if (read.is_keyed &&
        (!column_string(q, COL_KEY_ID, sizeof(read.key_id), read.key_id) ||
         strlen(read.key_id) != LOYD_KEYID_CHARS ||
         !day_name_is_valid(read.key_id, LOYD_KEYID_CHARS)))
        return bad(read.name, "its key has no name", why);
    if (!column_u32(q, COL_DAYS, 0, UINT32_MAX, &read.rows) ||
        (read.rows > 0 && (!column_date(q, COL_LAST, &read.last) ||
                           !column_hash(q, COL_HEAD, read.head))))
        return bad(read.name, "how long its ledger is cannot be told", why);
    if (!column_u32(q, COL_VERSIONS, 0, UINT32_MAX, &read.versions) ||
        !column_int(q, COL_NEWEST, read.versions, read.versions, &newest))
        return bad(read.name, "a version of its schedule is missing", why);
    *out = read;
    return check_end(q, out, why);
}

static loyd_err
get(loyd_store *store, const char *sql, const char *name,
    loyd_channel *channel, bool *found, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql, why);
    query_text(&q, 1, name);
    if ((*found = query_next(&q)))
        err = read_row(&q, channel, why);
    return query_end(&q, err);
}

loyd_err
channel_get(loyd_store *store, const char *name, loyd_channel *channel,
            bool *found, loyd_why *why)
{
    return get(store, sql_get, name, channel, found, why);
}

loyd_err
channel_next(loyd_store *store, const char *after, loyd_channel *channel,
             bool *found, loyd_why *why)
{
    return get(store, sql_next, after, channel, found, why);
}

loyd_err
channel_put(loyd_store *store, const loyd_channel *channel, loyd_why *why)
{
    char start[LOYD_DATE_TEXT];
    struct query q;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    loyd_date_print(&channel->start, start);
    query_begin(&q, store, STMT_COUNT_, sql_put, why);
    query_text(&q, 1, channel->name);
    query_text(&q, 2, start);
    if (channel->is_keyed)
        query_text(&q, 3, channel->key_id);
    return query_run(&q);
}

loyd_err
channel_grow(loyd_store *store, const loyd_channel *channel, loyd_why *why)
{
    char last[LOYD_DATE_TEXT];
    struct query q;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    loyd_date_print(&channel->last, last);
    query_begin(&q, store, STMT_COUNT_, sql_grow, why);
    query_text(&q, 1, channel->name);
    query_int(&q, 2, channel->rows);
    query_text(&q, 3, last);
    query_blob(&q, 4, channel->head, sizeof(channel->head));
    return query_run(&q);
}
