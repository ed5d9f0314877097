/* SPDX-License-Identifier: MIT */
/*
 * The last bound of IDA*, searched to its end and not to the first solution. A
 * state is expanded once: if a solution passes it, the graph has it from then
 * on; if not, a small table remembers it (seen.h), which may forget. A state
 * that is reached at another depth than before is on no shortest solution.
 *
 * The search is depth-first, but by groups of states of the same depth, so
 * that the table look-ups of one overlap with the work on the others.
 */
#include "solve/search/trace.h"

#include <stdlib.h>
#include <string.h>

#include "solve/search/slot.h"
#include "solve/table/heuristic.h"
#include "solve/table/whole_walk.h"

#define CHILDREN (3 * TOGETHER)   /* the root, with four, comes alone */
#define TICK (1u << 14)           /* nodes between checks for a stop */
#define PATH_OPEN (PATH_NONE - 1) /* neither in the graph nor excluded */

/* A state, for patterns or for a whole table, with its key. */
union state {
    uint64_t node[NODE_WORDS_MAX]; /* the key is among the words */
    struct {
        uint64_t key;
        struct walker walker;
    } whole;
};
_Static_assert(sizeof(union state) == sizeof(node_words), "an array of both");

/*
 * The states at one depth that are reached from those being expanded at the
 * depth before. They are expanded some at a time, [from, to) now; those before
 * are done.
 */
struct level {
    union state state[CHILDREN];
    uint32_t next[CHILDREN][4]; /* of those before `to`, as in a path_node */
    uint32_t node[CHILDREN];    /* of those before `from`, or PATH_NONE */
    struct edge edge[CHILDREN]; /* to these states */
    unsigned n, n_edges, from, to;
};

struct tracer {
    struct trace *trace;
    const struct heuristic *heuristic; /* or */
    const struct whole *whole;
    struct worker worker; /* with a heuristic */
    struct move_table moves;
    children_fn *children;
    struct seen_table seen;
    struct level *levels; /* [length + 1] */
    unsigned depth;       /* of the states being expanded */
    unsigned together;    /* expanded at a time, at most */
    unsigned key_word;    /* where a state's key begins */
};

static const uint64_t *
key_of(const struct tracer *t, const union state *s)
{
    return s->node + t->key_word;
}

static uint64_t
whole_key(const struct walker *k)
{
    return (uint64_t)k->blank << 32 | k->rank;
}

/* Fetches the entry that was_seen reads. */
static void
fetch(const struct tracer *t, const union state *s)
{
    const struct heuristic *h = t->heuristic;

    if (h != NULL && h->has_small_index)
        seen_fetch_small(&t->seen, *key_of(t, s));
    else if (h != NULL)
        seen_fetch(&t->seen, key_of(t, s), h->n_groups);
}

static bool
was_seen(struct tracer *t, const union state *s, unsigned depth)
{
    const struct heuristic *h = t->heuristic;

    if (h == NULL) /* every state is on a solution */
        return false;
    return h->has_small_index
               ? seen_before_small(&t->seen, *key_of(t, s), depth)
               : seen_before(&t->seen, key_of(t, s), h->n_groups, depth);
}

/* Appends the children of one state in a whole table: those nearer. */
static void
children_whole(const struct tracer *t, const struct level *level,
               struct level *to)
{
    const struct walker *k = &level->state[level->from].whole.walker;
    unsigned now = whole_distance(t->whole, k->blank, k->rank);

    for (unsigned d = 0; d < 4; d++) {
        unsigned cell = cell_of_tile(t->whole->cls.width, t->whole->cls.height,
                                     k->blank, (loyd_dir)d);
        union state *s = &to->state[to->n];
        uint32_t rank;

        if (cell == CELL_NONE)
            continue;
        rank = walker_rank(k, cell);
        if (whole_distance(t->whole, cell, rank) != ((now + 3) & 3))
            continue;
        s->whole.walker = *k;
        walker_go(&s->whole.walker, cell, rank);
        s->whole.key = whole_key(&s->whole.walker);
        to->edge[to->n++] =
            (struct edge){.from = (uint8_t)level->from, .dir = (uint8_t)d};
    }
}

/* Appends the children of a group of states that the bound allows. */
static void
children_of_group(const struct tracer *t, const struct level *level,
                  struct level *to)
{
    const struct node_group group = {&level->state[level->from].node,
                                     level->to - level->from, &t->moves};

