/* SPDX-License-Identifier: MIT */
/* Draws boards whose optimal length is in a target range. */
#include "loyd/target.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/range.h"
#include "base/why.h"
#include "generate/generator.h"
#include "rate/sieve.h"
#include "solve/solver.h"
#include "solve/table/whole.h"

/* Maximum number of boards searched together. */
#define BATCH 256

/* The draw of one board: its attempts, and those that are searched. */
struct job {
    const loyd_recipe *recipe;
    loyd_solver *solver;
    uint64_t searched; /* boards so far */
    struct sieve *sieve;
    loyd_puzzle puzzle[BATCH];
    loyd_solution solution[BATCH];
};

static loyd_err
check_mlc(const loyd_recipe *recipe, loyd_why *why)
{
    unsigned w = recipe->layout.width, h = recipe->layout.height;

    if (w * h <= LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "targets mlc=A..B need more than %d cells: expected "
                       "stm=A..B on %ux%u",
                       LOYD_EXACT_CELLS, w, h);
    if (recipe->method != LOYD_METHOD_UNIFORM)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "targets mlc=A..B need method uniform");
    return LOYD_OK;
}

/* In larger classes too many boards would have to be searched. */
static loyd_err
check_mtm(const loyd_recipe *recipe, loyd_why *why)
{
    unsigned w = recipe->layout.width, h = recipe->layout.height;

    if (w * h > WHOLE_CELLS_MAX)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "targets mtm=A..B need at most %d cells: expected "
                       "%s=A..B on %ux%u",
                       WHOLE_CELLS_MAX,
                       w * h > LOYD_EXACT_CELLS ? "mlc" : "stm", w, h);
    if (recipe->method == LOYD_METHOD_BALL)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "targets mtm=A..B are not for method ball: try "
                       "uniform");
    return LOYD_OK;
}

/* Checks a recipe with more than LOYD_EXACT_CELLS cells. */
static loyd_err
check_large(const loyd_recipe *recipe, loyd_why *why)
{
    unsigned w = recipe->layout.width, h = recipe->layout.height;
    char moves[RANGE_WORDS];

    if (recipe->method != LOYD_METHOD_WALK &&
        recipe->method != LOYD_METHOD_JUMP)
        return why_set(why, LOYD_E_UNSUPPORTED,
                       "targets on %ux%u (more than %d cells) need method "
                       "walk:K or jump:K",
                       w, h, LOYD_EXACT_CELLS);
    if (recipe->target_high == 0 || (recipe->method == LOYD_METHOD_WALK &&
                                     recipe->target_low > recipe->steps))
        return why_set(why, LOYD_E_UNSOLVABLE,
                       "no %ux%u board of this method takes %s", w, h,
                       range_words(recipe->target_low, recipe->target_high,
                                   "move", moves));
    return LOYD_OK;
}

static loyd_err
check_target(const loyd_recipe *recipe, loyd_why *why)
{
    unsigned w = recipe->layout.width, h = recipe->layout.height;
    loyd_rarity rarity;
    loyd_err err;

    if (recipe->target == LOYD_TARGET_MLC)
        return check_mlc(recipe, why);
    if (recipe->target == LOYD_TARGET_MTM &&
        (err = check_mtm(recipe, why)) != LOYD_OK)
        return err;
    if (w * h > LOYD_EXACT_CELLS)
        return check_large(recipe, why);
    return loyd_target_rarity(recipe, &rarity, why);
}

/*
 * Returns how many attempts (or boards) to try next, after `done`. The number
 * doubles at first, as a common target is often met at once; then it is a
 * quarter of `done`, so that little work is wasted after the first hit.
 */
static size_t
next_step(uint64_t done, size_t most)
{
    uint64_t step = done < 16 ? done + 1 : done < 64 ? 16 : done / 4;

    return step < most ? (size_t)step : most;
}

/*
 * If the sieve keeps few boards, the solver also rejects most of them
 * quickly, and gets more at a time.
 */
static size_t
next_batch(const struct job *j, uint64_t attempts)
{
    bool is_rare = attempts > 8 * j->searched + 64;

    return is_rare ? next_step(4 * j->searched + 16, BATCH)
                   : next_step(j->searched, BATCH);
}

