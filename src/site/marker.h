/* SPDX-License-Identifier: MIT */
/* The marker of a site, the file .loyd-site in its folder. */
#ifndef LOYD_SITE_MARKER_H
#define LOYD_SITE_MARKER_H

#include "base/text.h"
#include "loyd/channel.h"
#include "loyd/puzzle.h"
#include "site/folder.h"

#define MARKER_NAME ".loyd-site"
#define MARKER_BYTES 4096 /* maximum */

/* The channel of the folder, and the state of the last publication. */
struct marker {
    char channel[LOYD_CHANNEL_NAME];
    bool has_days; /* false: begun; nothing is published yet */
    loyd_date first;
    loyd_date last;
    loyd_date today; /* of the last publication */
    uint8_t head[LOYD_HASH_BYTES]; /* of `last` */
    uint8_t form[LOYD_HASH_BYTES]; /* hash of what all pages depend on */
    char release[RELEASE_CHARS + 1]; /* of the files that pages share */
};

void marker_print(const struct marker *marker, struct text *text);

/*
 * Parses the output of marker_print and accepts nothing else. Errors:
 * LOYD_E_CORRUPT (not written by loyd), LOYD_E_NEWER (another version).
 */
loyd_err marker_parse(const char *text, size_t len, struct marker *marker,
                      loyd_why *why);

#endif
