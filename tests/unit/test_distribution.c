/* SPDX-License-Identifier: MIT */
/*
 * Tests distributions against breadth-first searches of boards, without tables
 * or classes, and percentiles and lengths against their definitions.
 */
#include <math.h>

#include <loyd/target.h>
#include <loyd/band.h>
#include <loyd/generate.h>

#include "core/range.h"
#include "oracle.h"
#include "rate/lengths.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define LENGTHS 160

/* Returns the rank of a board among the permutations of labels 0..n-1. */
static uint32_t
rank_of(const loyd_board *board)
{
    unsigned n = oracle_cells(board);
    uint32_t rank = 0;

    for (unsigned i = 0; i < n; i++) {
        unsigned smaller = 0;

        for (unsigned j = i + 1; j < n; j++)
            smaller += board->cell[j] < board->cell[i];
        rank = rank * (n - i) + smaller;
    }
    return rank;
}

/* Counts the boards at each distance from the goal, level by level. */
static void
flood(const loyd_board *goal, uint64_t counts[LENGTHS])
{
    uint32_t n_orders = 1;
    uint8_t *is_seen;
    loyd_board *queue;
    size_t head = 0, tail = 1;

    for (unsigned i = 2; i <= oracle_cells(goal); i++)
        n_orders *= i;
    is_seen = calloc(n_orders, 1);
    queue = calloc(n_orders / 2 + 1, sizeof(*queue));
    assert_non_null(is_seen);
    assert_non_null(queue);
    queue[0] = *goal;
    is_seen[rank_of(goal)] = 1;
    for (unsigned depth = 0; head < tail; depth++) {
        size_t end = tail;

        assert_in_range(depth, 0, LENGTHS - 1);
        counts[depth] = end - head;
        for (; head < end; head++)
            for (unsigned m = 0; m < 4; m++) {
                loyd_board next = queue[head];

                if (!oracle_step(&next, m) || is_seen[rank_of(&next)])
                    continue;
                is_seen[rank_of(&next)] = 1;
                queue[tail++] = next;
            }
    }
    free(is_seen);
    free(queue);
}

/* Every goal of these sizes in both orientations, not only one per class. */
static void
test_small_classes_are_flooded(void **state)
{
    static const uint8_t sizes[][2] = {{2, 2}, {3, 2}, {2, 3},
                                       {4, 2}, {2, 4}, {3, 3}};

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (unsigned blank = 0; blank < sizes[i][0] * sizes[i][1]; blank++) {
            loyd_board goal = oracle_goal(sizes[i][0], sizes[i][1], blank, 0);
            const loyd_distribution *d = loyd_distribution_of(&goal, LOYD_STM);
            uint64_t counts[LENGTHS] = {0};

            if (oracle_is_slowest() && sizes[i][0] * sizes[i][1] == 9)
                continue;
            flood(&goal, counts);
            assert_non_null(d);
            assert_int_equal(d->sample, 0);
            assert_int_equal(counts[d->radius + 1], 0);
            assert_memory_equal(d->count, counts,
                                (d->radius + 1u) * sizeof(counts[0]));
        }
}

/* 1.8 million boards: one class, with the blank in the last cell of a row. */
static void
test_ten_cells_are_flooded(void **state)
{
    loyd_board goal = oracle_goal(5, 2, 2, 0);
    const loyd_distribution *d = loyd_distribution_of(&goal, LOYD_STM);
    uint64_t counts[LENGTHS] = {0};

    (void)state;
    if (!oracle_is_long())
        skip(); /* nine cells are flooded above */
    flood(&goal, counts);
    assert_int_equal(counts[d->radius + 1], 0);
    assert_memory_equal(d->count, counts,
                        (d->radius + 1u) * sizeof(counts[0]));
}

/* The rows of depths.txt also count the goal, at depth 0. */
static void
test_corners_have_the_counts_of_depths(void **state)
{
    static const unsigned sides[][2] = {{2, 2}, {2, 3}, {2, 4}, {3, 3},
                                        {2, 5}, {3, 4}, {2, 6}, {2, 7},
                                        {3, 5}, {4, 4}, {2, 8}};

    (void)state;
    for (size_t i = 0; i < COUNT(sides); i++) {
        unsigned w = sides[i][0], h = sides[i][1];
        const loyd_distribution *d = distribution_find(LOYD_STM, w, h, 0);
        char size[8];
        struct oracle_depths depths;

        snprintf(size, sizeof(size), "%ux%u", w, h);
        depths = oracle_depths(size);
        assert_int_equal(d->sample, 0);
        assert_int_equal(d->radius, depths.radius);
        for (unsigned stm = 1; stm <= d->radius; stm++)
            assert_true((double)d->count[stm] == depths.count[stm]);
    }
}

