/* SPDX-License-Identifier: MIT */
/*
 * The search of a board in parts against the search of the board at once: the
 * same length and canonical path, for any number of parts. The search at once
 * is compared with breadth-first search elsewhere (test_oracle_bfs).
 */
#include "core/mlc.h"
#include "draws.h"
#include "oracle.h"
#include "solve/solver.h"
#include "solve/split.h"

/* Searches the bounds of all parts in order, `each` in a call, as several
 * machines would. */
static void
prove_in_parts(loyd_solver *solver, const loyd_puzzle *puzzle, uint32_t parts,
               uint32_t each, loyd_solution *found)
{
    struct split *split = NULL;

    assert_int_equal(split_new(puzzle, parts, &split, NULL), LOYD_OK);
    found->upper = LOYD_LENGTH_UNKNOWN;
    for (unsigned bound = puzzle_mlc(puzzle);
         found->upper == LOYD_LENGTH_UNKNOWN; bound += 2)
        for (uint32_t i = 1; i <= parts && found->upper == LOYD_LENGTH_UNKNOWN;
             i += each) {
            uint32_t last = i + each - 1 < parts ? i + each - 1 : parts;

            assert_int_equal(split_search(split, solver, i, last,
                                          (uint16_t)bound, NULL, found, NULL),
                             LOYD_OK);
            if (found->upper == LOYD_LENGTH_UNKNOWN) {
                assert_true(found->lower > bound);
                assert_int_equal(found->path.n, 0);
            } else {
                assert_int_equal(found->upper, bound);
                assert_int_equal(found->lower, bound);
            }
        }
    split_free(&split);
}

static void
compare(const char *recipe, size_t n)
{
    static const struct {
        uint32_t parts, each;
    } numbers[] = {{1, 1}, {3, 1}, {20, 1}, {20, 7}, {20, 20}};
    loyd_generator *generator = generator_of(recipe);
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 2);

    for (size_t k = 0; k < oracle_effort(n); k++) {
        loyd_puzzle puzzle = draw(generator, k);
        loyd_solution *whole = oracle_solve(solver, &puzzle, 1, NULL);

        for (unsigned i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
            loyd_solution found = {.lower = 0};

            prove_in_parts(solver, &puzzle, numbers[i].parts, numbers[i].each,
                           &found);
            if (found.upper != oracle_proven(whole))
                fail_msg("%s, board %zu in %u parts: %u moves, not %u", recipe,
                         k, numbers[i].parts, found.upper, whole->upper);
            assert_memory_equal(found.path.dir, whole->path.dir, found.path.n);
            loyd_moves_free(&found.path);
        }
        oracle_free(whole, 1);
    }
    loyd_generator_free(&generator);
    loyd_solver_free(&solver);
}

static void
test_small(void **state)
{
    (void)state;
    compare("3x3/rows~g1~split~0", 200);
    compare("2x5/snake~g1~split~0", 100);
    compare("4x3/spiral~g1~split~0", 20);
}

static void
test_large(void **state)
{
    (void)state;
    compare("4x4/rows~g1:walk:60~split~0", 8);
    compare("5x4/rows~g1:walk:120~split~0", 3);
    compare("3x6/rows~g1:walk:120~split~0", 2);
    compare("6x6/rows~g1:walk:24~split~0", 3);
}

/* Below the optimum no part has a solution; above it, one that replays. */
static void
test_bounds(void **state)
{
    loyd_generator *generator = generator_of("3x3/rows~g1~bounds~0");
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);

    (void)state;
    for (size_t k = 0; k < oracle_effort(50); k++) {
        loyd_puzzle puzzle = draw(generator, k);
        loyd_solution *whole = oracle_solve(solver, &puzzle, 1, NULL);
        struct split *split = NULL;
        unsigned least = LOYD_LENGTH_UNKNOWN;

        assert_int_equal(split_new(&puzzle, 5, &split, NULL), LOYD_OK);
        for (uint32_t i = 1; i <= 5; i++) {
            loyd_solution found = {.lower = 0};
            uint16_t bound = (uint16_t)(whole->upper + 4);

            assert_int_equal(
                split_search(split, solver, i, i, bound, NULL, &found, NULL),
                LOYD_OK);
            if (found.path.n > 0) {
                assert_int_equal(found.path.n, found.upper);
                assert_true(oracle_replays(&puzzle, &found.path));
                least = found.upper < least ? found.upper : least;
            }
            loyd_moves_free(&found.path);
        }
        assert_in_range(least, whole->upper, whole->upper + 4);
        split_free(&split);
        oracle_free(whole, 1);
    }
    loyd_generator_free(&generator);
    loyd_solver_free(&solver);
}

/* A loyd_progress_fn. */
static bool
stop(void *context, const loyd_progress *now)
{
    *(loyd_progress *)context = *now;
    return false;
}

/* The listener sees the bound, and may end the search. */
static void
test_listener(void **state)
{
    loyd_puzzle puzzle = {
        /* Korf's first board */
        oracle_board("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"),
        oracle_board("0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15")};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    loyd_progress seen = {.what = NULL};
    loyd_listener listener = {.progress = stop, .context = &seen};
    loyd_solution found = {.lower = 7};
    struct split *split = NULL;

    (void)state;
    assert_int_equal(split_new(&puzzle, 2, &split, NULL), LOYD_OK);
    assert_int_equal(
        split_search(split, solver, 1, 1, 47, &listener, &found, NULL),
        LOYD_E_CANCELLED);
    assert_int_equal(seen.bound, 47);
    assert_string_equal(seen.what, "searching parts");
    assert_int_equal(found.lower, 7);
    split_free(&split);
    loyd_solver_free(&solver);
}

static void
test_errors(void **state)
{
    loyd_puzzle puzzle = {oracle_board("1 2 3/4 5 6/7 0 8"),
                          oracle_board("1 2 3/4 5 6/7 8 0")};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    loyd_solution found = {.lower = 7};
    struct split *split = NULL;

    (void)state;
    assert_int_equal(split_new(&puzzle, 0, &split, NULL), LOYD_E_RANGE);
    assert_int_equal(
        split_new(&puzzle, LOYD_SPLIT_PARTS_MAX + 1, &split, NULL),
        LOYD_E_RANGE);
    assert_int_equal(split_new(&puzzle, LOYD_SPLIT_PARTS_MAX, &split, NULL),
                     LOYD_OK);
    assert_int_equal(split_search(split, solver, 0, 1, 1, NULL, &found, NULL),
                     LOYD_E_RANGE);
    assert_int_equal(
        split_search(split, solver, 1, 1000, 1, NULL, &found, NULL),
        LOYD_E_RANGE);
    assert_int_equal(found.lower, 7);
    split_free(&split);
    puzzle.start = puzzle.goal;
    assert_int_equal(split_new(&puzzle, 1, &split, NULL), LOYD_E_RANGE);
    puzzle.start = oracle_board("1 2 3/4 5 6/8 7 0");
    assert_int_equal(split_new(&puzzle, 1, &split, NULL), LOYD_E_UNSOLVABLE);
    loyd_solver_free(&solver);
    split_free(NULL);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),  cmocka_unit_test(test_large),
        cmocka_unit_test(test_bounds), cmocka_unit_test(test_listener),
        cmocka_unit_test(test_errors),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
