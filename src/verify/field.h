/* SPDX-License-Identifier: MIT */
/*
 * The lists of a file of puzzles as temporary tables: `head`, `goals`, and the
 * puzzles as `field`. Each row has its line, the
 * series of its recipe and the place in it, and a column for each field, of
 * numbers and texts. SQL does the rest.
 */
#ifndef LOYD_VERIFY_FIELD_H
#define LOYD_VERIFY_FIELD_H

#include "pack/check_row.h"
#include "store/query.h"

struct loader {
    loyd_store *store;
    bool is_lax; /* import: 56.0 is a number; recipes are drawn at once */
    const char *puzzles; /* their table */
    struct query add[LISTS_];
    int64_t row; /* of the next puzzle, for the caller to set */
};

/* Creates the tables, empty. */
loyd_err field_tables(loyd_store *store, loyd_why *why);

/* Begins to fill the tables; those of the lists before the puzzles are
 * emptied. is_other: puzzles go to a new table `other`, to be compared. The
 * caller ends it with field_end, also after errors, and perhaps twice. */
loyd_err field_begin(struct loader *l, loyd_store *store, bool is_other,
                     bool is_lax, loyd_why *why);
loyd_err field_end(struct loader *l);

/* Adds a row. Errors: LOYD_E_SYNTAX (a value that its field cannot have),
 * those of SQLite. */
loyd_err field_add(struct loader *l, const struct row_text *row,
                   loyd_why *why);

#endif