/* Exactly the goals of up to 16 cells have a distribution. */
static void
test_every_class_has_one(void **state)
{
    (void)state;
    for (unsigned w = 2; w <= 15; w++)
        for (unsigned h = 2; h <= 15; h++)
            for (unsigned blank = 0; blank < w * h; blank++) {
                const loyd_distribution *d =
                    distribution_find(LOYD_STM, w, h, blank);
                double states = 0.5;
                uint64_t sum = 0;

                assert_int_equal(d != NULL, w * h <= LOYD_EXACT_CELLS);
                if (d == NULL)
                    continue;
                /* A mirrored or rotated goal has the same distribution. */
                assert_ptr_equal(
                    d, distribution_find(LOYD_STM, w, h, w * h - 1 - blank));
                assert_ptr_equal(d,
                                 distribution_find(LOYD_STM, h, w,
                                                   blank % w * h + blank / w));
                for (unsigned i = 2; i <= w * h; i++)
                    states *= i;
                for (unsigned stm = 1; stm <= d->radius; stm++)
                    sum += d->count[stm];
                assert_int_equal(sum, d->total);
                assert_int_equal(distribution_count(d, 0, 65535), sum);
                if (d->sample == 0)
                    assert_true((double)sum == states - 1);
                else
                    assert_true(sum == d->sample && sum >= 100000);
            }
    assert_null(distribution_find(LOYD_STM, 4, 4, 16));
    assert_null(distribution_find(LOYD_STM, 0, 0, 0));
}

static double
mean_of(const loyd_distribution *d, double *variance)
{
    double sum = 0, squares = 0, n = (double)d->total;

    for (unsigned stm = 1; stm <= d->radius; stm++) {
        sum += stm * (double)d->count[stm];
        squares += (double)stm * stm * (double)d->count[stm];
    }
    *variance = squares / n - sum / n * (sum / n);
    return sum / n;
}

/*
 * A goal `way` moves of the blank away changes each optimum by at most `way`,
 * and so the mean. The error of the mean of 100,000 samples is also known.
 */
static void
test_samples_are_near_the_corner(void **state)
{
    unsigned n_samples = 0;

    (void)state;
    for (unsigned w = 2; w <= 8; w++)
        for (unsigned h = 2; h <= w && w * h <= LOYD_EXACT_CELLS; h++)
            for (unsigned blank = 0; blank < w * h; blank++) {
                const loyd_distribution *d =
                    distribution_find(LOYD_STM, w, h, blank);
                double variance, corner, mean;

                if (d->blank != blank || blank == 0)
                    continue;
                corner =
                    mean_of(distribution_find(LOYD_STM, w, h, 0), &variance);
                mean = mean_of(d, &variance);
                assert_true(fabs(mean - corner) <=
                            blank % w + blank / w +
                                4 * sqrt(variance / (double)d->total));
                n_samples += d->sample > 0;
            }
    assert_int_equal(n_samples, 13);
}

/*
 * Repeats the method of the samples: solves uniform draws of a recipe.
 * Returns how many standard deviations their mean is off.
 */
static double
deviation(const char *text, size_t n)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 2);
    loyd_puzzle *puzzles = calloc(n, sizeof(*puzzles));
    loyd_solution *solutions;
    loyd_generator *generator = NULL;
    loyd_recipe recipe;
    const loyd_distribution *d;
    double sum = 0, variance, mean;

    assert_non_null(puzzles);
    assert_int_equal(loyd_recipe_parse(text, strlen(text), &recipe, NULL),
                     LOYD_OK);
    assert_int_equal(loyd_generator_new(&recipe, NULL, &generator, NULL),
                     LOYD_OK);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(loyd_generator_draw(generator, NULL, i, 0,
                                             &puzzles[i], NULL, NULL),
                         LOYD_OK);
    solutions = oracle_solve(solver, puzzles, n, NULL);
    for (size_t i = 0; i < n; i++)
        sum += oracle_proven(&solutions[i]);
    d = loyd_distribution_of(&recipe.layout.goal, LOYD_STM);
    mean = mean_of(d, &variance);
    oracle_free(solutions, n);
    free(puzzles);
    loyd_generator_free(&generator);
    loyd_solver_free(&solver);
    return (sum / (double)n - mean) / sqrt(variance / (double)n);
}

/* New samples, with another seed, have the mean of the distribution. */
static void
test_new_samples_have_the_mean(void **state)
{
    static const char *const recipes[] = {
        "3x3/rows~g1~sample~0",           "2x7/rows~g1~sample~0",
        "4x4/rows~g1~sample~0",           "4x4/rows,blank=0.1~g1~sample~0",
        "4x4/rows,blank=1.1~g1~sample~0", "5x3/rows,blank=1.2~g1~sample~0",
        "8x2/rows,blank=0.3~g1~sample~0", "4x3/rows,blank=1.1~g1~sample~0",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(recipes); i++) {
        double off = deviation(recipes[i], oracle_effort(30));

        if (fabs(off) > 4)
            fail_msg("%s: %.1f deviations off", recipes[i], off);
    }
}

