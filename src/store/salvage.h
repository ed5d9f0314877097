/* SPDX-License-Identifier: MIT */
/* What can still be read of a damaged catalogue, row by row. */
#ifndef LOYD_STORE_SALVAGE_H
#define LOYD_STORE_SALVAGE_H

#include "store/rows.h"

struct salvage;

/*
 * Opens a catalogue of any version for reading. Its first page must say whose
 * file it is, and its schema must have the tables of puzzles and goals; what
 * else is in the schema, triggers and views say, may be damaged or a
 * stranger's, and is never run. Errors: as loyd_store_open.
 */
loyd_err salvage_open(const loyd_store *parent, const char *path,
                      struct salvage **made, loyd_why *why);
void salvage_close(struct salvage **s);

/*
 * The next puzzle that can be read, checked; its rating where that can be
 * read too, otherwise `note` says why not ("" where all is well).
 *
 * LOYD_E_CORRUPT: a row that is wrong, or a part of the table that cannot be
 * read; the next call goes on behind it. Other errors end it.
 */
loyd_err salvage_next(struct salvage *s, struct record *out, loyd_why *note,
                      bool *found, loyd_why *why);

/* The same of recipes; `id` is the puzzle that it is stored with. */
loyd_err salvage_next_recipe(struct salvage *s, loyd_recipe *recipe,
                             loyd_id *id, bool *found, loyd_why *why);

#endif
