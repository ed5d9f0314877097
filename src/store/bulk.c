/* SPDX-License-Identifier: MIT */
/* Owns the short way in for many rows: a puzzle and its rating at once. */
#include "store/inside.h"
#include "store/rows.h"

/* A puzzle that is there: the same boards, and a rating that narrows. */
static loyd_err
better(loyd_store *store, const loyd_id *id, const loyd_puzzle *puzzle,
       const loyd_rating *rating, const loyd_moves *path, loyd_why *why)
{
    record there = {.path = {0}};
    bool found, is_better;
    loyd_err err = record_get(store, id, &there, &found, why);

    if (err == LOYD_OK)
        err = puzzle_same(&there, puzzle, why);
    if (err != LOYD_OK || rating == NULL ||
        (err = rating_judge(&there, rating, path, &is_better, why)) !=
            LOYD_OK ||
        !is_better)
        goto fail;
    err = rating_put(store, id, rating, path, why);
    if (err == LOYD_OK && rating->lower == rating->upper)
        err = puzzle_set_stm(store, id, rating->upper, why);
fail:
    record_free(&there);
    return err;
}

loyd_err
row_put_checked(loyd_store *store, const loyd_id *id,
                const loyd_puzzle *puzzle, const loyd_rating *rating,
                const loyd_moves *path, bool *is_new, loyd_why *why)
{
    bool is_proven = rating != NULL && rating->lower == rating->upper;
    loyd_err err = puzzle_add(store, puzzle, id, is_proven ? rating->upper : 0,
                              is_new, why);

    if (err != LOYD_OK)
        return err;
    if (!*is_new)
        return better(store, id, puzzle, rating, path, why);
    return rating != NULL ? rating_put(store, id, rating, path, why) : LOYD_OK;
}

loyd_err
row_put(loyd_store *store, const loyd_id *id, const loyd_puzzle *puzzle,
        const loyd_rating *rating, const loyd_moves *path, bool *is_new,
        loyd_why *why)
{
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK || (err = puzzle_may_be(puzzle, why)) != LOYD_OK ||
        (err = rating_may_be(rating, path, why)) != LOYD_OK ||
        (err = loyd_moves_replay(&puzzle->start, &puzzle->goal, path, NULL,
                                 why)) != LOYD_OK)
        return err;
    return row_put_checked(store, id, puzzle, rating, path, is_new, why);
}
