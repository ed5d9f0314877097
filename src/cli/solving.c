/* SPDX-License-Identifier: MIT */
/* Sets up the solver and generators. */
#include "cli/solving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "cli/catalogue.h"
#include "cli/entry.h"
#include "cli/secret.h"

#define THREADS_MAX 256

/* Relative paths are ignored [XDG Base Directory Specification]. */
const char *
cache_folder(char out[CACHE_BYTES])
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    int len = -1;

    if (cache != NULL && cache[0] == '/')
        len = snprintf(out, CACHE_BYTES, "%s/loyd", cache);
    else if (home != NULL && home[0] == '/')
        len = snprintf(out, CACHE_BYTES, "%s/.cache/loyd", home);
    return len > 0 && len < CACHE_BYTES ? out : NULL;
}

unsigned
threads_wanted(const struct run *run)
{
    long processors;

    if (run->args.threads > 0)
        return (unsigned)run->args.threads;
    processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (processors < 1)
        return 1;
    return processors < THREADS_MAX ? (unsigned)processors : THREADS_MAX;
}

/* A loyd_notice_fn; its context is not used. */
static void
show_warning(void *context, const char *text)
{
    (void)context;
    message("solver", "%s", text);
}

void
notice_show(void *context, const char *text)
{
    (void)context;
    if (isatty(STDERR_FILENO) == 1)
        note("solver", "%s", text);
}

int
solver_start(struct run *run, loyd_progress_fn progress)
{
    char cache[CACHE_BYTES];
    const loyd_listener listener = {
        .progress = progress, .notice = notice_show, .warning = show_warning};
    loyd_solver_options options = {
        .tables = (loyd_tables)run->args.tables,
        .threads = threads_wanted(run),
        .cache_dir = cache_folder(cache),
        .listener = &listener,
        .memory = run->args.memory,
    };

    return report(run->command->name, loyd_solver_new(&options, &run->solver),
                  NULL);
}

int
solving_generator(struct run *run, const loyd_recipe *recipe,
                loyd_generator **generator)
{
    loyd_why why = {""};
    loyd_err err;
    int code = recipe->is_keyed ? secret_take(run) : EXIT_DONE;

    if (code != EXIT_DONE)
        return code;
    err = loyd_generator_new(recipe, recipe->is_keyed ? run->secret : NULL,
                             generator, &why);
    return report(run->command->name, err, &why);
}

/* Below what the search of effort quick may take (effort.c). */
#define NEAR_NODES 10000

/*
 * Solves a puzzle near its goal without tables, which take seconds to build
 * beyond 16 cells. Their estimates are never less than the Manhattan distance,
 * so what this search proves within its few nodes, effort quick proves too.
 */
static loyd_err
solve_near(const loyd_puzzle *puzzle, loyd_solution *solution, bool *is_near,
           loyd_why *why)
{
    static const struct classic_options options = {
        .search = {ALGORITHM_IDASTAR, HEURISTIC_MANHATTAN},
        .nodes = NEAR_NODES};
    struct classic_result result = {.solution.upper = 0};
    loyd_err err;

    *is_near = false;
    if (puzzle->goal.width * puzzle->goal.height <= LOYD_EXACT_CELLS)
        return LOYD_OK;
    err = classic_solve(puzzle, &options, &result, why);
    *is_near = err == LOYD_OK && result.end == END_SOLVED;
    if (*is_near)
        *solution = result.solution;
    else
        loyd_moves_free(&result.solution.path);
    return err;
}

/* Solves a puzzle, if it can be solved. */
static loyd_err
solve_quick(loyd_solver *solver, const loyd_puzzle *puzzle,
            loyd_solution *solution, bool *is_solved, loyd_why *why)
{
    /* Beyond 16 cells an interval, as `rate` stores it. */
    static const loyd_solve_options options = {.effort = LOYD_EFFORT_QUICK,
                                               .is_wide_only = true};
    bool is_near = false;
    loyd_err err =
        loyd_solvable(&puzzle->start, &puzzle->goal, is_solved, why);

    if (err == LOYD_OK && *is_solved)
        err = solve_near(puzzle, solution, &is_near, why);
    return err == LOYD_OK && *is_solved && !is_near
               ? loyd_solve(solver, puzzle, 1, &options, solution, why)
               : err;
}

