/* SPDX-License-Identifier: MIT */
/* Channels, schedules and ledgers as rows, for the daily puzzle and jobs. */
#ifndef LOYD_STORE_DAYS_H
#define LOYD_STORE_DAYS_H

#include "core/day_hash.h"
#include "loyd/channel.h"
#include "store/rows.h"

/* channel.c */

/*
 * The channel of a name, which is then as long as its ledger; its is_builtin
 * is left alone. Errors: LOYD_E_CORRUPT (also a ledger that has lost rows),
 * those of SQLite.
 */
loyd_err channel_get(loyd_store *store, const char *name,
                     loyd_channel *channel, bool *found, loyd_why *why);

/* The first one behind a name in byte order; "" is before all. */
loyd_err channel_next(loyd_store *store, const char *after,
                      loyd_channel *channel, bool *found, loyd_why *why);

/* Stores a new one, without a ledger. */
loyd_err channel_put(loyd_store *store, const loyd_channel *channel,
                     loyd_why *why);

/* Stores what a ledger has come to: rows, last, head. */
loyd_err channel_grow(loyd_store *store, const loyd_channel *channel,
                      loyd_why *why);

/* schedule.c */

/* A stored version, checked. Errors: LOYD_E_CORRUPT, also where none is. */
loyd_err schedule_get(loyd_store *store, const char *channel, uint32_t version,
                      loyd_schedule *schedule, loyd_why *why);

/* Stores a checked and resolved one. */
loyd_err schedule_put(loyd_store *store, const char *channel,
                      const loyd_schedule *schedule, loyd_why *why);

/*
 * Is a row all that it should be: names, size, layout in canonical form, a
 * range of lengths? NULL, or what is wrong: static text.
 */
const char *schedule_row_fault(const loyd_schedule_row *row);

/* site.c */

/* The settings of a channel's site, where it has been published. */
loyd_err site_get(loyd_store *store, const char *channel,
                  loyd_site_settings *settings, bool *found, loyd_why *why);

/* Stores checked settings in place of those that were there. */
loyd_err site_put(loyd_store *store, const char *channel,
                  const loyd_site_settings *settings, loyd_why *why);
bool site_same(const loyd_site_settings *a, const loyd_site_settings *b);

/* promise.c */

/* Called with each promise; returns false to stop. is_broken is false. */
typedef bool (*promise_fn)(void *context, const loyd_promise *promise);

/* A channel's promises in order of date, tier and version, each checked. */
loyd_err promise_each(loyd_store *store, const char *channel, promise_fn each,
                      void *context, loyd_why *why);

/*
 * Stores one. Where it is there already the earlier day of publishing stays;
 * LOYD_E_CORRUPT where another hash is. Needs a transaction.
 */
loyd_err promise_put(loyd_store *store, const char *channel,
                     const loyd_promise *promise, loyd_why *why);

/* ledger.c */

/* A row of a ledger and its puzzle, checked. */
struct ledger_row {
    uint32_t number;
    char date[LOYD_DATE_TEXT];
    loyd_date day; /* the same */
    char tier[LOYD_CHANNEL_NAME];
    uint32_t version;
    struct record record; /* its puzzle, proven; the path, which is canonical,
                             only of a walk */
    bool has_nonce;
    uint8_t nonce[LOYD_HASH_BYTES];
    uint8_t previous[LOYD_HASH_BYTES];
    uint8_t hash[LOYD_HASH_BYTES];
};

/* The facts of a row, which borrow from it. */
struct day_facts ledger_facts(const char *channel,
                              const struct ledger_row *row);

/*
 * A channel's rows from row number `from` on. Each is checked: number and
 * date follow on those of the row before, the puzzle is there and its proven
 * length the row's, and the hash is that of the row and of the one before.
 * To be closed, errors or not; NULL is fine then.
 */
struct ledger_walk;

loyd_err ledger_open(loyd_store *store, const char *channel, uint32_t from,
                     struct ledger_walk **walk, loyd_why *why);

/* The next one, borrowed until the next call; *row is NULL behind the last.
 * Errors: LOYD_E_CORRUPT, LOYD_E_NOMEM, those of SQLite. */
loyd_err ledger_next(struct ledger_walk *walk, const struct ledger_row **row,
                     loyd_why *why);
void ledger_close(struct ledger_walk **walk);

/* The number of the first row on a date or behind it; rows + 1 for none. */
loyd_err ledger_find(loyd_store *store, const loyd_channel *channel,
                     const char *date, uint32_t *number, loyd_why *why);

/*
 * Appends a row, whose puzzle is stored, to the ledger of `channel`, which
 * grows: number, previous and hash are worked out here. Needs a transaction.
 */
loyd_err ledger_append(loyd_store *store, loyd_channel *channel,
                       struct ledger_row *row, loyd_why *why);

/*
 * The hashes of all ledgers in bytewise order, each once, after every row of
 * them was checked.
 */
typedef void (*hash_fn)(void *context, const uint8_t hash[LOYD_HASH_BYTES]);

loyd_err ledger_hashes(loyd_store *store, hash_fn each, void *context,
                       loyd_why *why);

/*
 * Has this puzzle been given to anybody: has any ledger shown it? The one
 * place that says what "used" means.
 */
loyd_err puzzle_is_used(loyd_store *store, const loyd_id *id, bool *yes,
                        loyd_why *why);

#endif
