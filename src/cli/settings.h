/* SPDX-License-Identifier: MIT */
/* The stored options of a site, as they are shown. */
#ifndef LOYD_CLI_SETTINGS_H
#define LOYD_CLI_SETTINGS_H

#include <stddef.h>

#include "cli/command.h"

enum setting_kind {
    SETTING_TEXT,   /* char[] */
    SETTING_WORD,   /* an enum: the index of one of the words */
    SETTING_FLAG,   /* a bool: the same */
};

/* A member of loyd_site_settings. */
struct setting {
    const char *option; /* of `publish` */
    const char *key;    /* in JSON */
    enum setting_kind kind;
    size_t at;
    size_t size;
    const char *const *words;
};

/* All that are shown, in this order; ends with one without an option. */
extern const struct setting settings_shown[];

/* Returns the value as a text. */
const char *setting_text(const struct setting *setting,
                         const loyd_site_settings *settings);

/* Sets the members whose options are given. Returns an exit code, after a
 * message about one that is too long. */
int settings_take(const struct run *run, loyd_site_settings *settings);

#endif
