/* SPDX-License-Identifier: MIT */
/*
 * Distributes a batch of jobs over threads, and a single hard board over all
 * slots of all threads.
 */
#include <stdlib.h>
#include <string.h>

#include "solve/search/layers.h"
#include "solve/search/slot.h"
#include "solve/table/memory.h"

#define PATIENCE 2000000 /* nodes of a board that is not split */
#define SHARED_BITS 16   /* of the states that a thread's parts have met */
#define STACK_NODES (2 * DEPTH_MAX + 8)

static void
worker_free(struct worker *w)
{
    for (unsigned i = 0; w->slots != NULL && i < w->n_slots; i++) {
        memory_free(w->slots[i].stack);
        if (!w->batch->are_parts)
            seen_free(&w->slots[i].own_seen);
        frontier_free(&w->slots[i].frontier);
    }
    seen_free(&w->shared);
    free(w->slots);
    free(w->active);
}

static loyd_err
worker_make(struct worker *w, struct search_batch *b, unsigned n_slots)
{
    const struct heuristic *h = b->heuristic;
    const struct seen_shape *shape =
        h->has_small_index ? &seen_small : &seen_wide;
    uint64_t roots = h->has_small_index ? ROOTS : ROOTS_WIDE;
    size_t words;
    loyd_err err = LOYD_OK;

    worker_begin(w, h, b->is_portable);
    w->batch = b;
    w->n_slots = n_slots;
    words = w->board_word + 2u;
    w->slots = calloc(n_slots, sizeof(*w->slots));
    w->active = calloc(n_slots, sizeof(*w->active));
    if (w->slots == NULL || w->active == NULL ||
        (b->are_parts &&
         seen_make(&w->shared, shape, SHARED_BITS, SHARED_BITS) != LOYD_OK))
        return LOYD_E_NOMEM;
    for (unsigned i = 0; err == LOYD_OK && i < n_slots; i++) {
        struct slot *s = &w->slots[i];

        s->own_seen = w->shared;
        s->stack = memory_new(STACK_NODES * words * sizeof(*s->stack));
        if (s->stack == NULL ||
            (!b->are_parts && seen_make(&s->own_seen, shape, shape->bits,
                                        shape->bits) != LOYD_OK))
            return LOYD_E_NOMEM;
        frontier_stash_make(&s->own_stash, &s->frontier);
        err = frontier_make(&s->frontier, words, roots, 1);
    }
    return err;
}

/* If only lengths are wanted, slots without a board help the others. */
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
    loyd_err err = worker_make(&w, b, slots_of(b, t->n));

    (void)member;
    if (err != LOYD_OK)
        search_batch_fail(b, err);
    else
        worker_work(&w);
    for (unsigned i = 0; w.slots != NULL && i < w.n_slots; i++)
        if (w.slots[i].job != NULL)
            slot_leave(&w, &w.slots[i], SEARCH_OPEN);
    atomic_fetch_add(&b->n_nodes, w.n_nodes);
    worker_free(&w);
}

/* Runs every open job of a batch without splitting any. */
static loyd_err
run_batch(struct search_batch *batch, unsigned threads)
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
 * Splits one board into the boards that its first few moves lead to
 * (layers.h). At every bound these parts are a batch of jobs whose limit is
 * the rest of the bound. The first solved part gives the canonical path; once
 * a part is solved, later parts are not needed.
 */
#define PARTS_WANTED 128

struct split {
    unsigned threads;
    struct layers layers; /* the parts are the last */
    const struct layer_board *parts;
    size_t n;
    struct search_job *jobs; /* [n] */
};

