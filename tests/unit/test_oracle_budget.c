/* SPDX-License-Identifier: MIT */
/*
 * Results under a node budget and under a limit on the length, which must not
 * depend on threads, batch or tables. The optimum comes from a search to the
 * end, which other oracles check.
 */
#include "oracle.h"

enum { BOARDS = 24 };

/* Random boards of many classes in one batch, and their optima. */
static struct {
    loyd_puzzle puzzles[BOARDS];
    unsigned optimum[BOARDS];
    size_t n;
} mixture;

static int
mix(void **state)
{
    static const struct {
        unsigned width, height, blank;
    } classes[] = {{4, 4, 15}, {3, 4, 7}, {3, 3, 4}, {3, 5, 0}, {4, 4, 2},
                   {4, 4, 5}, {8, 2, 3}, {4, 4, 12}};
    /* Large tables take seconds to build, under valgrind half a minute. */
    size_t n_classes = oracle_is_slow() ? 3
        : oracle_is_long() ? sizeof(classes) / sizeof(classes[0]) : 5;
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 2);
    loyd_solve_options options;
    loyd_solution *solutions;
    uint64_t random = 6;

    (void)state;
    memset(&options, 0, sizeof(options));
    mixture.n = oracle_effort(BOARDS);
    if (oracle_is_watched())
        mixture.n = n_classes; /* one of each */
    mixture.n = mixture.n > BOARDS ? BOARDS : mixture.n;
    for (size_t k = 0; k < mixture.n; k++) {
        size_t c = k % n_classes;
        loyd_board goal = oracle_goal(classes[c].width, classes[c].height,
                                      classes[c].blank, 1 + (unsigned)c);

        mixture.puzzles[k] = oracle_random(&goal, &random);
    }
    solutions = oracle_solve(solver, mixture.puzzles, mixture.n, &options);
    for (size_t k = 0; k < mixture.n; k++)
        mixture.optimum[k] = oracle_proven(&solutions[k]);
    oracle_free(solutions, mixture.n);
    loyd_solver_free(&solver);
    return 0;
}

/* The interval contains the optimum, and the path has the upper length. */
static void
check_interval(const loyd_solution *solution, const loyd_puzzle *puzzle,
               unsigned optimum, uint64_t budget)
{
    if (solution->lower > optimum || solution->upper < optimum)
        fail_msg("%u..%u within %lu nodes: optimum is %u", solution->lower,
                 solution->upper, (unsigned long)budget, optimum);
    assert_int_equal(solution->path.n, solution->upper);
    assert_true(oracle_replays(puzzle, &solution->path));
    assert_int_equal((solution->upper - optimum) % 2, 0);
    assert_true(solution->nodes <= budget);
}

/* Everything is equal, including nodes, which are exact under a budget. */
static void
assert_same(const loyd_solution *a, const loyd_solution *b, size_t n,
            const char *what)
{
    for (size_t k = 0; k < n; k++)
        if (a[k].lower != b[k].lower
            || a[k].upper != b[k].upper || a[k].nodes != b[k].nodes
            || a[k].path.n != b[k].path.n
            || (a[k].path.n > 0 && memcmp(a[k].path.dir, b[k].path.dir,
                                          a[k].path.n) != 0))
            fail_msg("board %zu %s: %u..%u and %u..%u, %lu and %lu nodes", k,
                     what, a[k].lower, a[k].upper, b[k].lower, b[k].upper,
                     (unsigned long)a[k].nodes, (unsigned long)b[k].nodes);
}

/* The same budget in other ways: threads, tables, one board at a time. */
static const struct {
    const char *what;
    loyd_tables tables;
    unsigned threads;
    size_t batch;
} ways[] = {
    {"with two threads", LOYD_TABLES_AUTO, 2, BOARDS},
    {"one at a time", LOYD_TABLES_AUTO, 1, 1},
    {"seven at a time", LOYD_TABLES_AUTO, 2, 7},
    {"with small tables", LOYD_TABLES_SMALL, 1, BOARDS},
    {"with large tables", LOYD_TABLES_LARGE, 2, BOARDS},
};
enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

static void
check_way(loyd_solver *solver, size_t way, const loyd_solve_options *options,
          const loyd_solution *expected)
{
    for (size_t at = 0; at < mixture.n; at += ways[way].batch) {
        size_t left = mixture.n - at;
        size_t n = left < ways[way].batch ? left : ways[way].batch;
        loyd_solution *solutions = oracle_solve(
            solver, mixture.puzzles + at, n, options);

        assert_same(solutions, expected + at, n, ways[way].what);
        oracle_free(solutions, n);
    }
}

