/* SPDX-License-Identifier: MIT */
/* Boards of a wanted optimal length, by rejection: uniform among them. */
#include "loyd/target.h"

#include <string.h>

#include "core/why.h"

/*
 * Attempts that are searched together: one at first, as a common target is
 * often met at once, then twice as many each time, so that the solver has a
 * batch where the target is rare.
 */
#define BATCH 16

typedef struct attempts {
    loyd_puzzle puzzle[BATCH];
    loyd_solution solution[BATCH];
    size_t n;
    size_t room; /* of the next batch, 1..BATCH */
} attempts;

static loyd_err
check(const loyd_recipe *recipe, loyd_why *why)
{
    unsigned w = recipe->layout.width, h = recipe->layout.height;
    loyd_rarity rarity;

    if (w * h > LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "a target needs boards of up to %d cells, not %ux%u",
                       LOYD_EXACT_CELLS, w, h);
    return loyd_target_rarity(recipe, &rarity, why);
}

/* The attempts from *at on that are not void, up to a->room of them. */
static loyd_err
gather(const loyd_generator *generator, uint64_t index, uint64_t *at,
       uint64_t end, attempts *a)
{
    for (a->n = 0; *at < end && a->n < a->room; ++*at) {
        bool is_void;
        loyd_err err = loyd_generator_attempt(generator, index, *at,
                                              &a->puzzle[a->n], &is_void);

        if (err != LOYD_OK)
            return err;
        a->n += !is_void;
    }
    return LOYD_OK;
}

static void
forget(attempts *a)
{
    for (size_t i = 0; i < BATCH; i++)
        loyd_moves_free(&a->solution[i].path);
}

/*
 * The first of the batch that is inside the target, or BATCH. Solved without
 * a path: most of them are turned down.
 */
static loyd_err
first_inside(const loyd_recipe *recipe, loyd_solver *solver, attempts *a,
             size_t *inside)
{
    loyd_solve_options options = {.length_only = true,
                                  .limit = recipe->stm_high};
    loyd_err err = loyd_solve(solver, a->puzzle, a->n, &options, a->solution);

    *inside = BATCH;
    for (size_t i = a->n; err == LOYD_OK && i-- > 0;) {
        const loyd_solution *s = &a->solution[i];

        if (s->err != LOYD_OK && s->err != LOYD_E_UNSOLVABLE)
            return s->err;
        if (s->err == LOYD_OK && s->lower == s->upper &&
            s->upper >= recipe->stm_low && s->upper <= recipe->stm_high)
            *inside = i;
    }
    return err;
}

static loyd_err
draw_inside(const loyd_generator *generator, loyd_solver *solver,
            uint64_t index, uint64_t end, attempts *a, size_t *inside)
{
    const loyd_recipe *recipe = loyd_generator_recipe(generator);
    loyd_err err = LOYD_OK;

    *inside = BATCH;
    for (uint64_t at = 0; at < end && *inside == BATCH;) {
        if ((err = gather(generator, index, &at, end, a)) != LOYD_OK ||
            (err = first_inside(recipe, solver, a, inside)) != LOYD_OK)
            return err;
        a->room = a->room < BATCH ? 2 * a->room : BATCH;
    }
    return *inside < BATCH ? LOYD_OK : LOYD_E_EXHAUSTED;
}

loyd_err
loyd_target_draw(const loyd_generator *generator, loyd_solver *solver,
                 uint64_t index, uint64_t n_attempts, loyd_puzzle *puzzle,
                 loyd_solution *solution, loyd_why *why)
{
    const loyd_recipe *recipe = loyd_generator_recipe(generator);
    uint64_t end = n_attempts != 0 ? n_attempts : LOYD_ATTEMPTS_MAX;
    attempts a;
    size_t inside;
    loyd_err err;

    if (!recipe->has_target)
        return loyd_generator_draw(generator, index, n_attempts, puzzle, why);
    if ((err = check(recipe, why)) != LOYD_OK)
        return err;
    memset(&a, 0, sizeof a);
    a.room = 1;
    err = draw_inside(generator, solver, index, end, &a, &inside);
    if (err == LOYD_OK && solution != NULL)
        err = loyd_solve(solver, &a.puzzle[inside], 1, NULL, solution);
    if (err == LOYD_OK)
        *puzzle = a.puzzle[inside];
    else if (err == LOYD_E_EXHAUSTED)
        err = why_set(why, err, "no board of %u..%u moves in %llu attempts",
                      recipe->stm_low, recipe->stm_high,
                      (unsigned long long)end);
    else
        err = why_set(why, err, "%s", loyd_strerror(err));
    forget(&a);
    return err;
}
