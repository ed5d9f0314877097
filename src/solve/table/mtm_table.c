/* SPDX-License-Identifier: MIT */
/* Builds tables of lower bounds in MTM, bit-parallel (perm_words.h). */
#include "solve/table/mtm_table.h"

#include <stdlib.h>
#include <string.h>

#include "solve/table/memory.h"
#include "solve/table/orders.h"

static unsigned
n_lines(const struct mtm_space *s, unsigned axis)
{
    return axis == AXIS_ROW ? s->height : s->width;
}

uint64_t
mtm_axis_bytes(const struct mtm_space *s, unsigned axis)
{
    return (uint64_t)n_lines(s, axis) * mtm_line_bytes(s);
}

uint64_t
mtm_table_bytes(const struct mtm_table *t)
{
    return AXES * (mtm_axis_bytes(&t->space, AXIS_ROW) +
                   mtm_axis_bytes(&t->space, AXIS_COLUMN));
}

pattern
mtm_home(const struct mtm_table *t)
{
    uint32_t below = (1u << t->blank) - 1;

    return pattern_home((t->home & below) | (t->home >> 1 & ~below));
}

loyd_err
mtm_table_plan(struct mtm_table *t, unsigned width, unsigned height,
               unsigned blank, uint32_t home)
{
    struct mtm_space *s = &t->space;
    uint32_t n = 0;

    memset(t, 0, sizeof(*t));
    t->blank = (uint8_t)blank;
    t->home = home;
    s->width = (uint8_t)width;
    s->height = (uint8_t)height;
    s->k = (uint8_t)__builtin_popcount(home);
    s->n_places = width * height - 1;
    s->set_bytes = 3;
    for (unsigned i = 5; i <= s->k; i++)
        s->set_bytes *= i;
    s->first = malloc(sizeof(*s->first) << s->n_places);
    s->set = malloc(sizeof(*s->set) << s->n_places);
    if (s->first == NULL || s->set == NULL)
        return LOYD_E_NOMEM;
    for (uint32_t m = 0; m < 1u << s->n_places; m++) {
        bool is_set = __builtin_popcount(m) == s->k;

        s->first[m] = is_set ? n * s->set_bytes : SET_NONE;
        if (is_set)
            s->set[n++] = (uint16_t)m;
    }
    s->n_sets = n;
    perm_ranks_make(&s->ranks, s->k);
    return LOYD_OK;
}

void
mtm_table_free(struct mtm_table *t)
{
    for (unsigned end = 0; end < AXES; end++)
        for (unsigned axis = 0; axis < AXES; axis++)
            memory_free(t->bits[end][axis]);
    free(t->space.first);
    free(t->space.set);
    memset(t, 0, sizeof(*t));
}

/* Returns the node of a line and a set of places; row lines come first. */
static uint32_t
node_of(const struct mtm_space *s, unsigned axis, unsigned line, uint32_t mask)
{
    return (line + (axis == AXIS_ROW ? 0 : s->height)) * s->n_sets +
           s->first[mask] / s->set_bytes;
}

/* Adds the way back of the tile that moves from place `from` to `to`, if it
 * changes the order; `mask` is the set before. */
static void
add_move(struct order_edge *e, uint32_t mask, unsigned from, unsigned to)
{
    uint32_t all = (2u << (from < to ? to - from : from - to)) - 1;
    unsigned low = from < to ? from : to;
    unsigned a = (unsigned)__builtin_popcount(mask & ((1u << low) - 1));
    unsigned last = a + (unsigned)__builtin_popcount(mask >> low & all) - 1;

    if (mask >> from & 1)
        order_edge_add(e, from < to ? last : a, from < to ? a : last);
}

/*
 * Sets the moves of the edge to a line with the set `mask` from one that
 * crosses it in column x. The blank goes along the column from row y to row
 * `there`, where the source is. e->source becomes the set there.
 */
