/* SPDX-License-Identifier: MIT */
/* One slide of a game, and what the slides make. */
#ifndef LOYD_GAME_REPLAY_H
#define LOYD_GAME_REPLAY_H

#include "base/slice.h"
#include "loyd/game.h"

#define SLIDE_TILES_MAX (LOYD_SIDE_MAX - 1)

/* Reads "U", or "U2": a direction, and the tiles if they are several. Returns
 * false for any other text; slide->ms is not changed. */
bool slide_read(struct slice word, loyd_slide *slide);

/* Moves the tiles of a slide. Returns false, and changes nothing, if there
 * are fewer. */
bool slide_move(loyd_board *board, const loyd_slide *slide);

/* Replays and counts the slides of a game that loyd_game_check accepts. */
void game_count(const loyd_game *game, loyd_game_facts *facts);

#endif
