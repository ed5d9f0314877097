/* SPDX-License-Identifier: MIT */
/* Boards of a search with many views: beginning, bounds, results. */
#include "solve/search/views_crew.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/table/descent.h"

#define MEMORY_LEAST (UINT64_C(32) << 20)
#define PATIENCE (UINT64_C(1) << 20) /* nodes of a board while others wait */
#define PATIENCE_GROWS 64
#define ALONE 10000 /* nodes of a board that are not worth waking threads */

/* Ends the batch: if a table has an impossible value, no result can be
 * trusted. */
static void
fail(struct crew *w, loyd_err err)
{
    search_batch_fail(w->batch, err);
    atomic_store(&w->is_left, true);
    atomic_store(&w->has_ended, true);
}

/* Beginning. */

/* Makes the node of a board. Returns false if a table is damaged. */
static bool
start(const struct views *v, const struct permuted *board,
      struct view_node *node)
{
    unsigned cells = (unsigned)v->cls.width * v->cls.height;
    struct descent d[VIEW_PATTERNS_MAX];
    unsigned total[VIEWS_MOST] = {0};

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
        d[i] = (struct descent){.table = &v->set.table[p->table],
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
        for (unsigned k = 0; k < VIEWS_MOST; k++)
            total[k] += (v->pattern[i].views >> k & 1) * d[i].value;
    }
    for (unsigned k = 0; k < VIEWS_MOST; k++) {
        if (total[k] > UINT8_MAX)
            return false;
        node->sum[k / 8] |= (uint64_t)total[k] << 8 * (k % 8);
    }
    return true;
}

unsigned
crew_estimate(const struct view_node *n)
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
                uint8_t from =
                    cell_of_tile(cls->width, cls->height, c, (loyd_dir)dir);
                struct crew_moves *m = &w->moves[c][came];

                if (w->job->rank[dir] != rank || from == CELL_NONE ||
                    (came != CREW_AT_ROOT && dir == (came ^ 2)))
                    continue;
                m->cell[m->n] = from;
                m->dir[m->n++] = (uint8_t)dir;
            }
}

/* Results. */

/* Called by one thread at a time. */
static void
keep_solution(struct crew *w, const struct crew_slot *s)
{
    bool wants_path = w->job->wants_path;
    loyd_err err;

    if (wants_path && s->part >= atomic_load(&w->solved_part))
        return;
    if (wants_path && (err = crew_keep_path(w, s)) != LOYD_OK) {
        fail(w, err);
        return;
    }
    w->length = s->own.is.node.depth;
    w->is_decided = !wants_path || w->length < w->bound;
    if (w->is_decided)
        atomic_store(&w->has_ended, true);
    else
        atomic_store(&w->solved_part, s->part); /* earlier ones continue */
}

void
crew_solved(struct crew *w, struct crew_slot *s)
{
    const struct view_node *n = &s->own.is.node;
    unsigned cells = (unsigned)w->views->cls.width * w->views->cls.height;

    for (unsigned c = 0; c < cells; c++)
        if (n->at[c] != c || (n->sum[0] | n->sum[1]) != 0) {
            fail(w, LOYD_E_CORRUPT);
            return;
        }
    pthread_mutex_lock(&w->lock);
    if (!w->is_decided)
        keep_solution(w, s);
    pthread_mutex_unlock(&w->lock);
    s->n_stack = 0;
}

/* Adds a member's nodes; returns those of the board in this attempt. */
static uint64_t
add_nodes(struct crew_member *m)
{
    struct crew *w = m->crew;
    uint64_t nodes = atomic_fetch_add(&w->n_nodes, m->n_nodes) + m->n_nodes;

    atomic_fetch_add(&w->batch->n_nodes, m->n_nodes);
    m->n_nodes = 0;
    return nodes;
}

/* Reports progress; stops the batch if the caller wants that. */
static void
tell(struct search_batch *b)
{
    if (!monitor_tell(b->monitor, "solving",
                      b->n_before + atomic_load(&b->n_done), b->n_all))
        atomic_store(&b->is_stopped, true);
}

bool
crew_tick(struct crew_member *m)
{
    struct crew *w = m->crew;
    struct search_batch *b = w->batch;
    uint64_t nodes = add_nodes(m);

    deepen_tell(b, w->job, w->nodes_first + nodes);
    tell(b);
    if (atomic_load(&b->is_stopped) || nodes > w->patience) {
        atomic_store(&w->is_left, true);
        atomic_store(&w->has_ended, true);
    }
    if (views_seen_is_small(&w->seen, nodes))
        atomic_store(&w->has_ended, true);
    return !atomic_load(&w->has_ended);
}

/* Bounds. */

