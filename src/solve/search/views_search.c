/* SPDX-License-Identifier: MIT */
/*
 * IDA* with any number of additive views. All slots of a thread work on one
 * board, so that the memory accesses of one overlap with the work of others.
 *
 * A child is cut exactly if a view rises whose sum already equals the moves
 * left. Those views are read first, the others only once the child is searched
 * itself, and not at all if it turns out to be a transposition.
 *
 * For the length alone, nodes cut at one bound are the roots of the next
 * (frontier.h), each state once. For the canonical path, the boards that
 * the first moves lead to are searched in the order of their paths; each uses
 * what earlier ones have found.
 */
#include "solve/search/views_search.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/search/views_crew.h"
#include "solve/table/descent.h"
#include "solve/table/processor.h"

#define BYTES UINT64_C(0x0101010101010101)
#define LOW_BITS UINT64_C(0x7F7F7F7F7F7F7F7F)
#define TICK 1024 /* rounds between checks for a stop */

#define INLINE static inline __attribute__((always_inline))

/* Records look-ups of `todo`, patterns of the child's tile. */
INLINE void
ask(struct crew_member *m, struct view_child *c, unsigned todo)
{
    const struct views *v = m->crew->views;
    struct view_node *n = &c->is.node;

    n->todo &= (uint16_t)~todo;
    for (; todo != 0; todo &= todo - 1) {
        unsigned i = (unsigned)__builtin_ctz(todo);
        struct crew_look *l = &m->looks[m->n_looks++];

        l->child = c;
        l->number = v->of[n->tile][i];
        l->pattern = &v->pattern[l->number];
    }
}

/* First step: finds the permutation and the set of cells of k tiles. */
INLINE void
look_at_tiles(struct crew_look *l, unsigned k)
{
    const struct view_pattern *p = l->pattern;
    const uint8_t *at = l->child->is.node.at;
    uint32_t cell[PATTERN_TILES_MAX], mask = 0, sequence = 0;

    for (unsigned i = 0; i < k; i++) {
        cell[i] = p->mask[at[p->tile[i]]];
        mask |= cell[i];
    }
    for (unsigned i = 1; i < k; i++)
        sequence |=
            i << 3 * (unsigned)__builtin_popcount(mask & (cell[i] - 1));
    l->row = perm_rank(p->ranks, sequence) * p->row_bits;
    l->set = region_set_number(p->space, mask);
    __builtin_prefetch(&p->space->head[l->set]);
}

/* Second step: finds the blank's region. */
INLINE void
look_at_blank(struct crew_look *l, unsigned goal)
{
    const struct view_pattern *p = l->pattern;
    unsigned blank = l->child->is.node.at[goal];
    uint64_t entry = l->row + region_of_set(p->space, l->set, p->map[blank]);

    l->word = &p->bits[entry >> 5];
    l->bit = (uint8_t)(entry & 31);
    __builtin_prefetch(l->word);
}

/* Last step: reads the entry. */
INLINE void
look_at_entry(struct crew_look *l)
{
    struct view_node *n = &l->child->is.node;
    const struct view_pattern *p = l->pattern;
    unsigned shift = 2 * l->number;
    unsigned less = ((unsigned)(n->values >> shift) - 1) & 3;
    bool rises = (less >> 1) != (*l->word >> l->bit & 1);
    uint64_t value = (less + 2u * rises) & 3, sign = rises ? 0 : UINT64_MAX;

    n->values &= ~(UINT64_C(3) << shift);
    n->values |= value << shift;
    n->sum[0] += (p->one[0] ^ sign) - sign;
    n->sum[1] += (p->one[1] ^ sign) - sign;
    l->child->risen |= rises ? p->views : 0u;
}

/* Makes all look-ups that were asked for. */
INLINE void
look_up(struct crew_member *m)
{
    unsigned goal = m->crew->views->cls.blank;

    for (size_t i = 0; i < m->n_looks; i++)
        if (m->looks[i].pattern->k == 6)
            look_at_tiles(&m->looks[i], 6);
        else
            look_at_tiles(&m->looks[i], m->looks[i].pattern->k);
    for (size_t i = 0; i < m->n_looks; i++)
        look_at_blank(&m->looks[i], goal);
    for (size_t i = 0; i < m->n_looks; i++)
        look_at_entry(&m->looks[i]);
    m->n_looks = 0;
}

