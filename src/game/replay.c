/* SPDX-License-Identifier: MIT */
/* Replays games, and draws the boards of recipes. */
#include "game/replay.h"

#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "loyd/target.h"

#define SPAN 10 /* slides that LOYD_GAME_TEN_MS is about */

static const char letters[] = "URDL";

bool
slide_read(struct slice word, loyd_slide *slide)
{
    const char *letter = word.len > 0 ? memchr(letters, word.at[0], 4) : NULL;
    uint64_t count = 1;

    if (letter == NULL)
        return false;
    if (word.len > 1 &&
        (slice_number((struct slice){word.at + 1, word.len - 1}, &count) !=
             NUMBER_GOOD ||
         count < 2 || count > SLIDE_TILES_MAX))
        return false;
    slide->dir = (uint8_t)(letter - letters);
    slide->tiles = (uint8_t)count;
    return true;
}

bool
slide_move(loyd_board *board, const loyd_slide *slide)
{
    const loyd_board before = *board;

    for (unsigned i = 0; i < slide->tiles; i++)
        if (!loyd_board_move(board, (loyd_dir)slide->dir)) {
            *board = before;
            return false;
        }
    return true;
}

static loyd_err
bad_slide(const loyd_game *game, size_t i, loyd_why *why)
{
    const loyd_slide *slide = &game->slides[i];

    return why_set(why, LOYD_E_MOVE, "slide %zu, %c%u, is impossible", i + 1,
                   letters[slide->dir], slide->tiles);
}

/* The slides up to i, the last of a span, are not too fast. */
static loyd_err
check_speed(const loyd_game *game, size_t i, uint64_t *span, loyd_why *why)
{
    *span += game->slides[i].ms;
    if (i >= SPAN)
        *span -= game->slides[i - SPAN].ms;
    if (i + 1 < SPAN || *span >= LOYD_GAME_TEN_MS)
        return LOYD_OK;
    return why_set(why, LOYD_E_RANGE,
                   "slides %zu to %zu take %u ms: expected at least %d",
                   i + 2 - SPAN, i + 1, (unsigned)*span, LOYD_GAME_TEN_MS);
}

/* Slides in one direction, if nothing is between them, are one in MTM. */
static void
count(loyd_game_facts *facts, const loyd_game *game, size_t i)
{
    const loyd_slide *slide = &game->slides[i];

    facts->stm += slide->tiles;
    facts->mtm += i == 0 || slide->dir != game->slides[i - 1].dir;
    facts->ms += slide->ms;
    if (game->n_hints == 0 || i < game->hints[0])
        facts->free_ms += slide->ms;
}

void
game_count(const loyd_game *game, loyd_game_facts *facts)
{
    loyd_board now = game->puzzle.start;

    *facts = (loyd_game_facts){.stm = 0};
    for (size_t i = 0; i < game->n_slides; i++) {
        slide_move(&now, &game->slides[i]);
        count(facts, game, i);
    }
    facts->is_solved = board_equal(&now, &game->puzzle.goal);
}

loyd_err
loyd_game_check(const loyd_game *game, loyd_game_facts *facts, loyd_why *why)
{
    loyd_game_facts made = {.stm = 0};
    loyd_board now = game->puzzle.start;
    uint64_t span = 0;
    loyd_err err;

    WHY_GIVEN(why);
    err = loyd_puzzle_check(&game->puzzle, why);
    for (size_t i = 0; err == LOYD_OK && i < game->n_slides; i++) {
        if (board_equal(&now, &game->puzzle.goal))
            return why_set(why, LOYD_E_MOVE,
                           "slide %zu follows the solved board", i + 1);
        if (!slide_move(&now, &game->slides[i]))
            return bad_slide(game, i, why);
        count(&made, game, i);
        err = check_speed(game, i, &span, why);
    }
    made.is_solved = board_equal(&now, &game->puzzle.goal);
    if (err == LOYD_OK)
        *facts = made;
    return err;
}

loyd_err
loyd_game_draw(loyd_game *game, loyd_solver *solver,
               const uint8_t secret[LOYD_SECRET_BYTES], loyd_why *why)
{
    loyd_generator *generator = NULL;
    loyd_recipe recipe;
    loyd_err err;

    WHY_GIVEN(why);
    if (game->recipe == NULL)
        return LOYD_OK;
    err = loyd_recipe_parse(game->recipe, strlen(game->recipe), &recipe, why);
    if (err == LOYD_OK)
        err = loyd_generator_new(&recipe, secret, &generator, why);
    if (err == LOYD_OK)
        err = loyd_generator_draw(generator, solver, recipe.index, 0,
                                  &game->puzzle, NULL, why);
    loyd_generator_free(&generator);
    return err;
}
