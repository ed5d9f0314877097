/* SPDX-License-Identifier: MIT */
/* The stored options of a site: one table for all who show them. */
#include "cli/settings.h"

#include <string.h>

#include "cli/days.h"

#define MEMBER(option, key, kind, member, words)                              \
    {                                                                         \
        option, key, SETTING_##kind, offsetof(loyd_site_settings, member),    \
            words                                                             \
    }

const struct setting settings_shown[] = {
    MEMBER("title", "title", TEXT, title, NULL),
    MEMBER("base-url", "base_url", TEXT, base_url, NULL),
    MEMBER("tz", "tz", TEXT, zone, NULL),
    MEMBER("solution", "solution", WORD, solutions, solution_words),
    MEMBER("hints", "hints", WORD, hints, hint_words),
    MEMBER("offline", "offline", FLAG, is_offline, offline_words),
    MEMBER("language", "language", TEXT, language, NULL),
    MEMBER("results", "results", TEXT, results, NULL),
    {NULL, NULL, SETTING_TEXT, 0, NULL},
};

const char *
setting_text(const struct setting *setting, const loyd_site_settings *settings)
{
    const void *at = (const char *)settings + setting->at;

    switch (setting->kind) {
    case SETTING_TEXT:
        return at;
    case SETTING_WORD:
        return setting->words[*(const unsigned *)at];
    case SETTING_FLAG:
        return setting->words[*(const bool *)at];
    }
    return "";
}

int
setting_take(const char *option, const char *text, char *to, size_t room)
{
    if (text == NULL)
        return EXIT_DONE;
    if (strlen(text) >= room)
        return refuse(option, "%zu bytes: expected at most %zu", strlen(text),
                      room - 1);
    memcpy(to, text, strlen(text) + 1);
    return EXIT_DONE;
}
