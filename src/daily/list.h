/* SPDX-License-Identifier: MIT */
/*
 * Days from the catalogue: the lists of channels and their order, as defined
 * in docs/formats.md.
 */
#ifndef LOYD_DAILY_LIST_H
#define LOYD_DAILY_LIST_H

#include "daily/channel.h"

/* --- list.c --- */

/*
 * The lists of a version in the order of its days. All zero is empty. The
 * order of a channel with a secret is secret too: it is in memory only.
 */
struct listing {
    uint32_t version; /* 0: none yet */
    struct {
        loyd_id *at;
        size_t n;
    } tier[LOYD_SCHEDULE_ROWS];
};

/*
 * Reads and orders the lists of a version, unless they are those of the
 * listing already. Costs a hash for each puzzle of these lists, and of those
 * of earlier versions. Errors: LOYD_E_CORRUPT, LOYD_E_SECRET, LOYD_E_NOMEM,
 * those of SQLite.
 */
loyd_err listing_turn(struct listing *listing, loyd_store *store,
                      const loyd_channel *channel, const uint8_t *secret,
                      uint32_t version, loyd_why *why);

/*
 * Finds the puzzle of a date and a tier. `schedule` is the listing's version,
 * and the date is not before its first day. Errors: LOYD_E_EMPTY: the list
 * has ended.
 */
loyd_err listing_take(const struct listing *listing,
                      const loyd_channel *channel,
                      const loyd_schedule *schedule, const loyd_date *date,
                      unsigned at, loyd_id *id, loyd_why *why);

void listing_free(struct listing *listing);

/*
 * Checks that the channel's lists have a puzzle for every day from `first` to
 * `last`, in days since 1970. `listing` is used, and may be used again.
 * Errors: LOYD_E_EMPTY, those of listing_turn.
 */
loyd_err lists_reach(struct listing *listing, loyd_store *store,
                     const loyd_channel *channel, const uint8_t *secret,
                     int32_t first, int32_t last, loyd_why *why);

/*
 * Finds the last day, in days since 1970, for which a version has puzzles.
 * Without the secret: the last one for which it certainly has. INT32_MAX: its
 * puzzles are drawn.
 */
loyd_err lists_end(loyd_store *store, const loyd_channel *channel,
                   uint32_t version, int32_t *end, loyd_why *why);

/* --- list_make.c --- */

/*
 * Selects the puzzles of the tiers and stores them as the lists of
 * `schedule`, whose version and date are set. Needs a transaction. With `n`,
 * stores nothing and writes how many puzzles each tier gets.
 */
loyd_err lists_make(loyd_store *store, const char *channel,
                    const loyd_schedule *schedule, const loyd_tier *tiers,
                    const char *seed, uint32_t *n, loyd_why *why);

/* Makes the schedule of these tiers, after a check of their titles and the
 * seed. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_ENCODING. */
loyd_err lists_schedule(const loyd_tier *tiers, size_t n, const char *seed,
                        loyd_schedule *schedule, loyd_why *why);

#endif
