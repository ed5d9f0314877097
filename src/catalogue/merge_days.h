/* SPDX-License-Identifier: MIT */
/* The channels and ledgers of a catalogue, merged into another. */
#ifndef LOYD_CATALOGUE_MERGE_DAYS_H
#define LOYD_CATALOGUE_MERGE_DAYS_H

#include "store/days.h"

/*
 * Takes over what channels, versions of schedules and rows of ledgers `from`
 * has that `to` has not. Of two ledgers of one channel one has to go on where
 * the other ends; the longer one stays. So do the options of sites, which must
 * not differ, and published commitments: of one in both the earlier day of
 * publishing stays. Inside a transaction of `to`, which has all puzzles of
 * `from` by now.
 *
 *   is_fault  written on errors: `from` is damaged, or contradicts `to`.
 *
 * Errors: LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err merge_days(loyd_store *to, loyd_store *from, bool *is_fault,
                    loyd_why *why);

#endif
