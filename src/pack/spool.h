/* SPDX-License-Identifier: MIT */
/*
 * A selection, kept: read once from the catalogue, in one state of it, and
 * then gone through as often as the formats need. Rows stand in a file
 * without a name; in memory there are 32 bytes of each, and its goal once.
 */
#ifndef LOYD_PACK_SPOOL_H
#define LOYD_PACK_SPOOL_H

#include "pack/goals.h"

/* What of a row is known without the file. */
struct spool_row {
    uint64_t at; /* where its rest stands in the file */
    uint32_t number;
    uint16_t stm; /* where proven, otherwise 0 */
    uint8_t state;
    loyd_id id;
};

struct spool;

/* The file has no name; `dir` is where it takes its room. */
loyd_err spool_new(int dir, const char *path, const loyd_bands *bands,
                   struct spool **made, loyd_why *why);
void spool_free(struct spool **s);

/* Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM, LOYD_E_UNSUPPORTED. */
loyd_err spool_add(struct spool *s, const loyd_entry *entry, loyd_why *why);

/* The rows, to be put into another order; n of them. */
struct spool_row *spool_rows(struct spool *s, size_t *n);
/* Leaves the first n. */
void spool_cut(struct spool *s, size_t n);

/*
 * A row as it came from the catalogue; borrowed until the next call. Its
 * goal, where wanted, too. Errors: LOYD_E_IO.
 */
loyd_err spool_read(struct spool *s, const struct spool_row *row,
                    loyd_entry *entry, struct pack_goal **goal, loyd_why *why);

struct pack_goal_set *spool_goals(struct spool *s);

#endif
