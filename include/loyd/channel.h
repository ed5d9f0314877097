/* SPDX-License-Identifier: MIT */
/*
 * Channels: daily series of puzzles. Their schedules, the puzzle of a date (a
 * pure function that reads no clock), the ledger of past puzzles, the settings
 * of their sites.
 */
#ifndef LOYD_CHANNEL_H
#define LOYD_CHANNEL_H

#include "loyd/band.h"
#include "loyd/cursor.h"
#include "loyd/date.h"
#include "loyd/store.h"
#include "loyd/target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a channel or tier name: 1..32 characters of a-z 0-9 -, and a NUL */
#define LOYD_CHANNEL_NAME 33

/* Bytes of a title: 1..LOYD_TITLE_CHARS characters in UTF-8, and a NUL */
#define LOYD_TITLE_CHARS 60
#define LOYD_TITLE_TEXT 241

/* The rows of a weekly schedule, and the maximum number of tiers. */
#define LOYD_SCHEDULE_ROWS 7

/* The maximum size of a schedule's JSON in bytes. */
#define LOYD_SCHEDULE_BYTES 65536

/* The puzzles of every day, of a weekday, or of a tier. */
typedef struct loyd_schedule_row {
    char tier[LOYD_CHANNEL_NAME]; /* the name of a tier; "" of a weekday */
    char title[LOYD_TITLE_TEXT];  /* shown to players; decides nothing */
    bool is_listed; /* the puzzles come from a list of the catalogue; the
                       members from `width` to `high` are then 0 and "" */
    uint8_t width;
    uint8_t height;
    char layout[LOYD_LAYOUT_TEXT]; /* canonical */
    char band[LOYD_BAND_NAME];     /* the band that the range was resolved
                                      from, "" if a range was given; not
                                      used to draw boards */
    loyd_target target;
    uint16_t low;
    uint16_t high;
    /* Only from loyd_schedule_check and when a version is made: */
    uint32_t puzzles; /* of the list, or boards of the rule; 0: too many to be
                         counted */
    uint32_t used;    /* puzzles that the list leaves out, as they are used */
    uint32_t left_out; /* ids of the file of a list that are not in it */
} loyd_schedule_row;

/*
 * One version of a channel's schedule: one row for every day, seven rows,
 * Monday to Sunday, or tiers, with one puzzle per row every day, in this
 * order.
 */
typedef struct loyd_schedule {
    uint32_t version; /* from 1; 0 before a channel has it */
    loyd_date from;   /* in force from this date on */
    unsigned draw;    /* version of the draw: 2; 1 in older channels */
    bool has_tiers;
    unsigned n;       /* rows: 1, 7, or 1..LOYD_SCHEDULE_ROWS tiers */
    loyd_schedule_row row[LOYD_SCHEDULE_ROWS];
} loyd_schedule;

/* Bytes of the text of a selection, with its NUL. */
#define LOYD_SELECTION_TEXT 8192

/* The maximum number of puzzles of a list. */
#define LOYD_LIST_MAX 13000000

/*
 * The list of a row: puzzles of the catalogue, proven or of more than
 * LOYD_EXACT_CELLS cells and rated, and their order, fixed when the version
 * was made.
 */
typedef struct loyd_list {
    char selection[LOYD_SELECTION_TEXT]; /* the row's member `from`, in one
                                            line */
    uint32_t puzzles;
    uint8_t digest[LOYD_HASH_BYTES]; /* of their ids */
} loyd_list;

typedef struct loyd_channel {
    char name[LOYD_CHANNEL_NAME];
    loyd_date start;   /* day 1 */
    bool is_builtin;   /* `daily`, which exists without being created */
    bool is_keyed;     /* has a secret: */
    uint8_t key_hash[LOYD_HASH_BYTES]; /* of it; the key id of its recipes is
                                          the beginning, in base32 */
    uint32_t versions; /* of its schedule */
    /* Its ledger so far; the head of an empty ledger is all zero. */
    uint32_t rows;
    loyd_date last;    /* the last date in it, if rows > 0 */
    uint8_t head[LOYD_HASH_BYTES]; /* the hash of the last row */
} loyd_channel;

