/* SPDX-License-Identifier: MIT */
/* An import at work: rows on their way into a catalogue. */
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
    struct watch watch; /* asks the store's and the progress */
    const char *file; /* that is being read, for messages */
    loyd_import_result result;
    loyd_generator *generator; /* of `series` */
    char series[LOYD_RECIPE_TEXT];
    loyd_solver *solver; /* for recipes with a target, once there is one */
};

/* A row is refused: LOYD_OK where the import goes on without it. */
loyd_err taking_refuse(struct taking *t, uint64_t line, loyd_err err,
                       const loyd_why *part, loyd_why *why);

/*
 * Stores what a row says, all of it or nothing: of its length, what is said to
 * be proven is a claim, and a path an upper bound. `recipe` may be NULL.
 */
loyd_err taking_row(struct taking *t, const struct record *row,
                    const loyd_recipe *recipe, loyd_why *why);

/*
 * Draws the recipe's puzzle. *is_usable is false where it cannot be drawn
 * here, which is counted.
 */
loyd_err taking_draw(struct taking *t, const loyd_recipe *recipe,
                     loyd_puzzle *puzzle, bool *is_usable, loyd_why *why);

/* Another row was looked at: LOYD_E_CANCELLED where nobody wants more. */
loyd_err taking_step(struct taking *t, loyd_why *why);

void taking_end(struct taking *t);

#endif
