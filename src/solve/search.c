/* SPDX-License-Identifier: MIT */
/*
 * IDA* [Korf, AIJ 27 (1985)] on additive pattern databases, several boards
 * interleaved in one thread so that the table look-ups of one hide behind
 * those of the others.
 *
 * A node holds the patterns of every group in both views, and is expanded in
 * three phases, each for all boards before the next: look up the children in
 * the view with the larger estimate; those that pass, in the other view;
 * those that pass again go on the board's stack. Every move changes the sum
 * of a view by exactly one, so bounds go up by two.
 *
 * A small table of states seen in this iteration, with the depth they were
 * seen at, cuts transpositions. Entries identify the board exactly: a state
 * is never taken for another. Children are tried in the order of the path
 * wanted, so that the first solution found is the canonical one: what the
 * table cuts was searched before, in vain, with at least as many moves left.
 */
#include "solve/search_slot.h"

#include <string.h>

#define TICK 8192 /* rounds between looks at the clock and the boss */

/* Phase one: the next node's children, in the view with more to say. */
INLINE void
expand_first(form f, const heuristic *h, slot *s)
{
    uint64_t *node = s->node;
    place p;
    unsigned v, n = 0;

    s->n_stack--;
    memcpy(node, s->stack + s->n_stack * NODE_WORDS(f),
           NODE_WORDS(f) * sizeof *node);
    p = node_place(f, node);
    s->trail[p.depth] = p.blank;
    v = p.sum[1] > p.sum[0];
    s->first = (uint8_t)v;
    for (unsigned d = 0; d < 4; d++) {
        uint8_t cell = s->neighbour[p.blank][d];

        if (cell == NO_CELL || cell == p.from)
            continue;
        s->children[n].cell = cell;
        view_move(f, h, node, v, h->cell[v][cell], h->cell[v][p.blank],
                  &s->children[n]);
        n++;
    }
    s->n_children = (uint8_t)n;
}

/* Phase two: children within the bound by the first view, in the other. */
INLINE void
expand_second(form f, const heuristic *h, slot *s)
{
    place p = node_place(f, s->node);
    unsigned v = s->first, other = 1 - v, n = 0;

    for (unsigned i = 0; i < s->n_children; i++) {
        child *c = &s->children[n];
        unsigned sum;

        if (i != n)
            *c = s->children[i];
        sum = view_read(h, v, p.sum[v], c);
        if (p.depth + 1 + sum > s->bound)
            continue;
        c->sum = (uint16_t)sum;
        view_move(f, h, s->node, other, h->cell[other][c->cell],
                  h->cell[other][p.blank], c);
        n++;
    }
    s->n_children = (uint8_t)n;
}

/* The tile's nibble and the blank's change places. */
INLINE uint64_t
nibbles_move(uint64_t board, unsigned from, unsigned to)
{
    uint64_t both = (board >> 4 * from ^ board >> 4 * to) & 15;

    return board ^ (both << 4 * from | both << 4 * to);
}

/* The less, the sooner the goal: the larger estimate, then the other. */
INLINE unsigned
promise(form f, const uint64_t *node)
{
    place p = node_place(f, node);
    unsigned most = p.sum[0] > p.sum[1] ? p.sum[0] : p.sum[1];

    return most * 2 * DEPTH_MAX + p.sum[0] + p.sum[1];
}

/*
 * Where only the length is wanted, a node's children may be tried in any
 * order: the most promising goes on top.
 */
INLINE void
sort_children(form f, slot *s, size_t base)
{
    for (size_t i = base + 1; i < s->n_stack; i++) {
        uint64_t node[NODE_WORDS_MAX];
        uint64_t *at = s->stack + i * NODE_WORDS(f);

        memcpy(node, at, NODE_WORDS(f) * sizeof *node);
        for (size_t j = i; j > base && promise(f, at - NODE_WORDS(f)) <
                                           promise(f, node);
             j--) {
            memcpy(at, at - NODE_WORDS(f), NODE_WORDS(f) * sizeof *at);
            at -= NODE_WORDS(f);
            memcpy(at, node, NODE_WORDS(f) * sizeof *at);
        }
    }
}

