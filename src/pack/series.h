/* SPDX-License-Identifier: MIT */
/* The numbers and ids that a series of packs has given. */
#ifndef LOYD_PACK_SERIES_H
#define LOYD_PACK_SERIES_H

#include "pack/spool.h"
#include "store/watch.h"

/* What ids.tsv says of a number. */
enum series_state {
    SERIES_ADDED = 0,
    SERIES_CHANGED,
    SERIES_KEPT,
    SERIES_WITHDRAWN,
    SERIES_GONE, /* withdrawn in a pack before: told as withdrawn */
};

/* Of number i + 1 in rows[i]. */
struct series_row {
    loyd_id id;
    uint16_t stm; /* 0: not proven */
    uint8_t state;
};

struct series {
    char *name;
    uint32_t version;
    loyd_id pack_id;
    uint8_t digest[LOYD_HASH_BYTES];
    struct series_row *rows;
    size_t n;
    size_t room;
};

/* "added", "changed", "kept" or "withdrawn". */
const char *series_word(enum series_state state);

/*
 * The series of the pack in a folder: its manifest and its ids.tsv, which is
 * checked against it. `out` is written on LOYD_OK only.
 * Errors: those of loyd_pack_compare.
 */
loyd_err series_read(const char *dir, struct series *out, loyd_why *why);

/*
 * Of a pack whose manifest was read: only rows, n and room are written. `sha`
 * becomes the SHA-256 of what is in ids.tsv, compressed or not.
 */
struct unpack_manifest;
loyd_err series_read_ids(int dir, const struct unpack_manifest *m,
                         const struct watch *w, struct series *out,
                         uint8_t sha[LOYD_HASH_BYTES], loyd_why *why);
void series_free(struct series *s);

/* Is the puzzle part of the series' last pack? */
bool series_is_live(const struct series_row *row);

/* The rows of a series by id. */
struct series_index;

loyd_err series_index_new(const struct series *s, struct series_index **made);
void series_index_free(struct series_index **index);
/* Its number, 0: it has none. */
uint32_t series_number(const struct series_index *index, const loyd_id *id);

/*
 * Numbers for the rows of a spool, in their order, those of `before` where
 * it is not NULL; `after` becomes the series then. The spool keeps what goes
 * into the files, in order of numbers. Errors: LOYD_E_CORRUPT (a proven
 * length is another one), LOYD_E_NOMEM, LOYD_E_UNSUPPORTED.
 */
loyd_err series_continue(const struct series *before, struct spool *rows,
                         struct series *after, loyd_why *why);

/* Another order for the rows of a spool, by the seed alone. */
loyd_err series_shuffle(struct spool *rows, const char *seed);

#endif
