/* SPDX-License-Identifier: MIT */
/* Owns the lower bound that attempts are sifted with. */
#include "rate/bound.h"

#include <string.h>

#include "core/cells.h"
#include "core/pair.h"

void
bound_prepare(const loyd_board *goal, struct bound *b)
{
    memset(b, 0, sizeof(*b));
    b->n = board_cells(goal);
    for (unsigned home = 0; home < b->n; home++) {
        unsigned label = goal->cell[home];

        for (unsigned c = 0; label != 0 && c < b->n; c++)
            b->way[c][label] = (uint8_t)cell_taxicab(c, home, goal->width);
    }
}
