/* SPDX-License-Identifier: MIT */
/* Assigns jobs to the slots of a search and collects their results. */
#include <stdlib.h>

#include "solve/search/slot.h"
#include "solve/table/descent.h"

#define HELPED_BLOCKS 2 /* of roots */

void
worker_begin(struct worker *w, const struct heuristic *h, bool is_portable)
{
    bool is_packed = packed_serves(h) && !is_portable && processor_gathers();

    *w = (struct worker){
        .heuristic = h,
        .is_fast = !is_portable && processor_is_fast(),
        .is_packed = is_packed,
        .board_word = is_packed ? PACKED_VALUES + 1 : h->n_groups * VIEWS,
        .cells = is_packed ? packed_cells(&h->cls) : 0};
    for (unsigned v = 0; is_packed && v < VIEWS; v++)
        memcpy(w->look_up[v], h->lookup[v], sizeof(w->look_up[v]));
}

/* Ends or gives up the board of the slot's team. */
void
slot_leave(struct worker *w, struct slot *s, enum search_end end)
{
    struct slot *leader = s->leader;

    leader->job->end = end;
    for (unsigned i = 0; i < w->n_slots; i++) {
        struct slot *other = &w->slots[i];

        if (other->leader != leader)
            continue;
        other->job = NULL;
        other->leader = NULL;
        other->n_children = 0;
    }
    if (end != SEARCH_OPEN)
        atomic_fetch_add(&w->batch->n_done, 1);
}

/* Returns the children of a node in the order in which they are pushed. */
static uint32_t
next_cells(const loyd_class *cls, const uint8_t rank[4], unsigned cell,
           unsigned came)
{
    uint32_t next = NEXT_END;

    for (unsigned d = 0; d < 4; d++) /* by rank: the first ends on top */
        for (unsigned dir = 0; dir < 4; dir++) {
            uint8_t from =
                cell_of_tile(cls->width, cls->height, cell, (loyd_dir)dir);

            if (rank[dir] == d && from != CELL_NONE &&
                (came == AT_ROOT || dir != (came ^ 2)))
                next = next << 8 | from | dir << NEXT_DIR;
        }
    return next;
}

void
worker_list_moves(const struct worker *w, const uint8_t rank[4],
                  struct move_table *moves)
{
    const loyd_class *cls = &w->heuristic->cls;

    for (unsigned c = 0; c < (unsigned)cls->width * cls->height; c++)
        for (unsigned came = 0; came <= AT_ROOT; came++)
            moves->from[c][came] = next_cells(cls, rank, c, came);
}

static void
set_moves(const struct worker *w, const struct search_job *job, struct slot *s)
{
    if (memcmp(s->rank, job->rank, sizeof(s->rank)) == 0)
        return;
    memcpy(s->rank, job->rank, sizeof(s->rank));
    worker_list_moves(w, s->rank, &s->moves);
}

