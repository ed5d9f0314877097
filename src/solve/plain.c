/* SPDX-License-Identifier: MIT */
/* Solutions in little time, far from shortest ones: row by row, by stages. */
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "loyd/solve.h"
#include "solve/solver.h"
#include "solve/upper/construct.h"
#include "solve/upper/human.h"

loyd_err
loyd_solve_by_rows(const loyd_puzzle *puzzle, loyd_moves *path,
                   loyd_row_stage stages[LOYD_CELLS_MAX], size_t *n,
                   loyd_why *why)
{
    const loyd_board *start = &puzzle->start, *goal = &puzzle->goal;
    struct permuted board = {.width = start->width, .height = start->height};
    uint8_t home[LOYD_CELLS_MAX + 1];
    struct human_stages found_stages;
    loyd_moves found = {0};
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = loyd_puzzle_check(puzzle, why)) != LOYD_OK)
        return err;
    board.blank = (uint8_t)board_blank(start);
    for (unsigned cell = 0; cell < board_cells(goal); cell++)
        home[goal->cell[cell]] = (uint8_t)cell;
    for (unsigned cell = 0; cell < board_cells(start); cell++)
        board.home[cell] = home[start->cell[cell]];
    found_stages.n = 0;
    err = human_solve(&board, board_blank(goal), &found,
                      stages != NULL ? &found_stages : NULL);
    if (err != LOYD_OK) {
        loyd_moves_free(&found);
        return err;
    }
    for (size_t i = 0; i < found_stages.n; i++) {
        const struct human_stage *stage = &found_stages.at[i];

        stages[i] = (loyd_row_stage){.end = (uint32_t)stage->end};
        for (unsigned k = 0; k < stage->n_tiles; k++)
            stages[i].tiles[k] = goal->cell[stage->tile[k]];
    }
    if (stages != NULL)
        *n = found_stages.n;
    *path = found;
    return LOYD_OK;
}

loyd_err
loyd_solve_by_stages(loyd_solver *solver, const loyd_puzzle *puzzle,
                     loyd_moves *path, loyd_why *why)
{
    struct search_job job = {.end = SEARCH_OPEN};
    loyd_moves found = {NULL, 0, 0};
    struct frame frame;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = loyd_puzzle_check(puzzle, why)) != LOYD_OK)
        return err;
    frame_of_goal(&puzzle->goal, &frame);
    frame_board(&frame, &puzzle->start, &job.board);
    memcpy(job.rank, frame.dir_out, sizeof(job.rank));
    monitor_begin(&solver->monitor, NULL, NULL, NULL);
    err = construct_solve(&solver->stages, &job, frame.cls.blank);
    monitor_end(&solver->monitor);
    if (err == LOYD_OK)
        err = frame_path(&frame, &job.path, puzzle, &found);
    loyd_moves_free(&job.path);
    if (err == LOYD_OK)
        *path = found;
    else
        loyd_moves_free(&found);
    return err;
}
