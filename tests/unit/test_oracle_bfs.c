/* SPDX-License-Identifier: MIT */
/*
 * Breadth-first search, written for this test, over every arrangement of the
 * small boards determines what can be solved, how fast, and by which path; the
 * library must agree on each board.
 */
#include "core/parity.h"
#include "distance.h"

#include <loyd/puzzle.h>

enum { WHOLE_GOALS = 21, SOME = 7 };

/*
 * Corner, edge and centre blanks, missing labels, goals without order: every
 * class of up to nine cells. Every board of the first WHOLE_GOALS is solved;
 * of the others, whose classes occurred before, one in SOME.
 */
static const char *const goals[] = {
    "1 2/3 0", "0 1/2 3", "1 0/3 4", "4 2/0 1",
    "1 2/3 4/5 0", "0 1/2 3/4 5", "1 2/0 4/5 6", "6 2/1 0/4 5",
    "1 2 3/4 5 0", "1 0 3/4 5 6", "0 2 3/4 5 6", "6 4 2/5 0 1",
    "1 2/3 4/5 6/7 0", "1 2/3 4/0 6/7 8", "8 0/1 7/6 2/3 4",
    "1 2 3 4/5 6 7 0", "1 0 3 4/5 6 7 8", "8 6 4 2/1 3 0 7",
    "1 2 3/4 5 6/7 8 0", "1 2 3/8 0 4/7 6 5", "8 2 7/0 5 3/4 9 6",
    "0 1 2/3 4 5/6 7 8", "1 0 3/4 5 6/7 8 9",
};
enum { GOALS = sizeof(goals) / sizeof(goals[0]) };

/* The three classes of 2x5: the blank in a corner, next to it, between. */
static const char *const ten_cells[] = {
    "1 2/3 4/5 6/7 8/9 0",
    "10 8 6 4 2/9 0 7 1 3",
    "1 2 0 4 5/6 7 8 9 10",
};
enum { TEN_CELLS = sizeof(ten_cells) / sizeof(ten_cells[0]) };

/* Parity accepts exactly the boards that the flood reached. */
static void
test_solvable_is_reachable(void **state)
{
    (void)state;
    for (unsigned g = 0; g < GOALS; g++) {
        struct distances d;
        uint32_t reached = 0;

        distances_open(&d, goals[g]);
        for (uint32_t rank = 0; rank < d.states; rank++) {
            loyd_board start = board_of(&d, rank);
            bool expected = d.far[rank] != FAR, solvable = !expected;
            struct formula f[FORMULA_COUNT_];

            assert_int_equal(loyd_solvable(&start, &d.goal, &solvable, NULL),
                             LOYD_OK);
            assert_int_equal(formulas_of(&start, &d.goal, f, NULL), LOYD_OK);
            if (solvable != expected
                || oracle_solvable(&start, &d.goal) != expected)
                fail_msg("goal %s, board %u of %u: wrong solvability",
                         goals[g], rank, d.states);
            for (unsigned k = 0; k < FORMULA_COUNT_; k++)
                if (f[k].why_not == NULL && f[k].is_solvable != expected)
                    fail_msg("goal %s, board %u of %u: wrong by %s",
                             goals[g], rank, d.states, f[k].name);
            reached += expected;
        }
        assert_int_equal(reached, d.states / 2);
        distances_close(&d);
    }
}

/* The counts match their definitions on every board of 3x2. */
static void
test_counts_are_as_defined(void **state)
{
    struct distances d;

    (void)state;
    distances_open(&d, "6 4 2/5 0 1");
    for (uint32_t rank = 0; rank < d.states; rank++) {
        loyd_board start = board_of(&d, rank);
        unsigned inversions = 0, cycles = 0;
        unsigned blank = oracle_find(&start, 0);
        unsigned row = blank / 3, col = blank % 3;
        bool seen[6] = {false};
        struct formula f[FORMULA_COUNT_];

        for (unsigned a = 0; a < 6; a++) {
            unsigned cell = a;

            for (unsigned b = a + 1; b < 6; b++) {
                if (a == blank || b == blank)
                    continue;
                inversions += start.cell[a] > start.cell[b];
            }
            cycles += !seen[a];
            for (; !seen[cell];
                 cell = oracle_find(&d.goal, start.cell[cell]))
                seen[cell] = true;
        }
        assert_int_equal(formulas_of(&start, &d.goal, f, NULL), LOYD_OK);
        assert_int_equal(f[FORMULA_UNIVERSAL].count, inversions);
        assert_int_equal(f[FORMULA_UNIVERSAL].goal, 8);
        assert_int_equal(f[FORMULA_TRANSPOSITIONS].count, 6 - cycles);
        assert_int_equal(f[FORMULA_TRANSPOSITIONS].blank,
                         1 - row + (col > 1 ? col - 1 : 1 - col));
    }
    distances_close(&d);
}

static void
solve_boards(loyd_solver *solver, const char *goal, uint32_t step)
{
    struct distances d;
    uint32_t n;

    distances_open(&d, goal);
    n = distances_solve(&d, solver, step);
    assert_true(n > 0 && (step > 1 || n == d.states / 2));
    distances_close(&d);
}

/* Lengths and canonical paths equal those of the flood, for every board. */
static void
test_solver_is_bfs(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);

    (void)state;
    for (unsigned g = 0; g < GOALS; g++)
        solve_boards(solver, goals[g], g < WHOLE_GOALS ? 1 : SOME);
    loyd_solver_free(&solver);
}

/* Five million boards in long tests, one in 97 of them otherwise. */
static void
test_solver_is_bfs_on_ten_cells(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    uint32_t step = oracle_is_long() ? 1 : 97;

    (void)state;
    for (unsigned g = 0; g < TEN_CELLS; g++)
        solve_boards(solver, ten_cells[g], step);
    loyd_solver_free(&solver);
}

/* The flood itself matches published numbers. */
static void
test_depths_are_published(void **state)
{
    static const struct {
        const char *size, *goal;
    } rows[] = {{"2x2", "0 1/2 3"}, {"2x3", "1 2/3 4/5 0"},
                {"2x3", "0 2 3/4 5 6"}, {"2x4", "1 2/3 4/5 6/7 0"},
                {"2x4", "1 2 3 4/5 6 7 0"}, {"3x3", "1 2 3/4 5 6/7 8 0"},
                {"2x5", "1 2/3 4/5 6/7 8/9 0"}};

    (void)state;
    for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
        struct oracle_depths depths = oracle_depths(rows[k].size);
        uint32_t count[FAR + 1] = {0};
        struct distances d;

        distances_open(&d, rows[k].goal);
        for (uint32_t rank = 0; rank < d.states; rank++)
            count[d.far[rank]]++;
        for (unsigned far = 0; far < 160; far++)
            assert_int_equal(count[far], (uint32_t)depths.count[far]);
        assert_int_equal(depths.total, d.states / 2);
        distances_close(&d);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solvable_is_reachable),
        cmocka_unit_test(test_counts_are_as_defined),
        cmocka_unit_test(test_solver_is_bfs),
        cmocka_unit_test(test_solver_is_bfs_on_ten_cells),
        cmocka_unit_test(test_depths_are_published),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
