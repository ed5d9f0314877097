/* SPDX-License-Identifier: MIT */
/*
 * IDA* [Korf, AIJ 27 (1985)] with additive pattern databases. One thread
 * interleaves several boards, so that the table look-ups of one overlap with
 * the work on the others.
 *
 * A node holds the patterns of every group in both views. It is expanded in
 * three phases, each for all boards before the next: children are looked up in
 * the view with the larger estimate; those that pass are looked up in the
 * other view; those that pass again go on the board's stack. Every move
 * changes the sum of a view by exactly one, so bounds increase by two.
 *
 * A small table of the states expanded in this iteration, with their depths,
 * cuts transpositions. Entries identify the board exactly: a state is never
 * mistaken for another. For the canonical path, children are tried in its
 * order, so that the first solution found is the least: everything the table
 * cuts has already been searched without success, with at least as many moves
 * left. For the length alone, the nodes that one bound cuts are the roots of
 * the next (frontier.h).
 */
#include "solve/search/slot.h"

#include <string.h>

#define TICK 1024 /* rounds between checks for a stop */

INLINE void
ask(struct node_shape f, const struct worker *w, const uint64_t *node,
    unsigned view, unsigned cell, unsigned blank, struct child *c)
{
    child_ask(f, w->heuristic, w->look_up[view], w->cells, node, view, cell,
              blank, c);
}

/* Starts the missing look-up of an incomplete node. */
INLINE void
half_ask(struct node_shape f, const struct worker *w, const uint64_t *node,
         struct child *c)
{
    place p = node[BOARD_WORD(f) + 1];
    unsigned other = 1 - (unsigned)(p >> PLACE_VIEW & 1);
    unsigned cell = place_blank(p);

    if (f.is_packed)
        c->values = node[PACKED_VALUES];
    ask(f, w, node, other, cell, cell_after(w->heuristic, cell, place_dir(p)),
        c);
}

/* Completes the node. */
INLINE void
half_make(struct node_shape f, uint64_t *node, struct child *c)
{
    place p = node[BOARD_WORD(f) + 1];
    unsigned view = (unsigned)(p >> PLACE_VIEW & 1), other = 1 - view;
    uint64_t sum = child_answer(f, other, place_sum(p, other), c);

    child_put(f, node, other, c);
    if (f.is_packed)
        node[PACKED_VALUES] = c->values;
    p &= ~(UINT64_C(0xFFFF) << 16 * other);
    p &= ~(UINT64_C(1) << PLACE_HALF | UINT64_C(1) << PLACE_VIEW);
    node[BOARD_WORD(f) + 1] = p | sum << 16 * other;
}

INLINE bool
node_is_half(struct node_shape f, const uint64_t *node)
{
    return node[BOARD_WORD(f) + 1] >> PLACE_HALF & 1;
}

/* Keeps the root for the next bound, in addition to what it has produced. */
INLINE void
keep_root(struct node_shape f, struct slot *s)
{
    (void)frontier_add(s->stash, s->root, NODE_WORDS(f),
                       place_priority(s->root[BOARD_WORD(f) + 1]), true);
    s->collects = false;
}

/*
 * Makes the next root the slot's node and starts the look-up of the one after.
 * Returns false if there is none.
 */
INLINE bool
take_root(struct node_shape f, const struct worker *w, struct slot *s)
{
    struct frontier_stash *stash = s->stash;
    uint64_t *root = frontier_take(stash, NODE_WORDS(f));

    if (root == NULL)
        return false;
    if (node_is_half(f, root)) {
        if (s->ahead_of != root)
            half_ask(f, w, root, &s->ahead);
        half_make(f, root, &s->ahead);
    }
    memcpy(s->node, root, NODE_WORDS(f) * sizeof(*root));
    memcpy(s->root, root, NODE_WORDS(f) * sizeof(*root));
    s->collects = !s->is_last_bound;
    if (s->collects &&
        (!s->takes_any_order || atomic_load_explicit(&stash->frontier->is_torn,
                                                     memory_order_relaxed)))
        keep_root(f, s);
    if (stash->next < stash->end && node_is_half(f, stash->next)) {
        half_ask(f, w, stash->next, &s->ahead);
        s->ahead_of = stash->next;
    }
    return true;
}

