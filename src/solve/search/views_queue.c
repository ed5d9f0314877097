/* SPDX-License-Identifier: MIT */
/* The order of the boards of a search with many views: the easiest first. */
#include "solve/search/views_crew.h"

#include "base/array.h"

#define PATIENCE (UINT64_C(1) << 20) /* nodes of a board */
#define PATIENCE_GROWS 8
#define GROWTH 7.0 /* of the nodes with each bound */

/*
 * Returns the nodes that a board is expected to need. Short solutions are
 * often optimal.
 */
static double
expected_nodes(const struct search_job *job)
{
    double nodes = (double)job->lower_nodes;

    if (job->upper == 0)
        return 0;
    for (unsigned bound = job->lower; bound < job->upper; bound += 2)
        nodes *= GROWTH;
    return nodes;
}

static int
by_work(const void *a, const void *b)
{
    const struct crew_queued *x = a, *y = b;

    if (x->nodes < y->nodes || x->nodes > y->nodes)
        return x->nodes < y->nodes ? -1 : 1;
    if (x->estimate != y->estimate)
        return x->estimate < y->estimate ? -1 : 1;
    return x->job < y->job ? -1 : x->job > y->job;
}

/* True if a board has a chance of ending within the crew's patience. */
static bool
is_next(const struct crew *w, const struct crew_queued *q)
{
    const struct search_job *job = &w->batch->jobs[q->job];

    return job->end == SEARCH_OPEN &&
           (w->patience == UINT64_MAX ||
            (job->tried < w->patience && q->nodes <= (double)w->patience / 2));
}

/* Returns the number of boards that are left open. */
static size_t
search_round(struct team *t, struct crew_member *m, const struct crew_queue *q)
{
    struct search_batch *b = m->crew->batch;
    size_t n_open = 0;

    for (size_t i = 0; i < b->n_jobs && atomic_load(&b->err) == LOYD_OK &&
                       !atomic_load(&b->is_stopped);
         i++) {
        struct search_job *job = &b->jobs[q->jobs[i].job];

        if (is_next(m->crew, &q->jobs[i]))
            crew_search_job(t, m, job);
        n_open += job->end == SEARCH_OPEN;
    }
    return n_open;
}

/* A board that takes long is begun again when the others have, too. */
void
crew_search(struct team *t, struct crew_member *m, const struct crew_queue *q)
{
    struct crew *w = m->crew;
    struct search_batch *b = w->batch;
    uint64_t most = b->patience != 0 ? b->patience : UINT64_MAX;
    size_t n_open = b->n_jobs;

    for (w->patience = PATIENCE;
         n_open > 0 && (n_open == 1 || w->patience <= most) &&
         atomic_load(&b->err) == LOYD_OK && !atomic_load(&b->is_stopped);
         w->patience = w->patience < UINT64_MAX / PATIENCE_GROWS
                           ? w->patience * PATIENCE_GROWS
                           : UINT64_MAX) {
        if (n_open == 1)
            w->patience = UINT64_MAX;
        n_open = search_round(t, m, q);
    }
}

loyd_err
crew_sort(const struct views *v, const struct search_batch *batch,
          struct crew_queued *jobs)
{
    for (size_t i = 0; i < batch->n_jobs; i++) {
        const struct search_job *job = &batch->jobs[i];
        struct view_node root;

        jobs[i].job = i;
        if (batch->n_jobs == 1 || job->end != SEARCH_OPEN)
            continue;
        if (!crew_start(v, &job->board, &root))
            return LOYD_E_CORRUPT;
        jobs[i].estimate = crew_estimate(&root);
        jobs[i].nodes = expected_nodes(job);
    }
    ARRAY_SORT(jobs, batch->n_jobs, by_work);
    return LOYD_OK;
}
