/* SPDX-License-Identifier: MIT */
/* Solves batches: sorts puzzles by class and owns the tables of each. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/class.h"
#include "core/mlc.h"
#include "solve/call.h"
#include "solve/effort.h"
#include "solve/kinds.h"
#include "solve/search/plain_search.h"

static const loyd_solution unknown = {.upper = LOYD_LENGTH_UNKNOWN};

loyd_err
loyd_solver_new(const loyd_solver_options *options, loyd_solver **solver)
{
    static const loyd_solver_options none = {0};
    loyd_solver *s;

    options = options != NULL ? options : &none;
    if (options->threads > TEAM_MAX ||
        (unsigned)options->tables > LOYD_TABLES_LARGE)
        return LOYD_E_RANGE;
    if ((s = calloc(1, sizeof(*s))) == NULL)
        return LOYD_E_NOMEM;
    s->tables = options->tables;
    s->memory = options->memory;
    if (options->listener != NULL)
        s->listener = *options->listener;
    s->monitor.progress = s->listener.progress;
    s->monitor.context = s->listener.context;
    s->stock =
        (struct stock){.kind_of = kind_of,
                       .threads = options->threads > 0 ? options->threads : 1,
                       .listener = &s->listener,
                       .monitor = &s->monitor};
    if (options->cache_dir != NULL &&
        (s->stock.cache_dir = strdup(options->cache_dir)) == NULL)
        goto fail;
    if (pthread_mutex_init(&s->monitor.lock, NULL) != 0)
        goto fail;
    if (stages_init(&s->stages, &s->monitor) != LOYD_OK) {
        pthread_mutex_destroy(&s->monitor.lock);
        goto fail;
    }
    *solver = s;
    return LOYD_OK;

fail:
    stock_free(&s->stock);
    free(s);
    return LOYD_E_NOMEM;
}

void
loyd_solver_free(loyd_solver **solver)
{
    if (solver == NULL || *solver == NULL)
        return;
    stock_free(&(*solver)->stock);
    stages_free(&(*solver)->stages);
    for (size_t i = 0; i < BALLS_KEPT; i++)
        ball_free(&(*solver)->balls[i]);
    pthread_mutex_destroy(&(*solver)->monitor.lock);
    free(*solver);
    *solver = NULL;
}

/* Results: from a job in its class back to the puzzle. */

/*
 * After the budget is used up, job->path is the shortest solution found. If it
 * is as short as the bound reached, its length is the optimum. The ends must
 * not meet even so: a proven length comes with the canonical path, which is
 * not known here. In STM one less than the upper end loses nothing, since the
 * parity rules that length out. Only a path of one move is known to be
 * canonical.
 */
static loyd_err
keep_interval(const struct call *c, const struct task *t,
              struct search_job *job, loyd_solution *solution)
{
    loyd_err err = frame_path(&t->frame, &job->path, &c->puzzles[t->puzzle],
                              &solution->path);
    size_t length;

    if (err != LOYD_OK)
        return err;
    length = loyd_moves_length(&solution->path, c->options->metric);
    if (length >= LOYD_LENGTH_UNKNOWN)
        return LOYD_E_RANGE;
    solution->upper = (uint16_t)length;
    if (solution->lower >= solution->upper)
        solution->lower = (uint16_t)(solution->upper - (solution->upper > 1));
    return LOYD_OK;
}

static loyd_err
keep_result(const struct call *c, const struct task *t, struct search_job *job)
{
    loyd_solution *solution = &c->solutions[t->puzzle];

    solution->nodes = job->nodes;
    solution->lower = job->lower;
    switch (job->end) {
    case SEARCH_SOLVED:
    case SEARCH_BELOW:
        solution->upper = job->end == SEARCH_SOLVED ? job->lower : job->below;
        return job->wants_path
                   ? frame_path(&t->frame, &job->path, &c->puzzles[t->puzzle],
                                &solution->path)
                   : LOYD_OK;
    case SEARCH_BUDGET:
        if (job->path.n > 0)
            return keep_interval(c, t, job, solution);
        break; /* stopped before a solution was found */
    case SEARCH_FAILED:
        return job->err;
    case SEARCH_LIMIT:
    case SEARCH_OPEN:
        break; /* only `lower` is known */
    }
    return LOYD_OK;
}

/*
 * The result of a job that `stop` has left open: the best path so far and, if
 * that is more than the search has proven, a lower end that takes no time.
 */
static loyd_err
keep_stopped(const struct call *c, const struct task *t,
             struct search_job *job)
{
    loyd_solution *solution = &c->solutions[t->puzzle];
    unsigned lower = is_mtm(c->options)
                         ? plain_slides(&job->board)
                         : (unsigned)puzzle_mlc(&c->puzzles[t->puzzle]);

