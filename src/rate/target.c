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

/*
 * The greatest optimum there is with the goal's blank in a corner
 * (data/depths.txt; On-Line Encyclopedia of Integer Sequences, A151944).
 */
static const struct {
    uint8_t width;
    uint8_t height;
    uint8_t radius;
} radii[] = {
    {2, 2, 6},   {3, 2, 21},  {4, 2, 36},  {5, 2, 55},
    {6, 2, 80},  {7, 2, 108}, {8, 2, 140}, {3, 3, 31},
    {4, 3, 53},  {5, 3, 84},  {4, 4, 80},
};

/* Steps from a cell of a side of n to the nearer end. */
static unsigned
to_end(unsigned cell, unsigned n)
{
    return cell < n - 1 - cell ? cell : n - 1 - cell;
}

/*
 * No optimum is greater. With the goal's blank elsewhere: as far as to a goal
 * in a corner, and from there the blank's way back.
 */
static unsigned
most_moves(const loyd_layout *layout)
{
    unsigned w = layout->width, h = layout->height, way;
    size_t i = 0;

    while (radii[i].width != (w > h ? w : h) ||
           radii[i].height != (w > h ? h : w))
        i++;
    if (layout->path == LOYD_PATH_RANDOM) {
        way = (w - 1) / 2 + (h - 1) / 2; /* wherever it comes to stand */
    } else {
        unsigned blank = loyd_board_blank(&layout->goal);

        way = to_end(blank % w, w) + to_end(blank / w, h);
    }
    return radii[i].radius + way;
}

static loyd_err
check(const loyd_recipe *recipe, loyd_why *why)
{
    unsigned w = recipe->layout.width, h = recipe->layout.height;

    if (w * h > LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "a target needs boards of up to %d cells, not %ux%u",
                       LOYD_EXACT_CELLS, w, h);
    if (recipe->stm_high == 0 || recipe->stm_low > most_moves(&recipe->layout))
        return why_set(why, LOYD_E_UNSOLVABLE,
                       "no %ux%u board takes %u..%u moves; 1..%u were "
                       "expected",
                       w, h, recipe->stm_low, recipe->stm_high,
                       most_moves(&recipe->layout));
    return LOYD_OK;
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