    to->n = t->children(&t->worker, &group, t->trace->length - t->depth - 1,
                        &to->state->node, to->edge);
    for (unsigned i = 0; i < to->n; i++)
        to->edge[i].from = (uint8_t)(to->edge[i].from + level->from);
}

/*
 * Returns the node of the state that is reached at a depth, or PATH_NONE if it
 * is on no shortest solution, or PATH_OPEN.
 */
static uint32_t
judge(struct tracer *t, const union state *s, unsigned depth)
{
    struct trace *trace = t->trace;
    uint32_t node = path_graph_find(&trace->graph, key_of(t, s));

    if (node == PATH_NONE && depth < trace->length)
        return was_seen(t, s, depth) ? PATH_NONE : PATH_OPEN;
    if (node == PATH_NONE || trace->graph.nodes[node].depth > depth)
        trace->end = TRACE_FALSE;
    else if (trace->graph.nodes[node].depth == depth)
        return node;
    return PATH_NONE;
}

/*
 * Returns the state of a level that is equal, or level->n. States that wait at
 * one depth are all in its level.
 */
static unsigned
find_twin(const struct tracer *t, const struct level *level,
          const union state *s)
{
    size_t bytes = t->trace->graph.words * sizeof(*s->node);
    unsigned i = 0;

    while (i < level->n &&
           memcmp(key_of(t, &level->state[i]), key_of(t, s), bytes) != 0)
        i++;
    return i;
}

/* Keeps of the children in a new level those to expand, each once. */
static void
sift(struct tracer *t, struct level *level, struct level *to)
{
    unsigned n = to->n;

    for (unsigned i = 0; i < n; i++)
        fetch(t, &to->state[i]);
    to->n = to->n_edges = 0;
    for (unsigned i = 0; i < n; i++) {
        struct edge e = to->edge[i];
        uint32_t node = judge(t, &to->state[i], t->depth + 1);
        unsigned at = to->n;

        if (node == PATH_OPEN)
            to->state[to->n++] = to->state[i];
        else if (node == PATH_NONE)
            at = find_twin(t, to, &to->state[i]);
        if (at < to->n) {
            e.to = (uint8_t)at;
            to->edge[to->n_edges++] = e;
        } else
            level->next[e.from][e.dir] = node;
    }
}

/* Begins with the next states of the current level, and a new level below. */
static void
expand(struct tracer *t)
{
    struct level *level = &t->levels[t->depth], *to = level + 1;
    unsigned rest = level->n - level->from;
    unsigned parts = (rest + t->together - 1) / t->together;

    level->to = level->from + (rest + parts - 1) / parts;
    memset(level->next[level->from], 0xFF,
           (level->to - level->from) * sizeof(level->next[0]));
    to->n = to->from = 0;
    if (t->whole != NULL)
        children_whole(t, level, to);
    else
        children_of_group(t, level, to);
    t->trace->nodes += to->n;
    sift(t, level, to);
}

static bool
must_stop(struct tracer *t, uint64_t *next_tick)
{
    struct trace *trace = t->trace;

    if (trace->budget != 0 && trace->nodes > trace->budget)
        trace->end = TRACE_BUDGET;
    if (trace->nodes < *next_tick)
        return trace->end != TRACE_DONE;
    *next_tick = trace->nodes + TICK;
    return trace->end != TRACE_DONE ||
           !monitor_tell(trace->monitor, "counting", 0, 0);
}

/*
 * Ends with the states that were expanded: adds those to the graph that a
 * solution passes. One may be there already, if `seen` forgot it.
 */
static loyd_err
finish(struct tracer *t)
{
    struct level *level = &t->levels[t->depth];
    const struct level *to = level + 1;
    struct path_graph *graph = &t->trace->graph;
    loyd_err err = LOYD_OK;

    for (unsigned i = 0; i < to->n_edges; i++)
        level->next[to->edge[i].from][to->edge[i].dir] =
            to->node[to->edge[i].to];
    for (; err == LOYD_OK && level->from < level->to; level->from++) {
        const uint64_t *key = key_of(t, &level->state[level->from]);
        const uint32_t *next = level->next[level->from];
        uint32_t *node = &level->node[level->from];

        *node = PATH_NONE;
        if ((next[0] & next[1] & next[2] & next[3]) != PATH_NONE &&
            (*node = path_graph_find(graph, key)) == PATH_NONE)
            err = path_graph_add(graph, key, next, t->depth, node);
    }
    return err;
}

