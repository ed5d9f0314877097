/* SPDX-License-Identifier: MIT */
/* An open site, and the staging of its days while it is published. */
#ifndef LOYD_SITE_SITE_H
#define LOYD_SITE_SITE_H

#include "site/folder.h"
#include "site/marker.h"
#include "site/package.h"
#include "site/page.h"
#include "loyd/site.h"

struct loyd_site {
    loyd_site_options options; /* its dir is the one below */
    char *dir;
    char channel[LOYD_CHANNEL_NAME];
    char title[LOYD_SITE_TEXT_MAX + 1]; /* as the pages show it */
    struct site_folder folder;
    struct marker marker;   /* as it was when the site was opened */
    struct package package; /* that pages can use */
    const struct language *language;
    loyd_site_package has_package;
};

/* The files that pages share, in the folder of their release. */
enum { SHARED_FILES = 11 };
struct shared {
    struct text file[SHARED_FILES];
    char release[RELEASE_CHARS + 1]; /* a hash of them and of the package */
};

/* What the service worker lists, as members of objects of JSON. */
enum listed { LISTED_PAGES = 0, LISTED_FILES, LISTED_CORE, LISTED_COUNT };

/* Copies of what a row of the ledger borrows. */
struct kept_texts {
    char layout[LOYD_LAYOUT_TEXT];
    char recipe[LOYD_RECIPE_TEXT];
    loyd_moves path;
};

/*
 * Turns the rows of a ledger, in order, into staged files. The files of a day
 * are staged after its last row; of earlier days only the briefs are kept.
 */
struct staging {
    loyd_site *site;
    struct imprint imprint;
    struct late_days late;           /* of the site */
    bool is_same_form; /* pages have the same form as last time */
    const loyd_listener *listener;
    loyd_why *why;
    /* The current day; after staging_end the last one. */
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
    struct shared shared;
    struct text listed[LISTED_COUNT];
    struct text feed[FEED_DAYS]; /* entries; day number modulo FEED_DAYS */
};

/* Adds the next row. Errors: LOYD_E_CORRUPT, LOYD_E_CANCELLED, LOYD_E_NOMEM,
 * those of site_folder_stage. */
loyd_err staging_row(struct staging *all, const loyd_ledger_row *row);

/* Completes the last day. Errors: LOYD_E_CORRUPT if days are missing. */
loyd_err staging_end(struct staging *all);

/* Stages the pages that link to the days: the index, the feed, the archive. */
loyd_err staging_indexes(struct staging *all);

/* Stages all->page as a file and clears it. */
loyd_err staging_file(struct staging *all, enum rank rank, int in,
                      const char *name);

/* Makes the files that pages share, and the name of their release, which pages
 * depend on. */
loyd_err site_files_make(struct staging *all);
/* Stages what does not depend on days: style, scripts, help, package. */
loyd_err site_files_stage(struct staging *all);
/* Returns an upper bound of their size. */
size_t site_files_bytes(const loyd_site *site);

void staging_free(struct staging *all);

/* --- worker.c --- */

/* Adds a file with these contents to what the service worker lists; without
 * contents, one that changes with the days. */
void worker_list(struct staging *all, enum listed kind, const char *path,
                 const struct text *text);

/* Stages sw.js, which lists all that was added. */
loyd_err worker_stage(struct staging *all);

/* Writes the manifest, by which browsers install the site. */
void manifest_put(struct text *text, const struct imprint *imprint);

#endif
