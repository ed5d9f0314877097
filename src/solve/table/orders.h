/* SPDX-License-Identifier: MIT */
/*
 * Builds tables of patterns in both metrics, bit-parallel, by breadth-first
 * search over nodes. A node has the orders of k tiles in which it has been
 * reached as bits (perm_words.h): in STM it is a region, in MTM a line with a
 * set of places. An edge moves tiles from rank to rank, in all orders at once.
 *
 * Neighbours differ in a colour. States at even and odd depth are therefore at
 * different nodes, and alternate levels can be updated in place, without a
 * frontier and without locks. A node pulls from those neighbours that changed
 * at the last level.
 */
#ifndef LOYD_SOLVE_TABLE_ORDERS_H
#define LOYD_SOLVE_TABLE_ORDERS_H

#include "solve/table/levels.h"
#include "solve/table/perm_words.h"

#define LOOK_NODES 4096 /* between two looks: about a millisecond */

/*
 * The way from a neighbour: up to five moves of tiles from rank to rank, 6
 * bits each, the first in the lowest. A move that is added comes before the
 * others.
 */
struct order_edge {
    uint32_t source;
    uint32_t moves;
};

/* Adds a move unless its ranks are the same. */
static inline void
order_edge_add(struct order_edge *e, unsigned from, unsigned to)
{
    if (from != to)
        e->moves = e->moves << 6 | from << 3 | to;
}

/*
 * Tables of one board are built one after the other in the same memory, and
 * those of the same nodes with the same edges. All zero at first, but for
 * levels.monitor, which the caller sets; orders_free frees it, also after an
 * error.
 */
struct orders {
    struct levels levels;
    struct perm_words words;
    struct workspace workspace;
    uint32_t n_nodes;
    uint32_t n_listed;    /* nodes whose edges are listed */
    uint32_t start;       /* node */
    uint32_t *reached;    /* [n_nodes][n_words], in the workspace */
    uint32_t *second;     /* [n_nodes][n_words] bit 1 of the depth, too */
    uint32_t *first_edge; /* [n_nodes + 1] */
    struct order_edge *edges;
    size_t edges_room;
    uint16_t *changed; /* [n_nodes] last level with new states */
    bool *colour;      /* [n_nodes] */
    bool *is_complete; /* [n_nodes] all states are reached */
    uint32_t *out;     /* for `finish` */
};

void orders_free(struct orders *o);

/*
 * Prepares n nodes of k tiles. Unless the last table had the same, none is
 * listed then. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err orders_begin(struct orders *o, uint32_t n, unsigned k);

/*
 * Lists the next node. Returns where its edges, n_edges at most, are to be
 * written before orders_node_end. Returns NULL if out of memory, or after a
 * stop, as monitor_lack tells.
 */
struct order_edge *orders_node(struct orders *o, bool colour,
                               unsigned n_edges);

/* Ends the last node that was listed: it has n edges. */
static inline void
orders_node_end(struct orders *o, unsigned n)
{
    o->first_edge[o->n_listed] = o->first_edge[o->n_listed - 1] + n;
}

/*
 * Searches from one order of a node, given by its rank; then all threads call
 * `finish`, which may be NULL. Errors: those of levels_run.
 */
LOYD_NODISCARD loyd_err orders_run(struct orders *o, uint32_t start,
                                   uint32_t rank, unsigned threads,
                                   void (*finish)(struct levels *l));

#endif
