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
    child *c = s->children;
    unsigned v, blank;
    uint32_t next;
    place p;

    s->n_stack--;
    memcpy(node, s->stack + s->n_stack * NODE_WORDS(f),
           NODE_WORDS(f) * sizeof *node);
    p = node[BOARD_WORD(f) + 1];
    blank = place_blank(p);
    v = place_sum(p, 1) > place_sum(p, 0);
    next = s->next[blank][place_dir(p)];
    s->first = v;
    s->trail[place_depth(p)] = (uint8_t)blank;
    for (; next != NEXT_END; next = next >> 8 | 0xFF000000) {
        c->cell = next & NEXT_CELL;
        c->dir = next >> NEXT_DIR & 3;
        view_move(f, h, node, v, h->cell[v][c->cell], h->cell[v][blank], c);
        c++;
    }
    s->n_children = (unsigned)(c - s->children);
}

/* Phase two: children within the bound by the first view, in the other. */
INLINE void
expand_second(form f, const heuristic *h, slot *s)
{
    place p = s->node[BOARD_WORD(f) + 1];
    unsigned v = s->first, other = 1 - v, sum = place_sum(p, v);
    unsigned most = s->bound - place_depth(p) - 1;
    unsigned blank = h->cell[other][place_blank(p)];
    child *c = s->children, *end = c + s->n_children;

    for (child *in = c; in < end; in++) {
        unsigned child_sum = view_read(v, sum, in);

        if (child_sum > most)
            continue;
        if (c != in)
            *c = *in;
        c->sum = child_sum;
        view_move(f, h, s->node, other, h->cell[other][c->cell], blank, c);
        c++;
    }
    s->n_children = (unsigned)(c - s->children);
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
    place p = node[BOARD_WORD(f) + 1];
    unsigned a = place_sum(p, 0), b = place_sum(p, 1);

    return (a > b ? a : b) * 2 * DEPTH_MAX + a + b;
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
        for (size_t j = i;
             j > base && promise(f, at - NODE_WORDS(f)) < promise(f, node);
             j--) {
            memcpy(at, at - NODE_WORDS(f), NODE_WORDS(f) * sizeof *at);
            at -= NODE_WORDS(f);
            memcpy(at, node, NODE_WORDS(f) * sizeof *at);
        }
    }
}

/* Phase three; returns true where a child is the goal. */
INLINE bool
expand_third(form f, slot *s)
{
    place p = s->node[BOARD_WORD(f) + 1];
    unsigned v = s->first, last = 1 - v, sum = place_sum(p, last);
    unsigned depth = place_depth(p) + 1, most = s->bound - depth;
    uint64_t *base = s->stack + s->n_stack * NODE_WORDS(f), *node = base;

    for (child *c = s->children, *end = c + s->n_children; c < end; c++) {
        unsigned child_sum = view_read(last, sum, c);

        if (child_sum > most)
            continue;
        memcpy(node, s->node, BOARD_WORD(f) * sizeof *node);
        node[v * f.groups + c->group[v]] = c->moved[v];
        node[last * f.groups + c->group[last]] = c->moved[last];
        node[BOARD_WORD(f) + 1] = place_make(depth, c->cell, c->dir) |
                                  (uint64_t)c->sum << 16 * v |
                                  (uint64_t)child_sum << 16 * last;
        if ((c->sum | child_sum) == 0) {
            s->trail[depth] = (uint8_t)c->cell;
            return true;
        }
        if (f.small) {
            node[BOARD_WORD(f)] =
                nibbles_move(s->node[BOARD_WORD(f)], c->cell, place_blank(p));
            if (seen_before_small(&s->seen, node[BOARD_WORD(f)], depth))
                continue;
        } else if (seen_before(&s->seen, node, f.groups, depth)) {
            continue;
        }
        node += NODE_WORDS(f);
    }
    s->n_stack = (size_t)(node - s->stack) / NODE_WORDS(f);
    if (s->any_order && node > base + NODE_WORDS(f))
        sort_children(f, s, (size_t)(base - s->stack) / NODE_WORDS(f));
    return false;
}

/* Phase one of a slot, with what comes before it. */
INLINE void
begin_round(form f, worker *w, slot *s)
{
    search_job *job;

    s->n_children = 0;
    if (s->n_stack == 0)
        slot_next_bound(w, s);
    if ((job = s->job) == NULL)
        return;
    expand_first(f, w->heuristic, s);
    job->nodes += s->n_children;
    w->n_nodes += s->n_children;
    if (job->budget != 0 && job->nodes >= job->budget)
        slot_spent(w, s);
}

/* All slots that have a job one step on. */
INLINE void
round_of(form f, worker *w)
{
    unsigned n = w->n_active;
    bool ended = false;

    for (unsigned i = 0; i < n; i++)
        begin_round(f, w, w->active[i]);
    for (unsigned i = 0; i < n; i++)
        expand_second(f, w->heuristic, w->active[i]);
    for (unsigned i = 0; i < n; i++) {
        slot *s = w->active[i];

        if (s->n_children > 0 && expand_third(f, s))
            slot_solved(w, s);
        ended |= s->job == NULL;
    }
    if (ended)
        worker_refill(w);
}

INLINE void
work(form f, worker *w)
{
    worker_refill(w);
    while (w->n_active > 0 && !atomic_load(&w->batch->stop)) {
        for (unsigned i = 0; i < TICK && w->n_active > 0; i++)
            round_of(f, w);
        worker_tick(w);
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

#define INSTANCE(name, groups, small)                                         \
    static void name(worker *w)                                               \
    {                                                                         \
        work((form){groups, small}, w);                                       \
    }                                                                         \
    FAST static void name##_fast(worker *w)                                   \
    {                                                                         \
        work((form){groups, small}, w);                                       \
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

#define ROW(name, groups, small)                                              \
    {                                                                         \
        {groups, small}, name, name##_fast                                    \
    }

static const instance instances[] = {
    ROW(small_2, 2, true), ROW(small_3, 3, true), ROW(wide_3, 3, false),
    ROW(wide_4, 4, false), ROW(wide_5, 5, false), ROW(wide_6, 6, false),
    ROW(wide_7, 7, false),
};

static bool
processor_is_fast(void)
{
#if HAVE_FAST
    return __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
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

        if (in->form.groups != h->n_groups || in->form.small != h->small_index)
            continue;
        if (!w->batch->portable && processor_is_fast())
            in->fast(w);
        else
            in->portable(w);
        return;
    }
    atomic_store(&w->batch->err, LOYD_E_UNSUPPORTED);
}