/* When a day's files show its solution. */
typedef enum loyd_solutions {
    LOYD_SOLUTIONS_PAST = 0, /* after the day */
    LOYD_SOLUTIONS_NEVER = 1,
    LOYD_SOLUTIONS_TODAY = 2, /* on the day itself */
    LOYD_SOLUTIONS_COUNT_
} loyd_solutions;

/* For which days the pages of a site offer hints, the moves that are left and
 * playback. No option stops a player who has a solver. */
typedef enum loyd_hints {
    LOYD_HINTS_YES = 0,
    LOYD_HINTS_PAST = 1, /* for days before the newest */
    LOYD_HINTS_NO = 2,
    LOYD_HINTS_COUNT_
} loyd_hints;

#define LOYD_LANGUAGE_TEXT 36 /* the code of a language and a NUL */

#define LOYD_SITE_TEXT_MAX 512 /* bytes of a title or an address */
#define LOYD_ZONE_TEXT 65      /* the name of a time zone and a NUL */

/* Options of a channel's site, stored in the catalogue. */
typedef struct loyd_site_settings {
    char title[LOYD_SITE_TEXT_MAX + 1];    /* UTF-8 without control
                                              characters; "": a title derived
                                              from the channel's name */
    char base_url[LOYD_SITE_TEXT_MAX + 2]; /* the address of the folder,
                                              "https://..." or "http://...";
                                              "": links are relative */
    loyd_solutions solutions;
    loyd_hints hints;
    char zone[LOYD_ZONE_TEXT]; /* the time zone whose midnight begins a day,
                                  e.g. "Europe/Berlin"; stored for the caller,
                                  not used */
    char language[LOYD_LANGUAGE_TEXT]; /* of the sentences of pages: "en"
                                          (also "") or "de" */
    bool is_offline; /* browsers keep pages to play without a network */
    char results[LOYD_SITE_TEXT_MAX + 1]; /* where pages send games, if the
                                             player allows it:
                                             "https://..."; "": nowhere */
} loyd_site_settings;

/*
 * Reads the settings with which a channel was last published. If it has never
 * been published, *is_kept is false and the settings are the defaults.
 * `store` may be NULL. Errors: LOYD_E_CORRUPT, LOYD_E_CANCELLED, LOYD_E_NOMEM,
 * LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_site_settings_get(
    loyd_store *store, const char *channel, loyd_site_settings *settings,
    bool *is_kept, loyd_why *why);

/* A channel's puzzle of a date, or one of its tiers. */
typedef struct loyd_day {
    loyd_date date;
    uint32_t day_no;  /* 1 on the channel's first day */
    uint32_t version; /* of the schedule */
    char title[LOYD_TITLE_TEXT]; /* of the schedule's row, e.g. "Easy" */
    bool is_listed;  /* the puzzle comes from a list */
    bool has_recipe; /* the board is drawn from `recipe`. Of a day that is
                        neither listed nor has a recipe, the board is taken
                        from all boards of the recipe's target */
    loyd_recipe recipe; /* of a day that is not listed */
    char channel[LOYD_CHANNEL_NAME];
    char tier[LOYD_CHANNEL_NAME]; /* "" if the schedule has no tiers */
} loyd_day;

/*
 * Channels and schedules. Calls that only read accept NULL as `store`: the
 * only channel is then `daily`, without a ledger.
 */

