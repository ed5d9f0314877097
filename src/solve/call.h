/* SPDX-License-Identifier: MIT */
/* A call of loyd_solve: its puzzles, and their searches by class. */
#ifndef LOYD_SOLVE_CALL_H
#define LOYD_SOLVE_CALL_H

#include "solve/search/search.h"
#include "solve/solver.h"

/* A puzzle in a call. */
struct task {
    size_t puzzle;
    struct frame frame;
    struct task *next; /* of the same class */
};

struct call {
    loyd_solver *solver;
    const loyd_puzzle *puzzles;
    const loyd_solve_options *options;
    loyd_solution *solutions;
    struct task *tasks; /* of the puzzles, in their order */
    size_t n;
    size_t n_done;
};

static inline bool
is_mtm(const loyd_solve_options *options)
{
    return options->metric == LOYD_MTM;
}

static inline bool
has_more_cells(const loyd_class *cls, int n)
{
    return cls->width * cls->height > n;
}

/*
 * With options->stop: finds a solution of each job, job->early, so that there
 * is one whenever the call is stopped. That of a board beyond LOYD_EXACT_CELLS
 * cells is as short as the effort asks for, or `quick` without one. A job that
 * is solved by no move ends here. Errors: those of uppers_find,
 * LOYD_E_CANCELLED.
 */
LOYD_NODISCARD loyd_err call_prepare(struct call *c, const loyd_class *cls,
                                     struct search_job *jobs, size_t n);

/*
 * Solves jobs of one class with the search and the tables that fit (call.c).
 * Jobs whose budget has ended have only a lower end. Errors: those of
 * loyd_solve.
 */
LOYD_NODISCARD loyd_err call_run(struct call *c, const loyd_class *cls,
                                 struct search_job *jobs, size_t n);

/*
 * Finds short solutions of the jobs whose budget has ended: job->path. If
 * options->stop ends this, jobs have the best path so far, and are open.
 */
LOYD_NODISCARD loyd_err call_find_uppers(struct call *c, const loyd_class *cls,
                                         struct search_job *jobs, size_t n);

#endif
