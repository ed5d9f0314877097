/* SPDX-License-Identifier: MIT */
/*
 * Tests audits: p-values against published ones, and the statistical tests
 * against generators known to be uniform and others known to be biased. The
 * library's generator is only used where its own drawing is tested.
 */
#include "oracle.h"

#include <math.h>

#include "lab/audit.h"
#include "lab/tail.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void
assert_close(const char *what, double found, double expected, double relative)
{
    if (!(fabs(found - expected) <= relative * fabs(expected)))
        fail_msg("%s: %.12g, expected %.12g", what, found, expected);
}

/* NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, upper tail:
   the critical values of 0.05, 0.01 and 0.001, to three decimals. */
static void
test_published_points(void **state)
{
    static const struct {
        unsigned freedom;
        double point[3];
    } rows[] = {
        {1, {3.841, 6.635, 10.828}},        {2, {5.991, 9.210, 13.816}},
        {5, {11.070, 15.086, 20.515}},      {10, {18.307, 23.209, 29.588}},
        {30, {43.773, 50.892, 59.703}},     {50, {67.505, 76.154, 86.661}},
        {100, {124.342, 135.807, 149.449}},
    };
    static const double chance[] = {0.05, 0.01, 0.001};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t k = 0; k < COUNT(chance); k++) {
            double x = rows[i].point[k];

            /* The true value is within half a unit of the last decimal. */
            assert_true(chi_square_tail(x - 0.0005, rows[i].freedom) >=
                        chance[k]);
            assert_true(chi_square_tail(x + 0.0005, rows[i].freedom) <=
                        chance[k]);
        }
    assert_close("1.96", normal_tails(1.959963984540054), 0.05, 1e-12);
    assert_close("-2.58", normal_tails(-2.575829303548901), 0.01, 1e-12);
}

/*
 * Returns the tail as a finite sum, in logarithms: e^-y y^a / Gamma(a + 1)
 * for a = k/2 - 1, k/2 - 2, ...; for odd k the last term is the normal tail
 * [Abramowitz, Stegun, 26.4.4 and 26.4.5].
 */
static double
tail_by_sum(double x, unsigned freedom)
{
    double y = x / 2, a = freedom / 2.0 - 1, sum = 0;

    for (; a > -0.25; a -= 1)
        sum += exp(a * log(y) - y - lgamma(a + 1));
    return freedom % 2 == 0 ? sum : sum + erfc(sqrt(y));
}

static void
test_tails_equal_finite_sums(void **state)
{
    static const unsigned freedom[] = {1,  2,  3,   4,   7,    15,
                                       16, 64, 225, 576, 2499, 50176};
    char what[64];

    (void)state;
    for (size_t i = 0; i < COUNT(freedom); i++)
        for (int z = -5; z <= 12; z++) {
            double k = freedom[i], x = k + z * sqrt(2 * k);

            if (x <= 0)
                continue;
            snprintf(what, sizeof(what), "chi %g of %g", x, k);
            assert_close(what, chi_square_tail(x, freedom[i]),
                         tail_by_sum(x, freedom[i]), k < 600 ? 3e-12 : 1e-9);
        }
    assert_true(chi_square_tail(0, 5) == 1);
    assert_true(chi_square_tail(1e6, 225) == 0);
}

/* Means against depths.txt, whose rows also count the goal, at depth 0. */
static void
test_means_of_corners(void **state)
{
    static const struct {
        const char *size;
        unsigned width, height;
    } rows[] = {
        {"2x2", 2, 2}, {"2x3", 2, 3}, {"2x4", 2, 4}, {"3x3", 3, 3},
        {"2x5", 2, 5}, {"3x4", 3, 4}, {"2x6", 2, 6}, {"2x7", 2, 7},
        {"3x5", 3, 5}, {"4x4", 4, 4}, {"2x8", 2, 8},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct oracle_depths depths = oracle_depths(rows[i].size);
        unsigned w = rows[i].width, h = rows[i].height;
        unsigned corners[] = {0, w - 1, w * (h - 1), w * h - 1};
        double boards = depths.total - 1;
        double wanted = depths.mean * depths.total / boards;
        double squares =
            (depths.variance + depths.mean * depths.mean) * depths.total;

        for (size_t k = 0; k < 8; k++) {
            loyd_board goal = k < 4 ? oracle_goal(w, h, corners[k], w * h)
                                    : oracle_goal(h, w, h - 1, 1);
            struct mean mean;

            assert_true(mean_in(&goal, LOYD_STM, &mean));
            assert_close(rows[i].size, mean.mean, wanted, 1e-12);
            assert_close(rows[i].size, mean.deviation,
                         sqrt(squares / boards - wanted * wanted), 1e-9);
            assert_int_equal(mean.sample, 0);
        }
    }
}

