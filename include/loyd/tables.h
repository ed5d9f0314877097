/* SPDX-License-Identifier: MIT */
/* The solver's tables: what there is, how large, and are they right? */
#ifndef LOYD_TABLES_H
#define LOYD_TABLES_H

#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The tables of one class, in one size. */
typedef struct loyd_table_info {
    uint8_t width;      /* of the class: width >= height */
    uint8_t height;
    uint16_t blank;     /* the class's goal blank, a cell */
    loyd_tables size;   /* SMALL or LARGE */
    char groups[256];   /* the partition drawn on the board, e.g. "aaab/..." */
    uint64_t bytes;     /* of memory, or of the file */
    bool is_cached;     /* a file in the cache folder holds them */
    char path[512];     /* where that is or would be, "" for small tables */
    loyd_err err;       /* LOYD_OK, or what is wrong with them */
    loyd_why why;       /* where err is not LOYD_OK */
} loyd_table_info;

/* Called with each; returns false to stop. */
typedef bool (*loyd_table_fn)(void *context, const loyd_table_info *info);

typedef enum loyd_table_action {
    LOYD_TABLE_LIST = 0,   /* small and large ones; nothing is built */
    LOYD_TABLE_BUILD = 1,  /* large ones into files, unless they are there */
    LOYD_TABLE_VERIFY = 2, /* files: every byte's checksum, and descents */
    LOYD_TABLE_REMOVE = 3, /* files */
    LOYD_TABLE_ACTION_COUNT_
} loyd_table_action;

/*
 * Does one thing with the tables of every class of up to LOYD_EXACT_CELLS
 * cells, or of one size where width is not 0, and tells of each that it did
 * it with, or could not (info->err). BUILD, VERIFY and REMOVE pass over
 * classes that have no large tables; the last two also those without a file.
 *
 *   options  its cache_dir (which only LIST can do without), threads and
 *            listener are used.
 *
 * VERIFY beside the checksums takes 100,000 entries a table, spread evenly,
 * and descends from each: a state at depth d (its bit and its colour give d
 * modulo 4) must have a neighbour at d - 1, and the home be reached. That is
 * necessary for a right table; that tables are right where breadth-first
 * search can say so is for the tests.
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_CANCELLED, LOYD_E_NOT_FOUND (no folder given).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_tables_do(loyd_table_action action, const loyd_solver_options *options,
               uint8_t width, uint8_t height, loyd_table_fn each,
               void *context);

#ifdef __cplusplus
}
#endif
#endif
