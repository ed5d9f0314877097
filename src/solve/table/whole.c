/* SPDX-License-Identifier: MIT */
/*
 * Plans and builds a whole-state table, bit-parallel (whole_maps.h).
 *
 * A node is a cell of the blank or, in MTM, a line, for one of the two last
 * lines. The orders that a node has reached are a bit vector. The blank goes
 * from node to node along a column, or sideways, which leaves the order as it
 * is. As with patterns, even and odd levels belong to different nodes.
 */
#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "solve/table/levels.h"
#include "solve/table/memory.h"
#include "solve/table/partition.h"
#include "solve/table/whole_maps.h"

#define LINES_MAX 8      /* of 6x2 */
#define NODES_MAX (AXES * LINES_MAX)
#define BUFFERS 3        /* of each thread */
#define GRAIN_WORDS 1000 /* a few such groups fit into the cache */

void
whole_plan(struct whole *w, const loyd_class *cls, loyd_metric metric)
{
    uint32_t orders = 1;

    memset(w, 0, sizeof(*w));
    w->cls = *cls;
    w->metric = metric;
    w->n = (unsigned)cls->width * cls->height;
    w->k = w->n - 1;
    for (unsigned i = w->k; i-- > 0;) {
        w->weight[i] = orders;
        orders *= w->k - i;
    }
    w->n_words = (orders + WORD_ORDERS - 1) / WORD_ORDERS;
    for (unsigned c = 0; c < w->n; c++)
        w->tile[c] = (uint8_t)(c - (c > cls->blank));
}

static unsigned
n_lines(const struct whole *w)
{
    return (unsigned)w->cls.width + w->cls.height;
}

static unsigned
n_nodes(const struct whole *w)
{
    return w->metric == LOYD_MTM ? AXES * n_lines(w) : w->n;
}

uint64_t
whole_bytes(const struct whole *w)
{
    return (uint64_t)n_nodes(w) * w->n_words * sizeof(*w->second);
}

void
whole_free(void *owner)
{
    struct whole *w = owner;

    memory_free(w->second);
    w->second = NULL;
}

/* The way from a neighbour: along column x, from row to row. */
struct edge {
    uint8_t source, x, from, to;
};

struct node {
    bool is_odd; /* reached at odd levels */
    unsigned n_edges;
    struct edge edge[WHOLE_CELLS_MAX / 2];
};

struct builder {
    struct levels levels;
    struct whole_maps maps;
    struct whole *table;
    struct node node[NODES_MAX];
    uint32_t *reached; /* [nodes][n_words] */
    uint32_t *second;  /* the same: bit 1 of the level */
    uint32_t grain;    /* words of a group of about GRAIN_WORDS */
    uint16_t *changed; /* [nodes][grains] last level with new ones */
};

static void
add_edge(struct builder *b, unsigned node, unsigned source, unsigned x,
         unsigned from, unsigned to)
{
    struct node *n = &b->node[node];

    n->edge[n->n_edges++] = (struct edge){(uint8_t)source, (uint8_t)x,
                                          (uint8_t)from, (uint8_t)to};
}

static void
list_cells(struct builder *b)
{
    const loyd_class *c = &b->table->cls;

    for (unsigned cell = 0; cell < b->table->n; cell++) {
        b->node[cell].is_odd = cell_taxicab(cell, c->blank, c->width) & 1;
        for (unsigned d = 0; d < 4; d++) {
            uint8_t to = cell_of_tile(c->width, c->height, cell, (loyd_dir)d);

            if (to != CELL_NONE)
                add_edge(b, cell, to, cell % c->width, to / c->width,
                         cell / c->width);
        }
    }
}

/* Lines of an axis are reached from those of the other, which cross them. */
static void
list_lines(struct builder *b)
{
    const struct whole *w = b->table;

    for (unsigned end = 0; end < AXES; end++)
        for (unsigned cell = 0; cell < w->n; cell++) {
            unsigned x = cell % w->cls.width, y = cell / w->cls.width;
            unsigned first = end * n_lines(w);
            unsigned row = first + whole_line(w, AXIS_ROW, cell);
            unsigned column = first + whole_line(w, AXIS_COLUMN, cell);

            b->node[row].is_odd = end != AXIS_ROW;
            b->node[column].is_odd = end != AXIS_COLUMN;
            add_edge(b, row, column, x, 0, y);
            add_edge(b, column, row, x, y, 0);
        }
}

