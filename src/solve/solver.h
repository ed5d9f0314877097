/* SPDX-License-Identifier: MIT */
/* The solver struct, and what it offers to other parts besides loyd_solve. */
#ifndef LOYD_SOLVE_SOLVER_H
#define LOYD_SOLVE_SOLVER_H

#include "loyd/solve.h"
#include "solve/search/ball.h"
#include "solve/search/seen.h"
#include "solve/table/stock.h"
#include "solve/upper/stages.h"
#include "solve/split.h"

/* Balls that a solver keeps, for schedules with several rows. */
#define BALLS_KEPT 4

struct loyd_solver {
    loyd_tables tables;
    loyd_listener listener;
    struct stock stock;
    struct stages stages;     /* for upper bounds */
    struct ball balls[BALLS_KEPT]; /* or all zero */
    unsigned next_ball;            /* the one to be replaced */
    struct monitor monitor;
    unsigned after;    /* for solver_solve_after; 0: any first move */
    uint64_t memory;   /* of searches without a budget; 0: the default */
    struct seen_table seen; /* between searches with many views, */
    bool keeps_seen;        /* while this is set */
};

/* Between true and false, searches with many views keep their memory for the
 * next one: for many boards that come one by one. */
void solver_keep_seen(loyd_solver *solver, bool keeps);

/*
 * Returns the ball around a goal. The solver keeps it until another one is
 * requested, or longer. Errors: those of ball_build.
 */
LOYD_NODISCARD loyd_err solver_ball(loyd_solver *solver,
                                    const loyd_board *goal, unsigned low,
                                    unsigned high, const struct ball **found);

/*
 * loyd_solve for one puzzle whose start was reached by the move `last`, which
 * the first move does not undo. Otherwise the search below a board would go
 * back and search all boards near it again.
 */
LOYD_NODISCARD loyd_err solver_solve_after(
    loyd_solver *solver, const loyd_puzzle *puzzle, loyd_dir last,
    const loyd_solve_options *options, loyd_solution *solution, loyd_why *why);

/* Returns whether all threads search one board of this goal together, in STM
   and without a budget. Otherwise each searches other boards. */
bool solver_takes_one(const loyd_solver *solver, const loyd_board *goal);

/* Returns the solver's number of threads, 1..TEAM_MAX. */
unsigned solver_threads(const loyd_solver *solver);

/*
 * Reports progress. Returns false if the job must end with LOYD_E_CANCELLED.
 */
bool solver_tell(loyd_solver *solver, const char *what, uint64_t done,
                 uint64_t total);

#endif
