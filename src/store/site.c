/* SPDX-License-Identifier: MIT */
/* The tables site and commitment: the options of published channels, and
 * published commitments to future days. */
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "core/cursor.h"
#include "loyd/text.h"
#include "store/days.h"
#include "store/query.h"

enum {
    COL_TITLE,
    COL_BASE_URL,
    COL_SOLUTIONS,
    COL_AHEAD,
    COL_ZONE,
    COL_UTC_MINUTES
};

static const char sql_site_get[] =
    "SELECT title, base_url, solutions, ahead, zone, utc_minutes FROM site"
    " WHERE channel = ?1";

static const char sql_site_put[] =
    "INSERT OR REPLACE INTO site (channel, title, base_url, solutions, ahead,"
    " zone, utc_minutes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

static bool
take_text(struct query *q, int at, char *out, size_t room)
{
    return column_string(q, at, room, out) &&
           loyd_text_check(out, strlen(out), NULL) == LOYD_OK;
}

static const char *const solution_names[LOYD_SOLUTIONS_COUNT_] = {
    [LOYD_SOLUTIONS_PAST] = "past",
    [LOYD_SOLUTIONS_NEVER] = "never",
    [LOYD_SOLUTIONS_TODAY] = "today",
};

static bool
read_solutions(struct query *q, loyd_solutions *out)
{
    for (unsigned i = 0; i < LOYD_SOLUTIONS_COUNT_; i++)
        if (column_is(q, COL_SOLUTIONS, solution_names[i])) {
            *out = (loyd_solutions)i;
            return true;
        }
    return false;
}

static bool
read_site(struct query *q, loyd_site_settings *out)
{
    loyd_site_settings read = {.title = ""};
    int64_t minutes;

    if (!take_text(q, COL_TITLE, read.title, sizeof(read.title)) ||
        !take_text(q, COL_BASE_URL, read.base_url, sizeof(read.base_url)) ||
        !take_text(q, COL_ZONE, read.zone, sizeof(read.zone)) ||
        !read_solutions(q, &read.solutions) ||
        !column_u32(q, COL_AHEAD, 1, LOYD_AHEAD_MAX, &read.ahead) ||
        !column_int(q, COL_UTC_MINUTES, -LOYD_UTC_MINUTES_MAX,
                    LOYD_UTC_MINUTES_MAX, &minutes))
        return false;
    read.utc_minutes = (int)minutes;
    *out = read;
    return true;
}

loyd_err
site_get(loyd_store *store, const char *channel, loyd_site_settings *settings,
         bool *found, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_site_get, why);
    query_text(&q, 1, channel);
    if ((*found = query_next(&q)) && !read_site(&q, settings))
        err = why_set(why, LOYD_E_CORRUPT, "channel %s: invalid site options",
                      channel);
    return query_end(&q, err);
}

loyd_err
site_put(loyd_store *store, const char *channel,
         const loyd_site_settings *settings, loyd_why *why)
{
    struct query q;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_COUNT_, sql_site_put, why);
    query_text(&q, 1, channel);
    query_text(&q, 2, settings->title);
    query_text(&q, 3, settings->base_url);
    query_text(&q, 4, solution_names[settings->solutions]);
    query_int(&q, 5, settings->ahead);
    query_text(&q, 6, settings->zone);
    query_int(&q, 7, settings->utc_minutes);
    return query_run(&q);
}

bool
site_same(const loyd_site_settings *a, const loyd_site_settings *b)
{
    return strcmp(a->title, b->title) == 0 &&
           strcmp(a->base_url, b->base_url) == 0 &&
           strcmp(a->zone, b->zone) == 0 && a->solutions == b->solutions &&
           a->ahead == b->ahead && a->utc_minutes == b->utc_minutes;
}

enum { COL_DATE, COL_TIER, COL_VERSION, COL_HASH, COL_PUBLISHED };

#define COLUMNS "SELECT date, tier, version, hash, published FROM commitment"

