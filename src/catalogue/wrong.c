/* SPDX-License-Identifier: MIT */
/* Owns the list of wrong claims. */
#include "catalogue/wrong.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "core/listener.h"

/* A claim that was wrong. */
struct wrong {
    loyd_id id;
    uint16_t claimed;
    uint16_t lower; /* of the rating */
    uint16_t upper;
    loyd_metric metric;
};

loyd_err
wrong_settle(struct wrong_list *list, loyd_store *store, const loyd_id *id,
             const loyd_rating *rating, loyd_why *why)
{
    uint16_t claimed;
    loyd_err err = claim_get(store, id, rating->metric, &claimed, why);

    if (err != LOYD_OK || claimed == 0 ||
        (rating->lower <= claimed && claimed <= rating->upper))
        return err;
    if (!ARRAY_ROOM(list->at, list->room, list->n + 1))
        return LOYD_E_NOMEM;
    list->at[list->n++] = (struct wrong){*id, claimed, rating->lower,
                                         rating->upper, rating->metric};
    return LOYD_OK;
}

void
wrong_tell(const struct wrong_list *list, const loyd_listener *listener)
{
    char name[LOYD_ID_CHARS + 1], what[LOYD_WHY_BYTES];

    for (size_t i = 0; i < list->n; i++) {
        const struct wrong *wrong = &list->at[i];
        const char *in = wrong->metric == LOYD_MTM ? " in MTM" : "";

        loyd_id_print(&wrong->id, name);
        if (wrong->lower == wrong->upper)
            snprintf(what, sizeof(what),
                     "puzzle %s: wrong claim%s: claimed %u, proven %u", name,
                     in, wrong->claimed, wrong->upper);
        else
            snprintf(what, sizeof(what),
                     "puzzle %s: wrong claim%s: claimed %u, between %u and %u",
                     name, in, wrong->claimed, wrong->lower, wrong->upper);
        if (!listener_bad(listener,
                          &(loyd_bad){.what = what, .err = LOYD_E_CORRUPT}))
            return;
    }
}

void
wrong_free(struct wrong_list *list)
{
    free(list->at);
    *list = (struct wrong_list){.at = NULL};
}