/*
 * Takes the next node to expand, from the stack or else from the frontier.
 * Returns false if there is none: the bound must be raised.
 */
INLINE bool
take_node(struct node_shape f, const struct worker *w, struct slot *s)
{
    uint64_t *node = s->node;

    for (;;) {
        unsigned depth;

        if (s->n_stack > 0) {
            s->n_stack--;
            memcpy(node, s->stack + s->n_stack * NODE_WORDS(f),
                   NODE_WORDS(f) * sizeof(*node));
        } else if (!take_root(f, w, s)) {
            return false;
        }
        depth = place_depth(node[BOARD_WORD(f) + 1]);
        if (f.is_small
                ? !seen_before_small(s->seen, node[BOARD_WORD(f)], depth)
                : !seen_before(s->seen, node, f.groups, depth))
            return true;
    }
}

/* Phase one: looks up the children in the view with the larger estimate, in
 * the order of a table of moves; returns their number. */
INLINE unsigned
ask_first(struct node_shape f, const struct worker *w, const uint64_t *node,
          const struct move_table *moves, struct child *c)
{
    place p = node[BOARD_WORD(f) + 1];
    unsigned blank = place_blank(p), n = 0;
    uint32_t next = moves->from[blank][place_dir(p)];

    for (; next != NEXT_END; next = next >> 8 | 0xFF000000) {
        c->cell = next & NEXT_CELL;
        c->dir = next >> NEXT_DIR & 3;
        if (f.is_packed)
            c->values = node[PACKED_VALUES];
        ask(f, w, node, first_view(p), c->cell, blank, c);
        c++;
        n++;
    }
    return n;
}

/*
 * Phase two: looks up the children that pass the first view in the other. The
 * rest stays if it is collected. Returns the number of those left.
 */
INLINE unsigned
ask_last(struct node_shape f, const struct worker *w, const uint64_t *node,
         unsigned most, bool collects, struct child *c, unsigned n_before)
{
    place p = node[BOARD_WORD(f) + 1];
    unsigned v = first_view(p), sum = place_sum(p, v), n = 0;

    for (struct child *in = c, *end = c + n_before; in < end; in++) {
        unsigned child_sum = child_answer(f, v, sum, in);
        bool is_half = child_sum > most;

        if (is_half && !collects)
            continue;
        if (c != in)
            *c = *in;
        c->sum = child_sum;
        if (!f.is_ordered)
            c->is_half = is_half;
        if (!is_half)
            ask(f, w, node, 1 - v, c->cell, place_blank(p), c);
        c++;
        n++;
    }
    return n;
}

enum child_end { CHILD_DROPPED, CHILD_CUT, CHILD_OPEN, CHILD_GOAL };

/* Phase three: ends the look-ups of a child of a node in place `p`; makes its
 * node if it is within the bound or collected. */
INLINE enum child_end
make_child(struct node_shape f, const uint64_t *node, place p, unsigned most,
           bool collects, struct child *c, uint64_t *to)
{
    unsigned v = first_view(p), last = 1 - v, sum = place_sum(p, last);
    bool is_half = !f.is_ordered && c->is_half;
    unsigned child_sum = is_half ? sum : child_answer(f, last, sum, c);
    bool is_cut = is_half || child_sum > most;

    if (is_cut && (f.is_ordered || !collects))
        return CHILD_DROPPED;
    memcpy(to, node, BOARD_WORD(f) * sizeof(*to));
    child_put(f, to, v, c);
    if (!is_half)
        child_put(f, to, last, c);
    if (f.is_packed)
        to[PACKED_VALUES] = c->values;
    if (f.is_small)
        to[BOARD_WORD(f)] =
            nibbles_move(node[BOARD_WORD(f)], c->cell, place_blank(p));
    to[BOARD_WORD(f) + 1] = place_make(place_depth(p) + 1, c->cell, c->dir) |
                            (uint64_t)is_half << PLACE_HALF |
                            (uint64_t)(is_half & v) << PLACE_VIEW |
                            (uint64_t)c->sum << 16 * v |
                            (uint64_t)child_sum << 16 * last;
    if (is_cut)
        return CHILD_CUT;
    return (c->sum | child_sum) == 0 ? CHILD_GOAL : CHILD_OPEN;
}

