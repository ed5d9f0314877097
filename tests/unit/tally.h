/* SPDX-License-Identifier: MIT */
/*
 * Counts of states against their exact shares, by chi-square. Tests only.
 */
#ifndef TALLY_H
#define TALLY_H

#include "oracle.h"

#include <math.h>

enum { STATES_MAX = 4096 };

/* Boards met so far, and for each how often it was and how often it ought. */
struct tally {
    loyd_puzzle *puzzle;
    double *seen, *expected;
    unsigned n;
};

static inline void
tally_open(struct tally *tally)
{
    tally->n = 0;
    tally->puzzle = calloc(STATES_MAX, sizeof(*tally->puzzle));
    tally->seen = calloc(STATES_MAX, sizeof(*tally->seen));
    tally->expected = calloc(STATES_MAX, sizeof(*tally->expected));
    assert_true(tally->puzzle != NULL && tally->seen != NULL
                && tally->expected != NULL);
}

static inline void
tally_close(struct tally *tally)
{
    free(tally->puzzle);
    free(tally->seen);
    free(tally->expected);
}

/* The row of a puzzle; tally->n where it has none. */
static inline unsigned
tally_find(const struct tally *tally, const loyd_puzzle *puzzle)
{
    unsigned k = 0;

    while (k < tally->n &&
           memcmp(&tally->puzzle[k], puzzle, sizeof(*puzzle)) != 0)
        k++;
    return k;
}

static inline unsigned
tally_add(struct tally *tally, const loyd_puzzle *puzzle, double expected)
{
    unsigned k = tally_find(tally, puzzle);

    assert_in_range(k, 0, STATES_MAX - 1);
    if (k == tally->n) {
        tally->puzzle[k] = *puzzle;
        tally->n++;
    }
    tally->expected[k] += expected;
    return k;
}

/* Every state within `radius` moves of the goal, each as likely; the goal
   itself is row 0 and stays at nothing. */
static inline void
tally_flood(struct tally *tally, const loyd_board *goal, unsigned low,
            unsigned high)
{
    unsigned *far = calloc(STATES_MAX, sizeof(*far));
    loyd_puzzle first = {*goal, *goal};

    assert_non_null(far);
    tally_add(tally, &first, 0);
    for (unsigned head = 0; head < tally->n; head++)
        for (unsigned move = 0; move < 4 && far[head] < high; move++) {
            loyd_puzzle next = tally->puzzle[head];
            unsigned n = tally->n;

            if (!oracle_step(&next.start, move)
                || tally_add(tally, &next, 0) < n)
                continue;
            far[n] = far[head] + 1;
            tally->expected[n] = far[n] >= low;
        }
    free(far);
}

/* How far chi-square is off its mean, in standard deviations [Wilson and
   Hilferty, Proc. Nat. Acad. Sci. 17 (1931)]. */
static inline double
chi_square_z(double chi_square, double freedom)
{
    double spread = 2 / (9 * freedom);

    return (cbrt(chi_square / freedom) - (1 - spread)) / sqrt(spread);
}

/* Nothing where nothing can be, and the rest neither too wild nor too tame:
   4 deviations either way are a chance of 1 in 16,000. Two expected in a row
   are enough where all rows are alike [Koehler and Larntz, J. Am. Stat. Ass.
   75 (1980)]. */
static inline void
tally_judge(const char *what, const struct tally *tally)
{
    double draws = 0, whole = 0, chi_square = 0, z;
    unsigned rows = 0;

    for (unsigned k = 0; k < tally->n; k++) {
        draws += tally->seen[k];
        whole += tally->expected[k];
    }
    for (unsigned k = 0; k < tally->n; k++) {
        double expected = draws * tally->expected[k] / whole;

        if (expected <= 0) {
            if (tally->seen[k] > 0)
                fail_msg("%s: state %u came", what, k);
            continue;
        }
        assert_true(expected >= 2);
        chi_square += (tally->seen[k] - expected)
            * (tally->seen[k] - expected) / expected;
        rows++;
    }
    z = chi_square_z(chi_square, rows - 1);
    if (z < -4 || z > 4)
        fail_msg("%s: chi-square %.1f over %u states, %.1f deviations off",
                 what, chi_square, rows, z);
}

#endif
