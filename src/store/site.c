/* SPDX-License-Identifier: MIT */
/* Owns the table site: the options with which channels are published. */
#include <string.h>

#include "base/why.h"
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

static const char sql_get[] =
    "SELECT title, base_url, solutions, ahead, zone, utc_minutes FROM site"
    " WHERE channel = ?1";

static const char sql_put[] =
    "INSERT OR REPLACE INTO site (channel, title, base_url, solutions, ahead,"
    " zone, utc_minutes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";

static bool
take_text(struct query *q, int at, char *out, size_t room)
{
    return column_string(q, at, room, out) &&
           loyd_text_check(out, strlen(out), NULL) == LOYD_OK;
}

static bool
read_row(struct query *q, loyd_site_settings *out)
{
    loyd_site_settings read = {.title = ""};
    int64_t solutions, minutes;

    if (!take_text(q, COL_TITLE, read.title, sizeof(read.title)) ||
        !take_text(q, COL_BASE_URL, read.base_url, sizeof(read.base_url)) ||
        !take_text(q, COL_ZONE, read.zone, sizeof(read.zone)) ||
        !column_int(q, COL_SOLUTIONS, 0, LOYD_SOLUTIONS_COUNT_ - 1,
                    &solutions) ||
        !column_u32(q, COL_AHEAD, 1, LOYD_AHEAD_MAX, &read.ahead) ||
        !column_int(q, COL_UTC_MINUTES, -LOYD_UTC_MINUTES_MAX,
                    LOYD_UTC_MINUTES_MAX, &minutes))
        return false;
    read.solutions = (loyd_solutions)solutions;
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

    query_begin(&q, store, STMT_COUNT_, sql_get, why);
    query_text(&q, 1, channel);
    if ((*found = query_next(&q)) && !read_row(&q, settings))
        err = why_set(why, LOYD_E_CORRUPT,
                      "channel %s: invalid options of its site", channel);
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
    query_begin(&q, store, STMT_COUNT_, sql_put, why);
    query_text(&q, 1, channel);
    query_text(&q, 2, settings->title);
    query_text(&q, 3, settings->base_url);
    query_int(&q, 4, settings->solutions);
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
