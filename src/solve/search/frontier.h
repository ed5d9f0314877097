/* SPDX-License-Identifier: MIT */
/*
 * The nodes that a bound has cut, where the search of a board resumes at the
 * next bound. Nodes above them are not searched again, and the most promising
 * ones are searched first. [Björnsson, Enzenberger, Holte, Schaeffer, "Fringe
 * search", CIG 2005; Bu and Korf, "A*+IDA*", IJCAI 2019]
 */
#ifndef LOYD_SOLVE_SEARCH_FRONTIER_H
#define LOYD_SOLVE_SEARCH_FRONTIER_H

#include <stddef.h>
#include <string.h>

#include "loyd/error.h"

#define FRONTIER_NODES ((size_t)1 << 15)
#define FRONTIER_NODES_WIDE ((size_t)1 << 20) /* beyond 16 cells */
#define FRONTIER_SEARCHERS 8                  /* at most */
#define FRONTIER_KEYS 4096
#define AHEAD 8

/*
 * While the roots in `now` are consumed, `later` grows; together they hold at
 * most `room` nodes and one per searcher. If a root produces too many nodes,
 * it is kept in their place and searched again at the next bound. If all roots
 * are kept, that is IDA* below each root.
 */
struct frontier {
    size_t words; /* per node */
    size_t room;  /* nodes */
    uint64_t *now;
    uint64_t *later;
    uint16_t *later_key; /* of each node; the least is the most promising */
    uint32_t *order;     /* indices into `now`, sorted by key */
    size_t n_now;
    size_t at; /* next index into `order` */
    size_t n_later;
    bool is_plain; /* keep every root: IDA* */
    bool is_torn;  /* a root was kept in place of its nodes */
};

/*
 * Allocates room for `most` nodes of `words` words each; the pages are touched
 * only when used. The caller frees it with frontier_free, also after an error.
 * Errors: LOYD_E_NOMEM.
 */
LOYD_NODISCARD loyd_err frontier_make(struct frontier *f, size_t words,
                                      size_t most);
void frontier_free(struct frontier *f);

/* Resets the frontier to a single root, with room for `room` nodes. */
void frontier_begin(struct frontier *f, const uint64_t *root, bool is_plain,
                    size_t room);

/* Starts the next bound: `later` becomes `now`, sorted. */
void frontier_turn(struct frontier *f);

/* Returns root i in search order. */
static inline uint64_t *
frontier_root(const struct frontier *f, size_t i)
{
    return f->now + f->order[i] * f->words;
}

/* Adds a node of `words` words; there must be room. */
static inline void
frontier_add(struct frontier *f, const uint64_t *node, size_t words,
             unsigned key)
{
    uint64_t *entry = f->later + f->n_later * words;

    memcpy(entry, node, words * sizeof(*node));
    __builtin_prefetch(entry + AHEAD * words, 1); /* for the next calls */
    f->later_key[f->n_later++] =
        (uint16_t)(key < FRONTIER_KEYS ? key : FRONTIER_KEYS - 1);
}

static inline bool
frontier_is_full(const struct frontier *f)
{
    return f->n_later + (f->n_now - f->at) >= f->room;
}

/* Keeps a root for the next bound and drops the nodes added since `mark`. */
static inline void
frontier_keep_root(struct frontier *f, const uint64_t *root, unsigned key,
                   size_t mark)
{
    f->n_later = mark;
    frontier_add(f, root, f->words, key);
    f->is_torn = true;
}

#endif
