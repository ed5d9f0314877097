/* SPDX-License-Identifier: MIT */
/* The solver's tables: what there is, how large, and whether they are right. */
#ifndef LOYD_TABLES_H
#define LOYD_TABLES_H

#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One table of one class. */
typedef struct loyd_table_info {
    uint8_t width;      /* of the class: width >= height */
    uint8_t height;
    uint16_t blank;     /* the class's goal blank, a cell */
    loyd_tables size;   /* SMALL or LARGE */
    char groups[256];   /* the partition drawn on the board, e.g. "aaab/..." */
    uint64_t bytes;
    bool cached;        /* a file in the cache folder holds it */
    char path[512];     /* the file's path, "" where there is none */
} loyd_table_info;

/* Called with each table; returns false to stop. */
typedef bool (*loyd_table_fn)(void *context, const loyd_table_info *info);

/*
 * The tables of every class of up to LOYD_EXACT_CELLS cells (or of one size,
 * where width is not 0), and which of them the cache folder holds.
 */
LOYD_API LOYD_CHECK loyd_err
loyd_tables_list(const char *cache_dir, uint8_t width, uint8_t height,
                 loyd_table_fn each, void *context, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
