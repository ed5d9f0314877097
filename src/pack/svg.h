/* SPDX-License-Identifier: MIT */
/* A board as a picture, with words in any language. */
#ifndef LOYD_PACK_SVG_H
#define LOYD_PACK_SVG_H

#include "base/text.h"
#include "loyd/moves.h"

/* `about` describes the board to those who do not see it; `path` is NULL, or
 * is played. */
void svg_put(struct text *to, const loyd_board *board, const loyd_moves *path,
             const char *title, const char *about);

#endif
