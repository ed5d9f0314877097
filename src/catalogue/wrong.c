/* SPDX-License-Identifier: MIT */
/* The list of wrong claims and ratings. */
#include "catalogue/wrong.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "core/listener.h"

/* A claim or a rating that was wrong. */
struct wrong {
    char *fault; /* of a rating, with the id; NULL: a claim, as follows */
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
    list->at[list->n++] =
        (struct wrong){NULL,          *id,           claimed,
                       rating->lower, rating->upper, rating->metric};
    return LOYD_OK;
}

loyd_err
wrong_add(struct wrong_list *list, const char *fault)
{
    char *kept = strdup(fault);

    if (kept == NULL || !ARRAY_ROOM(list->at, list->room, list->n + 1)) {
        free(kept);
        return LOYD_E_NOMEM;
    }
    list->at[list->n++] = (struct wrong){.fault = kept};
    return LOYD_OK;
}

/* Describes a wrong claim. */
static void
claim_words(const struct wrong *wrong, char what[LOYD_WHY_BYTES])
{
    const char *in = wrong->metric == LOYD_MTM ? " in MTM" : "";
    char name[LOYD_ID_CHARS + 1];

    loyd_id_print(&wrong->id, name);
    if (wrong->lower == wrong->upper)
        snprintf(what, LOYD_WHY_BYTES,
                 "puzzle %s: wrong claim%s: claimed %u, proven %u", name, in,
                 wrong->claimed, wrong->upper);
    else
        snprintf(what, LOYD_WHY_BYTES,
                 "puzzle %s: wrong claim%s: claimed %u, between %u and %u",
                 name, in, wrong->claimed, wrong->lower, wrong->upper);
}

void
wrong_tell(const struct wrong_list *list, const loyd_listener *listener)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct wrong *wrong = &list->at[i];
        char words[LOYD_WHY_BYTES];
        loyd_bad bad = {.what = wrong->fault, .err = LOYD_E_RANGE};

        if (wrong->fault == NULL) {
            claim_words(wrong, words);
            bad.what = words;
            bad.err = LOYD_E_CORRUPT;
        }
        if (!listener_bad(listener, &bad))
            return;
    }
}

void
wrong_free(struct wrong_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->at[i].fault);
    free(list->at);
    *list = (struct wrong_list){.at = NULL};
}
