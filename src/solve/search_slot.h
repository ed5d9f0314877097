/* SPDX-License-Identifier: MIT */
/* What one thread of a search works with: slots, nodes, children. */
#ifndef LOYD_SOLVE_SEARCH_SLOT_H
#define LOYD_SOLVE_SEARCH_SLOT_H

#include <string.h>

#include "solve/search.h"
#include "solve/seen.h"

#define DEPTH_MAX 1000   /* moves; no bound is searched beyond */
#define NODE_WORDS_MAX (2 * GROUPS_MAX + 2)
#define NO_CELL 0xFF

/*
 * A node is an array of words: patterns of view 0, of view 1, the board as
 * nibbles (up to 16 cells; otherwise unused), then this.
 */
typedef struct place {
    uint8_t blank;  /* cell in view 0 */
    uint8_t from;   /* where the blank was before, NO_CELL at the root */
    uint16_t depth;
    uint16_t sum[VIEWS];
} place;

/* A child in the making. */
typedef struct child {
    pattern moved[VIEWS];
    uint64_t entry;
    uint16_t sum;    /* of the view that was looked up first */
    uint8_t cell;    /* the blank's new cell in view 0 */
    uint8_t group[VIEWS];
} child;

typedef struct slot {
    search_job *job; /* NULL: idle */
    unsigned bound;
    size_t n_stack;
    uint64_t *stack;
    seen_table seen;
    uint8_t n_children;
    uint8_t first;   /* the view looked up first */
    bool any_order;  /* only the length is wanted */
    child children[4];
    uint64_t node[NODE_WORDS_MAX]; /* that is being expanded */
    uint64_t root[NODE_WORDS_MAX];
    uint8_t trail[DEPTH_MAX + 1];  /* the blank's cells on the way here */
    /* [blank][direction in trying order, last first] cells, NO_CELL none */
    uint8_t neighbour[REGION_CELLS_MAX][4];
} slot;

typedef struct worker {
    search_batch *batch;
    const heuristic *heuristic;
    unsigned n_slots;
    unsigned n_active;
    uint64_t n_nodes;  /* not yet told to the batch */
    slot *slots;
} worker;

/* The shape of a node, known at compile time in every instance. */
typedef struct form {
    unsigned groups;
    bool small;
} form;

#define BOARD_WORD(f) ((f).groups * VIEWS)
#define NODE_WORDS(f) (BOARD_WORD(f) + 2)

#define INLINE static inline __attribute__((always_inline))

INLINE place
node_place(form f, const uint64_t *node)
{
    place p;

    memcpy(&p, &node[BOARD_WORD(f) + 1], sizeof p);
    return p;
}

INLINE void
node_set_place(form f, uint64_t *node, place p)
{
    memcpy(&node[BOARD_WORD(f) + 1], &p, sizeof p);
}

INLINE uint64_t
table_entry(form f, const pdb *table, pattern p, unsigned blank)
{
    uint32_t mask = pattern_cells(p);
    uint32_t region = f.small
                          ? region_number_small(table->space, mask, blank)
                          : region_number(table->space, mask, blank);

    return pdb_entry(table->ranks, table->row_bits, pattern_sequence(p),
                     region);
}

/* The tile in `cell` goes into `blank` (cells of the view); what to look up. */
INLINE void
view_move(form f, const heuristic *h, const uint64_t *node, unsigned view,
          unsigned cell, unsigned blank, child *c)
{
    const uint64_t *patterns = node + view * f.groups;
    const pdb *table;
    unsigned group = 0;

    for (unsigned g = 1; g < f.groups; g++)
        group |= (patterns[g] >> cell & 1) ? g : 0;
    table = &h->table[view][group];
    c->group[view] = (uint8_t)group;
    c->moved[view] = pattern_move(patterns[group], cell, blank);
    c->entry = table_entry(f, table, c->moved[view], cell);
    __builtin_prefetch(&table->bits[c->entry >> 5]);
}

/* Reads what view_move asked for; returns the child's sum in the view. */
INLINE unsigned
view_read(const heuristic *h, unsigned view, unsigned sum, child *c)
{
    const pdb *table = &h->table[view][c->group[view]];
    int step = pattern_step(c->moved[view], pdb_bit(table->bits, c->entry));

    c->moved[view] = pattern_add(c->moved[view], step);
    return sum + (unsigned)step;
}

/* search.c: runs the slots until there is nothing left to do. */
void worker_work(worker *w);

/* search_jobs.c: what happens to a slot between the expansions. */
void slot_refill(worker *w, slot *s);
void slot_next_bound(worker *w, slot *s);
void slot_count(worker *w, slot *s);
void slot_solved(worker *w, slot *s);
void worker_tick(worker *w);

#endif
