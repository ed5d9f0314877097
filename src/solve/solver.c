/* SPDX-License-Identifier: MIT */
/* Solves batches: sorts puzzles into classes, owns their tables. */
#include "loyd/solve.h"

#include <stdlib.h>
#include <string.h>

#include "loyd/parity.h"
#include "solve/human.h"
#include "solve/manhattan.h"
#include "solve/search.h"
#include "solve/solver.h"

/*
 * Large tables are worth building once the small ones have generated so many
 * nodes: about what is searched in the time that building takes.
 */
#define NODES_PER_LARGE_BYTE 0.2

/* A puzzle on its way through a call. */
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
    size_t n;
    size_t n_done;
};

loyd_err
loyd_solver_new(const loyd_solver_options *options, loyd_solver **solver)
{
    loyd_solver *s;

    if (options->threads > TEAM_MAX ||
        (unsigned)options->tables > LOYD_TABLES_LARGE)
        return LOYD_E_RANGE;
    if ((s = calloc(1, sizeof(*s))) == NULL)
        return LOYD_E_NOMEM;
    s->tables = options->tables;
    if (options->listener != NULL)
        s->listener = *options->listener;
    s->monitor.progress = s->listener.progress;
    s->monitor.context = s->listener.context;
    s->stock =
        (struct stock){.threads = options->threads > 0 ? options->threads : 1,
                       .listener = &s->listener,
                       .monitor = &s->monitor};
    if (options->cache_dir != NULL &&
        (s->stock.cache_dir = strdup(options->cache_dir)) == NULL)
        goto fail;
    if (pthread_mutex_init(&s->monitor.lock, NULL) != 0)
        goto fail;
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
    ball_free(&(*solver)->ball);
    estimate_free(&(*solver)->estimate);
    pthread_mutex_destroy(&(*solver)->monitor.lock);
    free(*solver);
    *solver = NULL;
}

/* From a job in its class back to the puzzle. */

static loyd_err
keep_path(const struct frame *f, const loyd_moves *moves,
          const loyd_puzzle *puzzle, loyd_moves *path)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < moves->n; i++)
        err = loyd_moves_push(path, (loyd_dir)f->dir_out[moves->dir[i]]);
    if (err != LOYD_OK)
        return err;
    return loyd_moves_replay(&puzzle->start, &puzzle->goal, path, NULL, NULL);
}

/*
 * Where the budget ended: a plain solution is the upper bound. Should that
 * be as short as the bound reached, the two must not meet all the same: a
 * proven length comes with the canonical path, which is not known.
 */
static loyd_err
keep_interval(const struct call *c, const struct task *t,
              struct search_job *job, loyd_solution *solution)
{
    loyd_err err = human_solve(&job->board, t->frame.cls.blank, &job->path);

    if (err != LOYD_OK)
        return err;
    err = keep_path(&t->frame, &job->path, &c->puzzles[t->puzzle],
                    &solution->path);
    if (err != LOYD_OK)
        return err;
    if (solution->path.n >= LOYD_STM_UNKNOWN)
        return LOYD_E_RANGE;
    solution->lower = job->lower;
    solution->upper = (uint16_t)solution->path.n;
    if (solution->lower >= solution->upper)
        solution->lower = (uint16_t)(solution->upper - 2);
    if (c->options->length_only)
        loyd_moves_free(&solution->path);
    return LOYD_OK;
}

static loyd_err
keep_result(const struct call *c, const struct task *t, struct search_job *job)
{
    loyd_solution *solution = &c->solutions[t->puzzle];

    solution->nodes = job->nodes;
    switch (job->end) {
    case SEARCH_SOLVED:
        solution->lower = solution->upper = job->lower;
        return job->want_path
                   ? keep_path(&t->frame, &job->path, &c->puzzles[t->puzzle],
                               &solution->path)
                   : LOYD_OK;
    case SEARCH_LIMIT:
        solution->lower = job->lower;
        solution->upper = LOYD_STM_UNKNOWN;
        return LOYD_OK;
    case SEARCH_BUDGET:
        return keep_interval(c, t, job, solution);
    case SEARCH_FAILED:
        return job->err;
    case SEARCH_OPEN:
        break;
    }
    return LOYD_E_CANCELLED;
}

