/* SPDX-License-Identifier: MIT */
/*
 * Promises, which are published commitments: those in the catalogue, and those
 * in a site's commitments.json. Making a commitment requires drawing its
 * board, so those of the last commitments.json are reused if loyd wrote the
 * file: the site's marker contains a seal of it that cannot be made without
 * the secret.
 */
#ifndef LOYD_DAILY_PROMISES_H
#define LOYD_DAILY_PROMISES_H

#include "daily/channel.h"
#include "daily/site.h"

/* Appends a promise. If out of memory, returns false and sets is_lost. */
bool promises_add(struct promises *all, const loyd_promise *promise);

/* Reads all promises of a channel from the catalogue, sorted. Errors:
 * LOYD_E_CORRUPT, LOYD_E_NOMEM, those of SQLite. */
loyd_err promises_read(struct promises *all, loyd_store *store,
                       const loyd_channel *channel, loyd_why *why);

/* Sorts by date, tier and version, as the next two functions require. */
void promises_sort(struct promises *all);

/* Returns the promise of a date, a tier and a version, or NULL. */
const loyd_promise *promises_find(const struct promises *all,
                                  const loyd_date *date, const char *tier,
                                  uint32_t version);

/* Returns the promises of a day, *n of them; NULL if there are none. */
const loyd_promise *promises_of_day(const struct promises *all, int32_t days,
                                    size_t *n);
void promises_free(struct promises *all);

/*
 * Computes the seal of a commitments.json. It includes the channel's number of
 * schedule versions, because a version added later may break promises.
 */
void promises_seal(const struct text *json, const uint8_t *secret,
                   uint32_t versions, uint8_t seal[LOYD_HASH_BYTES]);

/*
 * Appends the promises of the site's commitments.json for days after its
 * publication; none if its seal is wrong. Errors: LOYD_E_NOMEM, LOYD_E_IO,
 * LOYD_E_CORRUPT (the channel's schedules).
 */
loyd_err promises_of_file(struct promises *all, loyd_site *site,
                          loyd_store *store, const loyd_channel *channel,
                          const uint8_t *secret, loyd_why *why);

#endif
