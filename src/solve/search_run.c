/* SPDX-License-Identifier: MIT */
/* A batch of jobs shared out among threads, and hard boards among slots. */
#include <stdlib.h>

#include "solve/memory.h"
#include "solve/search_slot.h"
#include "solve/split.h"

#define PATIENCE_PATH 10000
#define PATIENCE_ELSE 200000
#define STACK_NODES (2 * DEPTH_MAX + 8)

static void
worker_free(struct worker *w)
{
    for (unsigned i = 0; w->slots != NULL && i < w->n_slots; i++) {
        memory_free(w->slots[i].stack);
        if (!w->batch->are_parts)
            seen_free(&w->slots[i].own_seen);
        frontier_free(&w->slots[i].own_frontier);
    }
    seen_free(&w->shared);
    free(w->slots);
    free(w->active);
}

static loyd_err
worker_make(struct worker *w, struct search_batch *b, unsigned n_slots)
{
    const struct heuristic *h = b->heuristic;
    size_t words = h->n_groups * VIEWS + 2u;
    unsigned groups = h->has_small_index ? 0 : h->n_groups;
    size_t most = h->has_small_index ? FRONTIER_NODES : FRONTIER_NODES_WIDE;

    *w = (struct worker){.batch = b, .heuristic = h, .n_slots = n_slots};
    w->slots = calloc(n_slots, sizeof(*w->slots));
    w->active = calloc(n_slots, sizeof(*w->active));
    if (w->slots == NULL || w->active == NULL ||
        (b->are_parts && seen_make(&w->shared, groups, true) != LOYD_OK))
        return LOYD_E_NOMEM;
    for (unsigned i = 0; i < n_slots; i++) {
        struct slot *s = &w->slots[i];

        s->own_seen = w->shared;
        s->stack = memory_new(STACK_NODES * words * sizeof(*s->stack));
        if (s->stack == NULL ||
            (!b->are_parts &&
             seen_make(&s->own_seen, groups, false) != LOYD_OK) ||
            frontier_make(&s->own_frontier, words, most) != LOYD_OK)
            return LOYD_E_NOMEM;
    }
    return LOYD_OK;
}

/* Without an order of paths, slots that have no board help the others. */
static unsigned
slots_of(const struct search_batch *b, unsigned threads)
{
    size_t share = (b->n_jobs + threads - 1) / threads;

    if (share >= INTERLEAVED || (!b->jobs[0].wants_path && !b->are_parts))
        return INTERLEAVED;
    return (unsigned)share;
}

static void
search_member(struct team *t, unsigned member, void *context)
{
    struct search_batch *b = context;
    struct worker w;

    (void)member;
    if (worker_make(&w, b, slots_of(b, t->n)) != LOYD_OK)
        atomic_store(&b->err, LOYD_E_NOMEM);
    else
        worker_work(&w);
    for (unsigned i = 0; w.slots != NULL && i < w.n_slots; i++)
        if (w.slots[i].job != NULL)
            slot_leave(&w, &w.slots[i], SEARCH_OPEN);
    atomic_fetch_add(&b->n_nodes, w.n_nodes);
    worker_free(&w);
}

loyd_err
search_batch_run(struct search_batch *batch, unsigned threads)
{
    loyd_err err;

    if (batch->n_jobs == 0)
        return LOYD_OK;
    atomic_store(&batch->next, 0);
    atomic_store(&batch->is_stopped, false);
    atomic_store(&batch->last, SIZE_MAX);
    if (threads > batch->n_jobs)
        threads = (unsigned)batch->n_jobs;
    err = team_run(threads, search_member, batch);
    return err != LOYD_OK ? err : (loyd_err)atomic_load(&batch->err);
}

/*
 * A board of which a bound takes more nodes than this is split, for other
 * threads to help; 0: none is. The length alone needs far fewer where one
 * searcher keeps what it has cut, and to one thread splitting only brings
 * that fetches overlap: there it must be a hard board. Beyond 16 cells it
 * does not pay (measured on 5x5: twice the nodes, and two threads in each
 * other's way at the tables).
 */
static uint64_t
patience(const struct search_batch *batch, unsigned threads)
{
    if (batch->n_jobs == 0 || batch->n_jobs >= (size_t)threads * INTERLEAVED)
        return 0; /* enough boards to keep all slots busy */
    if (!batch->heuristic->has_small_index)
        return 0;
    return batch->jobs[0].wants_path && threads > 1 ? PATIENCE_PATH
                                                    : PATIENCE_ELSE;
}

loyd_err
search_run(struct search_batch *batch, unsigned threads)
{
    loyd_err err;

    batch->patience = patience(batch, threads);
    err = search_batch_run(batch, threads);
    for (size_t i = 0; batch->patience != 0 && i < batch->n_jobs; i++) {
        struct search_job *job = &batch->jobs[i];

        if (err != LOYD_OK || atomic_load(&batch->is_stopped))
            break;
        if (job->end == SEARCH_OPEN)
            err = split_run(batch, job, threads);
    }
    return err;
}