static void
begin_bound(struct crew *w)
{
    const struct search_job *job = w->job;

    views_seen_grow(&w->seen, atomic_load(&w->n_nodes), !job->wants_path);
    w->n_bounds++;
    w->is_decided = false;
    w->length = DEEPEN_NONE;
    atomic_store(&w->next_part, 0);
    atomic_store(&w->solved_part, SIZE_MAX);
    if (job->wants_path)
        seen_stamps(&w->seen,
                    (uint32_t)(w->layers.n - w->layers.first));
}

/* The part of one thread in a turn. */
static void
take_turn(struct crew_member *m)
{
    for (unsigned i = 0; m->n_bounds != m->crew->n_bounds && i < CREW_SLOTS;
         i++)
        m->slots[i].n_stack = 0;
    if (m->n_bounds != m->crew->n_bounds)
        frontier_stash_begin(&m->stash);
    m->n_bounds = m->crew->n_bounds;
    crew_run_bound(m);
    frontier_stash_settle(&m->stash);
    (void)add_nodes(m);
}

/* Makes the first nodes of a board, or those of its next bound. */
static loyd_err
turn(struct crew_member *m)
{
    struct crew *w = m->crew;

    if (!w->is_set_up) {
        w->is_set_up = true;
        set_moves(w);
        seen_stamps(&w->seen, 1);
        if (w->job->wants_path)
            return crew_make_parts(m, &w->root);
        frontier_start(&w->frontier, UINT64_MAX, &m->stash, &w->root);
        return LOYD_OK;
    }
    if (w->job->wants_path)
        return LOYD_OK;
    frontier_turn(&w->frontier);
    /* Entries stay valid as long as no root replaced its nodes. */
    if (atomic_load(&w->frontier.is_torn))
        seen_stamps(&w->seen, 1);
    return LOYD_OK;
}

/*
 * Takes turns, between which the table of states grows: a proof may begin with
 * a bound that takes hours.
 */
static void
take_turns(struct team *t, struct crew_member *m)
{
    struct crew *w = m->crew;

    do {
        bool is_alone = atomic_load(&w->n_nodes) < ALONE;

        views_seen_grow(&w->seen, atomic_load(&w->n_nodes), true);
        atomic_store(&w->has_ended, false);
        w->is_working = true;
        if (!is_alone)
            team_meet(t);
        take_turn(m);
        if (!is_alone)
            team_meet(t);
    } while (!w->is_decided && !atomic_load(&w->is_left) &&
             views_seen_is_small(&w->seen, atomic_load(&w->n_nodes)));
}

/* Member 0, with the team that it wakes. */
struct leader {
    struct team *team;
    struct crew_member *member;
};

static loyd_err
begin_board(void *state, struct deepening *d)
{
    const struct leader *l = state;
    struct crew *w = l->member->crew;

    w->job = d->job;
    w->nodes_first = d->nodes_first;
    w->is_set_up = false;
    atomic_store(&w->n_nodes, 0);
    atomic_store(&w->is_left, false);
    if (!start(w->views, &d->job->board, &w->root))
        return LOYD_E_CORRUPT;
    if (d->job->after != 0)
        w->root.dir = (uint8_t)(d->job->after - 1);
    d->bound = crew_estimate(&w->root);
    return LOYD_OK;
}

/* Most boards end before the first tick: the caller hears of each bound. */
static loyd_err
search(void *state, struct deepening *d)
{
    const struct leader *l = state;
    struct crew *w = l->member->crew;
    loyd_err err;

    w->bound = d->bound;
    w->is_last_bound = deepen_is_last(d);
    if ((err = turn(l->member)) != LOYD_OK)
        return err;
    begin_bound(w);
    take_turns(l->team, l->member);
    deepen_set_nodes(d, d->nodes_first + atomic_load(&w->n_nodes));
    d->is_over = !w->is_decided && atomic_load(&w->is_left);
    d->length = w->length;
    tell(w->batch);
    return (loyd_err)atomic_load(&w->batch->err);
}

/* Searches one board; wakes the other members where that is worth it. */
static void
search_job(struct team *t, struct crew_member *m, struct search_job *job)
{
    /*
     * A search for the length that begins with a high bound meets many states
     * at more than their least depth first, and costs more than the bounds it
     * saves.
     */
    static const struct expander expander = {.most = CREW_BOUND_MAX,
                                             .beyond = LOYD_E_UNSUPPORTED,
                                             .is_from_below = true,
                                             .begin = begin_board,
                                             .search = search};
    struct crew *w = m->crew;
    struct leader leader = {t, m};
    loyd_err err = deepen_run(&expander, &leader, w->batch, job, w->patience);

    if (err != LOYD_OK)
        fail(w, err);
    crew_free_parts(w);
    if (job->end != SEARCH_OPEN)
        atomic_fetch_add(&w->batch->n_done, 1);
    tell(w->batch);
}

