/* SPDX-License-Identifier: MIT */
/*
 * The rows of a file of puzzles as a temporary table `field`: the line, the
 * series of the recipe and the place in it, and a column for each field, of
 * numbers and texts. SQL does the rest.
 */
#ifndef LOYD_VERIFY_FIELD_H
#define LOYD_VERIFY_FIELD_H

#include "pack/check_row.h"
#include "store/query.h"

/* Creates the table, empty, with a table `bad` of lines. */
loyd_err field_table(loyd_store *store, loyd_why *why);

/* A statement that adds rows. */
loyd_err field_add_begin(struct query *add, loyd_store *store, loyd_why *why);

/*
 * Adds a row. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE (a value that its field
 * cannot have), those of SQLite.
 */
loyd_err field_add(struct query *add, const struct row_text *row,
                   loyd_why *why);

/* A statement that walks over the rows in the order of lines. */
loyd_err field_walk_begin(struct query *walk, loyd_store *store,
                          loyd_why *why);

/*
 * Compares a row with the next one of the walk, in the fields that `knows`
 * names. Errors: those of field_add; LOYD_E_CORRUPT: they differ, or there is
 * no next one. `file` is where the other one was read.
 */
loyd_err field_compare(struct query *walk, const struct row_text *row,
                       const bool knows[FIELDS_], const char *file,
                       loyd_why *why);

#endif