/*
 * Rounded to the nearest unit, halves up: 2 u - 1 <= 2 x < 2 u + 1, multiplied
 * by the denominator to stay in whole numbers.
 */
static bool
is_nearest(const loyd_distribution *d, uint64_t twice, uint64_t u,
           uint64_t units)
{
    uint64_t exact = units * twice; /* times 1 / (2 total) */

    return exact + d->total >= 2 * u * d->total &&
           exact < (2 * u + 1) * d->total;
}

/* For all known classes and lengths, as text and as a number. */
static void
test_percentiles_are_rounded_once(void **state)
{
    static const uint64_t scales[] = {1, 10, 100, 1000};
    unsigned n = 0, n_ties = 0;

    (void)state;
    for (unsigned w = 2; w <= 8; w++)
        for (unsigned h = 2; h <= 4; h++)
            for (unsigned blank = 0; blank < w * h; blank++) {
                const loyd_distribution *d =
                    distribution_find(LOYD_STM, w, h, blank);
                uint64_t twice = 0;

                for (unsigned stm = 1; d != NULL && stm <= d->radius; stm++) {
                    uint32_t at = percentile_of(d, stm);
                    char text[LOYD_PERCENTILE_TEXT], wanted[40];

                    twice += d->count[stm];
                    assert_true(is_nearest(d, twice, at, 100000));
                    n_ties += 100000 * twice + d->total == 2 * at * d->total;
                    for (unsigned k = 0; k < 4; k++) {
                        size_t len = loyd_percentile_print(d, stm, k, text);
                        double shown;

                        assert_int_equal(len, strlen(text));
                        shown = strtod(text, NULL) * (double)scales[k];
                        assert_true(is_nearest(d, twice,
                                               (uint64_t)(shown + 0.25),
                                               100 * scales[k]));
                    }
                    snprintf(wanted, sizeof(wanted), "%u.%03u", at / 1000,
                             at % 1000);
                    assert_string_equal(text, wanted);
                    twice += d->count[stm];
                    n++;
                }
            }
    assert_true(n > 1000);
    assert_true(n_ties > 100);
}

/* A bound belongs to the range above it; 2x2 has lengths exactly on bounds. */
static void
test_lengths_of_percentiles(void **state)
{
    /* Of 11 boards 2 2 2 2 2 1: percentiles 1/11, 3/11, ... 9/11, 10.5/11. */
    static const struct {
        uint32_t low, high;
        unsigned first, last; /* 0: none */
    } rows[] = {
        {0, 100000, 1, 6},     {0, 9090, 0, 0},       {0, 9091, 1, 1},
        {9090, 9091, 1, 1},    {9091, 27272, 0, 0},   {9091, 27273, 2, 2},
        {50000, 100000, 4, 6}, {90000, 100000, 6, 6}, {95454, 95455, 6, 6},
        {95455, 100000, 0, 0},
    };
    /* Percentiles 15, 50 and 85 are exactly on the bounds. */
    static const uint64_t counts[] = {1, 30, 40, 30};
    const loyd_distribution even = {2, 2, 0, 0, 3, 100, counts, false};
    const loyd_distribution *d = distribution_find(LOYD_STM, 2, 2, 3);

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        loyd_range range = {rows[i].low, rows[i].high};
        uint16_t first = 0, last = 0;
        bool found = loyd_percentiles_lengths(&range, d, &first, &last);

        assert_int_equal(found, rows[i].first > 0);
        assert_int_equal(first, rows[i].first);
        assert_int_equal(last, rows[i].last);
        for (unsigned stm = 1; stm <= 6; stm++)
            assert_int_equal(percentiles_have(&range, d, stm),
                             found && stm >= first && stm <= last);
    }
    for (unsigned stm = 1; stm <= 3; stm++) {
        uint32_t at = stm == 1 ? 15000 : stm == 2 ? 50000 : 85000;
        loyd_range above = {at, 100000}, below = {0, at};

        assert_true(percentiles_have(&above, &even, stm));
        assert_false(percentiles_have(&below, &even, stm));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_classes_are_flooded),
        cmocka_unit_test(test_ten_cells_are_flooded),
        cmocka_unit_test(test_corners_have_the_counts_of_depths),
        cmocka_unit_test(test_every_class_has_one),
        cmocka_unit_test(test_samples_are_near_the_corner),
        cmocka_unit_test(test_new_samples_have_the_mean),
        cmocka_unit_test(test_percentiles_are_rounded_once),
        cmocka_unit_test(test_lengths_of_percentiles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