/* Returns whether the batch goes on. */
static bool
goes_on(const struct search_batch *b)
{
    return atomic_load(&b->err) == LOYD_OK && !atomic_load(&b->is_stopped);
}

/* A board that takes long is begun again when the others have, too. */
static void
search_all(struct team *t, struct crew_member *m)
{
    struct crew *w = m->crew;
    struct search_batch *b = w->batch;
    size_t n_open = b->n_jobs;

    for (w->patience = PATIENCE; n_open > 0 && goes_on(b);
         w->patience *= w->patience < UINT64_MAX / PATIENCE_GROWS
                            ? PATIENCE_GROWS
                            : 1) {
        if (n_open == 1)
            w->patience = UINT64_MAX;
        n_open = 0;
        for (size_t i = 0; i < b->n_jobs && goes_on(b); i++) {
            if (b->jobs[i].end == SEARCH_OPEN)
                search_job(t, m, &b->jobs[i]);
            n_open += b->jobs[i].end == SEARCH_OPEN;
        }
    }
}

static void
member_free(struct crew_member *m)
{
    for (unsigned i = 0; m != NULL && i < CREW_SLOTS; i++)
        free(m->slots[i].stack);
    free(m);
}

static struct crew_member *
member_make(struct crew *w)
{
    struct crew_member *m = calloc(1, sizeof(*m));

    if (m == NULL)
        return NULL;
    m->crew = w;
    frontier_stash_make(&m->stash, &w->frontier);
    for (unsigned i = 0; i < CREW_SLOTS; i++) {
        struct crew_slot *s = &m->slots[i];

        s->stack = malloc(CREW_STACK * sizeof(*s->stack));
        if (s->stack == NULL) {
            member_free(m);
            return NULL;
        }
    }
    return m;
}

/*
 * Member 0 takes boards; the others help with its bounds. What they decide at
 * the first meeting must not change after it: batch->err may.
 */
static void
search_member(struct team *t, unsigned member, void *context)
{
    struct crew *w = context;
    struct crew_member *m = member_make(w);

    if (m == NULL)
        atomic_store(&w->lacks_member, true);
    team_meet(t);
    if (!atomic_load(&w->lacks_member)) {
        if (member == 0) {
            search_all(t, m);
            w->is_working = false;
            team_meet(t);
        } else {
            for (team_meet(t); w->is_working; team_meet(t)) {
                take_turn(m);
                team_meet(t);
            }
        }
    }
    member_free(m);
}

/* Uses less than `memory` if the system does not give it. */
static loyd_err
crew_make(struct crew *w, uint64_t memory, unsigned threads,
          struct seen_table *kept)
{
    bool wants_path = w->batch->jobs[0].wants_path;

    for (;; memory /= 2) {
        uint64_t seen = wants_path ? memory : memory / 3;
        loyd_err err = LOYD_OK;

        if (kept != NULL && kept->entries != NULL)
            seen_move(&w->seen, kept);
        else
            err = views_seen_make(&w->seen, seen);
        if (memory < MEMORY_LEAST && err != LOYD_OK)
            return err;
        seen = (uint64_t)sizeof(struct views_slot) << w->seen.most_bits;
        if (err == LOYD_OK)
            err = frontier_make(&w->frontier, VIEW_NODE_WORDS,
                                wants_path || seen > memory
                                    ? 0
                                    : (memory - seen) / sizeof(w->root),
                                threads);
        if (err == LOYD_OK || err != LOYD_E_NOMEM || memory < MEMORY_LEAST)
            return err;
        seen_free(&w->seen);
    }
}

loyd_err
views_run(const struct views *v, struct search_batch *batch, unsigned threads,
          uint64_t memory, struct seen_table *kept)
{
    struct crew *w;
    loyd_err err;

    if (batch->n_jobs == 0)
        return LOYD_OK;
    if ((w = calloc(1, sizeof(*w))) == NULL)
        return LOYD_E_NOMEM;
    w->views = v;
    w->batch = batch;
    atomic_store(&batch->is_stopped, false);
    if ((err = crew_make(w, memory, threads, kept)) != LOYD_OK)
        goto end;
    if (pthread_mutex_init(&w->lock, NULL) != 0) {
        err = LOYD_E_SYSTEM;
        goto end;
    }
    err = team_run(threads, search_member, w);
    if (err == LOYD_OK)
        err = atomic_load(&w->lacks_member)
                  ? LOYD_E_NOMEM
                  : (loyd_err)atomic_load(&batch->err);
    pthread_mutex_destroy(&w->lock);
end:
    if (kept != NULL && w->seen.entries != NULL)
        seen_move(kept, &w->seen);
    seen_free(&w->seen);
    frontier_free(&w->frontier);
    free(w);
    return err;
}
