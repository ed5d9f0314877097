/* SPDX-License-Identifier: MIT */
/*
 * Chi-square tests of counts of states against exact shares. Tests only.
 */
#ifndef TALLY_H
#define TALLY_H

#include "oracle.h"

#include <math.h>

enum { STATES_MAX = 4096 };

/* The known boards, with how often each was drawn and the expected number. */
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

/* Returns the row of a puzzle, or tally->n. */
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

/* Adds every state up to `high` moves from the goal. Those from `low` moves on
   are equally likely; nearer ones and the goal, row 0, must not be drawn. */
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

/* Returns how far chi-square is from its mean, in standard deviations [Wilson
   and Hilferty, Proc. Nat. Acad. Sci. 17 (1931)]. */
static inline double
chi_square_z(double chi_square, double freedom)
{
    double spread = 2 / (9 * freedom);

    return (cbrt(chi_square / freedom) - (1 - spread)) / sqrt(spread);
}

/* Fails if an impossible state was drawn, or if the counts deviate too much or
   too little: 4 deviations either way have a probability of 1 in 16,000. An
   expected count of two per row is enough if all rows are equally likely
   [Koehler and Larntz, J. Am. Stat. Ass. 75 (1980)]. */
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
                fail_msg("%s: impossible state %u was drawn", what, k);
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
