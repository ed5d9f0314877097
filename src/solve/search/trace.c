/* SPDX-License-Identifier: MIT */
/*
 * The last bound of IDA*, searched to its end and not to the first solution. A
 * state is expanded once: if a solution passes it, the graph has it from then
 * on; if not, a small table remembers it (seen.h), which may forget. A state
 * that is reached at another depth than before is on no shortest solution.
 */
#include "solve/search/trace.h"

#include <stdlib.h>
#include <string.h>

#include "solve/search/slot.h"
#include "solve/table/heuristic.h"
#include "solve/table/processor.h"
#include "solve/table/whole_walk.h"

/* --- the children of one node that a bound allows --- */

/*
 * Other than in the search of a batch (expand.c), there is no other board to
 * work on while an entry is fetched. So the entries of all children are
 * fetched, in both views, before the first is read.
 */

/* Where the tile comes from that moves to a cell, by direction. */
struct child_cells {
    uint8_t from[REGION_CELLS_MAX][4]; /* CELL_NONE: there is no tile */
};

/* The children of a node, whose entries in both views are being fetched. */
struct family {
    unsigned n;
    struct child child[4][VIEWS];
};

struct child_functions {
    /*
     * Begins with the children of a node (slot.h) in all directions but
     * straight back.
     */
    void (*ask)(const struct heuristic *h, const struct child_cells *cells,
                const uint64_t *node, struct family *family);
    /*
     * Writes those whose estimates in both views are at most `most` moves.
     *
     *   child, dir  at most four; dir is the direction of the last move.
     *
     * Returns their number.
     */
    unsigned (*get)(const uint64_t *node, unsigned most,
                    const struct family *family, uint64_t *child[4],
                    uint8_t dir[4]);
};

INLINE void
children_ask(struct node_shape f, const struct heuristic *h,
             const struct child_cells *cells, const uint64_t *node,
             struct family *family)
{
    place p = node[BOARD_WORD(f) + 1];
    unsigned blank = place_blank(p), came = place_dir(p), n = 0;

    for (unsigned d = 0; d < 4; d++) {
        struct child *c = family->child[n];
        unsigned cell = cells->from[blank][d];

        if (cell == CELL_NONE || (came != AT_ROOT && d == (came ^ 2)))
            continue;
        for (unsigned v = 0; v < VIEWS; v++) {
            c[v].cell = cell;
            c[v].dir = d;
            view_move(f, h, node, v, h->cell[v][cell], h->cell[v][blank],
                      &c[v]);
        }
        n++;
    }
    family->n = n;
}

INLINE unsigned
children_get(struct node_shape f, const uint64_t *node, unsigned most,
             const struct family *family, uint64_t *out[4], uint8_t dir[4])
{
    place p = node[BOARD_WORD(f) + 1];
    unsigned n = 0;

    for (unsigned i = 0; i < family->n; i++) {
        struct child c[VIEWS] = {family->child[i][0], family->child[i][1]};
        unsigned a = view_read(0, place_sum(p, 0), &c[0]);
        unsigned b = view_read(1, place_sum(p, 1), &c[1]);
        uint64_t *child = out[n];

        if (a > most || b > most)
            continue;
        memcpy(child, node, BOARD_WORD(f) * sizeof(*child));
        for (unsigned v = 0; v < VIEWS; v++)
            child[v * f.groups + c[v].group[v]] = c[v].moved[v];
        child[BOARD_WORD(f)] =
            f.is_small
                ? nibbles_move(node[BOARD_WORD(f)], c[0].cell, place_blank(p))
                : 0;
        child[BOARD_WORD(f) + 1] =
            place_make(place_depth(p) + 1, c[0].cell, c[0].dir) |
            (uint64_t)b << 16 | a;
        dir[n++] = (uint8_t)c[0].dir;
    }
    return n;
}

/* One instance per shape of node, each compiled twice (processor.h). */
#define INSTANCE(name, suffix, target, groups, small)                         \
    target static void name##_ask##suffix(                                    \
        const struct heuristic *h, const struct child_cells *cells,           \
        const uint64_t *node, struct family *family)                          \
    {                                                                         \
        children_ask((struct node_shape){groups, small, false, false}, h,     \
                     cells, node, family);                                    \
    }                                                                         \
    target static unsigned name##_get##suffix(                                \
        const uint64_t *node, unsigned most, const struct family *family,     \
        uint64_t *child[4], uint8_t dir[4])                                   \
    {                                                                         \
        return children_get((struct node_shape){groups, small, false, false}, \
                            node, most, family, child, dir);                  \
    }

#define INSTANCES(name, groups, small)                                        \
    INSTANCE(name, , , groups, small)                                         \
    INSTANCE(name, _fast, PROCESSOR_FAST, groups, small)

INSTANCES(small_2, 2, true)
INSTANCES(small_3, 3, true)
INSTANCES(wide_3, 3, false)
INSTANCES(wide_4, 4, false)
INSTANCES(wide_5, 5, false)
INSTANCES(wide_6, 6, false)
INSTANCES(wide_7, 7, false)

