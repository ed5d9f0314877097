/* SPDX-License-Identifier: MIT */
/* Puzzles of others into a catalogue, each checked before it is stored. */
#ifndef LOYD_IMPORT_H
#define LOYD_IMPORT_H

#include "loyd/catalogue.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum loyd_import_format {
    LOYD_IMPORT_AUTO = 0,     /* found out by a look at what is in it */
    LOYD_IMPORT_JSONL = 1,    /* an object a line, as `find --json` */
    LOYD_IMPORT_JSON = 2,     /* puzzles.json of a pack; an array of objects */
    LOYD_IMPORT_CSV = 3,      /* with a heading, as `find --csv` */
    LOYD_IMPORT_BOARDS = 4,   /* a board a line, or START<TAB>GOAL; the lines
                                 of slidysim and SGT's ids among them */
    LOYD_IMPORT_SGT = 5,      /* ids of Simon Tatham's Fifteen: goal `rows` */
    LOYD_IMPORT_SQLITE = 6,   /* puzzles.sqlite of a pack */
    LOYD_IMPORT_CATALOGUE = 7,/* a catalogue, damaged or not */
    LOYD_IMPORT_COUNT_
} loyd_import_format;

/* All zero is the default. */
typedef struct loyd_import_options {
    bool skips_bad;        /* store the others; otherwise all or nothing */
    const char *layout;    /* of boards that come without a goal; NULL: rows */
    const loyd_board *goal;/* instead of a layout */
    const uint8_t *secret; /* LOYD_SECRET_BYTES, to check recipes drawn with
                              it; NULL: these are left out */
    loyd_import_format format;
    int input;             /* where the path is "-": a file descriptor, which
                              is closed */
} loyd_import_options;

typedef struct loyd_import_result {
    uint64_t rows;        /* that were right */
    uint64_t new_puzzles; /* of these, not there before */
    uint64_t claims;      /* lengths to be proven */
    uint64_t recipes;     /* drawn again and stored */
    uint64_t unchecked;   /* recipes left out: drawn with a secret, or not to
                             be found among LOYD_IMPORT_ATTEMPTS draws */
    uint64_t bad;         /* rows refused */
} loyd_import_result;

#define LOYD_IMPORT_ATTEMPTS 16777216 /* 2^24 */

/*
 * Reads puzzles from a file or a pack's folder and stores them, in one
 * transaction. Text may be compressed by gzip. Of a folder the manifest, the
 * hash of the file that is read, and its rows are checked.
 *
 * Every row is checked: labels, solvability, that id, size, layout and path
 * fit, that its recipe draws it. What is said of an optimum is stored as a
 * claim (loyd_store_add_claim), never as proven; a path, which has been
 * replayed, as an upper bound.
 *
 * A bad row ends it, and nothing is stored; or, with skips_bad, it is left
 * out. The listener is told of each, with file and line. Lines may have 1 MB,
 * a JSON file that is not a puzzle a line 16 MB.
 *
 *   solver  for recipes with a target; NULL: one is made where needed.
 *
 * The listener's progress and the store's go_on are asked before each read as
 * well.
 *
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_SYNTAX (no such format), LOYD_E_CORRUPT
 * (a row is bad; a file of a pack is not what its manifest says),
 * LOYD_E_CANCELLED, LOYD_E_IO, and those of the store.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_import(loyd_store *store, const char *path,
            const loyd_import_options *options, const loyd_listener *listener,
            loyd_import_result *result, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