/*
 * Reads a schedule, strict JSON without unknown or duplicate keys
 * (docs/formats.md; data/schemas/schedule.schema.json), as
 * loyd_channel_create does, and counts its boards. Nothing is written.
 *
 *   store     may be NULL: there is no catalogue yet.
 *   schedule  written on LOYD_OK; version and date are 0.
 *
 * Bands are replaced by ranges: up to LOYD_EXACT_CELLS cells of lengths, by
 * the distribution of the row's class; beyond of mlc, by its sample, that of
 * the store or the built-in one.
 *
 * Errors, of which the message names the row: LOYD_E_SYNTAX, LOYD_E_RANGE
 * (also fewer than one board in a million, or for mlc none of the first
 * million drawn), LOYD_E_SIZE, LOYD_E_UNSUPPORTED (also a band for drawn
 * goals with the blank in any cell, or the class has no sample),
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_ENCODING, LOYD_E_NOT_FOUND (no such
 * band), LOYD_E_UNSOLVABLE (no board has such a length), LOYD_E_EMPTY (a list
 * without puzzles). Others: LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO,
 * LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_CORRUPT,
 * LOYD_E_SYSTEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_schedule_check(loyd_store *store, const char *json, size_t len,
                    loyd_schedule *schedule, loyd_why *why);

/*
 * Finds a channel; `daily` always exists. A stored channel is checked.
 * Errors: LOYD_E_SYNTAX (invalid name), LOYD_E_NOT_FOUND, LOYD_E_CORRUPT (also
 * if its ledger does not have the length and head that the channel records),
 * LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB,
 * LOYD_E_BUSY, LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_get(loyd_store *store, const char *name, loyd_channel *channel,
                 loyd_why *why);

/*
 * Opens the list of channels, including `daily`, in byte order of their
 * names. No transaction is open between two calls: each channel is read when
 * it is returned, checked as by loyd_channel_get, and the store may be written
 * to meanwhile. Errors: LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_list(loyd_store *store, loyd_cursor **cursor, loyd_why *why);

/*
 * Reads version `version`, 1..channel->versions, of a channel's schedule;
 * loyd_channel_day finds the one in force on a date.
 * Errors: LOYD_E_NOT_FOUND (no such version), LOYD_E_CANCELLED, LOYD_E_NOMEM,
 * LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN,
 * LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_channel_schedule(
    loyd_store *store, const loyd_channel *channel, uint32_t version,
    loyd_schedule *schedule, loyd_why *why);

/*
 * Creates a channel in one transaction. Its schedule, the JSON that
 * loyd_schedule_check reads, is version 1, in force from `start`. The
 * selections of its rows are evaluated here and never again; a puzzle of
 * several rows goes to the first.
 *
 *   secret  32 bytes, or NULL for no secret; only its hash is stored.
 *   made    the schedule, written on LOYD_OK; may be NULL.
 *
 * Errors: LOYD_E_SYNTAX (also if the name is invalid or taken), LOYD_E_DATE;
 * of the schedule LOYD_E_RANGE, LOYD_E_SIZE,
 * LOYD_E_UNSUPPORTED, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_ENCODING,
 * LOYD_E_NOT_FOUND, LOYD_E_UNSOLVABLE, LOYD_E_EMPTY; LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_create(loyd_store *store, const char *name,
                    const loyd_date *start, const char *json, size_t len,
                    const uint8_t *secret, loyd_schedule *made, loyd_why *why);

/*
 * Adds the next version of a channel's schedule, in one transaction. It is in
 * force from `from` on, which must be later than every day of the ledger and
 * than the start of the previous version, and at most the day after the end
 * of its lists; NULL: the first such day. Puzzles that lists of the channel
 * have given to earlier days are left out of new lists. The built-in channel
 * cannot be revised.
 *
 *   secret  of the channel; may be NULL if neither the new version nor an
 *           undecided day before it has a list.
 *   made    as in loyd_channel_create.
 *
 * Errors: LOYD_E_SECRET, LOYD_E_SYNTAX (also the built-in channel),
 * LOYD_E_NOT_FOUND (also a band), LOYD_E_DATE; of the schedule
 * LOYD_E_RANGE, LOYD_E_SIZE, LOYD_E_UNSUPPORTED,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_ENCODING, LOYD_E_UNSOLVABLE,
 * LOYD_E_EMPTY; LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL,
 * LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_revise(loyd_store *store, const char *name,
                    const loyd_date *from, const char *json, size_t len,
                    const uint8_t *secret, loyd_schedule *made, loyd_why *why);

/*
 * Changes titles, in all versions and so on past days too: no hash has them.
 * The JSON is an object whose members are named like tiers or weekdays
 * ("monday"), or "every". Errors: LOYD_E_SYNTAX, LOYD_E_ENCODING,
 * LOYD_E_NOT_FOUND (also a name that no row has), LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_retitle(loyd_store *store, const char *name, const char *json,
                     size_t len, loyd_why *why);

/*
 * Reads the list of row `at`, from 0, of a version. Errors: LOYD_E_NOT_FOUND
 * (no such version, or the row has no list), LOYD_E_CORRUPT, LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_list_get(loyd_store *store, const loyd_channel *channel,
              uint32_t version, unsigned at, loyd_list *list, loyd_why *why);

/*
 * Makes the puzzle of a date, whether it is in the ledger or not; `at` as in
 * loyd_channel_day. Nothing is written.
 *
 *   solution  of a listed puzzle only the upper end, without a path; of
 *             others as in loyd_ledger_extend. The caller frees its path,
 *             also after an error.
 *
 * Errors: LOYD_E_DATE (before the start), LOYD_E_SECRET, LOYD_E_EMPTY (the
 * list has ended), LOYD_E_CORRUPT, LOYD_E_CANCELLED, LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_RANGE (also at >= n),
 * LOYD_E_UNSOLVABLE, LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED, LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_channel_puzzle(
    loyd_store *store, const loyd_channel *channel, const loyd_date *date,
    unsigned at, const uint8_t *secret, loyd_solver *solver,
    loyd_puzzle *puzzle, loyd_solution *solution, loyd_why *why);

/*
 * Finds the last day for which the lists of a channel have a puzzle.
 * *has_end is false if all puzzles of its newest version are drawn: there is
 * no end. Errors: LOYD_E_CORRUPT, LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_end(loyd_store *store, const loyd_channel *channel, bool *has_end,
                 loyd_date *end, loyd_why *why);

/*
 * Checks that `secret` is the channel's secret, or NULL if the channel has
 * none. Functions that take a secret make this check before they draw or
 * write anything. Errors: LOYD_E_SECRET.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_secret_check(const loyd_channel *channel, const uint8_t *secret,
                          loyd_why *why);

/*
 * Says what decides puzzle `at` (from 0) of a date. Its recipe has the seed
 * "CHANNEL/DATE", or "CHANNEL/DATE/TIER" if the schedule has tiers, index 0,
 * method uniform, and size, layout and target of the schedule's row. The
 * recipe of a channel with a secret contains the key id; drawing it needs the
 * secret.
 *
 *   n  if not NULL, written on LOYD_OK: the number of puzzles of the date, 1
 *      or the number of tiers.
 *
 * Errors: LOYD_E_DATE (before the start), LOYD_E_RANGE (at >= n).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_channel_day(loyd_store *store, const loyd_channel *channel,
                 const loyd_date *date, unsigned at, loyd_day *day,
                 unsigned *n, loyd_why *why);

/*
 * The ledger: the puzzles that a channel has shown. Rows are only appended,
 * and each contains the hash of the previous row.
 */

