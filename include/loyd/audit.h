/* SPDX-License-Identifier: MIT */
/* Audits: statistical tests of whether boards are drawn uniformly. */
#ifndef LOYD_AUDIT_H
#define LOYD_AUDIT_H

#include "loyd/generate.h"
#include "loyd/listener.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The level of significance of a whole report. The null hypothesis is that
 * boards are independent and each is uniform over the states from which its
 * goal can be reached, except the goal itself. If it is true, at most one
 * report in 1 / LOYD_AUDIT_LEVEL fails by chance (Bonferroni's bound). The
 * level was fixed before any board was examined.
 */
#define LOYD_AUDIT_LEVEL 1e-4

typedef enum loyd_audit_test {
    LOYD_AUDIT_SOLVABLE = 0, /* every board is solvable and not the goal */
    LOYD_AUDIT_STATES = 1,   /* chi-square of whole boards, up to 6 cells */
    LOYD_AUDIT_TILES = 2,    /* chi-square of tile by cell, from 6 cells on */
    LOYD_AUDIT_BLANK = 3,    /* chi-square of the blank's cell */
    LOYD_AUDIT_MEAN = 4,     /* mean optimum, if it is known */
    LOYD_AUDIT_BLANK_LAG = 5,      /* lag-1 correlation, blank's cell */
    LOYD_AUDIT_INVERSIONS_LAG = 6, /* lag-1 correlation, inversions */
    LOYD_AUDIT_COUNT_
} loyd_audit_test;

/*
 * Returns the name of a test: "solvable", "states", "tiles", "blank", "mean",
 * "blank lag" or "inversions lag". Static text.
 */
LOYD_API const char *loyd_audit_test_name(loyd_audit_test test);

/* The optimum of uniformly drawn boards of one goal, in one metric. */
typedef struct loyd_mean {
    double mean;
    double deviation; /* standard deviation of one board */
    uint64_t sample;  /* boards it was estimated from; 0: exact */
} loyd_mean;

/*
 * Computes the mean optimum in STM of the class of `goal` from its
 * distribution. O(n), safe from any thread.
 *
 * Errors: LOYD_E_NOT_FOUND (beyond 16 cells), LOYD_E_SIZE, LOYD_E_LABEL.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_mean_of(const loyd_board *goal, loyd_mean *mean);

/*
 * The same in a metric. Errors: LOYD_E_RANGE (no loyd_metric), LOYD_E_SIZE,
 * LOYD_E_LABEL, LOYD_E_NOT_FOUND.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_mean_in(const loyd_board *goal, loyd_metric metric, loyd_mean *mean);

/* A running audit of boards of one size. It keeps counts, not boards. One
 * thread at a time. */
typedef struct loyd_audit loyd_audit;

/* Starts an audit. Errors: LOYD_E_SIZE, LOYD_E_NOMEM. */
LOYD_API LOYD_NODISCARD loyd_err
loyd_audit_new(uint8_t width, uint8_t height, loyd_audit **audit);

/*
 * Sets the metric in which loyd_audit_draw solves boards, and that of all
 * lengths of the audit; 0, as at first: LOYD_STM. Call it before boards are
 * added. Errors: LOYD_E_RANGE (no loyd_metric, or boards have been added).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_audit_in(loyd_audit *audit, loyd_metric metric);

/* Frees an audit and sets the pointer to NULL. NULL is allowed. */
LOYD_API void loyd_audit_free(loyd_audit **audit);

/*
 * Adds the next board. Goals may differ from board to board.
 *
 *   length  the board's optimum in the audit's metric, or LOYD_STM_UNKNOWN.
 *
 * O(n^2) for n cells, no allocation. Errors: LOYD_E_SHAPE (not the audit's
 * size), LOYD_E_SIZE, LOYD_E_LABEL, LOYD_E_LABELS. On an error nothing is
 * added.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_audit_add(loyd_audit *audit, const loyd_puzzle *puzzle,
               uint16_t length);

/*
 * Draws boards from..from+count-1 and adds them.
 *
 *   solver    finds their optima; NULL: they are not solved. The rules of
 *             loyd_solve apply.
 *   listener  receives progress.
 *
 * Errors: LOYD_E_CANCELLED, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_LABELS, LOYD_E_RANGE, LOYD_E_UNSOLVABLE, LOYD_E_EXHAUSTED,
 * LOYD_E_UNSUPPORTED, LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CORRUPT. Boards that
 * were added before an error remain.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_audit_draw(loyd_audit *audit, const loyd_generator *generator,
                loyd_solver *solver, uint64_t from, uint64_t count,
                const loyd_listener *listener, loyd_why *why);

/*
 * Returns the least number of boards that an audit needs, so that each
 * expected count of a chi-square test is 5 or more: 5 * n for n cells, or 5
 * for each state on up to 6 cells.
 */
LOYD_API uint64_t loyd_audit_least(uint8_t width, uint8_t height);

/* The result of one test; all zero if it was not run. */
typedef struct loyd_audit_result {
    bool is_run;
    bool has_passed;
    unsigned freedom; /* degrees of freedom of a chi-square, otherwise 0 */
    double found;     /* chi-square, mean, correlation, or valid boards */
    double expected;
    double deviation; /* standard deviation of `found`, if uniform */
    double p;         /* p-value: chance of a result this far off */
} loyd_audit_result;

/* Room for results in a report; tests may be added. */
#define LOYD_AUDIT_TESTS_MAX 16

typedef struct loyd_audit_report {
    uint64_t boards;
    uint64_t solved; /* boards with a known optimum */
    double mean;     /* mean optimum of these; 0 below two boards */
    double error;    /* standard error of the mean, from these boards */
    unsigned n_chances; /* tests run that can fail by chance */
    double limit;       /* a p below it fails: LOYD_AUDIT_LEVEL / n_chances */
    bool has_passed;    /* every test that was run has passed */
    unsigned n; /* results: one for each loyd_audit_test of this library */
    loyd_audit_result result[LOYD_AUDIT_TESTS_MAX];
} loyd_audit_report;

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
 * Errors: LOYD_E_RANGE (fewer boards than loyd_audit_least).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_audit_tests(const loyd_audit *audit, const loyd_mean *expected,
                 loyd_audit_report *report, loyd_why *why);

/*
 * Returns how far the count of the tile of goal cell `home` in `cell` is from
 * its expectation, in standard deviations. Cells are 0..n-1. Returns 0 if no
 * board was added.
 */
LOYD_API double
loyd_audit_deviation(const loyd_audit *audit, unsigned home, unsigned cell);

#ifdef __cplusplus
}
#endif
#endif
