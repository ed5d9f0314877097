/* SPDX-License-Identifier: MIT */
/* What a solver offers to other parts and keeps between calls. */
#include "core/board.h"
#include "solve/solver.h"

/* Frees the other balls if all together have more boards than one may have. */
static void
keep_balls(loyd_solver *s, const struct ball *newest)
{
    size_t n = 0;

    for (size_t i = 0; i < BALLS_KEPT; i++)
        n += s->balls[i].n;
    for (size_t i = 0; n > BALL_STATES_MAX && i < BALLS_KEPT; i++)
        if (&s->balls[i] != newest)
            ball_free(&s->balls[i]);
}

loyd_err
solver_ball(loyd_solver *s, const loyd_board *goal, unsigned low,
            unsigned high, const struct ball **found)
{
    struct ball *made = &s->balls[s->next_ball];
    loyd_err err;

    for (size_t i = 0; i < BALLS_KEPT; i++) {
        *found = &s->balls[i];
        if ((*found)->low == low && (*found)->high == high &&
            board_equal(&(*found)->goal, goal))
            return LOYD_OK;
    }
    *found = made;
    s->next_ball = (s->next_ball + 1) % BALLS_KEPT;
    ball_free(made);
    atomic_store(&s->monitor.is_stopped, false);
    err = ball_build(made, goal, low, high, &s->monitor);
    if (err == LOYD_OK)
        keep_balls(s, made);
    else
        ball_free(made);
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
