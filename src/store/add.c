/* SPDX-License-Identifier: MIT */
/* Stores a puzzle with everything that is known of it. */
#include "base/why.h"
#include "store/rows.h"

loyd_err
loyd_store_add(loyd_store *store, const loyd_addition *a, loyd_id *id,
               bool *is_new, loyd_why *why)
{
    loyd_id made;
    bool was_added = false;
    loyd_err err;

    WHY_GIVEN(why);
    if (a->puzzle == NULL)
        return why_set(why, LOYD_E_RANGE, "an addition needs a puzzle");
    if (a->rating != NULL && a->path == NULL)
        return why_set(why, LOYD_E_MOVE, "a rating needs a path");
    err = store_add_puzzle(store, a->puzzle, &made, &was_added, why);
    if (err == LOYD_OK && a->recipe != NULL)
        err = store_add_recipe(store, a->recipe, &made, why);
    if (err == LOYD_OK && a->rating != NULL)
        err = store_add_rating(store, &made, a->rating, a->path, why);
    if (err == LOYD_OK && a->estimate != 0)
        err = store_add_estimate(store, &made, a->estimate_version,
                                 a->estimate, why);
    if (err == LOYD_OK && a->name != NULL)
        err = store_add_name(store, &made, a->name, why);
    if (err != LOYD_OK)
        return err;
    if (id != NULL)
        *id = made;
    if (is_new != NULL)
        *is_new = was_added;
    return LOYD_OK;
}