#define ROW(name, groups, small)                                              \
    {                                                                         \
        {groups, small, false, false}, {name##_ask, name##_get},              \
        {                                                                     \
            name##_ask_fast, name##_get_fast                                  \
        }                                                                     \
    }

static const struct instance {
    struct node_shape shape;
    struct child_functions portable;
    struct child_functions fast;
} instances[] = {
    ROW(small_2, 2, true), ROW(small_3, 3, true), ROW(wide_3, 3, false),
    ROW(wide_4, 4, false), ROW(wide_5, 5, false), ROW(wide_6, 6, false),
    ROW(wide_7, 7, false),
};

/* Returns the functions for a heuristic, or NULL if there are none. */
static const struct child_functions *
children_of(const struct heuristic *h)
{
    for (size_t i = 0; i < sizeof(instances) / sizeof(instances[0]); i++)
        if (instances[i].shape.groups == h->n_groups &&
            instances[i].shape.is_small == h->has_small_index)
            return processor_is_fast() ? &instances[i].fast
                                       : &instances[i].portable;
    return NULL;
}

/* --- the search --- */

#define TICK (1u << 14)           /* nodes between checks for a stop */
#define PATH_OPEN (PATH_NONE - 1) /* neither in the graph nor excluded */

/* A state, for patterns or for a whole table. */
union state {
    uint64_t node[NODE_WORDS_MAX];
    struct walker walker;
};

/* A state on the current path: its children, and what became of them. */
struct level {
    union state child[4];
    struct family family[4]; /* their children */
    uint8_t dir[4];
    unsigned n;
    uint8_t open[4]; /* the children to expand */
    unsigned n_open;
    unsigned at; /* the one being expanded */
    uint32_t next[4];
};

struct tracer {
    struct trace *trace;
    const struct heuristic *heuristic; /* or */
    const struct whole *whole;
    struct child_cells cells;
    const struct child_functions *children;
    struct seen_table seen;
    struct level *levels; /* [length] */
    unsigned depth;       /* of the state being expanded */
    uint64_t key[PATH_KEY_WORDS_MAX];
};

/* Sets t->key to the key of a state. */
static void
set_key(struct tracer *t, const union state *s)
{
    const struct heuristic *h = t->heuristic;

    if (h == NULL)
        t->key[0] = (uint64_t)s->walker.blank << 32 | s->walker.rank;
    else if (h->has_small_index)
        t->key[0] = s->node[h->n_groups * VIEWS];
    else
        memcpy(t->key, s->node, h->n_groups * sizeof(*t->key));
}

/* Fetches the entry that was_seen reads. */
static void
fetch(const struct tracer *t, const union state *s)
{
    const struct heuristic *h = t->heuristic;

    if (h != NULL && h->has_small_index)
        seen_fetch_small(&t->seen, s->node[h->n_groups * VIEWS]);
    else if (h != NULL)
        seen_fetch(&t->seen, s->node, h->n_groups);
}

static bool
was_seen(struct tracer *t, const union state *s, unsigned depth)
{
    const struct heuristic *h = t->heuristic;

    if (h == NULL) /* every state is on a solution */
        return false;
    return h->has_small_index
               ? seen_before_small(&t->seen, s->node[h->n_groups * VIEWS],
                                   depth)
               : seen_before(&t->seen, s->node, h->n_groups, depth);
}

/* Fills the level of a state in a whole table: the moves to a nearer one. */
static void
expand_whole(const struct tracer *t, const struct walker *k,
             struct level *level)
{
    const struct whole *w = t->whole;
    unsigned now = whole_distance(w, k->blank, k->rank);

    for (unsigned d = 0; d < 4; d++) {
        unsigned cell = t->cells.from[k->blank][d];
        uint32_t rank;

        if (cell == CELL_NONE)
            continue;
        rank = walker_rank(k, cell);
        if (whole_distance(w, cell, rank) != ((now + 3) & 3))
            continue;
        level->child[level->n].walker = *k;
        walker_go(&level->child[level->n].walker, cell, rank);
        level->dir[level->n++] = (uint8_t)d;
    }
}

/*
 * Returns the node of the state that is reached at a depth, or PATH_NONE if it
 * is on no shortest solution, or PATH_OPEN.
 */
static uint32_t
judge(struct tracer *t, const union state *s, unsigned depth)
{
    struct trace *trace = t->trace;
    uint32_t node;

    set_key(t, s);
    node = path_graph_find(&trace->graph, t->key);
    if (node == PATH_NONE && depth < trace->length)
        return was_seen(t, s, depth) ? PATH_NONE : PATH_OPEN;
    if (node == PATH_NONE || trace->graph.nodes[node].depth > depth)
        trace->end = TRACE_FALSE;
    else if (trace->graph.nodes[node].depth == depth)
        return node;
    return PATH_NONE;
}

/* Starts the look-ups of a state that will be expanded. */
static void
ask(struct tracer *t, const union state *s, struct family *family)
{
    if (t->children != NULL)
        t->children->ask(t->heuristic, &t->cells, s->node, family);
}

/* Fills the level of a state with its children. */
static void
expand(struct tracer *t, const union state *s, const struct family *family)
{
    struct level *level = &t->levels[t->depth];
    uint64_t *out[4];

    level->n = level->n_open = level->at = 0;
    memset(level->next, 0xFF, sizeof(level->next));
    for (unsigned i = 0; i < 4; i++)
        out[i] = level->child[i].node;
    if (t->whole != NULL)
        expand_whole(t, &s->walker, level);
    else
        level->n =
            t->children->get(s->node, t->trace->length - t->depth - 1, family,
                             out, level->dir);
    t->trace->nodes += level->n;
    for (unsigned i = 0; i < level->n; i++)
        fetch(t, &level->child[i]);
    for (unsigned i = 0; i < level->n; i++) {
        uint32_t node = judge(t, &level->child[i], t->depth + 1);

        if (node != PATH_OPEN) {
            level->next[level->dir[i]] = node;
            continue;
        }
        ask(t, &level->child[i], &level->family[i]);
        level->open[level->n_open++] = (uint8_t)i;
    }
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

/* Adds the state of a finished level to the graph if a solution passes it. */
static loyd_err
finish(struct tracer *t, const union state *s, uint32_t *node)
{
    const uint32_t *next = t->levels[t->depth].next;

    *node = PATH_NONE;
    if ((next[0] & next[1] & next[2] & next[3]) == PATH_NONE)
        return LOYD_OK;
    set_key(t, s);
    return path_graph_add(&t->trace->graph, t->key, next, t->depth, node);
}

/* Returns the state whose level is the current one. */
static const union state *
current(const struct tracer *t, const union state *root)
{
    const struct level *level = &t->levels[t->depth] - 1;

    return t->depth == 0 ? root : &level->child[level->open[level->at]];
}

/* Searches depth-first from a board that is not the goal. */
static loyd_err
search(struct tracer *t, const union state *root)
{
    uint64_t next_tick = 0;
    struct family family;
    loyd_err err = LOYD_OK;

    ask(t, root, &family);
    expand(t, root, &family);
    while (!must_stop(t, &next_tick)) {
        struct level *level = &t->levels[t->depth];
        uint32_t node;

        if (level->at < level->n_open) {
            unsigned i = level->open[level->at];

            t->depth++;
            expand(t, &level->child[i], &level->family[i]);
            continue;
        }
        err = finish(t, current(t, root), &node);
        if (err != LOYD_OK || t->depth == 0) {
            t->trace->root = node;
            break;
        }
        t->depth--;
        level--;
        level->next[level->dir[level->open[level->at++]]] = node;
    }
    return err;
}

/* Makes the state of a board. Returns false if a table is damaged. */
static bool
state_begin(const struct tracer *t, const struct permuted *board,
            union state *s)
{
    memset(s, 0, sizeof(*s));
    if (t->whole == NULL)
        return node_start(t->heuristic, board, s->node);
    walker_begin(&s->walker, t->whole, board);
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
    set_key(t, &s);
    return path_graph_add(&t->trace->graph, t->key, none, t->trace->length,
                          &node);
}

static loyd_err
prepare(struct tracer *t)
{
    const struct heuristic *h = t->heuristic;
    bool is_small = h == NULL || h->has_small_index;
    const struct seen_shape *shape = is_small ? &seen_small : &seen_wide;
    const loyd_class *cls;
    loyd_err err = path_graph_make(&t->trace->graph,
                                   is_small ? 1 : h->n_groups, t->trace->most);

    if (err != LOYD_OK)
        return err;
    t->levels = malloc((t->trace->length + 1) * sizeof(*t->levels));
    if (t->levels == NULL)
        return LOYD_E_NOMEM;
    cls = h == NULL ? &t->whole->cls : &h->cls;
    for (unsigned c = 0; c < (unsigned)cls->width * cls->height; c++)
        for (unsigned d = 0; d < 4; d++)
            t->cells.from[c][d] =
                cell_of_tile(cls->width, cls->height, c, (loyd_dir)d);
    if (h == NULL)
        return LOYD_OK;
    if ((t->children = children_of(h)) == NULL)
        return LOYD_E_UNSUPPORTED;
    if ((err = seen_make(&t->seen, shape, shape->bits, shape->bits)) ==
        LOYD_OK)
        seen_stamps(&t->seen, 1);
    return err;
}

loyd_err
trace_run(const struct table_set *tables, struct trace *trace)
{
    struct tracer t = {.trace = trace,
                       .heuristic = table_set_of(tables, &pattern_kind),
                       .whole = table_set_of(tables, &whole_kind)};
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
