/* SPDX-License-Identifier: MIT */
/* What a solver offers to other parts and keeps between calls. */
#include "core/board.h"
#include "solve/solver.h"

/* Boards of 16 cells that are searched in half a second. */
#define WORTH_ESTIMATE 20000

loyd_err
solver_ball(loyd_solver *s, const loyd_board *goal, unsigned low,
            unsigned high, const struct ball **found)
{
    loyd_err err = LOYD_OK;

    if (s->ball.low != low || s->ball.high != high ||
        !board_equal(&s->ball.goal, goal)) {
        ball_free(&s->ball);
        atomic_store(&s->monitor.is_stopped, false);
        err = ball_build(&s->ball, goal, low, high, &s->monitor);
        if (err != LOYD_OK)
            ball_free(&s->ball);
    }
    *found = &s->ball;
    return err;
}

loyd_err
solver_estimate(loyd_solver *s, const loyd_board *goal, uint64_t n_boards,
                const struct estimate **found)
{
    struct estimate *e = &s->estimate;
    unsigned blank = board_blank(goal);
    loyd_err err = LOYD_OK;

    *found = NULL;
    if (e->width != goal->width || e->height != goal->height ||
        e->blank != blank) {
        estimate_free(e);
        e->width = goal->width;
        e->height = goal->height;
        e->blank = (uint8_t)blank;
        s->n_estimated = 0;
    }
    s->n_estimated += n_boards;
    if (e->n_groups == 0 && s->n_estimated >= WORTH_ESTIMATE) {
        err = estimate_build(e, goal->width, goal->height, blank,
                             s->stock.threads);
        if (err != LOYD_OK)
            estimate_free(e);
    }
    if (err == LOYD_OK && e->n_groups != 0)
        *found = e;
    return err;
}

unsigned
solver_threads(const loyd_solver *s)
{
    return s->stock.threads;
}

bool
solver_tell(loyd_solver *s, const char *what, uint64_t done, uint64_t total)
{
    return monitor_tell(&s->monitor, what, done, total);
}
