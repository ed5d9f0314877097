/* SPDX-License-Identifier: MIT */
/* Chooses the search and the tables for the jobs of one class. */
#include "solve/call.h"

#include "core/board.h"
#include "solve/effort.h"
#include "solve/kinds.h"
#include "solve/search/search.h"
#include "solve/search/plain_search.h"
#include "solve/search/views_search.h"
#include "solve/search/whole_path.h"
#include "solve/table/heuristic.h"
#include "solve/table/memory.h"
#include "solve/table/whole.h"
#include "solve/upper/upper.h"

/* Reading a file takes this part of the time in which tables are built. */
#define READING_SHARE 64
#define TRIED_NODES 20000 /* without tables: a few milliseconds */

/* The tables to start with, and whether to switch to the large ones later. */
struct policy {
    bool is_large;
    bool may_grow;
};

/* Beyond 16 cells and in MTM, the small tables themselves take time. */
static bool
starts_small(const struct class_tables *t)
{
    return t->metric == LOYD_STM && !has_more_cells(&t->cls, LOYD_EXACT_CELLS);
}

/*
 * Returns the nodes that the small tables may still generate before large
 * tables pay off. With a `stop`, there may be no time to read a file.
 */
static uint64_t
nodes_left(const struct call *c, const struct class_tables *t)
{
    uint64_t worth = t->worth_large;

    if (stock_is_open(t, true) ||
        (t->has_large && c->options->stop == NULL && !starts_small(t)))
        return 0;
    if (t->has_large)
        worth /= READING_SHARE;
    return worth > t->small_nodes ? worth - t->small_nodes : 0;
}

static struct policy
choose_tables(const struct call *c, const struct class_tables *t)
{
    struct budget budget =
        effort_budget(c->options, t->cls.width, t->cls.height);
    /* A budget has the result of the small tables. */
    loyd_tables order =
        budget.lower != 0 ? LOYD_TABLES_SMALL : c->solver->tables;

    if (t->worth_large == 0 || order == LOYD_TABLES_SMALL)
        return (struct policy){false, false};
    if (order == LOYD_TABLES_LARGE)
        return (struct policy){true, false};
    return (struct policy){nodes_left(c, t) == 0, true};
}

static size_t
count_ends(const struct search_job *jobs, size_t n, enum search_end end)
{
    size_t found = 0;

    for (size_t i = 0; i < n; i++)
        found += jobs[i].end == end;
    return found;
}

/* Returns whether boards of a class have tables; the solver of browsers has
 * none of large boards. */
static bool
has_tables(const struct call *c, const loyd_class *cls, loyd_metric metric)
{
    return c->solver->stock.kind_of(cls, metric, LOYD_TABLES_SMALL) != NULL;
}

/* Finds short solutions of the jobs with SEARCH_BUDGET: job->path. */
static loyd_err
find_uppers(struct call *c, const loyd_class *cls, struct search_job *jobs,
            size_t n, bool takes_tables)
{
    loyd_solver *s = c->solver;
    const struct heuristic *h = NULL;
    const struct table_body *small;
    struct class_tables *t;
    loyd_err err = LOYD_OK;

    if (expert_of(c->options)->is_proof_only ||
        count_ends(jobs, n, SEARCH_BUDGET) == 0)
        return LOYD_OK;
    if (takes_tables && has_tables(c, cls, LOYD_STM) &&
        (err = stock_class(&s->stock, cls, LOYD_STM, &t)) == LOYD_OK &&
        (err = stock_tables(&s->stock, t, false, &small)) == LOYD_OK)
        h = table_body_of(small, &pattern_kind);
    if (err == LOYD_OK || (err == LOYD_E_CANCELLED && s->monitor.has_enough))
        err = uppers_find(&s->stages, h, jobs, n, cls->blank, s->stock.threads,
                          &s->monitor);
    if (err == LOYD_OK && atomic_load(&s->monitor.is_stopped))
        err = LOYD_E_CANCELLED;
    return err;
}

/* Returns whether call_prepare does all that a budget pays for. */
static bool
is_prepared(const struct call *c, const loyd_class *cls)
{
    return c->options->stop != NULL && has_more_cells(cls, LOYD_EXACT_CELLS);
}

loyd_err
call_find_uppers(struct call *c, const loyd_class *cls,
                 struct search_job *jobs, size_t n)
{
    for (size_t i = 0; i < n; i++)
        jobs[i].ends_with_upper = true;
    if (!is_prepared(c, cls))
        return find_uppers(c, cls, jobs, n, true);
    for (size_t i = 0; i < n; i++)
        if (jobs[i].end == SEARCH_BUDGET)
            search_job_take_early(&jobs[i]);
    return LOYD_OK;
}

loyd_err
call_prepare(struct call *c, const loyd_class *cls, struct search_job *jobs,
             size_t n)
{
    unsigned width = cls->width, height = cls->height;
    uint64_t budget = effort_budget(c->options, width, height).upper;
    uint64_t nodes = budget;
    loyd_err err;

    if (c->options->stop == NULL || expert_of(c->options)->is_proof_only)
        return LOYD_OK;
    if (!is_prepared(c, cls))
        nodes = 0; /* the search takes less time */
    else if (budget == 0)
        nodes = effort_nodes(LOYD_EFFORT_QUICK, width, height);
    for (size_t i = 0; i < n; i++) {
        jobs[i].upper_budget = nodes;
        jobs[i].end = SEARCH_BUDGET;
    }
    err = find_uppers(c, cls, jobs, n, nodes > 0);
    for (size_t i = 0; i < n; i++) {
        const loyd_puzzle *p = &c->puzzles[jobs[i].puzzle];

        search_job_set_aside(&jobs[i]);
        jobs[i].upper_budget = budget;
        jobs[i].end = !board_equal(&p->start, &p->goal) ? SEARCH_OPEN
                      : jobs[i].known_lower == 0        ? SEARCH_SOLVED
                                                        : SEARCH_BELOW;
    }
    return err;
}