/* Keeps a node for the next bound or, if the frontier is full, its root. */
INLINE void
defer(struct node_shape f, struct slot *s, const uint64_t *node)
{
    if (!frontier_add(s->stash, node, NODE_WORDS(f),
                      place_priority(node[BOARD_WORD(f) + 1]), false))
        keep_root(f, s);
}

/*
 * Pushes the remaining children. Returns true if a child is the goal; it
 * becomes the slot's node.
 */
INLINE bool
push_children(struct node_shape f, struct slot *s)
{
    place p = s->node[BOARD_WORD(f) + 1];
    unsigned depth = place_depth(p) + 1, most = s->bound - depth;
    uint64_t *node = s->stack + s->n_stack * NODE_WORDS(f);

    for (struct child *c = s->children, *end = c + s->n_children; c < end;
         c++) {
        enum child_end made =
            make_child(f, s->node, p, most, s->collects, c, node);

        if (made == CHILD_DROPPED)
            continue;
        if (made == CHILD_CUT) {
            defer(f, s, node);
            continue;
        }
        if (made == CHILD_GOAL) {
            s->trail[depth] = (uint8_t)c->cell;
            memcpy(s->node, node, NODE_WORDS(f) * sizeof(*node));
            return true;
        }
        if (f.is_small)
            seen_fetch_small(s->seen, node[BOARD_WORD(f)]);
        else
            seen_fetch(s->seen, node, f.groups);
        node += NODE_WORDS(f);
        s->n_stack++;
    }
    return false;
}

/* Takes a node and runs phase one. */
INLINE void
begin_round(struct node_shape f, struct worker *w, struct slot *s)
{
    struct search_job *job;
    place p;

    s->n_children = 0;
    if (s->job == NULL || s->is_waiting)
        return;
    while (!take_node(f, w, s))
        if (!slot_bound_done(w, s))
            return;
    job = s->job;
    p = s->node[BOARD_WORD(f) + 1];
    s->trail[place_depth(p)] = (uint8_t)place_blank(p);
    s->n_children = ask_first(f, w, s->node, &s->moves, s->children);
    job->nodes += s->n_children;
    w->n_nodes += s->n_children;
    if (job->budget != 0 && job->nodes >= job->budget)
        slot_spent(w, s);
}

/* Advances all slots with a job by one step. */
INLINE void
round_of(struct node_shape f, struct worker *w)
{
    unsigned n = w->n_active;
    bool has_ended = false;

    for (unsigned i = 0; i < n; i++)
        begin_round(f, w, w->active[i]);
    for (unsigned i = 0; i < n; i++) {
        struct slot *s = w->active[i];
        unsigned depth = place_depth(s->node[BOARD_WORD(f) + 1]) + 1;

        s->n_children =
            ask_last(f, w, s->node, s->bound - depth,
                     !f.is_ordered && s->collects, s->children, s->n_children);
    }
    for (unsigned i = 0; i < n; i++) {
        struct slot *s = w->active[i];

        if (s->n_children > 0 && push_children(f, s))
            slot_solved(w, s);
        has_ended |= s->job == NULL;
    }
    if (has_ended)
        worker_refill(w);
}

INLINE void
work(struct node_shape f, struct worker *w)
{
    worker_refill(w);
    while (w->n_active > 0 && !atomic_load(&w->batch->is_stopped)) {
        for (unsigned i = 0; i < TICK && w->n_active > 0; i++)
            round_of(f, w);
        worker_tick(w);
    }
}

/* A children_fn: the look-ups of all nodes overlap. */
INLINE unsigned
children(struct node_shape f, const struct worker *w,
         const struct node_group *of, unsigned most, node_words *to,
         struct edge *edges)
{
    struct child child[TOGETHER][4];
    unsigned left[TOGETHER], n = 0;

