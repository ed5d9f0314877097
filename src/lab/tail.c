/* SPDX-License-Identifier: MIT */
/*
 * Computes p-values. The incomplete gamma function is computed by its power
 * series below the mean and by its continued fraction above, where each
 * converges fast, in about sqrt(a) terms [Abramowitz, Stegun, Handbook of
 * Mathematical Functions, 6.5.29 and 6.5.31; for the fraction Lentz, Applied
 * Optics 15 (1976)].
 */
#include "lab/tail.h"

#include <float.h>
#include <math.h>

#define TERMS_MAX 100000
#define SQRT_HALF 0.70710678118654752440
#define HALF_LOG_TAU 0.91893853320467274178 /* ln(2 pi) / 2 */

/*
 * Returns ln Gamma(a), a > 0, by Stirling's series (6.1.41) from 12 on, where
 * the next term is below 2e-13. Not lgamma: it writes a global variable.
 */
static double
log_gamma(double a)
{
    double shift = 0, b;

    for (; a < 12; a += 1)
        shift += log(a);
    b = 1 / (a * a);
    return (a - 0.5) * log(a) - a + HALF_LOG_TAU - shift +
           (1.0 / 12 - b * (1.0 / 360 - b * (1.0 / 1260 - b * (1.0 / 1680)))) /
               a;
}

/* Returns x^a e^-x / Gamma(a), the common factor. */
static double
front(double a, double x)
{
    return exp(a * log(x) - x - log_gamma(a));
}

static double
lower_by_series(double a, double x)
{
    double term = 1 / a, sum = term;

    for (int i = 1; i < TERMS_MAX && term > sum * DBL_EPSILON; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return front(a, x) * sum;
}

/* Lentz's method; neither C nor D vanishes for x > a + 1. */
static double
upper_by_fraction(double a, double x)
{
    double b = x + 1 - a, c = DBL_MAX, d = 1 / b, value = d;

    for (int i = 1; i < TERMS_MAX; i++) {
        double step = -i * (i - a);

        b += 2;
        d = 1 / (step * d + b);
        c = b + step / c;
        value *= c * d;
        if (fabs(c * d - 1) < DBL_EPSILON)
            break;
    }
    return front(a, x) * value;
}

double
chi_square_tail(double x, unsigned freedom)
{
    double a = freedom / 2.0;

    if (x <= 0)
        return 1;
    return x / 2 < a + 1 ? 1 - lower_by_series(a, x / 2)
                         : upper_by_fraction(a, x / 2);
}

double
normal_tails(double z)
{
    return erfc(fabs(z) * SQRT_HALF);
}
