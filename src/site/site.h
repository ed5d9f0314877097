/* SPDX-License-Identifier: MIT */
/* An open site, and its files while it is published. */
#ifndef LOYD_SITE_SITE_H
#define LOYD_SITE_SITE_H

#include "loyd/site.h"
#include "site/folder.h"
#include "site/functions.h"
#include "site/marker.h"
#include "site/package.h"
#include "site/theme.h"

struct loyd_site {
    loyd_site_options options;
    char title[LOYD_SITE_TEXT_MAX + 1]; /* as the pages show it */
    struct site_folder folder;
    struct marker marker;   /* as it was when the site was opened */
    struct package package; /* that pages can use */
    struct theme theme;
    const struct passages *language;
    loyd_site_package has_package;
    loyd_why package_why; /* why that of the options is not used */
};

/* The last rank of files: pages.sql has those before it. */
#define RANK_MARKER 9

/* A value that all queries can name: a text or, without one, a number. */
struct constant {
    const char *name;
    const char *text;
    int number;
};

/* The queries of a site, open on its catalogue. All zero is closed. */
struct pages {
    loyd_site *site;
    loyd_store *store;
    const loyd_listener *listener;
    loyd_why *why;
    struct renderer renderer;
    struct site_functions functions;
    sqlite3_stmt *values; /* the row of constants */
    struct row constants;
    int arguments, compounds; /* the limits of the connection */
    bool is_open;
};

/* Makes tables and functions, and the files of the release, whose name is a
 * hash of all that is in it and of the queries and templates. */
loyd_err pages_open(struct pages *p, char release[RELEASE_CHARS + 1]);

/* Gives values, which end with a NULL name, in place of those before. */
loyd_err pages_give(struct pages *p, const struct constant *values);

/* Reads the days from :first to :last of the ledger. */
loyd_err pages_read_days(struct pages *p);

/* Returns the first value of a query, "" for none, until anything else is
 * rendered. Errors are noted in the renderer. */
const char *pages_value(struct pages *p, const char *query);

/* Stages all files. */
loyd_err pages_stage(struct pages *p);

void pages_close(struct pages *p);

/* An upper bound of the size of the files that do not depend on days. */
size_t pages_shared_bytes(const loyd_site *site);

#endif