enum { ORDERS = 362880 }; /* 9! */

static unsigned
order_of(const loyd_board *board)
{
    unsigned rank = 0, n = oracle_cells(board);

    for (unsigned c = 0; c < n; c++) {
        unsigned below = 0;

        for (unsigned d = c + 1; d < n; d++)
            below += board->cell[d] < board->cell[c];
        rank = rank * (n - c) + below;
    }
    return rank;
}

/* Mean and deviation of all boards except the goal, by a flood. */
static struct mean
mean_by_flood(const loyd_board *goal)
{
    loyd_board *queue = calloc(ORDERS, sizeof(*queue));
    uint8_t *depth = calloc(ORDERS, 1); /* + 1; 0: not reached */
    double sum = 0, squares = 0, n;
    unsigned end = 1;

    assert_true(queue != NULL && depth != NULL);
    queue[0] = *goal;
    depth[order_of(goal)] = 1;
    for (unsigned at = 0; at < end; at++) {
        unsigned d = depth[order_of(&queue[at])];

        sum += d - 1;
        squares += (d - 1) * (d - 1);
        for (unsigned m = 0; m < 4; m++) {
            loyd_board next = queue[at];
            unsigned rank;

            if (!oracle_step(&next, m) || depth[rank = order_of(&next)] != 0)
                continue;
            depth[rank] = (uint8_t)(d + 1);
            queue[end++] = next;
        }
    }
    n = end - 1;
    free(queue);
    free(depth);
    return (struct mean){sum / n, sqrt(squares / n - sum / n * (sum / n)), 0};
}

static void
test_means_of_other_classes(void **state)
{
    static const unsigned cases[][3] = {
        {3, 2, 1}, {2, 3, 3}, {4, 2, 5}, {3, 3, 1}, {3, 3, 4}};
    struct mean mean = {0, 0, 7};
    loyd_board goal;

    (void)state;
    for (size_t i = 0; i < (oracle_is_slowest() ? 2 : COUNT(cases)); i++) {
        const unsigned *c = cases[i];

        goal = oracle_goal(c[0], c[1], c[2], 2);
        assert_true(mean_in(&goal, LOYD_STM, &mean));
        struct mean wanted = mean_by_flood(&goal);
        assert_close("mean", mean.mean, wanted.mean, 1e-12);
        assert_close("deviation", mean.deviation, wanted.deviation, 1e-9);
        assert_int_equal(mean.sample, 0);
    }
    goal = oracle_goal(4, 4, 5, 16);
    assert_true(mean_in(&goal, LOYD_STM, &mean));
    assert_int_equal(mean.sample, 100000);
    mean.sample = 7;
    goal = oracle_goal(5, 5, 0, 25);
    assert_false(mean_in(&goal, LOYD_STM, &mean));
    assert_int_equal(mean.sample, 7);
}

/* Draws board k from a stream of words. */
typedef loyd_puzzle (*draw_fn)(const loyd_board *goal, unsigned k,
                               uint64_t *words);

static void
swap_cells(loyd_board *board, unsigned a, unsigned b)
{
    uint8_t label = board->cell[a];

    board->cell[a] = board->cell[b];
    board->cell[b] = label;
}

/* Draws by rejection, unlike the library, which repairs odd boards. */
static loyd_puzzle
draw_even(const loyd_board *goal, unsigned k, uint64_t *words)
{
    loyd_puzzle puzzle;

    (void)k;
    do {
        puzzle = oracle_random(goal, words);
    } while (memcmp(&puzzle.start, goal, sizeof(*goal)) == 0);
    return puzzle;
}