/* A checked row of the ledger, with all that is published about a day. */
typedef struct loyd_ledger_row {
    uint32_t number;  /* of the row, from 1 */
    loyd_date date;
    uint32_t day_no;  /* 1 on the channel's first day */
    uint32_t version; /* of the schedule */
    char channel[LOYD_CHANNEL_NAME];
    char tier[LOYD_CHANNEL_NAME];  /* "" if the schedule has no tiers */
    char title[LOYD_TITLE_TEXT];   /* of the schedule's row */
    const char *layout;  /* of the schedule, canonical, with "random" if
                            the goal is drawn; of a list the goal's simplest
                            layout. Borrowed until the next call on the
                            cursor */
    bool has_nonce;      /* the channel has a secret */
    uint8_t nonce[LOYD_HASH_BYTES];
    uint8_t previous[LOYD_HASH_BYTES]; /* hash of the previous row; zeros in
                                          row 1 */
    uint8_t hash[LOYD_HASH_BYTES];     /* the head after this row */
    /*
     * Id, boards, layout of the goal, length (proven: upper), canonical path,
     * the recipe of the day ("" if it has none), distribution for
     * the percentile, band; its pointers are borrowed too.
     */
    loyd_entry entry;
} loyd_ledger_row;

/*
 * Writes a row as one JSON object without a newline, as loyd_moves_print
 * does. Its members are date, day_no, those of loyd_entry_json, channel, tier
 * (if not ""), title, schedule_version, nonce (if has_nonce), hash and head.
 *
 *   head  of the ledger, as in loyd_channel; NULL: the row is in no ledger,
 *         without hash and head.
 */
LOYD_API size_t loyd_ledger_row_json(const loyd_ledger_row *row,
                                     const uint8_t *head, char *out,
                                     size_t size);

/* The result of loyd_ledger_extend. */
typedef struct loyd_ledger_result {
    uint32_t added; /* rows that this call appended */
    uint32_t rows;  /* of the ledger now */
    loyd_date last; /* its last date */
    uint8_t head[LOYD_HASH_BYTES];
} loyd_ledger_result;

