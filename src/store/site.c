/* SPDX-License-Identifier: MIT */
/* The table site: the options with which channels are published. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/why.h"
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

const struct table site_table = TABLE("site", site_columns, 1);

loyd_err
site_get(loyd_store *store, const char *channel, loyd_site_settings *settings,
         bool *found, loyd_why *why)
{
    struct site site = {.settings = {.title = ""}};
    loyd_err err;

    snprintf(site.channel, sizeof(site.channel), "%s", channel);
    err = columns_find(store, STMT_COUNT_, &site_table, &site, found, why);
    if (err == LOYD_OK && *found)
        *settings = site.settings;
    return err;
}

loyd_err
site_put(loyd_store *store, const char *channel,
         const loyd_site_settings *settings, loyd_why *why)
{
    struct site site = {.settings = *settings};
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    snprintf(site.channel, sizeof(site.channel), "%s", channel);
    return columns_put(store, STMT_COUNT_, &site_table, &site, NULL, why);
}

bool
site_same(const loyd_site_settings *a, const loyd_site_settings *b)
{
    const struct site one = {.settings = *a}, other = {.settings = *b};

    return columns_same(&site_table, &one, &other);
}
