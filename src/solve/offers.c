/* SPDX-License-Identifier: MIT */
/* What a solver offers to other parts and keeps between calls. */
#include "core/board.h"
#include "solve/solver.h"

/* Boards of 16 cells that are searched in half a second. */
#define WORTH_ESTIMATE 20000

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
