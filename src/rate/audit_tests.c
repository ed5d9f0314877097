/* SPDX-License-Identifier: MIT */
/* Owns the tests of an audit: what was counted against what is expected. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/why.h"
#include "core/pair.h"
#include "rate/audit.h"
#include "rate/tail.h"

#define TILES_CELLS_MIN 6

/* The part of one count in a chi-square. */
static double
off(uint64_t count, double expected)
{
    double by = (double)count - expected;

    return by * by / expected;
}

static loyd_audit_result
chi_square(double sum, unsigned freedom)
{
    return (loyd_audit_result){.is_run = true,
                               .freedom = freedom,
                               .found = sum,
                               .expected = freedom,
                               .deviation = sqrt(2.0 * freedom),
                               .p = chi_square_tail(sum, freedom)};
}

static loyd_audit_result
normal(double found, double expected, double deviation)
{
    return (loyd_audit_result){
        .is_run = true,
        .found = found,
        .expected = expected,
        .deviation = deviation,
        .p = normal_tails((found - expected) / deviation)};
}

/* Nothing is left to chance here. */
static loyd_audit_result
test_solvable(const loyd_audit *audit)
{
    return (loyd_audit_result){.is_run = true,
                               .found =
                                   (double)(audit->boards - audit->impossible),
                               .expected = (double)audit->boards,
                               .p = audit->impossible == 0};
}

/* The order of rank `rank`, as state_rank counts them. */
static void
state_of_rank(unsigned rank, unsigned n, uint8_t *home)
{
    uint8_t rest[STATES_CELLS_MAX];

    for (unsigned i = 0; i < n; i++)
        rest[i] = (uint8_t)i;
    for (unsigned c = 0; c < n; c++) {
        unsigned below = factorial(n - c - 1), at = rank / below;

        rank %= below;
        home[c] = rest[at];
        memmove(rest + at, rest + at + 1, n - c - 1 - at);
    }
}

/* Do moves lead from home[] to order, the blank's goal cell being `blank`? */
static bool
is_reached(const loyd_audit *audit, const uint8_t *home, unsigned blank)
{
    unsigned at = 0;

    while (home[at] != blank)
        at++;
    return (count_inversions(home, audit->n) +
            cell_taxicab(at, blank, audit->width)) %
               2 ==
           0;
}

/* Not where goals differ in their blank's cell: their states differ then. */
static loyd_audit_result
test_states(const loyd_audit *audit)
{
    unsigned n = audit->n, blank = 0;
    unsigned reached = factorial(n) / 2 - 1;
    double sum = 0;

    while (blank < n && audit->goal_blanks[blank] != audit->boards)
        blank++;
    if (audit->states == NULL || blank == n)
        return (loyd_audit_result){.is_run = false};
    /* Rank 0 is the goal. */
    for (unsigned rank = 1; rank < factorial(n); rank++) {
        uint8_t home[STATES_CELLS_MAX];

        state_of_rank(rank, n, home);
        if (is_reached(audit, home, blank))
            sum += off(audit->states[rank], (double)audit->boards / reached);
    }
    return chi_square(sum, reached - 1);
}

static loyd_audit_result
test_tiles(const loyd_audit *audit)
{
    unsigned n = audit->n;
    double sum = 0;

    if (n < TILES_CELLS_MIN)
        return (loyd_audit_result){.is_run = false};
    for (unsigned home = 0; home < n; home++)
        for (unsigned cell = 0; cell < n; cell++)
            sum += off(audit->tiles[home * n + cell],
                       expected_tiles(audit, home, cell));
    return chi_square(sum * (n - 1) / n, (n - 1) * (n - 1));
}

static loyd_audit_result
test_blank(const loyd_audit *audit)
{
    double sum = 0;

    for (unsigned cell = 0; cell < audit->n; cell++)
        sum += off(audit->blanks[cell], expected_blanks(audit, cell));
    return chi_square(sum, audit->n - 1);
}