    for (unsigned i = 0; i < of->n; i++)
        left[i] = ask_first(f, w, of->nodes[i], of->moves, child[i]);
    for (unsigned i = 0; i < of->n; i++)
        left[i] =
            ask_last(f, w, of->nodes[i], most, false, child[i], left[i]);
    for (unsigned i = 0; i < of->n; i++)
        for (unsigned k = 0; k < left[i]; k++) {
            const uint64_t *node = of->nodes[i];
            struct child *c = &child[i][k];

            edges[n].from = (uint8_t)i;
            edges[n].dir = (uint8_t)c->dir;
            n += make_child(f, node, node[BOARD_WORD(f) + 1], most, false, c,
                            to[n]) != CHILD_DROPPED;
        }
    return n;
}

/* The functions for one shape of node. */
#define INSTANCE(name, target, groups, small, packed)                         \
    target static void name##_work(struct worker *w)                          \
    {                                                                         \
        work((struct node_shape){groups, small, packed, false}, w);           \
    }                                                                         \
    target static unsigned name##_children(                                   \
        const struct worker *w, const struct node_group *of, unsigned most,   \
        node_words *to, struct edge *edges)                                   \
    {                                                                         \
        return children((struct node_shape){groups, small, packed, false}, w, \
                        of, most, to, edges);                                 \
    }

/* Each is compiled twice (processor.h), packed ones for fast processors. */
#define INSTANCES(name, groups, small)                                        \
    INSTANCE(name, , groups, small, false)                                    \
    INSTANCE(name##_fast, PROCESSOR_FAST, groups, small, false)

#define ROW(name, groups, small)                                              \
    {{groups, small, false, false},                                           \
     {name##_work, name##_fast_work},                                         \
     {name##_children, name##_fast_children}}

INSTANCE(packed_2, PROCESSOR_FAST, 2, true, true)
INSTANCES(small_2, 2, true)
INSTANCES(small_3, 3, true)
#ifdef __wasm__
/* One for all: pages have no tables of such boards, and load less. */
INSTANCES(wide, w->heuristic->n_groups, false)
#else
INSTANCES(wide_3, 3, false)
INSTANCES(wide_4, 4, false)
INSTANCES(wide_5, 5, false)
INSTANCES(wide_6, 6, false)
INSTANCES(wide_7, 7, false)
#endif

PROCESSOR_FAST static void
packed_2_ordered(struct worker *w)
{
    work((struct node_shape){2, true, true, true}, w);
}

static const struct instance {
    struct node_shape shape;
    void (*work[2])(struct worker *); /* portable and fast */
    children_fn *children[2];
} instances[] = {
    {{2, true, true, false},
     {packed_2_work, packed_2_work},
     {packed_2_children, packed_2_children}},
    ROW(small_2, 2, true),
    ROW(small_3, 3, true),
#ifdef __wasm__
    ROW(wide, 0, false),
#else
    ROW(wide_3, 3, false),
    ROW(wide_4, 4, false),
    ROW(wide_5, 5, false),
    ROW(wide_6, 6, false),
    ROW(wide_7, 7, false),
#endif
};

/* Returns the instance for a worker's nodes, or NULL if there is none. */
static const struct instance *
instance_of(const struct worker *w)
{
    const struct heuristic *h = w->heuristic;

    for (size_t i = 0; i < sizeof(instances) / sizeof(instances[0]); i++) {
        const struct node_shape *f = &instances[i].shape;

        if ((f->groups == h->n_groups || f->groups == 0) &&
            f->is_small == h->has_small_index && f->is_packed == w->is_packed)
            return &instances[i];
    }
    return NULL;
}

children_fn *
worker_children(const struct worker *w)
{
    const struct instance *in = instance_of(w);

    return in != NULL ? in->children[w->is_fast] : NULL;
}

/* True if all jobs want the path. */
static bool
want_paths(const struct search_batch *b)
{
    for (size_t i = 0; i < b->n_jobs; i++)
        if (!b->jobs[i].wants_path)
            return false;
    return true;
}

void
worker_work(struct worker *w)
{
    const struct instance *in = instance_of(w);

    if (in == NULL)
        atomic_store(&w->batch->err, LOYD_E_UNSUPPORTED);
    else if (w->is_packed && want_paths(w->batch))
        packed_2_ordered(w);
    else
        in->work[w->is_fast](w);
}
