/* SPDX-License-Identifier: MIT */
/* The numbers and ids that a series of packs has given. */
#ifndef LOYD_PACK_IDS_H
#define LOYD_PACK_IDS_H

#include "pack/spool.h"
#include "store/watch.h"

/* What ids.tsv says of a number. */
enum ids_state {
    IDS_ADDED = 0,
    IDS_CHANGED,
    IDS_KEPT,
    IDS_WITHDRAWN,
    IDS_GONE, /* withdrawn in a pack before: told as withdrawn */
};

/* Of number i + 1 in rows[i]. */
struct ids_row {
    loyd_id id;
    uint16_t stm; /* 0: not proven */
    uint8_t state;
};

/* A pack's, and those that its series gave before. */
struct ids {
    char *name;
    uint32_t version;
    loyd_id pack_id;
    uint8_t digest[LOYD_HASH_BYTES];
    struct ids_row *rows;
    size_t n;
    size_t room;
};

/* "added", "changed", "kept" or "withdrawn". */
const char *ids_word(enum ids_state state);

/*
 * Those of the pack in a folder: its manifest and its ids.tsv, which is
 * checked against it. `out` is written on LOYD_OK only.
 * Errors: those of loyd_comparison_open.
 */
loyd_err ids_read(const char *dir, struct ids *out, loyd_why *why);

/*
 * Of a pack whose manifest was read: only rows, n and room are written. `sha`
 * becomes the SHA-256 of what is in ids.tsv, compressed or not.
 */
struct manifest;
loyd_err ids_read_file(int dir, const struct manifest *m,
                       const struct watch *w, struct ids *out,
                       uint8_t sha[LOYD_HASH_BYTES], loyd_why *why);
void ids_free(struct ids *s);

/* Is the puzzle part of the series' last pack? */
bool ids_is_live(const struct ids_row *row);

/* The rows by id. */
struct ids_index;

loyd_err ids_index_new(const struct ids *s, struct ids_index **made);
void ids_index_free(struct ids_index **index);
/* Its number, 0: it has none. */
uint32_t ids_number(const struct ids_index *index, const loyd_id *id);

/* --- number.c --- */

/*
 * Numbers for the rows of a spool, in their order, those of `before` where
 * it is not NULL; `after` becomes the new pack's. The spool keeps what goes
 * into the files, in order of numbers. Errors: LOYD_E_CORRUPT (a proven
 * length is another one), LOYD_E_NOMEM, LOYD_E_UNSUPPORTED.
 */
loyd_err ids_continue(const struct ids *before, struct spool *rows,
                      struct ids *after, loyd_why *why);

/* Another order for the rows of a spool, by the seed alone. */
loyd_err ids_shuffle(struct spool *rows, const char *seed);

#endif
