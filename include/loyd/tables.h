/* SPDX-License-Identifier: MIT */
/* Lists, builds, verifies and removes the solver's tables. */
#ifndef LOYD_TABLES_H
#define LOYD_TABLES_H

#include "loyd/cursor.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the files of tables, which is in their names: a release reads
   those of its version only. */
#define LOYD_TABLES_VERSION 2

/* The small or the large tables of one class. */
typedef struct loyd_table_info {
    uint8_t width;      /* of the class: width >= height */
    uint8_t height;
    uint16_t blank;     /* cell of the goal's blank */
    loyd_tables size;   /* SMALL or LARGE */
    uint64_t bytes;     /* in memory, and in the file without its header */
    bool is_cached;     /* the cache folder has a file of them */
    char path[512];     /* of that file, existing or not; "" if none is
                           used */
    uint8_t metric;     /* loyd_metric of the lengths that they are for */
    loyd_err err;       /* result of the action */
    loyd_why why;       /* details if err is not LOYD_OK; without the path */
} loyd_table_info;

typedef enum loyd_table_action {
    LOYD_TABLE_LIST = 0,   /* list small and large tables; build none */
    LOYD_TABLE_BUILD = 1,  /* build missing and damaged files */
    LOYD_TABLE_VERIFY = 2, /* check files: every byte, and descents */
    LOYD_TABLE_REMOVE = 3, /* remove the files */
    LOYD_TABLE_ACTION_COUNT_
} loyd_table_action;

/*
 * Opens a cursor over the tables of every class of up to LOYD_EXACT_CELLS
 * cells or, if width is not 0, of one size. Each call of loyd_cursor_next runs
 * the action on the next table, whose row has the result: a failed action sets
 * its `err`, and the list continues. Tables that are not reached stay
 * unchanged. BUILD, VERIFY and REMOVE skip tables that are never kept in
 * files: whole-state tables in STM, and the small ones of up to
 * 14 cells. In MTM there are large tables only, of 10 to
 * LOYD_EXACT_CELLS cells; those of 12 or more are kept, and BUILD makes them
 * only if a size is given. VERIFY and REMOVE also skip missing files; without
 * a size these two and LIST include the files of larger boards.
 *
 *   blank    With a size: only the class of goals with the blank in this cell,
 *            row by row; -1: all classes.
 *   options  Uses cache_dir (optional for LIST only) and threads, which are
 *            copied, and the listener's progress, notice (tables about to be
 *            built, with size and time) and context. NULL: the defaults.
 *
 * In addition to the checksums, VERIFY takes 100,000 evenly spaced entries of
 * each table and descends from each: a state at depth d (its bit and its
 * colour give d modulo 4) must have a neighbour at depth d - 1, down to the
 * home state. In MTM the descents are from 100,000 boards of a random walk, a
 * fifth as many if there are several tables. A correct table passes this
 * check; passing it does not prove a table correct. The tests compare tables
 * with breadth-first search where that is feasible.
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_NOT_FOUND (no cache_dir given), LOYD_E_RANGE
 * (the action).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_tables_open(loyd_table_action action, const loyd_solver_options *options,
                 uint8_t width, uint8_t height, int blank,
                 loyd_cursor **cursor, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
