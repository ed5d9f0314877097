/* SPDX-License-Identifier: MIT */
/*
 * What the classic searches share: the puzzle as tables, single steps, limits
 * and counters. Each algorithm is one file and one function.
 */
#ifndef LOYD_LAB_SEARCH_H
#define LOYD_LAB_SEARCH_H

#include <string.h>

#include "lab/classic.h"

/*
 * A step is a slide of `count` tiles in one direction, of one tile in STM. In
 * increasing order steps are in canonical order.
 */
#define STEP(dir, count) ((uint8_t)((unsigned)(dir) << 4 | (count)))
#define STEP_BEGIN STEP(0, 0) /* before the first one */
#define STEP_NONE UINT8_MAX   /* no step, or none is left */

#define CELLS_ROOM 232 /* LOYD_CELLS_MAX in whole words of 8 bytes */

/* A board, with the sum of the costs of its tiles. */
struct position {
    uint16_t sum;
    uint8_t blank;
    uint8_t cell[CELLS_ROOM]; /* zero beyond the last cell */
};

/* One run of a search. */
struct search {
    const loyd_puzzle *puzzle;
    struct classic_options options; /* without zeros that mean a default */
    struct classic_result *result;  /* its counters grow during the search */
    loyd_why *why;                  /* of loyd_solve */
    uint64_t bytes;                 /* allocated now */
    unsigned n;                     /* cells */
    unsigned per_slide;             /* most tiles of a slide: 1 in STM */
    unsigned unit; /* the most that a step changes the sum of the costs */
    /* [blank][dir]: how many tiles could slide into the blank. */
    uint8_t room[LOYD_CELLS_MAX][4];
    bool has_conflicts; /* the heuristic is LINEAR_CONFLICT */
    /* [label * n + cell]: what the other heuristics add for a tile in a
     * cell. */
    uint8_t cost[(LOYD_CELLS_MAX + 1) * LOYD_CELLS_MAX];
};

/* --- boards and steps --- */

/* Returns the taxicab distance of two cells of the puzzle. */
unsigned search_taxicab(const struct search *s, unsigned a, unsigned b);

/* Sets up a run on a valid puzzle. */
void search_begin(struct search *s, const loyd_puzzle *puzzle,
                  const struct classic_options *options,
                  struct classic_result *result);

/* Returns the puzzle's start. */
struct position search_start(const struct search *s);

static inline bool
is_goal(const struct search *s, const struct position *at)
{
    return memcmp(at->cell, s->puzzle->goal.cell, s->n) == 0;
}

/* Returns the heuristic's lower bound of the moves to the goal. */
static inline unsigned
heuristic_of(const struct search *s, unsigned sum)
{
    return (sum + s->unit - 1) / s->unit;
}

/*
 * Returns the step after `step` of those from a board whose blank is in cell
 * `blank`, or STEP_NONE. The first call has STEP_BEGIN. `last` is the step
 * that led to the board, or STEP_NONE: it is not undone, and in MTM the line
 * is not continued, as two slides along a line are one slide or none.
 */
uint8_t step_next(const struct search *s, unsigned blank, uint8_t last,
                  uint8_t step);

/* Plays a step, and undoes it. */
void step_play(const struct search *s, struct position *at, uint8_t step);
void step_undo(const struct search *s, struct position *at, uint8_t step);

/* Appends the moves of a step. Errors: LOYD_E_NOMEM, LOYD_E_RANGE. */
loyd_err step_push(loyd_moves *path, uint8_t step);

/* --- limits --- */

/*
 * Counts a generated node at this depth. Errors: LOYD_E_EXHAUSTED (the nodes
 * are used up; result->end says so), LOYD_E_CANCELLED.
 */
loyd_err search_count(struct search *s, unsigned depth);

/*
 * Allocates zeroed memory. Errors: LOYD_E_EXHAUSTED (beyond the limit),
 * LOYD_E_NOMEM. A search may do without.
 */
loyd_err search_get(struct search *s, size_t bytes, void **memory);

/* Frees memory of search_get; NULL is allowed. */
void search_return(struct search *s, void *memory, size_t bytes);

/* --- algorithms --- */

/*
 * Each fills result->solution.path if it finds a solution, and otherwise
 * raises result->solution.lower as far as it has proven it. Errors:
 * LOYD_E_EXHAUSTED (a limit; result->end says which), LOYD_E_NOMEM,
 * LOYD_E_RANGE, LOYD_E_CANCELLED.
 */
loyd_err search_bfs(struct search *s);
loyd_err search_dfs(struct search *s);
loyd_err search_astar(struct search *s);
loyd_err search_idastar(struct search *s);

/*
 * The depth-first search of DFS and IDA*: searches all paths with length +
 * heuristic <= bound. Without a solution the path stays empty, *is_found is
 * false, and *next is the least such sum beyond the bound.
 */
loyd_err search_within(struct search *s, unsigned bound, bool *is_found,
                       unsigned *next);

#endif
