/* SPDX-License-Identifier: MIT */
/* The public view of a record: percentiles and bands. */
#include <string.h>

#include "store/tables.h"

loyd_err
record_rank(loyd_store *store, struct record *r, loyd_why *why)
{
    const loyd_board *goal = &r->puzzle.goal;
    const loyd_sample *sample = NULL;
    loyd_class cls;
    loyd_err err;

    r->known[LOYD_STM].distribution = r->known[LOYD_MTM].distribution = NULL;
    if (r->known[LOYD_MTM].status == LOYD_STATUS_PROVEN)
        r->known[LOYD_MTM].distribution = loyd_distribution_in(goal, LOYD_MTM);
    if (r->estimate == 0) {
        if (r->known[LOYD_STM].status == LOYD_STATUS_PROVEN)
            r->known[LOYD_STM].distribution = loyd_distribution_of(goal);
        return LOYD_OK;
    }
    cls = loyd_class_of(goal->width, goal->height, loyd_board_blank(goal));
    err = loyd_store_sample(store, &cls, r->estimate_version, &sample, why);
    if (err == LOYD_OK && sample != NULL)
        r->known[LOYD_STM].distribution = &sample->estimates;
    return err;
}

/* Which length decides the percentile in a metric. */
static uint16_t
ranked_length(const struct record *r, loyd_metric metric)
{
    return metric == LOYD_STM && r->estimate != 0
               ? r->estimate
               : r->known[metric].rating.upper;
}

void
record_view(const struct record *r, const loyd_bands *bands, loyd_entry *entry)
{
    memset(entry, 0, sizeof(*entry));
    entry->id = r->id;
    entry->puzzle = r->puzzle;
    memcpy(entry->layout, r->layout, strlen(r->layout) + 1);
    for (loyd_metric m = 0; m < LOYD_METRICS; m++) {
        loyd_known *known = &entry->known[m];
        const loyd_distribution *d = r->known[m].distribution;

        *known = r->known[m];
        if (known->claimed != 0) /* it takes precedence */
            known->status = LOYD_STATUS_CLAIMED;
        known->band = d != NULL
                          ? loyd_bands_of(bands, d, ranked_length(r, m))->name
                          : "";
    }
    entry->estimate = r->estimate;
    entry->estimate_version = r->estimate_version;
    entry->is_estimated =
        entry->known[LOYD_STM].distribution != NULL && r->estimate != 0;
    entry->recipe = r->recipe != NULL ? r->recipe : "";
    entry->name = r->name != NULL ? r->name : "";
}
