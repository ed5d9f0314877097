/* SPDX-License-Identifier: MIT */
/* Nodes of a search with many views, and those that a bound has cut. */
#ifndef LOYD_SOLVE_VIEWS_FRONTIER_H
#define LOYD_SOLVE_VIEWS_FRONTIER_H

#include "solve/views.h"

/*
 * A node that was cut by some of its views stays incomplete until it is
 * searched: the patterns in `todo` (by their number among those of the tile
 * moved last) do not include the last move yet.
 */
struct view_node {
    uint8_t at[VIEW_CELLS_MAX]; /* cells of the tiles and of the blank, by
                                   their homes */
    uint8_t tile;               /* the tile moved last */
    uint8_t dir;                /* and how; AT_ROOT: none was */
    uint8_t depth;
    uint16_t todo;
    uint64_t sum[2]; /* of each view, one byte each */
    uint64_t values; /* of each pattern modulo 4, two bits each */
};

#define VIEWS_FRONTIER_KEYS 4096u
#define VIEWS_FRONTIER_SPARE 16u /* one node for each slot, and more */
#define VIEWS_FRONTIER_NODE_BYTES                                             \
    (sizeof(struct view_node) + 3 * sizeof(uint32_t) + sizeof(uint16_t))

/* One pool for the nodes of this bound (`now`) and of the next (`later`). */
struct views_frontier {
    size_t room;
    struct view_node *pool;
    uint32_t *unused; /* [n_unused] free places of the pool */
    uint32_t *now;    /* in the order of search */
    uint32_t *later;
    uint16_t *later_key; /* the least is the most promising */
    size_t n_unused;
    size_t n_fresh; /* places of the pool that were never used lie above */
    size_t n_now;
    size_t at; /* next index into `now` */
    size_t n_later;
    bool is_torn; /* a root was kept in place of its nodes */
};

/* The caller frees it, also after an error. Errors: LOYD_E_NOMEM. */
LOYD_NODISCARD loyd_err views_frontier_make(struct views_frontier *f,
                                            size_t room);
void views_frontier_free(struct views_frontier *f);

/* Empties the frontier. */
void views_frontier_begin(struct views_frontier *f);

/* Starts the next bound: `later` becomes `now`, sorted. */
void views_frontier_turn(struct views_frontier *f);

static inline bool
views_frontier_is_full(const struct views_frontier *f)
{
    return f->n_later + (f->n_now - f->at) >= f->room;
}

static inline void
views_frontier_add(struct views_frontier *f, const struct view_node *node,
                   unsigned key)
{
    uint32_t i = f->n_unused > 0 ? f->unused[--f->n_unused]
                                 : (uint32_t)f->n_fresh++;

    f->pool[i] = *node;
    f->later_key[f->n_later] =
        (uint16_t)(key < VIEWS_FRONTIER_KEYS ? key : VIEWS_FRONTIER_KEYS - 1);
    f->later[f->n_later++] = i;
}

/* Takes the next root out of the pool; there must be one. */
static inline void
views_frontier_take(struct views_frontier *f, struct view_node *node)
{
    uint32_t i = f->now[f->at++];

    *node = f->pool[i];
    f->unused[f->n_unused++] = i;
    if (f->at + 8 < f->n_now)
        __builtin_prefetch(&f->pool[f->now[f->at + 8]]);
}

#endif
