/* SPDX-License-Identifier: MIT */
/* Merges the channels and ledgers of one catalogue into another. */
#ifndef LOYD_CATALOGUE_MERGE_DAYS_H
#define LOYD_CATALOGUE_MERGE_DAYS_H

#include "store/days.h"

/*
 * Copies the channels, schedule versions with their lists, ledger rows, site
 * options and published commitments that `from` has and `to` has not. Of two
 * ledgers of one channel, one must continue the other; the longer one is kept.
 * The lists of a version must be equal, and so must the site options of a
 * channel. Of a commitment in both, the earlier date of publication is kept.
 * Needs a transaction of `to`, which must already hold all puzzles of `from`.
 *
 *   is_fault  written on errors: `from` is damaged or contradicts `to`.
 *
 * Errors: LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err merge_days(loyd_store *to, loyd_store *from, bool *is_fault,
                    loyd_why *why);

#endif
