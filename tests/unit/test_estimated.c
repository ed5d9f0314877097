/* SPDX-License-Identifier: MIT */
/*
 * The method of estimates against the truth where it is known: upper ends of
 * effort quick on 4x4 and smaller, as lengths and as percentiles.
 */
#include "core.h"
#include "tsv.h"

#include "rate/lengths.h"
#include "rate/sample.h"
#include "loyd/generate.h"

#define BOARDS 300

static const struct {
    unsigned width;
    unsigned height;
    double correlation; /* at least */
    double mean_error;  /* in percentile points, at most */
} sizes[] = {
    {3, 3, 0.99, 3},
    {4, 3, 0.99, 4},
    {4, 4, 0.92, 10},
};

/* The rank of each value, equal ones in the middle, from 0 to n. */
static void
rank_all(const uint16_t *values, double *ranks)
{
    for (size_t i = 0; i < BOARDS; i++) {
        ranks[i] = 0;
        for (size_t k = 0; k < BOARDS; k++)
            ranks[i] += values[k] < values[i]    ? 1
                        : values[k] == values[i] ? 0.5
                                                 : 0;
    }
}

static double
root(double x)
{
    double at = x > 1 ? x : 1;

    for (int i = 0; i < 60; i++)
        at = (at + x / at) / 2;
    return at;
}

/* Spearman's correlation. */
static double
correlation(const uint16_t *a, const uint16_t *b)
{
    double x[BOARDS], y[BOARDS], xx = 0, yy = 0, xy = 0;
    const double middle = BOARDS / 2.0;

    rank_all(a, x);
    rank_all(b, y);
    for (size_t i = 0; i < BOARDS; i++) {
        xx += (x[i] - middle) * (x[i] - middle);
        yy += (y[i] - middle) * (y[i] - middle);
        xy += (x[i] - middle) * (y[i] - middle);
    }
    return xy / root(xx * yy);
}

static void
draw(loyd_generator *generator, uint64_t from, loyd_puzzle *puzzles)
{
    loyd_why why;

    for (size_t i = 0; i < BOARDS; i++)
        if (loyd_generator_draw(generator, NULL, from + i, 0, &puzzles[i],
                                NULL, &why) != LOYD_OK)
            fail_msg("%s", why.text);
}

static void
solve(loyd_solver *solver, const loyd_puzzle *puzzles, loyd_effort effort,
      uint16_t *lengths)
{
    const loyd_solve_options options = {.effort = effort,
                                        .is_length_only = true};
    static loyd_solution solutions[BOARDS];
    loyd_why why;

    memset(solutions, 0, sizeof(solutions));
    if (loyd_solve(solver, puzzles, BOARDS, &options, solutions, &why) !=
        LOYD_OK)
        fail_msg("%s", why.text);
    for (size_t i = 0; i < BOARDS; i++) {
        lengths[i] = solutions[i].upper;
        loyd_moves_free(&solutions[i].path);
    }
}

/* A sample of the estimates of BOARDS other boards, like a built-in one. */
static loyd_sample *
sample_of(const loyd_class *cls, const uint16_t *estimates)
{
    loyd_sample *made = sample_new(cls, 1, "test", 1000, 1000);

    assert_non_null(made);
    for (size_t i = 0; i < BOARDS; i++)
        sample_add(made, SAMPLE_ESTIMATES, estimates[i], 1);
    return made;
}

static void
test_estimates_against_optima(void **state)
{
    (void)state;
    for (size_t s = 0; s < COUNT(sizes); s++) {
        static loyd_puzzle puzzles[BOARDS];
        uint16_t optima[BOARDS], estimates[BOARDS], others[BOARDS];
        loyd_solver_options options = {.tables = LOYD_TABLES_SMALL};
        char text[40];
        loyd_recipe recipe;
        loyd_generator *generator = NULL;
        loyd_solver *solver = NULL;
        const loyd_distribution *truth =
            distribution_find(LOYD_STM, sizes[s].width, sizes[s].height,
                              sizes[s].width * sizes[s].height - 1);
        loyd_class cls = {truth->width, truth->height, truth->blank};
        loyd_sample *sample;
        double error = 0, r;
        loyd_why why;

        snprintf(text, sizeof(text), "%ux%u/rows~g1~estimated~0",
                 sizes[s].width, sizes[s].height);
        assert_int_equal(loyd_recipe_parse(text, strlen(text), &recipe, &why),
                         LOYD_OK);
        assert_int_equal(loyd_generator_new(&recipe, NULL, &generator, &why),
                         LOYD_OK);
        assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
        draw(generator, 0, puzzles);
        solve(solver, puzzles, LOYD_EFFORT_QUICK, others);
        sample = sample_of(&cls, others);
        draw(generator, BOARDS, puzzles);
        solve(solver, puzzles, LOYD_EFFORT_QUICK, estimates);
        solve(solver, puzzles, LOYD_EFFORT_NONE, optima);
        for (size_t i = 0; i < BOARDS; i++) {
            double off = exact_percentile(&sample->estimates, estimates[i]) -
                         exact_percentile(truth, optima[i]);

            assert_true(estimates[i] >= optima[i]);
            error += (off < 0 ? -off : off) / BOARDS;
        }
        r = correlation(estimates, optima);
        assert_true(r >= sizes[s].correlation);
        assert_true(error <= sizes[s].mean_error);
        free(sample);
        loyd_solver_free(&solver);
        loyd_generator_free(&generator);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_estimates_against_optima),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
