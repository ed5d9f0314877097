/* SPDX-License-Identifier: MIT */
/* What a solver is, and has for the parts above beside loyd_solve. */
#ifndef LOYD_SOLVE_SOLVER_H
#define LOYD_SOLVE_SOLVER_H

#include "loyd/solve.h"
#include "solve/ball.h"
#include "solve/estimate.h"
#include "solve/stock.h"

struct loyd_solver {
    loyd_tables tables;
    loyd_listener listener;
    struct stock stock;
    struct ball ball;         /* the last one asked for, or all zero */
    struct estimate estimate; /* the same */
    uint64_t n_estimated;     /* boards that it could have spared a search */
    struct monitor monitor;
};

/*
 * The ball around a goal, which the solver keeps until another one is asked
 * for. Errors: those of ball_build.
 */
LOYD_NODISCARD loyd_err solver_ball(loyd_solver *solver,
                                    const loyd_board *goal, unsigned low,
                                    unsigned high, const struct ball **found);

/*
 * A quick estimate for the boards of a goal of up to ESTIMATE_CELLS_MAX
 * cells, kept until one of another class is asked for. It is built, and not
 * NULL, once it has been asked for over so many boards that searching them
 * all takes longer than building it: n_boards more each time.
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err solver_estimate(loyd_solver *solver,
                                        const loyd_board *goal,
                                        uint64_t n_boards,
                                        const struct estimate **found);

/* How many threads the solver works with, 1..TEAM_MAX. */
unsigned solver_threads(const loyd_solver *solver);

/* Tells how far a job is; false where it is to end with LOYD_E_CANCELLED. */
bool solver_tell(loyd_solver *solver, const char *what, uint64_t done,
                 uint64_t total);

#endif
