/* SPDX-License-Identifier: MIT */
/* Writes and parses the marker of a site, as strictly as any input. */
#include "site/marker.h"

#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "core/date.h"
#include "core/day_hash.h"

#define HEADING "loyd site "

void
marker_print(const struct marker *marker, struct text *text)
{
    text_format(text, HEADING "1\nchannel %s\n", marker->channel);
    if (marker->first[0] != '\0')
        text_format(text,
                    "first %s\nlast %s\ntoday %s\nhead %s\nform %s\n"
                    "release %s\n",
                    marker->first, marker->last, marker->today, marker->head,
                    marker->form, marker->release);
}

static bool
is_date(const char *text)
{
    loyd_date date;

    return loyd_date_parse(text, strlen(text), &date, NULL) == LOYD_OK;
}

static bool
is_hex(const char *text, size_t chars)
{
    return strlen(text) == chars &&
           strspn(text, "0123456789abcdef") == chars;
}

static bool
is_valid(const struct marker *m)
{
    if (!day_name_is_valid(m->channel, strlen(m->channel)))
        return false;
    return m->first[0] == '\0' ||
           (is_date(m->first) && is_date(m->last) && is_date(m->today) &&
            strcmp(m->first, m->last) <= 0 &&
            strcmp(m->last, m->today) <= 0 &&
            is_hex(m->head, sizeof(m->head) - 1) &&
            is_hex(m->form, sizeof(m->form) - 1) &&
            is_hex(m->release, RELEASE_CHARS));
}

loyd_err
marker_parse(const struct text *text, struct marker *marker, loyd_why *why)
{
    const char *at = text->at != NULL ? text->at : "";
    struct marker made = {.channel = ""};
    char again[MARKER_BYTES];
    struct text to = text_in(again, sizeof(again));

    if (strncmp(at, HEADING, strlen(HEADING)) == 0 &&
        strncmp(at + strlen(HEADING), "1\n", 2) != 0 &&
        strchr(at, '\n') != NULL)
        return why_set(why, LOYD_E_NEWER,
                       MARKER_NAME " has another version: expected version 1");
    (void)sscanf(at,
                 HEADING "1 channel %32s first %10s last %10s today %10s "
                         "head %64s form %64s release %16s",
                 made.channel, made.first, made.last, made.today, made.head,
                 made.form, made.release);
    marker_print(&made, &to);
    if (to.len != text->len || memcmp(again, at, to.len) != 0 ||
        !is_valid(&made))
        return why_set(why, LOYD_E_CORRUPT,
                       MARKER_NAME " is damaged: try a new folder");
    *marker = made;
    return LOYD_OK;
}
