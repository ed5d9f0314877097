/* SPDX-License-Identifier: MIT */
/* Packs of others: are they what they say? */
#ifndef LOYD_PACK_H
#define LOYD_PACK_H

#include "loyd/catalogue.h"
#include "loyd/sign.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All zero is the default. */
typedef struct loyd_pack_options {
    const loyd_public_key *key; /* who should have signed it; NULL: nobody is
                                   asked for */
    uint64_t prove;             /* so many rated puzzles are solved again */
    const char *seed;           /* which of them; NULL: "" */
    unsigned threads;           /* for these; 0 is 1 */
} loyd_pack_options;

typedef struct loyd_pack_result {
    uint64_t puzzles; /* that were checked */
    uint64_t rows;    /* of all files: each puzzle stands in several */
    uint64_t files;   /* whose hash is right */
    uint64_t sampled; /* of these, whose optimum was proven: found again */
    uint64_t bad;     /* what was told as wrong */
    bool is_signed;   /* signatures are there */
    bool is_checked;  /* and they are the key's */
    uint64_t ignored; /* files that desktops leave in every folder */
} loyd_pack_result;

/*
 * Proves a pack, from the outside in: signatures, where a key is given; the
 * manifest; SHA256SUMS; that just the files of the manifest are in the folder,
 * plain ones, with the sizes and hashes that it tells; the numbers of
 * ids.tsv; the database's schema and pages. Then each puzzle of each file:
 * labels, solvability by cycles, id, path and length, by code that the
 * exporter does not use; that all files tell the same; the digest.
 *
 * The listener is told the progress and what is wrong, with file and line
 * where it stands in one, and its go_on asked; a proof goes on where that
 * makes sense. Nothing is written. 100 bytes of memory a puzzle of 16 cells.
 *
 * LOYD_OK where result->bad tells what was found. Errors: LOYD_E_NOT_FOUND,
 * LOYD_E_FOREIGN (no pack), LOYD_E_IO, LOYD_E_NOMEM, LOYD_E_CANCELLED, those
 * of the solver.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_pack_verify(const char *dir, const loyd_pack_options *options,
                 const loyd_listener *listener, loyd_pack_result *result,
                 loyd_why *why);

/* What became of a puzzle from one pack of a series to a later one. */
typedef enum loyd_pack_change {
    LOYD_PACK_ADDED = 0,
    LOYD_PACK_PROVEN = 1, /* its length was not proven, and now is */
    LOYD_PACK_WITHDRAWN = 2,
    LOYD_PACK_RENUMBERED = 3,  /* wrong: its number is another */
    LOYD_PACK_CONTRADICTS = 4, /* wrong: its proven length is another */
    LOYD_PACK_LOST = 5,        /* wrong: the later pack does not know it */
    LOYD_PACK_CHANGE_COUNT_
} loyd_pack_change;

typedef struct loyd_pack_difference {
    uint32_t number; /* of the puzzle, in the older pack where it was there */
    loyd_id id;
    loyd_pack_change change;
} loyd_pack_difference;

/* A pack beside one before it of its series; ends with _close. */
typedef struct loyd_comparison loyd_comparison;

/*
 * Reads both manifests and ids.tsv, which are checked, and none of the other
 * files. Errors: LOYD_E_NOT_FOUND, LOYD_E_IO, LOYD_E_FOREIGN, LOYD_E_NEWER,
 * LOYD_E_CORRUPT, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_comparison_open(const char *dir, const char *since,
                     loyd_comparison **comparison, loyd_why *why);

/* The next difference, in order of numbers; false behind the last. */
LOYD_API bool
loyd_comparison_next(loyd_comparison *comparison,
                     loyd_pack_difference *difference);

/* Frees, and sets the pointer to NULL. NULL is fine. */
LOYD_API void loyd_comparison_close(loyd_comparison **comparison);

#ifdef __cplusplus
}
#endif
#endif
