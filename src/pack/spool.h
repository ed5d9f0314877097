/* SPDX-License-Identifier: MIT */
/*
 * The rows of a selection, read once from one state of the catalogue and then
 * read again as often as the formats need. They are stored in an unlinked
 * temporary file; memory holds 32 bytes per row and each goal once.
 */
#ifndef LOYD_PACK_SPOOL_H
#define LOYD_PACK_SPOOL_H

#include "pack/series.h"

/* The part of a row that is in memory. */
struct spool_row {
    uint64_t at; /* offset of the rest in the file */
    uint32_t number;
    uint16_t stm; /* proven lengths; 0: not proven */
    uint16_t mtm;
    uint8_t state;
    bool has_name;
    loyd_id id;
};

struct spool;

/* Creates the temporary file in the open folder `dir` and unlinks it. `path`
 * is used in messages and must outlive the spool. Without has_mtm, what is
 * known in MTM is left out. */
loyd_err spool_new(int dir, const char *path, const loyd_bands *bands,
                   bool has_mtm, struct spool **made, loyd_why *why);
void spool_free(struct spool **s);

/* Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM, LOYD_E_UNSUPPORTED. */
loyd_err spool_add(struct spool *s, const loyd_entry *entry, loyd_why *why);

/* Returns the n rows, which the caller may reorder. */
struct spool_row *spool_rows(struct spool *s, size_t *n);
/* Does any row have a name? */
bool spool_has_names(struct spool *s);
/* Drops all rows but the first n. */
void spool_cut(struct spool *s, size_t n);

/*
 * Reads a row as it came from the catalogue; borrowed until the next call.
 * `goal` may be NULL. Errors: LOYD_E_IO, LOYD_E_FULL, LOYD_E_NOMEM.
 */
loyd_err spool_read(struct spool *s, const struct spool_row *row,
                    loyd_entry *entry, struct pack_goal **goal, loyd_why *why);

struct pack_goal_set *spool_goals(struct spool *s);

#endif
