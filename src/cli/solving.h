/* SPDX-License-Identifier: MIT */
/* Sets up a solver for a command: threads, tables, cache and progress. */
#ifndef LOYD_CLI_SOLVING_H
#define LOYD_CLI_SOLVING_H

#include <time.h>

#include "cli/command.h"
#include "lab/classic.h"

#define CACHE_BYTES 1024

/*
 * Writes $XDG_CACHE_HOME/loyd or ~/.cache/loyd to out; returns NULL if there
 * is neither.
 */
const char *cache_folder(char out[CACHE_BYTES]);

/*
 * Shows notices of the solver, only on a terminal: cron should not mail them.
 * A loyd_notice_fn; its context is not used.
 */
void notice_show(void *context, const char *text);

/* Returns the threads of --threads, or the number of processors. */
unsigned threads_wanted(const struct run *run);

/*
 * Creates run->solver with the options of the run; `progress` shows its
 * progress. Returns an exit code, after a message.
 */
int solver_start(struct run *run, loyd_progress_fn progress);

/*
 * Creates the generator of a recipe, with the secret of the run if the recipe
 * is keyed; the caller frees it with loyd_generator_free. Returns an exit
 * code, after a message.
 */
int solving_generator(struct run *run, const loyd_recipe *recipe,
                    loyd_generator **generator);

/*
 * Draws board recipe->index, unless the recipe is NULL and the puzzle is
 * given, and solves it with effort quick; the boards of a target have been
 * solved. *is_solved is false if it cannot be solved. The caller frees the
 * path. Returns an exit code, after a message.
 */
int puzzle_solve(struct run *run, const loyd_recipe *recipe,
                 loyd_puzzle *puzzle, loyd_solution *solution,
                 bool *is_solved);

/*
 * Solves the puzzle of an entry in MTM, unless the entry has that rating; an
 * interval beyond LOYD_EXACT_CELLS cells. An unsolvable one stays unrated.
 *
 *   path  must be empty; receives the path, which the caller frees and the
 *         entry borrows. NULL: only the length is wanted.
 *
 * Returns an exit code, after a message.
 */
int entry_solve_mtm(struct run *run, loyd_entry *entry, loyd_moves *path);

/* The end of the time of --seconds. */
struct deadline {
    struct timespec at;
};

void deadline_set(struct deadline *d, uint64_t milliseconds);

/* A loyd_stop_fn; its context is a deadline. */
bool deadline_passed(void *context);

#endif
