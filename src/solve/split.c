/* SPDX-License-Identifier: MIT */
/* Divides the search of one board into parts: boards after its first moves. */
#include "solve/split.h"

#include <stdlib.h>

#include "base/why.h"
#include "core/board.h"
#include "core/listener.h"
#include "core/mlc.h"
#include "core/moves.h"
#include "solve/search/layers.h"
#include "solve/solver.h"

#define BOARDS_EACH 16 /* of a part, at least: they differ much in work */

struct split {
    loyd_puzzle puzzle;
    struct frame frame;
    uint32_t parts;
    unsigned least; /* no solution is shorter */
    struct layers layers;
};

loyd_err
split_new(const loyd_puzzle *puzzle, uint32_t parts, struct split **split,
          loyd_why *why)
{
    struct permuted start;
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
    s->puzzle = *puzzle;
    s->parts = parts;
    s->least = puzzle_mlc(puzzle);
    frame_of_goal(&puzzle->goal, &s->frame);
    frame_board(&s->frame, &puzzle->start, &start);
    /* Less deep than any solution, so that no board is the goal. */
    err = layers_make(&s->layers, &start, s->frame.dir_out,
                      parts > 1 ? (size_t)parts * BOARDS_EACH : 1,
                      s->least - 1);
    if (err != LOYD_OK)
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
    layers_free(&(*split)->layers);
    free(*split);
    *split = NULL;
}

/* Index of the first node of a part, or of the end for part parts + 1. */
static size_t
part_begin(const struct split *s, uint32_t part)
{
    const struct layers *l = &s->layers;

    return l->first + (l->n - l->first) * (part - 1) / s->parts;
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

/* Sets *path to the moves that lead to a board, and *at to it. */
static loyd_err
path_to(const struct split *split, size_t board, loyd_moves *path,
        loyd_board *at)
{
    loyd_err err = layers_path(&split->layers, board, path);

    *at = split->puzzle.start;
    for (size_t i = 0; err == LOYD_OK && i < path->n; i++) {
        path->dir[i] = split->frame.dir_out[path->dir[i]];
        (void)loyd_board_move(at, (loyd_dir)path->dir[i]);
    }
    return err;
}

/* Makes the path to a board and on from there the result. */
static loyd_err
keep_path(const struct split *split, loyd_moves *path, const loyd_moves *rest,
          loyd_solution *found, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    found->path = *path;
    *path = (loyd_moves){NULL, 0, 0};
    for (size_t i = 0; err == LOYD_OK && i < rest->n; i++)
        err = moves_push(&found->path, (loyd_dir)rest->dir[i]);
    if (err == LOYD_OK)
        err = loyd_moves_replay(&split->puzzle.start, &split->puzzle.goal,
                                &found->path, NULL, why);
    found->upper = (uint16_t)found->path.n;
    return err;
}

/* Searches a board for solutions of at most `rest` moves. */
static loyd_err
search_board(struct search *s, size_t board, uint16_t rest,
             loyd_solution *found, loyd_why *why)
{
    const loyd_solve_expert expert = {.lowers = &rest, .is_proof_only = true};
    const loyd_solve_options options = {
        .limit = rest, .expert = &expert, .bound = reached, .context = s};
    loyd_puzzle puzzle = {.goal = s->split->puzzle.goal};
    loyd_moves path = {NULL, 0, 0};
    loyd_solution one = {.nodes = 0};
    loyd_err err = path_to(s->split, board, &path, &puzzle.start);

    if (err == LOYD_OK && path.n == 0)
        err = loyd_solve(s->solver, &puzzle, 1, &options, &one, why);
    else if (err == LOYD_OK)
        err = solver_solve_after(s->solver, &puzzle,
                                 (loyd_dir)path.dir[path.n - 1], &options,
                                 &one, why);
    s->nodes += one.nodes;
    if (err == LOYD_OK && one.upper <= rest)
        err = keep_path(s->split, &path, &one.path, found, why);
    loyd_moves_free(&path);
    loyd_moves_free(&one.path);
    return err;
}

/* Searches for solutions through boards first..end-1 of the last layer. */
static loyd_err
search_parts(struct search *s, size_t first, size_t end, uint16_t bound,
             loyd_solution *found, loyd_why *why)
{
    const struct layers *l = &s->split->layers;
    size_t at = first;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && at < end && found->upper == LOYD_LENGTH_UNKNOWN) {
        unsigned depth = l->depth;
        size_t board = at;

        for (; board > 0 && l->at[l->at[board].from].first >= first &&
               l->at[l->at[board].from].end <= end;
             depth--)
            board = l->at[board].from;
        err = search_board(s, board, (uint16_t)(bound - depth), found, why);
        at = l->at[board].end;
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