/*
 * Finds the first of n boards that is inside the target, or n. They are solved
 * without paths, as most of them are rejected.
 */
static loyd_err
first_inside(struct job *j, size_t n, size_t *inside)
{
    const loyd_recipe *recipe = j->recipe;
    loyd_solve_options options = {.is_length_only = true,
                                  .limit = recipe->target_high,
                                  .metric = recipe->target == LOYD_TARGET_MTM
                                                ? LOYD_MTM
                                                : LOYD_STM};
    loyd_err err =
        loyd_solve(j->solver, j->puzzle, n, &options, j->solution, NULL);

    *inside = n;
    for (size_t i = n; err == LOYD_OK && i-- > 0;) {
        const loyd_solution *s = &j->solution[i];

        if (s->lower == s->upper && s->upper >= recipe->target_low &&
            s->upper <= recipe->target_high)
            *inside = i;
    }
    return err;
}

/* Searches the boards that the sieve kept. */
static loyd_err
search_kept(struct job *j, uint64_t attempts, bool *found, loyd_puzzle *puzzle)
{
    size_t kept = sieve_kept(j->sieve), inside;

    *found = false;
    for (size_t done = 0; done < kept;) {
        size_t n = next_batch(j, attempts), n_solvable = 0;
        loyd_err err;

        n = n < kept - done ? n : kept - done;
        for (size_t i = 0; i < n; i++) {
            loyd_puzzle *p = &j->puzzle[n_solvable];

            sieve_puzzle(j->sieve, done + i, p);
            n_solvable += loyd_puzzle_check(p, NULL) == LOYD_OK;
        }
        if ((err = first_inside(j, n_solvable, &inside)) != LOYD_OK)
            return err;
        if (inside < n_solvable) {
            *found = true;
            *puzzle = j->puzzle[inside];
            return LOYD_OK;
        }
        done += n;
        j->searched += n;
    }
    return LOYD_OK;
}

/* Draws the next attempts into the sieve, up to `end`, and counts them. */
static loyd_err
draw_next(struct sieve *sieve, loyd_solver *solver, uint64_t *at, uint64_t end)
{
    size_t n = next_step(*at, SIEVE_MAX);
    uint64_t before = *at;

    n = n < end - before ? n : (size_t)(end - before);
    if (n == 0)
        return LOYD_E_EXHAUSTED;
    *at += n;
    return solver_tell(solver, "drawing", before, 0)
               ? sieve_draw(sieve, before, n)
               : LOYD_E_CANCELLED;
}

/* Draws the first attempt that is inside the target. */
static loyd_err
draw_by_rejection(const loyd_generator *generator, loyd_solver *solver,
                  uint64_t index, uint64_t end, loyd_puzzle *puzzle)
{
    struct job *j = calloc(1, sizeof(*j));
    bool found = false;
    loyd_err err;

    if (j == NULL)
        return LOYD_E_NOMEM;
    j->recipe = &generator->recipe;
    j->solver = solver;
    err = sieve_new(generator, index, solver_threads(solver), &j->sieve);
    for (uint64_t at = 0; err == LOYD_OK && !found;) {
        err = draw_next(j->sieve, solver, &at, end);
        if (err == LOYD_OK)
            err = search_kept(j, at, &found, puzzle);
    }
    for (size_t i = 0; i < BATCH; i++)
        loyd_moves_free(&j->solution[i].path);
    sieve_free(j->sieve);
    free(j);
    return err;
}

/* Draws the first attempt whose mlc is inside the target: no search. */
static loyd_err
draw_mlc(const loyd_generator *generator, loyd_solver *solver, uint64_t index,
         uint64_t end, loyd_puzzle *puzzle)
{
    struct sieve *sieve = NULL;
    loyd_err err = sieve_new(generator, index, solver_threads(solver), &sieve);

    for (uint64_t at = 0; err == LOYD_OK;) {
        err = draw_next(sieve, solver, &at, end);
        if (err == LOYD_OK && sieve_kept(sieve) > 0) {
            sieve_puzzle(sieve, 0, puzzle);
            break;
        }
    }
    sieve_free(sieve);
    return err;
}

