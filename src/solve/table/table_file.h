/* SPDX-License-Identifier: MIT */
/* Files of tables: written once, then mapped and shared. */
#ifndef LOYD_SOLVE_TABLE_TABLE_FILE_H
#define LOYD_SOLVE_TABLE_TABLE_FILE_H

#include "solve/table/body.h"

#define TABLE_PATH_BYTES 512

/*
 * Writes the path of tables of a class: "DIR/tables-2-WxH-BLANK" with "-mtm"
 * for those of the metric MTM, "-small" for those of the size SMALL, and
 * ".loyd". Returns false if it is too long.
 */
bool table_file_path(const char *dir, const struct table_body *b,
                     char path[TABLE_PATH_BYTES]);

/*
 * Maps planned tables, read-only. Checks the length, the header against the
 * plan, every byte by checksum, and a few descents. If the file is modified
 * later, the tables change; if it is truncated, the process receives SIGBUS.
 *
 *   m    receives progress and can stop the call
 *   why  does not name the file
 *
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_FOREIGN (right length, but another class,
 * partition or version), LOYD_E_CORRUPT, LOYD_E_IO, LOYD_E_UNSUPPORTED
 * (big-endian machine), LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CANCELLED. The
 * owner is unchanged on error.
 */
LOYD_NODISCARD loyd_err table_file_map(struct table_body *b, const char *dir,
                                       unsigned threads, struct monitor *m,
                                       loyd_why *why);

/* Gives back the pages of mapped tables; those that are used come again. */
void table_file_rest(const struct table_body *b);

/*
 * Writes built tables, completely or not at all. Creates the folder; removes
 * leftovers of killed writers. `why` does not name the file.
 *
 * Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_UNSUPPORTED, LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CANCELLED, LOYD_E_NOT_FOUND (the folder was removed
 * meanwhile).
 */
LOYD_NODISCARD loyd_err table_file_write(const struct table_body *b,
                                         const char *dir, unsigned threads,
                                         struct monitor *m, loyd_why *why);

/* Returns the bytes of the file of planned tables. */
static inline uint64_t
table_file_bytes(const struct table_body *b)
{
    return TABLE_HEADER_BYTES + b->bytes;
}

/*
 * Removes the file. `why` does not name it. Errors: LOYD_E_NOT_FOUND,
 * LOYD_E_IO, LOYD_E_UNSUPPORTED.
 */
LOYD_NODISCARD loyd_err table_file_remove(const struct table_body *b,
                                          const char *dir, loyd_why *why);

/*
 * True if there is a file of the right length for planned tables. Does not
 * check its contents.
 */
bool table_file_exists(const struct table_body *b, const char *dir);

/* True if there is nothing at all by the name of the file. */
bool table_file_is_absent(const struct table_body *b, const char *dir);

#endif
