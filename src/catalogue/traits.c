/* SPDX-License-Identifier: MIT */
/* Computes the traits of the proven puzzles of a catalogue. */
#include "base/why.h"
#include "catalogue/pipeline.h"
#include "core/board.h"
#include "core/moves.h"
#include "solve/traits.h"
#include "store/rows.h"

/* Beyond LOYD_EXACT_CELLS cells a count may take very long. */
#define NODES_WIDE 20000000

/* Counts beyond LOYD_EXACT_CELLS cells that failed are not tried again. */
static bool
is_done(const loyd_traits *traits, const loyd_solver *solver,
        const loyd_puzzle *puzzle)
{
    return traits->version != 0 &&
           (traits->is_counted || solver == NULL ||
            board_cells(&puzzle->goal) > LOYD_EXACT_CELLS);
}

static loyd_err
take(void *context, struct chunk *c, const loyd_entry *entry, size_t *room)
{
    const struct pipeline *line = context;
    const loyd_known *known = &entry->known[LOYD_STM];

    if (is_done(&entry->traits, line->rater.solver, &entry->puzzle))
        return LOYD_OK;
    *room = 1;
    c->ids[c->n] = entry->id;
    c->puzzles[c->n] = entry->puzzle;
    c->solutions[c->n] = (loyd_solution){.upper = known->rating.upper};
    return moves_copy(&c->solutions[c->n++].path, &known->path);
}

static loyd_err
find_traits(loyd_solver *solver, struct chunk *c, size_t at, loyd_why *why)
{
    const loyd_puzzle *puzzle = &c->puzzles[at];
    loyd_optimal optimal = {.stm = 0};
    loyd_optimal_options options = {.stm = c->solutions[at].upper};
    loyd_err err = LOYD_OK;

    if (board_cells(&puzzle->goal) > LOYD_EXACT_CELLS)
        options.nodes = NODES_WIDE;
    if (solver != NULL)
        err = loyd_optimal_find(solver, puzzle, &options, &optimal, NULL, why);
    c->solutions[at].nodes = optimal.nodes;
    if (err == LOYD_OK)
        err = traits_of(puzzle, &c->solutions[at].path, &optimal,
                        &c->traits[at], why);
    return err == LOYD_E_RANGE /* the rating is wrong */
               ? why_prefix(why, LOYD_E_CORRUPT, "a stored rating: ")
               : err;
}

static loyd_err
find_all(void *context, struct chunk *c, loyd_why *why)
{
    const struct pipeline *line = context;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < c->n; i++)
        err = find_traits(line->rater.solver, c, i, why);
    return err;
}

static loyd_err
keep(void *context, const struct chunk *c, size_t at, loyd_why *why)
{
    const struct pipeline *line = context;

    return trait_put(line->store, &c->ids[at], &c->traits[at], why);
}

loyd_err
traits_all(const struct rate_call *call, loyd_why *why)
{
    struct pipeline line = {.job = &line,
                            .take = take,
                            .solve = find_all,
                            .keep = keep,
                            .rater = {.solver = call->solver},
                            .also = "stm IS NOT NULL",
                            .store = call->store,
                            .listener = call->listener,
                            .now = {.what = "computing traits"}};
    loyd_err err = pipeline_run_part(&line, call->options, why);

    call->result->done = line.done;
    return err;
}
