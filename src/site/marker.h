/* SPDX-License-Identifier: MIT */
/* The marker of a site, the file .loyd-site in its folder. */
#ifndef LOYD_SITE_MARKER_H
#define LOYD_SITE_MARKER_H

#include "base/bytes.h"
#include "base/text.h"
#include "loyd/channel.h"
#include "loyd/puzzle.h"
#include "site/folder.h"

#define MARKER_NAME ".loyd-site"
#define MARKER_BYTES 4096 /* maximum */

/* The channel of the folder, and the state of the last publication; all but
 * the channel is "" if nothing is published yet. */
struct marker {
    char channel[LOYD_CHANNEL_NAME];
    char first[LOYD_DATE_TEXT];
    char last[LOYD_DATE_TEXT];
    char today[LOYD_DATE_TEXT];            /* of the last publication */
    char head[BYTES_HEX(LOYD_HASH_BYTES)]; /* of `last` */
    char form[BYTES_HEX(LOYD_HASH_BYTES)]; /* hash of what all pages depend on
                                            */
    char release[RELEASE_CHARS + 1]; /* of the files that pages share */
};

void marker_print(const struct marker *marker, struct text *text);

/*
 * Parses the output of marker_print and accepts nothing else. Errors:
 * LOYD_E_CORRUPT (not written by loyd), LOYD_E_NEWER (another version).
 */
loyd_err marker_parse(const struct text *text, struct marker *marker,
                      loyd_why *why);

#endif
