/* SPDX-License-Identifier: MIT */
/* Large tables kept in files: written once, mapped and shared afterwards. */
#ifndef LOYD_SOLVE_TABLE_FILE_H
#define LOYD_SOLVE_TABLE_FILE_H

#include "solve/heuristic.h"

#define TABLE_PATH_BYTES 512
#define TABLE_PIECE_BYTES ((size_t)1 << 20)

/*
 * The file of a class's large tables: "DIR/tables-2-WxH-BLANK.loyd". Returns
 * false where the path is too long.
 */
bool table_file_path(const char *dir, const loyd_class *cls,
                     char path[TABLE_PATH_BYTES]);

/*
 * Maps the tables of a planned heuristic, read-only. The length must be
 * right, the header the one that the plan makes, every byte what the
 * checksums say, and a few descents must come home. A file that changes later
 * changes the tables: with a shorter one the process gets SIGBUS.
 *
 *   m  told how far reading is, and asked whether to go on.
 *
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_FOREIGN (a whole file of another partition
 * or version), LOYD_E_CORRUPT, LOYD_E_IO, LOYD_E_UNSUPPORTED (a machine with
 * the other byte order), LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CANCELLED. The
 * heuristic is then as it was.
 */
LOYD_NODISCARD loyd_err table_file_map(struct heuristic *h, const char *dir,
                                       unsigned threads, struct monitor *m,
                                       loyd_why *why);

/* Descends from n entries of each table. Errors: LOYD_E_CORRUPT. */
LOYD_NODISCARD loyd_err table_file_descend(const struct heuristic *h,
                                           uint64_t n, loyd_why *why);

/*
 * Writes the tables of a built heuristic, whole or not at all; the folder is
 * made. Files of older formats, and what a killed writer left, are removed.
 *
 * Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_UNSUPPORTED, LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CANCELLED, LOYD_E_NOT_FOUND (the folder went away).
 */
LOYD_NODISCARD loyd_err table_file_write(const struct heuristic *h,
                                         const char *dir, unsigned threads,
                                         struct monitor *m, loyd_why *why);

/* Removes the file. Errors: LOYD_E_NOT_FOUND, LOYD_E_IO. */
LOYD_NODISCARD loyd_err table_file_remove(const loyd_class *cls,
                                          const char *dir, loyd_why *why);

/* Is there a file of the right length? Not whether it is whole. */
bool table_file_exists(const loyd_class *cls, const char *dir, uint64_t bytes);

/*
 * A checksum over every byte of a class's tables:
 * the sum over i of XXH3 (64 bits, seed i) of the i-th piece, modulo 2^64.
 * A piece is TABLE_PIECE_BYTES of one table, the last of a table less; tables
 * follow one another as in their file. The same for any number of threads.
 *
 *   m  asked between pieces whether to go on.
 *
 * Errors: LOYD_E_SYSTEM, LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err table_sum(const struct heuristic *h, unsigned threads,
                                  struct monitor *m, uint64_t *sum);

#endif