    solution->is_stopped = true;
    if (job->lower < lower)
        job->lower = (uint16_t)lower;
    search_job_take_early(job);
    return keep_result(c, t, job);
}

/*
 * Stores a result, also of a cancelled search, and adds the puzzle to `why`.
 */
static loyd_err
store_result(const struct call *c, const struct task *t,
             struct search_job *job, loyd_err err, loyd_why *why)
{
    loyd_solution *solution = &c->solutions[t->puzzle];
    loyd_err kept = LOYD_OK;

    loyd_moves_free(&solution->path); /* of a damaged table */
    *solution = unknown;
    if (err == LOYD_OK && job->end == SEARCH_OPEN)
        kept = keep_stopped(c, t, job);
    else if (err == LOYD_OK || err == LOYD_E_CANCELLED)
        kept = keep_result(c, t, job);
    /* Shorter than the lower end that the caller gave: the two do not fit. */
    if (solution->upper < job->known_lower)
        solution->lower = job->known_lower;
    if (c->options->is_length_only)
        loyd_moves_free(&solution->path);
    if (kept != LOYD_OK && why_is_of_row(kept))
        return why_prefix(why, kept, "puzzle %zu: ", t->puzzle);
    return kept != LOYD_OK ? kept : err;
}

/* Reports a result that is stored. */
static bool
tell(const struct call *c, const struct search_job *job)
{
    const loyd_solution *solution = &c->solutions[job->puzzle];
    const loyd_bound bound = {job->puzzle, solution->lower, job->nodes,
                              solution};

    return c->options->bound(c->options->context, &bound);
}

/* Stores and reports a result before the others of its batch are done. */
static bool
tell_solved(void *context, struct search_job *job)
{
    const struct call *c = context;
    loyd_solution *solution = &c->solutions[job->puzzle];
    loyd_why why;

    job->is_stored =
        store_result(c, &c->tasks[job->puzzle], job, LOYD_OK, &why) == LOYD_OK;
    if (job->is_stored)
        return tell(c, job);
    /* The caller learns of the error at the end. */
    loyd_moves_free(&solution->path);
    *solution = unknown;
    return true;
}

/*
 * The search begins at the best lower end that is free: the one given, or in
 * STM taxicab distance with linear conflicts, which on some boards is above
 * the tables of a search.
 */
static uint16_t
first_lower(const struct call *c, const struct task *t,
            const struct permuted *board)
{
    const uint16_t *lowers = expert_of(c->options)->lowers;
    unsigned given = lowers != NULL ? lowers[t->puzzle] : 0, lower = 0, apart;

    if (is_mtm(c->options))
        return (uint16_t)given;
    if (has_more_cells(&t->frame.cls, LOYD_EXACT_CELLS))
        lower = puzzle_mlc(&c->puzzles[t->puzzle]);
    if (given > lower)
        lower = given;
    /* All solutions have the parity of the blank's distance. */
    apart = cell_taxicab(board->blank, t->frame.cls.blank, board->width);
    return (uint16_t)(lower + ((lower ^ apart) & 1));
}

static void
set_job(const struct call *c, const struct task *t, struct search_job *job)
{
    const loyd_board *start = &c->puzzles[t->puzzle].start;
    const uint16_t *limits = expert_of(c->options)->limits;
    struct budget budget =
        effort_budget(c->options, start->width, start->height);

    memset(job, 0, sizeof(*job));
    frame_board(&t->frame, &c->puzzles[t->puzzle].start, &job->board);
    for (unsigned d = 0; d < 4; d++) {
        job->rank[d] = t->frame.dir_out[d];
        if (c->solver->after == t->frame.dir_out[d] + 1u)
            job->after = (uint8_t)(d + 1);
    }
    job->effort = effort_of(c->options, start->width, start->height);
    /* An effort has one result, whether the path is wanted or not. */
    job->wants_path =
        !c->options->is_length_only || job->effort != LOYD_EFFORT_NONE;
    job->limit = limits != NULL ? limits[t->puzzle] : c->options->limit;
    job->metric = c->options->metric;
    job->budget = budget.lower;
    job->upper_budget = budget.upper;
    job->puzzle = t->puzzle;
    job->lower = job->known_lower = first_lower(c, t, &job->board);
}

