/* SPDX-License-Identifier: MIT */
/* Tests the regression of difficulty on simulated puzzles. */
#include "core.h"

#include <math.h>
#include <stdlib.h>

#include "lab/regression.h"

enum { N = 600, COLUMNS = 4 };

static double x[N * COLUMNS], y[N], error[N];
static uint32_t number[N];
static const struct regression_data data = {N, COLUMNS, x, y, error, number};

static uint64_t seed;

static double
uniform(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}

/* Box and Muller. */
static double
normal(void)
{
    double r = sqrt(-2 * log(1 - uniform()));

    return r * cos(6.283185307179586 * uniform());
}

/*
 * y is 2 + 3 * column 0 - column 1, and what no column knows, `noise`. Column
 * 2 is noise, and column 3 is column 0 again. Errors are 0.1 to 0.9 where
 * `has_errors`.
 */
static void
simulate(uint64_t from, double slope, double noise, bool has_errors)
{
    seed = from;
    for (unsigned i = 0; i < N; i++) {
        double *row = &x[i * COLUMNS];

        for (unsigned c = 0; c < 3; c++)
            row[c] = normal();
        row[3] = 5 * row[0] + 7;
        error[i] = has_errors ? 0.1 + 0.8 * uniform() : 0;
        y[i] = 2 + slope * (3 * row[0] - row[1]) + noise * normal() +
               error[i] * normal();
        number[i] = (uint32_t)(uniform() * 4294967295.0);
    }
}

static struct regression
fit(uint32_t used, double *predicted)
{
    struct regression result;

    assert_true(regression_fit(&data, used, &result, predicted));
    assert_true(result.low <= result.share && result.share <= result.high);
    return result;
}

static void
near_to(double wanted, double got, double most)
{
    if (!(fabs(wanted - got) <= most))
        fail_msg("%g: expected %g, at most %g apart", got, wanted, most);
}

static void
test_weights_without_noise(void **state)
{
    double predicted[N];
    struct regression r;

    (void)state;
    simulate(1, 1, 0, false);
    r = fit(7, predicted);
    near_to(1, r.share, 1e-6);
    near_to(2, r.intercept, 1e-4);
    near_to(3, r.weight[0], 1e-4);
    near_to(-1, r.weight[1], 1e-4);
    near_to(0, r.weight[2], 1e-4);
    assert_true(r.weight[3] == 0);
    for (unsigned i = 0; i < N; i++)
        near_to(y[i], predicted[i], 1e-3);
}

/* The shares of variance that are known: 9, 1 and 4 of 14. Errors of y count
 * neither for nor against a predictor. */
static void
test_shares(void **state)
{
    static const double wanted[] = {9 / 14.0, 1 / 14.0, 0};

    (void)state;
    for (unsigned errors = 0; errors < 2; errors++) {
        simulate(2 + errors, 1, 2, errors == 1);
        for (unsigned c = 0; c < 3; c++) {
            struct regression r = fit(1u << c, NULL);

            near_to(wanted[c], r.share, 0.06);
            assert_true(r.low < wanted[c] && wanted[c] < r.high + 0.01);
        }
        near_to(10 / 14.0, fit(7, NULL).share, 0.06);
    }
}

/* A column that says the same again changes nothing. */
static void
test_dependent_columns(void **state)
{
    (void)state;
    simulate(4, 1, 1, true);
    near_to(fit(3, NULL).share, fit(11, NULL).share, 1e-3);
    near_to(fit(1, NULL).share, fit(8, NULL).share, 1e-9);
    for (unsigned i = 0; i < N; i++)
        x[i * COLUMNS + 3] = 7; /* constant */
    near_to(fit(3, NULL).share, fit(11, NULL).share, 1e-3);
}

/* One column by the textbook: the slope is covariance over variance. */
static void
test_the_slope_of_one_column(void **state)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    struct regression r;

    (void)state;
    simulate(5, 1, 3, false);
    for (unsigned i = 0; i < N; i++) {
        sx += x[i * COLUMNS];
        sy += y[i];
        sxx += x[i * COLUMNS] * x[i * COLUMNS];
        sxy += x[i * COLUMNS] * y[i];
    }
    r = fit(1, NULL);
    near_to((N * sxy - sx * sy) / (N * sxx - sx * sx), r.weight[0], 1e-4);
    near_to((sy - r.weight[0] * sx) / N, r.intercept, 1e-9);
}

/* Of noise, the interval has 0 or ends below it, in 95 % of studies or more,
 * since the share of what is overfitted is below 0. */
static void
test_noise_predicts_nothing(void **state)
{
    unsigned found = 0;

    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        simulate(100 + i, 0, 1, i % 2 == 1);
        found += fit(7, NULL).low > 0;
        near_to(0, fit(7, NULL).share, 0.05);
    }
    assert_in_range(found, 0, 3);
}

static void
test_few_observations(void **state)
{
    struct regression_data few = data;
    struct regression r;

    (void)state;
    simulate(6, 1, 1, true);
    for (few.n = 0; few.n < 12; few.n++) {
        assert_true(regression_fit(&few, 15, &r, NULL));
        assert_true(isfinite(r.share) && isfinite(r.low) && isfinite(r.high) &&
                    isfinite(r.intercept));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights_without_noise),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_dependent_columns),
        cmocka_unit_test(test_the_slope_of_one_column),
        cmocka_unit_test(test_noise_predicts_nothing),
        cmocka_unit_test(test_few_observations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