/* Biased: a byte modulo the range, so that of 0..10 three numbers come up 24
   times in 256 and the others 23 times. Unsolvable boards are drawn again. */
static loyd_puzzle
draw_modulo(const loyd_board *goal, unsigned k, uint64_t *words)
{
    loyd_puzzle puzzle = {*goal, *goal};

    (void)k;
    do {
        puzzle.start = *goal;
        for (unsigned c = oracle_cells(goal) - 1; c > 0; c--)
            swap_cells(&puzzle.start, c,
                       (uint8_t)oracle_word(words) % (c + 1));
    } while (!oracle_solvable(&puzzle.start, goal));
    return puzzle;
}

/* Biased: swaps cells 0 and 1 of unsolvable boards, which does not help if the
   blank is in one of them. */
static loyd_puzzle
draw_swapped(const loyd_board *goal, unsigned k, uint64_t *words)
{
    loyd_puzzle puzzle = {*goal, *goal};

    (void)k;
    for (unsigned c = oracle_cells(goal) - 1; c > 0; c--)
        swap_cells(&puzzle.start, c, oracle_below(words, c + 1));
    if (!oracle_solvable(&puzzle.start, goal))
        swap_cells(&puzzle.start, 0, 1);
    return puzzle;
}

/* The same, but draws again if that did not help: all are solvable. */
static loyd_puzzle
draw_swapped_again(const loyd_board *goal, unsigned k, uint64_t *words)
{
    loyd_puzzle puzzle;

    do {
        puzzle = draw_swapped(goal, k, words);
    } while (!oracle_solvable(&puzzle.start, goal));
    return puzzle;
}

/* Biased: swaps each cell with any cell, not only with the remaining ones. */
static loyd_puzzle
draw_naive(const loyd_board *goal, unsigned k, uint64_t *words)
{
    loyd_puzzle puzzle = {*goal, *goal};
    unsigned n = oracle_cells(goal);

    (void)k;
    do {
        puzzle.start = *goal;
        for (unsigned c = 0; c < n; c++)
            swap_cells(&puzzle.start, c, oracle_below(words, n));
    } while (!oracle_solvable(&puzzle.start, goal));
    return puzzle;
}

static loyd_puzzle
draw_twice(const loyd_board *goal, unsigned k, uint64_t *words)
{
    uint64_t before = *words;
    loyd_puzzle puzzle = draw_even(goal, k, words);

    if (k % 2 == 0)
        *words = before;
    return puzzle;
}

/* Biased: the blank alternates between the two halves of the board. */
static loyd_puzzle
draw_apart(const loyd_board *goal, unsigned k, uint64_t *words)
{
    loyd_puzzle puzzle;
    unsigned half = oracle_cells(goal) / 2;

    do {
        puzzle = draw_even(goal, k, words);
    } while ((oracle_find(&puzzle.start, 0) < half) != (k % 2 == 0));
    return puzzle;
}

static loyd_puzzle
draw_one(const loyd_board *goal, unsigned k, uint64_t *words)
{
    (void)words;
    *words = 5;
    return draw_even(goal, k, words);
}

static loyd_puzzle
draw_goal(const loyd_board *goal, unsigned k, uint64_t *words)
{
    loyd_puzzle same = {*goal, *goal};

    return k == 7 ? same : draw_even(goal, k, words);
}

static struct audit_report
audit_of(const loyd_board *goal, draw_fn draw, unsigned boards, uint64_t seed)
{
    struct audit *audit;
    struct audit_report report;

    assert_non_null(audit = audit_new(goal->width, goal->height));
    for (unsigned k = 0; k < boards; k++) {
        loyd_puzzle puzzle = draw(goal, k, &seed);

        assert_int_equal(audit_add(audit, &puzzle, LOYD_LENGTH_UNKNOWN),
                         LOYD_OK);
    }
    assert_int_equal(audit_tests(audit, NULL, &report, NULL), LOYD_OK);
    audit_free(audit);
    return report;
}