static size_t
words_of(const struct builder *b, unsigned node)
{
    return (size_t)node * b->table->n_words;
}

/*
 * Returns n words of orders after the blank has gone along an edge: `in`, or
 * in the scratch memory.
 */
static const uint32_t *
go_along(const struct builder *b, const struct edge *e, const uint32_t *in,
         uint32_t n, uint32_t *scratch)
{
    unsigned w = b->table->cls.width, y = e->from;
    uint32_t *out = scratch, *other = out + b->table->n_words;
    uint32_t *spare = other + b->table->n_words;

    while (y != e->to) {
        bool is_up = y > e->to;
        unsigned low = (is_up ? y - 1 : y) * w + e->x, high = low + w - 1;
        uint32_t *next = other;
        /* A group that the move does not leave stays in the cache. */
        uint32_t group = whole_maps_group(&b->maps, low, GRAIN_WORDS);

        for (uint32_t i = 0; i < n; i += group) {
            const uint32_t *moved = word_rotate_part(
                &b->maps.order, group, in + i, is_up ? low : high,
                is_up ? high : low, out + i, spare);

            if (moved == spare)
                memcpy(out + i, spare, group * sizeof(*out));
        }
        in = out;
        other = out;
        out = next;
        y = is_up ? y - 1 : y + 1;
    }
    return in;
}

/* Returns whether the last level added to n words of a node. */
static bool
is_fresh(const struct builder *b, size_t at, uint32_t n)
{
    const uint16_t *level = b->changed + at / b->grain;

    for (uint32_t i = 0; i < n / b->grain; i++)
        if (level[i] + 1U == b->levels.level)
            return true;
    return false;
}

/* Adds n words of orders to a node. Returns whether any are new. */
static bool
settle(struct builder *b, size_t at, const uint32_t *in, uint32_t n)
{
    uint32_t mark = b->levels.level >> 1 & 1, left;
    bool has_new = false;

    for (uint32_t i = 0; i < n; i += b->grain)
        if (b->maps.order.kernel->settle(in + i, b->reached + at + i,
                                         b->second + at + i, b->grain, mark,
                                         &left) != 0) {
            b->changed[(at + i) / b->grain] = (uint16_t)b->levels.level;
            has_new = true;
        }
    return has_new;
}

/* Adds the orders that come along an edge. Returns whether any are new. */
static bool
pull(struct builder *b, unsigned node, const struct edge *e, uint32_t *scratch)
{
    unsigned y = e->from < e->to ? e->from : e->to;
    uint32_t n = e->from == e->to
                     ? b->grain
                     : whole_maps_group(&b->maps,
                                        y * b->table->cls.width + e->x,
                                        GRAIN_WORDS);
    bool has_new = false;

    for (uint32_t i = 0;
         i < b->table->n_words && monitor_look(b->levels.monitor); i += n) {
        size_t from = words_of(b, e->source) + i;

        if (is_fresh(b, from, n))
            has_new |= settle(b, words_of(b, node) + i,
                              go_along(b, e, b->reached + from, n, scratch),
                              n);
    }
    return has_new;
}

static void
search(struct levels *l, void *scratch)
{
    struct builder *b = (struct builder *)l;
    unsigned i;

    while ((i = atomic_fetch_add(&l->next, 1u)) < n_nodes(b->table)) {
        const struct node *node = &b->node[i];

        for (unsigned e = 0;
             node->is_odd == (l->level & 1) && e < node->n_edges; e++)
            if (pull(b, i, &node->edge[e], scratch))
                atomic_store(&l->has_new, true);
    }
}

/* Puts the bits for both last lines side by side, where `reached` was. */
static void
join(struct levels *l)
{
    struct builder *b = (struct builder *)l;
    unsigned lines = n_lines(b->table), line;
    uint32_t n = b->table->n_words;

    while ((line = atomic_fetch_add(&l->next, 1u)) < lines) {
        const uint32_t *row = b->second + words_of(b, line);
        const uint32_t *column = b->second + words_of(b, lines + line);
        uint32_t *out = b->reached + words_of(b, AXES * line);

        for (uint32_t i = 0; i < n; i++) {
            out[(size_t)2 * i + AXIS_ROW] = row[i];
            out[(size_t)2 * i + AXIS_COLUMN] = column[i];
        }
    }
}

