/* SPDX-License-Identifier: MIT */
/*
 * Channels: daily series of puzzles. Their schedules, the puzzle of a date (a
 * pure function, which never looks at a clock), the ledger of what was shown,
 * how they are published, and what was promised of days to come.
 */
#ifndef LOYD_CHANNEL_H
#define LOYD_CHANNEL_H

#include "loyd/band.h"
#include "loyd/date.h"
#include "loyd/store.h"
#include "loyd/target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Names of channels and tiers: 1..32 characters of a-z 0-9 -, and a NUL. */
#define LOYD_CHANNEL_NAME 33

/* A schedule has seven rows, or so many tiers a day at the most; its boards
   have up to LOYD_EXACT_CELLS cells, for every day is proven. */
#define LOYD_SCHEDULE_ROWS 7

/* Bytes of a schedule's JSON at the most. */
#define LOYD_SCHEDULE_BYTES 65536

/* What a weekday, or a tier of every day, shows. */
typedef struct loyd_schedule_row {
    char title[LOYD_CHANNEL_NAME]; /* e.g. "easy"; of tiers the tier's name */
    uint8_t width;
    uint8_t height;
    char layout[LOYD_LAYOUT_TEXT]; /* canonical */
    char band[LOYD_BAND_NAME];     /* the band meant once; "": lengths were
                                      given. It takes no part in draws */
    uint16_t stm_low;  /* both 0 only before loyd_schedule_resolve */
    uint16_t stm_high;
} loyd_schedule_row;

/*
 * One version of a channel's schedule: seven rows, Monday to Sunday, one
 * puzzle a day; or tiers, every day one puzzle of each row, in this order.
 */
typedef struct loyd_schedule {
    uint32_t version; /* from 1; 0: not of a channel yet */
    loyd_date from;   /* in force from this date on */
    bool has_tiers;
    unsigned n;       /* rows: 7, or 1..LOYD_SCHEDULE_ROWS tiers */
    loyd_schedule_row row[LOYD_SCHEDULE_ROWS];
} loyd_schedule;

typedef struct loyd_channel {
    char name[LOYD_CHANNEL_NAME];
    loyd_date start;   /* day 1 */
    bool is_builtin;   /* `daily`, which needs no creating */
    bool is_keyed;     /* has a secret, which key_id names */
    char key_id[LOYD_KEYID_CHARS + 1];
    uint32_t versions; /* of its schedule */
    /* Its ledger so far; the head of an empty one is all zero. */
    uint32_t rows;
    loyd_date last;    /* the last date in it, where rows > 0 */
    uint8_t head[LOYD_HASH_BYTES]; /* the hash of the last row */
} loyd_channel;

/* A commitment that stood in a published commitments.json. */
typedef struct loyd_promise {
    loyd_date date;               /* the day that it is about */
    char tier[LOYD_CHANNEL_NAME]; /* "" where there are none */
    uint32_t version;             /* of the schedule then */
    uint8_t hash[LOYD_HASH_BYTES];
    loyd_date published;          /* the first day on which it stood there,
                                     before `date` */
    bool is_broken; /* another version of the schedule has the day now */
} loyd_promise;

/* When a day's files show its solution. */
typedef enum loyd_solutions {
    LOYD_SOLUTIONS_PAST = 0, /* once the day is past */
    LOYD_SOLUTIONS_NEVER = 1,
    LOYD_SOLUTIONS_TODAY = 2, /* with the day */
    LOYD_SOLUTIONS_COUNT_
} loyd_solutions;

#define LOYD_SITE_TEXT_MAX 512 /* bytes of a title, or of an address */
#define LOYD_AHEAD_MAX 3660    /* days of commitments */
#define LOYD_ZONE_TEXT 65      /* a zone's name and a NUL */
#define LOYD_UTC_MINUTES_MAX 1439

