/* SPDX-License-Identifier: MIT */
/* Game records: how a board was played. Reading, replay and analysis. */
#ifndef LOYD_GAME_H
#define LOYD_GAME_H

#include "loyd/generate.h"
#include "loyd/played.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOYD_GAME_SLIDES_MAX 20000
#define LOYD_GAME_HINTS_MAX 1000
#define LOYD_GAME_RECIPE_MAX 4096
#define LOYD_GAME_CHARS_MAX 150000 /* of a record's text */
#define LOYD_GAME_MS_MAX 268435455 /* of a slide: three days */

/* One to 14 tiles of a line, moved at once. */
typedef struct loyd_slide {
    uint32_t ms;   /* played since the slide before, 0..LOYD_GAME_MS_MAX */
    uint8_t dir;   /* a loyd_dir */
    uint8_t tiles; /* 1..14 */
} loyd_slide;

/* A game record of docs/formats.md. The caller frees it with loyd_game_free.
 * All zero is a record without slides and boards. */
typedef struct loyd_game {
    loyd_puzzle puzzle; /* undefined with a recipe, until loyd_game_draw */
    char *recipe;       /* NULL, or text that is in place of the boards */
    uint64_t began;     /* milliseconds since 1970-01-01 in UTC */
    loyd_slide *slides;
    size_t n_slides;
    uint32_t *hints; /* slides made before each hint, ascending */
    size_t n_hints;
} loyd_game;

/* Frees what a record holds, and sets it to all zero. NULL is allowed. */
LOYD_API void loyd_game_free(loyd_game *game);

/*
 * Reads a line of games: the text of a record, "loydgame1...", or
 * PLAYER,RECORD. Each may be in quotes, as in CSV. Spaces and line ends around
 * them are ignored.
 *
 *   player  written on LOYD_OK; "" if the line names none.
 *   game    all zero or freed; written on LOYD_OK.
 *
 * The boards have the same size and labels; neither they nor the slides are
 * replayed. O(len), safe from any thread. Errors: LOYD_E_SYNTAX, LOYD_E_RANGE,
 * LOYD_E_ENCODING, LOYD_E_CORRUPT, LOYD_E_NEWER, LOYD_E_SIZE, LOYD_E_SHAPE,
 * LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_played_parse(
    const char *text, size_t len, char player[LOYD_PLAYER_MAX + 1],
    loyd_game *game, loyd_why *why);

/*
 * Writes the text of a record, as loyd_moves_print does: as much as fits into
 * `size` bytes, with a NUL. Returns the length of the whole text, at most
 * LOYD_GAME_CHARS_MAX, or 0 if out of memory. Each record has one text.
 */
LOYD_API size_t loyd_game_print(const loyd_game *game, char *out, size_t size);

/*
 * Reads the record of a game of a catalogue, as it came.
 *
 *   game  all zero or freed; written on LOYD_OK.
 *
 * Errors: LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_ENCODING, LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS (no valid record), LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_played_game(const loyd_played *played,
                                                  loyd_game *game,
                                                  loyd_why *why);

/*
 * Draws the board of a record's recipe as game->puzzle; does nothing if the
 * record has boards.
 *
 *   secret  of keyed recipes, or NULL.
 *
 * The rules of loyd_generator_draw apply to the solver, and its cost. Errors:
 * LOYD_E_UNSUPPORTED, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS,
 * LOYD_E_SYNTAX, LOYD_E_RANGE, LOYD_E_ENCODING, LOYD_E_SECRET,
 * LOYD_E_EXHAUSTED, LOYD_E_UNSOLVABLE, LOYD_E_CANCELLED, LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_game_draw(loyd_game *game, loyd_solver *solver,
               const uint8_t secret[LOYD_SECRET_BYTES], loyd_why *why);

/* No ten slides in a row take less than this: 25 slides a second. */
#define LOYD_GAME_TEN_MS 400

/* What is checked in a game, and counted. */
typedef struct loyd_game_facts {
    bool is_solved;   /* the slides end at the goal */
    uint32_t stm;     /* tiles moved */
    uint32_t mtm;     /* slides, each run in one direction counted once */
    uint64_t ms;      /* the time of the game */
    uint64_t free_ms; /* the time up to the first hint; without one, ms */
} loyd_game_facts;

/*
 * Replays a game with boards: each slide is possible, the game ends as soon as
 * the board is solved, and no ten slides take less than LOYD_GAME_TEN_MS. So
 * the moves are real; times and authorship cannot be proven.
 *
 *   facts  written on LOYD_OK.
 *
 * O(moves), safe from any thread. Errors: LOYD_E_MOVE (an impossible slide, or
 * one after the goal), LOYD_E_RANGE (too fast), LOYD_E_UNSOLVABLE,
 * LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_game_check(const loyd_game *game,
                                                 loyd_game_facts *facts,
                                                 loyd_why *why);

/* A board of a game: the start, or what follows a slide. */
typedef struct loyd_position {
    uint16_t slide; /* slides before it */
    uint16_t left;  /* the length of a shortest solution from here */
    uint16_t lost;  /* moves that the next slide loses; 0 at the end */
    uint8_t dir;    /* a slide that begins a shortest solution from here */
    uint8_t tiles;  /* its tiles; 0 at the goal */
} loyd_position;

/* What a game's moves are worth, in one metric. The caller frees it with
 * loyd_analysis_free. */
typedef struct loyd_analysis {
    loyd_position *positions; /* NULL beyond LOYD_EXACT_CELLS cells. In MTM
                                 slides that are one have one position */
    size_t n;
    size_t detour[2]; /* the longest detour, between two positions: the way
                         left is no shorter at its end. Equal: none */
    loyd_metric metric;
    uint32_t moves; /* made, in the metric */
    uint16_t lower; /* lower <= optimum <= upper of the start */
    uint16_t upper;
    uint16_t end;      /* the length left at the end; 0: solved. Beyond
                          LOYD_EXACT_CELLS cells LOYD_LENGTH_UNKNOWN unless
                          solved */
    uint32_t pause_ms; /* slides that took this or more are pauses: four times
                          the median, at least three seconds */
    uint32_t pauses;   /* their number */
} loyd_analysis;

/* Frees an analysis and sets it to all zero. NULL is allowed. */
LOYD_API void loyd_analysis_free(loyd_analysis *analysis);

/*
 * Analyses games with boards that loyd_game_check accepts, several at once.
 *
 *   games     n of them, of any sizes.
 *   metric    LOYD_STM or LOYD_MTM.
 *   analyses  n elements, all zero or freed; written on LOYD_OK.
 *
 * In STM a tile's move changes the way left by one, so that one bounded search
 * decides it, and in MTM at most two; moves along a known shortest solution
 * need none. Beyond LOYD_EXACT_CELLS cells only the start is solved, by
 * LOYD_EFFORT_GOOD. The rules of loyd_solve apply to the solver. Errors:
 * LOYD_E_RANGE (the metric), LOYD_E_MOVE, LOYD_E_UNSOLVABLE, LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_CANCELLED, LOYD_E_NOMEM,
 * LOYD_E_SYSTEM, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_games_analyse(loyd_solver *solver, const loyd_game *games, size_t n,
                   loyd_metric metric, loyd_analysis *analyses, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
