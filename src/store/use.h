/* SPDX-License-Identifier: MIT */
/* Uses of puzzles: in ledgers, in packs, and manual marks. */
#ifndef LOYD_STORE_USE_H
#define LOYD_STORE_USE_H

#include "loyd/use.h"

extern const struct table hand_use_table;

/* SQL: is puzzle `p` used: in a ledger or a pack, or marked manually? This is
 * the only definition of "used". */
#define PUZZLE_IS_USED                                                        \
    "(EXISTS (SELECT 1 FROM ledger AS l INDEXED BY ledger_puzzle"             \
    " WHERE l.puzzle = p.id)"                                                 \
    " OR EXISTS (SELECT 1 FROM pack_use AS u"                                 \
    " INDEXED BY sqlite_autoindex_pack_use_1 WHERE u.puzzle = p.id)"          \
    " OR EXISTS (SELECT 1 FROM hand_use AS h WHERE h.puzzle = p.id))"

/* Returns in *yes whether the catalogue has the puzzle. */
loyd_err puzzle_is_stored(loyd_store *store, const loyd_id *id, bool *yes,
                          loyd_why *why);

#endif
