/* SPDX-License-Identifier: MIT */
/* The state of one search thread: slots, nodes, children. */
#ifndef LOYD_SOLVE_SEARCH_SLOT_H
#define LOYD_SOLVE_SEARCH_SLOT_H

#include <string.h>

#include "solve/search/deepen.h"
#include "solve/search/frontier.h"
#include "solve/search/seen.h"
#include "solve/table/packed.h"

#define DEPTH_MAX 1000 /* moves; the highest bound that is searched */
#define NODE_WORDS_MAX (VIEWS * GROUPS_MAX + 2)
#define INTERLEAVED 8 /* most slots per thread */
#define AT_ROOT 4     /* no last move */
#define ROOTS ((uint64_t)1 << 15)      /* kept for the next bound; */
#define ROOTS_WIDE ((uint64_t)1 << 20) /* beyond 16 cells */

/*
 * A node is an array of words: the patterns of view 0, those of view 1, the
 * board as nibbles (up to 16 cells; otherwise unused), and its place: from the
 * lowest bit, the sums of both views (16 bits each), the depth (16), the
 * blank's cell in view 0 (8), and the direction of the last move (3). A packed
 * node has other words before the board: both views (packed.h) and the values.
 *
 * A node that was cut by one view stays incomplete until it is searched: that
 * view includes the last move, the other does not yet. One bit marks such a
 * node, another says which view cut it.
 */
typedef uint64_t place;

#define PLACE_DEPTH 32
#define PLACE_BLANK 48
#define PLACE_DIR 56
#define PLACE_HALF 59
#define PLACE_VIEW 60

/* A child being computed. */
struct child {
    pattern moved[VIEWS]; /* packed: the views */
    uint64_t values;      /* packed only */
    const uint32_t *word; /* the word of the table to read */
    uint32_t bit;         /* number of the bit in it */
    uint32_t sum;         /* in the view that is looked up first */
    uint32_t cell;        /* the blank's new cell in view 0 */
    uint32_t dir;         /* of the tile's move */
    uint32_t group[VIEWS];
    uint32_t rise[VIEWS]; /* packed only: the bit of `values` to add to */
    bool is_half;         /* cut by the first view but kept */
};

/*
 * The moves from a cell after a tile moved in a given direction (without the
 * one straight back), one byte each: the blank's next cell and, above it, 2
 * bits of direction. They are in reverse order of trying; all ones mark the
 * end.
 */
#define NEXT_CELL 31
#define NEXT_DIR 5
#define NEXT_END UINT32_MAX

struct move_table {
    uint32_t from[REGION_CELLS_MAX][AT_ROOT + 1]; /* by the last move */
};

typedef uint64_t node_words[NODE_WORDS_MAX];

/*
 * A slot with its own board leads itself. A slot without one may help a leader
 * whose board is hard: both take roots from one frontier, so that the memory
 * accesses of one overlap with the work of the other.
 */
struct slot {
    struct search_job *job; /* NULL: idle */
    struct slot *leader;
    unsigned n_team; /* leader only: slots in the team, with itself, */
    unsigned n_busy; /* and how many of them have work at this bound */
    bool is_waiting; /* for the rest of the team */
    struct deepening deepening; /* leader only */
    unsigned bound;             /* of the leader's board */
    unsigned n_children;
    bool takes_any_order; /* only the length is wanted */
    bool is_last_bound;   /* no node needs to be kept */
    struct child ahead;   /* look-up for the next root if it is incomplete */
    const uint64_t *ahead_of; /* that root */
    size_t n_stack;
    uint64_t *stack;
    struct seen_table *seen;    /* the leader's */
    struct seen_table own_seen; /* may use the worker's entries */
    uint32_t first_stamp;       /* in `seen`, of the board's first bound */
    struct child children[4];
    uint64_t node[NODE_WORDS_MAX]; /* the node being expanded */
    uint64_t start[NODE_WORDS_MAX];
    uint64_t root[NODE_WORDS_MAX];
    bool collects;                /* keep the nodes cut below the root */
    struct frontier_stash *stash; /* the leader's */
    struct frontier_stash own_stash;
    struct frontier frontier;
    struct move_table moves;
    uint8_t rank[4];              /* their order */
    uint8_t trail[DEPTH_MAX + 1]; /* the blank's cells on the current path */
};

