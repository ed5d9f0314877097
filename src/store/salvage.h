/* SPDX-License-Identifier: MIT */
/* Salvage: reads the readable rows of a damaged catalogue. */
#ifndef LOYD_STORE_SALVAGE_H
#define LOYD_STORE_SALVAGE_H

#include "store/rows.h"

struct salvage;

/*
 * Opens a catalogue of any version for reading. Its first page must identify
 * it as a catalogue, and its schema must have the tables of puzzles and goals.
 * The rest of the schema, such as triggers and views, may be damaged or
 * foreign and is never run. Errors: as loyd_store_open.
 */
loyd_err salvage_open(const loyd_store *parent, const char *path,
                      struct salvage **made, loyd_why *why);
void salvage_close(struct salvage **s);

/*
 * Reads the next readable puzzle, checked, with its rating if that is readable
 * too; otherwise `note` gives the reason ("": no problem).
 *
 * LOYD_E_CORRUPT: a wrong row, or an unreadable part of the table; the next
 * call continues after it. Other errors end the salvage.
 */
loyd_err salvage_next(struct salvage *s, struct record *out, loyd_why *note,
                      bool *found, loyd_why *why);

/* The same for recipes; `id` is the recipe's puzzle. */
loyd_err salvage_next_recipe(struct salvage *s, loyd_recipe *recipe,
                             loyd_id *id, bool *found, loyd_why *why);

/* The same for names; `id` is the puzzle's. */
loyd_err salvage_next_name(struct salvage *s, loyd_id *id,
                           char name[LOYD_NAME_TEXT], bool *found,
                           loyd_why *why);

#endif
