/* SPDX-License-Identifier: MIT */
/*
 * Lines of output in the order of the input, of which some wait for the
 * solution of their puzzle. Each is printed and flushed as soon as it and all
 * lines before it are known, while the solver works on the others.
 */
#ifndef LOYD_CLI_QUEUE_H
#define LOYD_CLI_QUEUE_H

#include "cli/command.h"

struct queue {
    size_t n;          /* lines */
    const bool *waits; /* [n]: for the solution of the next puzzle */
    const loyd_puzzle *puzzles;
    loyd_solution *solutions; /* of the puzzles; written */
    size_t n_puzzles;
    /*
     * Prints a line, and returns its exit code. `solution` is NULL if it did
     * not wait. Its upper end is LOYD_LENGTH_UNKNOWN if the search was
     * interrupted: the line keeps those after it in their places.
     */
    int (*print)(void *context, size_t line, const loyd_solution *solution);
    void *context;
    bool needs_solver; /* print does, so that it waits for the end of a call */
    int highest;      /* exit code of the lines printed so far */
};

/*
 * Solves the puzzles and prints the lines. If the run is interrupted, the
 * lines up to the last one that is known are printed, and boards_close says
 * so. The caller flushes the last lines. Returns EXIT_DONE, or an exit code if
 * no more lines can follow.
 */
int queue_run(const struct run *run, struct queue *queue,
              const loyd_solve_options *options);

/* A loyd_progress_fn for run->solver: progress_show, and flushes lines. */
bool queue_progress(void *context, const loyd_progress *progress);

#endif
