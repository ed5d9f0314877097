/* SPDX-License-Identifier: MIT */
/* Game records as bytes, and the checks of their fields. */
#ifndef LOYD_GAME_RECORD_H
#define LOYD_GAME_RECORD_H

#include <jansson.h>

#include "base/slice.h"
#include "base/text.h"
#include "loyd/game.h"

#define RECORD_BEGAN_MAX 253402300799999 /* the end of the year 9999 */

/* An object may be longer than the text: each slide has up to four characters
 * and each time up to eleven. */
#define GAME_JSON_CHARS_MAX 400000

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

/* Reads the object of JSON: as text, and when it is parsed. */
loyd_err game_json_read(struct slice text, loyd_game *game, loyd_why *why);
loyd_err game_object_read(const json_t *object, loyd_game *game,
                          loyd_why *why);

/* Appends a slide, or a hint after the slides so far. Errors: LOYD_E_RANGE,
 * LOYD_E_NOMEM. */
struct game_build {
    loyd_game *game;
    size_t slides_room, hints_room;
    size_t n_moves;
};
loyd_err game_add_slide(struct game_build *build, loyd_slide slide,
                        loyd_why *why);
loyd_err game_add_hint(struct game_build *build, uint64_t after,
                       loyd_why *why);

/* Sets the recipe. Errors: LOYD_E_RANGE, LOYD_E_ENCODING, LOYD_E_NOMEM. */
loyd_err game_set_recipe(loyd_game *game, struct slice text, loyd_why *why);

#endif
