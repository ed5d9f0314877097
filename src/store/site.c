/* SPDX-License-Identifier: MIT */
/* The tables site and site_file: options and files of published channels. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/why.h"
#include "core/crypto.h"
#include "core/cursor.h"
#include "store/days.h"
#include "store/query.h"

/* The settings of a channel. */
struct site {
    char channel[LOYD_CHANNEL_NAME];
    loyd_site_settings settings;
};

static const char *const solution_names[LOYD_SOLUTIONS_COUNT_] = {
    [LOYD_SOLUTIONS_PAST] = "past",
    [LOYD_SOLUTIONS_NEVER] = "never",
    [LOYD_SOLUTIONS_TODAY] = "today",
};

static const char *const hint_names[LOYD_HINTS_COUNT_] = {
    [LOYD_HINTS_YES] = "yes",
    [LOYD_HINTS_PAST] = "past",
    [LOYD_HINTS_NO] = "no",
};

static const char *const offline_names[] = {"no", "yes"};

static const char *const file_names[LOYD_SITE_FILE_COUNT_] = {
    [LOYD_SITE_FILE_LANGUAGE] = "language",
    [LOYD_SITE_FILE_PICTURE] = "picture",
    [LOYD_SITE_FILE_CSS] = "css",
    [LOYD_SITE_FILE_HEADER] = "header",
    [LOYD_SITE_FILE_FOOTER] = "footer",
};

#define ROW struct site
static const struct column site_columns[] = {
    {COLUMN(STRING, channel, channel)},
    {STRING(title, settings.title, 0, is_plain_text)},
    {STRING(base_url, settings.base_url, 0, is_plain_text)},
    {WORD(solutions, settings.solutions, solution_names,
          LOYD_SOLUTIONS_COUNT_ - 1)},
    {WORD(hints, settings.hints, hint_names, LOYD_HINTS_COUNT_ - 1)},
    {STRING(zone, settings.zone, 0, is_plain_text)},
    {NUMBER(utc_minutes, settings.utc_minutes, -LOYD_UTC_MINUTES_MAX,
            LOYD_UTC_MINUTES_MAX)},
    {STRING(language, settings.language, 2, is_plain_text)},
    {WORD(offline, settings.is_offline, offline_names, 1)},
    {STRING(results, settings.results, 0, is_plain_text)},
};

const struct table site_table = TABLE("site", site_columns, 1);

static const char sql_file_get[] =
    "SELECT bytes FROM site_file WHERE channel = ?1 AND name = ?2";

static const char sql_file_put[] =
    "INSERT OR REPLACE INTO site_file (channel, name, bytes)"
    " VALUES (?1, ?2, ?3)";

static const char sql_file_remove[] =
    "DELETE FROM site_file WHERE channel = ?1 AND name = ?2";

loyd_err
site_file_get(loyd_store *store, const char *channel, loyd_site_file file,
              struct text *bytes, loyd_why *why)
{
    const uint8_t *at;
    size_t len;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_COUNT_, sql_file_get, why);
    query_text(&q, 1, channel);
    query_text(&q, 2, file_names[file]);
    if (query_next(&q)) {
        if (column_blob(&q, 0, 1, LOYD_SITE_FILE_MAX, &at, &len))
            text_bytes(bytes, (const char *)at, len);
        else
            err =
                why_set(why, LOYD_E_CORRUPT, "site_file %s %s: invalid bytes",
                        channel, file_names[file]);
        if (bytes->is_lost)
            err = LOYD_E_NOMEM;
    }
    return query_end(&q, err);
}

loyd_err
site_file_put(loyd_store *store, const char *channel, loyd_site_file file,
              const void *bytes, size_t len, loyd_why *why)
{
    struct query q;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_COUNT_,
                len > 0 ? sql_file_put : sql_file_remove, why);
    query_text(&q, 1, channel);
    query_text(&q, 2, file_names[file]);
    if (len > 0)
        query_blob(&q, 3, bytes, len);
    return query_run(&q);
}

void
site_file_mark(loyd_site_file_mark *mark, const void *bytes, size_t len)
{
    struct crypto_hash hash;

    memset(mark, 0, sizeof(*mark));
    if (len == 0)
        return;
    mark->bytes = (uint32_t)len;
    crypto_hash_begin(&hash, NULL);
    crypto_hash_field(&hash, bytes, len);
    crypto_hash_end(&hash, mark->hash);
}

/* Reads all files for their marks. */
static loyd_err
mark_files(loyd_store *store, const char *channel,
           loyd_site_settings *settings, loyd_why *why)
{
    struct text bytes = {.at = NULL};
    loyd_err err = LOYD_OK;

    for (int file = 0; err == LOYD_OK && file < LOYD_SITE_FILE_COUNT_;
         file++) {
        text_clear(&bytes);
        err = site_file_get(store, channel, (loyd_site_file)file, &bytes, why);
        if (err == LOYD_OK)
            site_file_mark(&settings->files[file], bytes.at, bytes.len);
    }
    text_free(&bytes);
    return err;
}

loyd_err
site_get(loyd_store *store, const char *channel, loyd_site_settings *settings,
         bool *found, loyd_why *why)
{
    struct site site = {.settings = {.title = ""}};
    loyd_err err;

    snprintf(site.channel, sizeof(site.channel), "%s", channel);
    err = columns_find(store, STMT_COUNT_, &site_table, &site, found, why);
    if (err == LOYD_OK && *found)
        err = mark_files(store, channel, &site.settings, why);
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

    return columns_same(&site_table, &one, &other) &&
           memcmp(a->files, b->files, sizeof(a->files)) == 0;
}
