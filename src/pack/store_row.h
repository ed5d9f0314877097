/* SPDX-License-Identifier: MIT */
/* A running import: stores checked rows in a catalogue. */
#ifndef LOYD_PACK_STORE_ROW_H
#define LOYD_PACK_STORE_ROW_H

#include "loyd/import.h"
#include "store/rows.h"
#include "store/watch.h"

struct taking {
    loyd_store *store;
    const loyd_import_options *options;
    const loyd_listener *listener;
    loyd_progress now;
    struct watch watch; /* calls that of the store, and the progress */
    const char *file;   /* that is being read, for messages */
    bool is_in_folder;  /* it is a file of the folder that was given */
    char named[LOYD_NAME_TEXT]; /* of that file, for messages at the end */
    loyd_import_result result;
    loyd_generator *generator; /* of `series` */
    char series[LOYD_RECIPE_TEXT];
    loyd_solver *solver; /* for recipes with a target; NULL until needed */
};

/*
 * Reports a bad row and counts it. Returns LOYD_OK if the import continues
 * without it. An error that is not of the row is passed on to `why`.
 */
loyd_err taking_refuse(struct taking *t, uint64_t line, loyd_err err,
                       const loyd_why *part, loyd_why *why);

/*
 * Stores a row completely or not at all. A path becomes an upper bound, and a
 * length that the row states as proven is listed, to be proven. `recipe` may
 * be NULL.
 */
loyd_err taking_row(struct taking *t, const struct record *row, uint64_t line,
                    const loyd_recipe *recipe, loyd_why *why);

/*
 * Draws the recipe's puzzle. *is_usable is false, and the recipe is counted as
 * unchecked, if it cannot be drawn here.
 */
loyd_err taking_draw(struct taking *t, const loyd_recipe *recipe,
                     loyd_puzzle *puzzle, bool *is_usable, loyd_why *why);

/* Counts a row. Returns LOYD_E_CANCELLED if the listener wants to stop. */
loyd_err taking_step(struct taking *t, loyd_why *why);

void taking_end(struct taking *t);

#endif