int
puzzle_solve(struct run *run, const loyd_recipe *recipe, loyd_puzzle *puzzle,
             loyd_solution *solution, bool *is_solved)
{
    loyd_generator *generator = NULL;
    loyd_why why = {""};
    loyd_err err = LOYD_OK;
    int code = recipe != NULL ? solving_generator(run, recipe, &generator)
                              : EXIT_DONE;

    memset(solution, 0, sizeof(*solution));
    *is_solved = false;
    if (code == EXIT_DONE)
        code = solver_start(run, progress_show);
    if (code == EXIT_DONE && recipe != NULL) {
        err = loyd_generator_draw(generator, run->solver, recipe->index, 0,
                                  puzzle, solution, &why);
        *is_solved = err == LOYD_OK && recipe->target == LOYD_TARGET_STM;
        if (!*is_solved)
            loyd_moves_free(&solution->path);
    }
    /* A shuffle may draw an unsolvable board, which is still shown. */
    if (code == EXIT_DONE && err == LOYD_OK && !*is_solved)
        err = solve_quick(run->solver, puzzle, solution, is_solved, &why);
    progress_clear();
    loyd_solver_free(&run->solver);
    loyd_generator_free(&generator);
    return code != EXIT_DONE ? code : report(run->command->name, err, &why);
}

int
entry_solve_mtm(struct run *run, loyd_entry *entry, loyd_moves *path)
{
    const loyd_solve_options options = {.effort = LOYD_EFFORT_QUICK,
                                        .is_wide_only = true,
                                        .is_length_only = path == NULL,
                                        .metric = LOYD_MTM};
    static loyd_bands bands; /* borrowed by the entry */
    const loyd_board *start = &entry->puzzle.start;
    loyd_rating *rating = &entry->known[LOYD_MTM].rating;
    loyd_solution solution = {.upper = 0};
    bool is_solvable = false;
    loyd_why why = {""};
    loyd_err err;
    int code = EXIT_DONE;

    if (rating->upper != 0 ||
        loyd_solvable(start, &entry->puzzle.goal, &is_solvable, NULL) !=
            LOYD_OK ||
        !is_solvable)
        return EXIT_DONE;
    if (run->solver == NULL)
        code = solver_start(run, progress_show);
    if (code == EXIT_DONE)
        code = bands_take(run, &bands);
    if (code != EXIT_DONE)
        return code;
    err =
        loyd_solve(run->solver, &entry->puzzle, 1, &options, &solution, &why);
    progress_clear();
    if (err == LOYD_OK) {
        entry_set(entry, LOYD_MTM, &solution);
        entry_place(entry, LOYD_MTM, &bands);
        loyd_search_of(&options, start->width, start->height,
                       &rating->lower_search, &rating->upper_search);
    }
    if (path != NULL)
        *path = solution.path;
    else
        loyd_moves_free(&solution.path);
    return report(run->command->name, err, &why);
}

/* --- time --- */

void
deadline_set(struct deadline *d, uint64_t milliseconds)
{
    clock_gettime(CLOCK_MONOTONIC, &d->at);
    d->at.tv_sec += (time_t)(milliseconds / 1000);
    d->at.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    d->at.tv_sec += d->at.tv_nsec / 1000000000;
    d->at.tv_nsec %= 1000000000;
}

bool
deadline_passed(void *context)
{
    const struct deadline *d = context;
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec != d->at.tv_sec ? now.tv_sec > d->at.tv_sec
                                      : now.tv_nsec >= d->at.tv_nsec;
}
