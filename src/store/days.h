/* SPDX-License-Identifier: MIT */
/* Channels, schedules and ledgers as rows, for daily puzzles and long jobs. */
#ifndef LOYD_STORE_DAYS_H
#define LOYD_STORE_DAYS_H

#include "base/text.h"
#include "core/day_hash.h"
#include "loyd/channel.h"
#include "store/rows.h"

/* channel.c */

extern const struct table channel_table;
extern const struct table schedule_table;
extern const struct table schedule_row_table;

/*
 * Reads the channel of a name and checks that its ledger has the length and
 * the head that the channel's row says. is_builtin stays unchanged.
 * Errors: LOYD_E_CORRUPT (also a ledger that has lost rows), those of SQLite.
 */
loyd_err channel_get(loyd_store *store, const char *name,
                     loyd_channel *channel, bool *found, loyd_why *why);

/* Reads the first channel after a name, in byte order; "": the first one. */
loyd_err channel_next(loyd_store *store, const char *after,
                      loyd_channel *channel, bool *found, loyd_why *why);

/* Stores a new channel with an empty ledger. */
loyd_err channel_put(loyd_store *store, const loyd_channel *channel,
                     loyd_why *why);

/* Stores the state of the channel's ledger: rows, last, head. */
loyd_err channel_grow(loyd_store *store, const loyd_channel *channel,
                      loyd_why *why);

/* Reads a version of a schedule and checks it. Errors: LOYD_E_CORRUPT (also
 * a missing version), those of SQLite. */
loyd_err schedule_get(loyd_store *store, const char *channel, uint32_t version,
                      loyd_schedule *schedule, loyd_why *why);

/* Stores a schedule that was checked and resolved. */
loyd_err schedule_put(loyd_store *store, const char *channel,
                      const loyd_schedule *schedule, loyd_why *why);

/*
 * Changes the title of the rows with this tier, in all versions, and of the
 * rows in this place of the versions without tiers that have `n` rows.
 * *found: there are some.
 */
loyd_err schedule_retitle(loyd_store *store, const char *channel,
                          const char *tier, unsigned place, unsigned n,
                          const char *title, bool *found, loyd_why *why);

/* list.c */

/* A row of `list`. */
struct list_row {
    int64_t pk;
    char channel[LOYD_CHANNEL_NAME];
    uint32_t version;
    unsigned place;
    loyd_list list;
};

extern const struct table list_table;
extern const struct table list_puzzle_table;

/* Reads the list of a row of a version, and its key. Errors: LOYD_E_CORRUPT
 * (also a missing list), those of SQLite. */
loyd_err list_get(loyd_store *store, const char *channel, uint32_t version,
                  unsigned place, loyd_list *list, int64_t *pk, loyd_why *why);

/*
 * Stores a list: the selection of `list`, and its ids, each once, in their
 * places; the number and the digest are set. Needs a transaction.
 */
loyd_err list_put(loyd_store *store, const char *channel, uint32_t version,
                  unsigned place, const loyd_list *list, const loyd_id *ids,
                  size_t n, loyd_why *why);

/* Reads the puzzle in a place of a list. Errors: LOYD_E_CORRUPT (also a free
 * place), those of SQLite. */
loyd_err list_at(loyd_store *store, int64_t pk, uint32_t place, loyd_id *id,
                 loyd_why *why);

/* Reads a puzzle that a list has, with its boards and rating. Errors:
 * LOYD_E_CORRUPT (also a missing or unrated puzzle), those of SQLite. */
loyd_err list_record(loyd_store *store, const loyd_id *id,
                     struct record *record, loyd_why *why);

/* site.c */

/* The words of settings. */
extern const char *const solution_names[LOYD_SOLUTIONS_COUNT_];
extern const char *const hint_names[LOYD_HINTS_COUNT_];

/* The settings of a channel's site, where it has been published. */
loyd_err site_get(loyd_store *store, const char *channel,
                  loyd_site_settings *settings, bool *found, loyd_why *why);

/* Stores checked settings, which replace those of the channel, in a
 * transaction. site_has: they are stored already. */
loyd_err site_put(loyd_store *store, const char *channel,
                  const loyd_site_settings *settings, loyd_why *why);
loyd_err site_has(loyd_store *store, const char *channel,
                  const loyd_site_settings *settings, bool *yes,
                  loyd_why *why);

/* ledger.c */

extern const struct table ledger_table;

/* Returns whether a puzzle can be that of a day: it is proven or, beyond
 * LOYD_EXACT_CELLS cells, rated. */
bool day_is_rated(const struct record *record);

/* A row of a ledger and its puzzle, checked. */
struct ledger_row {
    char channel[LOYD_CHANNEL_NAME];
    uint32_t number;
    char date[LOYD_DATE_TEXT];
    loyd_date day; /* its date */
    char tier[LOYD_CHANNEL_NAME];
    uint32_t version;
    struct record record; /* its puzzle, rated; the path is set by a walk
                             only */
    uint16_t stm;         /* 0: none */
    bool has_nonce;
    uint8_t nonce[LOYD_HASH_BYTES];
    uint8_t previous[LOYD_HASH_BYTES];
    uint8_t hash[LOYD_HASH_BYTES];
};

/*
 * Walks over a channel's rows from row number `from` on. Each row is checked:
 * number and date follow those of the previous row, the puzzle is stored,
 * rated, and has the row's length if it has one, and the hash covers the row
 * and the previous hash. The caller closes the walk, also after errors;
 * closing NULL is fine.
 */
struct ledger_walk;

loyd_err ledger_open(loyd_store *store, const char *channel, uint32_t from,
                     struct ledger_walk **walk, loyd_why *why);

/* Reads the next row, borrowed until the next call; *row is NULL after the
 * last. Errors: LOYD_E_CORRUPT, LOYD_E_NOMEM, those of SQLite. */
loyd_err ledger_next(struct ledger_walk *walk, const struct ledger_row **row,
                     loyd_why *why);
void ledger_close(struct ledger_walk **walk);

/* Finds the number of the first row on or after a date; rows + 1: none. */
loyd_err ledger_find(loyd_store *store, const loyd_channel *channel,
                     const char *date, uint32_t *number, loyd_why *why);

/*
 * Appends a row, whose puzzle must be stored, to the ledger of `channel`:
 * sets the row's channel, number, length and hashes, and updates the channel.
 * Needs a transaction.
 */
loyd_err ledger_append(loyd_store *store, loyd_channel *channel,
                       struct ledger_row *row, loyd_why *why);


/* Lists the puzzles of a channel's ledger, which may repeat. Errors:
 * LOYD_E_CORRUPT, LOYD_E_NOMEM, those of SQLite. */
loyd_err ledger_ids(loyd_store *store, const char *channel,
                    struct id_list *list, loyd_why *why);

#endif
