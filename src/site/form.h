/* SPDX-License-Identifier: MIT */
/* The form of a site's pages: what they depend on besides the ledger. */
#ifndef LOYD_SITE_FORM_H
#define LOYD_SITE_FORM_H

#include "site/page.h"

/* In the order of releases, the newest first. */
enum form { FORM_NOW = 0, FORM_WITHOUT_SCRIPT, FORM_OF_0_1_0, FORM_COUNT };

/*
 * Hashes everything that the form of the pages of days up to `last` depends
 * on, in the way of a release: the text of its pages, the site's title and
 * settings, and the commitments that they name.
 */
void form_hash(enum form form, const char *title,
               const loyd_site_settings *settings,
               const struct promises *promises, const loyd_date *last,
               uint8_t hash[LOYD_HASH_BYTES]);

#endif
