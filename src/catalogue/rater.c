/* SPDX-License-Identifier: MIT */
/* Rates the puzzles of a chunk: proofs, intervals and estimates. */
#include <string.h>

#include "base/why.h"
#include "catalogue/pipeline.h"
#include "core/board.h"
#include "store/rows.h"

/* Units of 8 ms. */
static const uint64_t weights[LOYD_EFFORT_COUNT_] = {[LOYD_EFFORT_QUICK] = 4,
                                                     [LOYD_EFFORT_GOOD] = 40,
                                                     [LOYD_EFFORT_BEST] = 400};
#define NODES_OF_WEIGHT 100000

static bool
is_exact(const loyd_puzzle *puzzle)
{
    return board_cells(&puzzle->goal) <= LOYD_EXACT_CELLS;
}

static loyd_solve_options
options_of(const struct chunk_rater *r)
{
    return (loyd_solve_options){
        .effort = r->effort, .nodes = r->nodes, .metric = r->metric};
}

size_t
chunk_weight(const struct chunk_rater *r, unsigned width, unsigned height)
{
    uint64_t weight = r->effort != LOYD_EFFORT_NONE
                          ? weights[r->effort]
                          : r->nodes / NODES_OF_WEIGHT + 1;

    if (width * height <= LOYD_EXACT_CELLS)
        return 0;
    return weight < CHUNK_MAX ? (size_t)weight : CHUNK_MAX;
}

/* Exchanges two puzzles that are not solved yet. */
static void
swap(struct chunk *c, size_t a, size_t b)
{
    const loyd_puzzle puzzle = c->puzzles[a];
    const loyd_id id = c->ids[a];
    const uint64_t number = c->numbers[a];
    const bool is_estimated = c->is_estimated[a];

    c->puzzles[a] = c->puzzles[b];
    c->ids[a] = c->ids[b];
    c->numbers[a] = c->numbers[b];
    c->is_estimated[a] = c->is_estimated[b];
    c->puzzles[b] = puzzle;
    c->ids[b] = id;
    c->numbers[b] = number;
    c->is_estimated[b] = is_estimated;
}

/* Sorts the puzzles: those to prove, those that also need an estimate, the
 * others. Writes the ends of the first two parts. */
static void
divide(struct chunk *c, size_t *exact, size_t *estimated)
{
    *exact = *estimated = 0;
    for (size_t i = 0; i < c->n; i++)
        if (is_exact(&c->puzzles[i]))
            swap(c, i, (*exact)++);
    *estimated = *exact;
    for (size_t i = *exact; i < c->n; i++)
        if (!c->is_estimated[i])
            swap(c, i, (*estimated)++);
}

static loyd_err
solve_part(const struct chunk *c, loyd_solver *solver, size_t from, size_t to,
           const loyd_solve_options *options, loyd_solution *solutions,
           loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (to > from)
        err = loyd_solve(solver, c->puzzles + from, to - from, options,
                         solutions + from, why);
    return err == LOYD_OK ? LOYD_OK : why_prefix(why, err, "solving: ");
}

static const loyd_solve_options quickly = {.effort = LOYD_EFFORT_QUICK};

loyd_err
chunk_solve(struct chunk *c, const struct chunk_rater *r, loyd_why *why)
{
    const loyd_solve_options options = options_of(r);
    const loyd_solve_options to_the_end = {.metric = r->metric};
    size_t exact, estimated;
    loyd_err err;

    divide(c, &exact, &estimated);
    err = solve_part(c, r->solver, 0, exact, &to_the_end, c->solutions, why);
    if (err == LOYD_OK)
        err =
            solve_part(c, r->solver, exact, c->n, &options, c->solutions, why);
    if (err == LOYD_OK && r->effort != LOYD_EFFORT_QUICK)
        err = solve_part(c, r->solver, exact, estimated, &quickly, c->quick,
                         why);
    return err;
}

loyd_err
chunk_solve_mtm(struct chunk *c, const struct chunk_rater *r, loyd_why *why)
{
    const loyd_solve_options options = {
        .effort = r->effort, .is_wide_only = true, .metric = LOYD_MTM};

    return solve_part(c, r->solver, 0, c->n, &options, c->mtm, why);
}

loyd_err
chunk_estimate(struct chunk *c, loyd_solver *solver, loyd_why *why)
{
    return solve_part(c, solver, 0, c->n, &quickly, c->quick, why);
}

loyd_rating
chunk_rating(const struct chunk_rater *r, const loyd_puzzle *puzzle,
             const loyd_solution *solution)
{
    const loyd_solve_options options = options_of(r);
    /* Tables, threads and nodes do not change a proof: not recorded. */
    const loyd_search exact = {.method = "exact"};
    loyd_rating rating = {solution->lower, solution->upper, exact, exact,
                          options.metric};

    if (solution->lower < solution->upper)
        loyd_search_of(&options, puzzle->goal.width, puzzle->goal.height,
                       &rating.lower_search, &rating.upper_search);
    return rating;
}

loyd_err
chunk_keep_estimate(loyd_store *store, const struct chunk *c, size_t at,
                    loyd_why *why)
{
    static const struct chunk_rater quickest = {.effort = LOYD_EFFORT_QUICK};
    bool is_other = c->quick[at].upper != 0;
    const loyd_solution *quick = is_other ? &c->quick[at] : &c->solutions[at];
    loyd_rating rating = chunk_rating(&quickest, &c->puzzles[at], quick);
    loyd_err err = LOYD_OK;

    if (c->is_estimated[at] || is_exact(&c->puzzles[at]))
        return LOYD_OK;
    if (is_other)
        err = store_add_rating(store, &c->ids[at], &rating, &quick->path, why);
    return err == LOYD_OK
               ? store_add_estimate(store, &c->ids[at], LOYD_EFFORT_VERSION,
                                    quick->upper, why)
               : err;
}
