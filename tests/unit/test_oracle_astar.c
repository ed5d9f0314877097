/* SPDX-License-Identifier: MIT */
/*
 * Boards near their goals, solved again by plain IDA* with the Manhattan
 * distance, which shares no code with the solver and which test_oracle_classic
 * compares with breadth-first search: any class, inner blanks, missing labels,
 * and boards beyond 16 cells.
 */
#include "oracle.h"

#include "lab/classic.h"

/*
 * Solves n boards that are a number of random moves from the goal, or uniform
 * ones if that is 0.
 */
static void
check_goal(loyd_solver *solver, const loyd_board *goal, size_t n,
            unsigned steps, uint64_t *random)
{
    loyd_puzzle *puzzles = calloc(n, sizeof(*puzzles));
    const struct classic_options idastar = {
        .search = {ALGORITHM_IDASTAR, HEURISTIC_MANHATTAN}};
    loyd_solve_options options;
    loyd_solution *solutions;

    assert_non_null(puzzles);
    memset(&options, 0, sizeof(options));
    for (size_t k = 0; k < n; k++)
        puzzles[k] = steps == 0 ? oracle_random(goal, random)
                                : oracle_walked(goal, steps, random);
    solutions = oracle_solve(solver, puzzles, n, &options);
    for (size_t k = 0; k < n; k++) {
        struct classic_result plain = {.deepest = 0};
        unsigned length;

        assert_int_equal(
            classic_solve(&puzzles[k], &idastar, &plain, NULL), LOYD_OK);
        length = oracle_proven(&plain.solution);
        if (oracle_proven(&solutions[k]) != length)
            fail_msg("%ux%u, board %zu: length %u: expected %u", goal->width,
                     goal->height, k, solutions[k].upper, length);
        for (unsigned move = 0; move < length; move++)
            if (solutions[k].path.dir[move] != plain.solution.path.dir[move])
                fail_msg("%ux%u, board %zu: move %u is %c: expected %c",
                         goal->width, goal->height, k, move,
                         oracle_moves[solutions[k].path.dir[move]].name,
                         oracle_moves[plain.solution.path.dir[move]].name);
        loyd_moves_free(&plain.solution.path);
    }
    oracle_free(solutions, n);
    free(puzzles);
}

/*
 * Every cell for the goal's blank, on each size of up to 16 cells. Nearly
 * every class has two or more of these cells, so a long test solves thousands
 * of its boards.
 */
static void
test_every_blank(void **state)
{
    static const struct {
        unsigned width, height, steps;
    } sizes[] = {
        {3, 3, 0},  {4, 2, 0},  {2, 5, 0},  {5, 2, 60}, {4, 3, 80},
        {3, 4, 80}, {6, 2, 80}, {2, 7, 80}, {7, 2, 80},
        {5, 3, 90}, {3, 5, 90}, {8, 2, 90}, {2, 8, 90}, {4, 4, 100},
    };
    size_t n_boards = oracle_is_long() ? 1000 : oracle_effort(4);
    uint64_t random = 4;

    (void)state;
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
        unsigned n = sizes[k].width * sizes[k].height;

        for (unsigned blank = 0; blank < n; blank++) {
            if (oracle_is_watched() && n > 12 && blank > 0)
                break; /* one more class is one more table to build */
            if (!oracle_is_long() && n > 12 && blank % 3 != k % 3)
                continue;
            loyd_board goal = oracle_goal(sizes[k].width, sizes[k].height,
                                          blank, 1 + blank * 7 % n);

            check_goal(solver, &goal, n_boards, sizes[k].steps, &random);
        }
        loyd_solver_free(&solver);
    }
}

/* Beyond 16 cells without a budget: searched to the end. */
static void
test_beyond_16_cells(void **state)
{
    static const struct {
        unsigned width, height, blank;
    } classes[] = {
        {5, 4, 19}, {5, 4, 7}, {4, 5, 0}, {9, 2, 17}, {2, 10, 5},
        {6, 3, 3},  {5, 5, 0}, {5, 5, 12}, {5, 5, 2}, {6, 6, 35},
        {7, 5, 16}, {15, 15, 224}, {15, 2, 8}, {2, 15, 29},
    };
    uint64_t random = 5;

    (void)state;
    for (size_t k = 0; k < sizeof(classes) / sizeof(classes[0]); k++) {
        if (oracle_is_watched() && k % 4 != 3)
            continue; /* the same class */
        loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
        unsigned n = classes[k].width * classes[k].height;
        loyd_board goal = oracle_goal(classes[k].width, classes[k].height,
                                      classes[k].blank, n / 3);

        check_goal(solver, &goal, oracle_effort(6), 60, &random);
        loyd_solver_free(&solver);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_blank),
        cmocka_unit_test(test_beyond_16_cells),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
