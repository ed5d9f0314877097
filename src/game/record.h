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

/*
 * Reads such bytes, and no others that mean the same. The rules of
 * game_parse apply to the result.
 */
loyd_err game_bytes_read(struct slice bytes, loyd_game *game, loyd_why *why);

/* Reads the text, loydgame1..., with nothing around it. */
loyd_err game_text_read(struct slice text, loyd_game *game, loyd_why *why);

/*
 * Reads the text of a record, "loydgame1...". Spaces and line ends around it
 * are ignored.
 *
 *   game  all zero or freed; written on LOYD_OK.
 *
 * The boards have the same size and labels; neither they nor the slides are
 * replayed. O(len), safe from any thread. Errors: LOYD_E_SYNTAX,
 * LOYD_E_RANGE, LOYD_E_ENCODING (of a recipe), LOYD_E_CORRUPT (a wrong
 * checksum), LOYD_E_NEWER (another version), LOYD_E_SIZE, LOYD_E_SHAPE,
 * LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_NOMEM.
 */
loyd_err game_parse(const char *text, size_t len, loyd_game *game,
                    loyd_why *why);

#endif
