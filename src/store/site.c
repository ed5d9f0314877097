/* SPDX-License-Identifier: MIT */
/* The table site: the options with which channels are published, as JSON. */
#include "base/jw.h"
#include "base/text.h"
#include "store/days.h"
#include "store/query.h"

/* The settings of a channel. */
struct site {
    char channel[LOYD_CHANNEL_NAME];
    loyd_site_settings settings;
};

const char *const solution_names[LOYD_SOLUTIONS_COUNT_] = {
    [LOYD_SOLUTIONS_PAST] = "past",
    [LOYD_SOLUTIONS_NEVER] = "never",
    [LOYD_SOLUTIONS_TODAY] = "today",
};

const char *const hint_names[LOYD_HINTS_COUNT_] = {
    [LOYD_HINTS_YES] = "yes",
    [LOYD_HINTS_PAST] = "past",
    [LOYD_HINTS_NO] = "no",
};

static const char *const offline_names[] = {"no", "yes"};

#define ROW struct site
static const struct column site_columns[] = {
    {COLUMN(STRING, channel, channel)},
    {STRING(title, settings.title, 0, is_plain_text)},
    {STRING(base_url, settings.base_url, 0, is_plain_text)},
    {WORD(solutions, settings.solutions, solution_names,
          LOYD_SOLUTIONS_COUNT_ - 1)},
    {WORD(hints, settings.hints, hint_names, LOYD_HINTS_COUNT_ - 1)},
    {STRING(zone, settings.zone, 0, is_plain_text)},
    {STRING(language, settings.language, 2, is_plain_text)},
    {WORD(offline, settings.is_offline, offline_names, 1)},
    {STRING(results, settings.results, 0, is_plain_text)},
};

static const struct table site_table = TABLE("site", site_columns, 1);

loyd_err
site_get(loyd_store *store, const char *channel, loyd_site_settings *settings,
         bool *found, loyd_why *why)
{
    static const char sql[] =
        "SELECT %s FROM (SELECT s.channel, o ->> 'title' AS title,"
        " o ->> 'base_url' AS base_url, o ->> 'solutions' AS solutions,"
        " o ->> 'hints' AS hints, o ->> 'zone' AS zone,"
        " o ->> 'language' AS language, o ->> 'offline' AS offline,"
        " o ->> 'results' AS results FROM (SELECT channel,"
        " iif(json_valid(options), options, '{}') AS o FROM site) AS s)"
        " AS site WHERE site.channel = ?1";
    struct site site;
    struct query q;
    loyd_err err;

    query_columns(&q, store, STMT_COUNT_, sql, &site_table, why);
    query_text(&q, 1, channel);
    err = columns_get(&q, &site, found);
    if (err == LOYD_OK && *found)
        *settings = site.settings;
    return err;
}

/* Begins a statement about the options of a channel, as they are stored. */
static loyd_err
begin(struct query *q, loyd_store *store, const char *sql, const char *channel,
      const loyd_site_settings *settings, loyd_why *why)
{
    struct text options = {0};
    struct jw jw = {.to = &options};
    loyd_err err = LOYD_E_NOMEM;

    jw_object(&jw, NULL, JW_TIGHT);
    jw_string(&jw, "title", settings->title);
    jw_string(&jw, "base_url", settings->base_url);
    jw_string(&jw, "solutions", solution_names[settings->solutions]);
    jw_string(&jw, "hints", hint_names[settings->hints]);
    jw_string(&jw, "zone", settings->zone);
    jw_string(&jw, "language", settings->language);
    jw_string(&jw, "offline", offline_names[settings->is_offline]);
    jw_string(&jw, "results", settings->results);
    jw_close(&jw);
    if (!options.is_lost) {
        query_begin(q, store, STMT_COUNT_, sql, why);
        query_text(q, 1, channel);
        query_copy(q, 2, options.at);
        err = LOYD_OK;
    }
    text_free(&options);
    return err;
}

loyd_err
site_put(loyd_store *store, const char *channel,
         const loyd_site_settings *settings, loyd_why *why)
{
    static const char sql[] = "INSERT OR REPLACE INTO site VALUES (?1, ?2)";
    struct query q;
    loyd_err err = begin(&q, store, sql, channel, settings, why);

    return err == LOYD_OK ? query_run(&q) : err;
}

loyd_err
site_has(loyd_store *store, const char *channel,
         const loyd_site_settings *settings, bool *yes, loyd_why *why)
{
    static const char sql[] =
        "SELECT 1 FROM site WHERE channel = ?1 AND options = ?2";
    struct query q;
    loyd_err err = begin(&q, store, sql, channel, settings, why);

    return err == LOYD_OK ? query_has(&q, yes) : err;
}