static const char sql_promise_each[] =
    COLUMNS " WHERE channel = ?1 ORDER BY date, tier, version";

static const char sql_promise_get[] =
    COLUMNS " WHERE channel = ?1 AND date = ?2 AND tier = ?3 AND version = ?4";

static const char sql_promise_add[] =
    "INSERT INTO commitment (channel, date, tier, version, hash, published)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)";

static const char sql_promise_earlier[] =
    "UPDATE commitment SET published = ?5"
    " WHERE channel = ?1 AND date = ?2 AND tier = ?3 AND version = ?4";

static bool
read_promise(struct query *q, loyd_promise *promise)
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

/* Reads the next row of a query, if there is one. */
static loyd_err
take_promise(struct query *q, const char *channel, loyd_promise *promise,
             bool *found, loyd_why *why)
{
    *found = query_next(q);
    if (!*found || read_promise(q, promise))
        return LOYD_OK;
    return why_set(why, LOYD_E_CORRUPT, "channel %s: invalid commitment",
                   channel);
}

struct promise_rows {
    loyd_cursor head;
    char channel[LOYD_CHANNEL_NAME];
    struct query q;
};

static loyd_err
next_promise(loyd_cursor *cursor, void *row, bool *found, loyd_why *why)
{
    struct promise_rows *rows = (struct promise_rows *)cursor;

    rows->q.why = why;
    return query_err(&rows->q,
                     take_promise(&rows->q, rows->channel, row, found, why));
}

static void
close_promises(loyd_cursor *cursor)
{
    struct promise_rows *rows = (struct promise_rows *)cursor;

    if (rows->q.store == NULL)
        return;
    query_close(&rows->q);
    read_end(rows->q.store);
}

static const struct cursor_kind promises = {
    "rows of promises", sizeof(struct promise_rows), next_promise,
    close_promises, false};

loyd_err
promise_open(loyd_store *store, const char *channel, loyd_cursor **cursor,
             loyd_why *why)
{
    struct promise_rows *rows = cursor_new(&promises);
    loyd_err err = LOYD_E_NOMEM;

    if (rows != NULL && (err = read_begin(store, why)) == LOYD_OK) {
        snprintf(rows->channel, sizeof(rows->channel), "%s", channel);
        query_begin(&rows->q, store, STMT_COUNT_, sql_promise_each, why);
        query_text(&rows->q, 1, rows->channel);
    }
    return cursor_opened(rows, err, cursor);
}

loyd_err
promise_next(loyd_cursor *cursor, loyd_promise *promise, bool *found,
             loyd_why *why)
{
    return cursor_next(cursor, &promises, promise, found, why);
}

/* Begins a statement about one promise; its date is printed into `text`. */
static void
begin_promise(struct query *q, loyd_store *store, const char *sql,
              const char *channel, const loyd_promise *promise,
              char text[LOYD_DATE_TEXT], loyd_why *why)
{
    loyd_date_print(&promise->date, text);
    query_begin(q, store, STMT_COUNT_, sql, why);
    query_text(q, 1, channel);
    query_text(q, 2, text);
    query_text(q, 3, promise->tier);
    query_int(q, 4, promise->version);
}

static loyd_err
add_promise(loyd_store *store, const char *channel,
            const loyd_promise *promise, loyd_why *why)
{
    char date[LOYD_DATE_TEXT], published[LOYD_DATE_TEXT];
    struct query q;

    loyd_date_print(&promise->published, published);
    begin_promise(&q, store, sql_promise_add, channel, promise, date, why);
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
    begin_promise(&q, store, sql_promise_earlier, channel, promise, date, why);
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
    begin_promise(&q, store, sql_promise_get, channel, promise, date, why);
    err = take_promise(&q, channel, &there, &found, why);
    err = query_end(&q, err);
    if (err != LOYD_OK)
        return err;
    if (!found)
        return add_promise(store, channel, promise, why);
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
