/* SPDX-License-Identifier: MIT */
/*
 * Shortest solutions that need not be canonical. Beyond LOYD_EXACT_CELLS cells
 * the length is proven alone, which is faster than to find the canonical path;
 * then the efforts are tried in turn, as the shortest solution is often among
 * theirs. These depend on the puzzle alone, and so does the result.
 */
#include "solve/call.h"
#include "solve/effort.h"

#include <stdlib.h>

/* A call of any_path_solve, and the list of its current step. */
struct any {
    loyd_solver *solver;
    const loyd_puzzle *puzzles;
    const loyd_solve_options *options;
    loyd_solution *solutions;
    size_t n;
    size_t *places; /* of the listed puzzles in the call */
    loyd_puzzle *listed;
    uint16_t *lowers; /* of the listed ones */
    loyd_solution *found;
    size_t n_listed;
};

/* A loyd_bound_fn: reports the bound of a listed puzzle as one of the call. */
static bool
pass_bound(void *context, const loyd_bound *bound)
{
    const struct any *a = context;
    loyd_bound passed = *bound;

    passed.puzzle = a->places[bound->puzzle];
    passed.solution = NULL; /* not yet the one of the call */
    return a->options->bound(a->options->context, &passed);
}

static loyd_err
any_make(struct any *a)
{
    a->places = calloc(a->n + 1, sizeof(*a->places));
    a->listed = calloc(a->n + 1, sizeof(*a->listed));
    a->lowers = calloc(a->n + 1, sizeof(*a->lowers));
    a->found = calloc(a->n + 1, sizeof(*a->found));
    return a->places != NULL && a->listed != NULL && a->lowers != NULL &&
                   a->found != NULL
               ? LOYD_OK
               : LOYD_E_NOMEM;
}

static void
any_free(struct any *a)
{
    free(a->places);
    free(a->listed);
    free(a->lowers);
    free(a->found);
}

/* The steps: the length of wide boards, then an effort for those that have
 * one, then the canonical path for the rest. */
static bool
is_wide(const struct any *a, size_t i)
{
    const loyd_board *start = &a->puzzles[i].start;

    return start->width * start->height > LOYD_EXACT_CELLS;
}

/* Not those above options->limit. */
static bool
has_length_only(const struct any *a, size_t i)
{
    const loyd_solution *s = &a->solutions[i];

    return s->upper != LOYD_LENGTH_UNKNOWN && s->upper > 0 && s->path.n == 0;
}

static bool
wants_effort(const struct any *a, size_t i)
{
    return has_length_only(a, i) &&
           a->solutions[i].lower == a->solutions[i].upper;
}

static bool
wants_path(const struct any *a, size_t i)
{
    return !is_wide(a, i) || has_length_only(a, i);
}

/* Solves all puzzles of a step. Their solutions are in a->found. */
static loyd_err
solve_those(struct any *a, bool (*wants)(const struct any *, size_t),
            const loyd_solve_options *options, loyd_why *why)
{
    a->n_listed = 0;
    for (size_t i = 0; i < a->n; i++)
        if (wants(a, i)) {
            const uint16_t *lowers = expert_of(a->options)->lowers;
            uint16_t upper = a->solutions[i].upper;

            a->places[a->n_listed] = i;
            a->listed[a->n_listed] = a->puzzles[i];
            a->lowers[a->n_listed++] = upper != LOYD_LENGTH_UNKNOWN ? upper
                                       : lowers != NULL             ? lowers[i]
                                                                    : 0;
        }
    return loyd_solve(a->solver, a->listed, a->n_listed, options, a->found,
                      why);
}

/* Takes the solutions found, with the nodes of earlier steps. */
static void
take_all(struct any *a)
{
    for (size_t i = 0; i < a->n_listed; i++) {
        loyd_solution *into = &a->solutions[a->places[i]];
        const loyd_solution before = *into;

        *into = a->found[i];
        into->nodes += before.nodes;
        if (into->lower < before.lower) /* given, and false */
            into->lower = before.lower;
    }
}

/* Takes the paths of an effort that have the proven length. */
static void
take_shortest(struct any *a)
{
    for (size_t i = 0; i < a->n_listed; i++) {
        loyd_solution *into = &a->solutions[a->places[i]];
        loyd_solution *found = &a->found[i];

        into->nodes += found->nodes;
        if (found->upper == into->upper) {
            into->path = found->path;
            into->is_any_path = true;
        } else {
            loyd_moves_free(&found->path);
        }
    }
}

static loyd_err
find_all(struct any *a, loyd_why *why)
{
    loyd_solve_options options = *a->options;
    loyd_solve_expert expert = *expert_of(&options);
    loyd_err err;

    expert.takes_any_path = false;
    expert.lowers = a->lowers;
    options.expert = &expert;
    if (options.bound != NULL) {
        options.bound = pass_bound;
        options.context = a;
    }
    options.is_length_only = true;
    err = solve_those(a, is_wide, &options, why);
    take_all(a);
    for (loyd_effort effort = LOYD_EFFORT_QUICK;
         err == LOYD_OK && effort < LOYD_EFFORT_COUNT_; effort++) {
        const loyd_solve_options of_effort = {.effort = effort,
                                              .metric = options.metric};

        err = solve_those(a, wants_effort, &of_effort, why);
        take_shortest(a);
    }
    options.is_length_only = false;
    if (err == LOYD_OK) {
        err = solve_those(a, wants_path, &options, why);
        take_all(a);
    }
    return err;
}

loyd_err
any_path_solve(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
               const loyd_solve_options *options, loyd_solution *solutions,
               loyd_why *why)
{
    struct any a = {.solver = solver,
                    .puzzles = puzzles,
                    .options = options,
                    .solutions = solutions,
                    .n = n};
    loyd_err err = any_make(&a);

    if (err == LOYD_OK)
        err = find_all(&a, why);
    for (size_t i = 0; err == LOYD_E_CANCELLED && i < n; i++)
        if (solutions[i].path.n == 0 && solutions[i].upper > 0)
            solutions[i].upper = LOYD_LENGTH_UNKNOWN;
    any_free(&a);
    return err;
}
