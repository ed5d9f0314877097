/* SPDX-License-Identifier: MIT */
/* Owns the table commitment: what was published of days to come. */
#include <string.h>

#include "base/why.h"
#include "store/days.h"
#include "store/query.h"

enum { COL_DATE, COL_TIER, COL_VERSION, COL_HASH, COL_PUBLISHED };

#define COLUMNS "SELECT date, tier, version, hash, published FROM commitment"

static const char sql_each[] =
    COLUMNS " WHERE channel = ?1 ORDER BY date, tier, version";

static const char sql_get[] =
    COLUMNS " WHERE channel = ?1 AND date = ?2 AND tier = ?3 AND version = ?4";

static const char sql_add[] =
    "INSERT INTO commitment (channel, date, tier, version, hash, published)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)";

static const char sql_earlier[] =
    "UPDATE commitment SET published = ?5"
    " WHERE channel = ?1 AND date = ?2 AND tier = ?3 AND version = ?4";

static bool
read_row(struct query *q, loyd_promise *promise)
{
    memset(promise, 0, sizeof(*promise));
    if (!column_date(q, COL_DATE, &promise->date) ||
        !column_date(q, COL_PUBLISHED, &promise->published) ||
        loyd_date_days(&promise->published) >=
            loyd_date_days(&promise->date) ||
        !column_string(q, COL_TIER, sizeof(promise->tier), promise->tier) ||
        (promise->tier[0] != '\0' &&
         !day_name_is_valid(promise->tier, strlen(promise->tier))) ||
        !column_u32(q, COL_VERSION, 1, UINT32_MAX, &promise->version))
        return false;
    return column_hash(q, COL_HASH, promise->hash);
}

/* The next row of a query, if there is one. */
static loyd_err
next_row(struct query *q, const char *channel, loyd_promise *promise,
         bool *found, loyd_why *why)
{
    *found = query_next(q);
    if (!*found || read_row(q, promise))
        return LOYD_OK;
    return why_set(why, LOYD_E_CORRUPT, "channel %s: invalid commitment",
                   channel);
}

loyd_err
promise_each(loyd_store *store, const char *channel, promise_fn each,
             void *context, loyd_why *why)
{
    loyd_promise promise;
    struct query q;
    bool found;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_each, why);
    query_text(&q, 1, channel);
    while ((err = next_row(&q, channel, &promise, &found, why)) == LOYD_OK &&
           found && each(context, &promise))
        ;
    return query_end(&q, err);
}

/* A statement about one promise; `text` has room for its date. */
static void
begin(struct query *q, loyd_store *store, const char *sql, const char *channel,
      const loyd_promise *promise, char text[LOYD_DATE_TEXT], loyd_why *why)
{
    loyd_date_print(&promise->date, text);
    query_begin(q, store, STMT_COUNT_, sql, why);
    query_text(q, 1, channel);
    query_text(q, 2, text);
    query_text(q, 3, promise->tier);
    query_int(q, 4, promise->version);
}

static loyd_err
add(loyd_store *store, const char *channel, const loyd_promise *promise,
    loyd_why *why)
{
    char date[LOYD_DATE_TEXT], published[LOYD_DATE_TEXT];
    struct query q;

    loyd_date_print(&promise->published, published);
    begin(&q, store, sql_add, channel, promise, date, why);
    query_blob(&q, 5, promise->hash, sizeof(promise->hash));
    query_text(&q, 6, published);
    return query_run(&q);
}

static loyd_err
set_published(loyd_store *store, const char *channel,
              const loyd_promise *promise, loyd_why *why)
{
    char date[LOYD_DATE_TEXT], published[LOYD_DATE_TEXT];
    struct query q;

    loyd_date_print(&promise->published, published);
    begin(&q, store, sql_earlier, channel, promise, date, why);
    query_text(&q, 5, published);
    return query_run(&q);
}

loyd_err
promise_put(loyd_store *store, const char *channel,
            const loyd_promise *promise, loyd_why *why)
{
    char date[LOYD_DATE_TEXT];
    loyd_promise there;
    struct query q;
    bool found;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    begin(&q, store, sql_get, channel, promise, date, why);
    err = next_row(&q, channel, &there, &found, why);
    err = query_end(&q, err);
    if (err != LOYD_OK)
        return err;
    if (!found)
        return add(store, channel, promise, why);
    if (memcmp(there.hash, promise->hash, sizeof(there.hash)) != 0)
        return why_set(why, LOYD_E_CORRUPT,
                       "channel %s: another commitment was published for "
                       "%s%s%s",
                       channel, date, promise->tier[0] != '\0' ? ", " : "",
                       promise->tier);
    if (loyd_date_days(&there.published) <=
        loyd_date_days(&promise->published))
        return LOYD_OK;
    return set_published(store, channel, promise, why);
}
