/* SPDX-License-Identifier: MIT */
/* A checksum over every byte of a class's tables. */
#ifndef LOYD_SOLVE_TABLE_SUM_H
#define LOYD_SOLVE_TABLE_SUM_H

#include "solve/heuristic.h"

/*
 * The sum over i of XXH3 (64 bits, seed i) of the i-th piece, modulo 2^64.
 * A piece is TABLE_PIECE_BYTES of one table, the last of a table less; tables
 * follow one another as in their file. The same for any number of threads.
 *
 *   m  asked between pieces whether to go on; NULL: do.
 *
 * Errors: LOYD_E_SYSTEM, LOYD_E_CANCELLED.
 */
#define TABLE_PIECE_BYTES ((size_t)1 << 20)

LOYD_NODISCARD loyd_err table_sum(const struct heuristic *h, unsigned threads,
                                  struct monitor *m, uint64_t *sum);

#endif