/* Options of a channel's site, which its catalogue keeps. */
typedef struct loyd_site_settings {
    char title[LOYD_SITE_TEXT_MAX + 1];    /* UTF-8 without control
                                              characters; "": made of the
                                              channel's name */
    char base_url[LOYD_SITE_TEXT_MAX + 2]; /* where the folder will be seen,
                                              "https://..." or "http://...";
                                              "": links are relative */
    loyd_solutions solutions;
    uint32_t ahead; /* days after today that are committed to, of channels
                       with a secret: 1..LOYD_AHEAD_MAX */
    char zone[LOYD_ZONE_TEXT]; /* whose midnight begins a day, such as
                                  "Europe/Berlin"; only kept, never read */
    int utc_minutes; /* how far that zone is ahead of UTC, at the most: no
                        time in the feed is then in the future */
} loyd_site_settings;

/* What a channel shows on a date, or one of its tiers. */
typedef struct loyd_day {
    loyd_date date;
    uint32_t day_no;  /* 1 on the channel's first day */
    uint32_t version; /* of the schedule */
    char title[LOYD_CHANNEL_NAME]; /* of the schedule's row, e.g. "easy" */
    loyd_recipe recipe;
    char channel[LOYD_CHANNEL_NAME];
    char tier[LOYD_CHANNEL_NAME]; /* "" where there are none */
} loyd_day;

/*
 * Channels and schedules. `store` may be NULL in calls that only read: then
 * there is the channel `daily` alone, without a ledger.
 */

/* Is that a name of a channel or a tier? Errors: LOYD_E_SYNTAX. */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_name_check(const char *name, loyd_why *why);

/*
 * Reads a schedule (docs/formats.md; data/schemas/schedule.schema.json):
 * strict JSON, no key unknown or twice, classes of up to LOYD_EXACT_CELLS
 * cells. Version and date stay 0, and rows that name a band have no lengths
 * yet. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_SIZE, LOYD_E_UNSUPPORTED,
 * and those of loyd_layout_parse; the sentence names the row.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_schedule_parse(const char *json, size_t len, loyd_schedule *schedule,
                    loyd_why *why);

/*
 * Freezes the bands of a schedule into lengths, by the class's distribution,
 * and sees to it that every row can draw a board, not too rarely.
 * Errors: LOYD_E_NOT_FOUND (no such band), LOYD_E_UNSOLVABLE (an empty
 * target), LOYD_E_RANGE (fewer than one board of a million), and
 * LOYD_E_UNSUPPORTED (a band for drawn goals whose class is open).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_schedule_resolve(loyd_schedule *schedule, const loyd_bands *bands,
                      loyd_why *why);

/*
 * Finds a channel; `daily` is always there. A stored one is checked.
 * Errors: LOYD_E_SYNTAX (no name), LOYD_E_NOT_FOUND, LOYD_E_CORRUPT (also
 * where its ledger is not as long as it was), those of SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_get(loyd_store *store, const char *name, loyd_channel *channel,
                 loyd_why *why);

/* Called with each channel; returns false to stop. */
typedef bool (*loyd_channel_fn)(void *context, const loyd_channel *channel);

/* Every channel in byte order of names, `daily` among them. */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_each(loyd_store *store, loyd_channel_fn each, void *context,
                  loyd_why *why);

