/* SPDX-License-Identifier: MIT */
/* Large tables kept in files: written once, mapped and shared afterwards. */
#ifndef LOYD_SOLVE_TABLE_FILE_H
#define LOYD_SOLVE_TABLE_FILE_H

#include "solve/heuristic.h"

#define TABLE_PATH_BYTES 512

/*
 * The file of a class's large tables: "DIR/tables-1-WxH-BLANK.loyd". Returns
 * false where the path is too long.
 */
bool table_file_path(const char *dir, const shape *cls,
                     char path[TABLE_PATH_BYTES]);

/*
 * Maps the tables of a planned heuristic, read-only. The header must be the
 * one that the plan makes, the length right, and a sample of the blocks what
 * their checksum says; `whole` reads and checks every byte.
 *
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_FOREIGN (not such a file, or of another
 * partition or version), LOYD_E_CORRUPT, LOYD_E_IO, LOYD_E_UNSUPPORTED (a
 * machine with the other byte order). The heuristic is then as it was.
 */
LOYD_CHECK loyd_err table_file_map(heuristic *h, const char *dir, bool whole,
                                   loyd_why *why);

/*
 * Writes the tables of a built heuristic, atomically; the folder is made.
 * Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_UNSUPPORTED.
 */
LOYD_CHECK loyd_err table_file_write(const heuristic *h, const char *dir,
                                     loyd_why *why);

/* Removes the file. Errors: LOYD_E_NOT_FOUND, LOYD_E_IO. */
LOYD_CHECK loyd_err table_file_remove(const shape *cls, const char *dir,
                                      loyd_why *why);

/* Is there a file of the right length? Not whether it is whole. */
bool table_file_exists(const shape *cls, const char *dir, uint64_t bytes);

#endif