/* Draws uniformly from the enumerated boards that are inside the target. */
static loyd_err
draw_from_ball(const loyd_generator *generator, loyd_solver *solver,
               uint64_t index, uint64_t end, loyd_puzzle *puzzle)
{
    const loyd_recipe *recipe = &generator->recipe;
    const struct ball *b;
    loyd_board goal;
    loyd_err err = generator_goal(generator, index, &goal);
    uint64_t picked;

    if (err == LOYD_OK)
        err = solver_ball(solver, &goal, recipe->target_low,
                          recipe->target_high, &b);
    if (err != LOYD_OK)
        return err;
    if (b->n == 0)
        return LOYD_E_UNSOLVABLE;
    for (uint64_t a = 0; a < end; a++) {
        if (!generator_pick(generator, index, a, b->n, &picked))
            continue;
        puzzle->goal = goal;
        ball_board(b, (size_t)picked, &puzzle->start);
        return LOYD_OK;
    }
    return LOYD_E_EXHAUSTED;
}

static loyd_err
explain(const loyd_recipe *recipe, loyd_err err, uint64_t attempts,
        loyd_why *why)
{
    unsigned low = recipe->target_low, high = recipe->target_high;
    bool is_mlc = recipe->target == LOYD_TARGET_MLC;
    char range[RANGE_WORDS], draws[RANGE_WORDS];

    range_words(low, high, is_mlc ? "" : "move", range);
    if (err == LOYD_E_EXHAUSTED)
        return why_set(why, err, "no board of %s%s in %s",
                       is_mlc ? "mlc " : "", range,
                       range_words(attempts, attempts, "attempt", draws));
    if (err == LOYD_E_UNSOLVABLE)
        return why_set(why, err, "no %ux%u board takes %s",
                       recipe->layout.width, recipe->layout.height, range);
    if (err == LOYD_E_UNSUPPORTED)
        return why_set(why, err,
                       "more than %d boards within %u moves are too many for "
                       "method ball: try uniform",
                       BALL_STATES_MAX, high);
    return err;
}

/* Solves a drawn board; *solution is written on LOYD_OK. */
static loyd_err
prove(loyd_solver *solver, const loyd_puzzle *puzzle, loyd_solution *solution)
{
    loyd_solution proven = {0};
    loyd_err err = loyd_solve(solver, puzzle, 1, NULL, &proven, NULL);

    if (err == LOYD_OK)
        *solution = proven;
    else
        loyd_moves_free(&proven.path);
    return err;
}

loyd_err
loyd_generator_draw(const loyd_generator *generator, loyd_solver *solver,
                    uint64_t index, uint64_t n_attempts, loyd_puzzle *puzzle,
                    loyd_solution *solution, loyd_why *why)
{
    const loyd_recipe *recipe = &generator->recipe;
    uint64_t end = n_attempts != 0 ? n_attempts : LOYD_ATTEMPTS_MAX;
    loyd_puzzle drawn;
    loyd_err err;

    WHY_GIVEN(why);
    if (recipe->target == LOYD_TARGET_NONE || solver == NULL)
        return generator_draw(generator, index, n_attempts, puzzle, why);
    if ((err = check_target(recipe, why)) != LOYD_OK)
        return err;
    if (recipe->target == LOYD_TARGET_MLC)
        err = draw_mlc(generator, solver, index, end, &drawn);
    else if (recipe->method == LOYD_METHOD_FAR &&
             recipe->target_high == LOYD_FAR_HIGH)
        /* No board is farther, and no walk comes nearer than the target. */
        err = generator_first(generator, index, end, NULL, &drawn, why);
    else if (recipe->method == LOYD_METHOD_BALL)
        err = draw_from_ball(generator, solver, index, end, &drawn);
    else
        err = draw_by_rejection(generator, solver, index, end, &drawn);
    if (err == LOYD_OK && solution != NULL &&
        recipe->target == LOYD_TARGET_STM)
        err = prove(solver, &drawn, solution);
    if (err != LOYD_OK)
        return explain(recipe, err, end, why);
    *puzzle = drawn;
    return LOYD_OK;
}
