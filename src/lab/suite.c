/* SPDX-License-Identifier: MIT */
/* Draws suites. */
#include "lab/suite.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"

/*
 * Where the boards of a length have not been counted, it ends after this many
 * repetitions in a row for each board found. A board that is left has then
 * been missed with a probability of e^-64.
 */
#define REPEATS 64

/* Adds an id; returns false if it is there. */
static bool
ids_add(struct ids *ids, const loyd_id *id)
{
    static const loyd_id none;
    size_t i = 0;

    for (unsigned k = 0; k < 4; k++) /* ids are hashes */
        i = i << 8 | id->byte[k];
    for (;; i++) {
        loyd_id *slot = &ids->at[i & (ids->room - 1)];

        if (memcmp(slot, id, sizeof(*id)) == 0)
            return false;
        if (memcmp(slot, &none, sizeof(none)) == 0) {
            *slot = *id;
            ids->n++;
            return true;
        }
    }
}

loyd_err
suite_begin(struct suite *suite, uint64_t wanted)
{
    const loyd_recipe *recipe = loyd_generator_recipe(suite->generator);
    const loyd_distribution *d =
        loyd_distribution_of(&recipe->layout.goal, LOYD_STM);

    suite->is_counted = d->sample == 0;
    suite->most = wanted;
    if (suite->is_counted && d->count[recipe->target_low] < wanted)
        suite->most = d->count[recipe->target_low];
    suite->ids = (struct ids){.room = 2};
    while (suite->ids.room < 2 * suite->most)
        suite->ids.room *= 2;
    suite->ids.at = calloc(suite->ids.room, sizeof(suite->ids.at[0]));
    return suite->ids.at != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

void
suite_free(struct suite *suite)
{
    free(suite->ids.at);
    suite->ids.at = NULL;
}

bool
suite_is_done(const struct suite *suite)
{
    return suite->ids.n == suite->most ||
           (!suite->is_counted &&
            suite->repeats >= REPEATS * (suite->ids.n + 1));
}

loyd_err
suite_draw(struct suite *suite, loyd_puzzle *puzzle, loyd_solution *solution,
           bool *is_new, loyd_why *why)
{
    loyd_err err;
    loyd_id id;

    WHY_GIVEN(why);
    if (suite->index > LOYD_INDEX_MAX)
        return why_set(why, LOYD_E_EXHAUSTED, "no index is left");
    err = loyd_target_draw(suite->generator, suite->solver, suite->index,
                           suite->attempts, puzzle, solution, why);
    if (err != LOYD_OK)
        return err;
    loyd_puzzle_id(puzzle, &id);
    *is_new = ids_add(&suite->ids, &id);
    suite->repeats = *is_new ? 0 : suite->repeats + 1;
    suite->index++;
    return LOYD_OK;
}
