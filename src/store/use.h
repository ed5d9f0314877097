/* SPDX-License-Identifier: MIT */
/* Uses of puzzles: in ledgers, in packs, and manual marks. */
#ifndef LOYD_STORE_USE_H
#define LOYD_STORE_USE_H

#include "loyd/use.h"

extern const struct table hand_use_table;

/* Returns in *yes whether the catalogue has the puzzle. */
loyd_err puzzle_is_stored(loyd_store *store, const loyd_id *id, bool *yes,
                          loyd_why *why);

#endif
