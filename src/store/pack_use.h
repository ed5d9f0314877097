/* SPDX-License-Identifier: MIT */
/* Records which puzzles were published in which packs. */
#ifndef LOYD_STORE_PACK_USE_H
#define LOYD_STORE_PACK_USE_H

#include "loyd/date.h"
#include "loyd/store.h"

/* A row of `pack`. */
struct pack_use {
    int64_t pk; /* chosen by pack_use_begin */
    loyd_id pack_id;
    char name[101]; /* 1..100 bytes */
    uint32_t version;
    loyd_date date;
};

extern const struct table pack_table;
extern const struct table pack_use_table;

/*
 * Stores a pack and returns the key of its row in *pk. A pack that is stored
 * already, because it is exported again, keeps the earlier date. Needs a
 * transaction.
 */
loyd_err pack_use_begin(loyd_store *store, const struct pack_use *use,
                        int64_t *pk, bool *is_new, loyd_why *why);

/* Finds the key of the pack's row. Errors: LOYD_E_NOT_FOUND, LOYD_E_CORRUPT,
 * those of SQLite. */
loyd_err pack_use_must(loyd_store *store, const loyd_id *pack_id, int64_t *pk,
                       loyd_why *why);

/* Returns how many puzzles are marked as used in the pack. */
loyd_err pack_use_count(loyd_store *store, int64_t pk, uint64_t *n,
                        loyd_why *why);

/* Removes all marks of a puzzle, and packs that lose their last mark by it.
 * *found: there was one. Needs a transaction. */
loyd_err pack_use_drop(loyd_store *store, const loyd_id *id, bool *found,
                       loyd_why *why);

/*
 * Removes the pack with this key and all its marks, in a separate
 * transaction. A missing pack is not an error.
 */
loyd_err pack_use_forget(loyd_store *store, int64_t pk, loyd_why *why);

/* Marks a stored puzzle as used in the pack; may be repeated. */
loyd_err pack_use_add(loyd_store *store, int64_t pk, const loyd_id *id,
                      loyd_why *why);

#endif
