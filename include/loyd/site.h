/* SPDX-License-Identifier: MIT */
/* Sites: a channel as a folder of static files for any web server. */
#ifndef LOYD_SITE_H
#define LOYD_SITE_H

#include "loyd/channel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options of a publication. Texts are borrowed until loyd_site_close. */
typedef struct loyd_site_options {
    const char *dir;             /* the folder of the site */
    const char *channel;
    loyd_site_settings settings; /* stored in the catalogue */
    bool has_solutions;   /* settings.solutions was set explicitly; see
                             loyd_site_publish */
    loyd_date today;      /* supplied by the caller; the library reads no
                             clock */
    const char *web;      /* the folder of the package for browsers, which
                             `make web` builds; NULL: none. One that is damaged
                             or of another release is left out */
    const char *theme;    /* a folder of the publisher's own files, which are
                             copied; NULL: those that the site has stay;
                             "": they are withdrawn */
    int (*utc_minutes)(const loyd_date *date); /* by how many minutes the zone
                             is ahead of UTC at the midnight that begins a
                             day, for the feed; NULL: 0 */
} loyd_site_options;

/* Whether a site has the package for browsers, with which pages solve boards.
 * Values are appended, never changed. */
typedef enum loyd_site_package {
    LOYD_SITE_PACKAGE_NONE = 0,
    LOYD_SITE_PACKAGE_GIVEN = 1, /* the one of the options */
    LOYD_SITE_PACKAGE_KEPT = 2,  /* the one that the site already had */
    LOYD_SITE_PACKAGE_OLD = 3,   /* the site has one of another release, or a
                                    damaged one, which pages do not use */
    LOYD_SITE_PACKAGE_COUNT_
} loyd_site_package;

/*
 * Writes the sentences of pages in a language ("en" or "de") as one JSON
 * object, as loyd_moves_print does: what a theme's sentences.json may have.
 */
LOYD_API size_t loyd_site_sentences(const char *language, char *out,
                                    size_t size);

/* The folder of a site, open and locked. One thread at a time. */
typedef struct loyd_site loyd_site;

/*
 * Opens the folder of a site, creating it if it does not exist, and locks it
 * against other processes until loyd_site_close (not against other threads
 * of this process: POSIX locks belong to processes). The file .loyd-site
 * identifies a site. A site of another channel is refused, and so is a folder
 * that is not a site and contains files other than those that
 * docs/publishing.md allows.
 *
 * Errors: LOYD_E_SYNTAX, LOYD_E_ENCODING, LOYD_E_RANGE, LOYD_E_UNSUPPORTED
 * (an option); LOYD_E_DATE (`today` is earlier than when the site was last
 * published, since published days are never removed); LOYD_E_BUSY (another
 * process is publishing), LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT,
 * LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_site_open(const loyd_site_options *options, loyd_site **site,
               loyd_why *why);

/*
 * Unlocks and frees the site and sets the pointer to NULL. If nothing was
 * published, the folder is restored to its former state. Accepts NULL.
 */
LOYD_API void loyd_site_close(loyd_site **site);

/* The result of loyd_site_publish. */
typedef struct loyd_site_result {
    loyd_date first; /* the days that the site shows */
    loyd_date last;
    uint32_t days;
    uint32_t added;                /* puzzles decided by this call */
    size_t files;                  /* files created or changed */
    uint8_t head[LOYD_HASH_BYTES]; /* of the ledger after `last` */
    bool is_upgraded;  /* the pages were those of an earlier release, and all
                          are written again */
    loyd_site_package package;
    loyd_why package_why; /* why the one of the options was left out; "": it
                             was not */
    uint32_t withdrawn; /* files of a theme that were removed, from the folders
                           of all releases */
} loyd_site_result;

/*
 * Decides the days up to today (loyd_ledger_extend) and writes the files of
 * the site, which docs/site.md lists.
 *
 * A site shows all days from the channel's start to today; days that it
 * already shows stay. Only missing and changed files are written. This costs
 * about 40 microseconds per day of the channel, as well as drawing the new
 * days.
 *
 * If the site has days and the catalogue has no settings of it, the settings
 * must be those that it was last published with, or has_solutions must be
 * set. A forgotten option therefore never reveals solutions.
 *
 * The ledger is checked from its first row, and against the head that the
 * site was published with. Files are written under temporary names and
 * renamed when all of them are on the disk; an error before that leaves the
 * site unchanged. The same ledger, options and today give the same bytes.
 *
 *   secret    as in loyd_channel_secret_check, which is called first.
 *   listener  its progress is called; may be NULL.
 *   result    written on LOYD_OK; may be NULL.
 *
 * Errors: LOYD_E_DATE, LOYD_E_CORRUPT (a damaged ledger, or not the one of
 * this site), LOYD_E_FOREIGN (other settings), LOYD_E_BUSY (the channel was
 * revised meanwhile), LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM, LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_SYNTAX, LOYD_E_RANGE,
 * LOYD_E_UNSOLVABLE, LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED, LOYD_E_CANCELLED,
 * LOYD_E_SYSTEM, LOYD_E_DB, LOYD_E_NOT_FOUND, LOYD_E_SECRET, LOYD_E_EMPTY.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_site_publish(loyd_site *site, loyd_store *store, loyd_solver *solver,
                  const uint8_t *secret, const loyd_listener *listener,
                  loyd_site_result *result, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
