/* SPDX-License-Identifier: MIT */
/* Promises, which are published commitments. */
#ifndef LOYD_DAILY_PROMISES_H
#define LOYD_DAILY_PROMISES_H

#include "daily/channel.h"

/* A list of commitments. All zero is an empty list. */
struct promises {
    loyd_commitment *at;
    size_t n;
    size_t room;
    bool is_lost; /* out of memory */
};

/* Appends a promise. If out of memory, returns false and sets is_lost. */
bool promises_add(struct promises *all, const loyd_commitment *promise);

/* Reads all promises of a channel from the catalogue, sorted. Errors:
 * LOYD_E_CORRUPT, LOYD_E_NOMEM, those of SQLite. */
loyd_err promises_read(struct promises *all, loyd_store *store,
                       const loyd_channel *channel, loyd_why *why);

/* Sorts by date, tier and version, as the next two functions require. */
void promises_sort(struct promises *all);

/* Returns the promise of a date, a tier and a version, or NULL. */
const loyd_commitment *promises_find(const struct promises *all,
                                     const loyd_date *date, const char *tier,
                                     uint32_t version);

/* Returns the promises of a day, *n of them; NULL if there are none. */
const loyd_commitment *promises_of_day(const struct promises *all,
                                       int32_t days, size_t *n);
void promises_free(struct promises *all);

#endif
