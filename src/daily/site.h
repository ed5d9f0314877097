/* SPDX-License-Identifier: MIT */
/* An open site, and the days that pass while it is published. */
#ifndef LOYD_DAILY_SITE_H
#define LOYD_DAILY_SITE_H

#include "daily/site_folder.h"
#include "daily/marker.h"
#include "daily/page.h"
#include "loyd/site.h"

struct loyd_site {
    loyd_site_options options; /* texts are those below */
    char *dir;
    char channel[LOYD_CHANNEL_NAME];
    char title[LOYD_SITE_TEXT_MAX + 1]; /* as the pages show it */
    struct site_folder folder;
    struct marker marker; /* as it was found */
};

#define FEED_DAYS 30

/* What a row of the ledger borrows. */
struct kept_texts {
    char layout[LOYD_LAYOUT_TEXT];
    char recipe[LOYD_RECIPE_TEXT];
    struct text path;
};

/*
 * The days of a ledger as they pass. A day's files are staged when all of
 * its rows have come; of most days only the brief stays.
 */
struct staging {
    loyd_site *site;
    struct imprint imprint;
    const struct promises *promises; /* published ones, sorted */
    bool is_same_form; /* all pages are shaped as last time */
    const loyd_listener *listener;
    loyd_why *why;
    loyd_err err;
    /* The day under way, and when all is over the last one. */
    struct day day;
    struct day_puzzle puzzle[LOYD_SCHEDULE_ROWS];
    struct kept_texts texts[LOYD_SCHEDULE_ROWS]; /* of these puzzles */
    /* Briefs of all days of the site. */
    struct day_brief *archive;
    size_t n_days;
    size_t days_room;
    struct brief *briefs;
    size_t n_briefs;
    size_t briefs_room;
    uint8_t first_head[LOYD_HASH_BYTES]; /* of the channel's first row */
    bool has_first;
    struct text page;
    struct text feed[FEED_DAYS]; /* the entry of a day, by its number */
};

/* A loyd_ledger_fn; its context is a struct staging. */
bool staging_row(void *context, const loyd_ledger_row *row);

/* Ends the last day. Errors: LOYD_E_CORRUPT where days are missing. */
loyd_err staging_end(struct staging *all);

/* Stages what leads to the days: the index, the feed, the archive. */
loyd_err staging_indexes(struct staging *all);

/* Stages all->page as a file, and empties it. */
loyd_err staging_file(struct staging *all, enum rank rank, int in,
                      const char *name);
void staging_free(struct staging *all);

#endif