static void
test_budgets(void **state)
{
    static const uint64_t budgets[] = {1, 2, 100, 3000, 50000, 1000000};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    loyd_solver *others[WAYS];
    unsigned n_proven = 0, n_open = 0;

    (void)state;
    for (size_t way = 0; way < WAYS; way++)
        others[way] = oracle_solver(ways[way].tables, ways[way].threads);
    for (size_t b = 0; b < sizeof(budgets) / sizeof(budgets[0]); b++) {
        loyd_solve_options options;
        loyd_solution *solutions;

        if (oracle_is_watched() && budgets[b] > 100000)
            continue;
        memset(&options, 0, sizeof(options));
        options.nodes = budgets[b];
        solutions = oracle_solve(solver, mixture.puzzles, mixture.n,
                                 &options);
        for (size_t k = 0; k < mixture.n; k++) {
            check_interval(&solutions[k], &mixture.puzzles[k],
                           mixture.optimum[k], budgets[b]);
            if (solutions[k].lower == solutions[k].upper)
                n_proven++;
            else
                n_open++;
        }
        for (size_t way = 0; way < WAYS; way++)
            /* Parts of the batch with the cheap budgets, or in long tests. */
            if ((ways[way].tables != LOYD_TABLES_LARGE || !oracle_is_slow()) &&
                (ways[way].batch == BOARDS || budgets[b] < 100000 ||
                 oracle_is_long()))
                check_way(others[way], way, &options, solutions);
        oracle_free(solutions, mixture.n);
    }
    assert_true(n_proven > 0 && n_open > 0); /* both occurred */
    for (size_t way = 0; way < WAYS; way++)
        loyd_solver_free(&others[way]);
    loyd_solver_free(&solver);
}

/* Without a budget, threads change only the number of nodes. */
static void
test_threads_agree(void **state)
{
    loyd_solver *one = oracle_solver(LOYD_TABLES_AUTO, 1);
    loyd_solver *two = oracle_solver(LOYD_TABLES_AUTO, 2);
    loyd_solve_options options;
    loyd_solution *by_one, *by_two;

    (void)state;
    memset(&options, 0, sizeof(options));
    by_one = oracle_solve(one, mixture.puzzles, mixture.n, &options);
    by_two = oracle_solve(two, mixture.puzzles, mixture.n, &options);
    for (size_t k = 0; k < mixture.n; k++) {
        assert_int_equal(oracle_proven(&by_one[k]), mixture.optimum[k]);
        assert_int_equal(oracle_proven(&by_two[k]), mixture.optimum[k]);
        assert_memory_equal(by_one[k].path.dir, by_two[k].path.dir,
                            by_one[k].path.n);
    }
    oracle_free(by_one, mixture.n);
    oracle_free(by_two, mixture.n);
    loyd_solver_free(&one);
    loyd_solver_free(&two);
}

/*
 * In MTM, one thread and four agree in everything; without a budget (0), in
 * everything but the number of nodes.
 */
static void
test_threads_agree_in_mtm(void **state)
{
    static const uint64_t budgets[] = {1, 100, 3000, 50000, 0};
    loyd_solver *one = oracle_solver(LOYD_TABLES_SMALL, 1);
    loyd_solver *four = oracle_solver(LOYD_TABLES_SMALL, 4);
    unsigned n_proven = 0, n_open = 0;

    (void)state;
    for (size_t b = 0; b < sizeof(budgets) / sizeof(budgets[0]); b++) {
        const loyd_solve_options options = {.metric = LOYD_MTM,
                                            .nodes = budgets[b]};
        loyd_solution *by_one, *by_four;

        by_one = oracle_solve(one, mixture.puzzles, mixture.n, &options);
        by_four = oracle_solve(four, mixture.puzzles, mixture.n, &options);
        for (size_t k = 0; k < mixture.n; k++) {
            bool is_proven = by_one[k].lower == by_one[k].upper;

            if (budgets[b] == 0) {
                assert_true(is_proven);
                by_four[k].nodes = by_one[k].nodes;
            } else {
                assert_true(by_one[k].nodes <= budgets[b]);
                n_proven += is_proven;
                n_open += !is_proven;
            }
            assert_true(oracle_replays(&mixture.puzzles[k], &by_one[k].path));
            assert_int_equal(loyd_moves_length(&by_one[k].path, LOYD_MTM),
                             by_one[k].upper);
        }
        assert_same(by_one, by_four, mixture.n, "in MTM");
        oracle_free(by_one, mixture.n);
        oracle_free(by_four, mixture.n);
    }
    assert_true(n_proven > 0 && n_open > 0); /* both occurred */
    loyd_solver_free(&one);
    loyd_solver_free(&four);
}

/* A limit: solved up to it, given up above it, never the reverse. */
static void
test_limits(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 2);

    (void)state;
    for (int off = -4; off <= 2; off++)
        for (size_t k = 0; k < mixture.n; k++) {
            loyd_solve_options options;
            loyd_solution *solution;

            if ((int)mixture.optimum[k] + off < 1)
                continue;
            memset(&options, 0, sizeof(options));
            options.limit = (uint16_t)((int)mixture.optimum[k] + off);
            options.is_length_only = k % 2 == 0;
            solution = oracle_solve(solver, &mixture.puzzles[k], 1,
                                    &options);
            if (off < 0) {
                assert_in_range(solution->lower, options.limit + 1,
                                mixture.optimum[k]);
                assert_int_equal(solution->upper, LOYD_LENGTH_UNKNOWN);
                assert_int_equal(solution->path.n, 0);
            } else {
                assert_int_equal(solution->lower, mixture.optimum[k]);
                assert_int_equal(solution->upper, mixture.optimum[k]);
                assert_int_equal(solution->path.n, options.is_length_only
                                 ? 0 : mixture.optimum[k]);
            }
            oracle_free(solution, 1);
        }
    loyd_solver_free(&solver);
}

