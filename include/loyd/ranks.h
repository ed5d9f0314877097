/* SPDX-License-Identifier: MIT */
/* Leaderboards: folders of static pages and JSON, from game records. */
#ifndef LOYD_RANKS_H
#define LOYD_RANKS_H

#include "loyd/game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Games of players, of which those are kept that are a player's best on a
 * board. One thread at a time. */
typedef struct loyd_ranks loyd_ranks;

/* Creates an empty list, which loyd_ranks_free releases. Errors:
 * LOYD_E_NOMEM. */
LOYD_API LOYD_NODISCARD loyd_err loyd_ranks_new(loyd_ranks **ranks);

/* Frees the list and sets the pointer to NULL. NULL is allowed. */
LOYD_API void loyd_ranks_free(loyd_ranks **ranks);

/*
 * Adds a game.
 *
 *   player     an id, as loyd_played_parse reads it, not "".
 *   facts      what loyd_game_check has found.
 *   is_ranked  set to false if the game is not solved, or with hints: it is
 *              not added.
 *
 * O(log games). Errors: LOYD_E_SYNTAX (the player), LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_ranks_add(loyd_ranks *ranks, const char *player, const loyd_game *game,
               const loyd_game_facts *facts, bool *is_ranked, loyd_why *why);

/* Options of the pages. All zero: the defaults. */
typedef struct loyd_ranks_options {
    const char *title;    /* UTF-8; NULL: "Leaderboard" in the language */
    const char *play_url; /* the page that replays a game: an http or https
                             address, or a path of the same site such as
                             ../play.html; NULL: no links */
    const char *language; /* its JSON, as loyd_language_json; NULL: English */
    unsigned places;      /* in each list; 0: 100 */
} loyd_ranks_options;

typedef struct loyd_ranks_result {
    size_t days;
    size_t boards;
    uint64_t games; /* ranked, with those that are not a player's best */
    size_t files;   /* created or changed */
} loyd_ranks_result;

/*
 * Writes index.html, index.json, ranks.css, and DATE.html and DATE.json for
 * each day: a board belongs to the day, in UTC, on which its first ranked game
 * began. A board has three lists: by time, by STM and by MTM, each with the
 * best game of each player; equal values share a place. The same games, in any
 * order, give the same bytes.
 *
 *   dir     is created if needed. Files of days that are no longer there are
 *           removed. A folder with other files than these is refused.
 *   result  written on LOYD_OK; may be NULL.
 *
 * Each file is replaced when the new one is complete, the index last. Errors:
 * LOYD_E_FOREIGN, LOYD_E_SYNTAX (language or address), LOYD_E_ENCODING
 * (title), LOYD_E_BUSY (another process is writing the folder), LOYD_E_IO,
 * LOYD_E_FULL, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_ranks_write(
    loyd_ranks *ranks, const char *dir, const loyd_ranks_options *options,
    loyd_ranks_result *result, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
