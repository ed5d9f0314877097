/* SPDX-License-Identifier: MIT */
/* Stores the nodes that a bound of a search with many views has cut. */
#include "solve/search/views_frontier.h"

#include "solve/table/memory.h"

/*
 * Once nodes do not fit, each root taken is kept. In a bound, k roots of a
 * thread fill at most k / VIEWS_BLOCK_NODES blocks and one more for each key,
 * where taking them has freed at least the former. Three times the latter is
 * enough: in the bound in which nodes stop fitting, for blocks that its end
 * leaves partly filled, and in the bound after it.
 */
#define RESERVE (3 * VIEWS_KEYS / VIEWS_KEY_STEP) /* a thread */
#define BLOCKS_MOST (VIEWS_BLOCK_NONE - 1)

loyd_err
views_frontier_make(struct views_frontier *f, uint64_t bytes, unsigned threads)
{
    uint64_t n = bytes / sizeof(struct views_block);

    f->reserve = RESERVE * threads;
    n += f->reserve;
    f->n_blocks = n < BLOCKS_MOST ? (uint32_t)n : BLOCKS_MOST;
    f->blocks = NULL;
    if (pthread_mutex_init(&f->lock, NULL) != 0)
        return LOYD_E_SYSTEM;
    f->blocks = memory_reserve(f->n_blocks * sizeof(*f->blocks));
    if (f->blocks == NULL) {
        pthread_mutex_destroy(&f->lock);
        return LOYD_E_NOMEM;
    }
    return LOYD_OK;
}

void
views_frontier_free(struct views_frontier *f)
{
    if (f->blocks == NULL)
        return;
    memory_release(f->blocks, f->n_blocks * sizeof(*f->blocks));
    pthread_mutex_destroy(&f->lock);
    f->blocks = NULL;
}

static void
empty(uint32_t list[VIEWS_KEYS])
{
    for (unsigned k = 0; k < VIEWS_KEYS; k++)
        list[k] = VIEWS_BLOCK_NONE;
}

void
views_frontier_begin(struct views_frontier *f)
{
    f->n_free = f->n_blocks;
    f->n_fresh = 0;
    f->unused = VIEWS_BLOCK_NONE;
    f->key = 0;
    atomic_store(&f->is_torn, false);
    empty(f->now);
    empty(f->later);
}

void
views_stash_begin(struct views_stash *s, struct views_frontier *f)
{
    s->frontier = f;
    s->taken.n = s->at = 0;
    empty(s->open);
}

/* Opens a block in the list of its key. */
bool
views_stash_open(struct views_stash *s, unsigned key, bool is_root)
{
    struct views_frontier *f = s->frontier;
    uint32_t i = VIEWS_BLOCK_NONE;

    pthread_mutex_lock(&f->lock);
    if (is_root || (!atomic_load(&f->is_torn) && f->n_free > f->reserve)) {
        f->n_free--;
        i = f->unused != VIEWS_BLOCK_NONE ? f->unused : f->n_fresh++;
        if (i == f->unused)
            f->unused = f->blocks[i].next;
        f->blocks[i].n = 0;
        f->blocks[i].next = f->later[key];
        f->later[key] = i;
    } else {
        atomic_store(&f->is_torn, true); /* the reserve is for roots */
    }
    pthread_mutex_unlock(&f->lock);
    s->open[key] = i;
    return i != VIEWS_BLOCK_NONE;
}

/* Takes a block out of the first list of this bound. */
bool
views_stash_refill(struct views_stash *s)
{
    struct views_frontier *f = s->frontier;
    uint32_t i = VIEWS_BLOCK_NONE;

    pthread_mutex_lock(&f->lock);
    while (f->key < VIEWS_KEYS && (i = f->now[f->key]) == VIEWS_BLOCK_NONE)
        f->key++;
    if (i != VIEWS_BLOCK_NONE) {
        f->now[f->key] = f->blocks[i].next;
        s->taken = f->blocks[i];
        s->at = 0;
        f->blocks[i].next = f->unused;
        f->unused = i;
        f->n_free++;
        if (f->now[f->key] != VIEWS_BLOCK_NONE)
            __builtin_prefetch(&f->blocks[f->now[f->key]]);
    }
    pthread_mutex_unlock(&f->lock);
    return i != VIEWS_BLOCK_NONE;
}

void
views_frontier_turn(struct views_frontier *f)
{
    for (unsigned k = 0; k < VIEWS_KEYS; k++)
        f->now[k] = f->later[k];
    empty(f->later);
    f->key = 0;
}
