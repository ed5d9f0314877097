/* SPDX-License-Identifier: MIT */
/*
 * IDA* with any number of additive views. Eight slots of a thread work on one
 * board, so that the memory accesses of one overlap with the work of others.
 *
 * A child is cut exactly if a view rises whose sum already equals the moves
 * left. Those views are read first, the others only once the child is searched
 * itself, and not at all if it turns out to be a transposition.
 *
 * For the length alone, nodes cut at one bound are the roots of the next
 * (views_frontier.h), each state once. For the canonical path, the boards that
 * the first moves lead to are searched in the order of their paths; each uses
 * what earlier ones have found.
 */
#include "solve/views_search.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/descent.h"
#include "solve/processor.h"
#include "solve/views_crew.h"

#define BYTES UINT64_C(0x0101010101010101)
#define LOW_BITS UINT64_C(0x7F7F7F7F7F7F7F7F)
#define TICK 1024 /* rounds between checks for a stop */

#define INLINE static inline __attribute__((always_inline))

/* Starts the look-up of a pattern of k tiles on the cells of a node. */
INLINE void
look_up(const struct view_pattern *p, unsigned k, const uint8_t *at,
        unsigned blank, const uint32_t **word, uint8_t *bit)
{
    uint32_t cell[PATTERN_TILES_MAX], mask = 0, sequence = 0;
    uint64_t entry;

    for (unsigned i = 0; i < k; i++) {
        cell[i] = p->mask[at[p->tile[i]]];
        mask |= cell[i];
    }
    for (unsigned i = 1; i < k; i++)
        sequence |=
            i << 3 * (unsigned)__builtin_popcount(mask & (cell[i] - 1));
    entry = pdb_entry(p->ranks, p->row_bits, sequence,
                      region_number(p->space, mask, p->map[blank]));
    *word = &p->bits[entry >> 5];
    *bit = (uint8_t)(entry & 31);
    __builtin_prefetch(*word);
}

/* Starts the look-ups of `todo`, patterns of the child's tile. */
INLINE void
ask(const struct views *v, struct view_child *c, unsigned todo)
{
    const struct view_node *n = &c->node;
    unsigned blank = n->at[v->cls.blank];

    c->asked = (uint16_t)todo;
    for (; todo != 0; todo &= todo - 1) {
        unsigned i = (unsigned)__builtin_ctz(todo);
        const struct view_pattern *p = &v->pattern[v->of[n->tile][i]];

        if (p->k == 6)
            look_up(p, 6, n->at, blank, &c->word[i], &c->bit[i]);
        else
            look_up(p, p->k, n->at, blank, &c->word[i], &c->bit[i]);
    }
}

/* Reads what was asked for. Returns the views that have risen. */
INLINE unsigned
answer(const struct views *v, struct view_child *c)
{
    struct view_node *n = &c->node;
    unsigned rising = 0;

    for (unsigned rest = c->asked; rest != 0; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest), of = v->of[n->tile][i];
        const struct view_pattern *p = &v->pattern[of];
        unsigned less = ((unsigned)(n->values >> 2 * of) - 1) & 3;
        bool rises = (less >> 1) != (*c->word[i] >> c->bit[i] & 1);
        uint64_t value = (less + 2u * rises) & 3;

        n->values &= ~(UINT64_C(3) << 2 * of);
        n->values |= value << 2 * of;
        if (rises) {
            n->sum[0] += p->one[0];
            n->sum[1] += p->one[1];
            rising |= p->views;
        } else {
            n->sum[0] -= p->one[0];
            n->sum[1] -= p->one[1];
        }
    }
    n->todo &= (uint16_t)~c->asked;
    c->asked = 0;
    return rising;
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
promise(const struct crew *w, const struct view_node *n)
{
    unsigned most = w->bound + 2 - n->depth, views = w->views->n_views;
    unsigned total = byte_sum(n->sum[0]) + byte_sum(n->sum[1]);
    unsigned apart = (most * views - total) / (views - 1);

    return most * 16 + (apart < 30 ? 15 - apart / 2 : 0);
}

static void
keep_root(struct crew *w, struct crew_slot *s)
{
    views_frontier_add(&w->frontier, &s->root, promise(w, &s->root));
    w->frontier.is_torn = true;
    s->collects = false;
}

/* Takes the next root or part. Returns false if there is none. */
INLINE bool
take_root(struct crew *w, struct crew_slot *s)
{
    struct view_node *node = &s->own.node;

    if (w->job->wants_path)
        return crew_take_part(w, s);
    if (w->frontier.at == w->frontier.n_now)
        return false;
    views_frontier_take(&w->frontier, node);
    s->root = *node;
    s->stamp = w->stamp;
    s->collects = true;
    if (w->is_last_bound)
        keep_root(w, s);
    return true;
}

/* Phase one: takes the next node and completes it. */
INLINE bool
take(struct crew *w, struct crew_slot *s)
{
    struct view_node *node = &s->own.node;

    if (w->job->wants_path && s->part > w->solved_part)
        s->n_stack = 0;
    for (;;) {
        if (s->n_stack > 0)
            *node = s->stack[--s->n_stack];
        else if (!take_root(w, s))
            return false;
        if (views_seen_expanded(&w->seen, views_key_of(node->at), s->stamp,
                                node->depth))
            continue;
        ask(w->views, &s->own, node->todo);
        return true;
    }
}

