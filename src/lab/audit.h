/* SPDX-License-Identifier: MIT */
/* Audits: statistical tests of whether boards are drawn uniformly. */
#ifndef LOYD_LAB_AUDIT_H
#define LOYD_LAB_AUDIT_H

#include "loyd.h"

/*
 * The level of significance of a whole report. The null hypothesis is that
 * boards are independent and each is uniform over the states from which its
 * goal can be reached, except the goal itself. If it is true, at most one
 * report in 1 / AUDIT_LEVEL fails by chance (Bonferroni's bound). The
 * level was fixed before any board was examined.
 */
#define AUDIT_LEVEL 1e-4

enum audit_test {
    AUDIT_SOLVABLE = 0,       /* every board is solvable and not the goal */
    AUDIT_STATES = 1,         /* chi-square of whole boards, up to 6 cells */
    AUDIT_TILES = 2,          /* chi-square of tile by cell, from 6 cells on */
    AUDIT_BLANK = 3,          /* chi-square of the blank's cell */
    AUDIT_MEAN = 4,           /* mean optimum, if it is known */
    AUDIT_BLANK_LAG = 5,      /* lag-1 correlation, blank's cell */
    AUDIT_INVERSIONS_LAG = 6, /* lag-1 correlation, inversions */
    AUDIT_COUNT_
};

/*
 * Returns the name of a test: "solvable", "states", "tiles", "blank", "mean",
 * "blank lag" or "inversions lag". Static text.
 */
const char *audit_test_name(enum audit_test test);

/* The optimum of uniformly drawn boards of one goal, in one metric. */
struct mean {
    double mean;
    double deviation; /* standard deviation of one board */
    uint64_t sample;  /* boards it was estimated from; 0: exact */
};

/*
 * Computes the mean optimum of the class of a valid goal in a metric from its
 * distribution. Returns false beyond 16 cells.
 */
bool mean_in(const loyd_board *goal, loyd_metric metric, struct mean *mean);

/* A running audit of boards of one size. It keeps counts, not boards. */
struct audit;

/* Returns an audit, or NULL if memory runs out. */
struct audit *audit_new(uint8_t width, uint8_t height);
void audit_free(struct audit *audit);

/*
 * Adds the next board. Goals may differ from board to board.
 *
 *   length  the board's optimum, in one metric of all, or LOYD_LENGTH_UNKNOWN.
 *
 * O(n^2) for n cells, no allocation. Errors: those of loyd_solvable,
 * LOYD_E_SHAPE (not the audit's size). On an error nothing is added.
 */
LOYD_NODISCARD loyd_err audit_add(struct audit *audit,
                                  const loyd_puzzle *puzzle, uint16_t length);

/*
 * Draws boards from..from+count-1 and adds them.
 *
 *   solver    finds their optima in `metric`; NULL: they are not solved. The
 *             rules of loyd_solve apply.
 *   listener  receives progress.
 *
 * Errors: those of loyd_generator_draw, loyd_solve and audit_add,
 * LOYD_E_CANCELLED. Boards that were added before an error remain.
 */
LOYD_NODISCARD loyd_err audit_draw(struct audit *audit,
                                   const loyd_generator *generator,
                                   loyd_solver *solver, loyd_metric metric,
                                   uint64_t from, uint64_t count,
                                   const loyd_listener *listener,
                                   loyd_why *why);

/*
 * Returns the least number of boards that an audit needs, so that each
 * expected count of a chi-square test is 5 or more: 5 * n for n cells, or 5
 * for each state on up to 6 cells.
 */
uint64_t audit_least(uint8_t width, uint8_t height);

/* The result of one test; all zero if it was not run. */
struct audit_result {
    bool is_run;
    bool has_passed;
    unsigned freedom; /* degrees of freedom of a chi-square, otherwise 0 */
    double found;     /* chi-square, mean, correlation, or valid boards */
    double expected;
    double deviation; /* standard deviation of `found`, if uniform */
    double p;         /* p-value: chance of a result this far off */
};

struct audit_report {
    uint64_t boards;
    uint64_t solved;    /* boards with a known optimum */
    double mean;        /* mean optimum of these; 0 below two boards */
    double error;       /* standard error of the mean, from these boards */
    unsigned n_chances; /* tests run that can fail by chance */
    double limit;       /* a p below it fails: AUDIT_LEVEL / n_chances */
    bool has_passed;    /* every test that was run has passed */
    struct audit_result result[AUDIT_COUNT_];
};

/*
 * Tests the boards added so far. Chi-square tests are one-sided (upper tail);
 * the tests of the mean and of the correlations are two-sided.
 *
 *   expected  the mean that the optima are tested against; NULL: no test.
 *
 * Tile by cell: on n cells each of N boards is a permutation matrix, so the
 * n * n counts have (n - 1)^2 degrees of freedom, and the usual sum of
 * squares is multiplied by (n - 1) / n: the entries of a uniform random
 * permutation matrix have the covariance
 * (d_ij - 1/n)(d_kl - 1/n) / (n - 1). From 5 cells on, parity changes neither
 * these means nor the covariances. A 2x2 has only 12 states; they are counted
 * one by one instead. Correlation: lag 1, approximately normal with mean -1/N
 * and variance 1/N [Box, Jenkins, Time Series Analysis, 1970].
 *
 * Errors: LOYD_E_RANGE (fewer boards than audit_least).
 */
LOYD_NODISCARD loyd_err audit_tests(const struct audit *audit,
                                    const struct mean *expected,
                                    struct audit_report *report,
                                    loyd_why *why);

/*
 * Draws boards from 0 on, solves them if there is a solver, and tests them.
 * The caller frees the audit, even after an error. Errors: those of audit_new,
 * audit_in, audit_draw and audit_tests.
 */
LOYD_NODISCARD loyd_err audit_run(const loyd_generator *generator,
                                  uint64_t boards, loyd_solver *solver,
                                  loyd_metric metric, const struct mean *mean,
                                  const loyd_listener *listener,
                                  struct audit **audit,
                                  struct audit_report *report, loyd_why *why);

/*
 * Returns how far the count of the tile of goal cell `home` in `cell` is from
 * its expectation, in standard deviations. Cells are 0..n-1. Returns 0 if no
 * board was added.
 */
double audit_deviation(const struct audit *audit, unsigned home,
                       unsigned cell);

#endif