static void
set_job(const struct call *c, const struct task *t, struct search_job *job)
{
    memset(job, 0, sizeof(*job));
    frame_board(&t->frame, &c->puzzles[t->puzzle].start, &job->board);
    for (unsigned d = 0; d < 4; d++)
        job->rank[d] = t->frame.dir_out[d];
    job->want_path = !c->options->length_only;
    job->limit = c->options->limit;
    job->budget = c->options->nodes;
}

/* Which tables to begin with, and whether to change over to the large ones. */
struct policy {
    bool large;
    bool may_grow;
};

static struct policy
choose(const struct call *c, const struct class_tables *t)
{
    loyd_tables order =
        c->options->nodes != 0 ? LOYD_TABLES_SMALL : c->solver->tables;

    if (t->large_bytes == 0 || order == LOYD_TABLES_SMALL)
        return (struct policy){false, false};
    if (order == LOYD_TABLES_LARGE)
        return (struct policy){true, false};
    return (struct policy){t->large_at_hand, true};
}

/* Small tables may cost so many nodes more before the large ones are due. */
static uint64_t
nodes_left(const struct class_tables *t)
{
    uint64_t worth = (uint64_t)((double)t->large_bytes * NODES_PER_LARGE_BYTE);

    return worth > t->small_nodes ? worth - t->small_nodes : 1;
}

/* As set_job left it. */
static void
reopen(struct search_job *job)
{
    loyd_moves_free(&job->path);
    job->end = SEARCH_OPEN;
    job->nodes = job->lower = 0;
}

static bool
all_ended(const struct search_job *jobs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (jobs[i].end == SEARCH_OPEN)
            return false;
    return true;
}

/*
 * Solves jobs of one class. Without orders it begins with the small tables
 * and goes over to the large ones when those have cost as much as building
 * the large would; should there be no memory for these, the small ones do.
 * Where the tables of a file turn out to be damaged, all starts over.
 */
static loyd_err
run_jobs(struct call *c, struct class_tables *t, struct search_job *jobs,
         size_t n)
{
    loyd_solver *solver = c->solver;
    struct policy p = choose(c, t);

    for (;;) {
        struct search_batch batch = {.jobs = jobs,
                                     .n_jobs = n,
                                     .monitor = &solver->monitor,
                                     .n_before = c->n_done,
                                     .n_all = c->n};
        const struct table_set *set = NULL;
        loyd_err err = stock_tables(&solver->stock, t, p.large, &set);

        if (err == LOYD_E_NOMEM && p.large && p.may_grow) {
            p = (struct policy){false, false};
            continue;
        }
        if (err != LOYD_OK)
            return err;
        if (p.may_grow && !p.large)
            batch.node_stop = nodes_left(t);
        batch.heuristic = set->patterns;
        err = set->whole != NULL
                  ? whole_run(set->whole, &batch, solver->stock.threads)
                  : search_run(&batch, solver->stock.threads);
        if (!p.large)
            t->small_nodes += atomic_load(&batch.n_nodes);
        if (err == LOYD_E_CORRUPT && p.large &&
            stock_condemn(&solver->stock, t)) {
            for (size_t i = 0; i < n; i++)
                reopen(&jobs[i]);
            continue;
        }
        if (err != LOYD_OK || atomic_load(&solver->monitor.stopped) ||
            all_ended(jobs, n))
            return err;
        p.large = true;
    }
}

