/* SPDX-License-Identifier: MIT */
/*
 * The verification of a catalogue. What it computes a second time, it computes
 * by other methods, so that a fault in the code that wrote it is not repeated.
 */
#ifndef LOYD_VERIFY_CATALOGUE_H
#define LOYD_VERIFY_CATALOGUE_H

#include "loyd/catalogue.h"
#include "store/rows.h"
#include "verify/facts.h"
#include "verify/raw_text.h"
#include "verify/report.h"

/* Reports what a PRAGMA says of a file, by itself without rows of ours. */
loyd_err file_faults(loyd_store *store, const char *sql, struct report *report,
                     loyd_why *why);

/* The arguments of the functions traits, game, difficulty and ability of
 * checks.sql. */
enum {
    TRAIT_PUZZLE,
    TRAIT_VERSION,
    TRAIT_SOLUTIONS,
    TRAIT_FIRST_MOVES,
    TRAIT_DETOUR,
    TRAIT_CONFLICTS,
    TRAIT_INVERSIONS,
    TRAIT_HOME,
    TRAIT_TURNS,
    TRAIT_FORCED,
    TRAIT_ROW_MOVES,
    TRAIT_BOARD, /* of the puzzle, as the rest is */
    TRAIT_STM,
    TRAIT_GOAL,
    TRAIT_PATH
};
enum {
    GAME_PK,
    GAME_ID,
    GAME_PUZZLE,
    GAME_PLAYER,
    GAME_BEGAN,
    GAME_MS,
    GAME_FREE_MS,
    GAME_STM,
    GAME_SOLVED,
    GAME_RECORD,
    GAME_BOARD, /* of the puzzle, as the rest is */
    GAME_OPTIMUM,
    GAME_GOAL
};
enum {
    DIFFICULTY_PUZZLE,
    DIFFICULTY_VERSION,
    DIFFICULTY_VALUE,
    DIFFICULTY_ERROR,
    DIFFICULTY_GAMES,
    DIFFICULTY_STALE,
    DIFFICULTY_COUNTED,
    DIFFICULTY_SOLVED
};
enum {
    ABILITY_PLAYER,
    ABILITY_VERSION,
    ABILITY_VALUE,
    ABILITY_ERROR,
    ABILITY_GAMES,
    ABILITY_STALE,
    ABILITY_COUNTED,
    ABILITY_SOLVED
};

/*
 * traits.c: computes each trait a second time; with searches also row_moves,
 * which takes tenths of a millisecond, and the counts of boards of at most
 * SEARCHED_CELLS cells.
 */
const char *check_traits(struct checker *by, struct facts *facts);

/* games.c: a game is replayed; of what was estimated, the
 * form is checked. */
const char *check_game(struct checker *by, struct facts *facts);
const char *check_difficulty(struct checker *by, struct facts *facts);
const char *check_ability(struct checker *by, struct facts *facts);

/*
 * redigest.c: computes the digest from the file's raw values, and reports it
 * unless it is that of loyd_store_digest and, if not NULL, `expected`
 * [LOYD_HASH_BYTES]. Sets the digest of `result`. It shares the hash function
 * with loyd_store_digest, but neither the reading nor the sorting. The rows of
 * the catalogue must be right. Errors: LOYD_E_CORRUPT, those of SQLite.
 */
loyd_err redigest(loyd_store *store, const uint8_t *expected,
                  struct report *report, loyd_job_result *result,
                  loyd_why *why);

/*
 * distribution.c: checks every distribution of a catalogue: its counts and
 * bands; copies of the library's against these; samples by their recipe, and
 * by drawing their boards again their mlc, which no estimate may be below.
 * Reports one fault for each. Errors: LOYD_E_NOMEM, those of SQLite.
 */
loyd_err verify_distributions(loyd_store *store, struct report *report,
                              loyd_why *why);

#endif
