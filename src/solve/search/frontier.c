/* SPDX-License-Identifier: MIT */
/* Stores the nodes that a bound has cut until the next bound. */
#include "solve/search/frontier.h"

#include "solve/table/memory.h"

/*
 * Once nodes do not fit, each root taken is kept. In a bound, k roots of a
 * thread fill at most k / FRONTIER_BLOCK blocks and one more for each
 * key, where taking them has freed at least the former, but for the block that
 * is being taken. Three times the latter is enough: in the bound in which
 * nodes stop fitting, for blocks that its end leaves partly filled, and in the
 * bound after it.
 */
#define RESERVE (3 * FRONTIER_KEYS / FRONTIER_KEY_STEP + 1) /* a stash */

static uint64_t
blocks_for(uint64_t nodes)
{
    return nodes / FRONTIER_BLOCK + (nodes % FRONTIER_BLOCK != 0);
}

static uint64_t
bytes(const struct frontier *f)
{
    return f->n_blocks * (FRONTIER_BLOCK * f->words * sizeof(*f->nodes) +
                          sizeof(*f->blocks));
}

loyd_err
frontier_make(struct frontier *f, size_t words, uint64_t nodes, unsigned n)
{
    uint64_t blocks = blocks_for(nodes);
    uint32_t most = FRONTIER_NONE / FRONTIER_BLOCK;

    f->words = words;
    f->reserve = RESERVE * n;
    f->n_blocks =
        blocks < most - f->reserve ? (uint32_t)blocks + f->reserve : most;
    f->nodes = NULL;
    f->now = f->list[0];
    f->later = f->list[1];
    f->end = FRONTIER_KEYS;
    if (pthread_mutex_init(&f->lock, NULL) != 0)
        return LOYD_E_SYSTEM;
    f->nodes = memory_reserve(bytes(f));
    if (f->nodes == NULL) {
        pthread_mutex_destroy(&f->lock);
        return LOYD_E_NOMEM;
    }
    f->blocks =
        (struct frontier_block *)(f->nodes + (size_t)f->n_blocks *
                                                 FRONTIER_BLOCK * words);
    return LOYD_OK;
}

void
frontier_free(struct frontier *f)
{
    if (f->nodes == NULL)
        return;
    memory_release(f->nodes, bytes(f));
    pthread_mutex_destroy(&f->lock);
    f->nodes = NULL;
}

static void
empty(uint32_t *list, unsigned end)
{
    for (unsigned k = 0; k < end; k++)
        list[k] = FRONTIER_NONE;
}

void
frontier_begin(struct frontier *f, uint64_t nodes)
{
    uint64_t blocks = blocks_for(nodes);

    f->n_free = blocks < f->n_blocks - f->reserve
                    ? (uint32_t)blocks + f->reserve
                    : f->n_blocks;
    f->n_fresh = f->n_now = f->n_later = 0;
    f->unused = FRONTIER_NONE;
    empty(f->now, f->end);
    empty(f->later, f->end);
    f->key = f->end = 0;
    atomic_store(&f->is_torn, false);
}

void
frontier_stash_make(struct frontier_stash *s, struct frontier *f)
{
    s->frontier = f;
    s->end_open = FRONTIER_KEYS;
    frontier_stash_begin(s);
}

void
frontier_stash_begin(struct frontier_stash *s)
{
    s->taken = FRONTIER_NONE;
    s->next = s->end = NULL;
    memset(s->open, 0, s->end_open * sizeof(*s->open));
    s->end_open = 0;
}

void
frontier_stash_settle(struct frontier_stash *s)
{
    for (unsigned k = 0; k < s->end_open; k++)
        if (s->open[k] % FRONTIER_BLOCK != 0)
            s->frontier->blocks[s->open[k] / FRONTIER_BLOCK].n =
                s->open[k] % FRONTIER_BLOCK;
}

/* Opens a block in the list of its key. */
bool
frontier_open(struct frontier_stash *s, unsigned key, bool is_root)
{
    struct frontier *f = s->frontier;
    uint32_t i = FRONTIER_NONE;

    pthread_mutex_lock(&f->lock);
    if (is_root || (!atomic_load(&f->is_torn) && f->n_free > f->reserve)) {
        f->n_free--;
        f->n_later++;
        i = f->unused != FRONTIER_NONE ? f->unused : f->n_fresh++;
        if (i == f->unused)
            f->unused = f->blocks[i].next;
        f->blocks[i] = (struct frontier_block){f->later[key], FRONTIER_BLOCK};
        f->later[key] = i;
        if (key >= f->end)
            f->end = key + 1;
    } else {
        atomic_store(&f->is_torn, true); /* the reserve is for roots */
    }
    pthread_mutex_unlock(&f->lock);
    if (i == FRONTIER_NONE)
        return false;
    s->open[key] = i * FRONTIER_BLOCK;
    if (key >= s->end_open)
        s->end_open = key + 1;
    return true;
}

/* Takes a block out of the first list of this bound; frees the last taken. */
bool
frontier_refill(struct frontier_stash *s)
{
    struct frontier *f = s->frontier;
    uint32_t i = FRONTIER_NONE;

    pthread_mutex_lock(&f->lock);
    if (s->taken != FRONTIER_NONE) {
        f->blocks[s->taken].next = f->unused;
        f->unused = s->taken;
        f->n_free++;
    }
    while (f->key < f->end && (i = f->now[f->key]) == FRONTIER_NONE)
        f->key++;
    if (i != FRONTIER_NONE) {
        f->now[f->key] = f->blocks[i].next;
        f->n_now--;
        s->next = f->nodes + (size_t)i * FRONTIER_BLOCK * f->words;
        s->end = s->next + f->blocks[i].n * f->words;
        if (f->now[f->key] != FRONTIER_NONE)
            __builtin_prefetch(f->nodes + (size_t)f->now[f->key] *
                                              FRONTIER_BLOCK * f->words);
    }
    pthread_mutex_unlock(&f->lock);
    s->taken = i;
    return i != FRONTIER_NONE;
}

void
frontier_turn(struct frontier *f)
{
    uint32_t *taken = f->now;

    f->now = f->later;
    f->later = taken;
    f->n_now = f->n_later;
    f->n_later = 0;
    f->key = 0;
}

void
frontier_start(struct frontier *f, uint64_t nodes, struct frontier_stash *s,
               const void *root)
{
    frontier_begin(f, nodes);
    frontier_stash_begin(s);
    (void)frontier_add(s, root, f->words, 0, true);
    frontier_stash_settle(s);
    frontier_turn(f);
    frontier_stash_begin(s);
}