static void
assert_report(const char *what, const struct audit_report *report,
              unsigned runs, unsigned fails)
{
    unsigned n = 0;

    for (unsigned t = 0; t < AUDIT_COUNT_; t++) {
        const struct audit_result *result = &report->result[t];
        bool fit = fails >> t & 1;

        if (result->is_run != (runs >> t & 1) ||
            (result->is_run && result->has_passed == fit))
            fail_msg("%s: %s: run %d, passed %d, p %g", what,
                     audit_test_name((enum audit_test)t), result->is_run,
                     result->has_passed, result->p);
        n += t != AUDIT_SOLVABLE && result->is_run;
    }
    assert_int_equal(report->n_chances, n);
    assert_close("limit", report->limit, AUDIT_LEVEL / n, 1e-15);
    assert_int_equal(report->has_passed, fails == 0);
}

enum {
    SOLVABLE = 1 << AUDIT_SOLVABLE,
    STATES = 1 << AUDIT_STATES,
    TILES = 1 << AUDIT_TILES,
    BLANK = 1 << AUDIT_BLANK,
    MEAN = 1 << AUDIT_MEAN,
    BLANK_LAG = 1 << AUDIT_BLANK_LAG,
    INVERSIONS_LAG = 1 << AUDIT_INVERSIONS_LAG,
    ALWAYS = SOLVABLE | BLANK | BLANK_LAG | INVERSIONS_LAG
};

static void
test_uniform_boards_pass(void **state)
{
    static const struct {
        const char *goal;
        unsigned boards, runs;
    } cases[] = {
        {"1 2/3 0", 500, ALWAYS | STATES},
        {"0 4/1 3", 55, ALWAYS | STATES},
        {"1 2 3/4 5 0", 2000, ALWAYS | STATES | TILES},
        {"5 1/0 2/3 6", 1795, ALWAYS | STATES | TILES},
        {"1 2 3/8 0 4/7 6 5", 20000, ALWAYS | TILES},
        {"1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", 20000, ALWAYS | TILES},
        {"1 2 3 4 5 6 7 8/9 10 11 12 0 14 15 16", 80, ALWAYS | TILES},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        loyd_board goal = oracle_board(cases[i].goal);
        struct audit_report report =
            audit_of(&goal, draw_even, cases[i].boards, i);

        assert_int_equal(report.boards, cases[i].boards);
        assert_int_equal(report.solved, 0);
        assert_report(cases[i].goal, &report, cases[i].runs, 0);
    }
}

static void
test_biased_boards_fail(void **state)
{
    static const struct {
        const char *what;
        draw_fn draw;
        unsigned boards, fails;
    } cases[] = {
        {"modulo", draw_modulo, 100000, TILES},
        {"swapped", draw_swapped, 1000, SOLVABLE},
        {"swapped again", draw_swapped_again, 20000, BLANK | TILES},
        {"naive", draw_naive, 20000, BLANK | TILES},
        {"twice", draw_twice, 2000, TILES | BLANK_LAG | INVERSIONS_LAG},
        {"apart", draw_apart, 2000, BLANK_LAG | INVERSIONS_LAG},
        {"one goal among them", draw_goal, 2000, SOLVABLE},
        {"always one", draw_one, 80,
         BLANK | TILES | BLANK_LAG | INVERSIONS_LAG},
    };
    loyd_board goal = oracle_goal(4, 4, 15, 16);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct audit_report report =
            audit_of(&goal, cases[i].draw, cases[i].boards, 1);

        assert_report(cases[i].what, &report, ALWAYS | TILES, cases[i].fails);
    }
    struct audit_report report = audit_of(&goal, draw_one, 80, 1);
    assert_true(report.result[AUDIT_BLANK_LAG].found == 1);
    goal = oracle_goal(3, 2, 5, 6);
    report = audit_of(&goal, draw_naive, 5000, 1);

    assert_false(report.result[AUDIT_STATES].has_passed);
}

/*
 * If the null hypothesis is true, p is uniform: of many p-values about a tenth
 * is in each tenth of 0..1. This detects wrong degrees of freedom, a wrong
 * factor or a wrong expectation. 33.7 is the 99.99 % point of chi-square with
 * 9 degrees of freedom.
 */