static loyd_err
solve_tasks(struct call *c, const struct task *first, size_t n)
{
    struct search_job *jobs = calloc(n, sizeof(*jobs));
    struct class_tables *t;
    loyd_err err = LOYD_E_NOMEM;
    size_t i = 0;

    if (jobs == NULL ||
        (err = stock_class(&c->solver->stock, &first->frame.cls, &t)) !=
            LOYD_OK)
        goto fail;
    for (const struct task *k = first; k != NULL; k = k->next)
        set_job(c, k, &jobs[i++]);
    if ((err = run_jobs(c, t, jobs, n)) != LOYD_OK)
        goto fail;
    i = 0;
    for (const struct task *k = first; k != NULL; k = k->next, i++)
        c->solutions[k->puzzle].err = keep_result(c, k, &jobs[i]);
    c->n_done += n;
fail:
    for (i = 0; jobs != NULL && i < n; i++)
        loyd_moves_free(&jobs[i].path);
    free(jobs);
    return err;
}

/* One board beyond the reach of tables, in its own orientation. */
static loyd_err
solve_wide(struct call *c, const struct task *t)
{
    struct search_job job;
    loyd_err err;

    set_job(c, t, &job);
    err = manhattan_run(&job, t->frame.cls.blank, &c->solver->monitor);
    if (err == LOYD_OK)
        c->solutions[t->puzzle].err = keep_result(c, t, &job);
    loyd_moves_free(&job.path);
    c->n_done++;
    return err;
}

/* Is puzzle i one to be searched? Otherwise its solution says why not. */
static bool
admit(const struct call *c, size_t i)
{
    loyd_solution *s = &c->solutions[i];
    bool solvable;

    memset(s, 0, sizeof(*s));
    s->err = loyd_solvable(&c->puzzles[i].start, &c->puzzles[i].goal,
                           &solvable, NULL);
    if (s->err == LOYD_OK && !solvable)
        s->err = LOYD_E_UNSOLVABLE;
    return s->err == LOYD_OK;
}

/* Takes the first task and all others of its class out of the list. */
static struct task *
take_class(struct task **list, size_t *n)
{
    struct task *first = *list, **link = &first->next, **rest = list;

    *n = 1;
    *list = first->next;
    first->next = NULL;
    while (*rest != NULL) {
        struct task *t = *rest;

        if (!loyd_class_equal(&t->frame.cls, &first->frame.cls)) {
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
solve_all(struct call *c, struct task *list)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && list != NULL) {
        size_t n;
        struct task *first = take_class(&list, &n);

        if (first->frame.cls.width * first->frame.cls.height <=
            REGION_CELLS_MAX)
            err = solve_tasks(c, first, n);
        else
            for (; err == LOYD_OK && first != NULL; first = first->next)
                err = solve_wide(c, first);
        if (err == LOYD_OK && atomic_load(&c->solver->monitor.stopped))
            err = LOYD_E_CANCELLED;
    }
    return err;
}

loyd_err
loyd_solve(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
           const loyd_solve_options *options, loyd_solution *solutions)
{
    static const loyd_solve_options none;
    struct call c = {.solver = solver,
                     .puzzles = puzzles,
                     .options = options != NULL ? options : &none,
                     .solutions = solutions,
                     .n = n};
    struct task *tasks = calloc(n > 0 ? n : 1, sizeof(*tasks));
    struct task *list = NULL, **link = &list;
    loyd_err err = LOYD_E_NOMEM;

    if (tasks == NULL)
        goto fail;
    atomic_store(&solver->monitor.stopped, false);
    for (size_t i = 0; i < n; i++) {
        if (!admit(&c, i)) {
            c.n_done++;
            continue;
        }
        tasks[i].puzzle = i;
        frame_of_goal(&puzzles[i].goal, &tasks[i].frame);
        *link = &tasks[i];
        link = &tasks[i].next;
    }
    /* Asked once at least, so that a loop of short calls can be stopped. */
    err = monitor_tell(&solver->monitor, "solving", c.n_done, n)
              ? solve_all(&c, list)
              : LOYD_E_CANCELLED;
fail:
    for (size_t i = 0; err != LOYD_OK && i < n; i++) {
        loyd_moves_free(&solutions[i].path);
        solutions[i].err = err; /* lest it look like a length of 0 */
    }
    free(tasks);
    return err;
}
