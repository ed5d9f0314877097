/* SPDX-License-Identifier: MIT */
/* What one thread of a search works with: slots, nodes, children. */
#ifndef LOYD_SOLVE_SLOT_H
#define LOYD_SOLVE_SLOT_H

#include <string.h>

#include "solve/frontier.h"
#include "solve/search.h"
#include "solve/seen.h"

#define DEPTH_MAX 1000 /* moves; no bound is searched beyond */
#define NODE_WORDS_MAX (VIEWS * GROUPS_MAX + 2)
#define INTERLEAVED 8 /* slots of a thread at most */
#define AT_ROOT 4     /* no direction */

_Static_assert(INTERLEAVED <= FRONTIER_SEARCHERS,
               "a frontier has a node to spare for each slot of a team");

/*
 * A node is an array of words: patterns of view 0, of view 1, the board as
 * nibbles (up to 16 cells; otherwise unused), then its place: from the least
 * bit on, the sums of both views (16 bits each), the depth (16), the blank's
 * cell in view 0 (8), and the direction in which the last tile went (3).
 *
 * A node that one view cut is left half made until its turn comes: that view
 * knows the last move, the other does not yet. A bit tells so, another which
 * view it was.
 */
typedef uint64_t place;

#define PLACE_DEPTH 32
#define PLACE_BLANK 48
#define PLACE_DIR 56
#define PLACE_HALF 59
#define PLACE_VIEW 60

/* A child in the making. */
struct child {
    pattern moved[VIEWS];
    const uint32_t *word; /* that holds the entry asked for, */
    uint32_t bit;         /* and its number in the word */
    uint32_t sum;         /* of the view that was looked up first */
    uint32_t cell;        /* the blank's new cell in view 0 */
    uint32_t dir;         /* in which the tile goes */
    uint32_t group[VIEWS];
    bool is_half; /* cut by the first view, but kept */
};

/*
 * Where the blank can go from a cell after a tile went in a direction (not
 * straight back): a byte each, the cell and above it 2 bits of direction, in
 * trying order, the last one first; ones mark the end.
 */
#define NEXT_CELL 31
#define NEXT_DIR 5
#define NEXT_END UINT32_MAX

/*
 * A slot with a board of its own leads itself. One that has none left may
 * help a leader whose board is hard: both take roots from one frontier, so
 * that the fetches of one hide behind the other's work.
 */
struct slot {
    struct search_job *job; /* NULL: idle */
    struct slot *leader;
    unsigned n_team; /* of a leader: slots that follow it, itself too, */
    unsigned n_busy; /* and how many of them have work at this bound */
    bool is_waiting; /* for the rest of the team */
    unsigned bound;
    unsigned n_children;
    unsigned first;       /* the view looked up first */
    bool takes_any_order; /* only the length is wanted */
    struct child ahead;   /* what the next root asks for, if it is half made */
    size_t ahead_at;      /* and which one that is */
    size_t n_stack;
    uint64_t *stack;
    struct seen_table *seen;    /* the leader's */
    struct seen_table own_seen; /* its entries may be the worker's */
    struct child children[4];
    uint64_t node[NODE_WORDS_MAX]; /* that is being expanded */
    uint64_t start[NODE_WORDS_MAX];
    uint64_t *root;            /* the present one, in the frontier */
    bool collects;             /* what is cut below it is kept */
    size_t mark;               /* what it has brought begins here */
    struct frontier *frontier; /* the leader's */
    struct frontier own_frontier;
    uint32_t next[REGION_CELLS_MAX][AT_ROOT + 1];
    uint8_t rank[4];              /* the order that `next` was made for */
    uint8_t trail[DEPTH_MAX + 1]; /* the blank's cells on the way here */
};

struct worker {
    struct search_batch *batch;
    const struct heuristic *heuristic;
    unsigned n_slots;
    unsigned n_active;
    uint64_t n_nodes;         /* not yet told to the batch */
    struct seen_table shared; /* of all slots where they work on one board */
    struct slot *slots;       /* [n_slots] */
    struct slot **active;     /* [n_active] those that have a job */
};