static void
test_p_values_are_uniform(void **state)
{
    static const struct {
        unsigned width, height, blank, boards;
    } cases[] = {{2, 2, 3, 500},
                 {3, 2, 1, 1795},
                 {3, 3, 8, 400},
                 {4, 2, 1, 400},
                 {4, 4, 15, 300}};
    unsigned series = (unsigned)oracle_effort(1000);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        loyd_board goal =
            oracle_goal(cases[i].width, cases[i].height, cases[i].blank, 1);
        unsigned tenth[AUDIT_COUNT_][10] = {{0}};

        for (unsigned s = 0; s < series; s++) {
            struct audit_report report = audit_of(
                &goal, draw_even, cases[i].boards, s + 1000 * (i + 1));

            for (unsigned t = 1; t < AUDIT_COUNT_; t++)
                if (report.result[t].is_run)
                    tenth[t][(int)(report.result[t].p * 9.999999)]++;
        }
        for (unsigned t = 1; t < AUDIT_COUNT_; t++) {
            double chi = 0, share = series / 10.0, sum = 0;

            for (unsigned k = 0; k < 10; k++) {
                chi += pow(tenth[t][k] - share, 2) / share;
                sum += tenth[t][k];
            }
            if (sum > 0 && chi > 33.7)
                fail_msg("%ux%u %s: chi-square %.1f", cases[i].width,
                         cases[i].height, audit_test_name((enum audit_test)t),
                         chi);
        }
    }
}

/* The mean correlation of many short series is -1/N, not 0. */
static void
test_correlations_are_centred(void **state)
{
    loyd_board goal = oracle_goal(2, 2, 0, 4);
    size_t series = 4000;

    (void)state;
    for (int t = AUDIT_BLANK_LAG; t <= AUDIT_INVERSIONS_LAG; t++) {
        double sum = 0;

        for (size_t s = 0; s < series; s++) {
            struct audit_report report =
                audit_of(&goal, draw_even, 55, 7777 + s);
            const struct audit_result *result = &report.result[t];

            sum += (result->found - result->expected) / result->deviation;
        }
        if (fabs(sum) > 4 * sqrt((double)series))
            fail_msg("%s: %g off", audit_test_name((enum audit_test)t),
                     sum / sqrt((double)series));
    }
}

/* Draws the easier of two boards each time: only its length is biased. */
static void
test_mean_of_easy_boards(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    loyd_board goal = oracle_goal(3, 3, 4, 9);
    uint64_t words = 3;

    (void)state;
    for (int is_even = 0; is_even < 2; is_even++) {
        struct audit *audit;
        struct audit_report report;
        struct mean mean;

        assert_non_null(audit = audit_new(3, 3));
        for (unsigned k = 0; k < 600; k++) {
            loyd_puzzle pair[2] = {draw_even(&goal, k, &words),
                                   draw_even(&goal, k, &words)};
            loyd_solution *s = oracle_solve(solver, pair, 2, NULL);
            unsigned i = !is_even && s[1].upper < s[0].upper;

            assert_int_equal(audit_add(audit, &pair[i], s[i].upper), LOYD_OK);
            oracle_free(s, 2);
        }
        assert_true(mean_in(&goal, LOYD_STM, &mean));
        assert_int_equal(audit_tests(audit, &mean, &report, NULL), LOYD_OK);
        assert_report("nearer", &report, ALWAYS | TILES | MEAN,
                      is_even ? 0 : MEAN);
        assert_int_equal(report.solved, 600);
        /* An estimated reference has a larger deviation. */
        double exact = report.result[AUDIT_MEAN].deviation;
        mean.sample = 600;
        assert_int_equal(audit_tests(audit, &mean, &report, NULL), LOYD_OK);
        assert_close("sampled", report.result[AUDIT_MEAN].deviation,
                     exact * sqrt(2), 1e-12);
        audit_free(audit);
    }
    loyd_solver_free(&solver);
}

/*
 * Draws the board with fewer slides of two that are equally long in STM, if
 * some draws have two: only its length in MTM is biased.
 */
