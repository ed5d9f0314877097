/* SPDX-License-Identifier: MIT */
/* Steps, heuristics and limits of the classic searches. */
#include "lab/search.h"

#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "core/listener.h"
#include "core/mlc.h"
#include "core/moves.h"

#define LOOK_EVERY (1u << 14) /* nodes between two calls of the listener */

unsigned
search_taxicab(const struct search *s, unsigned a, unsigned b)
{
    int width = s->puzzle->goal.width;

    return (unsigned)(abs((int)a % width - (int)b % width) +
                      abs((int)a / width - (int)b / width));
}

#define PARTS 12 /* of a move, in which straight distances are counted */

/* The straight distance of two cells in twelfths, rounded down: at most 237.
 */
static uint8_t
straight(const struct search *s, unsigned a, unsigned b)
{
    int width = s->puzzle->goal.width;
    int x = (int)a % width - (int)b % width;
    int y = (int)a / width - (int)b / width;
    int square = PARTS * PARTS * (x * x + y * y), root = 0;

    while ((root + 1) * (root + 1) <= square)
        root++;
    return (uint8_t)root;
}

/*
 * Each heuristic but linear conflict is a sum over the tiles, so that a step
 * changes it only by the tile that moves. None costs more than the taxicab
 * distance to the tile's home. A move changes none by more than one, linear
 * conflict neither: all are consistent.
 */
static uint8_t
cost_of(const struct search *s, unsigned cell, unsigned home)
{
    switch (s->options.search.heuristic) {
    case HEURISTIC_HAMMING:
        return cell != home;
    case HEURISTIC_MANHATTAN:
        return (uint8_t)search_taxicab(s, cell, home);
    case HEURISTIC_EUCLIDEAN:
        return straight(s, cell, home);
    default:
        return 0;
    }
}

static void
set_costs(struct search *s)
{
    const loyd_board *goal = &s->puzzle->goal;

    for (unsigned home = 0; home < s->n; home++) {
        unsigned label = goal->cell[home];

        for (unsigned cell = 0; cell < s->n && label != 0; cell++)
            s->cost[label * s->n + cell] = cost_of(s, cell, home);
    }
}

static void
set_room(struct search *s)
{
    unsigned w = s->puzzle->goal.width, h = s->puzzle->goal.height;

    for (unsigned blank = 0; blank < s->n; blank++) {
        unsigned x = blank % w, y = blank / w;
        const unsigned tiles[4] = {[LOYD_DIR_UP] = h - 1 - y,
                                   [LOYD_DIR_RIGHT] = x,
                                   [LOYD_DIR_DOWN] = y,
                                   [LOYD_DIR_LEFT] = w - 1 - x};

        for (unsigned dir = 0; dir < 4; dir++)
            s->room[blank][dir] =
                (uint8_t)(tiles[dir] < s->per_slide ? tiles[dir]
                                                    : s->per_slide);
    }
}

void
search_begin(struct search *s, const loyd_puzzle *puzzle,
             const struct classic_options *options,
             struct classic_result *result)
{
    unsigned w = puzzle->goal.width, h = puzzle->goal.height;

    s->puzzle = puzzle;
    s->options = *options;
    s->result = result;
    s->bytes = 0;
    s->n = w * h;
    s->per_slide = options->metric == LOYD_MTM ? (w > h ? w : h) - 1 : 1;
    s->unit = s->per_slide;
    if (options->search.heuristic == HEURISTIC_EUCLIDEAN)
        s->unit *= PARTS;
    s->has_conflicts = options->search.heuristic == HEURISTIC_LINEAR_CONFLICT;
    set_costs(s);
    set_room(s);
}

static uint16_t
conflicts_of(const struct search *s, const struct position *at)
{
    loyd_puzzle puzzle = *s->puzzle;

    memcpy(puzzle.start.cell, at->cell, s->n);
    return (uint16_t)puzzle_mlc(&puzzle);
}

