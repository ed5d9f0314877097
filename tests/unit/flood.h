/* SPDX-License-Identifier: MIT */
/*
 * Floods boards of up to 6 cells from their goal, which shows what can be
 * solved without using parity. Tests only.
 */
#ifndef FLOOD_H
#define FLOOD_H

#include "core.h"

#define CELLS_MAX 6
#define STATES_MAX 720 /* 6! */

/* Every arrangement of a goal's labels, and which of them it reaches. */
struct flood {
    loyd_board state[STATES_MAX];
    bool is_reached[STATES_MAX];
    unsigned n;
    unsigned n_reached;
};

static inline void
flood_arrange(struct flood *flood, loyd_board *board, unsigned at)
{
    unsigned n = (unsigned)board->width * board->height;

    if (at == n) {
        flood->state[flood->n++] = *board;
        return;
    }
    for (unsigned i = at; i < n; i++) {
        loyd_board next = *board;
        next.cell[at] = board->cell[i];
        next.cell[i] = board->cell[at];
        flood_arrange(flood, &next, at + 1);
    }
}

static inline unsigned
flood_find(const struct flood *flood, const loyd_board *board)
{
    for (unsigned i = 0; i < flood->n; i++)
        if (memcmp(flood->state[i].cell, board->cell, CELLS_MAX) == 0)
            return i;
    fail_msg("no such state");
    return 0;
}

/* Swaps the blank with each neighbour, repeatedly. */
static inline void
flood_spread(struct flood *flood, const loyd_board *goal)
{
    unsigned queue[STATES_MAX], head = 0;
    int w = goal->width, n = w * goal->height;

    queue[0] = flood_find(flood, goal);
    flood->is_reached[queue[0]] = true;
    flood->n_reached = 1;
    while (head < flood->n_reached) {
        const loyd_board *board = &flood->state[queue[head++]];
        int blank = 0;
        while (board->cell[blank] != 0)
            blank++;
        for (int c = 0; c < n; c++) {
            if (abs(c % w - blank % w) + abs(c / w - blank / w) != 1)
                continue;
            loyd_board next = *board;
            next.cell[blank] = next.cell[c];
            next.cell[c] = 0;
            unsigned i = flood_find(flood, &next);
            if (!flood->is_reached[i])
                queue[flood->n_reached++] = i;
            flood->is_reached[i] = true;
        }
    }
}

static inline void
flood_from(const loyd_board *goal, struct flood *flood)
{
    loyd_board first = *goal;

    memset(flood, 0, sizeof(*flood));
    flood_arrange(flood, &first, 0);
    flood_spread(flood, goal);
}

#endif
