/* SPDX-License-Identifier: MIT */
/* Games in a catalogue, and the difficulty of its puzzles for people. */
#ifndef LOYD_PLAYED_H
#define LOYD_PLAYED_H

#include "loyd/store.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A player's id: 1..64 of A-Z, a-z, 0-9, _ and -. */
#define LOYD_PLAYER_MAX 64

/* A game of a catalogue. */
typedef struct loyd_played {
    loyd_id id; /* of player and record, see docs/formats.md */
    loyd_id puzzle;
    const char *player; /* an id that says nothing about a person */
    uint64_t began;     /* milliseconds since 1970-01-01 in UTC */
    uint64_t ms;        /* the time of the game */
    uint64_t free_ms;   /* the time up to the first hint; without one, ms */
    uint32_t stm;       /* tiles moved */
    bool is_solved;
    bool is_hinted;        /* there was a hint */
    const uint8_t *record; /* the record as it came */
    size_t record_len;
} loyd_played;

/*
 * Lists games in the order of their ids; row->played. Each has the id of what
 * is stored, but is not replayed.
 *
 *   player  only those of a player; NULL: of all.
 *   puzzle  only those of a puzzle; NULL: of all.
 *
 * Errors of this and of the cursor: LOYD_E_SYNTAX (no id of a player),
 * LOYD_E_CORRUPT, LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL,
 * LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN.
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
 * player and puzzle. Errors: LOYD_E_SYNTAX, LOYD_E_CORRUPT, LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN. */
LOYD_API LOYD_NODISCARD loyd_err loyd_store_play_stats(loyd_store *store,
                                                       const char *player,
                                                       const loyd_id *puzzle,
                                                       loyd_play_stats *stats,
                                                       loyd_why *why);

/* How fast a player is. Numbers are in millionths and have at most four
 * significant digits. */
typedef struct loyd_ability {
    const char *player;
    int64_t ability; /* by how much the natural logarithms of times are below
                        those of an average player */
    int64_t error;   /* the standard error */
    uint32_t games;  /* that were counted */
    bool is_stale;   /* games have been added or deleted since */
} loyd_ability;

/* Lists the abilities of players, the greatest first; row->ability. Errors of
 * this and of the cursor: LOYD_E_CORRUPT, LOYD_E_CANCELLED, LOYD_E_NOMEM,
 * LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN. */
LOYD_API LOYD_NODISCARD loyd_err loyd_store_abilities(loyd_store *store,
                                                      loyd_cursor **cursor,
                                                      loyd_why *why);

#define LOYD_OBSERVED_VERSION 1 /* of the model in docs/formats.md */

/* The numbers have four significant digits. */
typedef struct loyd_observed_result {
    uint64_t games;   /* counted: those that took 0 ms are not */
    uint64_t puzzles; /* with a solved game, which have a difficulty now */
    uint64_t players; /* with a solved game, which have an ability now */
    double mean;      /* of the difficulties, in seconds */
    double puzzle_sd; /* standard deviation of their natural logarithms, */
    double player_sd; /* of abilities, */
    double game_sd;   /* and of the logarithms of times around their median */
    bool has_converged; /* false: the games leave something open */
} loyd_observed_result;

/*
 * Estimates the difficulty of each puzzle and the ability of each player from
 * all games of the catalogue, by the model of docs/formats.md, "Observed
 * difficulty", and stores them in place of earlier ones. A game with hints
 * counts as unsolved up to the first of them, and of the games of a player
 * with a puzzle only the first counts. The result does not depend on the order
 * in which games were stored or on the machine. There must be no transaction.
 *
 * Memory: 100 bytes for each game. Errors: LOYD_E_CORRUPT, LOYD_E_RANGE,
 * LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB,
 * LOYD_E_BUSY, LOYD_E_FOREIGN.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_games_rate(loyd_store *store,
                                                 const loyd_listener *listener,
                                                 loyd_observed_result *result,
                                                 loyd_why *why);

/* Options of an import of games. All zero is the default. */
typedef struct loyd_games_options {
    const uint8_t *secret; /* LOYD_SECRET_BYTES, to draw recipes that were made
                              with it; NULL: none */
    int input;             /* file descriptor that is read if the path is "-";
                              0: stdin. It stays open */
} loyd_games_options;

typedef struct loyd_games_result {
    uint64_t games;      /* stored */
    uint64_t duplicates; /* that were stored before */
    uint64_t bad;        /* lines that were refused */
} loyd_games_result;

/*
 * Reads games, one a line as in loyd_played_parse, each with its player, and
 * stores them. Text may be compressed with gzip; empty lines, those that begin
 * with # and the heading "player,record" are skipped. There must be no
 * transaction.
 *
 * A game is stored if loyd_game_check accepts it, the catalogue has its
 * puzzle, and, if it is solved, it is no shorter than the proven optimum. The
 * listener's `bad` receives each line that is not; its `progress` is called
 * too. Thousands of games are stored in one transaction. The same call
 * continues a stopped or killed one. Difficulties become stale.
 *
 *   options  NULL: the defaults.
 *   result   also written on errors: what was stored by then.
 *
 * Boards of recipes with a target are drawn with one thread. Errors:
 * LOYD_E_NOT_FOUND (no such file), LOYD_E_CORRUPT (compressed data),
 * LOYD_E_CANCELLED, LOYD_E_IO, LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_FULL,
 * LOYD_E_DB, LOYD_E_BUSY.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_games_import(
    loyd_store *store, const char *path, const loyd_games_options *options,
    const loyd_listener *listener, loyd_games_result *result, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
