/* SPDX-License-Identifier: MIT */
/* Marks: which puzzles were published in which volumes, or marked by hand. */
#ifndef LOYD_STORE_MARK_H
#define LOYD_STORE_MARK_H

#include "loyd/use.h"

/* A volume, and the pack that it belongs to. */
struct volume {
    char pack[LOYD_PACK_NAME_MAX + 1]; /* "": none */
    char title[LOYD_PACK_NAME_MAX + 1];
    char licence[LOYD_PACK_LICENCE_MAX + 1];
    int64_t pk;        /* of a volume that is stored */
    uint32_t volume;   /* from 1 */
    uint32_t revision; /* from 1 */
    char date[LOYD_DATE_TEXT];
    char *selection; /* JSON; the caller frees it */
    bool has_hash;
    uint8_t hash[LOYD_HASH_BYTES]; /* of all that was written */
    /* Of the pack: */
    bool is_known;
    uint32_t newest; /* volume; 0: none */
    uint32_t last;   /* number; 0: none */
};

/* Reads what is known of the pack of that name.
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_CORRUPT, those of SQLite. */
loyd_err pack_must(loyd_store *store, const char *name, struct volume *out,
                   loyd_why *why);

/* Reads what is known of out->pack, and of out->volume if it is stored.
 * Errors: LOYD_E_CORRUPT, LOYD_E_NOMEM, those of SQLite. */
loyd_err volume_get(loyd_store *store, struct volume *out, loyd_why *why);

/* Stores a volume and its pack, or what has changed of them; a new volume
 * gets its pk. Needs a transaction. */
loyd_err volume_put(loyd_store *store, struct volume *volume, loyd_why *why);

/* Marks a puzzle as one of the volume. Needs a transaction. Errors:
 * LOYD_E_USED: it has another number in the pack, or the number another
 * puzzle. */
loyd_err volume_mark(loyd_store *store, const struct volume *volume,
                     const loyd_id *id, uint32_t number, bool *is_new,
                     loyd_why *why);

/* Withdraws a puzzle of the pack with this volume, unless it is withdrawn.
 * Errors: LOYD_E_NOT_FOUND. */
loyd_err volume_withdraw(loyd_store *store, const struct volume *volume,
                         const loyd_id *id, loyd_why *why);

/* A puzzle of a pack. */
struct marked {
    loyd_id id;
    uint32_t volume;
    uint32_t number;
    uint32_t withdrawn; /* the volume that withdraws it; 0: none */
};

/* Lists the puzzles of a volume that are not withdrawn, in order of id; or
 * those that are, and all that it and the volumes before it withdraw, in order
 * of number. The caller frees *list. */
loyd_err volume_list(loyd_store *store, const struct volume *volume,
                     bool is_withdrawn, struct marked **list, size_t *n,
                     loyd_why *why);

/* Removes the volume with this key and its marks, in a transaction of its
 * own. A missing one is no error. */
loyd_err volume_forget(loyd_store *store, int64_t pk, loyd_why *why);

#endif
