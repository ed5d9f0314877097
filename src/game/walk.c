/* SPDX-License-Identifier: MIT */
/*
 * Follows a game with a shortest solution of each of its boards. A move along
 * the solution leaves the rest of it; any other is undone first, which gives a
 * solution that is no more than one too long in MTM, or two in STM.
 */
#include "game/walk.h"

#include <stdlib.h>

#include "base/array.h"
#include "game/replay.h"

void
walk_free(struct walk *w)
{
    free(w->way);
    w->way = NULL;
    w->n_way = w->way_room = 0;
}

static bool
is_stm(const struct walk *w)
{
    return w->to->metric == LOYD_STM;
}

static loyd_err
push(struct walk *w, uint8_t dir)
{
    if (!ARRAY_ROOM(w->way, w->way_room, w->n_way + 1))
        return LOYD_E_NOMEM;
    w->way[w->n_way++] = (loyd_slide){0, dir, 1};
    return LOYD_OK;
}

/* The solution from the board that one tile's move in `dir` leads to. */
static loyd_err
way_after(struct walk *w, uint8_t dir)
{
    loyd_slide *next = w->n_way > 0 ? &w->way[w->n_way - 1] : NULL;

    if (next != NULL && next->dir == dir) {
        if (--next->tiles == 0)
            w->n_way--;
        return LOYD_OK;
    }
    if (next != NULL && next->dir == (dir ^ 2)) {
        next->tiles++;
        return LOYD_OK;
    }
    return push(w, dir ^ 2);
}

static unsigned
way_length(const struct walk *w)
{
    unsigned n = 0;

    if (!is_stm(w))
        return (unsigned)w->n_way;
    for (size_t i = 0; i < w->n_way; i++)
        n += w->way[i].tiles;
    return n;
}

/* Replaces the way by a path. */
static loyd_err
way_set(struct walk *w, const loyd_moves *path)
{
    w->n_way = 0;
    for (size_t i = path->n; i-- > 0;) {
        if (w->n_way > 0 && w->way[w->n_way - 1].dir == path->dir[i])
            w->way[w->n_way - 1].tiles++;
        else if (push(w, path->dir[i]) != LOYD_OK)
            return LOYD_E_NOMEM;
    }
    return LOYD_OK;
}

/* Notes the position before the next slide, and what the last one lost. */
static void
note_position(struct walk *w, unsigned cost)
{
    const loyd_slide *best = w->n_way > 0 ? &w->way[w->n_way - 1] : NULL;
    loyd_analysis *to = w->to;

    if (to->n > 0)
        to->positions[to->n - 1].lost =
            (uint16_t)(cost + w->left - w->at_slide);
    to->moves += cost;
    w->at_slide = w->left;
    to->positions[to->n++] =
        (loyd_position){.slide = (uint16_t)w->slide,
                        .left = (uint16_t)w->left,
                        .dir = best != NULL ? best->dir : 0,
                        .tiles = best != NULL ? best->tiles : 0};
}

loyd_err
walk_begin(struct walk *w, const loyd_solution *solution)
{
    loyd_err err = way_set(w, &solution->path);

    w->now = w->game->puzzle.start;
    w->left = solution->upper;
    if (err == LOYD_OK)
        note_position(w, 0);
    return err;
}

/* What was moved is done; in MTM the slides that continue it too. */
static void
end_step(struct walk *w)
{
    const loyd_slide *slides = w->game->slides;
    uint8_t dir = slides[w->slide].dir, tiles = slides[w->slide].tiles;

    if (is_stm(w)) {
        if (++w->tile < tiles)
            return;
        w->tile = 0;
        w->slide++;
        note_position(w, tiles);
        return;
    }
    while (++w->slide < w->game->n_slides && slides[w->slide].dir == dir)
        continue;
    note_position(w, 1);
}

/* Moves a tile in STM, and in MTM all that are moved in one direction. */
static loyd_err
step(struct walk *w)
{
    const loyd_game *game = w->game;
    loyd_slide slide = game->slides[w->slide];
    size_t i = w->slide;
    unsigned tiles = is_stm(w) ? 1 : slide.tiles;
    loyd_err err = LOYD_OK;

    while (!is_stm(w) && ++i < game->n_slides &&
           game->slides[i].dir == slide.dir)
        tiles += game->slides[i].tiles;
    for (; err == LOYD_OK && tiles > 0; tiles--) {
        if (!loyd_board_move(&w->now, (loyd_dir)slide.dir))
            return LOYD_E_MOVE;
        err = way_after(w, slide.dir);
    }
    return err;
}

bool
walk_on(struct walk *w, uint16_t *lower, uint16_t *limit, loyd_err *err)
{
    while (*err == LOYD_OK && w->slide < w->game->n_slides) {
        unsigned upper, least = w->left > 1 ? w->left - 1 : 1;

        *err = step(w);
        if (*err != LOYD_OK)
            return false;
        upper = way_length(w);
        if (upper > least) {
            *lower = (uint16_t)least;
            *limit = (uint16_t)(upper - 1);
            return true;
        }
        w->left = upper;
        end_step(w);
    }
    return false;
}

loyd_err
walk_take(struct walk *w, const loyd_solution *solution)
{
    loyd_err err = LOYD_OK;

    if (solution->upper != LOYD_LENGTH_UNKNOWN)
        err = way_set(w, &solution->path);
    w->left = way_length(w);
    if (err == LOYD_OK)
        end_step(w);
    return err;
}
