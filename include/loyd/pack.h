/* SPDX-License-Identifier: MIT */
/* Verifies packs and compares two packs of a series. */
#ifndef LOYD_PACK_H
#define LOYD_PACK_H

#include "loyd/catalogue.h"
#include "loyd/cursor.h"
#include "loyd/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options of a verification. All zero is the default. */
typedef struct loyd_pack_options {
    uint64_t prove;    /* how many rated puzzles to solve again */
    const char *seed;  /* selects them; NULL: "" */
    unsigned threads;  /* for solving; 0 means 1 */
    const char *since; /* folder of an earlier pack of the series: if it is
                          the previous one, goals that only `dir` lists must
                          be used; NULL: none */
} loyd_pack_options;

typedef struct loyd_pack_result {
    uint64_t puzzles;  /* checked */
    uint64_t rows;     /* checked, over all files: each puzzle is in several */
    uint64_t files;    /* with the right hash */
    bool has_solutions; /* lengths have paths */
    uint64_t lengths;  /* proven ones and intervals, of both metrics: */
    uint64_t searched; /* those whose optimum a plain search found */
    uint64_t replayed; /* up to LOYD_EXACT_CELLS cells, those whose path, if
                          there is one, was replayed, but not searched again */
    uint64_t intervals; /* of larger boards, not searched again, */
    uint64_t proofs;    /* as these */
    uint64_t sampled;  /* puzzles solved again whose optimum is confirmed */
    uint64_t bad;      /* faults reported */
    uint64_t ignored;  /* a signature, files that desktops leave */
    uint64_t unchecked; /* recipes that are not drawn again: they need the
                           secret */
} loyd_pack_result;

/* Returns whether the file is the database of a pack, as shipped or as an app
 * has copied it. */
LOYD_API bool loyd_pack_is_database(const char *path);

/*
 * Verifies a pack. In this order it checks:
 *   - the manifest and SHA256SUMS;
 *   - that the folder contains the files of the manifest and no others
 *     (except SHA256SUMS.minisig and files of desktops, which it ignores), as
 *     plain files with the stated sizes and hashes;
 *   - the numbers in goals.tsv and ids.tsv, and the schema and pages of the
 *     database;
 *   - the puzzles of the first file as a catalogue, with the checks of
 *     loyd_catalogue_verify, and what follows from their lengths;
 *   - that the selection of a first pack has its puzzles, except for layouts,
 *     seeds, lists of ids and marks, which a pack does not contain in full;
 *   - the digest, and that the other files say the same;
 *   - the optimum of `prove` puzzles, if nothing was wrong so far.
 *
 * The listener's `bad` receives each fault, with file and line where they
 * exist; `progress` and `go_on` are called along the way. Verification
 * continues after a fault where possible. It writes nothing. It needs
 * temporary files of about as many bytes as the largest file of the pack.
 *
 * `dir` may also be the database of a pack, as shipped or as an app has it
 * after deltas: its schema, pages, goals, numbers and puzzles are checked in
 * the same way, and the digest, which only a copy after deltas does not have.
 *
 * Returns LOYD_OK even if the pack is wrong: result->bad counts the faults.
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_FOREIGN (not a pack), LOYD_E_IO,
 * LOYD_E_NOMEM, LOYD_E_CANCELLED, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_LABELS, LOYD_E_UNSOLVABLE, LOYD_E_UNSUPPORTED, LOYD_E_SYSTEM,
 * LOYD_E_NEWER, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_pack_verify(
    const char *dir, const loyd_pack_options *options,
    const loyd_listener *listener, loyd_pack_result *result, loyd_why *why);

/*
 * Opens the differences between the pack in folder `dir` and the earlier pack
 * of its series in folder `since`, in order of numbers. Reads and checks the
 * manifest, goals.tsv and ids.tsv of both and no other file.
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_IO, LOYD_E_FOREIGN, LOYD_E_NEWER,
 * LOYD_E_UNSUPPORTED (packs of two series), LOYD_E_CORRUPT, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_pack_compare(const char *dir,
                                                   const char *since,
                                                   loyd_cursor **cursor,
                                                   loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
