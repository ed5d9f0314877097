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
    struct record there = {.estimate = 0};
    struct rating_news news[LOYD_METRICS] = {{.is_new = false}};
    bool found, is_new_estimate = false;
    loyd_err err = record_get(store, &from->id, &there, &found, why);

    if (err != LOYD_OK)
        goto fail;
    err = puzzle_same(&there, &from->puzzle, why);
    for (unsigned m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        if (from->known[m].rating.upper != 0)
            err = rating_judge(&there, &from->known[m].rating,
                               &from->known[m].path, &news[m], why);
    if (err == LOYD_OK && from->estimate != 0)
        err = estimate_judge(&there, from->estimate_version, from->estimate,
                             &is_new_estimate, why);
    *what = err == LOYD_OK ? PUT_THERE : PUT_CONTRADICTS;
    for (unsigned m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        err = rating_replace(store, &there, &news[m], why);
    if (err == LOYD_OK && is_new_estimate)
        err = estimate_put(store, &from->id, from->estimate_version,
                           from->estimate, why);
fail:
    record_free(&there);
    return err;
}

/* record_put for a record that a reader has checked. */
static loyd_err
record_put_checked(loyd_store *store, const struct record *from,
                   enum put *what, loyd_why *why)
{
    bool is_new;
    loyd_err err = puzzle_add(store, from, &is_new, why);

    *what = PUT_NEW;
    if (err == LOYD_OK && !is_new)
        return narrow(store, from, what, why);
    for (unsigned m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        if (from->known[m].rating.upper != 0)
            err = rating_put(store, &from->id, &from->known[m].rating,
                             &from->known[m].path, why);
    return err;
}

/* Checks a rating that is not checked yet, if there is one. */
static loyd_err
known_may_be(const loyd_puzzle *puzzle, const loyd_known *known, loyd_why *why)
{
    loyd_err err;

    if (known->rating.upper == 0)
        return LOYD_OK;
    err = rating_may_be(&known->rating, &known->path, why);
    if (err == LOYD_OK &&
        !moves_lead(&puzzle->start, &puzzle->goal, &known->path))
        err = why_set(why, LOYD_E_MOVE, "the path does not end at the goal");
    return err;
}

loyd_err
record_put(loyd_store *store, const struct record *from, enum put *what,
           loyd_why *why)
{
    const loyd_puzzle *puzzle = &from->puzzle;
    uint16_t lower = from->known[LOYD_STM].rating.lower;
    loyd_err err = store_need_write(store, why);

    if (err == LOYD_OK)
        err = puzzle_may_be(puzzle, why);
    for (unsigned m = 0; err == LOYD_OK && m < LOYD_METRICS; m++)
        err = known_may_be(puzzle, &from->known[m], why);
    if (err != LOYD_OK)
        return err;
    if (!metrics_agree(&puzzle->goal, from->known))
        return why_set(why, LOYD_E_RANGE,
                       "the ratings in STM and MTM contradict each other");
    if (from->estimate != 0 &&
        (err = estimate_may_be(puzzle, from->estimate_version, from->estimate,
                               why)) != LOYD_OK)
        return err;
    if (from->estimate != 0 && from->estimate < lower)
        return why_set(why, LOYD_E_RANGE,
                       "estimate %u is below the lower bound %u",
                       from->estimate, lower);
    return record_put_checked(store, from, what, why);
}
