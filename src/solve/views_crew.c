/* SPDX-License-Identifier: MIT */
/* Boards of a search with many views: beginning, bounds, results. */
#include "solve/views_crew.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/descent.h"

#define MEMORY_LEAST (UINT64_C(16) << 20) /* a thread */
#define ROOM_MOST (UINT32_MAX - VIEWS_FRONTIER_SPARE)
#define SEEN_BITS_MOST 32u
#define SEEN_PER_NODE 1 /* entry for each node so far */

static void
condemn(struct crew *w)
{
    atomic_store(&w->batch->err, LOYD_E_CORRUPT);
    atomic_store(&w->batch->is_stopped, true);
}

/* The table of states. */

static loyd_err
seen_make(struct views_seen *s, uint64_t memory)
{
    s->bits = s->most_bits = VIEWS_SEEN_BITS_LEAST;
    s->least = 1;
    while (s->most_bits < SEEN_BITS_MOST &&
           VIEWS_SEEN_ENTRY_BYTES << (s->most_bits + 1) <= memory)
        s->most_bits++;
    s->entries = memory_zero(sizeof(*s->entries) << s->bits);
    return s->entries != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

/* Reserves n stamps that no entry has. */
static void
next_stamps(struct crew *w, uint32_t n)
{
    if (w->stamp + n >= VIEWS_SEEN_STAMPS) {
        memset(w->seen.entries, 0, sizeof(*w->seen.entries) << w->seen.bits);
        w->stamp = 0;
    }
    w->seen.least = w->stamp + 1;
    w->stamp += n;
}

/* Moves the entries that count into a larger table. */
static void
move_entries(const struct crew *w, struct views_seen *to)
{
    const struct views_seen *from = &w->seen;

    for (size_t i = 0; i < (size_t)1 << from->bits; i++) {
        const struct views_entry *e = &from->entries[i];
        uint64_t state = e->a & ((UINT64_C(1) << VIEWS_SEEN_DEPTH) - 1);
        struct views_key k = {state << from->bits | i, e->b};
        uint32_t stamp = (uint32_t)(e->a >> VIEWS_SEEN_STAMP);

        if (stamp == w->stamp)
            views_entry_put(to, views_entry_of(to, k), k, stamp,
                            views_entry_depth(e),
                            e->a & VIEWS_SEEN_WAITING);
    }
}

/* Before a bound: makes the table as large as the search deserves. */
static void
grow_seen(struct crew *w)
{
    struct views_seen larger = w->seen;

    while (larger.bits < larger.most_bits &&
           w->job->nodes * SEEN_PER_NODE >> larger.bits != 0)
        larger.bits++;
    if (larger.bits == w->seen.bits)
        return;
    larger.entries = memory_zero(sizeof(*larger.entries) << larger.bits);
    if (larger.entries == NULL)
        return; /* the search goes on with the smaller one */
    if (!w->job->wants_path)
        move_entries(w, &larger);
    memory_free(w->seen.entries);
    w->seen = larger;
}

/* Beginning. */

/* Makes the node of a board. Returns false if a table is damaged. */
static bool
start(const struct views *v, const struct permuted *board,
      struct view_node *node)
{
    unsigned cells = (unsigned)v->cls.width * v->cls.height;
    struct descent d[VIEW_PATTERNS_MAX];

    *node = (struct view_node){.dir = CREW_AT_ROOT, .tile = v->cls.blank};
    for (unsigned c = 0; c < cells; c++)
        node->at[board->home[c]] = (uint8_t)c;
    node->at[v->cls.blank] = board->blank;
    for (unsigned i = 0; i < v->n_patterns; i++) {
        const struct view_pattern *p = &v->pattern[i];
        uint32_t mask = 0;
        uint64_t sequence = 0;

        for (unsigned k = 0; k < p->k; k++)
            mask |= p->mask[node->at[p->tile[k]]];
        for (unsigned k = 0; k < p->k; k++) {
            uint32_t below = mask & (p->mask[node->at[p->tile[k]]] - 1);

            sequence |= (uint64_t)k << 3 * __builtin_popcount(below);
        }
        d[i] = (struct descent){.table = &v->table[p->table],
                                .pattern = sequence << 32 | mask,
                                .blank = p->map[board->blank]};
    }
    for (unsigned i = 0; i < v->n_patterns; i += DESCENTS_MAX) {
        unsigned n = v->n_patterns - i;

        if (!descent_run(d + i, n < DESCENTS_MAX ? n : DESCENTS_MAX))
            return false;
    }
    for (unsigned i = 0; i < v->n_patterns; i++) {
        node->values |= (uint64_t)(d[i].value & 3) << 2 * i;
        node->sum[0] += v->pattern[i].one[0] * d[i].value;
        node->sum[1] += v->pattern[i].one[1] * d[i].value;
    }
    return true;
}

/* Returns the largest sum. */
static unsigned
estimate(const struct view_node *n)
{
    unsigned most = 0;

    for (unsigned i = 0; i < VIEWS_MOST; i++) {
        unsigned sum = (unsigned)(n->sum[i / 8] >> 8 * (i % 8) & 255);

        most = sum > most ? sum : most;
    }
    return most;
}

static void
set_moves(struct crew *w)
{
    const loyd_class *cls = &w->views->cls;

    memset(w->moves, 0, sizeof(w->moves));
    for (unsigned c = 0; c < (unsigned)cls->width * cls->height; c++)
        for (unsigned came = 0; came <= CREW_AT_ROOT; came++)
            for (unsigned i = 0; i < 16; i++) {
                unsigned dir = i % 4, rank = 3 - i / 4;
                uint8_t from = cell_of_tile(cls->width, cls->height, c,
                                            (loyd_dir)dir);
                struct crew_moves *m = &w->moves[c][came];

                if (w->job->rank[dir] != rank || from == CELL_NONE ||
                    (came != CREW_AT_ROOT && dir == (came ^ 2)))
                    continue;
                m->cell[m->n] = from;
                m->dir[m->n++] = (uint8_t)dir;
            }
}

/* Parts, for the canonical path. */

/* Writes the parts one move further than `p`, in the order of the path. */
static size_t
add_parts(struct crew *w, const struct crew_part *p, struct crew_part *out,
          size_t n)
{
    const struct views *v = w->views;
    unsigned blank = p->node.at[v->cls.blank];
    const struct crew_moves *moves = &w->moves[blank][p->node.dir];

    for (unsigned i = moves->n; i-- > 0;) {
        struct crew_part *q = &out[n];
        unsigned tile = 0;
        bool is_new = true;

        while (p->node.at[tile] != moves->cell[i])
            tile++;
        *q = *p;
        q->dir[p->node.depth] = q->node.dir = moves->dir[i];
        q->node.at[tile] = (uint8_t)blank;
        q->node.at[v->cls.blank] = moves->cell[i];
        q->node.tile = (uint8_t)tile;
        q->node.depth++;
        q->node.todo = (uint16_t)((1u << v->n_of[tile]) - 1);
        for (size_t k = 0; is_new && k < n; k++)
            is_new = memcmp(out[k].node.at, q->node.at,
                            sizeof(q->node.at)) != 0;
        if (is_new)
            crew_complete(v, &out[n++].node);
    }
    return n;
}

/* No part may lie beyond the goal: its depth is at most the estimate. */
static loyd_err
make_parts(struct crew *w, const struct view_node *root)
{
    struct crew_part *now = calloc(CREW_PARTS_MAX, sizeof(*now));
    struct crew_part *next = calloc(CREW_PARTS_MAX, sizeof(*next));
    unsigned deepest = estimate(root);
    size_t n_now = 1;

    if (now == NULL || next == NULL) {
        free(now);
        free(next);
        return LOYD_E_NOMEM;
    }
    if (deepest > CREW_PART_DEPTH_MAX)
        deepest = CREW_PART_DEPTH_MAX;
    now[0].node = *root;
    for (unsigned d = 0; d < deepest && n_now < CREW_PARTS_WANTED; d++) {
        struct crew_part *done = now;
        size_t n = 0;

        for (size_t i = 0; i < n_now; i++)
            n = add_parts(w, &now[i], next, n);
        now = next;
        next = done;
        n_now = n;
    }
    free(next);
    w->parts = now;
    w->n_parts = n_now;
    return LOYD_OK;
}

bool
crew_take_part(struct crew *w, struct crew_slot *s)
{
    while (w->next_part < w->n_parts && w->next_part < w->solved_part) {
        size_t i = w->next_part++;
        const struct view_node *n = &w->parts[i].node;

        if (n->depth + estimate(n) > w->bound)
            continue;
        s->part = i;
        s->own.node = *n;
        s->stamp = w->seen.least + (uint32_t)i;
        s->collects = false;
        return true;
    }
    return false;
}

/* Results. */

static loyd_err
keep_path(struct crew *w, const struct crew_slot *s)
{
    const struct crew_part *part = &w->parts[s->part];
    unsigned length = s->own.node.depth;
    loyd_err err = LOYD_OK;

    w->job->path.n = 0;
    for (unsigned i = 0; err == LOYD_OK && i < part->node.depth; i++)
        err = loyd_moves_push(&w->job->path, (loyd_dir)part->dir[i]);
    for (unsigned i = part->node.depth + 1; err == LOYD_OK && i <= length; i++)
        err = loyd_moves_push(&w->job->path, (loyd_dir)s->trail[i]);
    return err;
}

void
crew_solved(struct crew *w, struct crew_slot *s)
{
    const struct view_node *n = &s->own.node;
    struct search_job *job = w->job;
    unsigned cells = (unsigned)w->views->cls.width * w->views->cls.height;

    for (unsigned c = 0; c < cells; c++)
        if (n->at[c] != c) {
            condemn(w);
            return;
        }
    job->lower = (uint16_t)w->bound;
    job->below = n->depth;
    if (job->wants_path && s->part >= w->solved_part)
        return;
    if (job->wants_path && (job->err = keep_path(w, s)) != LOYD_OK) {
        job->end = SEARCH_FAILED;
        return;
    }
    if (n->depth < w->bound)
        job->end = SEARCH_BELOW; /* job->given is wrong */
    else if (job->wants_path)
        w->solved_part = s->part; /* earlier parts are still to be searched */
    else
        job->end = SEARCH_SOLVED;
    s->n_stack = 0;
}

bool
crew_tick(struct crew *w)
{
    struct search_batch *b = w->batch;

    atomic_fetch_add(&b->n_nodes, w->n_nodes);
    w->n_nodes = 0;
    monitor_bound(b->monitor, w->job->puzzle, w->job->lower, w->job->nodes);
    if (!monitor_tell(b->monitor, "solving",
                      b->n_before + atomic_load(&b->n_done), b->n_all))
        atomic_store(&b->is_stopped, true);
    return !atomic_load(&b->is_stopped);
}

/* Bounds. */

static void
begin_bound(struct crew *w)
{
    struct search_job *job = w->job;

    w->is_last_bound = job->limit != 0 && w->bound + 2 > job->limit;
    grow_seen(w);
    for (unsigned i = 0; i < CREW_SLOTS; i++)
        w->slots[i].n_stack = 0;
    w->next_part = 0;
    w->solved_part = SIZE_MAX;
    if (job->wants_path)
        next_stamps(w, (uint32_t)w->n_parts);
}

/* The bound has been searched: raises it, unless the board is solved. */
static void
end_bound(struct crew *w)
{
    struct search_job *job = w->job;

    if (job->end != SEARCH_OPEN)
        return;
    if (job->wants_path && w->solved_part != SIZE_MAX) {
        job->end = SEARCH_SOLVED;
        return;
    }
    w->bound += 2;
    job->lower = (uint16_t)w->bound;
    monitor_bound(w->batch->monitor, job->puzzle, job->lower, job->nodes);
    if (job->limit != 0 && w->bound > job->limit) {
        job->end = SEARCH_LIMIT;
    } else if (w->bound > CREW_BOUND_MAX) {
        job->err = LOYD_E_UNSUPPORTED;
        job->end = SEARCH_FAILED;
    } else if (!job->wants_path) {
        /* Entries stay valid as long as no root replaced its nodes. */
        views_frontier_turn(&w->frontier);
        if (w->frontier.is_torn)
            next_stamps(w, 1);
    }
}

static void
search_job(struct crew *w, struct search_job *job)
{
    struct view_node root;

    w->job = job;
    job->nodes = 0;
    if (!start(w->views, &job->board, &root)) {
        condemn(w);
        return;
    }
    w->bound = estimate(&root);
    if (w->bound < job->lower)
        w->bound = job->lower;
    job->lower = (uint16_t)w->bound;
    if (job->limit != 0 && w->bound > job->limit) {
        job->end = SEARCH_LIMIT;
        return;
    }
    set_moves(w);
    next_stamps(w, 1);
    if (job->wants_path) {
        if (make_parts(w, &root) != LOYD_OK) {
            atomic_store(&w->batch->err, LOYD_E_NOMEM);
            return;
        }
    } else {
        views_frontier_begin(&w->frontier);
        views_frontier_add(&w->frontier, &root, 0);
        views_frontier_turn(&w->frontier);
    }
    while (job->end == SEARCH_OPEN && !atomic_load(&w->batch->is_stopped)) {
        begin_bound(w);
        crew_run_bound(w);
        if (!atomic_load(&w->batch->is_stopped))
            end_bound(w);
    }
    free(w->parts);
    w->parts = NULL;
    if (job->end == SEARCH_SOLVED)
        monitor_solved(w->batch->monitor, job);
}

/* Boards in the order of their estimates. */
struct queued {
    size_t job;
    unsigned estimate;
};

struct queue {
    const struct views *views;
    struct search_batch *batch;
    struct queued *jobs;
    uint64_t memory; /* of a thread */
};

static int
by_estimate(const void *a, const void *b)
{
    const struct queued *x = a, *y = b;

    if (x->estimate != y->estimate)
        return x->estimate < y->estimate ? -1 : 1;
    return x->job < y->job ? -1 : x->job > y->job;
}

static loyd_err
crew_make(struct crew *w, const struct queue *q)
{
    uint64_t frontier = q->batch->jobs[0].wants_path ? 0 : q->memory / 2;
    uint64_t room = frontier / VIEWS_FRONTIER_NODE_BYTES;

    w->views = q->views;
    w->batch = q->batch;
    for (unsigned i = 0; i < CREW_SLOTS; i++) {
        struct crew_slot *s = &w->slots[i];

        s->stack = malloc(CREW_STACK * sizeof(*s->stack));
        if (s->stack == NULL)
            return LOYD_E_NOMEM;
    }
    if (seen_make(&w->seen, q->memory - frontier) != LOYD_OK)
        return LOYD_E_NOMEM;
    return views_frontier_make(&w->frontier,
                               room < ROOM_MOST ? (size_t)room : ROOM_MOST);
}

static void
crew_free(struct crew *w)
{
    for (unsigned i = 0; i < CREW_SLOTS; i++)
        free(w->slots[i].stack);
    memory_free(w->seen.entries);
    views_frontier_free(&w->frontier);
    free(w);
}

static void
search_member(struct team *t, unsigned member, void *context)
{
    struct queue *q = context;
    struct search_batch *b = q->batch;
    struct crew *w = calloc(1, sizeof(*w));
    size_t i;

    (void)t;
    (void)member;
    if (w == NULL || crew_make(w, q) != LOYD_OK)
        atomic_store(&b->err, LOYD_E_NOMEM);
    while (w != NULL && atomic_load(&b->err) == LOYD_OK &&
           !atomic_load(&b->is_stopped) &&
           (i = atomic_fetch_add(&b->next, 1)) < b->n_jobs) {
        struct search_job *job = &b->jobs[q->jobs[i].job];

        if (job->end != SEARCH_OPEN)
            continue;
        search_job(w, job);
        atomic_fetch_add(&b->n_nodes, w->n_nodes);
        w->n_nodes = 0;
        if (job->end != SEARCH_OPEN)
            atomic_fetch_add(&b->n_done, 1);
    }
    if (w != NULL)
        crew_free(w);
}

loyd_err
views_run(const struct views *v, struct search_batch *batch, unsigned threads,
          uint64_t memory)
{
    struct queue q = {.views = v, .batch = batch};
    loyd_err err = LOYD_OK;

    if (batch->n_jobs == 0)
        return LOYD_OK;
    if (threads > batch->n_jobs)
        threads = (unsigned)batch->n_jobs;
    q.memory = memory / threads;
    if (q.memory < MEMORY_LEAST)
        q.memory = MEMORY_LEAST;
    if ((q.jobs = calloc(batch->n_jobs, sizeof(*q.jobs))) == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < batch->n_jobs; i++) {
        struct search_job *job = &batch->jobs[i];
        struct view_node root;

        q.jobs[i].job = i;
        if (batch->n_jobs == 1 || job->end != SEARCH_OPEN)
            continue;
        if (!start(v, &job->board, &root))
            err = LOYD_E_CORRUPT;
        q.jobs[i].estimate = estimate(&root);
    }
    qsort(q.jobs, batch->n_jobs, sizeof(*q.jobs), by_estimate);
    atomic_store(&batch->next, 0);
    atomic_store(&batch->is_stopped, false);
    if (err == LOYD_OK)
        err = team_run(threads, search_member, &q);
    free(q.jobs);
    return err != LOYD_OK ? err : (loyd_err)atomic_load(&batch->err);
}
