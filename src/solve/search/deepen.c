/* SPDX-License-Identifier: MIT */
/* Raises the bounds of a search, and ends it. */
#include "solve/search/deepen.h"

#define TICK_NODES (1u << 14) /* between two looks at whether to stop */

/* Sets when to look next. */
static void
plan_tick(struct deepening *d)
{
    const struct search_job *job = d->job;

    d->next_tick = job->nodes + TICK_NODES;
    if (job->budget != 0 && d->next_tick > job->budget)
        d->next_tick = job->budget;
}

void
deepen_init(struct deepening *d, const struct expander *x,
            struct search_batch *batch, struct search_job *job)
{
    *d = (struct deepening){.expander = x,
                            .batch = batch,
                            .job = job,
                            .length = DEEPEN_NONE,
                            .nodes_first = job->nodes,
                            .n_counted = job->nodes};
    plan_tick(d);
}

void
deepen_tell(const struct search_batch *batch, const struct search_job *job,
            uint64_t nodes)
{
    if (!batch->are_parts)
        monitor_bound(batch->monitor, job->puzzle, job->lower, nodes);
}

/* Returns the next bound. */
static unsigned
next_bound(const struct deepening *d)
{
    return d->bound + (d->job->metric == LOYD_MTM ? 1 : 2);
}

bool
deepen_is_last(const struct deepening *d)
{
    return d->job->limit != 0 && next_bound(d) > d->job->limit;
}

static void
raise_lower(struct deepening *d)
{
    if (d->job->lower < d->bound)
        d->job->lower = (uint16_t)d->bound;
}

/* Ends the job with a solution; a shorter one than job->lower shows that
 * job->known_lower is wrong. */
static void
end_with(struct deepening *d, unsigned length)
{
    struct search_job *job = d->job;

    raise_lower(d);
    job->below = (uint16_t)length;
    job->end = length < job->lower ? SEARCH_BELOW : SEARCH_SOLVED;
    if (job->end == SEARCH_SOLVED && !d->batch->are_parts)
        monitor_solved(d->batch->monitor, job);
}

/* Ends the job if its lower end leaves nothing to search. */
static void
check(struct deepening *d)
{
    struct search_job *job = d->job;

    if (job->limit != 0 && job->lower > job->limit) {
        job->end = SEARCH_LIMIT;
    } else if (job->lower > d->expander->most) {
        job->err = d->expander->beyond;
        job->end = SEARCH_FAILED;
    }
}

void
deepen_start(struct deepening *d)
{
    struct search_job *job = d->job;

    raise_lower(d);
    if (job->wants_path || !d->expander->is_from_below)
        d->bound = job->lower;
    if (d->length == DEEPEN_NONE)
        check(d);
    else
        end_with(d, d->length);
}

/* A solution found in a bound that was not searched to its end need not be the
 * canonical one. */
static void
leave(struct deepening *d)
{
    struct search_job *job = d->job;

    search_job_set_aside(job);
    if (job->budget != 0 && job->nodes >= job->budget)
        job->end = SEARCH_BUDGET;
}

void
deepen_next(struct deepening *d)
{
    struct search_job *job = d->job;

    if (d->is_over) {
        leave(d);
        return;
    }
    if (d->length != DEEPEN_NONE) {
        end_with(d, d->length);
        return;
    }
    d->bound = next_bound(d);
    raise_lower(d);
    deepen_tell(d->batch, job, job->nodes);
    check(d);
    d->is_over = d->patience != 0 && job->budget == 0 &&
                 job->nodes - d->nodes_first > d->patience;
}

void
deepen_set_nodes(struct deepening *d, uint64_t nodes)
{
    d->job->nodes = d->n_counted = nodes;
}

/* Adds the nodes so far to those of the batch. */
static void
add_nodes(struct deepening *d)
{
    struct search_batch *b = d->batch;
    uint64_t n = d->job->nodes - d->n_counted;
    uint64_t sum = atomic_fetch_add(&b->n_nodes, n) + n;

    d->n_counted = d->job->nodes;
    if (b->node_stop != 0 && sum >= b->node_stop)
        atomic_store(&b->is_stopped, true);
}

bool
deepen_tick(struct deepening *d)
{
    struct search_batch *b = d->batch;
    struct search_job *job = d->job;
    bool is_spent = job->budget != 0 && job->nodes >= job->budget;

    if (is_spent)
        job->nodes = job->budget; /* the last nodes are not looked at */
    add_nodes(d);
    deepen_tell(b, job, job->nodes);
    d->is_over =
        is_spent || atomic_load(&b->is_stopped) ||
        !monitor_tell(b->monitor, "solving",
                      b->n_before + atomic_load(&b->n_done), b->n_all);
    plan_tick(d);
    return !d->is_over;
}

loyd_err
deepen_run(const struct expander *x, void *state, struct search_batch *batch,
           struct search_job *job, uint64_t patience)
{
    struct deepening d;
    loyd_err err;

    deepen_init(&d, x, batch, job);
    d.patience = patience;
    err = x->begin(state, &d);
    if (err == LOYD_OK)
        deepen_start(&d);
    while (err == LOYD_OK && job->end == SEARCH_OPEN && !d.is_over &&
           !atomic_load(&batch->is_stopped) &&
           !atomic_load(&batch->monitor->is_stopped)) {
        err = x->search(state, &d);
        if (err == LOYD_OK)
            deepen_next(&d);
    }
    add_nodes(&d);
    return err;
}
