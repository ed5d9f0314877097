/* SPDX-License-Identifier: MIT */
/*
 * What was promised of days to come: the rows of the catalogue, and what
 * commitments.json is made of. Each commitment costs the drawing of its
 * board, so those of the last commitments.json are taken over where they are
 * known to be ours: the site's marker has a seal over the file that nobody
 * can make without the secret.
 */
#ifndef LOYD_DAILY_PROMISES_H
#define LOYD_DAILY_PROMISES_H

#include "daily/channel.h"
#include "daily/site.h"

/* Adds one at the end; a loyd_promise_fn, whose context is the list. */
bool promises_add(void *context, const loyd_promise *promise);

/* All of a channel that the catalogue knows, sorted. Errors: LOYD_E_CORRUPT,
 * LOYD_E_NOMEM, those of SQLite. */
loyd_err promises_read(struct promises *all, loyd_store *store,
                       const loyd_channel *channel, loyd_why *why);

/* By date, tier and version; the next two functions want them so. */
void promises_sort(struct promises *all);

/* The one of a date, a tier and a version, or NULL. */
const loyd_promise *promises_find(const struct promises *all,
                                  const loyd_date *date, const char *tier,
                                  uint32_t version);

/* Those of a day: *n of them. */
const loyd_promise *promises_of_day(const struct promises *all, int32_t days,
                                    size_t *n);
void promises_free(struct promises *all);

/*
 * The seal of a commitments.json. `versions` is the channel's: a schedule
 * that was added later may change what is to come.
 */
void promises_seal(const struct text *json, const uint8_t *secret,
                   uint32_t versions, uint8_t seal[LOYD_HASH_BYTES]);

/*
 * Appends what the site's own commitments.json promised of days after it was
 * published; nothing where its seal is not right. Errors: LOYD_E_NOMEM,
 * LOYD_E_IO, LOYD_E_CORRUPT (the channel's schedules).
 */
loyd_err promises_of_file(struct promises *all, loyd_site *site,
                          loyd_store *store, const loyd_channel *channel,
                          const uint8_t *secret, loyd_why *why);

#endif
