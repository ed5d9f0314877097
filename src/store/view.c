/* SPDX-License-Identifier: MIT */
/* The public view of a record: percentiles and bands. */
#include <string.h>

#include "core/board.h"
#include "store/tables.h"

loyd_err
record_rank(loyd_store *store, struct record *r, loyd_why *why)
{
    const loyd_board *goal = &r->puzzle.goal;
    const loyd_sample *sample = NULL;
    loyd_class cls;
    loyd_err err;

    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        r->known[m].distribution = r->known[m].status == LOYD_STATUS_PROVEN
                                       ? loyd_distribution_of(goal, m)
                                       : NULL;
    if (r->estimate == 0)
        return LOYD_OK;
    cls = loyd_class_of(goal->width, goal->height, board_blank(goal));
    err = loyd_store_sample(store, &cls, r->estimate_version, &sample, why);
    if (err == LOYD_OK && sample != NULL)
        r->known[LOYD_STM].distribution = &sample->estimates;
    return err;
}

/* Sets the bands of an entry by its distributions. */
static void
entry_bands(loyd_entry *entry, const loyd_bands *bands)
{
    for (loyd_metric m = 0; m < LOYD_METRICS; m++) {
        loyd_known *known = &entry->known[m];
        const loyd_distribution *d = known->distribution;

        known->band =
            d != NULL ? loyd_bands_of(bands, d, entry_length(entry, m))->name
                      : "";
    }
}

void
record_view(const struct record *r, const loyd_bands *bands, loyd_entry *entry)
{
    memset(entry, 0, sizeof(*entry));
    entry->id = r->id;
    entry->puzzle = r->puzzle;
    memcpy(entry->layout, r->layout, strlen(r->layout) + 1);
    memcpy(entry->known, r->known, sizeof(entry->known));
    entry->estimate = r->estimate;
    entry->estimate_version = r->estimate_version;
    entry->is_estimated =
        entry->known[LOYD_STM].distribution != NULL && r->estimate != 0;
    entry_bands(entry, bands);
    entry->recipe = r->recipe != NULL ? r->recipe : "";
    entry->name = r->name != NULL ? r->name : "";
}