static void
test_mean_of_easy_slides(void **state)
{
    enum { TWINS = 20 };
    static const loyd_solve_options in_mtm = {.metric = LOYD_MTM};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    loyd_board goal = oracle_goal(3, 3, 4, 9);
    uint64_t words = 3;

    (void)state;
    for (int is_even = 0; is_even < 2; is_even++) {
        struct audit *audits[2] = {NULL, NULL};
        struct audit_report reports[2];
        struct mean means[2];

        for (int m = 0; m < 2; m++)
            assert_non_null(audits[m] = audit_new(3, 3));
        for (unsigned k = 0; k < 1000; k++) {
            loyd_puzzle drawn[TWINS];
            loyd_solution *stm, *mtm;
            unsigned i = 0, j = 1;

            for (unsigned n = 0; n < TWINS; n++)
                drawn[n] = draw_even(&goal, k, &words);
            stm = oracle_solve(solver, drawn, TWINS, NULL);
            mtm = oracle_solve(solver, drawn, TWINS, &in_mtm);
            while (j < TWINS && stm[j].upper != stm[0].upper)
                j++;
            if (!is_even && j < TWINS && mtm[j].upper < mtm[0].upper)
                i = j;
            assert_int_equal(audit_add(audits[0], &drawn[i], stm[i].upper),
                             LOYD_OK);
            assert_int_equal(audit_add(audits[1], &drawn[i], mtm[i].upper),
                             LOYD_OK);
            oracle_free(stm, TWINS);
            oracle_free(mtm, TWINS);
        }
        assert_true(mean_in(&goal, LOYD_STM, &means[0]));
        assert_true(mean_in(&goal, LOYD_MTM, &means[1]));
        for (int m = 0; m < 2; m++) {
            assert_int_equal(
                audit_tests(audits[m], &means[m], &reports[m], NULL), LOYD_OK);
            assert_report(m == 0 ? "stm" : "mtm", &reports[m],
                          ALWAYS | TILES | MEAN,
                          is_even || m == 0 ? 0 : MEAN);
            audit_free(audits[m]);
        }
    }
    loyd_solver_free(&solver);
}

/* Three boards counted manually. Tile 3 moved right takes 1 2/0 3 to the goal
   1 2/3 0. */
static void
test_counts_of_three_boards(void **state)
{
    static const uint16_t stm[] = {1, 4, 1};
    loyd_board goal = oracle_board("1 2/3 0");
    loyd_board starts[] = {oracle_board("1 2/0 3"), oracle_board("0 2/1 3"),
                           oracle_board("1 0/3 2")};
    struct audit *audit;
    struct audit_report report;

    (void)state;
    assert_non_null(audit = audit_new(2, 2));
    assert_true(audit_deviation(audit, 0, 0) == 0);
    for (unsigned k = 0; k < 60; k++) {
        loyd_puzzle puzzle = {starts[k % 3], goal};

        assert_int_equal(audit_add(audit, &puzzle, stm[k % 3]), LOYD_OK);
    }
    /* Tile 1 is in its goal cell on 40 of 60 boards and in 2 of 11 states. */
    assert_close("tile 1", audit_deviation(audit, 0, 0),
                 (40 - 60 * 2 / 11.0) / sqrt(60 * 2 / 11.0 * 9 / 11), 1e-12);
    /* The blank is never in its goal cell; again in 2 of 11 states. */
    assert_close("blank", audit_deviation(audit, 3, 3),
                 -60 * 2 / 11.0 / sqrt(60 * 2 / 11.0 * 9 / 11), 1e-12);
    /* Tile 3 is in cell 3 on 40 of 60 boards and in 3 of 11 states. */
    assert_close("tile 3", audit_deviation(audit, 2, 3),
                 (40 - 60 * 3 / 11.0) / sqrt(60 * 3 / 11.0 * 8 / 11), 1e-12);
    assert_int_equal(audit_tests(audit, NULL, &report, NULL), LOYD_OK);
    assert_close("states", report.result[AUDIT_STATES].found,
                 3 * pow(20 - 60 / 11.0, 2) / (60 / 11.0) + 8 * 60 / 11.0,
                 1e-12);
    assert_int_equal(report.result[AUDIT_STATES].freedom, 10);
    assert_close("mean", report.mean, 2, 1e-15);
    assert_close("error", report.error, sqrt(2.0 / 59), 1e-12);
    /* The blanks are in cells 2, 0, 1, repeatedly: the mean is 1, and the
       products of neighbouring deviations are +1 * -1, -1 * 0, 0 * +1. */
    assert_close("lag", report.result[AUDIT_BLANK_LAG].found, -20.0 / 40,
                 1e-12);
    audit_free(audit);
}

