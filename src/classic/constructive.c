/* SPDX-License-Identifier: MIT */
/* The row-by-row method: a solution in little time, far from a shortest. */
#include "classic/search.h"
#include "solve/upper/human.h"

loyd_err
search_constructive(struct search *s)
{
    const loyd_board *start = &s->puzzle->start, *goal = &s->puzzle->goal;
    uint8_t home[LOYD_CELLS_MAX + 1] = {0};
    struct permuted board = {.width = start->width,
                             .height = start->height,
                             .blank = (uint8_t)loyd_board_blank(start)};

    for (unsigned cell = 0; cell < s->n; cell++)
        home[goal->cell[cell]] = (uint8_t)cell;
    for (unsigned cell = 0; cell < s->n; cell++)
        board.home[cell] = home[start->cell[cell]];
    return human_solve(&board, loyd_board_blank(goal),
                       &s->result->solution.path);
}
