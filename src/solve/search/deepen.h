/* SPDX-License-Identifier: MIT */
/*
 * Iterative deepening [Korf, AIJ 27 (1985)]: bounds, budgets, stops, progress
 * and results, in one place for all heuristics.
 */
#ifndef LOYD_SOLVE_SEARCH_DEEPEN_H
#define LOYD_SOLVE_SEARCH_DEEPEN_H

#include <limits.h>

#include "solve/search/search.h"

#define DEEPEN_NONE UINT_MAX

struct deepening;

/* A heuristic with its search of one bound. */
struct expander {
    unsigned most;      /* the greatest bound */
    loyd_err beyond;    /* what a greater one means: it ends the job */
    bool is_from_below; /* for a length alone, the first bound is the
                           estimate, even where a greater one is known */

    /* Takes the board of d->job: sets d->bound to its estimate and, if it is
     * the goal, d->length to 0. */
    loyd_err (*begin)(void *state, struct deepening *d);
    /*
     * Searches d->bound. If a solution has been found, sets d->length and, if
     * it is wanted, d->job->path; ends early if d->is_over is set, which
     * deepen_count does.
     */
    loyd_err (*search)(void *state, struct deepening *d);
};

/* One board on its way through the bounds. */
struct deepening {
    const struct expander *expander;
    struct search_batch *batch;
    struct search_job *job;
    unsigned bound;
    unsigned length;      /* of the solution found, or DEEPEN_NONE */
    bool is_over;         /* out of budget or patience, or stopped */
    uint64_t patience;    /* nodes after which no bound begins; 0: no limit */
    uint64_t nodes_first; /* of the job, before this attempt */
    uint64_t n_counted;   /* nodes of the job that the batch has counted */
    uint64_t next_tick;   /* nodes of the job */
};

/* A deepening in steps, for a search that has several under way. */

void deepen_init(struct deepening *d, const struct expander *x,
                 struct search_batch *batch, struct search_job *job);

/* Sets the first bound, once d->bound is the estimate; ends the job if there
 * is nothing to search. */
void deepen_start(struct deepening *d);

/* Called when the bound has been searched: ends the job with d->length, or
 * raises the bound. */
void deepen_next(struct deepening *d);

/* Returns whether no bound can follow this one: no node need be kept. */
bool deepen_is_last(const struct deepening *d);

/* Reports the bound of a job; not of a part of a board. */
void deepen_tell(const struct search_batch *batch,
                 const struct search_job *job, uint64_t nodes);

/* Sets the nodes of the job, which the batch has counted. */
void deepen_set_nodes(struct deepening *d, uint64_t nodes);

/* Adds the nodes of the job to the batch; looks at budget and stops. Returns
 * false if the search must end. */
bool deepen_tick(struct deepening *d);

/* Counts nodes; the same result. */
static inline bool
deepen_count(struct deepening *d, unsigned n)
{
    struct search_job *job = d->job;

    job->nodes += n;
    return job->nodes < d->next_tick || deepen_tick(d);
}

/* Searches the bounds of a job one after the other; see search_run. Errors:
 * those of the expander. */
LOYD_NODISCARD loyd_err deepen_run(const struct expander *x, void *state,
                                   struct search_batch *batch,
                                   struct search_job *job, uint64_t patience);

#endif
