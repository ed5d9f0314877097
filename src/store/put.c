/* SPDX-License-Identifier: MIT */
/* Stores whole records: a puzzle with its ratings. */
#include "core/board.h"
#include "store/tables.h"

/* Checks a stored puzzle for the same boards, and stores ratings that are
 * better. */
static loyd_err
narrow(loyd_store *store, const struct record *from, loyd_why *why)
{
    struct record there = {.estimate = 0};
    struct rating_news news[LOYD_METRICS] = {{.is_new = false}};
    bool found;
    loyd_err err = record_get(store, &from->id, &there, &found, why);

    if (err == LOYD_OK &&
        (!board_equal(&there.puzzle.start, &from->puzzle.start) ||
         !board_equal(&there.puzzle.goal, &from->puzzle.goal)))
        err = puzzle_bad(why, &there.id, "stored with different boards");
    for (unsigned m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        if (from->known[m].rating.upper != 0)
            err = rating_judge(&there, &from->known[m].rating,
                               &from->known[m].path, &news[m], why);
    for (unsigned m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        err = rating_replace(store, &there, &news[m], why);
    record_free(&there);
    return err;
}

loyd_err
record_put(loyd_store *store, const struct record *from, bool *is_new,
           loyd_why *why)
{
    loyd_err err = store_need_write(store, why);

    if (err == LOYD_OK)
        err = puzzle_add(store, from, is_new, why);
    if (err == LOYD_OK && !*is_new)
        return narrow(store, from, why);
    for (unsigned m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        if (from->known[m].rating.upper != 0)
            err = rating_put(store, &from->id, &from->known[m].rating,
                             &from->known[m].path, why);
    return err;
}
