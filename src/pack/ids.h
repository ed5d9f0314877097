/* SPDX-License-Identifier: MIT */
/* The numbers and ids of a series of packs: the contents of ids.tsv. */
#ifndef LOYD_PACK_IDS_H
#define LOYD_PACK_IDS_H

#include "loyd/export.h"
#include "pack/spool.h"
#include "store/watch.h"

/* The state of a number in ids.tsv. */
enum ids_state {
    IDS_ADDED = 0,
    IDS_CHANGED,
    IDS_KEPT,
    IDS_WITHDRAWN, /* these two: in this pack */
    IDS_REVOKED,   /* by name */
    IDS_GONE,      /* IDS_WITHDRAWN in an earlier pack */
    IDS_BARRED,    /* IDS_REVOKED in an earlier pack */
    IDS_STATES_
};

/* rows[i] is number i + 1. */
struct ids_row {
    loyd_id id;
    uint16_t stm; /* 0: not proven */
    uint16_t mtm; /* 0: not proven, or the pack is one of STM */
    uint8_t state;
};

/* All numbers of a pack, including those of the previous packs, and what else
 * the next pack of the series continues. */
struct ids {
    char *name;
    uint32_t version;
    loyd_id pack_id;
    uint8_t digest[LOYD_HASH_BYTES];
    struct pack_goal_set goals; /* numbered from 1 in this order */
    char *selection;            /* JSON */
    bool has_mtm;
    bool is_delta;
    loyd_id before_id; /* deltas only: the previous pack */
    struct ids_row *rows;
    size_t n;
    size_t room;
};

/* Returns the word for a state in ids.tsv, such as "added". */
const char *ids_word(enum ids_state state);

#define GOALS_HEADING "goal_no\tclass_no\tsize\tlayout\tgoal\n"

/* Returns the first line of ids.tsv. */
const char *ids_heading(bool has_mtm);

/* --- previous.c --- */

/*
 * Reads the manifest and the tables of the pack in a folder and checks these
 * against it. Writes `out` on LOYD_OK only.
 * Errors: those of loyd_pack_compare.
 */
loyd_err previous_read(const char *dir, struct ids *out, loyd_why *why);

/* --- ids.c --- */

/*
 * Read ids.tsv or goals.tsv of a pack whose manifest was read into `out`,
 * which has no rows or goals yet, and on an error has none. `sha` receives the
 * SHA-256 of the uncompressed contents.
 */
struct manifest;
loyd_err ids_read_rows(int dir, const struct manifest *m,
                       const struct watch *w, struct ids *out,
                       uint8_t sha[LOYD_HASH_BYTES], loyd_why *why);
loyd_err ids_read_goals(int dir, const struct manifest *m,
                        const struct watch *w, struct ids *out, loyd_why *why);
void ids_free(struct ids *s);

/* Returns whether the puzzle is not withdrawn. */
bool ids_is_live(const struct ids_row *row);
/* Returns whether this pack withdraws the puzzle. */
bool ids_is_tomb(const struct ids_row *row);
/* Returns whether the puzzle is revoked, by this pack or an earlier one. */
bool ids_is_revoked(const struct ids_row *row);
/* Returns whether the puzzle is in the files of this pack. */
bool ids_is_written(const struct ids_row *row);
/* Returns whether unselected puzzles of the series stay in it. */
bool ids_is_growing(const loyd_export_options *options);

/* An index of the rows by id. */
struct ids_index;

loyd_err ids_index_new(const struct ids *s, struct ids_index **made);
void ids_index_free(struct ids_index **index);
/* Returns the number of an id, or 0 if it has none. */
uint32_t ids_number(const struct ids_index *index, const loyd_id *id);

/* --- number.c --- */

/*
 * Begins the numbers of a pack with those of `before`: puzzles are withdrawn
 * until they are found again, or kept if the series only grows. Revokes and
 * restores puzzles by their ids. Errors: LOYD_E_NOT_FOUND, LOYD_E_NOMEM.
 */
loyd_err ids_begin(const struct ids *before, const struct ids_index *index,
                   const loyd_export_options *options, struct ids *after,
                   loyd_why *why);

/*
 * Numbers the rows of a spool in their order. Puzzles in `after`, whose index
 * may be NULL, keep their numbers; the others are appended.
 * The spool is reduced to the rows of the new files, in order of numbers.
 * Errors: LOYD_E_CORRUPT (a proven length differs from that in `after`),
 * LOYD_E_NOMEM, LOYD_E_UNSUPPORTED (too many numbers).
 */
loyd_err ids_continue(const struct ids_index *index, struct spool *rows,
                      struct ids *after, loyd_why *why);

/* Sorts the rows of a spool in an order that depends only on the seed. */
loyd_err ids_shuffle(struct spool *rows, const char *seed);

#endif