/*
 * Version `version`, 1..channel->versions, of a channel's schedule; or the
 * one in force on a date (LOYD_E_DATE before the channel's start).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_schedule(loyd_store *store, const loyd_channel *channel,
                      uint32_t version, loyd_schedule *schedule,
                      loyd_why *why);
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_schedule_on(loyd_store *store, const loyd_channel *channel,
                         const loyd_date *date, loyd_schedule *schedule,
                         loyd_why *why);

/*
 * Makes a channel, with version 1 of its schedule, resolved, in force from
 * `start`. Of the secret (32 bytes, NULL: none) only the key id is stored.
 * A transaction of its own. Errors: LOYD_E_SYNTAX (no name, or one that is
 * taken), those of loyd_schedule_resolve, of SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_create(loyd_store *store, const char *name,
                    const loyd_date *start, const loyd_schedule *schedule,
                    const uint8_t *secret, loyd_why *why);

/*
 * Gives a channel its next schedule, in force from a date on that is behind
 * every day of the ledger and later than the version before. The built-in
 * channel has none but its own. Errors: LOYD_E_DATE, LOYD_E_SYNTAX (no name,
 * or the built-in one), LOYD_E_NOT_FOUND, those of loyd_channel_create.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_revise(loyd_store *store, const char *name, const loyd_date *from,
                    const loyd_schedule *schedule, loyd_why *why);

/*
 * Is this the secret that the channel needs, or NULL where it has none?
 * Told before anything is drawn or written. Errors: LOYD_E_SECRET.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_secret_check(const loyd_channel *channel, const uint8_t *secret,
                          loyd_why *why);

/*
 * The recipe of a date in a channel, of puzzle `at` (from 0) of the date: seed
 * "CHANNEL/DATE", "CHANNEL/DATE/TIER" where there are tiers, index 0, method
 * uniform, size, layout and target from the schedule's row. A keyed channel's
 * recipe names its key; drawing it needs the secret.
 *
 *   n  where given, written on LOYD_OK: the date's puzzles, 1 or the tiers.
 *
 * Errors: LOYD_E_DATE (before the start), LOYD_E_RANGE (at >= n).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_day(loyd_store *store, const loyd_channel *channel,
                 const loyd_date *date, unsigned at, loyd_day *day,
                 unsigned *n, loyd_why *why);

/*
 * The ledger: what a channel has shown, for ever; each row carries the hash
 * of all before it.
 */

/* A row of the ledger, checked, with all that is told of a day. */
typedef struct loyd_ledger_row {
    uint32_t number;  /* of the row, from 1 */
    loyd_date date;
    uint32_t day_no;  /* 1 on the channel's first day */
    uint32_t version; /* of the schedule */
    char channel[LOYD_CHANNEL_NAME];
    char tier[LOYD_CHANNEL_NAME];  /* "" where there are none */
    char title[LOYD_CHANNEL_NAME]; /* of the schedule's row */
    const char *layout;  /* the schedule's, canonical: "random,..." where the
                            goal is drawn; borrowed */
    bool has_nonce;      /* the channel has a secret: nonce and commitment */
    uint8_t nonce[LOYD_HASH_BYTES];
    uint8_t commitment[LOYD_HASH_BYTES];
    uint8_t previous[LOYD_HASH_BYTES]; /* the row before's; zeros of row 1 */
    uint8_t hash[LOYD_HASH_BYTES];     /* the head after this row */
    /*
     * Id, boards, layout of the goal, length (proven: upper), canonical path,
     * the day's own recipe, distribution for the percentile, band; borrowed
     * parts until the callback returns. loyd_entry_json prints it.
     */
    loyd_entry entry;
} loyd_ledger_row;

/* What appending did. */
typedef struct loyd_ledger_result {
    uint32_t added; /* rows that this call appended */
    uint32_t rows;  /* of the ledger now */
    loyd_date last; /* its last date */
    uint8_t head[LOYD_HASH_BYTES];
} loyd_ledger_result;

/*
 * Decides every day up to and with `through` that is not in the ledger yet:
 * draws, solves and stores its puzzles (with recipe and rating) and appends
 * the rows in order of date and tier, some days a BEGIN IMMEDIATE; what
 * another process appends meanwhile is compared and kept. Stopped anywhere,
 * the ledger holds whole days, and the same call goes on. Where all days are
 * there nothing is written.
 *
 *   secret  as loyd_channel_secret_check.
 *   result  written on LOYD_OK; NULL is fine.
 *
 * The caller says what day it is: a day to come would be appended as well.
 * No transaction may be open. A day costs about what its draw costs, 10 to
 * 500 milliseconds. Errors: LOYD_E_DATE, LOYD_E_SECRET, LOYD_E_CORRUPT (the
 * ledger is damaged), LOYD_E_CANCELLED, those of loyd_target_draw, SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_ledger_extend(loyd_store *store, loyd_solver *solver, const char *channel,
                   const uint8_t *secret, const loyd_date *through,
                   const loyd_listener *listener, loyd_ledger_result *result,
                   loyd_why *why);

/* Called with each row; returns false to stop. No writes to the store. */
typedef bool (*loyd_ledger_fn)(void *context, const loyd_ledger_row *row);