static void
test_too_few_boards(void **state)
{
    loyd_board goal = oracle_goal(3, 3, 0, 9);
    struct audit_report report = {.boards = 77};
    struct audit *audit;
    loyd_why why = {{0}};
    uint64_t words = 1;

    (void)state;
    assert_int_equal(audit_least(2, 2), 55);
    assert_int_equal(audit_least(2, 3), 1795);
    assert_int_equal(audit_least(4, 4), 80);
    assert_int_equal(audit_least(15, 15), 1125);
    assert_non_null(audit = audit_new(3, 3));
    for (unsigned k = 0; k < 44; k++) {
        loyd_puzzle puzzle = draw_even(&goal, k, &words);

        assert_int_equal(audit_add(audit, &puzzle, 7), LOYD_OK);
    }
    assert_int_equal(audit_tests(audit, NULL, &report, &why), LOYD_E_RANGE);
    assert_string_equal(why.text, "44 boards: expected at least 45 for 3x3");
    assert_int_equal(report.boards, 77);
    loyd_puzzle puzzle = draw_even(&goal, 44, &words);
    loyd_puzzle wide = {oracle_goal(4, 2, 0, 8), oracle_goal(4, 2, 0, 8)};
    loyd_puzzle mixed = {puzzle.start, oracle_goal(3, 3, 0, 8)};
    loyd_puzzle broken = {puzzle.start, puzzle.goal};
    broken.start.cell[0] = broken.start.cell[1];
    assert_int_equal(audit_add(audit, &wide, 7), LOYD_E_SHAPE);
    assert_int_equal(audit_add(audit, &mixed, 7), LOYD_E_LABELS);
    assert_int_equal(audit_add(audit, &broken, 7), LOYD_E_LABEL);
    assert_int_equal(audit_tests(audit, NULL, &report, NULL), LOYD_E_RANGE);
    assert_int_equal(audit_add(audit, &puzzle, 7), LOYD_OK);
    assert_int_equal(audit_tests(audit, NULL, &report, NULL), LOYD_OK);
    assert_int_equal(report.boards, 45);
    audit_free(audit);
    audit_free(NULL);
}

static loyd_generator *
generator_of(const char *text)
{
    loyd_generator *generator = NULL;
    loyd_recipe recipe;

    assert_int_equal(loyd_recipe_parse(text, strlen(text), &recipe, NULL),
                     LOYD_OK);
    assert_int_equal(loyd_generator_new(&recipe, NULL, &generator, NULL),
                     LOYD_OK);
    return generator;
}

static bool
stop_at_second(void *context, const loyd_progress *progress)
{
    ++*(unsigned *)context;
    assert_int_equal(progress->total, 3000);
    return progress->done == 0;
}

