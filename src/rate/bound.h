/* SPDX-License-Identifier: MIT */
/* A lower bound that costs next to nothing: Manhattan distance. */
#ifndef LOYD_RATE_BOUND_H
#define LOYD_RATE_BOUND_H

#include "loyd/board.h"

/* way[cell][label]: steps of a label from a cell to its goal cell. */
struct bound {
    unsigned n;
    uint8_t way[LOYD_CELLS_MAX][LOYD_CELLS_MAX + 1];
};

/* The bound for a checked goal. */
void bound_prepare(const loyd_board *goal, struct bound *b);

/*
 * No solution of a board is shorter, and all have the same parity: a move
 * brings one tile one step. `cells` are those of a start of that goal.
 */
static inline unsigned
bound_of(const struct bound *b, const uint8_t *cells)
{
    unsigned sum = 0;

    for (unsigned c = 0; c < b->n; c++)
        sum += b->way[c][cells[c]];
    return sum;
}

#endif
