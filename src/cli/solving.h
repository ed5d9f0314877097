/* SPDX-License-Identifier: MIT */
/* A solver for a command: threads, tables, cache and progress. */
#ifndef LOYD_CLI_SOLVING_H
#define LOYD_CLI_SOLVING_H

#include "cli/command.h"

#define CACHE_BYTES 1024

/*
 * $XDG_CACHE_HOME/loyd or ~/.cache/loyd in out[CACHE_BYTES]; NULL where
 * there is neither.
 */
const char *cache_folder(char out[CACHE_BYTES]);

/* Threads asked for, or as many as there are processors. */
unsigned threads_wanted(const struct run *run);

/*
 * A solver as the run's options want it, in run->solver, whose progress is
 * shown by `progress`. Returns an exit code, after a complaint.
 */
int solver_start(struct run *run, loyd_progress_fn progress);

/*
 * The generator of a recipe, with the run's secret where it is keyed, to be
 * freed with loyd_generator_free. Returns an exit code, after a complaint.
 */
int generator_start(struct run *run, const loyd_recipe *recipe,
                    loyd_generator **generator);

/*
 * Draws board recipe->index where the recipe has a target, and solves it else,
 * as far as LOYD_EXACT_CELLS; solution->upper is 0 and its path empty beyond,
 * and *is_solved false. Returns an exit code, after a complaint.
 */
int puzzle_draw(struct run *run, const loyd_recipe *recipe,
                loyd_puzzle *puzzle, loyd_solution *solution, bool *is_solved);

#endif