/* Boards drawn by the audit give the same counts as boards added singly. */
static void
test_draws_of_a_generator(void **state)
{
    static const struct {
        const char *recipe;
        unsigned runs, fails;
    } cases[] = {
        {"3x3/spiral~g1~audit~0", ALWAYS | TILES | MEAN, 0},
        {"3x3/rows~g1:retry~audit~0", ALWAYS | TILES | MEAN, 0},
        {"3x3/rows~g1:walk:20~audit~0", ALWAYS | TILES | MEAN,
         BLANK | TILES | MEAN},
        {"3x3/rows~g1:shuffle~audit~0", ALWAYS | TILES | MEAN, SOLVABLE},
        {"4x2/random,missing=random~g1~audit~0", ALWAYS | TILES, 0},
        {"2x2/random~g1~audit~0", ALWAYS, 0},
    };
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        loyd_generator *generator = generator_of(cases[i].recipe);
        const loyd_layout *layout = &loyd_generator_recipe(generator)->layout;
        bool has_mean = cases[i].runs & MEAN;
        struct audit *drawn, *added;
        struct audit_report a, b;
        struct mean mean;

        assert_non_null(drawn = audit_new(layout->width, layout->height));
        assert_non_null(added = audit_new(layout->width, layout->height));
        assert_int_equal(audit_draw(drawn, generator, has_mean ? solver : NULL,
                                    LOYD_STM, 50, 3000, NULL, NULL),
                         LOYD_OK);
        for (uint64_t k = 50; k < 3050; k++) {
            loyd_solution solution = {.upper = LOYD_LENGTH_UNKNOWN};
            loyd_puzzle puzzle;

            assert_int_equal(
                loyd_generator_draw(generator, k, 0, &puzzle, NULL), LOYD_OK);
            if (has_mean && loyd_puzzle_check(&puzzle, NULL) == LOYD_OK)
                assert_int_equal(
                    loyd_solve(solver, &puzzle, 1, NULL, &solution, NULL),
                    LOYD_OK);
            assert_int_equal(audit_add(added, &puzzle, solution.upper),
                             LOYD_OK);
            loyd_moves_free(&solution.path);
        }
        if (has_mean)
            assert_true(mean_in(&layout->goal, LOYD_STM, &mean));
        assert_int_equal(audit_tests(drawn, has_mean ? &mean : NULL, &a, NULL),
                         LOYD_OK);
        assert_int_equal(audit_tests(added, has_mean ? &mean : NULL, &b, NULL),
                         LOYD_OK);
        assert_report(cases[i].recipe, &a, cases[i].runs, cases[i].fails);
        for (unsigned t = 0; t < AUDIT_COUNT_; t++)
            assert_true(a.result[t].found == b.result[t].found);
        assert_int_equal(a.solved, b.solved);
        assert_true(a.mean == b.mean && a.error == b.error);
        audit_free(drawn);
        audit_free(added);
        loyd_generator_free(&generator);
    }
    loyd_solver_free(&solver);
}

static void
test_drawing_stops(void **state)
{
    loyd_generator *generator = generator_of("4x4/rows~g1~audit~0");
    struct audit *audit;
    loyd_why why = {{0}};
    unsigned n_calls = 0;

    (void)state;
    assert_non_null(audit = audit_new(4, 4));
    assert_int_equal(audit_draw(audit, generator, NULL, LOYD_STM, 0, 3000,
                                &(loyd_listener){.progress = stop_at_second,
                                                 .context = &n_calls},
                                &why),
                     LOYD_E_CANCELLED);
    assert_int_equal(n_calls, 2);
    assert_int_equal(audit_draw(audit, generator, NULL, LOYD_STM,
                                LOYD_INDEX_MAX, 2, NULL, &why),
                     LOYD_E_RANGE);
    loyd_generator_free(&generator);
    generator = generator_of("3x3/rows~g1~audit~0");
    assert_int_equal(
        audit_draw(audit, generator, NULL, LOYD_STM, 0, 2, NULL, &why),
        LOYD_E_SHAPE);
    loyd_generator_free(&generator);
    audit_free(audit);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_points),
        cmocka_unit_test(test_tails_equal_finite_sums),
        cmocka_unit_test(test_means_of_corners),
        cmocka_unit_test(test_means_of_other_classes),
        cmocka_unit_test(test_counts_of_three_boards),
        cmocka_unit_test(test_uniform_boards_pass),
        cmocka_unit_test(test_biased_boards_fail),
        cmocka_unit_test(test_p_values_are_uniform),
        cmocka_unit_test(test_correlations_are_centred),
        cmocka_unit_test(test_mean_of_easy_boards),
        cmocka_unit_test(test_mean_of_easy_slides),
        cmocka_unit_test(test_too_few_boards),
        cmocka_unit_test(test_draws_of_a_generator),
        cmocka_unit_test(test_drawing_stops),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
