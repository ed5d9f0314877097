/* SPDX-License-Identifier: MIT */
/* Weighted linear regression with cross-validation. */
#include "lab/regression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define RIDGE 1e-6
#define ROUNDS 5 /* of weights and fit */
#define SAMPLES 1000
#define NO_FOLD REGRESSION_FOLDS

/* A fit to the observations outside of a fold, of scaled columns. */
struct fit {
    unsigned n; /* columns */
    unsigned column[REGRESSION_MAX];
    double centre[REGRESSION_MAX], scale[REGRESSION_MAX];
    double weight[REGRESSION_MAX];
    double mean;   /* of y */
    double spread; /* s^2 */
};

static unsigned
fold_of(const struct regression_data *d, size_t i)
{
    return d->number[i] % REGRESSION_FOLDS;
}

static double
weight_of(const struct regression_data *d, const struct fit *fit, size_t i)
{
    return 1 / (d->error[i] * d->error[i] + fit->spread + 1e-12);
}

static double
scaled(const struct regression_data *d, const struct fit *fit, size_t i,
       unsigned k)
{
    double x = d->x[i * d->columns + fit->column[k]];

    return (x - fit->centre[k]) / fit->scale[k];
}

static double
predict(const struct regression_data *d, const struct fit *fit, size_t i)
{
    double y = fit->mean;

    for (unsigned k = 0; k < fit->n; k++)
        y += fit->weight[k] * scaled(d, fit, i, k);
    return y;
}

/* Weighted means of y and of the columns, and their deviations. */
static void
scale_columns(const struct regression_data *d, unsigned fold, struct fit *fit)
{
    double total = 0, sum = 0;

    memset(fit->centre, 0, sizeof(fit->centre));
    for (unsigned k = 0; k < fit->n; k++)
        fit->scale[k] = 0;
    for (size_t i = 0; i < d->n; i++) {
        double w = weight_of(d, fit, i);

        if (fold_of(d, i) == fold)
            continue;
        total += w;
        sum += w * d->y[i];
        for (unsigned k = 0; k < fit->n; k++)
            fit->centre[k] += w * d->x[i * d->columns + fit->column[k]];
    }
    fit->mean = total > 0 ? sum / total : 0;
    for (unsigned k = 0; k < fit->n; k++)
        fit->centre[k] /= total > 0 ? total : 1;
    for (size_t i = 0; i < d->n; i++)
        for (unsigned k = 0; fold_of(d, i) != fold && k < fit->n; k++) {
            double x = d->x[i * d->columns + fit->column[k]] - fit->centre[k];

            fit->scale[k] += weight_of(d, fit, i) * x * x;
        }
    for (unsigned k = 0; k < fit->n; k++) {
        double variance = total > 0 ? fit->scale[k] / total : 0;

        fit->scale[k] = variance > 0 ? sqrt(variance) : 1;
    }
}

/* Solves a symmetric positive definite system by Cholesky's method; the
 * solution replaces b. */
