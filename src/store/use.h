/* SPDX-License-Identifier: MIT */
/* Uses of puzzles: in ledgers, in packs, and manual marks. */
#ifndef LOYD_STORE_USE_H
#define LOYD_STORE_USE_H

#include "loyd/use.h"

/*
 * Returns in *yes whether the puzzle is used: it is in a ledger or a pack, or
 * was marked manually. This is the only definition of "used".
 */
loyd_err puzzle_is_used(loyd_store *store, const loyd_id *id, bool *yes,
                        loyd_why *why);

/* Returns in *yes whether the catalogue has the puzzle. */
loyd_err puzzle_is_stored(loyd_store *store, const loyd_id *id, bool *yes,
                          loyd_why *why);

/*
 * Copies the manual marks of `from`. Needs a transaction of `to`, which must
 * already hold all puzzles of `from`.
 *
 *   is_fault  written on errors: `from` is damaged.
 *
 * Errors: LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err hand_use_merge(loyd_store *to, loyd_store *from, bool *is_fault,
                        loyd_why *why);

#endif