static void
set_edge(const struct mtm_space *s, uint32_t mask, unsigned x, unsigned y,
         unsigned there, struct order_edge *e)
{
    unsigned w = s->width;

    e->moves = 0;
    for (; y > there; y--) {
        unsigned cell = y * w + x;

        add_move(e, mask, cell - w, cell - 1);
        mask = pattern_cells(mtm_up(mask, cell, w));
    }
    for (; y < there; y++) {
        unsigned cell = y * w + x;

        add_move(e, mask, cell + w - 1, cell);
        mask = pattern_cells(mtm_down(mask, cell, w));
    }
    e->source = mask;
}

/* Lists the lines with all sets, and those that cross them. */
static loyd_err
list_lines(struct orders *o, const struct mtm_space *s)
{
    for (uint32_t i = 0; i < o->n_nodes; i++) {
        unsigned line = i / s->n_sets, mask = s->set[i % s->n_sets], n = 0;
        bool is_row = line < s->height;
        unsigned n_edges = is_row ? s->width : s->height;
        struct order_edge *edges = orders_node(o, is_row, n_edges);

        if (edges == NULL)
            return monitor_lack(o->levels.monitor);
        for (; n < n_edges; n++) {
            struct order_edge *e = &edges[n];

            if (is_row)
                set_edge(s, mask, n, line, 0, e);
            else
                set_edge(s, mask, line - s->height, 0, n, e);
            e->source = node_of(s, is_row ? AXIS_COLUMN : AXIS_ROW, n,
                                e->source);
        }
        orders_node_end(o, n);
    }
    return LOYD_OK;
}

/* Returns the last line, whose value is 0, and the rank of its order. */
static uint32_t
last_line(const struct mtm_table *t, unsigned end, uint32_t *rank)
{
    unsigned w = t->space.width, line = t->blank / w;
    pattern p = mtm_home(t);

    if (end == AXIS_COLUMN) {
        p = mtm_top(p, t->blank, w);
        line = t->blank % w;
    }
    *rank = perm_rank(&t->space.ranks, pattern_sequence(p));
    return node_of(&t->space, end, line, pattern_cells(p));
}

/*
 * Writes the bits of n nodes into the table, 24 of each word. Returns false if
 * stopped.
 */
static bool
pack(const struct orders *o, const struct mtm_space *s, size_t first, size_t n,
     uint8_t *out)
{
    const uint32_t *word = o->second + first * o->words.order.n_words;

    for (size_t i = 0; i < n; i++, out += s->set_bytes) {
        if (!monitor_look(o->levels.monitor))
            return false;
        for (unsigned j = 0; j < o->words.order.n_words; j++, word++) {
            uint8_t *at = out + perm_words_rank(&o->words, j) / 8;

            for (unsigned byte = 0; byte < 3; byte++)
                at[byte] = (uint8_t)(*word >> 8 * byte);
        }
    }
    return true;
}

/* Computes the values for one last line. */
static loyd_err
build_end(struct mtm_table *t, unsigned end, unsigned threads,
          struct orders *o)
{
    const struct mtm_space *s = &t->space;
    uint32_t rank, last = last_line(t, end, &rank);
    size_t first = 0;
    loyd_err err = orders_run(o, last, rank, threads, NULL);

    for (unsigned axis = 0; err == LOYD_OK && axis < AXES; axis++) {
        size_t n = (size_t)n_lines(s, axis) * s->n_sets;

        t->bits[end][axis] = memory_new(mtm_axis_bytes(s, axis));
        if (t->bits[end][axis] == NULL)
            err = LOYD_E_NOMEM;
        else if (!pack(o, s, first, n, t->bits[end][axis]))
            err = LOYD_E_CANCELLED;
        first += n;
    }
    return err;
}

loyd_err
mtm_table_build(struct mtm_table *t, unsigned threads, struct orders *orders)
{
    const struct mtm_space *s = &t->space;
    loyd_err err = orders_begin(
        orders, (s->width + (uint32_t)s->height) * s->n_sets, s->k);

    if (err == LOYD_OK && orders->n_listed == 0)
        err = list_lines(orders, s);
    for (unsigned end = 0; err == LOYD_OK && end < AXES; end++)
        err = build_end(t, end, threads, orders);
    return err;
}
