/* SPDX-License-Identifier: MIT */
/* What loyd keeps in a site's folder, in the file .loyd-site. */
#ifndef LOYD_DAILY_MARKER_H
#define LOYD_DAILY_MARKER_H

#include "base/text.h"
#include "loyd/channel.h"
#include "loyd/puzzle.h"

#define MARKER_NAME ".loyd-site"
#define MARKER_BYTES 1024 /* at the most */

/* Whose folder it is, and how far the last publishing came. */
struct marker {
    char channel[LOYD_CHANNEL_NAME];
    bool has_days; /* false: begun, or published before its first day */
    loyd_date first;
    loyd_date last;
    bool has_today;  /* false: begun, and nothing is published for certain */
    loyd_date today; /* as the site had it */
    uint8_t head[LOYD_HASH_BYTES]; /* of `last` */
    uint8_t form[LOYD_HASH_BYTES]; /* of everything that shapes all pages */
    bool is_sealed; /* a channel with a secret: the seal of promises.h */
    uint8_t sealed[LOYD_HASH_BYTES];
};

void marker_print(const struct marker *marker, struct text *text);

/*
 * Reads what marker_print wrote, and nothing else. Errors: LOYD_E_CORRUPT
 * (not one of loyd's), LOYD_E_NEWER (another version).
 */
loyd_err marker_parse(const char *text, size_t len, struct marker *marker,
                      loyd_why *why);

#endif
