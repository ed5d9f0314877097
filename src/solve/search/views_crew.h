/* SPDX-License-Identifier: MIT */
/* The state of a search with many views: all threads work on one board. */
#ifndef LOYD_SOLVE_SEARCH_VIEWS_CREW_H
#define LOYD_SOLVE_SEARCH_VIEWS_CREW_H

#include "solve/search/deepen.h"
#include "solve/search/frontier.h"
#include "solve/search/layers.h"
#include "solve/search/views_search.h"
#include "solve/search/views_seen.h"
#include "solve/table/views.h"

#define CREW_SLOTS 12
#define CREW_BOUND_MAX 250 /* sums and depths are bytes */
#define CREW_STACK (3 * CREW_BOUND_MAX + 8)
#define CREW_AT_ROOT 4 /* no last move */

/*
 * A node that was cut by some of its views stays incomplete until it is
 * searched: the patterns in `todo` (by their number among those of the tile
 * moved last) do not include the last move yet.
 */
struct view_node {
    uint8_t at[VIEW_CELLS_MAX]; /* cells of the tiles and of the blank, by
                                   their homes */
    uint8_t tile;               /* the tile moved last */
    uint8_t dir;                /* and how; CREW_AT_ROOT: none was */
    uint8_t depth;
    uint16_t todo;
    uint64_t sum[2]; /* of each view, one byte each */
    uint64_t values; /* of each pattern modulo 4, two bits each */
};

#define VIEW_NODE_WORDS (sizeof(struct view_node) / sizeof(uint64_t))
_Static_assert(sizeof(struct view_node) % sizeof(uint64_t) == 0, "words");

struct crew_item {
    struct view_node node;
    struct views_key key; /* of the node */
};

/* A child being computed, or the node itself while it is completed. */
struct view_child {
    struct crew_item is;
    unsigned tight; /* patterns of its tile that can cut it */
    unsigned risen; /* views */
};

/* One look-up. All that are independent take each step together. */
struct crew_look {
    struct view_child *child;
    const struct view_pattern *pattern;
    uint64_t row;         /* first entry of the permutation */
    const uint32_t *word; /* to read */
    uint32_t set;         /* of cells */
    uint8_t number;       /* of the pattern */
    uint8_t bit;
};

struct crew_slot {
    size_t n_stack;
    struct crew_item *stack; /* [CREW_STACK] */
    struct view_child own;
    struct view_child children[4];
    unsigned n_children;
    unsigned tight; /* views of the node that no move may raise */
    uint32_t stamp;
    size_t part;
    bool collects; /* keeps the nodes cut below the root */
    struct view_node root;
    uint8_t trail[CREW_BOUND_MAX + 2]; /* last moves on the current path */
};

/* The moves from a cell, in reverse order of trying. */
struct crew_moves {
    uint8_t n;
    uint8_t cell[4];
    uint8_t dir[4];
};

struct crew {
    const struct views *views;
    struct search_batch *batch;
    struct search_job *job;
    unsigned bound;
    uint64_t nodes_first;     /* of the job, before this attempt */
    uint64_t patience;        /* nodes after which the board is left open */
    bool is_last_bound;       /* no node needs to be kept */
    bool is_set_up;           /* the first bound has begun */
    bool is_decided;          /* `length` ends the job (under `lock`) */
    unsigned length;          /* of a solution */
    struct view_node root;
    bool is_working;          /* the members have a bound to search */
    atomic_bool lacks_member; /* one had no memory: none works */
    atomic_bool is_left;      /* the board, before its bound was */
    atomic_bool has_ended;    /* this bound: solved or stopped, or this turn:
                                 the table of states must grow */
    unsigned n_bounds;        /* that were begun */
    atomic_uint_least64_t n_nodes; /* in this attempt */
    struct seen_table seen;
    struct frontier frontier;
    struct crew_moves moves[VIEW_CELLS_MAX][CREW_AT_ROOT + 1];
    struct layers layers;    /* for the canonical path: the last has parts, */
    struct view_node *parts; /* with the node of each board in all layers */
    atomic_size_t next_part;
    atomic_size_t solved_part; /* the first; SIZE_MAX: none */
    pthread_mutex_t lock;      /* of results */
};

/* What belongs to one thread. */
struct crew_member {
    struct crew *crew;
    uint64_t n_nodes;  /* not yet added to the crew */
    unsigned n_bounds; /* crew->n_bounds when its slots were emptied */
    struct frontier_stash stash;
    size_t n_looks;
    struct crew_look looks[CREW_SLOTS * 4 * VIEWS_MOST];
    struct crew_slot slots[CREW_SLOTS];
};

/* Searches the current bound, unless stopped (views_search.c). */
void crew_run_bound(struct crew_member *m);
/* Looks up what is missing in a node. */
void crew_complete(struct crew_member *m, struct view_node *node);

/* Returns the largest sum. */
unsigned crew_estimate(const struct view_node *n);

/* Makes the node after the tile in a cell has moved to the blank. All look-ups
 * of its patterns are to be done. */
static inline void
view_node_move(const struct views *v, const struct view_node *n, unsigned cell,
               unsigned dir, struct view_node *to)
{
    const uint8_t *found = memchr(n->at, (int)cell, sizeof(n->at));
    unsigned tile = (unsigned)(found - n->at);

    *to = *n;
    to->at[tile] = n->at[v->cls.blank];
    to->at[v->cls.blank] = (uint8_t)cell;
    to->tile = (uint8_t)tile;
    to->dir = (uint8_t)dir;
    to->depth++;
    to->todo = (uint16_t)((1u << v->n_of[tile]) - 1);
}

/*
 * Divides the board into the parts that its first moves lead to
 * (views_parts.c); crew_free_parts frees them, also after an error. Errors:
 * LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err crew_make_parts(struct crew_member *m,
                                        const struct view_node *root);
void crew_free_parts(struct crew *w);
/* Makes the slot's path that of the job. Errors: LOYD_E_NOMEM. */
LOYD_NODISCARD loyd_err crew_keep_path(struct crew *w,
                                       const struct crew_slot *s);
/* Makes the next part the slot's node. Returns false if there is none. */
bool crew_take_part(struct crew *w, struct crew_slot *s);
/* Called when the slot's node has estimates of 0, or no moves left. */
void crew_solved(struct crew *w, struct crew_slot *s);
/* Adds the member's nodes. Returns false if the search must stop. */
bool crew_tick(struct crew_member *m);

#endif
