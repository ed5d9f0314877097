/* SPDX-License-Identifier: MIT */
/* Game records as bytes, and the checks of their fields. */
#ifndef LOYD_GAME_RECORD_H
#define LOYD_GAME_RECORD_H

#include "base/slice.h"
#include "base/text.h"
#include "loyd/game.h"

#define RECORD_BEGAN_MAX 253402300799999 /* the end of the year 9999 */

/* Appends the bytes of a record, without the checksum. */
void game_bytes_put(struct text *to, const loyd_game *game);

/* Appends the text of a record. If out of memory, to->is_lost is set. */
void game_text_put(struct text *to, const loyd_game *game);

/*
 * Reads such bytes, and no others that mean the same. The rules of
 * loyd_game_parse apply to the result.
 */
loyd_err game_bytes_read(struct slice bytes, loyd_game *game, loyd_why *why);

/* Reads the text, loydgame1..., with nothing around it. */
loyd_err game_text_read(struct slice text, loyd_game *game, loyd_why *why);

#endif
