/* SPDX-License-Identifier: MIT */
/*
 * How well numbers of puzzles predict their difficulty: weighted linear
 * regression, cross-validated.
 */
#ifndef LOYD_LAB_REGRESSION_H
#define LOYD_LAB_REGRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REGRESSION_MAX 16 /* predictors */
#define REGRESSION_FOLDS 10

/* What is predicted, and from what. All numbers are finite. */
struct regression_data {
    size_t n;         /* observations */
    unsigned columns; /* predictors, 1..REGRESSION_MAX */
    const double *x;  /* x[i * columns + c] */
    const double *y;
    const double *error;    /* standard errors of y */
    const uint32_t *number; /* of the fold and of samples: any, but a
                               property of the observation */
};

/* The result for some of the columns. */
struct regression {
    /* The share of the variance of y, less that of its errors, that is
     * predicted for observations that the fit did not see: at most 1, and
     * below 0 if the mean alone predicts better. With the ends of its 95 %
     * interval. */
    double share, low, high;
    double intercept;
    double weight[REGRESSION_MAX]; /* of each column; 0: not used */
};

/*
 * Fits the columns of `used` (bit c: column c) by weighted least squares. An
 * observation's weight is 1 / (error^2 + s^2), where s is the spread that the
 * errors do not explain [DerSimonian and Laird, Controlled Clinical Trials 7
 * (1986)]; columns are scaled, with a ridge of 1e-6, so that they may be
 * dependent. The share comes from REGRESSION_FOLDS folds, its interval from
 * 1,000 samples of the observations with replacement [Efron and Tibshirani, An
 * Introduction to the Bootstrap (1993)].
 *
 *   predicted  NULL, or [n]: the predictions of the folds.
 *
 * O(n * columns^2). Returns false if memory runs out.
 */
bool regression_fit(const struct regression_data *data, uint32_t used,
                    struct regression *result, double *predicted);

#endif