/* Beyond 16 cells, an interval is checked against a walk of known length. */
static void
test_budgets_beyond_16_cells(void **state)
{
    static const struct {
        unsigned width, height, blank;
    } classes[] = {{5, 5, 24}, {5, 4, 6}, {6, 6, 0}, {9, 7, 31},
                   {15, 15, 112}, {15, 2, 29}};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 2);
    uint64_t random = 7;

    (void)state;
    for (size_t c = 0; c < sizeof(classes) / sizeof(classes[0]); c++) {
        loyd_board goal = oracle_goal(classes[c].width, classes[c].height,
                                      classes[c].blank, 5);
        loyd_solve_options options;
        loyd_puzzle puzzles[4];
        loyd_solution *solutions, *again;

        if (oracle_is_watched() && oracle_cells(&goal) <= 32)
            continue; /* beyond 32 cells there are no tables */
        memset(&options, 0, sizeof(options));
        options.nodes = 20000;
        for (unsigned k = 0; k < 4; k++)
            puzzles[k] = k < 2 ? oracle_random(&goal, &random)
                : oracle_walked(&goal, 200, &random);
        solutions = oracle_solve(solver, puzzles, 4, &options);
        for (unsigned k = 0; k < 4; k++) {
            assert_true(solutions[k].lower <= solutions[k].upper);
            assert_true(k < 2 || solutions[k].lower <= 200);
            assert_int_equal(solutions[k].path.n, solutions[k].upper);
            assert_true(oracle_replays(&puzzles[k], &solutions[k].path));
            assert_true(solutions[k].nodes <= options.nodes);
            again = oracle_solve(solver, &puzzles[k], 1, &options);
            assert_same(again, &solutions[k], 1, "alone");
            oracle_free(again, 1);
        }
        oracle_free(solutions, 4);
    }
    loyd_solver_free(&solver);
}

/* A board that is already at its goal needs no move and no node. */
static void
test_solved_boards_need_no_search(void **state)
{
    static const struct {
        unsigned width, height, blank;
    } classes[] = {{2, 2, 3}, {3, 3, 4}, {4, 4, 15}, {8, 2, 3}, {5, 5, 24},
                   {15, 15, 224}};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);

    (void)state;
    for (size_t c = 0; c < sizeof(classes) / sizeof(classes[0]); c++)
        for (uint64_t budget = 0; budget < 3; budget++) {
            loyd_board goal = oracle_goal(classes[c].width,
                                          classes[c].height,
                                          classes[c].blank, 2);
            enum { N = 20 };
            loyd_puzzle puzzles[N];
            loyd_solve_options options;
            loyd_solution *solutions;

            if (oracle_is_watched() && oracle_cells(&goal) == 25)
                continue;
            memset(&options, 0, sizeof(options));
            options.nodes = budget;
            for (size_t k = 0; k < N; k++)
                puzzles[k] = (loyd_puzzle){goal, goal};
            solutions = oracle_solve(solver, puzzles, N, &options);
            for (size_t k = 0; k < N; k++) {
                assert_int_equal(oracle_proven(&solutions[k]), 0);
                assert_int_equal(solutions[k].nodes, 0);
            }
            oracle_free(solutions, N);
        }
    loyd_solver_free(&solver);
}

/* Many boards that all end in the same round of the search. */
static void
test_twins(void **state)
{
    enum { N = 100 };
    static loyd_puzzle puzzles[N];
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    loyd_solve_options options;
    loyd_solution *solutions;
    loyd_board goal = oracle_goal(4, 4, 15, 16);
    uint64_t random = 8;

    (void)state;
    memset(&options, 0, sizeof(options));
    puzzles[0] = oracle_walked(&goal, 40, &random);
    for (size_t k = 1; k < N; k++)
        puzzles[k] = puzzles[0];
    solutions = oracle_solve(solver, puzzles, N, &options);
    for (size_t k = 0; k < N; k++)
        assert_int_equal(oracle_proven(&solutions[k]),
                         oracle_proven(&solutions[0]));
    oracle_free(solutions, N);
    loyd_solver_free(&solver);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_threads_agree),
        cmocka_unit_test(test_threads_agree_in_mtm),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_budgets_beyond_16_cells),
        cmocka_unit_test(test_solved_boards_need_no_search),
        cmocka_unit_test(test_twins),
    };

    return cmocka_run_group_tests(tests, mix, NULL);
}