/* Returns the first pattern of the tile that a tight view contains, as a bit. */
INLINE unsigned
tight_patterns(const struct views *v, unsigned tile, unsigned tight)
{
    unsigned found = 0;

    for (unsigned i = 0; i < v->n_of[tile]; i++)
        found |= (unsigned)((v->pattern[v->of[tile][i]].views & tight) != 0)
                 << i;
    return found;
}

/* Phase two: makes the children and asks one view that can cut each. */
INLINE void
make_children(struct crew *w, struct crew_slot *s)
{
    const struct views *v = w->views;
    struct view_node *n = &s->own.node;
    unsigned left = w->bound - n->depth, blank;
    const struct crew_moves *moves;

    (void)answer(v, &s->own);
    s->trail[n->depth] = n->dir;
    s->n_children = 0;
    if ((n->sum[0] | n->sum[1]) == 0) {
        crew_solved(w, s);
        return;
    }
    s->tight = (equal_bytes(n->sum[0], left) |
                equal_bytes(n->sum[1], left) << 8) &
               ((1u << v->n_views) - 1);
    blank = n->at[v->cls.blank];
    moves = &w->moves[blank][n->dir];
    for (unsigned i = 0; i < moves->n; i++) {
        struct view_child *c = &s->children[i];
        unsigned cell = moves->cell[i], tile, first;
        const uint8_t *found = memchr(n->at, (int)cell, sizeof(n->at));

        tile = (unsigned)(found - n->at);
        c->node = *n;
        c->node.at[tile] = (uint8_t)blank;
        c->node.at[v->cls.blank] = (uint8_t)cell;
        c->node.tile = (uint8_t)tile;
        c->node.dir = moves->dir[i];
        c->node.depth++;
        c->node.todo = (uint16_t)((1u << v->n_of[tile]) - 1);
        c->is_cut = false;
        c->tight = (uint16_t)tight_patterns(v, tile, s->tight);
        first = c->tight & -c->tight;
        ask(v, c, first);
        if (s->collects)
            views_seen_fetch(&w->seen, views_key_of(c->node.at));
    }
    s->n_children = moves->n;
    w->job->nodes += moves->n;
    w->n_nodes += moves->n;
}

/* Phase three: asks the other views that can cut. */
INLINE void
ask_tight(struct crew *w, struct crew_slot *s)
{
    for (unsigned i = 0; i < s->n_children; i++) {
        struct view_child *c = &s->children[i];

        c->is_cut = (answer(w->views, c) & s->tight) != 0;
        if (!c->is_cut)
            ask(w->views, c, c->tight & c->node.todo);
    }
}

/* Keeps a node for the next bound or, if the frontier is full, its root. */
INLINE void
defer(struct crew *w, struct crew_slot *s, const struct view_node *node)
{
    if (views_seen_waiting(&w->seen, views_key_of(node->at), s->stamp,
                           node->depth))
        return;
    if (views_frontier_is_full(&w->frontier))
        keep_root(w, s);
    else
        views_frontier_add(&w->frontier, node, promise(w, node));
}

/* Phase four: pushes the children that are left. */
INLINE void
push_children(struct crew *w, struct crew_slot *s)
{
    for (unsigned i = 0; i < s->n_children; i++) {
        struct view_child *c = &s->children[i];

        c->is_cut |= (answer(w->views, c) & s->tight) != 0;
        if (c->is_cut) {
            if (s->collects)
                defer(w, s, &c->node);
            continue;
        }
        if (!s->collects)
            views_seen_fetch(&w->seen, views_key_of(c->node.at));
        s->stack[s->n_stack++] = c->node;
    }
    s->n_children = 0;
}

/* Advances all slots by one node. Returns false if none has work. */
INLINE bool
round_of(struct crew *w)
{
    struct crew_slot *busy[CREW_SLOTS];
    unsigned n = 0;

    for (unsigned i = 0; i < CREW_SLOTS; i++)
        if (take(w, &w->slots[i]))
            busy[n++] = &w->slots[i];
    for (unsigned i = 0; i < n; i++)
        make_children(w, busy[i]);
    for (unsigned i = 0; i < n; i++)
        ask_tight(w, busy[i]);
    for (unsigned i = 0; i < n; i++)
        push_children(w, busy[i]);
    return n > 0;
}

/*
 * Runs rounds until the bound is finished, the board solved or the batch
 * stopped.
 */
INLINE void
run(struct crew *w)
{
    do {
        for (unsigned i = 0; i < TICK; i++)
            if (w->job->end != SEARCH_OPEN || !round_of(w))
                return;
    } while (crew_tick(w));
}

static void
run_portable(struct crew *w)
{
    run(w);
}

PROCESSOR_FAST static void
run_fast(struct crew *w)
{
    run(w);
}

void
crew_run_bound(struct crew *w)
{
    if (!w->batch->is_portable && processor_is_fast())
        run_fast(w);
    else
        run_portable(w);
}

void
crew_complete(const struct views *v, struct view_node *node)
{
    struct view_child c = {.node = *node};

    ask(v, &c, node->todo);
    (void)answer(v, &c);
    *node = c.node;
}
