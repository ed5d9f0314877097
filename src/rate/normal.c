/* SPDX-License-Identifier: MIT */
/* The normal distribution and what it needs, the same on every machine. */
#include "rate/normal.h"

#include <math.h>

#define SQRT_HALF 0.70710678118654752440
#define SQRT_TAU 2.50662827463100050242 /* sqrt(2 pi) */
#define LN2_HIGH                                                              \
    6.93147180369123816490e-01 /* 33 bits: its multiples are exact */
#define LN2_LOW 1.90821492927058770002e-10
#define TAIL 2.5      /* beyond, the fraction converges faster */
#define TAIL_TERMS 80 /* 1e-14 at TAIL */

/* ln x = e ln 2 + 2 artanh((m - 1) / (m + 1)), x = m 2^e, m near 1. */
double
normal_ln(double x)
{
    int e;
    double m = frexp(x, &e), s, sum = 0;

    if (m < SQRT_HALF) {
        m *= 2;
        e--;
    }
    s = (m - 1) / (m + 1);
    for (int k = 23; k >= 1; k -= 2)
        sum = sum * s * s + 1.0 / k;
    return e * LN2_HIGH + (e * LN2_LOW + 2 * s * sum);
}

/* e^x = 2^k e^r, |r| <= ln 2 / 2. */
double
normal_exp(double x)
{
    static const double inverse[] = {
        1,       1.0 / 2, 1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6, 1.0 / 7,
        1.0 / 8, 1.0 / 9, 1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13};
    double k = floor(x / (LN2_HIGH + LN2_LOW) + 0.5);
    double r = x - k * LN2_HIGH - k * LN2_LOW, sum = 1;

    if (x < -700)
        return 0;
    for (int i = 12; i >= 0; i--)
        sum = 1 + r * inverse[i] * sum;
    return ldexp(sum, (int)k);
}

static double
density(double z)
{
    return normal_exp(-z * z / 2) / SQRT_TAU;
}

/*
 * Mills' ratio: the probability of more than x > 0 divided by the density at
 * x, by Laplace's continued fraction
 *   [Abramowitz, Stegun, Handbook of Mathematical Functions, 26.2.14].
 */
static double
mills(double x)
{
    double below = x;

    for (int k = TAIL_TERMS; k >= 1; k--)
        below = x + k / below;
    return 1 / below;
}

/* The series of Marsaglia, "Evaluating the normal distribution", Journal of
 * Statistical Software 11(4), 2004. */
static double
near_middle(double z)
{
    double term = z, sum = z;

    for (int k = 3; k < 90 && fabs(term) > 1e-18; k += 2) {
        term *= z * z / k;
        sum += term;
    }
    return 0.5 + density(z) * sum;
}

double
normal_below(double z)
{
    if (z < -TAIL)
        return density(z) * mills(-z);
    return z > TAIL ? 1 - density(z) * mills(z) : near_middle(z);
}

double
normal_ratio(double z)
{
    return z < -TAIL ? 1 / mills(-z) : density(z) / normal_below(z);
}