static loyd_audit_result
test_mean(const loyd_audit *audit, const loyd_mean *mean)
{
    double n = (double)audit->solved, variance;

    if (mean == NULL || audit->solved == 0)
        return (loyd_audit_result){.is_run = false};
    variance = 1 / n;
    if (mean->sample > 0)
        variance += 1 / (double)mean->sample;
    return normal(audit->stm_sum / n, mean->mean,
                  mean->deviation * sqrt(variance));
}

/* 1 where all values are the same. */
static double
lag_correlation(const struct lag *l, uint64_t boards)
{
    double n = (double)boards, mean = l->sum / n;
    double spread = l->squares - n * mean * mean;

    if (spread <= l->squares * 1e-12)
        return 1;
    return (l->products - mean * (2 * l->sum - l->first - l->last) +
            (n - 1) * mean * mean) /
           spread;
}

static loyd_audit_result
test_lag(const loyd_audit *audit, const struct lag *l)
{
    double n = (double)audit->boards;

    return normal(lag_correlation(l, audit->boards), -1 / n, 1 / sqrt(n));
}

/* Which of them passed, and so all. */
static void
judge(loyd_audit_report *report)
{
    report->n_chances = 0;
    for (int t = LOYD_AUDIT_STATES; t < LOYD_AUDIT_COUNT_; t++)
        report->n_chances += report->result[t].is_run;
    report->limit = LOYD_AUDIT_LEVEL / report->n_chances;
    report->has_passed = true;
    for (int t = 0; t < LOYD_AUDIT_COUNT_; t++) {
        loyd_audit_result *result = &report->result[t];

        if (!result->is_run)
            continue;
        result->has_passed = result->p >= report->limit;
        report->has_passed &= result->has_passed;
    }
}

static void
describe_lengths(const loyd_audit *audit, loyd_audit_report *report)
{
    double n = (double)audit->solved, variance;

    report->solved = audit->solved;
    if (audit->solved < 2)
        return;
    report->mean = audit->stm_sum / n;
    variance = (audit->stm_squares - n * report->mean * report->mean) / n;
    report->error = variance > 0 ? sqrt(variance / (n - 1)) : 0;
}

loyd_err
loyd_audit_tests(const loyd_audit *audit, const loyd_mean *expected,
                 loyd_audit_report *report, loyd_why *why)
{
    uint64_t least = loyd_audit_least(audit->width, audit->height);

    if (audit->boards < least)
        return why_set(why, LOYD_E_RANGE,
                       "%" PRIu64 " boards, and for %ux%u at least %" PRIu64
                       " were expected",
                       audit->boards, audit->width, audit->height, least);
    *report = (loyd_audit_report){.boards = audit->boards};
    describe_lengths(audit, report);
    report->result[LOYD_AUDIT_SOLVABLE] = test_solvable(audit);
    report->result[LOYD_AUDIT_STATES] = test_states(audit);
    report->result[LOYD_AUDIT_TILES] = test_tiles(audit);
    report->result[LOYD_AUDIT_BLANK] = test_blank(audit);
    report->result[LOYD_AUDIT_MEAN] = test_mean(audit, expected);
    report->result[LOYD_AUDIT_BLANK_LAG] = test_lag(audit, &audit->blank);
    report->result[LOYD_AUDIT_INVERSIONS_LAG] =
        test_lag(audit, &audit->inversions);
    judge(report);
    return LOYD_OK;
}

const char *
loyd_audit_test_name(loyd_audit_test test)
{
    static const char *const names[LOYD_AUDIT_COUNT_] = {
        [LOYD_AUDIT_SOLVABLE] = "solvable",
        [LOYD_AUDIT_STATES] = "states",
        [LOYD_AUDIT_TILES] = "tiles",
        [LOYD_AUDIT_BLANK] = "blank",
        [LOYD_AUDIT_MEAN] = "mean",
        [LOYD_AUDIT_BLANK_LAG] = "blank lag",
        [LOYD_AUDIT_INVERSIONS_LAG] = "inversions lag",
    };

    return (unsigned)test < LOYD_AUDIT_COUNT_ ? names[test] : "";
}
