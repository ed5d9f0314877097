/* SPDX-License-Identifier: MIT */
/* Makes samples of classes: draws boards, solves them, counts, stores. */
#include "rate/sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "core/listener.h"
#include "core/mlc.h"
#include "generate/generator.h"
#include "loyd/catalogue.h"
#include "store/rows.h"

#define BATCH 64 /* boards between two progress reports */

struct sampling {
    const loyd_recipe *recipe;
    uint32_t boards;
    loyd_generator *generator;
    uint16_t *estimates; /* of each board */
    uint16_t *mlc;
    loyd_class cls;
};

static loyd_err
check(const loyd_recipe *recipe, uint32_t boards, loyd_why *why)
{
    unsigned n = (unsigned)recipe->layout.width * recipe->layout.height;

    if (n <= LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_RANGE,
                       "%ux%u boards have %u cells: expected more than %d",
                       recipe->layout.width, recipe->layout.height, n,
                       LOYD_EXACT_CELLS);
    if (recipe->layout.is_drawn)
        return why_set(why, LOYD_E_RANGE,
                       "the layout has goals of many classes: expected one "
                       "goal");
    if (recipe->is_keyed || recipe->target != LOYD_TARGET_NONE ||
        recipe->method != LOYD_METHOD_UNIFORM)
        return why_set(why, LOYD_E_RANGE,
                       "expected a uniform recipe without secret and target");
    if (boards < LOYD_SAMPLE_BOARDS_MIN || boards > LOYD_SAMPLE_BOARDS_MAX)
        return why_set(why, LOYD_E_RANGE, "%lu boards: expected %d..%d",
                       (unsigned long)boards, LOYD_SAMPLE_BOARDS_MIN,
                       LOYD_SAMPLE_BOARDS_MAX);
    return LOYD_OK;
}

/* Draws and solves n boards from index `from` on. */
static loyd_err
sample_boards(struct sampling *s, loyd_solver *solver, uint32_t from, size_t n,
              loyd_why *why)
{
    static const loyd_solve_options quick = {.effort = LOYD_EFFORT_QUICK,
                                             .is_length_only = true};
    loyd_puzzle puzzles[BATCH] = {0};
    loyd_solution solutions[BATCH] = {{0}};
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < n; i++) {
        err = generator_draw(s->generator, from + i, 0, &puzzles[i], why);
        if (err == LOYD_OK)
            s->mlc[from + i] = (uint16_t)puzzle_mlc(&puzzles[i]);
    }
    if (err == LOYD_OK)
        err = loyd_solve(solver, puzzles, n, &quick, solutions, why);
    for (size_t i = 0; err == LOYD_OK && i < n; i++)
        s->estimates[from + i] = solutions[i].upper;
    for (size_t i = 0; i < n; i++)
        loyd_moves_free(&solutions[i].path);
    return err;
}

static loyd_err
take_all(struct sampling *s, loyd_solver *solver,
         const loyd_listener *listener, loyd_why *why)
{
    loyd_progress now = {.what = "sampling", .total = s->boards};
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && now.done < s->boards) {
        uint64_t left = s->boards - now.done;
        size_t n = left < BATCH ? (size_t)left : BATCH;

        if (!listener_progress(listener, &now))
            return why_set(why, LOYD_E_CANCELLED,
                           "stopped: no sample was made");
        err = sample_boards(s, solver, (uint32_t)now.done, n, why);
        now.done += n;
    }
    return err;
}

static uint16_t
largest(const uint16_t *values, uint32_t n)
{
    uint16_t most = 0;

    for (uint32_t i = 0; i < n; i++)
        most = values[i] > most ? values[i] : most;
    return most;
}

static loyd_sample *
count_all(const struct sampling *s)
{
    char series[LOYD_RECIPE_TEXT];
    loyd_sample *made;

    loyd_recipe_print(s->recipe, series);
    *strrchr(series, '~') = '\0';
    made = sample_new(&s->cls, LOYD_EFFORT_VERSION, series,
                      largest(s->estimates, s->boards),
                      largest(s->mlc, s->boards));
    for (uint32_t i = 0; made != NULL && i < s->boards; i++) {
        sample_add(made, SAMPLE_ESTIMATES, s->estimates[i], 1);
        sample_add(made, SAMPLE_MLC, s->mlc[i], 1);
    }
    return made;
}

static loyd_err
store_sample(loyd_store *store, const loyd_sample *sample, loyd_why *why)
{
    loyd_err err = loyd_store_begin(store, why);

    if (err == LOYD_OK)
        err = store_end(store, sample_put(store, sample, why), why);
    return err;
}

loyd_err
loyd_catalogue_sample(loyd_store *store, loyd_solver *solver,
                      const loyd_recipe *recipe, uint32_t boards,
                      const loyd_listener *listener,
                      const loyd_sample **sample, loyd_why *why)
{
    loyd_sample *made = NULL;
    const loyd_board *goal = &recipe->layout.goal;
    struct sampling s = {.recipe = recipe, .boards = boards};
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = check(recipe, boards, why)) != LOYD_OK)
        return err;
    s.cls = loyd_class_of(goal->width, goal->height, board_blank(goal));
    s.estimates = calloc(boards, sizeof(s.estimates[0]));
    s.mlc = calloc(boards, sizeof(s.mlc[0]));
    err = s.estimates != NULL && s.mlc != NULL
              ? loyd_generator_new(recipe, NULL, &s.generator, why)
              : LOYD_E_NOMEM;
    if (err == LOYD_OK)
        err = take_all(&s, solver, listener, why);
    if (err == LOYD_OK && (made = count_all(&s)) == NULL)
        err = LOYD_E_NOMEM;
    loyd_generator_free(&s.generator);
    free(s.estimates);
    free(s.mlc);
    if (err == LOYD_OK)
        err = store_sample(store, made, why);
    free(made);
    if (err == LOYD_OK && sample != NULL)
        err = loyd_store_sample(store, &s.cls, LOYD_EFFORT_VERSION, sample,
                                why);
    return err;
}
