/* SPDX-License-Identifier: MIT */
/* The traits of a proven puzzle. */
#include "loyd/optimal.h"

#include "base/why.h"
#include "loyd/puzzle.h"
#include "loyd/solve.h"
#include "solve/traits.h"

/* In the order of loyd_dir. */
static const char letters[] = "URDL";

static void
set_counts(loyd_traits *traits, const loyd_optimal *optimal)
{
    char *letter = traits->first_moves;

    traits->is_counted = true;
    traits->forced = optimal->forced;
    traits->solutions =
        optimal->solutions < INT64_MAX ? optimal->solutions : INT64_MAX;
    for (unsigned d = 0; d < 4; d++)
        if (optimal->first_moves >> d & 1)
            *letter++ = letters[d];
}

loyd_err
traits_of(const loyd_puzzle *puzzle, const loyd_moves *path,
          const loyd_optimal *optimal, loyd_traits *traits, loyd_why *why)
{
    loyd_moves by_rows = {NULL, 0, 0};
    loyd_facts facts;
    size_t n_by_rows;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = loyd_facts_of(puzzle, &facts, why)) != LOYD_OK ||
        (err = loyd_solve_by_rows(puzzle, &by_rows, NULL, NULL, why)) !=
            LOYD_OK)
        return err;
    n_by_rows = by_rows.n;
    loyd_moves_free(&by_rows);
    if (path->n == 0 || path->n < facts.manhattan)
        return why_set(why, LOYD_E_RANGE,
                       "a path of %zu moves: expected at least %u", path->n,
                       facts.manhattan > 0 ? facts.manhattan : 1);
    *traits = (loyd_traits){
        .version = LOYD_TRAITS_VERSION,
        .detour = (uint16_t)(path->n - facts.manhattan),
        .linear_conflicts = (uint16_t)facts.linear_conflicts,
        .inversions = (uint16_t)facts.inversions,
        .tiles_home = (uint16_t)facts.tiles_home,
        .turns = (uint16_t)(loyd_moves_length(path, LOYD_MTM) - 1),
        .row_moves = (uint16_t)n_by_rows,
    };
    if (optimal != NULL && optimal->is_counted)
        set_counts(traits, optimal);
    return LOYD_OK;
}
