/* SPDX-License-Identifier: MIT */
/* The recipes of a seed, as a filter. */
#ifndef LOYD_STORE_SEED_H
#define LOYD_STORE_SEED_H

#include "store/query.h"

/* The series whose recipes have the seed: row numbers, ascending. */
struct seed_series {
    int64_t *pk;
    size_t n;
};

/* A puzzle of a list, and its proven length; -1: not proven. */
struct listed_id {
    int32_t stm;
    loyd_id id;
};

/*
 * A list of so many is made; where a seed has more recipes, one puzzle in a
 * few hundred has one of them, and asking each is quicker.
 */
#define LISTED_MAX 65536

/* Reads all series; those of other seeds are many only where seeds are. */
loyd_err seed_begin(struct seed_series *series, loyd_store *store,
                    const char *seed, loyd_why *why);
void seed_end(struct seed_series *series);

/*
 * The puzzles of all recipes of the series, as often as they come, into a
 * list to be freed; *is_whole is false, and there is none, where they are
 * more than LISTED_MAX.
 */
loyd_err seed_list(const struct seed_series *series, loyd_store *store,
                   struct listed_id **list, size_t *n, bool *is_whole,
                   loyd_why *why);

/* Has the puzzle a recipe of these series? */
loyd_err seed_has(const struct seed_series *series, loyd_store *store,
                  const loyd_id *id, bool *yes, loyd_why *why);

#endif
