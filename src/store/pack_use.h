/* SPDX-License-Identifier: MIT */
/* Which puzzles have gone out in which packs. */
#ifndef LOYD_STORE_PACK_USE_H
#define LOYD_STORE_PACK_USE_H

#include "loyd/store.h"

struct pack_use {
    loyd_id pack_id;
    const char *name;
    uint32_t version;
    const char *date; /* YYYY-MM-DD */
};

/*
 * The number of a pack's row, into *pk; a row that is there already keeps the
 * earlier date, for it is the same pack made again. Needs a transaction.
 */
loyd_err pack_use_begin(loyd_store *store, const struct pack_use *use,
                        int64_t *pk, bool *is_new, loyd_why *why);

/*
 * Takes the pack of this number out again, and every mark of it, in a
 * transaction of its own; one that is not there is no error.
 */
loyd_err pack_use_forget(loyd_store *store, int64_t pk, loyd_why *why);

/* Marks a stored puzzle as used in it; twice is once. */
loyd_err pack_use_add(loyd_store *store, int64_t pk, const loyd_id *id,
                      loyd_why *why);

/*
 * Takes over what `from` says went out in which packs; a pack that both know
 * keeps its earlier date. Inside a transaction of `to`, which has all puzzles
 * of `from` by now.
 *
 *   is_fault  written on errors: `from` is damaged.
 *
 * Errors: LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err pack_use_merge(loyd_store *to, loyd_store *from, bool *is_fault,
                        loyd_why *why);

#endif