struct worker {
    struct search_batch *batch;
    const struct heuristic *heuristic;
    bool is_fast;   /* with special instructions */
    bool is_packed; /* its nodes are */
    unsigned board_word;
    uint64_t cells;                  /* packed only: packed_cells */
    struct lookup look_up[VIEWS][2]; /* packed only: of the heuristic */
    unsigned n_slots;
    unsigned n_active;
    uint64_t n_nodes;         /* not yet added to the batch */
    struct seen_table shared; /* for all slots if they search one board */
    struct slot *slots;       /* [n_slots] */
    struct slot **active;     /* [n_active] slots with a job */
};

/* The shape of a node, a compile-time constant in every instance. */
struct node_shape {
    unsigned groups;
    bool is_small;
    bool is_packed;
    bool is_ordered; /* for paths: nothing is kept for the next bound */
};

#define PACKED_VALUES VIEWS
#define BOARD_WORD(f) ((f).is_packed ? PACKED_VALUES + 1 : (f).groups * VIEWS)
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

/* Returns the view with the larger estimate, which excludes more. */
INLINE unsigned
first_view(place p)
{
    return place_sum(p, 1) > place_sum(p, 0);
}

/*
 * Returns a node's priority; lower is more promising. The larger estimate
 * decides, then the smaller one.
 */
INLINE unsigned
place_priority(place p)
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

/* Prefetches the entry of a pattern with the blank in `cell`. */
INLINE void
entry_ask(struct node_shape f, const struct lookup *table,
          struct packed_pattern p, unsigned cell, struct child *c)
{
    uint32_t region = f.is_small
                          ? region_number_small(table->index, p.mask, cell)
                          : region_number(table->space, p.mask, cell);
    uint64_t entry =
        pdb_entry(table->ranks, table->row_bits, p.sequence, region);

    c->word = &table->bits[entry >> 5];
    c->bit = (uint32_t)(entry & 31);
    __builtin_prefetch(c->word);
}

/*
 * Moves the tile in `cell` to `blank` (cells of the view) and prefetches the
 * entry to read. Not for packed nodes.
 */
INLINE void
view_move(struct node_shape f, const struct heuristic *h, const uint64_t *node,
          unsigned view, unsigned cell, unsigned blank, struct child *c)
{
    const uint64_t *patterns = node + view * f.groups;
    unsigned group = 0;
    pattern p;

    for (unsigned g = 1; g < f.groups; g++)
        group |= (patterns[g] >> cell & 1) ? g : 0;
    p = pattern_move(patterns[group], cell, blank);
    c->group[view] = group;
    c->moved[view] = p;
    entry_ask(
        f, &h->lookup[view][group],
        (struct packed_pattern){group, pattern_cells(p), pattern_sequence(p)},
        cell, c);
}

/*
 * Reads the entry prefetched by view_move. Returns the child's sum in the
 * view.
 */
INLINE unsigned
view_read(unsigned view, unsigned sum, struct child *c)
{
    int step = pattern_step(c->moved[view], *c->word >> c->bit & 1);

    c->moved[view] = pattern_add(c->moved[view], step);
    return sum + (unsigned)step;
}

/*
 * view_move for packed nodes; the child's values are those of the node.
 * `tables` are those of the view, `cells` is packed_cells of the class.
 */
INLINE void
packed_view_move(struct node_shape f, const struct lookup *tables,
                 uint64_t cells, const uint64_t *node, unsigned view,
                 unsigned cell, unsigned blank, struct child *c)
{
    struct packed_pattern p;

    c->moved[view] = packed_move(node[view], cells, cell, blank, &p);
    c->rise[view] = 8 * (2 * view + p.group) + 1;
    entry_ask(f, &tables[p.group], p, cell, c);
}

