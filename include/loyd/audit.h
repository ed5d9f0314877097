/* SPDX-License-Identifier: MIT */
/* Audits: are boards drawn as uniform ones would be? A series, tested. */
#ifndef LOYD_AUDIT_H
#define LOYD_AUDIT_H

#include "loyd/generate.h"
#include "loyd/listener.h"
#include "loyd/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What is tested: that boards are independent, each uniform over the states
 * from which its goal is reached, the goal itself excepted. A test may fail
 * for chance alone; all of one report together do so once in
 * 1 / LOYD_AUDIT_LEVEL reports at the most (Bonferroni's bound), which was
 * decided before any board was looked at.
 */
#define LOYD_AUDIT_LEVEL 1e-4

typedef enum loyd_audit_test {
    LOYD_AUDIT_SOLVABLE = 0, /* every board can be solved, and is not yet */
    LOYD_AUDIT_STATES = 1,   /* chi-square of whole boards, up to 6 cells */
    LOYD_AUDIT_TILES = 2,    /* chi-square of tile by cell, from 6 cells on */
    LOYD_AUDIT_BLANK = 3,    /* chi-square of the blank's cell */
    LOYD_AUDIT_MEAN = 4,     /* mean optimum, where it is known */
    LOYD_AUDIT_BLANK_LAG = 5,      /* the blank's cell, board after board */
    LOYD_AUDIT_INVERSIONS_LAG = 6, /* inversions, board after board */
    LOYD_AUDIT_COUNT_
} loyd_audit_test;

/* "solvable", "states", "tiles", "blank", "mean", "blank lag", "inversions
 * lag": static text. */
LOYD_API const char *loyd_audit_test_name(loyd_audit_test test);

/* The optimum of the uniform boards of a goal, in STM. */
typedef struct loyd_mean {
    double mean;
    double deviation; /* standard deviation of one board */
    uint64_t sample;  /* boards it was estimated from; 0: it is exact */
} loyd_mean;

/*
 * The mean of the class of `goal`, from its distribution. O(n), any thread.
 *
 * Errors: LOYD_E_NOT_FOUND (beyond 16 cells), and those of a bad board.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_mean_of(const loyd_board *goal, loyd_mean *mean);

/* A series of boards of one size, under way: counts only, no board is kept. */
typedef struct loyd_audit loyd_audit;

/* Errors: LOYD_E_SIZE, LOYD_E_NOMEM. */
LOYD_API LOYD_NODISCARD loyd_err
loyd_audit_new(uint8_t width, uint8_t height, loyd_audit **audit);

/* Frees, and sets the pointer to NULL. NULL is fine. */
LOYD_API void loyd_audit_free(loyd_audit **audit);

/*
 * Adds the next board of the series; goals may differ from board to board.
 *
 *   stm  its optimum, or LOYD_STM_UNKNOWN.
 *
 * O(n^2) for n cells, no allocation. Errors: those of loyd_solvable,
 * LOYD_E_SHAPE (not the series' size); nothing is added then.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_audit_add(loyd_audit *audit, const loyd_puzzle *puzzle, uint16_t stm);

/*
 * Draws boards from..from+count-1 and adds them, with their optima where a
 * solver is given, and tells its progress. Solver as loyd_solve.
 *
 * Errors: those of loyd_generator_draw, loyd_solve and loyd_audit_add,
 * LOYD_E_CANCELLED; the boards of some are then added.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_audit_draw(loyd_audit *audit, const loyd_generator *generator,
                loyd_solver *solver, uint64_t from, uint64_t count,
                const loyd_listener *listener, loyd_why *why);

/*
 * So many boards a series needs: each count of a chi-square is then expected
 * to be 5 or more. 5 * n for n cells; up to 6 cells, 5 for each state.
 */
LOYD_API uint64_t loyd_audit_least(uint8_t width, uint8_t height);

/* What one test came to; all zero where it was not run. */
typedef struct loyd_audit_result {
    bool is_run;
    bool has_passed;
    unsigned freedom; /* degrees of freedom of a chi-square, otherwise 0 */
    double found;     /* chi-square, mean, correlation, or boards that fit */
    double expected;
    double deviation; /* standard deviation of what is found, if uniform */
    double p;         /* the chance of being so far off, if uniform */
} loyd_audit_result;

/* Room in a report: tests may come. */
#define LOYD_AUDIT_TESTS_MAX 16

typedef struct loyd_audit_report {
    uint64_t boards;
    uint64_t solved; /* those with an optimum */
    double mean;     /* of these, STM; 0 where there are none */
    double error;    /* its standard error, as the boards themselves vary */
    unsigned n_chances; /* tests that were run and that chance may fail */
    double limit;       /* a p below it fails: LOYD_AUDIT_LEVEL / n_chances */
    bool has_passed;    /* every test that was run */
    unsigned n; /* results: one each loyd_audit_test of this library */
    loyd_audit_result result[LOYD_AUDIT_TESTS_MAX];
} loyd_audit_report;

/*
 * The tests of what was added so far. A chi-square is judged by its upper
 * tail, mean and correlations by both.
 *
 *   expected  the mean to hold the optima against, or NULL: it is not tested.
 *
 * Tile by cell: with n cells each of N boards is a permutation matrix, so
 * that the n * n counts have (n - 1)^2 degrees of freedom, and the usual sum
 * of squares must be taken (n - 1) / n times: entries of a uniform random
 * permutation matrix have the covariance
 * (d_ij - 1/n)(d_kl - 1/n) / (n - 1). Parity leaves these means and
 * covariances as they are from 5 cells on. The 12 states of a 2x2 are too few
 * for it; they are counted one by one. Correlation: lag 1, about normal with
 * mean -1/N and variance 1/N [Box, Jenkins, Time Series Analysis, 1970].
 *
 * Errors: LOYD_E_RANGE (fewer boards than loyd_audit_least).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_audit_tests(const loyd_audit *audit, const loyd_mean *expected,
                 loyd_audit_report *report, loyd_why *why);

/*
 * How often the tile whose goal cell is `home` stood in `cell`, less its
 * share, in standard deviations. Cells 0..n-1; 0 without boards.
 */
LOYD_API double
loyd_audit_deviation(const loyd_audit *audit, unsigned home, unsigned cell);

#ifdef __cplusplus
}
#endif
#endif
