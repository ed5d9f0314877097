/* SPDX-License-Identifier: MIT */
/* A game on its way through its positions, always with a shortest solution. */
#ifndef LOYD_GAME_WALK_H
#define LOYD_GAME_WALK_H

#include "loyd/game.h"

struct walk {
    const loyd_game *game;
    loyd_analysis *to;
    loyd_board now;
    size_t slide;      /* of the game, the next one */
    unsigned tile;     /* tiles of it that have moved; only in STM */
    unsigned left;     /* the shortest length from `now` */
    unsigned at_slide; /* the same at the latest position */
    loyd_slide *way;   /* a solution from `now`, its first slide last; shortest
                          once it has been compared with a search */
    size_t n_way, way_room;
};

/* Releases the solution. */
void walk_free(struct walk *w);

/* Takes the solution of the start, and its position. Errors: LOYD_E_NOMEM. */
loyd_err walk_begin(struct walk *w, const loyd_solution *solution);

/*
 * Continues until a search is needed: whether w->now has a solution of at most
 * *limit, and of no less than *lower. False at the end of the game, and after
 * an error.
 */
bool walk_on(struct walk *w, uint16_t *lower, uint16_t *limit, loyd_err *err);

/* Takes what that search has found. Errors: LOYD_E_NOMEM. */
loyd_err walk_take(struct walk *w, const loyd_solution *solution);

#endif