/* Searches with tables of any kind, or looks up. */
static loyd_err
search(struct call *c, const struct table_body *set,
       struct search_batch *batch)
{
    const struct views *views = table_body_of(set, &view_kind);
    const struct mtm_set *slides = table_body_of(set, &slide_kind);
    loyd_solver *s = c->solver;
    unsigned threads = s->stock.threads;

    batch->heuristic = table_body_of(set, &pattern_kind);
    if (views != NULL)
        return views_run(views, batch, threads, memory_for_search(s->memory),
                         s->keeps_seen ? &s->seen : NULL);
    if (batch->heuristic != NULL)
        return search_run(batch, threads);
    if (slides == NULL) {
        batch->whole = set->owner;
        return whole_run(batch, threads);
    }
    batch->sights = &slides->sights;
    return mtm_search_run(batch, threads);
}

static struct search_batch
batch_of(const struct call *c, struct search_job *jobs, size_t n)
{
    size_t n_open = count_ends(jobs, n, SEARCH_OPEN);

    return (struct search_batch){.jobs = jobs,
                                 .n_jobs = n,
                                 .monitor = &c->solver->monitor,
                                 .n_before = c->n_done + n - n_open,
                                 .n_all = c->n};
}

/* Solves jobs without tables; with `node_stop`, those that it can. */
static loyd_err
run_plain(struct call *c, struct search_job *jobs, size_t n,
          uint64_t node_stop)
{
    struct search_batch batch = batch_of(c, jobs, n);
    loyd_err err;

    batch.node_stop = node_stop;
    err = plain_run(&batch, c->solver->stock.threads);
    if (err == LOYD_OK && atomic_load(&c->solver->monitor.is_stopped))
        err = LOYD_E_CANCELLED;
    return err;
}

/*
 * Boards near their goal are solved before any table is built. With a budget
 * the result must be that of the tables; a lower end that the caller knows is
 * from a proof that has begun.
 */
static loyd_err
try_plain(struct call *c, const struct class_tables *t,
          struct search_job *jobs, size_t n)
{
    bool is_built = stock_is_open(t, false) || stock_is_open(t, true);

    if (is_built || !has_more_cells(&t->cls, WHOLE_CELLS_MAX) ||
        jobs[0].budget != 0 || expert_of(c->options)->lowers != NULL ||
        c->solver->after != 0)
        return LOYD_OK;
    return run_plain(c, jobs, n, TRIED_NODES);
}

/*
 * Solves jobs of one class. With LOYD_TABLES_AUTO it starts with the small
 * tables and switches to the large ones when the small ones have cost as much
 * as building the large ones would. Without memory for those, it stays with
 * the small ones. If the tables in a file turn out to be damaged, it starts
 * over.
 */
static loyd_err
run_jobs(struct call *c, struct class_tables *t, struct search_job *jobs,
         size_t n)
{
    loyd_solver *solver = c->solver;
    struct policy p = choose_tables(c, t);
    loyd_err tried = try_plain(c, t, jobs, n);

    if (tried != LOYD_OK || count_ends(jobs, n, SEARCH_OPEN) == 0)
        return tried;
    for (;;) {
        struct search_batch batch = batch_of(c, jobs, n);
        const struct table_body *set = NULL;
        loyd_err err = stock_tables(&solver->stock, t, p.is_large, &set);

        if (err == LOYD_E_NOMEM && p.is_large && p.may_grow) {
            p = (struct policy){false, false};
            continue;
        }
        if (err == LOYD_E_CANCELLED && p.is_large)
            t->small_nodes = 0; /* the next call first searches again */
        if (err != LOYD_OK)
            return err;
        if (p.may_grow && !p.is_large)
            batch.node_stop = nodes_left(c, t);
        err = search(c, set, &batch);
        if (!p.is_large)
            t->small_nodes += atomic_load(&batch.n_nodes);
        if (err == LOYD_E_CORRUPT &&
            stock_condemn(&solver->stock, t, p.is_large)) {
            for (size_t i = 0; i < n; i++)
                search_job_reopen(&jobs[i]);
            continue;
        }
        if (err == LOYD_OK && atomic_load(&solver->monitor.is_stopped))
            err = LOYD_E_CANCELLED;
        if (err != LOYD_OK || count_ends(jobs, n, SEARCH_OPEN) == 0)
            return err;
        p.is_large = true;
    }
}

bool
solver_takes_one(const loyd_solver *solver, const loyd_board *goal)
{
    struct frame frame;

    frame_of_goal(goal, &frame);
    return solver->tables != LOYD_TABLES_SMALL && views_serve(&frame.cls);
}

loyd_err
call_run(struct call *c, const loyd_class *cls, struct search_job *jobs,
         size_t n)
{
    struct class_tables *t;
    loyd_err err;

    if (!has_tables(c, cls, c->options->metric))
        return run_plain(c, jobs, n, 0);
    err = stock_class(&c->solver->stock, cls, c->options->metric, &t);
    return err == LOYD_OK ? run_jobs(c, t, jobs, n) : err;
}
