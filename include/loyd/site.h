/* SPDX-License-Identifier: MIT */
/* A channel as a folder of files that any static host serves. */
#ifndef LOYD_SITE_H
#define LOYD_SITE_H

#include "loyd/channel.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The settings with which a channel was published last; where it never was,
 * *is_kept is false and they are the defaults. `store` may be NULL.
 * Errors: LOYD_E_CORRUPT, those of SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_site_settings_get(loyd_store *store, const char *channel,
                       loyd_site_settings *settings, bool *is_kept,
                       loyd_why *why);

/* What is published, and how. Texts are borrowed. */
typedef struct loyd_site_options {
    const char *dir;
    const char *channel;
    loyd_site_settings settings; /* the catalogue keeps them */
    bool has_solutions;   /* settings.solutions was asked for; see
                             loyd_site_publish */
    loyd_date today;      /* the library looks at no clock */
    bool has_from;        /* as loyd_site_publish says */
    loyd_date from;
    bool has_to;
    loyd_date to;
} loyd_site_options;

/* A folder, locked. One call on it at a time. */
typedef struct loyd_site loyd_site;

/*
 * Opens the folder of a site, making it where it is not there, and locks it
 * against other processes until loyd_site_close (not against other threads
 * of this one: POSIX locks belong to processes). A folder that holds
 * anything but a site of this channel is refused; the file .loyd-site tells.
 *
 * Errors: LOYD_E_SYNTAX, LOYD_E_ENCODING, LOYD_E_RANGE, LOYD_E_UNSUPPORTED
 * (an option); LOYD_E_DATE (`today` is before the day that the site stands
 * at, and what is published is not taken back; or from and to); LOYD_E_BUSY
 * (another publisher), LOYD_E_FOREIGN, LOYD_E_NEWER, LOYD_E_CORRUPT,
 * LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_site_open(const loyd_site_options *options, loyd_site **site,
               loyd_why *why);

/*
 * Unlocks, frees and sets the pointer to NULL. A folder in which nothing was
 * published is again what it was. NULL is fine.
 */
LOYD_API void loyd_site_close(loyd_site **site);

/* What a publishing came to. */
typedef struct loyd_site_result {
    loyd_date first; /* the days that the site now shows; where there are */
    loyd_date last;  /* none yet, the channel's first day */
    uint32_t days;
    uint32_t added;                /* puzzles that were decided for it */
    size_t files;                  /* that were new or other than before */
    uint8_t head[LOYD_HASH_BYTES]; /* of the chain after `last` */
    uint32_t promises; /* commitments to days to come, now published */
    uint32_t broken;   /* published ones of today and later that no longer
                          hold: see loyd_channel_promises */
} loyd_site_result;

/*
 * Decides the days up to today or `to` (loyd_ledger_extend) and writes the
 * site: docs/publishing.md lists its files.
 *
 * A site shows days without gaps: from the channel's start, or `from`, to
 * today, or `to`. What it shows already stays: `from` and `to` never take a
 * day away, and the files of the days between them are made anew. Otherwise
 * only what is missing or has changed is written, which costs about 40
 * microseconds for each day of the channel, and a day's draw.
 *
 * Where the catalogue keeps no settings of a site that has days, they must be
 * those that it was published with, or has_solutions: solutions are not shown
 * because an option was forgotten.
 *
 * The ledger is checked from its first row on, and against the head that the
 * site was published with. Files are written beside their places, and take
 * them when all are on the disk: any error before leaves the site as it was.
 * Same ledger, same options, same today: same bytes.
 *
 *   secret    as loyd_channel_secret_check, which is asked first.
 *   listener  told the progress.
 *   result    written on LOYD_OK; NULL is fine.
 *
 * Errors: LOYD_E_DATE, LOYD_E_CORRUPT (the ledger, or one that is not this
 * site's), LOYD_E_FOREIGN (other settings), LOYD_E_IO, LOYD_E_FULL,
 * LOYD_E_NOMEM, those of loyd_ledger_extend and loyd_channel_commitments.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_site_publish(loyd_site *site, loyd_store *store, loyd_solver *solver,
                  const uint8_t *secret, const loyd_listener *listener,
                  loyd_site_result *result, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
