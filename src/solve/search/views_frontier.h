/* SPDX-License-Identifier: MIT */
/* Nodes of a search with many views, and those that a bound has cut. */
#ifndef LOYD_SOLVE_SEARCH_VIEWS_FRONTIER_H
#define LOYD_SOLVE_SEARCH_VIEWS_FRONTIER_H

#include <pthread.h>
#include <stdatomic.h>

#include "solve/table/views.h"

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

#define VIEWS_BLOCK_NODES 36u
#define VIEWS_BLOCK_NONE UINT32_MAX
#define VIEWS_KEYS 2048u
#define VIEWS_KEY_STEP 16u /* keys of roots that are kept are multiples */

/* Nodes with the same key. */
struct views_block {
    uint32_t next;
    uint32_t n;
    struct view_node node[VIEWS_BLOCK_NODES];
};

/*
 * The nodes of this bound (`now`) and of the next (`later`), in blocks, listed
 * by their key: the least is the most promising. Shared by all threads.
 */
struct views_frontier {
    struct views_block *blocks;
    uint32_t n_blocks;
    uint32_t n_free;
    uint32_t n_fresh; /* blocks that were never used lie above */
    uint32_t unused;  /* list of the others */
    uint32_t reserve; /* blocks for roots that are kept */
    uint32_t now[VIEWS_KEYS];
    uint32_t later[VIEWS_KEYS];
    unsigned key;        /* lists of `now` below it are empty */
    atomic_bool is_torn; /* roots are kept in place of their nodes */
    pthread_mutex_t lock;
};

/* The blocks that one thread is filling and the one that it is taking. */
struct views_stash {
    struct views_frontier *frontier;
    uint32_t open[VIEWS_KEYS];
    struct views_block taken;
    uint32_t at; /* next node of `taken` */
};

/*
 * Uses at most `bytes` of memory in addition to what `threads` threads need to
 * keep all roots. The caller frees it, also after an error. Errors:
 * LOYD_E_NOMEM, LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err views_frontier_make(struct views_frontier *f,
                                            uint64_t bytes, unsigned threads);
void views_frontier_free(struct views_frontier *f);

/* Empties the frontier. */
void views_frontier_begin(struct views_frontier *f);
/* Prepares a thread for a bound. */
void views_stash_begin(struct views_stash *s, struct views_frontier *f);

/*
 * Starts the next bound: `later` becomes `now`. Stashes are begun again.
 */
void views_frontier_turn(struct views_frontier *f);

/* Slow halves of the functions below. */
bool views_stash_open(struct views_stash *s, unsigned key, bool is_root);
bool views_stash_refill(struct views_stash *s);

/*
 * Adds a node for the next bound. Returns false, and adds nothing, if there is
 * no memory; a root (is_root) always has some.
 */
static inline bool
views_stash_add(struct views_stash *s, const struct view_node *node,
                unsigned key, bool is_root)
{
    struct views_block *b;

    if (key >= VIEWS_KEYS)
        key = VIEWS_KEYS - 1;
    if (is_root)
        key &= ~(VIEWS_KEY_STEP - 1);
    if (s->open[key] == VIEWS_BLOCK_NONE && !views_stash_open(s, key, is_root))
        return false;
    b = &s->frontier->blocks[s->open[key]];
    b->node[b->n++] = *node;
    if (b->n == VIEWS_BLOCK_NODES)
        s->open[key] = VIEWS_BLOCK_NONE;
    return true;
}

/* Takes the next root of this bound. Returns false if there is none. */
static inline bool
views_stash_take(struct views_stash *s, struct view_node *node)
{
    if (s->at == s->taken.n && !views_stash_refill(s))
        return false;
    *node = s->taken.node[s->at++];
    return true;
}

#endif