static void
solve(unsigned n, double a[REGRESSION_MAX][REGRESSION_MAX], double *b)
{
    for (unsigned j = 0; j < n; j++) {
        for (unsigned k = 0; k < j; k++)
            a[j][j] -= a[j][k] * a[j][k];
        a[j][j] = sqrt(a[j][j] > RIDGE / 10 ? a[j][j] : RIDGE / 10);
        for (unsigned i = j + 1; i < n; i++) {
            for (unsigned k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
    }
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < i; k++)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (unsigned i = n; i-- > 0;) {
        for (unsigned k = i + 1; k < n; k++)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
}

/* The weights of the columns, for the present weights of observations. */
static void
fit_columns(const struct regression_data *d, unsigned fold, struct fit *fit)
{
    double a[REGRESSION_MAX][REGRESSION_MAX] = {{0}}, total = 0;

    memset(fit->weight, 0, sizeof(fit->weight));
    for (size_t i = 0; i < d->n; i++) {
        double w = weight_of(d, fit, i), x[REGRESSION_MAX];

        if (fold_of(d, i) == fold)
            continue;
        total += w;
        for (unsigned k = 0; k < fit->n; k++)
            x[k] = scaled(d, fit, i, k);
        for (unsigned k = 0; k < fit->n; k++) {
            fit->weight[k] += w * x[k] * (d->y[i] - fit->mean);
            for (unsigned m = 0; m <= k; m++)
                a[k][m] += w * x[k] * x[m];
        }
    }
    for (unsigned k = 0; k < fit->n; k++) {
        fit->weight[k] /= total > 0 ? total : 1;
        for (unsigned m = 0; m <= k; m++)
            a[k][m] /= total > 0 ? total : 1;
        a[k][k] += RIDGE;
    }
    solve(fit->n, a, fit->weight);
}

/* The variance of what is left that the errors do not explain. */
static void
find_spread(const struct regression_data *d, unsigned fold, struct fit *fit)
{
    double squares = 0, errors = 0;
    size_t n = 0;

    for (size_t i = 0; i < d->n; i++) {
        double rest = d->y[i] - predict(d, fit, i);

        if (fold_of(d, i) == fold)
            continue;
        squares += rest * rest;
        errors += d->error[i] * d->error[i];
        n++;
    }
    if (n > fit->n + 1)
        squares *= (double)n / (double)(n - fit->n - 1);
    fit->spread =
        n > 0 && squares > errors ? (squares - errors) / (double)n : 0;
}

static void
fit_outside(const struct regression_data *d, uint32_t used, unsigned fold,
            struct fit *fit)
{
    *fit = (struct fit){.spread = 1};
    for (unsigned c = 0; c < d->columns; c++)
        if (used >> c & 1)
            fit->column[fit->n++] = c;
    for (unsigned round = 0; round < ROUNDS; round++) {
        scale_columns(d, fold, fit);
        fit_columns(d, fold, fit);
        find_spread(d, fold, fit);
    }
}

/* --- how well it predicts --- */

/* The squares of what is left of an observation, by the fit and by the mean,
 * both less the square of its error. */
struct left {
    double weight;
    double by_fit;
    double by_mean;
};

static double
share_of(double by_fit, double by_mean)
{
    double share = by_mean > 0 ? 1 - by_fit / by_mean : 0;

    return share < 1 ? share : 1;
}

/* SplitMix64 [Steele, Lea and Flood, OOPSLA 2014]. */
static uint64_t
next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static int
compare(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static void
find_interval(const struct left *left, size_t n, struct regression *result)
{
    double share[SAMPLES];
    uint64_t state = 1;

    for (unsigned s = 0; s < SAMPLES; s++) {
        double by_fit = 0, by_mean = 0;

        for (size_t i = 0; i < n; i++) {
            const struct left *one = &left[next_random(&state) % n];

            by_fit += one->weight * one->by_fit;
            by_mean += one->weight * one->by_mean;
        }
        share[s] = share_of(by_fit, by_mean);
    }
    ARRAY_SORT(share, SAMPLES, compare);
    result->low = share[SAMPLES / 40];
    result->high = share[SAMPLES - 1 - SAMPLES / 40];
}

/* The weights of a fit in the units of the columns. */
static void
take_weights(const struct fit *fit, struct regression *result)
{
    result->intercept = fit->mean;
    for (unsigned k = 0; k < fit->n; k++) {
        double weight = fit->weight[k] / fit->scale[k];

        result->weight[fit->column[k]] = weight;
        result->intercept -= weight * fit->centre[k];
    }
}

bool
regression_fit(const struct regression_data *d, uint32_t used,
               struct regression *result, double *predicted)
{
    struct left *left = calloc(d->n + 1, sizeof(*left));
    double by_fit = 0, by_mean = 0;
    struct fit fit, mean;

    if (left == NULL)
        return false;
    *result = (struct regression){.share = 0};
    for (unsigned fold = 0; fold < REGRESSION_FOLDS; fold++) {
        fit_outside(d, used, fold, &fit);
        fit_outside(d, 0, fold, &mean);
        for (size_t i = 0; i < d->n; i++) {
            double error = d->error[i] * d->error[i], y;

            if (fold_of(d, i) != fold)
                continue;
            y = predict(d, &fit, i);
            if (predicted != NULL)
                predicted[i] = y;
            left[i] = (struct left){
                weight_of(d, &mean, i), (d->y[i] - y) * (d->y[i] - y) - error,
                (d->y[i] - mean.mean) * (d->y[i] - mean.mean) - error};
            by_fit += left[i].weight * left[i].by_fit;
            by_mean += left[i].weight * left[i].by_mean;
        }
    }
    result->share = share_of(by_fit, by_mean);
    if (d->n > 0)
        find_interval(left, d->n, result);
    fit_outside(d, used, NO_FOLD, &fit);
    take_weights(&fit, result);
    free(left);
    return true;
}
