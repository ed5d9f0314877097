/* SPDX-License-Identifier: MIT */
/* The solver's tables: what there is, how large, and where it is kept. */
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
    uint64_t bytes;     /* of memory */
} loyd_table_info;

/* Called with each table; returns false to stop. */
typedef bool (*loyd_table_fn)(void *context, const loyd_table_info *info);

/*
 * The tables of every class of up to LOYD_EXACT_CELLS cells, or of one size
 * of up to 32 cells where width is not 0. Nothing is built.
 *
 * Safe from any thread. Errors: LOYD_E_NOMEM.
 */
LOYD_API LOYD_CHECK loyd_err
loyd_tables_list(uint8_t width, uint8_t height, loyd_table_fn each,
                 void *context);

#ifdef __cplusplus
}
#endif
#endif
