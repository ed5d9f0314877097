/* SPDX-License-Identifier: MIT */
/* Counts what a board shows without a search. */
#include "loyd/puzzle.h"

#include "base/why.h"
#include "core/board.h"
#include "core/mlc.h"

/* Counts the inversions of the tiles' places in the goal. */
static unsigned
inversions_of(const loyd_puzzle *puzzle)
{
    uint8_t place[LOYD_CELLS_MAX + 1], order[LOYD_CELLS_MAX];
    unsigned n = board_cells(&puzzle->goal), n_tiles = 0;

    for (unsigned c = 0; c < n; c++)
        place[puzzle->goal.cell[c]] = (uint8_t)c;
    for (unsigned c = 0; c < n; c++)
        if (puzzle->start.cell[c] != 0)
            order[n_tiles++] = place[puzzle->start.cell[c]];
    return count_inversions(order, n_tiles);
}

loyd_err
loyd_facts_of(const loyd_puzzle *puzzle, loyd_facts *facts, loyd_why *why)
{
    const uint8_t *start = puzzle->start.cell, *goal = puzzle->goal.cell;
    struct mlc m;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = pair_check(&puzzle->start, &puzzle->goal, why)) != LOYD_OK)
        return err;
    mlc_prepare(&puzzle->goal, &m);
    mlc_parts(&m, start, &facts->manhattan, &facts->linear_conflicts);
    facts->inversions = inversions_of(puzzle);
    facts->tiles_home = 0;
    for (unsigned c = 0; c < board_cells(&puzzle->start); c++)
        facts->tiles_home += start[c] != 0 && start[c] == goal[c];
    return LOYD_OK;
}
