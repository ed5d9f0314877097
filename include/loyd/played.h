/* SPDX-License-Identifier: MIT */
/* Games in a catalogue, and the difficulty of its puzzles for people. */
#ifndef LOYD_PLAYED_H
#define LOYD_PLAYED_H

#include "loyd/store.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_PLAYER_MAX 64 /* characters of a player's id */

/* A game of a catalogue. */
typedef struct loyd_played {
    loyd_id id; /* of player and record, see docs/formats.md */
    loyd_id puzzle;
    const char *player; /* [A-Za-z0-9_-], and says nothing of who it is */
    uint64_t began;     /* milliseconds since 1970-01-01 in UTC */
    uint64_t ms;        /* the time of the game */
    uint64_t free_ms;   /* the time up to the first hint; without one, ms */
    uint32_t stm;       /* tiles moved */
    bool is_solved;
    bool is_hinted;        /* there was a hint */
    const uint8_t *record; /* the record as it came, for loyd_game_unpack */
    size_t record_len;
} loyd_played;

/*
 * Lists games in the order of their ids; row->played. Each has the id of what
 * is stored, but is not replayed.
 *
 *   player  only those of a player; NULL: of all.
 *   puzzle  only those of a puzzle; NULL: of all.
 *
 * Errors of this and of the cursor: LOYD_E_CORRUPT, LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_store_games(loyd_store *store,
                                                  const char *player,
                                                  const loyd_id *puzzle,
                                                  loyd_cursor **cursor,
                                                  loyd_why *why);

/* What is counted of games. */
typedef struct loyd_play_stats {
    uint64_t games;
    uint64_t solved; /* these two may have hints */
    uint64_t hinted;
    uint64_t players;
    uint64_t puzzles;
    uint64_t median_ms; /* of games solved without a hint; 0: there are none */
    uint64_t fastest_ms;  /* of these */
    uint64_t first_began; /* of all; 0: there are none */
    uint64_t last_began;
    uint64_t rated; /* puzzles with an observed difficulty, */
    uint64_t stale; /* and those of which it is out of date */
} loyd_play_stats;

/* Counts the games that loyd_store_games lists. Memory: 100 bytes for each
 * player and puzzle. Errors: LOYD_E_CORRUPT, LOYD_E_CANCELLED, LOYD_E_NOMEM,
 * LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN. */
LOYD_API LOYD_NODISCARD loyd_err loyd_store_play_stats(loyd_store *store,
                                                       const char *player,
                                                       const loyd_id *puzzle,
                                                       loyd_play_stats *stats,
                                                       loyd_why *why);

/*
 * Removes all games of a player, and what was estimated of the player, from
 * the catalogue and its -wal file: their bytes are overwritten. Difficulties
 * become stale. There must be no transaction.
 *
 *   games  how many there were, also if the -wal file could not be emptied.
 *
 * Errors: LOYD_E_BUSY (another process has the file open, which may keep the
 * bytes in the -wal file until the same call succeeds), LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_FOREIGN,
 * LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_store_forget(loyd_store *store,
                                                   const char *player,
                                                   uint64_t *games,
                                                   loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
