/* SPDX-License-Identifier: MIT */
/* The row-by-row method: a solution in little time, far from a shortest. */
#include "base/why.h"
#include "core/board.h"
#include "loyd/solve.h"
#include "solve/upper/human.h"

loyd_err
loyd_solve_by_rows(const loyd_puzzle *puzzle, loyd_moves *path, loyd_why *why)
{
    const loyd_board *start = &puzzle->start, *goal = &puzzle->goal;
    struct permuted board = {.width = start->width, .height = start->height};
    uint8_t home[LOYD_CELLS_MAX + 1];
    loyd_moves found = {0};
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = loyd_puzzle_check(puzzle, why)) != LOYD_OK)
        return err;
    board.blank = (uint8_t)loyd_board_blank(start);
    for (unsigned cell = 0; cell < board_cells(goal); cell++)
        home[goal->cell[cell]] = (uint8_t)cell;
    for (unsigned cell = 0; cell < board_cells(start); cell++)
        board.home[cell] = home[start->cell[cell]];
    err = human_solve(&board, loyd_board_blank(goal), true, &found);
    if (err == LOYD_OK)
        *path = found;
    else
        loyd_moves_free(&found);
    return err;
}
