/* SPDX-License-Identifier: MIT */
/*
 * Boards that are read, some of them solved, and answered in their order. Each
 * line is printed and flushed as soon as it and all lines before it are known,
 * while the solver works on the others. Boards that are available are solved
 * as one batch, so that a slow pipe is not waited for and a large file is
 * never in memory.
 */
#ifndef LOYD_CLI_QUEUE_H
#define LOYD_CLI_QUEUE_H

#include "cli/boards.h"

#define QUEUE_MAX 4096

struct queue {
    size_t most; /* lines of a batch, up to QUEUE_MAX */
    /* Looks at a board that was read; returns whether its line waits for the
     * solution. May set `most`, and item->code. */
    bool (*take)(struct queue *queue, size_t line);
    /*
     * Prints a line, and returns its exit code. `solution` is NULL if it did
     * not wait. Its upper end is LOYD_LENGTH_UNKNOWN if the search was
     * interrupted: the line keeps those after it in their places.
     */
    int (*print)(struct queue *queue, size_t line,
                 const loyd_solution *solution);
    void *context;
    bool needs_solver; /* print does, so that it waits for the end of a call */
    /* The batch: lines, and the puzzles that some of them wait for. */
    const struct run *run;
    const loyd_solve_options *options;
    struct boards *boards;
    size_t n, n_puzzles;
    struct item items[QUEUE_MAX];
    bool waits[QUEUE_MAX];
    loyd_puzzle puzzles[QUEUE_MAX];
    loyd_solution solutions[QUEUE_MAX];
    int highest; /* exit code of the lines printed so far */
};

/*
 * Reads and answers all boards. If the run is interrupted, the lines up to the
 * last one that is known are printed, and boards_close says so. Returns an
 * exit code.
 */
int queue_run(const struct run *run, struct queue *queue,
              struct boards *boards, const loyd_solve_options *options);

/* A loyd_progress_fn for run->solver: progress_show, and flushes lines. */
bool queue_progress(void *context, const loyd_progress *progress);

#endif
