/* SPDX-License-Identifier: MIT */
/*
 * The SQL functions of the queries of a site.
 *
 *   say(KEY, NAME, VALUE ...)   a sentence with values in place of {{NAME}}
 *   called(NAME)                a name of a tier or band: those of the default
 *                               bands are translated
 *   svg(BOARD, TITLE, ABOUT)    a picture, as markup
 *   png(BOARDS, GOAL)           the picture that goes with links
 *   uuid(WHAT, HASH)            an id of the feed
 *   offset(DATE)                that of the zone from UTC when the day begins
 *   sum_of(BYTES)               a sum that the service worker can compute
 *   lines(JSON)                 the same, a member a line
 */
#ifndef LOYD_SITE_FUNCTIONS_H
#define LOYD_SITE_FUNCTIONS_H

#include "loyd/date.h"
#include "site/template.h"

/* What they need. */
struct site_functions {
    const struct passages *language;
    int (*utc_minutes)(const loyd_date *date); /* NULL: 0 */
};

/* Makes them known to a connection, or unknown without `with`. */
int site_functions_add(sqlite3 *db, struct site_functions *with);

#endif
