/* SPDX-License-Identifier: MIT */
/* The stored options of a site, as they are shown. */
#ifndef LOYD_CLI_SETTINGS_H
#define LOYD_CLI_SETTINGS_H

#include <stddef.h>

#include "cli/message.h"
#include "loyd.h"

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
    const char *const *words;
};

/* All that are shown, in this order; ends with one without an option. */
extern const struct setting settings_shown[];

/* Returns the value as a text. */
const char *setting_text(const struct setting *setting,
                         const loyd_site_settings *settings);

/* Copies the value of an option, if it was given, to a member with `room`
 * bytes. Returns an exit code. */
int setting_take(const char *option, const char *text, char *to, size_t room);

#endif