/*
 * Decides every day up to and including `through` that is not in the ledger
 * yet: draws, solves and stores its puzzles (with recipe and rating) and
 * appends the rows in order of date and tier, several days per BEGIN
 * IMMEDIATE. Rows that another process appends meanwhile are compared and
 * kept. If the call is interrupted, the ledger contains whole days, and the
 * same call continues it. Nothing is written if no day is missing.
 *
 *   secret    as in loyd_channel_secret_check.
 *   listener  its progress is called; may be NULL.
 *   result    written on LOYD_OK; may be NULL.
 *
 * The caller supplies the date: a future day would be appended as well. No
 * transaction may be open. The cost of a day is roughly that of drawing it,
 * 10 to 500 milliseconds; one from a list is a look-up. Errors: LOYD_E_DATE,
 * LOYD_E_SECRET, LOYD_E_EMPTY (a list ends before `through`: the days up to
 * its end are decided), LOYD_E_CORRUPT (the ledger is
 * damaged, or another process decided on another board), LOYD_E_CANCELLED,
 * LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_RANGE,
 * LOYD_E_UNSOLVABLE, LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED, LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_ledger_extend(loyd_store *store, loyd_solver *solver, const char *channel,
                   const uint8_t *secret, const loyd_date *through,
                   const loyd_listener *listener, loyd_ledger_result *result,
                   loyd_why *why);

/*
 * Opens the rows of a channel's ledger from one date to another, both
 * inclusive and NULL for no bound, in order. Days that have not been decided
 * have no rows, and neither has a channel without a ledger. Each row is
 * checked against the previous one and the schedule: its number, its date, its
 * hash over boards and length. About 30 microseconds a row. Errors:
 * LOYD_E_SYNTAX, LOYD_E_NOT_FOUND, LOYD_E_CORRUPT, LOYD_E_NOMEM,
 * LOYD_E_CANCELLED, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_ledger_rows(loyd_store *store, const char *channel, const loyd_date *from,
                 const loyd_date *to, loyd_cursor **cursor, loyd_why *why);

/* The result of loyd_ledger_verify. */
typedef struct loyd_ledger_proof {
    uint64_t rows;    /* of all ledgers */
    uint64_t redrawn; /* boards made again and compared, */
    uint64_t recipes; /* some of them from recipes */
    uint64_t lists;   /* lists of channels whose days come from them */
    uint64_t listed;  /* rows compared with their list */
    uint64_t skipped; /* rows without a recipe, of channels whose secret is
                         not given */
    uint64_t bad;     /* problems found */
    bool has_head;    /* a row has the hash `head`; it is identified by: */
    char channel[LOYD_CHANNEL_NAME];
    uint32_t number;
    loyd_date date;
} loyd_ledger_proof;

/*
 * Verifies the ledgers of a catalogue. Hashes, numbers and dates are computed
 * from the plain values of the file by code that the writer does not use.
 * Channels, all versions of their schedules, lists and options of sites are
 * read by the functions for them, and what these refuse is a problem. Then
 * every row is checked against its schedule, and its recipe must be stored
 * with its puzzle; loyd_catalogue_verify draws boards without a secret again.
 * With the secret of a channel its boards and nonces are made again.
 *
 *   secret    LOYD_SECRET_BYTES, or NULL. LOYD_E_SECRET if no channel has it.
 *   head      LOYD_HASH_BYTES that the hash of some row must equal, or NULL:
 *             the ledgers are then only found to be consistent, and a forged
 *             past goes unnoticed.
 *   listener  its progress is called, and its bad for each problem.
 *   result    written on LOYD_OK; may be NULL.
 *
 * Problems are counted in result->bad and do not change the result LOYD_OK.
 * Errors: LOYD_E_SECRET, LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_RANGE, LOYD_E_UNSOLVABLE,
 * LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED, LOYD_E_SYSTEM, LOYD_E_IO, LOYD_E_FULL,
 * LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_ledger_verify(loyd_store *store, loyd_solver *solver,
                   const uint8_t *secret, const uint8_t *head,
                   const loyd_listener *listener, loyd_ledger_proof *result,
                   loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
