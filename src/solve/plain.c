/* SPDX-License-Identifier: MIT */
/* Solutions in little time, far from shortest ones: row by row, by stages, or
 * those of others, shortened. */
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "loyd/solve.h"
#include "solve/solver.h"
#include "solve/upper/construct.h"
#include "solve/upper/human.h"
#include "solve/upper/shorten.h"

/* Names the tiles of a start by their cells in the goal. */
static struct permuted
permute(const loyd_puzzle *puzzle)
{
    const loyd_board *start = &puzzle->start, *goal = &puzzle->goal;
    struct permuted board = {.width = start->width,
                             .height = start->height,
                             .blank = (uint8_t)board_blank(start)};
    uint8_t home[LOYD_CELLS_MAX + 1];

    for (unsigned cell = 0; cell < board_cells(goal); cell++)
        home[goal->cell[cell]] = (uint8_t)cell;
    for (unsigned cell = 0; cell < board_cells(start); cell++)
        board.home[cell] = home[start->cell[cell]];
    return board;
}

loyd_err
loyd_solve_by_rows(const loyd_puzzle *puzzle, loyd_moves *path,
                   loyd_row_stage stages[LOYD_CELLS_MAX], size_t *n,
                   loyd_why *why)
{
    const loyd_board *goal = &puzzle->goal;
    struct permuted board;
    struct human_stages found_stages;
    loyd_moves found = {0};
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = loyd_puzzle_check(puzzle, why)) != LOYD_OK)
        return err;
    board = permute(puzzle);
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

/* Replaces a path by a shortest one, if one is found. */
static loyd_err
solve_path(loyd_solver *solver, const loyd_puzzle *puzzle, loyd_metric metric,
           uint64_t nodes, loyd_moves *path, bool *is_proven, loyd_why *why)
{
    const loyd_solve_options options = {.nodes = nodes, .metric = metric};
    loyd_solution solution = {.lower = 0};
    loyd_err err = loyd_solve(solver, puzzle, 1, &options, &solution, why);

    *is_proven = err == LOYD_OK && solution.lower == solution.upper;
    if (err == LOYD_OK && solution.upper < loyd_moves_length(path, metric))
        err = moves_copy(path, &solution.path);
    loyd_moves_free(&solution.path);
    return err;
}

loyd_err
loyd_shorten(loyd_solver *solver, const loyd_board *start, loyd_metric metric,
             uint64_t nodes, loyd_moves *path, loyd_why *why)
{
    loyd_puzzle puzzle = {*start, *start};
    struct monitor *monitor = &solver->monitor;
    struct permuted board;
    bool is_proven, is_stopped;
    loyd_err err;

    WHY_GIVEN(why);
    if ((unsigned)metric >= LOYD_METRICS)
        return why_set(why, LOYD_E_RANGE, "unknown metric %u", metric);
    if ((err = loyd_board_check(start, why)) != LOYD_OK)
        return err;
    if ((err = moves_play_all(&puzzle.goal, path, why)) != LOYD_OK)
        return err;
    if (board_cells(start) <= LOYD_EXACT_CELLS &&
        ((err = solve_path(solver, &puzzle, metric, nodes, path, &is_proven,
                           why)) != LOYD_OK ||
         is_proven))
        return err;
    board = permute(&puzzle);
    monitor_begin(monitor, NULL, NULL, NULL);
    err = shorten(&board, path, metric, &nodes, monitor);
    is_stopped = atomic_load(&monitor->is_stopped);
    monitor_end(monitor);
    if (err == LOYD_OK)
        err = loyd_moves_replay(start, &puzzle.goal, path, NULL, why);
    return err == LOYD_OK && is_stopped ? LOYD_E_CANCELLED : err;
}
