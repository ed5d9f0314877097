/* SPDX-License-Identifier: MIT */
/* Jobs going into a search's slots and out of them. */
#include <stdlib.h>

#include "solve/descent.h"
#include "solve/memory.h"
#include "solve/search_slot.h"
#include "solve/split.h"

#define INTERLEAVED 8
#define PATIENCE_PATH 10000
#define PATIENCE_ELSE 200000
#define STACK_NODES (2 * DEPTH_MAX + 8)

static void
leave(worker *w, slot *s, search_end end)
{
    s->job->end = end;
    s->job = NULL;
    if (end != SEARCH_OPEN)
        atomic_fetch_add(&w->batch->n_done, 1);
}

/* The order in which a node's children go on the stack: the last one first. */
static uint32_t
next_cells(const heuristic *h, const search_job *job, unsigned cell,
           unsigned came)
{
    uint32_t next = NEXT_END;

    for (unsigned d = 0; d < 4; d++) /* as ranked: the first on top */
        for (unsigned dir = 0; dir < 4; dir++) {
            uint8_t from = cell_of_tile(h->shape.width, h->shape.height, cell,
                                        (loyd_dir)dir);

            if (job->rank[dir] == d && from != CELL_NONE &&
                (came == AT_ROOT || dir != (came ^ 2)))
                next = next << 8 | from | dir << NEXT_DIR;
        }
    return next;
}

static void
set_next(const heuristic *h, const search_job *job, slot *s)
{
    if (memcmp(s->rank, job->rank, sizeof s->rank) == 0)
        return;
    memcpy(s->rank, job->rank, sizeof s->rank);
    for (unsigned c = 0; c < (unsigned)h->shape.width * h->shape.height; c++)
        for (unsigned came = 0; came <= AT_ROOT; came++)
            s->next[c][came] = next_cells(h, job, c, came);
}

/* Which tiles of a group are where, in a view. */
static pattern
pattern_of(const heuristic *h, const permuted *board, unsigned view,
           unsigned group)
{
    uint32_t home = h->table[view][group].home, cells = 0;
    uint8_t tile[REGION_CELLS_MAX];
    uint64_t sequence = 0;
    unsigned n = 0;

    for (unsigned c = 0; c < (unsigned)h->shape.width * h->shape.height; c++) {
        unsigned at = h->cell[view][c], to = h->cell[view][board->home[c]];

        if (c == board->blank || !(home >> to & 1))
            continue;
        cells |= 1u << at;
        tile[at] = (uint8_t)__builtin_popcount(home & ((1u << to) - 1));
    }
    for (uint32_t rest = cells; rest != 0; rest &= rest - 1)
        sequence |= (uint64_t)tile[__builtin_ctz(rest)] << 3 * n++;
    return sequence << 32 | cells;
}

/* The start as a node, with the estimates of both views. */
static loyd_err
set_start(const heuristic *h, const search_job *job, slot *s)
{
    unsigned n = (unsigned)h->shape.width * h->shape.height;
    unsigned n_patterns = h->n_groups * VIEWS;
    uint64_t sum[VIEWS] = {0, 0};
    descent d[VIEWS * GROUPS_MAX];

    for (unsigned i = 0; i < n_patterns; i++) {
        unsigned view = i / h->n_groups, group = i % h->n_groups;

        s->start[i] = pattern_of(h, &job->board, view, group);
        d[i] = (descent){.table = &h->table[view][group],
                         .pattern = s->start[i],
                         .blank = h->cell[view][job->board.blank]};
    }
    if (!descent_run(d, n_patterns))
        return LOYD_E_CORRUPT;
    for (unsigned i = 0; i < n_patterns; i++) {
        s->start[i] |= (uint64_t)d[i].value << PATTERN_VALUE_SHIFT;
        sum[i / h->n_groups] += d[i].value;
    }
    s->start[n_patterns] = 0;
    for (unsigned c = 0; h->small_index && c < n; c++)
        s->start[n_patterns] |= (uint64_t)job->board.home[c] << 4 * c;
    s->start[n_patterns + 1] =
        place_make(0, job->board.blank, AT_ROOT) | sum[1] << 16 | sum[0];
    return LOYD_OK;
}

/* At the last bound there is no next one to keep nodes for. */
static bool
is_last_bound(const slot *s)
{
    return s->job->limit != 0 && s->bound + 2 > s->job->limit;
}