static loyd_err
solve_class(struct call *c, const struct task *first, size_t n, loyd_why *why)
{
    struct search_job *jobs = calloc(n, sizeof(*jobs));
    loyd_err err = LOYD_OK;
    size_t i = 0;

    if (jobs == NULL)
        return LOYD_E_NOMEM;
    for (const struct task *k = first; k != NULL; k = k->next)
        set_job(c, k, &jobs[i++]);
    err = call_prepare(c, &first->frame.cls, jobs, n);
    if (err == LOYD_OK)
        err = call_run(c, &first->frame.cls, jobs, n);
    if (err == LOYD_OK)
        err = call_find_uppers(c, &first->frame.cls, jobs, n);
    if (err == LOYD_E_CANCELLED && c->solver->monitor.has_enough)
        err = LOYD_OK;
    i = 0;
    for (const struct task *k = first; k != NULL; k = k->next, i++) {
        if (jobs[i].is_stored)
            continue;
        err = store_result(c, k, &jobs[i], err, why);
        if (err == LOYD_OK && c->options->bound != NULL && !tell(c, &jobs[i]))
            err = LOYD_E_CANCELLED;
    }
    c->n_done += n;
    for (i = 0; i < n; i++) {
        loyd_moves_free(&jobs[i].path);
        loyd_moves_free(&jobs[i].early);
    }
    free(jobs);
    return err;
}

/* Removes the first task and all others of its class from the list. */
static struct task *
take_class(struct task **list, size_t *n)
{
    struct task *first = *list, **link = &first->next, **rest = list;

    *n = 1;
    *list = first->next;
    first->next = NULL;
    while (*rest != NULL) {
        struct task *t = *rest;

        if (!class_equal(&t->frame.cls, &first->frame.cls)) {
            rest = &t->next;
            continue;
        }
        *rest = t->next;
        t->next = NULL;
        *link = t;
        link = &t->next;
        ++*n;
    }
    return first;
}

static loyd_err
solve_tasks(struct call *c, loyd_why *why)
{
    struct monitor *monitor = &c->solver->monitor;
    struct task *tasks = c->tasks = calloc(c->n + 1, sizeof(*tasks));
    struct task *list = c->n > 0 ? tasks : NULL; /* those left */
    loyd_err err;

    if (tasks == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < c->n; i++) {
        tasks[i].puzzle = i;
        tasks[i].next = i + 1 < c->n ? &tasks[i + 1] : NULL;
        frame_of_goal(&c->puzzles[i].goal, &tasks[i].frame);
    }
    monitor_begin(monitor, c->options->stop, c->options->bound,
                  c->options->context);
    monitor->solved = tell_solved;
    monitor->solved_context = c;
    /* Report at least once, so that a loop of short calls can be stopped. */
    err = monitor_tell(monitor, "solving", 0, c->n) || monitor->has_enough
              ? LOYD_OK
              : LOYD_E_CANCELLED;
    while (err == LOYD_OK && list != NULL) {
        size_t n;
        struct task *first = take_class(&list, &n);

        err = solve_class(c, first, n, why);
    }
    monitor_end(monitor);
    free(tasks);
    return err;
}

static loyd_err
options_check(const loyd_solve_options *options, loyd_why *why)
{
    if ((unsigned)options->metric >= LOYD_METRICS)
        return why_set(why, LOYD_E_RANGE, "unknown metric %u",
                       options->metric);
    if ((unsigned)options->effort >= LOYD_EFFORT_COUNT_)
        return why_set(why, LOYD_E_RANGE, "unknown effort %u",
                       options->effort);
    return LOYD_OK;
}

loyd_err
loyd_solve(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
           const loyd_solve_options *options, loyd_solution *solutions,
           loyd_why *why)
{
    static const loyd_solve_options none;
    struct call c = {.solver = solver,
                     .puzzles = puzzles,
                     .options = options != NULL ? options : &none,
                     .solutions = solutions,
                     .n = n};
    loyd_err err;

    WHY_GIVEN(why);
    for (size_t i = 0; i < n; i++)
        solutions[i] = unknown;
    err = options_check(c.options, why);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        if ((err = loyd_puzzle_check(&puzzles[i], why)) != LOYD_OK)
            err = why_prefix(why, err, "puzzle %zu: ", i);
    if (err == LOYD_OK)
        err = solve_tasks(&c, why);
    for (size_t i = 0; err != LOYD_OK && err != LOYD_E_CANCELLED && i < n;
         i++) {
        loyd_moves_free(&solutions[i].path);
        solutions[i] = unknown;
    }
    return err;
}

loyd_err
solver_solve_after(loyd_solver *solver, const loyd_puzzle *puzzle,
                   loyd_dir last, const loyd_solve_options *options,
                   loyd_solution *solution, loyd_why *why)
{
    loyd_err err;

    solver->after = (unsigned)last + 1;
    err = loyd_solve(solver, puzzle, 1, options, solution, why);
    solver->after = 0;
    return err;
}

void
solver_keep_seen(loyd_solver *solver, bool keeps)
{
    seen_free(&solver->seen);
    solver->keeps_seen = keeps;
}