/* Divides a board into parts. */
static loyd_err
begin_split(void *state, struct deepening *d)
{
    struct split *s = state;
    const struct search_job *job = d->job;
    loyd_err err = layers_make(&s->layers, &job->board, job->rank,
                               PARTS_WANTED, job->lower - 1U);

    d->bound = job->lower; /* it has been searched as a whole before */
    if (err != LOYD_OK)
        return err;
    s->parts = s->layers.at + s->layers.first;
    s->n = s->layers.n - s->layers.first;
    s->jobs = calloc(s->n, sizeof(*s->jobs));
    return s->jobs != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

static void
split_free(struct split *s)
{
    for (size_t i = 0; s->jobs != NULL && i < s->n; i++)
        loyd_moves_free(&s->jobs[i].path);
    free(s->jobs);
    layers_free(&s->layers);
}

/* Sets up the parts' jobs for one bound; their lower bounds are kept. */
static void
set_jobs(const struct split *s, const struct search_job *job, unsigned bound)
{
    for (size_t i = 0; i < s->n; i++) {
        struct search_job *j = &s->jobs[i];

        j->board = s->parts[i].board;
        memcpy(j->rank, job->rank, sizeof(j->rank));
        j->wants_path = job->wants_path;
        j->limit = (uint16_t)(bound - s->layers.depth);
        j->end = j->lower > j->limit ? SEARCH_LIMIT : SEARCH_OPEN;
        if (j->end == SEARCH_OPEN)
            j->lower = j->limit; /* one bound: `seen` stays valid */
    }
}

/* Returns the first solved part, or n. */
static size_t
first_solved(const struct split *s)
{
    size_t i = 0;

    while (i < s->n && s->jobs[i].end != SEARCH_SOLVED)
        i++;
    return i;
}

/* Keeps the solution of a part, which may be shorter than the bound allows. */
static loyd_err
keep_path(const struct split *s, size_t solved, struct deepening *d)
{
    const struct search_job *part = &s->jobs[solved];
    loyd_err err = LOYD_OK;

    d->length = s->layers.depth + part->below;
    if (d->job->wants_path)
        err = layers_path(&s->layers, s->layers.first + solved, &d->job->path);
    for (size_t i = 0; err == LOYD_OK && i < part->path.n; i++)
        err = search_job_push(d->job, part->path.dir[i], 1);
    return err;
}

/*
 * Searches one bound. Nodes are counted on the batch, so that its node_stop
 * applies to all parts together.
 */
static loyd_err
search_parts(void *state, struct deepening *d)
{
    struct search_batch *batch = d->batch;
    struct search_job *job = d->job;
    struct split *s = state;
    struct search_batch parts = {.heuristic = batch->heuristic,
                                 .jobs = s->jobs,
                                 .n_jobs = s->n,
                                 .node_stop = batch->node_stop,
                                 .monitor = batch->monitor,
                                 .n_before = batch->n_before +
                                             atomic_load(&batch->n_done),
                                 .n_all = batch->n_all,
                                 .is_portable = batch->is_portable,
                                 .are_parts = true,
                                 .whole_job = job,
                                 .takes_any_part = !job->wants_path};
    uint64_t n_before = atomic_load(&batch->n_nodes);
    size_t solved;
    loyd_err err;

    set_jobs(s, job, d->bound);
    atomic_store(&parts.n_nodes, n_before);
    parts.n_nodes_before = n_before;
    err = run_batch(&parts, s->threads);
    deepen_set_nodes(d, job->nodes + atomic_load(&parts.n_nodes) - n_before);
    atomic_store(&batch->n_nodes, atomic_load(&parts.n_nodes));
    if (err != LOYD_OK)
        return err;
    solved = first_solved(s);
    for (size_t i = 0; i < solved; i++) {
        if (s->jobs[i].end == SEARCH_FAILED)
            return s->jobs[i].err;
        if (s->jobs[i].end == SEARCH_BELOW)
            return keep_path(s, i, d);
        d->is_over |= s->jobs[i].end == SEARCH_OPEN &&
                      (solved == s->n || job->wants_path); /* stopped */
    }
    return solved < s->n && !d->is_over ? keep_path(s, solved, d) : LOYD_OK;
}

/*
 * Searches `job`, which is open and has no budget, with its subtrees below the
 * first few moves as separate jobs, bound by bound. Length and path do not
 * depend on the number of threads; the number of nodes does.
 */
static loyd_err
split_run(struct search_batch *batch, struct search_job *job, unsigned threads)
{
    static const struct expander expander = {.most = DEPTH_MAX,
                                             .beyond = LOYD_E_UNSUPPORTED,
                                             .begin = begin_split,
                                             .search = search_parts};
    struct split s = {.threads = threads};
    loyd_err err = deepen_run(&expander, &s, batch, job, 0);

    if (err == LOYD_OK && job->end != SEARCH_OPEN)
        atomic_fetch_add(&batch->n_done, 1);
    split_free(&s);
    return err;
}

/*
 * Returns the number of nodes after which a board is split, at its next bound,
 * so that other threads can help; 0: never. Only a hard board gains: if just
 * the length is wanted, a single searcher that keeps the nodes it has cut
 * needs far fewer nodes. Beyond 16 cells it does not pay (measured on 5x5:
 * twice the nodes, and two threads compete for the tables).
 */
static uint64_t
patience(const struct search_batch *batch, unsigned threads)
{
    bool is_full = batch->n_jobs >= (size_t)threads * INTERLEAVED;

    return batch->n_jobs == 0 || is_full || !batch->heuristic->has_small_index
               ? 0
               : PATIENCE;
}

loyd_err
search_run(struct search_batch *batch, unsigned threads)
{
    loyd_err err;

    batch->patience = patience(batch, threads);
    err = run_batch(batch, threads);
    for (size_t i = 0; batch->patience != 0 && i < batch->n_jobs; i++) {
        struct search_job *job = &batch->jobs[i];

        if (err != LOYD_OK || atomic_load(&batch->is_stopped))
            break;
        if (job->end == SEARCH_OPEN)
            err = split_run(batch, job, threads);
    }
    return err;
}