/* The shape of a node, known at compile time in every instance. */
struct form {
    unsigned groups;
    bool is_small;
};

#define BOARD_WORD(f) ((f).groups * VIEWS)
#define NODE_WORDS(f) (BOARD_WORD(f) + 2)

#define INLINE static inline __attribute__((always_inline))

INLINE unsigned
place_sum(place p, unsigned view)
{
    return (unsigned)(p >> 16 * view & 0xFFFF);
}

INLINE unsigned
place_depth(place p)
{
    return (unsigned)(p >> PLACE_DEPTH & 0xFFFF);
}

INLINE unsigned
place_blank(place p)
{
    return (unsigned)(p >> PLACE_BLANK & 0xFF);
}

INLINE unsigned
place_dir(place p)
{
    return (unsigned)(p >> PLACE_DIR & 7);
}

/*
 * The less, the sooner the goal: the larger estimate, and where that is the
 * same, the other.
 */
INLINE unsigned
place_promise(place p)
{
    unsigned a = place_sum(p, 0), b = place_sum(p, 1);
    unsigned most = a > b ? a : b, apart = a > b ? a - b : b - a;

    return most * 16 + (apart < 30 ? 15 - apart / 2 : 0);
}

INLINE place
place_make(unsigned depth, unsigned blank, unsigned dir)
{
    return (uint64_t)depth << PLACE_DEPTH | (uint64_t)blank << PLACE_BLANK |
           (uint64_t)dir << PLACE_DIR;
}

/* The tile in `cell` goes into `blank` (cells of the view); what to look up.
 */
INLINE void
view_move(struct form f, const struct heuristic *h, const uint64_t *node,
          unsigned view, unsigned cell, unsigned blank, struct child *c)
{
    const uint64_t *patterns = node + view * f.groups;
    const struct lookup *table;
    unsigned group = 0;
    uint32_t mask, region;
    uint64_t entry;
    pattern p;

    for (unsigned g = 1; g < f.groups; g++)
        group |= (patterns[g] >> cell & 1) ? g : 0;
    table = &h->lookup[view][group];
    p = pattern_move(patterns[group], cell, blank);
    mask = pattern_cells(p);
    if (f.is_small)
        region = region_number_small(table->index, mask, cell);
    else
        region = region_number(table->space, mask, cell);
    entry =
        pdb_entry(table->ranks, table->row_bits, pattern_sequence(p), region);
    c->word = &table->bits[entry >> 5];
    c->bit = (uint32_t)(entry & 31);
    c->group[view] = group;
    c->moved[view] = p;
    __builtin_prefetch(c->word);
}

/* Reads what view_move asked for; returns the child's sum in the view. */
INLINE unsigned
view_read(unsigned view, unsigned sum, struct child *c)
{
    int step = pattern_step(c->moved[view], *c->word >> c->bit & 1);

    c->moved[view] = pattern_add(c->moved[view], step);
    return sum + (unsigned)step;
}

/* The cell where a tile comes to that went from `cell`. */
INLINE unsigned
cell_after(const struct heuristic *h, unsigned cell, unsigned dir)
{
    unsigned w = h->cls.width;

    switch (dir) {
    case LOYD_DIR_UP:
        return cell - w;
    case LOYD_DIR_RIGHT:
        return cell + 1;
    case LOYD_DIR_DOWN:
        return cell + w;
    default:
        return cell - 1;
    }
}

/* What happens to a slot between the expansions (slot.c). */
void worker_refill(struct worker *w);
void slot_leave(struct worker *w, struct slot *s, enum search_end end);
bool slot_bound_done(struct worker *w, struct slot *s);
void slot_solved(struct worker *w, struct slot *s);
void slot_spent(struct worker *w, struct slot *s);
void worker_tick(struct worker *w);

/* Runs the slots until there is nothing left to do (expand.c). */
void worker_work(struct worker *w);

#endif