static void
begin(worker *w, slot *s)
{
    s->n_stack = 0;
    s->ahead_at = SIZE_MAX;
    frontier_begin(&s->frontier, s->start, !s->any_order || is_last_bound(s));
    if (w->batch->are_parts)
        seen_part(&s->seen, (uint32_t)(s->job - w->batch->jobs));
    else
        seen_next(&s->seen);
}

static void
enter(worker *w, slot *s, search_job *job)
{
    unsigned a, b;

    s->job = job;
    job->nodes = 0;
    s->any_order = !job->want_path;
    set_next(w->heuristic, job, s);
    if ((job->err = set_start(w->heuristic, job, s)) != LOYD_OK) {
        leave(w, s, SEARCH_FAILED);
        return;
    }
    a = place_sum(s->start[w->heuristic->n_groups * VIEWS + 1], 0);
    b = place_sum(s->start[w->heuristic->n_groups * VIEWS + 1], 1);
    s->bound = a > b ? a : b;
    if (s->bound < job->lower) /* both have the length's parity */
        s->bound = job->lower;
    job->lower = (uint16_t)s->bound;
    if (a == 0)
        leave(w, s, SEARCH_SOLVED);
    else if (job->limit != 0 && s->bound > job->limit)
        leave(w, s, SEARCH_LIMIT);
    else
        begin(w, s);
}

/* The next open job, or none. */
static void
refill(worker *w, slot *s)
{
    search_batch *b = w->batch;

    while (s->job == NULL && !atomic_load(&b->stop) &&
           atomic_load(&b->next) < b->n_jobs) {
        size_t i = atomic_fetch_add(&b->next, 1);

        if (i < b->n_jobs && i <= atomic_load(&b->last) &&
            b->jobs[i].end == SEARCH_OPEN)
            enter(w, s, &b->jobs[i]);
    }
}

void
worker_refill(worker *w)
{
    w->n_active = 0;
    for (unsigned i = 0; i < w->n_slots; i++) {
        refill(w, &w->slots[i]);
        if (w->slots[i].job != NULL)
            w->active[w->n_active++] = &w->slots[i];
    }
}

static loyd_dir
trail_dir(const heuristic *h, const slot *s, unsigned i)
{
    unsigned d = 0;

    while (cell_of_tile(h->shape.width, h->shape.height, s->trail[i],
                        (loyd_dir)d) != s->trail[i + 1])
        d++;
    return (loyd_dir)d;
}

/* Parts behind this one are not wanted any more, or none is. */
static void
part_solved(search_batch *b, const search_job *job)
{
    size_t i = (size_t)(job - b->jobs), last = atomic_load(&b->last);

    while (i < last && !atomic_compare_exchange_weak(&b->last, &last, i))
        ;
    if (b->any_part)
        atomic_store(&b->stop, true);
}

void
slot_solved(worker *w, slot *s)
{
    search_job *job = s->job;

    if (w->batch->are_parts)
        part_solved(w->batch, job);

    job->lower = (uint16_t)s->bound;
    for (unsigned i = 0; job->want_path && i < s->bound; i++) {
        job->err = loyd_moves_push(&job->path, trail_dir(w->heuristic, s, i));
        if (job->err != LOYD_OK) {
            leave(w, s, SEARCH_FAILED);
            return;
        }
    }
    leave(w, s, SEARCH_SOLVED);
}

/* Nothing is left below this bound. */
void
slot_next_bound(worker *w, slot *s)
{
    search_job *job = s->job;

    s->bound += 2;
    job->lower = (uint16_t)s->bound;
    if (s->bound > DEPTH_MAX) {
        job->err = LOYD_E_UNSUPPORTED;
        leave(w, s, SEARCH_FAILED);
    } else if (job->limit != 0 && s->bound > job->limit) {
        leave(w, s, SEARCH_LIMIT);
    } else if (w->batch->patience != 0 && job->budget == 0 &&
               job->nodes > w->batch->patience) {
        leave(w, s, SEARCH_OPEN);
    } else {
        frontier_turn(&s->frontier);
        s->frontier.plain |= is_last_bound(s);
        s->ahead_at = SIZE_MAX;
        /*
         * What was met stays met, for all that lies below is in the
         * frontier; unless a root was kept in place of what it brought.
         */
        if (s->frontier.torn && !w->batch->are_parts)
            seen_next(&s->seen);
    }
}

/* The budget is used up; what this step generated is not looked at. */
void
slot_spent(worker *w, slot *s)
{
    s->job->nodes = s->job->budget;
    s->n_children = 0;
    leave(w, s, SEARCH_BUDGET);
}