/* view_read for packed nodes. */
INLINE unsigned
packed_view_read(unsigned view, unsigned sum, struct child *c)
{
    unsigned at = c->rise[view];
    uint64_t values = c->values;
    uint64_t step = 2 * ((values >> at ^ *c->word >> c->bit) & 1) - 1;

    c->values = values + (step << (at - 1));
    return sum + (unsigned)step;
}

/*
 * Starts the look-up of a child in a view. Cells are those of the class;
 * `tables` and `cells` are for packed nodes.
 */
INLINE void
child_ask(struct node_shape f, const struct heuristic *h,
          const struct lookup *tables, uint64_t cells, const uint64_t *node,
          unsigned view, unsigned cell, unsigned blank, struct child *c)
{
    cell = h->cell[view][cell];
    blank = h->cell[view][blank];
    if (f.is_packed)
        packed_view_move(f, tables, cells, node, view, cell, blank, c);
    else
        view_move(f, h, node, view, cell, blank, c);
}

/* Ends the look-up. Returns the child's sum in the view. */
INLINE unsigned
child_answer(struct node_shape f, unsigned view, unsigned sum, struct child *c)
{
    return f.is_packed ? packed_view_read(view, sum, c)
                       : view_read(view, sum, c);
}

/* Writes what the move of a child changed in a view. */
INLINE void
child_put(struct node_shape f, uint64_t *node, unsigned view,
          const struct child *c)
{
    if (f.is_packed)
        node[view] = c->moved[view];
    else
        node[view * f.groups + c->group[view]] = c->moved[view];
}

/* Returns the cell reached by a tile that moves from `cell`. */
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

/* Swaps the nibbles of the tile and the blank. */
INLINE uint64_t
nibbles_move(uint64_t board, unsigned from, unsigned to)
{
    uint64_t both = (board >> 4 * from ^ board >> 4 * to) & 15;

    return board ^ (both << 4 * from | both << 4 * to);
}

/* Handling of slots between expansions (slot.c). */
void worker_refill(struct worker *w);
void slot_leave(struct worker *w, struct slot *s, enum search_end end);
bool slot_bound_done(struct worker *w, struct slot *s);
void slot_solved(struct worker *w, struct slot *s);
void slot_spent(struct worker *w, struct slot *s);
void worker_tick(struct worker *w);

/* Prepares a worker without slots. */
void worker_begin(struct worker *w, const struct heuristic *h,
                  bool is_portable);

/* Lists the moves from every cell; those of lower rank are tried first. */
void worker_list_moves(const struct worker *w, const uint8_t rank[4],
                       struct move_table *moves);

/* Runs the slots until nothing is left to do (expand.c). */
void worker_work(struct worker *w);

#define TOGETHER 64 /* nodes of a group */

struct node_group {
    const node_words *nodes;
    unsigned n;
    const struct move_table *moves;
};

/* A move from one of a group of nodes. */
struct edge {
    uint8_t from, dir, to;
};

/*
 * Makes the children of a group of nodes, but for those straight back, whose
 * estimates in both views are at most `most` moves, each with its edge,
 * without edge.to; those of higher rank come first. Returns their number.
 */
typedef unsigned children_fn(const struct worker *w,
                             const struct node_group *of, unsigned most,
                             node_words *to, struct edge *edges);

/* Returns the function for a worker's nodes, or NULL if there is none. */
children_fn *worker_children(const struct worker *w);

/*
 * Computes the patterns of a board with their values: those of the groups of
 * view 0, then of view 1. Returns false if a table is damaged.
 */
bool slot_patterns(const struct heuristic *h, const struct permuted *board,
                   pattern *patterns);

/*
 * Makes the node of a board without moves, with the estimates of both views.
 * Returns false if a table is damaged.
 */
bool node_start(const struct heuristic *h, const struct permuted *board,
                uint64_t *node);

/* Turns the words of a node before its board into those of a packed one. */
void node_pack(const struct heuristic *h, const struct permuted *board,
               uint64_t *node);

#endif