/* Sets the goal: one state or both last lines, which have the value 0. */
static void
set_goal(struct builder *b, uint32_t *scratch)
{
    const struct whole *w = b->table;
    unsigned x = w->cls.blank % w->cls.width, y = w->cls.blank / w->cls.width;
    unsigned row = w->metric == LOYD_MTM ? y : w->cls.blank;
    unsigned column = n_lines(w) + w->cls.height + x;
    const struct edge up = {.x = (uint8_t)x, .from = (uint8_t)y};

    b->reached[words_of(b, row)] = 1; /* the first order */
    b->changed[words_of(b, row) / b->grain] = 0;
    if (w->metric != LOYD_MTM)
        return;
    memcpy(b->reached + words_of(b, column),
           go_along(b, &up, b->reached + words_of(b, row), w->n_words,
                    scratch),
           w->n_words * sizeof(*b->reached));
    memset(b->changed + words_of(b, column) / b->grain, 0,
           w->n_words / b->grain * sizeof(*b->changed));
}

static loyd_err
builder_make(struct builder *b)
{
    const struct whole *w = b->table;
    size_t n_changed;
    loyd_err err = whole_maps_make(&b->maps, w);

    if (err != LOYD_OK)
        return err;
    if (w->metric == LOYD_MTM)
        list_lines(b);
    else
        list_cells(b);
    b->grain = whole_maps_group(&b->maps, b->maps.order.high, GRAIN_WORDS);
    n_changed = words_of(b, n_nodes(w)) / b->grain;
    b->reached = monitor_zero(b->levels.monitor, whole_bytes(w));
    b->second = monitor_zero(b->levels.monitor, whole_bytes(w));
    b->changed = malloc(n_changed * sizeof(*b->changed));
    if (b->reached == NULL || b->second == NULL || b->changed == NULL)
        return monitor_lack(b->levels.monitor);
    memset(b->changed, 0xFF, n_changed * sizeof(*b->changed)); /* never */
    return LOYD_OK;
}

loyd_err
whole_build(void *owner, unsigned threads, struct monitor *m)
{
    struct whole *w = owner;
    struct builder b = {.levels.monitor = m, .table = w};
    uint64_t bytes = BUFFERS * (uint64_t)w->n_words * sizeof(uint32_t);
    const struct level_kind kind = {.scratch_bytes = (size_t)bytes,
                                    .search = search,
                                    .finish = w->metric == LOYD_MTM ? join
                                                                    : NULL};
    uint32_t *scratch = memory_new(bytes);
    loyd_err err = scratch != NULL ? builder_make(&b) : LOYD_E_NOMEM;

    if (err != LOYD_OK)
        goto fail;
    set_goal(&b, scratch);
    if (threads > n_nodes(w) / 2)
        threads = n_nodes(w) / 2; /* nodes per level */
    err = levels_run(&b.levels, &kind, threads);
    if (err == LOYD_OK) {
        uint32_t **kept = w->metric == LOYD_MTM ? &b.reached : &b.second;

        w->second = *kept;
        *kept = NULL;
    }
fail:
    memory_free(scratch);
    memory_free(b.reached);
    memory_free(b.second);
    free(b.changed);
    whole_maps_free(&b.maps);
    return err;
}

/* Whole-state tables in STM are never kept in files. */

static loyd_err
plan(void *owner, const loyd_class *cls, loyd_tables size)
{
    (void)size;
    whole_plan(owner, cls, LOYD_STM);
    return LOYD_OK;
}

static void
describe(const void *owner, struct table_body *b)
{
    const struct whole *w = owner;

    table_body_add(b, w->second, whole_bytes(w));
}

const struct table_kind whole_kind = {
    .metric = LOYD_STM,
    .owner_bytes = sizeof(struct whole),
    .nodes_per_byte = TABLE_NODES_PER_BYTE,
    .plan = plan,
    .describe = describe,
    .build = whole_build,
    .free = whole_free,
};