/* Returns the bytes of x that equal `value`, as bits. */
INLINE unsigned
equal_bytes(uint64_t x, unsigned value)
{
    uint64_t differs = x ^ value * BYTES;
    uint64_t same = ~(((differs & LOW_BITS) + LOW_BITS) | differs | LOW_BITS);

    return (unsigned)((same >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

INLINE unsigned
byte_sum(uint64_t x)
{
    const uint64_t even = UINT64_C(0x00FF00FF00FF00FF);

    return (unsigned)(((x & even) + (x >> 8 & even)) *
                          UINT64_C(0x0001000100010001) >>
                      48);
}

/* Returns the node's priority at the next bound; lower is more promising. */
INLINE unsigned
priority(const struct crew *w, const struct view_node *n)
{
    unsigned most = w->bound + 2 - n->depth, views = w->views->n_views;
    unsigned total = byte_sum(n->sum[0]) + byte_sum(n->sum[1]);
    unsigned apart = (most * views - total) / (views - 1);

    return most * 16 + (apart < 30 ? 15 - apart / 2 : 0);
}

static void
keep_root(struct crew_member *m, struct crew_slot *s)
{
    (void)frontier_add(&m->stash, &s->root, VIEW_NODE_WORDS,
                       priority(m->crew, &s->root), true);
    s->collects = false;
}

/* Fetches what will be read of a root that is taken soon. */
INLINE void
fetch_root(const struct crew_member *m)
{
    const struct frontier_stash *stash = &m->stash;
    const uint64_t *next = stash->next;

    if (stash->end - next > (ptrdiff_t)(CREW_SLOTS * VIEW_NODE_WORDS))
        views_seen_fetch(
            &m->crew->seen,
            views_key_of(
                (const uint8_t *)(next + CREW_SLOTS * VIEW_NODE_WORDS)));
}

/* Takes the next root or part. Returns false if there is none. */
INLINE bool
take_root(struct crew_member *m, struct crew_slot *s)
{
    struct crew *w = m->crew;
    struct crew_item *item = &s->own.is;

    if (w->job->wants_path) {
        if (!crew_take_part(w, s))
            return false;
    } else {
        const uint64_t *root = frontier_take(&m->stash, VIEW_NODE_WORDS);

        if (root == NULL)
            return false;
        memcpy(&s->root, root, sizeof(s->root));
        fetch_root(m);
        item->node = s->root;
        s->stamp = w->seen.stamp;
        s->collects = !w->is_last_bound;
        if (s->collects &&
            atomic_load_explicit(&w->frontier.is_torn, memory_order_relaxed))
            keep_root(m, s);
    }
    item->key = views_key_of(item->node.at);
    return true;
}

/* Phase one: takes the next node and completes it. */
INLINE bool
take_node(struct crew_member *m, struct crew_slot *s)
{
    struct crew *w = m->crew;
    struct crew_item *item = &s->own.is;

    if (w->job->wants_path &&
        s->part > atomic_load_explicit(&w->solved_part, memory_order_relaxed))
        s->n_stack = 0;
    do {
        if (s->n_stack > 0)
            *item = s->stack[--s->n_stack];
        else if (!take_root(m, s))
            return false;
    } while (
        views_seen_expanded(&w->seen, item->key, s->stamp, item->node.depth));
    ask(m, &s->own, item->node.todo);
    return true;
}

/* Returns the patterns of the tile that a tight view contains, as bits. */
INLINE unsigned
tight_patterns(const struct views *v, unsigned tile, unsigned tight)
{
    unsigned found = 0;

    for (unsigned i = 0; i < v->n_of[tile]; i++)
        found |= (unsigned)((v->pattern[v->of[tile][i]].views & tight) != 0)
                 << i;
    return found;
}

INLINE void
make_child(struct crew_member *m, struct crew_slot *s, unsigned cell,
           unsigned dir)
{
    const struct crew *w = m->crew;
    const struct views *v = w->views;
    struct view_child *c = &s->children[s->n_children++];
    struct view_node *to = &c->is.node;

    view_node_move(v, &s->own.is.node, cell, dir, to);
    c->risen = 0;
    c->tight = tight_patterns(v, to->tile, s->tight);
    ask(m, c, c->tight & -c->tight);
    if (s->collects) {
        c->is.key = views_key_of(to->at);
        views_seen_fetch(&w->seen, c->is.key);
    }
}

/* Phase two: makes the children and asks one view that can cut each. */
INLINE void
make_children(struct crew_member *m, struct crew_slot *s)
{
    struct crew *w = m->crew;
    const struct views *v = w->views;
    const struct view_node *n = &s->own.is.node;
    unsigned left = w->bound - n->depth;
    const struct crew_moves *moves = &w->moves[n->at[v->cls.blank]][n->dir];

    s->trail[n->depth] = n->dir;
    s->n_children = 0;
    if ((n->sum[0] | n->sum[1]) == 0 || left == 0) {
        crew_solved(w, s);
        return;
    }
    s->tight =
        (equal_bytes(n->sum[0], left) | equal_bytes(n->sum[1], left) << 8) &
        ((1u << v->n_views) - 1);
    for (unsigned i = 0; i < moves->n; i++)
        make_child(m, s, moves->cell[i], moves->dir[i]);
    m->n_nodes += moves->n;
}

/* Phase three: asks the other views that can cut. */
INLINE void
ask_tight(struct crew_member *m, struct crew_slot *s)
{
    for (unsigned i = 0; i < s->n_children; i++) {
        struct view_child *c = &s->children[i];

        if ((c->risen & s->tight) == 0)
            ask(m, c, c->tight & c->is.node.todo);
    }
}

/* Keeps a node for the next bound or, if the frontier is full, its root. */
INLINE void
defer(struct crew_member *m, struct crew_slot *s, const struct crew_item *item)
{
    struct crew *w = m->crew;

    if (views_seen_waiting(&w->seen, item->key, s->stamp, item->node.depth))
        return;
    if (!frontier_add(&m->stash, &item->node, VIEW_NODE_WORDS,
                      priority(w, &item->node), false))
        keep_root(m, s);
}

/* Phase four: pushes the children that are left. */
INLINE void
push_children(struct crew_member *m, struct crew_slot *s)
{
    for (unsigned i = 0; i < s->n_children; i++) {
        struct view_child *c = &s->children[i];

        if ((c->risen & s->tight) != 0) {
            if (s->collects)
                defer(m, s, &c->is);
            continue;
        }
        if (!s->collects) {
            c->is.key = views_key_of(c->is.node.at);
            views_seen_fetch(&m->crew->seen, c->is.key);
        }
        s->stack[s->n_stack++] = c->is;
    }
}

/* Advances all slots by one node. Returns false if none has work. */
INLINE bool
round_of(struct crew_member *m)
{
    struct crew_slot *busy[CREW_SLOTS];
    unsigned n = 0;

    for (unsigned i = 0; i < CREW_SLOTS; i++)
        if (take_node(m, &m->slots[i]))
            busy[n++] = &m->slots[i];
    look_up(m);
    for (unsigned i = 0; i < n; i++)
        make_children(m, busy[i]);
    look_up(m);
    for (unsigned i = 0; i < n; i++)
        ask_tight(m, busy[i]);
    look_up(m);
    for (unsigned i = 0; i < n; i++)
        push_children(m, busy[i]);
    return n > 0;
}

/*
 * Runs rounds until the bound is finished, the board solved or the batch
 * stopped.
 */
INLINE void
run(struct crew_member *m)
{
    const atomic_bool *has_ended = &m->crew->has_ended;

    do {
        for (unsigned i = 0; i < TICK; i++)
            if (atomic_load_explicit(has_ended, memory_order_relaxed) ||
                !round_of(m))
                return;
    } while (crew_tick(m));
}

static void
run_portable(struct crew_member *m)
{
    run(m);
}

PROCESSOR_FAST static void
run_fast(struct crew_member *m)
{
    run(m);
}

void
crew_run_bound(struct crew_member *m)
{
    if (!m->crew->batch->is_portable && processor_is_fast())
        run_fast(m);
    else
        run_portable(m);
}

void
crew_complete(struct crew_member *m, struct view_node *node)
{
    struct view_child c = {.is.node = *node};

    ask(m, &c, node->todo);
    look_up(m);
    *node = c.is.node;
}
