/* SPDX-License-Identifier: MIT */
/* Pictures of boards, as PNG. */
#ifndef LOYD_SITE_PREVIEW_H
#define LOYD_SITE_PREVIEW_H

#include "base/text.h"
#include "loyd/board.h"

#define PREVIEW_BOARDS 7

/* The picture of a day's n starts, 1200 x 630, that goes with links; of one,
 * with its goal. */
void preview_put(struct text *text, const loyd_board *start, unsigned n,
                 const loyd_board *goal);

#endif
