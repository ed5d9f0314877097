/* SPDX-License-Identifier: MIT */
/* What comes from a file, row by row: the temporary tables of import.sql. */
#ifndef LOYD_VERIFY_IMPORT_ROWS_H
#define LOYD_VERIFY_IMPORT_ROWS_H

#include "loyd/import.h"
#include "pack/check_row.h"
#include "store/query.h"

struct fields {
    loyd_store *store;
    const loyd_import_options *options;
    struct query field, known, bad;
    int64_t row; /* the last one */
    /* The goal of the last row. */
    loyd_board goal;
    char goal_text[LOYD_BOARD_TEXT];
    char layout[LOYD_LAYOUT_TEXT]; /* "": it has no name */
    /* What draws recipes. */
    loyd_generator *generator; /* of `series`; NULL: its secret is missing */
    char series[LOYD_RECIPE_TEXT];
    loyd_solver *solver; /* for recipes with a target; NULL until needed */
};

/* Begins to fill the tables, which are there and empty. */
void fields_begin(struct fields *f, loyd_store *store,
                  const loyd_import_options *options, loyd_why *why);

/*
 * Adds a row. `is_extra`: it only adds a recipe. Errors of the row, which is
 * not added then: those of the recipe. Others: those of SQLite, LOYD_E_NOMEM.
 */
loyd_err fields_add(struct fields *f, uint64_t line,
                    const struct puzzle_row *row, bool is_extra,
                    loyd_why *why);

/* Adds a fault, after the rows so far. */
loyd_err fields_add_bad(struct fields *f, const char *file, uint64_t line,
                        loyd_err err, const char *what, loyd_why *why);

/* Draws the puzzle of a recipe; *is_usable is false if it cannot be drawn
 * here. */
loyd_err fields_draw(struct fields *f, const loyd_recipe *recipe,
                     loyd_puzzle *puzzle, bool *is_usable, loyd_why *why);

/* Ends the filling. Errors: those of SQLite. */
loyd_err fields_end(struct fields *f);

#endif