/* Tells the batch, and looks whether it is time to stop. */
void
worker_tick(worker *w)
{
    search_batch *b = w->batch;
    uint64_t n = atomic_fetch_add(&b->n_nodes, w->n_nodes) + w->n_nodes;

    w->n_nodes = 0;
    for (unsigned i = 0; i < w->n_slots; i++) {
        slot *s = &w->slots[i];

        if (s->job != NULL &&
            (size_t)(s->job - b->jobs) > atomic_load(&b->last))
            leave(w, s, SEARCH_OPEN);
    }
    worker_refill(w);
    if (b->node_stop != 0 && n >= b->node_stop)
        atomic_store(&b->stop, true);
    if (!monitor_tell(b->monitor, "solving",
                      b->n_before +
                          (b->are_parts ? 0 : atomic_load(&b->n_done)),
                      b->n_all))
        atomic_store(&b->stop, true);
}

static void
worker_free(worker *w)
{
    for (unsigned i = 0; w->slots != NULL && i < w->n_slots; i++) {
        memory_free(w->slots[i].stack);
        if (!w->batch->are_parts)
            seen_free(&w->slots[i].seen);
        frontier_free(&w->slots[i].frontier);
    }
    seen_free(&w->shared);
    free(w->slots);
    free(w->active);
}

static loyd_err
worker_make(worker *w, search_batch *b, unsigned n_slots)
{
    const heuristic *h = b->heuristic;
    size_t words = h->n_groups * VIEWS + 2u;
    unsigned groups = h->small_index ? 0 : h->n_groups;

    *w = (worker){.batch = b, .heuristic = h, .n_slots = n_slots};
    w->slots = calloc(n_slots, sizeof *w->slots);
    w->active = calloc(n_slots, sizeof *w->active);
    if (w->slots == NULL || w->active == NULL ||
        (b->are_parts && seen_make(&w->shared, groups, true) != LOYD_OK))
        return LOYD_E_NOMEM;
    for (unsigned i = 0; i < n_slots; i++) {
        slot *s = &w->slots[i];

        s->seen = w->shared;
        s->stack = memory_new(STACK_NODES * words * sizeof *s->stack);
        if (s->stack == NULL ||
            (!b->are_parts && seen_make(&s->seen, groups, false) != LOYD_OK) ||
            frontier_make(&s->frontier, words) != LOYD_OK)
            return LOYD_E_NOMEM;
    }
    return LOYD_OK;
}

static void
search_member(team *t, unsigned member, void *context)
{
    search_batch *b = context;
    size_t share = (b->n_jobs + t->n - 1) / t->n;
    worker w;

    (void)member;
    if (worker_make(&w, b,
                    share < INTERLEAVED ? (unsigned)share : INTERLEAVED) !=
        LOYD_OK)
        atomic_store(&b->err, LOYD_E_NOMEM);
    else
        worker_work(&w);
    for (unsigned i = 0; w.slots != NULL && i < w.n_slots; i++)
        if (w.slots[i].job != NULL)
            leave(&w, &w.slots[i], SEARCH_OPEN);
    atomic_fetch_add(&b->n_nodes, w.n_nodes);
    worker_free(&w);
}

loyd_err
search_batch_run(search_batch *batch, unsigned threads)
{
    loyd_err err;

    if (batch->n_jobs == 0)
        return LOYD_OK;
    atomic_store(&batch->next, 0);
    atomic_store(&batch->stop, false);
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
patience(const search_batch *batch, unsigned threads)
{
    if (batch->n_jobs == 0 || batch->n_jobs >= (size_t)threads * INTERLEAVED)
        return 0; /* enough boards to keep all slots busy */
    if (!batch->heuristic->small_index)
        return 0;
    return batch->jobs[0].want_path && threads > 1 ? PATIENCE_PATH
                                                   : PATIENCE_ELSE;
}

loyd_err
search_run(search_batch *batch, unsigned threads)
{
    loyd_err err;

    batch->patience = patience(batch, threads);
    err = search_batch_run(batch, threads);
    for (size_t i = 0; batch->patience != 0 && i < batch->n_jobs; i++) {
        search_job *job = &batch->jobs[i];

        if (err != LOYD_OK || atomic_load(&batch->stop))
            break;
        if (job->end == SEARCH_OPEN)
            err = split_run(batch, job, threads);
    }
    return err;
}
