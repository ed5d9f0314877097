/* SPDX-License-Identifier: MIT */
/* Game records: how a board was played. Reading, replay and analysis. */
#ifndef LOYD_GAME_H
#define LOYD_GAME_H

#include "loyd/generate.h"
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
 * Reads a record: its text, "loydgame1...", or its object of JSON. Spaces and
 * line ends around it are ignored.
 *
 *   game  all zero or freed; written on LOYD_OK.
 *
 * The boards have the same size and labels; neither they nor the slides are
 * replayed. O(len), safe from any thread. Errors: LOYD_E_SYNTAX,
 * LOYD_E_RANGE, LOYD_E_ENCODING (of a recipe), LOYD_E_CORRUPT (a wrong
 * checksum), LOYD_E_UNSUPPORTED (another version), LOYD_E_SIZE, LOYD_E_SHAPE,
 * LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_NOMEM.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_game_parse(const char *text, size_t len,
                                                 loyd_game *game,
                                                 loyd_why *why);

/*
 * Writes the text of a record, as loyd_escape does: as much as fits into
 * `size` bytes, with a NUL. Returns the length of the whole text, at most
 * LOYD_GAME_CHARS_MAX, or 0 if out of memory. Each record has one text.
 */
LOYD_API size_t loyd_game_print(const loyd_game *game, char *out, size_t size);

/* The same for the object of JSON, on one line. */
LOYD_API size_t loyd_game_json(const loyd_game *game, char *out, size_t size);

/*
 * Draws the board of a record's recipe as game->puzzle; does nothing if the
 * record has boards.
 *
 *   secret  of keyed recipes, or NULL.
 *
 * The rules of loyd_target_draw apply to the solver, and its cost. Errors:
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

#ifdef __cplusplus
}
#endif
#endif
