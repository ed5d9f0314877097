/* SPDX-License-Identifier: MIT */
/*
 * The states on the shortest solutions of one board, as a graph without
 * cycles: a node has at most one edge for each direction, to a node one move
 * nearer to the goal. Each path from the board to the goal is a shortest
 * solution, and each shortest solution is such a path, so the graph counts
 * them and lists them without a search.
 */
#ifndef LOYD_SOLVE_SEARCH_PATH_GRAPH_H
#define LOYD_SOLVE_SEARCH_PATH_GRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "loyd/error.h"

#define PATH_NONE UINT32_MAX /* no node */

struct path_node {
    uint64_t paths;   /* from here to the goal, at most UINT64_MAX */
    uint32_t next[4]; /* by direction in the class: a node or PATH_NONE */
    uint16_t depth;   /* moves from the board */
};

struct path_graph {
    size_t words;            /* of a key; a key identifies a state */
    uint64_t *keys;          /* [room][words] */
    struct path_node *nodes; /* [room] */
    uint32_t *slots;         /* hash table of nodes, 2 * room */
    uint32_t n;
    uint32_t room; /* a power of two */
    bool is_capped; /* a count exceeds UINT64_MAX */
};

/*
 * Prepares an empty graph. The caller frees it with path_graph_free, also
 * after an error. Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err path_graph_make(struct path_graph *g, size_t words);
void path_graph_free(struct path_graph *g);

/* Returns the node of a state or PATH_NONE. */
uint32_t path_graph_find(const struct path_graph *g, const uint64_t *key);

/*
 * Adds the node of a state that the graph does not contain, after the nodes of
 * its edges; a node without edges is the goal, with one path.
 * Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err path_graph_add(struct path_graph *g,
                                       const uint64_t *key,
                                       const uint32_t next[4], unsigned depth,
                                       uint32_t *added);

#endif