struct position
search_start(const struct search *s)
{
    const loyd_board *start = &s->puzzle->start;
    struct position at = {.blank = (uint8_t)board_blank(start)};

    memcpy(at.cell, start->cell, s->n);
    for (unsigned cell = 0; cell < s->n; cell++)
        if (cell != at.blank)
            at.sum = (uint16_t)(at.sum + s->cost[at.cell[cell] * s->n + cell]);
    if (s->has_conflicts)
        at.sum = conflicts_of(s, &at);
    return at;
}

/* Returns whether steps in these directions together are one step or none. */
static bool
is_same_line(const struct search *s, unsigned dir, uint8_t last)
{
    unsigned before = last >> 4;

    if (last == STEP_NONE)
        return false;
    return s->options.metric == LOYD_MTM ? dir % 2 == before % 2
                                         : dir == (before ^ 2);
}

uint8_t
step_next(const struct search *s, unsigned blank, uint8_t last, uint8_t step)
{
    const uint8_t *room = s->room[blank];
    unsigned dir = step >> 4, count = (step & 15u) + 1;

    for (; dir < 4; dir++, count = 1)
        if (count <= room[dir] && !is_same_line(s, dir, last))
            return STEP(dir, count);
    return STEP_NONE;
}

static void
slide(const struct search *s, struct position *at, unsigned dir,
      unsigned count)
{
    const int width = s->puzzle->goal.width;
    /* From the blank to the tile that moves into it. */
    const int ahead[4] = {width, -1, -width, 1};

    while (count-- > 0) {
        unsigned to = at->blank;
        unsigned from = (unsigned)((int)to + ahead[dir]);
        uint8_t label = at->cell[from];
        const uint8_t *cost = &s->cost[label * s->n];

        at->sum = (uint16_t)(at->sum + cost[to] - cost[from]);
        at->cell[to] = label;
        at->cell[from] = 0;
        at->blank = (uint8_t)from;
    }
    if (s->has_conflicts)
        at->sum = conflicts_of(s, at);
}

void
step_play(const struct search *s, struct position *at, uint8_t step)
{
    slide(s, at, step >> 4, step & 15u);
}

void
step_undo(const struct search *s, struct position *at, uint8_t step)
{
    slide(s, at, (step >> 4) ^ 2u, step & 15u);
}

loyd_err
step_push(loyd_moves *path, uint8_t step)
{
    loyd_err err = LOYD_OK;

    for (unsigned count = step & 15u; err == LOYD_OK && count > 0; count--)
        err = moves_push(path, (loyd_dir)(step >> 4));
    return err;
}

/* --- limits --- */

loyd_err
search_count(struct search *s, unsigned depth)
{
    struct classic_result *result = s->result;
    loyd_progress now = {.what = "searching"};

    if (result->solution.nodes == s->options.nodes && s->options.nodes > 0) {
        result->end = END_NODES;
        return LOYD_E_EXHAUSTED;
    }
    if (depth > result->deepest)
        result->deepest = depth;
    if (++result->solution.nodes % LOOK_EVERY != 0)
        return LOYD_OK;
    now.bound = result->solution.lower;
    now.nodes = result->solution.nodes;
    return listener_progress(s->options.listener, &now) ? LOYD_OK
                                                        : LOYD_E_CANCELLED;
}

loyd_err
search_get(struct search *s, size_t bytes, void **memory)
{
    if (bytes > s->options.memory - s->bytes)
        return LOYD_E_EXHAUSTED;
    if ((*memory = calloc(1, bytes)) == NULL)
        return LOYD_E_NOMEM;
    s->bytes += bytes;
    if (s->bytes > s->result->memory)
        s->result->memory = s->bytes;
    return LOYD_OK;
}

void
search_return(struct search *s, void *memory, size_t bytes)
{
    if (memory != NULL)
        s->bytes -= bytes;
    free(memory);
}