/* Phase three; returns true where a child is the goal. */
INLINE bool
expand_third(form f, const heuristic *h, slot *s)
{
    place p = node_place(f, s->node);
    unsigned last = 1u - s->first;
    size_t base = s->n_stack;

    for (unsigned i = 0; i < s->n_children; i++) {
        child *c = &s->children[i];
        uint64_t *node = s->stack + s->n_stack * NODE_WORDS(f);
        unsigned sum = view_read(h, last, p.sum[last], c);
        place q = {c->cell, p.blank, (uint16_t)(p.depth + 1), {0, 0}};

        if (q.depth + sum > s->bound)
            continue;
        q.sum[last] = (uint16_t)sum;
        q.sum[s->first] = c->sum;
        memcpy(node, s->node, BOARD_WORD(f) * sizeof *node);
        for (unsigned v = 0; v < VIEWS; v++)
            node[v * f.groups + c->group[v]] = c->moved[v];
        if (f.small)
            node[BOARD_WORD(f)] = nibbles_move(s->node[BOARD_WORD(f)],
                                               c->cell, p.blank);
        node_set_place(f, node, q);
        if (sum == 0 && q.sum[0] == 0) {
            s->trail[q.depth] = c->cell;
            return true;
        }
        if (f.small ? seen_before_small(&s->seen, node[BOARD_WORD(f)],
                                        q.depth)
                    : seen_before(&s->seen, node, f.groups, q.depth))
            continue;
        s->n_stack++;
    }
    if (s->any_order && s->n_stack > base + 1)
        sort_children(f, s, base);
    return false;
}

/* All slots one step on. */
INLINE void
round_of(form f, worker *w)
{
    const heuristic *h = w->heuristic;

    for (unsigned i = 0; i < w->n_slots; i++) {
        slot *s = &w->slots[i];

        s->n_children = 0;
        if (s->job != NULL && s->n_stack == 0)
            slot_next_bound(w, s);
        if (s->job == NULL)
            slot_refill(w, s);
        if (s->job == NULL)
            continue;
        expand_first(f, h, s);
        slot_count(w, s);
    }
    for (unsigned i = 0; i < w->n_slots; i++)
        expand_second(f, h, &w->slots[i]);
    for (unsigned i = 0; i < w->n_slots; i++)
        if (expand_third(f, h, &w->slots[i]))
            slot_solved(w, &w->slots[i]);
}

INLINE void
work(form f, worker *w)
{
    for (;;) {
        for (unsigned i = 0; i < TICK; i++) {
            round_of(f, w);
            /* All may have ended in one round, with jobs still to come. */
            if (w->n_active == 0 &&
                atomic_load(&w->batch->next) >= w->batch->n_jobs)
                return;
        }
        worker_tick(w);
        if (atomic_load(&w->batch->stop))
            return;
    }
}

/*
 * One instance for every shape of node, and each twice: for any processor,
 * and for those that count bits and shift in one instruction.
 */
#if defined(__x86_64__) && defined(__GNUC__)
#define FAST __attribute__((target("popcnt,bmi,bmi2")))
#define HAVE_FAST 1
#else
#define FAST
#define HAVE_FAST 0
#endif

#define INSTANCE(name, groups, small)                                       \
    static void name(worker *w)                                             \
    {                                                                       \
        work((form){groups, small}, w);                                     \
    }                                                                       \
    FAST static void name##_fast(worker *w)                                 \
    {                                                                       \
        work((form){groups, small}, w);                                     \
    }

INSTANCE(small_2, 2, true)
INSTANCE(small_3, 3, true)
INSTANCE(wide_3, 3, false)
INSTANCE(wide_4, 4, false)
INSTANCE(wide_5, 5, false)
INSTANCE(wide_6, 6, false)
INSTANCE(wide_7, 7, false)

typedef struct instance {
    form form;
    void (*portable)(worker *);
    void (*fast)(worker *);
} instance;

#define ROW(name, groups, small)                                            \
    {{groups, small}, name, name##_fast}

static const instance instances[] = {
    ROW(small_2, 2, true),  ROW(small_3, 3, true), ROW(wide_3, 3, false),
    ROW(wide_4, 4, false), ROW(wide_5, 5, false), ROW(wide_6, 6, false),
    ROW(wide_7, 7, false),
};

static bool
processor_is_fast(void)
{
#if HAVE_FAST
    return __builtin_cpu_supports("popcnt") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
#else
    return false;
#endif
}

void
worker_work(worker *w)
{
    const heuristic *h = w->heuristic;

    for (size_t i = 0; i < sizeof instances / sizeof instances[0]; i++) {
        const instance *in = &instances[i];

        if (in->form.groups != h->n_groups ||
            in->form.small != h->small_index)
            continue;
        if (!w->batch->portable && processor_is_fast())
            in->fast(w);
        else
            in->portable(w);
        return;
    }
    atomic_store(&w->batch->err, LOYD_E_UNSUPPORTED);
}
