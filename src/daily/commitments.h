/* SPDX-License-Identifier: MIT */
/* Lists of published commitments. */
#ifndef LOYD_DAILY_COMMITMENTS_H
#define LOYD_DAILY_COMMITMENTS_H

#include "daily/channel.h"

/* A list of commitments. All zero is an empty list. */
struct commitments {
    loyd_commitment *at;
    size_t n;
    size_t room;
    bool is_lost; /* out of memory */
};

/* Appends a commitment. If out of memory, returns false and sets is_lost. */
bool commitments_add(struct commitments *all,
                     const loyd_commitment *commitment);

/* Reads all commitments of a channel from the catalogue, sorted. Errors:
 * LOYD_E_CORRUPT, LOYD_E_NOMEM, those of SQLite. */
loyd_err commitments_read(struct commitments *all, loyd_store *store,
                          const loyd_channel *channel, loyd_why *why);

/* Sorts by date, tier and version, as the next two functions require. */
void commitments_sort(struct commitments *all);

/* Returns the commitment of a date, a tier and a version, or NULL. */
const loyd_commitment *commitments_find(const struct commitments *all,
                                        const loyd_date *date,
                                        const char *tier, uint32_t version);

/* Returns the commitments of a day, *n of them; NULL if there are none. */
const loyd_commitment *commitments_of_day(const struct commitments *all,
                                          int32_t days, size_t *n);
void commitments_free(struct commitments *all);

#endif