/* Searches from a board that is not the goal. */
static loyd_err
search(struct tracer *t, const union state *root)
{
    uint64_t next_tick = 0;
    loyd_err err = LOYD_OK;

    t->levels->state[0] = *root;
    t->levels->n = 1;
    t->levels->from = 0;
    while (err == LOYD_OK && !must_stop(t, &next_tick)) {
        const struct level *level = &t->levels[t->depth];

        if (level->from < level->n) {
            expand(t);
            t->depth++;
        } else if (t->depth == 0) {
            t->trace->root = level->node[0];
            break;
        } else {
            t->depth--;
            err = finish(t);
        }
    }
    return err;
}

/* Makes the state of a board. Returns false if a table is damaged. */
static bool
state_begin(const struct tracer *t, const struct permuted *board,
            union state *s)
{
    memset(s, 0, sizeof(*s));
    if (t->whole == NULL) {
        if (!node_start(t->heuristic, board, s->node))
            return false;
        if (t->worker.is_packed)
            node_pack(t->heuristic, board, s->node);
        return true;
    }
    walker_begin(&s->whole.walker, t->whole, board);
    s->whole.key = whole_key(&s->whole.walker);
    return true;
}

/* Adds the goal, after as many moves as the board's optimum. */
static loyd_err
add_goal(struct tracer *t)
{
    static const uint32_t none[4] = {PATH_NONE, PATH_NONE, PATH_NONE,
                                     PATH_NONE};
    const loyd_class *cls =
        t->whole != NULL ? &t->whole->cls : &t->heuristic->cls;
    struct permuted goal = t->trace->board;
    union state s;
    uint32_t node;

    goal.blank = cls->blank;
    for (unsigned c = 0; c < (unsigned)cls->width * cls->height; c++)
        goal.home[c] = (uint8_t)c;
    if (!state_begin(t, &goal, &s))
        return LOYD_E_CORRUPT;
    return path_graph_add(&t->trace->graph, key_of(t, &s), none,
                          t->trace->length, &node);
}

static loyd_err
prepare(struct tracer *t)
{
    const struct heuristic *h = t->heuristic;
    bool is_small = h == NULL || h->has_small_index;
    const struct seen_shape *shape = is_small ? &seen_small : &seen_wide;
    loyd_err err = path_graph_make(&t->trace->graph,
                                   is_small ? 1 : h->n_groups);

    if (err != LOYD_OK)
        return err;
    /*
     * With a budget, nodes are counted as in a search that takes one by one;
     * in a whole table there is nothing to wait for.
     */
    t->together = h == NULL || t->trace->budget != 0 ? 1 : TOGETHER;
    t->levels = malloc((t->trace->length + 1) * sizeof(*t->levels));
    if (t->levels == NULL)
        return LOYD_E_NOMEM;
    if (h == NULL)
        return LOYD_OK;
    worker_begin(&t->worker, h, false);
    if ((t->children = worker_children(&t->worker)) == NULL)
        return LOYD_E_UNSUPPORTED;
    worker_list_moves(&t->worker, (const uint8_t[4]){3, 2, 1, 0}, &t->moves);
    t->key_word = is_small ? t->worker.board_word : 0;
    if ((err = seen_make(&t->seen, shape, shape->bits, shape->bits)) ==
        LOYD_OK)
        seen_stamps(&t->seen, 1);
    return err;
}

loyd_err
trace_run(const struct table_body *tables, struct trace *trace)
{
    struct tracer t = {.trace = trace,
                       .heuristic = table_body_of(tables, &pattern_kind),
                       .whole = table_body_of(tables, &whole_kind)};
    union state root;
    loyd_err err = prepare(&t);

    trace->nodes = 0;
    trace->end = TRACE_DONE;
    trace->root = PATH_NONE;
    if (err == LOYD_OK && !state_begin(&t, &trace->board, &root))
        err = LOYD_E_CORRUPT;
    if (err == LOYD_OK && (err = add_goal(&t)) == LOYD_OK &&
        (trace->root = judge(&t, &root, 0)) == PATH_OPEN) {
        trace->root = PATH_NONE;
        err = search(&t, &root);
    }
    if (err == LOYD_OK && trace->root == PATH_NONE && trace->end == TRACE_DONE)
        trace->end = TRACE_FALSE;
    if (err == LOYD_OK && atomic_load(&trace->monitor->is_stopped))
        err = LOYD_E_CANCELLED;
    seen_free(&t.seen);
    free(t.levels);
    return err;
}