/* Returns the cells of a group's tiles in a view. */
static pattern
pattern_of(const struct heuristic *h, const struct permuted *board,
           unsigned view, unsigned group)
{
    uint32_t home = h->table[view][group].home, cells = 0;
    uint8_t tile[REGION_CELLS_MAX];
    uint64_t sequence = 0;
    unsigned n = 0;

    for (unsigned c = 0; c < (unsigned)h->cls.width * h->cls.height; c++) {
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

bool
slot_patterns(const struct heuristic *h, const struct permuted *board,
              pattern *patterns)
{
    unsigned n = h->n_groups * VIEWS;
    struct descent d[VIEWS * GROUPS_MAX];

    for (unsigned i = 0; i < n; i++) {
        unsigned view = i / h->n_groups, group = i % h->n_groups;

        patterns[i] = pattern_of(h, board, view, group);
        d[i] = (struct descent){.table = &h->table[view][group],
                                .pattern = patterns[i],
                                .blank = h->cell[view][board->blank]};
    }
    if (!descent_run(d, n))
        return false;
    for (unsigned i = 0; i < n; i++)
        patterns[i] |= (uint64_t)d[i].value << PATTERN_VALUE_SHIFT;
    return true;
}

bool
node_start(const struct heuristic *h, const struct permuted *board,
           uint64_t *node)
{
    unsigned n = (unsigned)h->cls.width * h->cls.height;
    unsigned n_patterns = h->n_groups * VIEWS;
    uint64_t sum[VIEWS] = {0, 0};

    if (!slot_patterns(h, board, node))
        return false;
    for (unsigned i = 0; i < n_patterns; i++)
        sum[i / h->n_groups] += node[i] >> PATTERN_VALUE_SHIFT;
    node[n_patterns] = 0;
    for (unsigned c = 0; h->has_small_index && c < n; c++)
        node[n_patterns] |= (uint64_t)board->home[c] << 4 * c;
    node[n_patterns + 1] =
        place_make(0, board->blank, AT_ROOT) | sum[1] << 16 | sum[0];
    return true;
}

void
node_pack(const struct heuristic *h, const struct permuted *board,
          uint64_t *node)
{
    unsigned n = h->n_groups * VIEWS;
    uint64_t values = PACKED_BIAS;

    for (unsigned i = 0; i < n; i++)
        values += node[i] >> PATTERN_VALUE_SHIFT << 8 * i;
    for (unsigned v = 0; v < VIEWS; v++)
        node[v] = packed_board(h, board, v);
    node[PACKED_VALUES] = values;
    memmove(node + PACKED_VALUES + 1, node + n, 2 * sizeof(*node));
}

static void
begin_board(struct worker *w, struct slot *s)
{
    /*
     * A budget must end a search at the same node on every machine, regardless
     * of the rest of the batch: with one, every board has the same room.
     */
    uint64_t room = w->heuristic->has_small_index || s->job->budget != 0
                        ? ROOTS
                        : ROOTS_WIDE;

    s->n_stack = 0;
    s->ahead_of = NULL;
    s->n_team = s->n_busy = 1;
    s->is_last_bound = deepen_is_last(&s->deepening);
    s->stash = &s->own_stash;
    frontier_start(&s->frontier, room, s->stash, s->start);
    if (w->batch->are_parts)
        seen_part(s->seen, (uint32_t)(s->job - w->batch->jobs));
    else
        seen_stamps(s->seen, 1);
    s->first_stamp = s->seen->stamp;
}

/* Ends the board if its deepening has ended. Returns false if it has. */
static bool
goes_on(struct worker *w, struct slot *leader)
{
    struct search_job *job = leader->job;

    if (job->end == SEARCH_OPEN && !leader->deepening.is_over)
        return true;
    slot_leave(w, leader, job->end);
    return false;
}

static void
enter(struct worker *w, struct slot *s, struct search_job *job)
{
    static const struct expander expander = {
        .most = DEPTH_MAX, .beyond = LOYD_E_UNSUPPORTED};
    struct deepening *d = &s->deepening;
    place *root;
    unsigned a, b;

    s->job = job;
    s->leader = s;
    s->is_waiting = false;
    s->seen = &s->own_seen;
    s->takes_any_order = !job->wants_path;
    set_moves(w, job, s);
    if (!node_start(w->heuristic, &job->board, s->start)) {
        search_batch_fail(w->batch, LOYD_E_CORRUPT);
        slot_leave(w, s, SEARCH_OPEN);
        return;
    }
    if (w->is_packed)
        node_pack(w->heuristic, &job->board, s->start);
    root = &s->start[w->board_word + 1];
    if (job->after != 0)
        *root ^= (uint64_t)(AT_ROOT ^ (job->after - 1u)) << PLACE_DIR;
    deepen_init(d, &expander, w->batch, job);
    a = place_sum(*root, 0);
    b = place_sum(*root, 1);
    d->bound = a > b ? a : b;
    d->length = a == 0 ? 0 : DEEPEN_NONE; /* the goal itself */
    d->patience = w->batch->patience;
    deepen_start(d);
    if (!goes_on(w, s))
        return;
    s->bound = d->bound;
    begin_board(w, s);
}

/* Takes the next open job, if any. */
static void
refill(struct worker *w, struct slot *s)
{
    struct search_batch *b = w->batch;

    while (s->job == NULL && !atomic_load(&b->is_stopped) &&
           atomic_load(&b->next) < b->n_jobs) {
        size_t i = atomic_fetch_add(&b->next, 1);

        if (i < b->n_jobs && i <= atomic_load(&b->last) &&
            b->jobs[i].end == SEARCH_OPEN)
            enter(w, s, &b->jobs[i]);
    }
}

/* Copies the leader's job and bound. */
static void
follow(struct slot *s)
{
    s->job = s->leader->job;
    s->bound = s->leader->bound;
    s->is_last_bound = s->leader->is_last_bound;
    s->ahead_of = NULL;
    s->is_waiting = false;
}

/*
 * True if the slot has enough roots for others to help. With a budget, nodes
 * must be counted exactly; parts of a board already share the work.
 */
static bool
wants_help(const struct worker *w, const struct slot *s)
{
    return s->job != NULL && s->leader == s && s->takes_any_order &&
           s->job->budget == 0 && !w->batch->are_parts &&
           s->frontier.n_now >= HELPED_BLOCKS;
}

/* Makes an idle slot join the smallest team that wants help. */
static void
help(struct worker *w, struct slot *s)
{
    struct slot *leader = NULL;

    for (unsigned i = 0; i < w->n_slots; i++) {
        struct slot *other = &w->slots[i];

        if (wants_help(w, other) &&
            (leader == NULL || other->n_team < leader->n_team))
            leader = other;
    }
    if (leader == NULL)
        return;
    s->leader = leader;
    s->stash = leader->stash;
    s->seen = leader->seen;
    s->takes_any_order = true;
    s->n_stack = s->n_children = 0;
    set_moves(w, leader->job, s);
    follow(s);
    leader->n_team++;
    leader->n_busy++;
}

void
worker_refill(struct worker *w)
{
    w->n_active = 0;
    for (unsigned i = 0; i < w->n_slots; i++)
        refill(w, &w->slots[i]);
    for (unsigned i = 0; i < w->n_slots; i++) {
        if (w->slots[i].job == NULL)
            help(w, &w->slots[i]);
        if (w->slots[i].job != NULL)
            w->active[w->n_active++] = &w->slots[i];
    }
}

/*
 * Entries of the seen table stay valid because the frontier holds everything
 * below them, except where a root was kept in place of its nodes. With a
 * budget, nodes are counted as they always were.
 */
static void
next_seen(const struct worker *w, struct slot *leader)
{
    if ((leader->takes_any_order && !leader->frontier.is_torn) ||
        w->batch->are_parts)
        return;
    if (leader->takes_any_order || leader->job->budget != 0)
        seen_stamps(leader->seen, 1);
    else
        seen_stamp_since(leader->seen, leader->first_stamp);
}

/*
 * Called when the slot finds no more nodes at its bound. Returns true if the
 * next bound has begun, false if the slot waits for its team or the board is
 * finished.
 */
bool
slot_bound_done(struct worker *w, struct slot *s)
{
    struct slot *leader = s->leader;

    s->is_waiting = true;
    if (--leader->n_busy > 0)
        return false;
    deepen_next(&leader->deepening);
    if (!goes_on(w, leader))
        return false;
    leader->bound = leader->deepening.bound;
    leader->is_last_bound = deepen_is_last(&leader->deepening);
    frontier_stash_settle(leader->stash);
    frontier_turn(&leader->frontier);
    frontier_stash_begin(leader->stash);
    next_seen(w, leader);
    leader->n_busy = leader->n_team;
    for (unsigned i = 0; i < w->n_slots; i++)
        if (w->slots[i].leader == leader)
            follow(&w->slots[i]);
    return true;
}

/* When a search reaches its goal. */

static loyd_dir
trail_dir(const struct heuristic *h, const struct slot *s, unsigned i)
{
    unsigned d = 0;

    while (cell_of_tile(h->cls.width, h->cls.height, s->trail[i],
                        (loyd_dir)d) != s->trail[i + 1])
        d++;
    return (loyd_dir)d;
}

/* Zero estimates imply the goal; this checks the tiles themselves. */
static bool
is_home(const struct worker *w, const struct slot *s)
{
    const struct heuristic *h = w->heuristic;
    unsigned n = (unsigned)h->cls.width * h->cls.height;

    for (unsigned c = 0; h->has_small_index && c < n; c++)
        if ((s->node[w->board_word] >> 4 * c & 15) != c)
            return false;
    for (unsigned v = 0; v < VIEWS && !h->has_small_index; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            pattern p = s->node[v * h->n_groups + g];

            if ((p & (PATTERN_VALUE_ONE - 1)) !=
                pattern_home(h->table[v][g].home))
                return false;
        }
    return true;
}

/* Cancels the later parts, or all parts if any solution is enough. */
static void
part_solved(struct search_batch *b, const struct search_job *job)
{
    size_t i = (size_t)(job - b->jobs), last = atomic_load(&b->last);

    while (i < last && !atomic_compare_exchange_weak(&b->last, &last, i))
        ;
    if (b->takes_any_part)
        atomic_store(&b->is_stopped, true);
}

void
slot_solved(struct worker *w, struct slot *s)
{
    struct deepening *d = &s->leader->deepening;
    struct search_job *job = s->job;
    loyd_err err = LOYD_OK;

    d->length = place_depth(s->node[w->board_word + 1]);
    if (!is_home(w, s)) {
        search_batch_fail(w->batch, LOYD_E_CORRUPT);
        slot_leave(w, s, SEARCH_OPEN);
        return;
    }
    for (unsigned i = 0; job->wants_path && err == LOYD_OK && i < d->length;
         i++)
        err = search_job_push(job, trail_dir(w->heuristic, s, i), 1);
    if (err != LOYD_OK)
        search_batch_fail(w->batch, err);
    else
        deepen_next(d);
    if (w->batch->are_parts && job->end == SEARCH_SOLVED)
        part_solved(w->batch, job);
    slot_leave(w, s, job->end);
}

/*
 * Ends a board whose budget is used up; the children of this step are dropped.
 */
void
slot_spent(struct worker *w, struct slot *s)
{
    s->job->nodes = s->job->budget;
    s->n_children = 0;
    slot_leave(w, s, SEARCH_BUDGET);
}

/* Adds the worker's nodes to the batch and checks whether to stop. */
void
worker_tick(struct worker *w)
{
    struct search_batch *b = w->batch;
    uint64_t n = atomic_fetch_add(&b->n_nodes, w->n_nodes) + w->n_nodes;

    w->n_nodes = 0;
    for (unsigned i = 0; i < w->n_slots; i++) {
        struct slot *s = &w->slots[i];

        if (s->job != NULL &&
            (size_t)(s->job - b->jobs) > atomic_load(&b->last))
            slot_leave(w, s, SEARCH_OPEN);
        else if (s->job != NULL && s->leader == s)
            deepen_tell(b, s->job, s->job->nodes);
    }
    if (b->are_parts)
        monitor_bound(b->monitor, b->whole_job->puzzle, b->whole_job->lower,
                      b->whole_job->nodes + n - b->n_nodes_before);
    worker_refill(w);
    if (b->node_stop != 0 && n >= b->node_stop)
        atomic_store(&b->is_stopped, true);
    if (!monitor_tell(b->monitor, "solving",
                      b->n_before +
                          (b->are_parts ? 0 : atomic_load(&b->n_done)),
                      b->n_all))
        atomic_store(&b->is_stopped, true);
}
