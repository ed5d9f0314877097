/* SPDX-License-Identifier: MIT */
/*
 * Divides the search of one board into parts, by breadth-first search from its
 * start.
 *
 * A board that two sequences of moves lead to belongs to the shorter one, and
 * of equally long ones to the first. A shortest solution reaches each of its
 * boards by a shortest sequence, and the canonical path by the first of them:
 * otherwise another beginning would make it shorter, or come before it. So
 * both kinds of duplicates can be left out.
 */
#include "solve/split.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/board.h"
#include "core/listener.h"
#include "core/mlc.h"
#include "core/moves.h"
#include "solve/solver.h"

#define BOARDS_EACH 16 /* of a part, at least: they differ much in work */
#define NONE UINT32_MAX

/* A board and the move that leads to it. */
struct node {
    loyd_board board;
    uint32_t from; /* index of the board before that move */
    uint8_t dir;
    uint32_t first; /* boards first..end-1 of the last layer come from it */
    uint32_t end;
};

struct split {
    loyd_board goal;
    uint32_t parts;
    unsigned depth;     /* of the last layer: moves from the start */
    unsigned least;     /* no solution is shorter */
    struct node *nodes; /* layer after layer, each in canonical order */
    size_t room;
    size_t n;
    size_t first; /* of the last layer */
};

/* The boards so far, by hash: an open table of indices of nodes. */
struct index {
    uint32_t *at;
    size_t mask;
};

static size_t
hash_of(const loyd_board *board)
{
    uint64_t hash = 0;

    for (unsigned c = 0; c < board_cells(board); c++)
        hash = (hash ^ board->cell[c]) * UINT64_C(0x9E3779B97F4A7C15) ^
               hash >> 29;
    return (size_t)(hash ^ hash >> 32);
}

/* Returns the place of a board in the index, or the free one for it. */
static uint32_t *
place_of(const struct index *index, const struct node *nodes,
         const loyd_board *board)
{
    size_t i = hash_of(board) & index->mask;

    while (index->at[i] != NONE &&
           memcmp(nodes[index->at[i]].board.cell, board->cell,
                  board_cells(board)) != 0)
        i = (i + 1) & index->mask;
    return &index->at[i];
}

/* Adds the boards one move after node `from`, in canonical order. */
static bool
add_children(struct split *s, const struct index *index, size_t from)
{
    for (unsigned dir = 0; dir < 4; dir++) {
        struct node node = {.board = s->nodes[from].board,
                            .from = (uint32_t)from,
                            .dir = (uint8_t)dir};
        uint32_t *place;

        if (!loyd_board_move(&node.board, (loyd_dir)dir))
            continue;
        place = place_of(index, s->nodes, &node.board);
        if (*place != NONE)
            continue;
        if (!ARRAY_ROOM(s->nodes, s->room, s->n + 1))
            return false;
        *place = (uint32_t)s->n;
        s->nodes[s->n++] = node;
    }
    return true;
}

/*
 * Adds layers until the last one has `wanted` boards. It is less deep than any
 * solution, so that no board of it is the goal.
 */
static bool
add_layers(struct split *s, const struct index *index, size_t wanted)
{
    while (s->n - s->first < wanted && s->depth + 1 < s->least) {
        size_t end = s->n;

        for (size_t i = s->first; i < end; i++)
            if (!add_children(s, index, i))
                return false;
        s->first = end;
        s->depth++;
    }
    return true;
}

/* Finds the boards of the last layer that come from each node: a range, as the
   layers are in order. Nodes without any have an empty one. */
static void
count_ends(struct split *s)
{
    for (size_t i = s->n; i-- > 0;) {
        struct node *node = &s->nodes[i], *from;

        if (i >= s->first) {
            node->first = (uint32_t)i;
            node->end = (uint32_t)i + 1;
        }
        if (i == 0 || node->end == 0)
            continue;
        from = &s->nodes[node->from];
        from->first = node->first;
        from->end = from->end == 0 ? node->end : from->end;
    }
}

static loyd_err
divide(struct split *s, const loyd_board *start)
{
    size_t wanted = s->parts > 1 ? (size_t)s->parts * BOARDS_EACH : 1;
    struct index index;
    size_t size = 64;
    bool is_done = false;

    /* A layer has at most three times as many boards as the one before, and
       all layers together less than three times as many as the last but
       one. */
    while (size < 16 * wanted)
        size *= 2;
    index.mask = size - 1;
    index.at = malloc(size * sizeof(*index.at));
    if (index.at == NULL)
        return LOYD_E_NOMEM;
    memset(index.at, 0xFF, size * sizeof(*index.at)); /* NONE */
    if (ARRAY_ROOM(s->nodes, s->room, 1)) {
        s->nodes[s->n++] = (struct node){.board = *start, .from = NONE};
        *place_of(&index, s->nodes, start) = 0;
        is_done = add_layers(s, &index, wanted);
    }
    free(index.at);
    if (is_done)
        count_ends(s);
    return is_done ? LOYD_OK : LOYD_E_NOMEM;
}

loyd_err
split_new(const loyd_puzzle *puzzle, uint32_t parts, struct split **split,
          loyd_why *why)
{
    struct split *s;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = loyd_puzzle_check(puzzle, why)) != LOYD_OK)
        return err;
    if (parts < 1 || parts > LOYD_SPLIT_PARTS_MAX)
        return why_set(why, LOYD_E_RANGE, "%u parts: expected 1..%d", parts,
                       LOYD_SPLIT_PARTS_MAX);
    if (board_equal(&puzzle->start, &puzzle->goal))
        return why_set(why, LOYD_E_RANGE, "start and goal are equal");
    if ((s = calloc(1, sizeof(*s))) == NULL)
        return LOYD_E_NOMEM;
    s->goal = puzzle->goal;
    s->parts = parts;
    s->least = puzzle_mlc(puzzle);
    if ((err = divide(s, &puzzle->start)) != LOYD_OK)
        split_free(&s);
    else
        *split = s;
    return err;
}

