/* SPDX-License-Identifier: MIT */
/*
 * The nodes that a bound has cut, where the search of a board resumes at the
 * next bound. Nodes above them are not searched again, and the most promising
 * ones are searched first. [Björnsson, Enzenberger, Holte, Schaeffer, "Fringe
 * search", CIG 2005; Bu and Korf, "A*+IDA*", IJCAI 2019]
 *
 * Once nodes do not fit, each root is kept and searched again at the next
 * bound, in addition to what it has produced so far: IDA* below each root.
 */
#ifndef LOYD_SOLVE_SEARCH_FRONTIER_H
#define LOYD_SOLVE_SEARCH_FRONTIER_H

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "loyd/error.h"

#define FRONTIER_BLOCK 32u /* nodes */
#define FRONTIER_NONE UINT32_MAX
#define FRONTIER_KEYS 2048u
#define FRONTIER_KEY_STEP 16u /* keys of roots that are kept are multiples */

/* A block of nodes with the same key. */
struct frontier_block {
    uint32_t next;
    uint32_t n;
};

/*
 * The nodes of this bound (`now`) and of the next (`later`), in blocks, listed
 * by their key: the least is the most promising. Shared by all threads.
 */
struct frontier {
    size_t words; /* per node */
    uint64_t *nodes;
    struct frontier_block *blocks;
    uint32_t n_blocks;
    uint32_t n_free;
    uint32_t n_fresh; /* blocks that were never used lie above */
    uint32_t unused;  /* list of the others */
    uint32_t reserve; /* blocks for roots that are kept */
    uint32_t n_now;   /* blocks in the lists */
    uint32_t n_later;
    uint32_t *now; /* first blocks, by key */
    uint32_t *later;
    uint32_t list[2][FRONTIER_KEYS];
    unsigned key;        /* lists of `now` below it are empty, */
    unsigned end;        /* and all lists from here on */
    atomic_bool is_torn; /* nodes do not fit: roots are kept */
    pthread_mutex_t lock;
};

/*
 * The blocks that one thread is filling and the one that it is taking, whose
 * nodes stay in place until the next is taken.
 */
struct frontier_stash {
    struct frontier *frontier;
    uint32_t open[FRONTIER_KEYS]; /* next node; the first of a block: none */
    unsigned end_open;            /* none is open from this key on */
    uint32_t taken;
    uint64_t *next; /* node of `taken` */
    uint64_t *end;
};

/*
 * Has room for `nodes` nodes of `words` words each in addition to what `n`
 * stashes need to keep all roots; memory is used when it is first written. The
 * caller frees it with frontier_free, also after an error. Errors:
 * LOYD_E_NOMEM, LOYD_E_SYSTEM.
 */
LOYD_NODISCARD loyd_err frontier_make(struct frontier *f, size_t words,
                                      uint64_t nodes, unsigned n);
void frontier_free(struct frontier *f);

/* Empties the frontier, which has room for at most `nodes` nodes then. */
void frontier_begin(struct frontier *f, uint64_t nodes);
/* Makes a stash, once; prepares it for a bound. */
void frontier_stash_make(struct frontier_stash *s, struct frontier *f);
void frontier_stash_begin(struct frontier_stash *s);
/* Records how many nodes are in the blocks that are being filled. */
void frontier_stash_settle(struct frontier_stash *s);

/* Empties the frontier but for one root, which the stash takes first. */
void frontier_start(struct frontier *f, uint64_t nodes,
                    struct frontier_stash *s, const void *root);

/*
 * Starts the next bound: `later` becomes `now`, all of whose nodes have been
 * taken. All stashes are settled before it and begun again after it.
 */
void frontier_turn(struct frontier *f);

/* Slow halves of the functions below. */
bool frontier_open(struct frontier_stash *s, unsigned key, bool is_root);
bool frontier_refill(struct frontier_stash *s);

/*
 * Adds a node for the next bound. Returns false, and adds nothing, if there is
 * no room; a root (is_root) always has some.
 */
static inline bool
frontier_add(struct frontier_stash *s, const void *node, size_t words,
             unsigned key, bool is_root)
{
    uint64_t *to;
    uint32_t n;

    if (key >= FRONTIER_KEYS)
        key = FRONTIER_KEYS - 1;
    if (is_root)
        key &= ~(FRONTIER_KEY_STEP - 1);
    if (s->open[key] % FRONTIER_BLOCK == 0 && !frontier_open(s, key, is_root))
        return false;
    n = s->open[key]++;
    to = s->frontier->nodes + n * words;
    memcpy(to, node, words * sizeof(*to));
    __builtin_prefetch(to + 2 * words - 1, 1); /* for the next call */
    return true;
}

/* Takes the next root of this bound. Returns NULL if there is none. */
static inline uint64_t *
frontier_take(struct frontier_stash *s, size_t words)
{
    uint64_t *node;

    if (s->next == s->end && !frontier_refill(s))
        return NULL;
    node = s->next;
    s->next += words;
    return node;
}

#endif
