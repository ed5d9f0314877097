/* SPDX-License-Identifier: MIT */
/* Files of tables: written once, then mapped and shared. */
#ifndef LOYD_SOLVE_TABLE_FILE_H
#define LOYD_SOLVE_TABLE_FILE_H

#include "solve/heuristic.h"

#define TABLE_PATH_BYTES 512
#define TABLE_PIECE_BYTES ((size_t)1 << 20)

/*
 * Writes the path of a class's tables of a size, SMALL or LARGE:
 * "DIR/tables-2-WxH-BLANK-small.loyd", or "DIR/tables-2-WxH-BLANK.loyd" for
 * the large ones. Returns false if it is too long.
 */
bool table_file_path(const char *dir, const loyd_class *cls, loyd_tables size,
                     char path[TABLE_PATH_BYTES]);

/*
 * Maps the tables of a planned heuristic, read-only. Checks the length, the
 * header against the plan, every byte by checksum, and a few descents. If the
 * file is modified later, the tables change; if it is truncated, the process
 * receives SIGBUS.
 *
 *   m    receives progress and can stop the call
 *   why  does not name the file
 *
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_FOREIGN (right length, but another class,
 * partition or version), LOYD_E_CORRUPT, LOYD_E_IO, LOYD_E_UNSUPPORTED
 * (big-endian machine), LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CANCELLED. The
 * heuristic is unchanged on error.
 */
LOYD_NODISCARD loyd_err table_file_map(struct heuristic *h, const char *dir,
                                       unsigned threads, struct monitor *m,
                                       loyd_why *why);

/* Descends from n entries of each table. Errors: LOYD_E_CORRUPT. */
LOYD_NODISCARD loyd_err table_file_descend(const struct heuristic *h,
                                           uint64_t n, loyd_why *why);

/*
 * Writes the tables of a built heuristic, completely or not at all. Creates
 * the folder; removes files of older formats and leftovers of killed writers.
 * `why` does not name the file.
 *
 * Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_UNSUPPORTED, LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CANCELLED, LOYD_E_NOT_FOUND (the folder was removed
 * meanwhile).
 */
LOYD_NODISCARD loyd_err table_file_write(const struct heuristic *h,
                                         const char *dir, unsigned threads,
                                         struct monitor *m, loyd_why *why);

/*
 * Removes the file. `why` does not name it. Errors: LOYD_E_NOT_FOUND,
 * LOYD_E_IO, LOYD_E_UNSUPPORTED.
 */
LOYD_NODISCARD loyd_err table_file_remove(const loyd_class *cls,
                                          loyd_tables size, const char *dir,
                                          loyd_why *why);

/*
 * True if there is a file of the right length for planned tables. Does not
 * check its contents.
 */
bool table_file_exists(const struct heuristic *h, const char *dir);

/* True if there is nothing at all by the name of the file. */
bool table_file_is_absent(const loyd_class *cls, loyd_tables size,
                          const char *dir);

/*
 * Computes a checksum over every byte of a class's tables: the sum over i of
 * XXH3 (64 bits, seed i) of the i-th piece, modulo 2^64. A piece is
 * TABLE_PIECE_BYTES of one table, the last piece of a table may be shorter;
 * tables are in the order of their file. The result does not depend on the
 * number of threads.
 *
 *   m  receives progress and can stop the call between pieces
 *
 * Errors: LOYD_E_SYSTEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err table_sum(const struct heuristic *h, unsigned threads,
                                  struct monitor *m, uint64_t *sum);

#endif