void
split_free(struct split **split)
{
    if (split == NULL || *split == NULL)
        return;
    free((*split)->nodes);
    free(*split);
    *split = NULL;
}

/* Index of the first node of a part, or of the end for part parts + 1. */
static size_t
part_begin(const struct split *s, uint32_t part)
{
    return s->first + (s->n - s->first) * (part - 1) / s->parts;
}

size_t
split_boards(const struct split *split, uint32_t part)
{
    return part == 0 ? split->n - split->first
                     : part_begin(split, part + 1) - part_begin(split, part);
}

/*
 * Parts are searched below as few boards as possible, in order: where all
 * boards that come from an earlier one are in them, that one is searched
 * instead. Its search meets each state once; searches of the boards themselves
 * would not know about each other. It may also meet boards that belong to
 * other parts, as duplicates: a solution there comes after theirs.
 */

/* A search of parts. */
struct search {
    const struct split *split;
    loyd_solver *solver;
    const loyd_listener *listener;
    uint16_t bound;
    uint64_t nodes; /* of the earlier boards */
};

/* A loyd_bound_fn. */
static bool
reached(void *context, const loyd_bound *bound)
{
    const struct search *s = context;
    const loyd_progress now = {.what = "searching parts",
                               .bound = s->bound,
                               .nodes = s->nodes + bound->nodes};

    return listener_progress(s->listener, &now);
}

/* Makes the path through a board the result: the moves that lead to it, then
   its own solution. */
static loyd_err
keep_path(const struct split *split, size_t board, const loyd_moves *rest,
          loyd_solution *found, loyd_why *why)
{
    loyd_moves *path = &found->path;
    loyd_err err = LOYD_OK;

    for (size_t i = board; err == LOYD_OK && i > 0; i = split->nodes[i].from)
        err = moves_push(path, (loyd_dir)split->nodes[i].dir);
    for (size_t i = 0; i < path->n / 2; i++) {
        uint8_t last = path->dir[path->n - 1 - i];

        path->dir[path->n - 1 - i] = path->dir[i];
        path->dir[i] = last;
    }
    for (size_t i = 0; err == LOYD_OK && i < rest->n; i++)
        err = moves_push(path, (loyd_dir)rest->dir[i]);
    if (err == LOYD_OK)
        err = loyd_moves_replay(&split->nodes[0].board, &split->goal, path,
                                NULL, why);
    found->upper = (uint16_t)path->n;
    return err;
}

/* Searches a board for solutions of at most `rest` moves. */
static loyd_err
search_board(struct search *s, size_t board, uint16_t rest,
             loyd_solution *found, loyd_why *why)
{
    const loyd_puzzle puzzle = {s->split->nodes[board].board, s->split->goal};
    const loyd_solve_expert expert = {.lowers = &rest, .is_proof_only = true};
    const loyd_solve_options options = {
        .limit = rest, .expert = &expert, .bound = reached, .context = s};
    loyd_solution one = {.nodes = 0};
    loyd_err err =
        board == 0 ? loyd_solve(s->solver, &puzzle, 1, &options, &one, why)
                   : solver_solve_after(s->solver, &puzzle,
                                        (loyd_dir)s->split->nodes[board].dir,
                                        &options, &one, why);

    s->nodes += one.nodes;
    if (err == LOYD_OK && one.upper <= rest)
        err = keep_path(s->split, board, &one.path, found, why);
    loyd_moves_free(&one.path);
    return err;
}

/* Searches for solutions through boards first..end-1 of the last layer. */
static loyd_err
search_parts(struct search *s, size_t first, size_t end, uint16_t bound,
             loyd_solution *found, loyd_why *why)
{
    const struct node *nodes = s->split->nodes;
    size_t at = first;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && at < end && found->upper == LOYD_LENGTH_UNKNOWN) {
        unsigned depth = s->split->depth;
        size_t board = at;

        for (; board > 0 && nodes[nodes[board].from].first >= first &&
               nodes[nodes[board].from].end <= end;
             depth--)
            board = nodes[board].from;
        err = search_board(s, board, (uint16_t)(bound - depth), found, why);
        at = nodes[board].end;
    }
    found->nodes = s->nodes;
    return err;
}

loyd_err
split_search(const struct split *split, loyd_solver *solver, uint32_t first,
             uint32_t last, uint16_t bound, const loyd_listener *listener,
             loyd_solution *solution, loyd_why *why)
{
    loyd_solution found = {.lower = (uint16_t)(bound + 1),
                           .upper = LOYD_LENGTH_UNKNOWN};
    struct search s = {.split = split,
                       .solver = solver,
                       .listener = listener,
                       .bound = bound};
    loyd_err err = LOYD_OK;

    WHY_GIVEN(why);
    if (first < 1 || first > last || last > split->parts ||
        bound >= LOYD_LENGTH_UNKNOWN)
        return why_set(why, LOYD_E_RANGE, "parts %u..%u of %u, bound %u",
                       first, last, split->parts, bound);
    if (bound >= split->least)
        err = search_parts(&s, part_begin(split, first),
                           part_begin(split, last + 1), bound, &found, why);
    if (found.upper != LOYD_LENGTH_UNKNOWN)
        found.lower = bound;
    if (err == LOYD_OK)
        *solution = found;
    else
        loyd_moves_free(&found.path);
    return err;
}
