/* SPDX-License-Identifier: MIT */
/*
 * Tests out-of-memory at any one allocation of a job: the result is an error
 * or the right answer, and nothing leaks.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "oracle.h"
#include "starve.h"

#include "lab/classic.h"
#include "loyd/target.h"

/*
 * A job that creates and frees all its objects. Returns LOYD_OK if its answer
 * is right, or the error that it reported.
 */
typedef loyd_err (*job_fn)(const char *text);

/* Fails the first allocation, the second, ... until the job has enough. It
   makes at least that many, or they are not counted. */
static void
fail_each(job_fn job, const char *text, unsigned at_least)
{
    unsigned n = 0;
    bool is_done = false;

    while (!is_done) {
        loyd_err err;

        fails_at = ++n;
        err = job(text);
        is_done = fails_at > 0;
        fails_at = 0;
        if (is_done ? err != LOYD_OK : err != LOYD_OK && err != LOYD_E_NOMEM)
            fail_msg("%s: allocation %u failed: error %d", text, n, err);
    }
    assert_in_range(n, at_least, 1000000);
}

static void
make(const char *text, loyd_generator **g, loyd_solver **solver)
{
    loyd_solver_options options = {.tables = LOYD_TABLES_SMALL};
    unsigned held = fails_at;
    loyd_recipe recipe;

    fails_at = 0; /* the checks below must not fail */
    assert_int_equal(loyd_recipe_parse(text, strlen(text), &recipe, NULL),
                     LOYD_OK);
    assert_int_equal(loyd_generator_new(&recipe, NULL, g, NULL), LOYD_OK);
    assert_int_equal(loyd_solver_new(&options, solver), LOYD_OK);
    fails_at = held;
}

/* Draws a board inside a target, with its solution. */
static loyd_err
draw_target(const char *text)
{
    loyd_solution solution = {0};
    loyd_generator *g = NULL;
    loyd_solver *solver = NULL;
    loyd_puzzle puzzle;
    loyd_err err;

    make(text, &g, &solver);
    err = loyd_generator_draw(g, solver, 0, 0, &puzzle, &solution, NULL);
    if (err == LOYD_OK) {
        unsigned length = oracle_proven(&solution);

        assert_in_range(length, 20, 22);
        assert_true(oracle_replays(&puzzle, &solution.path));
    } else {
        assert_int_equal(solution.path.n, 0);
    }
    loyd_moves_free(&solution.path);
    loyd_solver_free(&solver);
    loyd_generator_free(&g);
    return err;
}

/* Solves boards without a target: all have an answer, or none. */
static loyd_err
solve_some(const char *text)
{
    enum { N = 3 };
    loyd_solution solutions[N];
    loyd_puzzle puzzles[N];
    loyd_generator *g = NULL;
    loyd_solver *solver = NULL;
    unsigned held = fails_at;
    loyd_err err;

    make(text, &g, &solver);
    memset(solutions, 0, sizeof(solutions));
    fails_at = 0;
    for (unsigned i = 0; i < N; i++)
        assert_int_equal(
            loyd_generator_draw(g, NULL, i, 0, &puzzles[i], NULL, NULL),
            LOYD_OK);
    fails_at = held;
    err = loyd_solve(solver, puzzles, N, NULL, solutions, NULL);
    for (unsigned i = 0; i < N; i++) {
        loyd_solution *s = &solutions[i];

        if (err != LOYD_OK) /* for callers that check only this */
            assert_true(s->upper == LOYD_LENGTH_UNKNOWN && s->path.n == 0);
        else
            assert_true(oracle_proven(s) > 0 &&
                        oracle_replays(&puzzles[i], &s->path));
    }
    for (unsigned i = 0; i < N; i++)
        loyd_moves_free(&solutions[i].path);
    loyd_solver_free(&solver);
    loyd_generator_free(&g);
    return err;
}

static void
test_targets(void **state)
{
    (void)state;
    fail_each(draw_target, "3x3/rows~g1,stm=20..22~q~0", 10);
    fail_each(draw_target, "3x3/random~g1,stm=20..22~q~0", 10);
}

static void
test_solutions(void **state)
{
    (void)state;
    fail_each(solve_some, "3x3/random~g1~q~0", 10); /* whole-state tables */
    fail_each(solve_some, "3x4/random~g1~q~0", 10); /* pattern databases */
}

/* Runs a classic search, which is named by the text. */
static loyd_err
search_one(const char *text)
{
    const loyd_puzzle puzzle = {oracle_board("2 8 3/1 6 4/7 0 5"),
                                oracle_board("1 2 3/8 0 4/7 6 5")};
    struct classic_options options = {.nodes = 0};
    struct classic_result result = {.deepest = 0};
    loyd_err err = classic_parse(text, strlen(text), &options.search,
                                      NULL);

    assert_int_equal(err, LOYD_OK);
    err = classic_solve(&puzzle, &options, &result, NULL);
    if (err == LOYD_OK)
        assert_true(oracle_replays(&puzzle, &result.solution.path));
    else
        assert_null(result.solution.path.dir);
    loyd_moves_free(&result.solution.path);
    return err;
}

static void
test_classic(void **state)
{
    (void)state;
    fail_each(search_one, "bfs", 5);
    fail_each(search_one, "dfs", 3);
    fail_each(search_one, "astar:none", 5);
    fail_each(search_one, "idastar", 4);
    fail_each(search_one, "row", 4);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_solutions),
        cmocka_unit_test(test_classic),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
