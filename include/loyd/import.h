/* SPDX-License-Identifier: MIT */
/* Imports puzzles into a catalogue and checks each one first. */
#ifndef LOYD_IMPORT_H
#define LOYD_IMPORT_H

#include "loyd/catalogue.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum loyd_import_format {
    LOYD_IMPORT_AUTO = 0,   /* detected from the contents */
    LOYD_IMPORT_JSONL = 1,  /* one object per line, as `find --json` */
    LOYD_IMPORT_JSON = 2,   /* puzzles.json of a pack; an array of objects */
    LOYD_IMPORT_CSV = 3,    /* with a heading, as `find --csv` */
    LOYD_IMPORT_BOARDS = 4, /* one START or START<TAB>GOAL per line, in any
                               form of loyd_board_parse; or START in rows */
    LOYD_IMPORT_SQLITE = 5, /* puzzles.sqlite of a pack */
    LOYD_IMPORT_CATALOGUE = 6, /* a catalogue, even a damaged one */
    LOYD_IMPORT_ROWS = 7, /* START in rows, each ended by an empty line or by
                             the size, on a line before it */
    LOYD_IMPORT_COUNT_
} loyd_import_format;

/* Options of an import. All zero is the default. */
typedef struct loyd_import_options {
    bool skips_bad;     /* leave bad rows out and store the others; false:
                           one bad row and nothing is stored */
    bool is_trial;      /* store nothing: the result is what an import would
                           have stored */
    const char *layout; /* of boards without a goal; NULL: rows */
    const loyd_board *goal; /* replaces the layout; NULL: none */
    const uint8_t *secret;  /* LOYD_SECRET_BYTES, to draw recipes that were
                               made with it; NULL: leave these recipes out */
    const char *name;       /* of the puzzle, if the file has only one; NULL:
                               only rows with a field `name` are named */
    loyd_solver *solver;    /* proves stated lengths; NULL: they are left
                               out */
    loyd_import_format format;
    int input; /* file descriptor that is read if the path is "-";
                  0: stdin. It stays open */
} loyd_import_options;

typedef struct loyd_import_result {
    uint64_t rows;        /* accepted */
    uint64_t new_puzzles; /* of these, new to the catalogue */
    uint64_t proven;      /* puzzles proven because of a stated length */
    uint64_t unproven;    /* stated lengths that were not proven: of boards of
                             more than LOYD_EXACT_CELLS cells, or without a
                             solver */
    uint64_t wrong;       /* stated lengths that are not the optimum */
    uint64_t recipes;     /* drawn again and stored */
    uint64_t unchecked;   /* recipes left out: the secret is missing, or the
                             draw needs over LOYD_IMPORT_ATTEMPTS attempts */
    uint64_t bad;         /* rows refused */
} loyd_import_result;

#define LOYD_IMPORT_ATTEMPTS 16777216 /* 2^24 */

/*
 * Reads puzzles from a file or from the folder of a pack, checks them, and
 * stores them in one transaction. Text may be compressed with gzip. In a
 * folder, the manifest and the hash of the file that is read are checked as
 * well.
 *
 * All rows are checked before any is stored: labels; solvability; whether id,
 * size, layout and path match the boards; whether its recipe draws it. A path
 * is replayed and stored as an upper bound. A puzzle has one name at most, and
 * a name one puzzle. Once the rows are stored, the lengths that they state are
 * proven, in batches that are stored; the listener's `bad` gets those that are
 * wrong at the end, and the proven length is stored.
 *
 * The listener's `bad` receives each bad row with file and line. By default
 * nothing is stored if there is one; with skips_bad the row is left out. A
 * line has at most 1 MB; JSON that is not one puzzle per line has at most
 * 16 MB.
 *
 * The listener's `progress` and the store's go_on are called before each read
 * as well. Recipes with a target are drawn with one thread.
 *
 *   options  NULL: the defaults.
 *   result   written on errors too, once rows are stored.
 *
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_SYNTAX (no known format), LOYD_E_CORRUPT (a
 * bad row; a file of a pack does not match its manifest), LOYD_E_CANCELLED,
 * LOYD_E_IO, LOYD_E_RANGE (a wrong option), LOYD_E_NOMEM, LOYD_E_FULL,
 * LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_NEWER.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_import(
    loyd_store *store, const char *path, const loyd_import_options *options,
    const loyd_listener *listener, loyd_import_result *result, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
