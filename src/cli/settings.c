/* SPDX-License-Identifier: MIT */
/* The stored options of a site: one table for all who show them. */
#include "cli/settings.h"

#include <stdio.h>
#include <string.h>

#include "cli/days.h"

#define MEMBER(option, key, kind, member, words)                              \
    {                                                                         \
        option, key, SETTING_##kind, offsetof(loyd_site_settings, member),    \
            sizeof(((loyd_site_settings *)0)->member), words                  \
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
    {.option = NULL},
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

/* The words were checked when the option was read. */
static unsigned
index_of(const char *const *words, const char *text)
{
    unsigned i = 0;

    while (words[i + 1] != NULL && strcmp(words[i], text) != 0)
        i++;
    return i;
}

int
settings_take(const struct run *run, loyd_site_settings *settings)
{
    for (const struct setting *s = settings_shown; s->option != NULL; s++) {
        const char *text = option_text(run, slice_of(s->option));
        void *to = (char *)settings + s->at;
        char where[32];

        if (text == NULL)
            continue;
        if (s->kind == SETTING_WORD)
            *(unsigned *)to = index_of(s->words, text);
        else if (s->kind == SETTING_FLAG)
            *(bool *)to = index_of(s->words, text) == 1;
        else if (strlen(text) < s->size)
            memcpy(to, text, strlen(text) + 1);
        else {
            snprintf(where, sizeof(where), "--%s", s->option);
            return refuse(where, "%zu bytes: expected at most %zu",
                          strlen(text), s->size - 1);
        }
    }
    return EXIT_DONE;
}
