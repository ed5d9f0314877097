/* SPDX-License-Identifier: MIT */
/* Stores whole records: a puzzle with its ratings and its estimate. */
#include "base/why.h"
#include "core/moves.h"
#include "store/tables.h"

/* Checks a stored puzzle for the same boards, and stores its rating and
 * estimate where they are better. */
static loyd_err
narrow(loyd_store *store, const struct record *from, enum put *what,
       loyd_why *why)
{
    struct record there = {.stm.path = {0}};
    struct rating_news news = {.is_new = false}, mtm_news = news;
    bool found, is_new_estimate = false;
    loyd_err err = record_get(store, &from->id, &there, &found, why);

    if (err != LOYD_OK)
        goto fail;
    err = puzzle_same(&there, &from->puzzle, why);
    if (err == LOYD_OK && from->stm.rating.upper != 0)
        err = rating_judge(&there, &from->stm.rating, &from->stm.path, &news,
                           why);
    if (err == LOYD_OK && from->estimate != 0)
        err = estimate_judge(&there, from->estimate_version, from->estimate,
                             &is_new_estimate, why);
    if (err == LOYD_OK && from->mtm.rating.upper != 0)
        err = rating_judge(&there, &from->mtm.rating, &from->mtm.path,
                           &mtm_news, why);
    *what = err == LOYD_OK ? PUT_THERE : PUT_CONTRADICTS;
    if (err == LOYD_OK)
        err = rating_replace(store, &there, &news, why);
    if (err == LOYD_OK)
        err = rating_replace(store, &there, &mtm_news, why);
    if (err == LOYD_OK && is_new_estimate)
        err = estimate_put(store, &from->id, from->estimate_version,
                           from->estimate, why);
fail:
    record_free(&there);
    return err;
}

loyd_err
record_put_checked(loyd_store *store, const struct record *from,
                   enum put *what, loyd_why *why)
{
    bool is_new;
    loyd_err err = puzzle_add(store, from, &is_new, why);

    *what = PUT_NEW;
    if (err != LOYD_OK)
        return err;
    if (!is_new)
        return narrow(store, from, what, why);
    if (from->stm.rating.upper != 0)
        err = rating_put(store, &from->id, &from->stm.rating, &from->stm.path,
                         why);
    if (err == LOYD_OK && from->mtm.rating.upper != 0)
        err = rating_put(store, &from->id, &from->mtm.rating, &from->mtm.path,
                         why);
    return err;
}

/* Checks a rating that is not checked yet, if there is one. */
static loyd_err
rated_may_be(const loyd_puzzle *puzzle, const struct rated *rated,
             loyd_why *why)
{
    loyd_err err;

    if (rated->rating.upper == 0)
        return LOYD_OK;
    err = rating_may_be(&rated->rating, &rated->path, why);
    if (err == LOYD_OK &&
        !moves_lead(&puzzle->start, &puzzle->goal, &rated->path))
        err = why_set(why, LOYD_E_MOVE, "the path does not end at the goal");
    return err;
}

loyd_err
record_put(loyd_store *store, const struct record *from, enum put *what,
           loyd_why *why)
{
    const loyd_puzzle *puzzle = &from->puzzle;
    loyd_err err = store_need_write(store, why);

    if (err != LOYD_OK || (err = puzzle_may_be(puzzle, why)) != LOYD_OK ||
        (err = rated_may_be(puzzle, &from->stm, why)) != LOYD_OK ||
        (err = rated_may_be(puzzle, &from->mtm, why)) != LOYD_OK)
        return err;
    if (!metrics_agree(&puzzle->goal, &from->stm, &from->mtm))
        return why_set(why, LOYD_E_RANGE,
                       "the ratings in STM and MTM contradict each other");
    if (from->estimate != 0 &&
        (err = estimate_may_be(puzzle, from->estimate_version, from->estimate,
                               why)) != LOYD_OK)
        return err;
    if (from->estimate != 0 && from->estimate < from->stm.rating.lower)
        return why_set(why, LOYD_E_RANGE,
                       "estimate %u is below the lower bound %u",
                       from->estimate, from->stm.rating.lower);
    return record_put_checked(store, from, what, why);
}