/*
 * The rows of a channel's ledger from one date to another, both included and
 * NULL for no bound, in order; days that are not decided are not there.
 * Every row is checked against the one before: its number, its date, its
 * hash over boards and length. A channel without a ledger has no rows.
 * Errors: LOYD_E_NOT_FOUND, LOYD_E_CORRUPT, those of SQLite. About 30
 * microseconds a row.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_ledger_each(loyd_store *store, const char *channel, const loyd_date *from,
                 const loyd_date *to, loyd_ledger_fn each, void *context,
                 loyd_why *why);

/* What a proof of the ledgers found. */
typedef struct loyd_ledger_proof {
    uint64_t rows;    /* of all ledgers */
    uint64_t redrawn; /* boards drawn with the secret and compared */
    uint64_t skipped; /* of channels whose secret is not given */
    uint64_t promises; /* published commitments that were compared */
    uint64_t promises_skipped; /* of days to come, without their secret */
    uint64_t bad;
    bool has_head;    /* the head that was asked for is in a ledger: ... */
    char channel[LOYD_CHANNEL_NAME]; /* ... this one's, */
    uint32_t number;                 /* after so many rows */
    loyd_date date;
} loyd_ledger_proof;

/*
 * Proves the ledgers of a catalogue again: hashes, numbers and dates from the
 * file's bare values, by code that the writer does not use; then every row
 * against its schedule, and that its recipe is stored with its puzzle, which
 * loyd_catalogue_verify redraws where there is no secret. With the secret of
 * a channel its boards are drawn again, and its nonces made again. Published
 * commitments are compared with the ledger, and those of days to come with
 * the secret's boards.
 *
 *   secret  LOYD_SECRET_BYTES, or NULL. One that no channel has is
 *           LOYD_E_SECRET.
 *   head    LOYD_HASH_BYTES that some row should have, or NULL: without one
 *           the ledgers are consistent, which says nothing about the past.
 *
 * The listener is told the progress and what is wrong. LOYD_OK where
 * result->bad tells what was found. Errors: LOYD_E_CANCELLED, LOYD_E_NOMEM,
 * those of SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_ledger_verify(loyd_store *store, loyd_solver *solver,
                   const uint8_t *secret, const uint8_t *head,
                   const loyd_listener *listener, loyd_ledger_proof *result,
                   loyd_why *why);

/* A promise of a day to come: its board is fixed, and cannot be told by it. */
typedef struct loyd_commitment {
    loyd_date date;
    char tier[LOYD_CHANNEL_NAME]; /* "" where there are none */
    uint32_t version;
    uint8_t hash[LOYD_HASH_BYTES];
} loyd_commitment;

/* Called with each; returns false to stop. */
typedef bool (*loyd_commitment_fn)(void *context,
                                   const loyd_commitment *commitment);

/*
 * The commitments of a keyed channel from one date to another, both
 * included, in order of date and tier. Each needs its board, which is drawn
 * and forgotten: as costly as deciding the days. Nothing is written.
 * Errors: LOYD_E_SECRET (also of a channel without one), LOYD_E_DATE, those
 * of loyd_target_draw, LOYD_E_CANCELLED.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_commitments(loyd_store *store, loyd_solver *solver,
                         const char *channel, const uint8_t *secret,
                         const loyd_date *from, const loyd_date *to,
                         loyd_commitment_fn each, void *context,
                         loyd_why *why);

/* Called with each; returns false to stop. */
typedef bool (*loyd_promise_fn)(void *context, const loyd_promise *promise);

/*
 * The commitments of a channel that were published, in order of date, tier
 * and version; `store` may be NULL. Errors: LOYD_E_CORRUPT, those of SQLite.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_promises(loyd_store *store, const loyd_channel *channel,
                      loyd_promise_fn each, void *context, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
