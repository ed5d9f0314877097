/* SPDX-License-Identifier: MIT */
/*
 * Where a board's search goes on at the next bound: the nodes that this bound
 * has cut, so that nothing above them is searched a second time, and the most
 * promising of them can go first. [Björnsson, Enzenberger, Holte, Schaeffer,
 * "Fringe search", CIG 2005; Bu and Korf, "A*+IDA*", IJCAI 2019]
 */
#ifndef LOYD_SOLVE_FRONTIER_H
#define LOYD_SOLVE_FRONTIER_H

#include <stddef.h>
#include <string.h>

#include "loyd/error.h"

#define FRONTIER_NODES ((size_t)1 << 15)
#define FRONTIER_NODES_WIDE ((size_t)1 << 20) /* beyond 16 cells */
#define FRONTIER_SEARCHERS 8                  /* at most */
#define FRONTIER_KEYS 4096
#define AHEAD 8

/*
 * While the roots of `now` are consumed, `later` grows; together they hold
 * no more than `room` nodes, and one a searcher. A root that brings too many
 * is kept itself, to be searched again at the next bound. Where all are, that
 * is IDA* below each root.
 */
struct frontier {
    size_t words; /* of a node */
    size_t room;  /* nodes */
    uint64_t *now;
    uint64_t *later;
    uint16_t *later_key; /* a node's, the least is the most promising */
    uint32_t *order;     /* the nodes of `now`, by their keys */
    size_t n_now;
    size_t at; /* the next of `order` */
    size_t n_later;
    bool is_plain; /* every root is kept: IDA* */
    bool is_torn;  /* some root has been kept */
};

/*
 * Memory for `most` nodes of `words`, used as they come. Errors:
 * LOYD_E_NOMEM; to be freed in any case.
 */
LOYD_NODISCARD loyd_err frontier_make(struct frontier *f, size_t words,
                                      size_t most);
void frontier_free(struct frontier *f);

/* There is one root and nothing else, and so much room from now on. */
void frontier_begin(struct frontier *f, const uint64_t *root, bool is_plain,
                    size_t room);

/* The next bound: what was later is now. */
void frontier_turn(struct frontier *f);

/* Root i, in their order. */
static inline uint64_t *
frontier_root(const struct frontier *f, size_t i)
{
    return f->now + f->order[i] * f->words;
}

/* Another node of `words`; there must be room. */
static inline void
frontier_add(struct frontier *f, const uint64_t *node, size_t words,
             unsigned key)
{
    uint64_t *entry = f->later + f->n_later * words;

    memcpy(entry, node, words * sizeof(*node));
    __builtin_prefetch(entry + AHEAD * words, 1); /* where the next ones go */
    f->later_key[f->n_later++] =
        (uint16_t)(key < FRONTIER_KEYS ? key : FRONTIER_KEYS - 1);
}

static inline bool
frontier_is_full(const struct frontier *f)
{
    return f->n_later + (f->n_now - f->at) >= f->room;
}

/* A root stays for the next bound, and what came from `mark` on goes. */
static inline void
frontier_keep_root(struct frontier *f, const uint64_t *root, unsigned key,
                   size_t mark)
{
    f->n_later = mark;
    frontier_add(f, root, f->words, key);
    f->is_torn = true;
}

#endif
