/* SPDX-License-Identifier: MIT */
/*
 * Logarithms, powers of e and the normal distribution. Unlike those of the C
 * library they have the same bits on every machine: only operations that IEEE
 * 754 rounds in one way are used, in a fixed order.
 */
#ifndef LOYD_RATE_NORMAL_H
#define LOYD_RATE_NORMAL_H

/* Returns the natural logarithm of x > 0. Its error is below 1e-15, or that
 * part of the result. */
double normal_ln(double x);

/* Returns e^x, 0 below -700. Its relative error is below 1e-15. x <= 700. */
double normal_exp(double x);

/* Returns the probability of less than z. Its relative error is below 1e-12
 * down to -37, where the results end. */
double normal_below(double z);

/* Returns the density at z divided by normal_below(z), for any z: the inverse
 * of Mills' ratio of -z. Its relative error is below 1e-12. */
double normal_ratio(double z);

#endif
