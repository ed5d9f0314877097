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
take_text(const struct query *q, int at, char *out, size_t room)
{
    const char *text;
    size_t len;

    if (!column_text(q, at, room - 1, &text, &len) ||
        loyd_text_check(text, len, NULL) != LOYD_OK)
        return false;
    memcpy(out, text, len + 1);
    return true;
}

static bool
read_row(const struct query *q, loyd_site_settings *out)
{
    loyd_site_settings read = {.title = ""};
    int64_t solutions, ahead, minutes;

    if (!take_text(q, COL_TITLE, read.title, sizeof(read.title)) ||
        !take_text(q, COL_BASE_URL, read.base_url, sizeof(read.base_url)) ||
        !take_text(q, COL_ZONE, read.zone, sizeof(read.zone)) ||
        !column_int(q, COL_SOLUTIONS, 0, LOYD_SOLUTIONS_COUNT_ - 1,
                    &solutions) ||
        !column_int(q, COL_AHEAD, 1, LOYD_AHEAD_MAX, &ahead) ||
        !column_int(q, COL_UTC_MINUTES, -LOYD_UTC_MINUTES_MAX,
                    LOYD_UTC_MINUTES_MAX, &minutes))
        return false;
    read.solutions = (loyd_solutions)solutions;
    read.ahead = (uint32_t)ahead;
    read.utc_minutes = (int)minutes;
    *out = read;
    return true;
}

loyd_err
site_get(loyd_store *store, const char *channel, loyd_site_settings *settings,
         bool *found, loyd_why *why)
{
    struct query q;
    loyd_err err;

    query_begin(&q, store, STMT_COUNT_, sql_get, why);
    query_text(&q, 1, channel, strlen(channel));
    if ((err = query_row(&q, found)) == LOYD_OK && *found &&
        !read_row(&q, settings))
        err = why_set(why, LOYD_E_CORRUPT,
                      "channel %s: invalid options of its site", channel);
    query_end(&q);
    return err;
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
    query_text(&q, 1, channel, strlen(channel));
    query_text(&q, 2, settings->title, strlen(settings->title));
    query_text(&q, 3, settings->base_url, strlen(settings->base_url));
    query_int(&q, 4, settings->solutions);
    query_int(&q, 5, settings->ahead);
    query_text(&q, 6, settings->zone, strlen(settings->zone));
    query_int(&q, 7, settings->utc_minutes);
    err = query_run(&q);
    query_end(&q);
    return err;
}

bool
site_same(const loyd_site_settings *a, const loyd_site_settings *b)
{
    return strcmp(a->title, b->title) == 0 &&
           strcmp(a->base_url, b->base_url) == 0 &&
           strcmp(a->zone, b->zone) == 0 && a->solutions == b->solutions &&
           a->ahead == b->ahead && a->utc_minutes == b->utc_minutes;
}
