/* SPDX-License-Identifier: MIT */
/* A publishing under way, as the files that do it share it. */
#ifndef LOYD_DAILY_PUBLISH_H
#define LOYD_DAILY_PUBLISH_H

#include "daily/promises.h"
#include "daily/site.h"

/* A run of loyd_site_publish. */
struct publishing {
    loyd_site *site;
    loyd_store *store;
    loyd_solver *solver;
    const uint8_t *secret;
    loyd_channel channel;
    loyd_why *why;
    struct days days;
    struct promises promises; /* published, sorted */
    struct promises ahead;    /* of commitments.json now */
    struct promises fresh;    /* not in the catalogue yet */
    loyd_site_settings kept;
    bool is_kept;
    uint8_t seal[LOYD_HASH_BYTES]; /* of commitments.json */
};

/* The days that are committed to, from the first to the last: those after
 * today, of which there are none where last < first. */
void publish_ahead(const struct publishing *job, int32_t *first,
                   int32_t *last);

/*
 * What was published before, whether the catalogue knows it or only the site,
 * and what will be published now. Errors: LOYD_E_CORRUPT where both know a
 * commitment of one puzzle, and not the same one; LOYD_E_NOMEM, LOYD_E_IO,
 * those of loyd_channel_commitments and SQLite.
 */
loyd_err publish_promises(struct publishing *job);

/* A hash over everything that shapes the pages of days up to `last`. */
void publish_form(const struct publishing *job, const loyd_date *last,
                  uint8_t form[LOYD_HASH_BYTES]);

/*
 * Where the catalogue does not keep the site's settings: was it published
 * with these, or are its solutions as asked for? Errors: LOYD_E_FOREIGN.
 */
loyd_err publish_check_settings(const struct publishing *job);

/* Does the catalogue hold all that publish_rows would store? */
bool publish_is_known(const struct publishing *job);

/* Stores promises and settings, inside a transaction. */
loyd_err publish_rows(struct publishing *job);

#endif
