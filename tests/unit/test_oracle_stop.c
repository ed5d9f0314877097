/* SPDX-License-Identifier: MIT */
/*
 * A call of loyd_solve that is stopped at its k-th look has an interval that
 * holds the optimum and a path that replays, for every k. The optima are those
 * of a breadth-first search and of published lists.
 */
#include "core/mlc.h"
#include "distance.h"

#include <loyd/optimal.h>

/* Says stop at look number `at`; 0: never. */
struct stopper {
    unsigned at;
    unsigned looks;
};

static bool
stop(void *context)
{
    struct stopper *s = context;

    return ++s->looks == s->at;
}

static loyd_solver *
solver_of(loyd_tables tables, unsigned threads)
{
    const loyd_solver_options options = {.tables = tables, .threads = threads};
    loyd_solver *solver = NULL;

    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    return solver;
}

/* Solves puzzles with a stop; returns whether any was stopped. */
static bool
solve(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
      const loyd_solve_options *of, unsigned at, loyd_solution *solutions)
{
    struct stopper stopper = {.at = at};
    loyd_solve_options options = *of;
    bool is_stopped = false;

    options.stop = stop;
    options.context = &stopper;
    memset(solutions, 0, n * sizeof(*solutions));
    assert_int_equal(loyd_solve(solver, puzzles, n, &options, solutions, NULL),
                     LOYD_OK);
    for (size_t i = 0; i < n; i++)
        is_stopped |= solutions[i].is_stopped;
    assert_true(at == 0 || stopper.looks <= at);
    assert_true(!is_stopped || stopper.looks == at);
    return is_stopped;
}

/* Checks a solution against the optimum, and frees its path. */
static void
check(const loyd_puzzle *puzzle, loyd_metric metric, unsigned optimum,
      loyd_solution *solution)
{
    assert_in_range(optimum, solution->lower, solution->upper);
    if (!oracle_replays(puzzle, &solution->path))
        fail_msg("%u..%u: the path does not lead to the goal",
                 solution->lower, solution->upper);
    assert_int_equal(loyd_moves_length(&solution->path, metric),
                     solution->upper);
    if (!solution->is_stopped)
        assert_int_equal(solution->lower, solution->upper);
    loyd_moves_free(&solution->path);
}

/*
 * Stops at look 1, 2, 3 ... and then ever later, until the puzzle is solved.
 * Returns the number of stops.
 */
static unsigned
stop_everywhere(loyd_tables tables, bool is_warm, const loyd_puzzle *puzzle,
                loyd_metric metric, unsigned optimum)
{
    const loyd_solve_options options = {.metric = metric};
    loyd_solver *solver = solver_of(tables, 1);
    bool is_stopped = true;
    unsigned n = 0;

    if (is_warm) {
        loyd_solution solution;

        assert_false(solve(solver, puzzle, 1, &options, 0, &solution));
        check(puzzle, metric, optimum, &solution);
    }
    for (unsigned at = 1; is_stopped; at += 1 + at / 2 * oracle_share()) {
        loyd_solution first, again;

        is_stopped = solve(solver, puzzle, 1, &options, at, &first);
        n += is_stopped;
        if (is_warm) { /* the same again, as there is one thread */
            assert_int_equal(
                solve(solver, puzzle, 1, &options, at, &again), is_stopped);
            assert_int_equal(again.lower, first.lower);
            assert_int_equal(again.upper, first.upper);
            check(puzzle, metric, optimum, &again);
        } else if (is_stopped) {
            loyd_solver_free(&solver);
            solver = solver_of(tables, 1);
        }
        check(puzzle, metric, optimum, &first);
    }
    loyd_solver_free(&solver);
    return n;
}

static void
test_3x3(void **state)
{
    static const loyd_metric metrics[] = {LOYD_STM, LOYD_MTM};
    loyd_board goal = oracle_goal(3, 3, 8, 9);
    uint64_t random = 0;

    (void)state;
    for (unsigned m = 0; m < 2; m++) {
        struct distances d;

        distances_open_in(&d, &goal, metrics[m]);
        for (unsigned k = 0; k < oracle_effort(4); k++) {
            loyd_puzzle puzzle = oracle_random(&goal, &random);
            unsigned far = d.far[rank_of(&d, puzzle.start.cell)];

            if (far > 0)
                assert_true(stop_everywhere(LOYD_TABLES_AUTO, k % 2, &puzzle,
                                            metrics[m], far) > 1);
        }
        distances_close(&d);
    }
}

/* Reads board `number`, from 0, of a list and its length. */
static unsigned
read_known(const char *list, unsigned number, const loyd_board *goal,
           loyd_puzzle *puzzle)
{
    char name[2][40];
    struct tsv boards, lengths;
    unsigned optimum;

    snprintf(name[0], sizeof(name[0]), "%s.boards", list);
    snprintf(name[1], sizeof(name[1]), "%s.lengths", list);
    tsv_open(&boards, name[0]);
    tsv_open(&lengths, name[1]);
    for (unsigned i = 0; i <= number; i++)
        assert_true(tsv_next(&boards, 2) && tsv_next(&lengths, 1));
    *puzzle = (loyd_puzzle){oracle_board(boards.field[0]), *goal};
    optimum = (unsigned)strtoul(lengths.field[0], NULL, 10);
    tsv_close(&boards);
    tsv_close(&lengths);
    return optimum;
}

static void
test_4x4(void **state)
{
    loyd_board goal = oracle_goal(4, 4, 0, 16);
    loyd_puzzle puzzle;

    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        unsigned optimum = read_known("korf100", 11 * k, &goal, &puzzle);

        stop_everywhere(LOYD_TABLES_SMALL, k == 0, &puzzle, LOYD_STM, optimum);
    }
}

/* Tables under construction are thrown away. */
static void
test_large_tables(void **state)
{
    static const struct {
        unsigned width, height, blank;
        loyd_metric metric;
    } cases[] = {{5, 3, 0, LOYD_STM}, {5, 2, 1, LOYD_STM},
                 {5, 2, 0, LOYD_MTM}, {7, 2, 0, LOYD_MTM}};
    loyd_solver *small = solver_of(LOYD_TABLES_SMALL, 1);
    uint64_t random = 1;

    (void)state;
    for (size_t k = 0; k < 4 && !oracle_is_slow(); k++) {
        const loyd_solve_options options = {.metric = cases[k].metric};
        loyd_board goal =
            oracle_goal(cases[k].width, cases[k].height, cases[k].blank, 0);
        loyd_puzzle puzzle = oracle_random(&goal, &random);
        loyd_solution *right = oracle_solve(small, &puzzle, 1, &options);
        unsigned optimum = oracle_proven_in(right, cases[k].metric);
        loyd_solver *solver = solver_of(LOYD_TABLES_LARGE, 2);
        loyd_solution solution;

        for (unsigned at = 2; at < 3000; at *= 11) {
            solve(solver, &puzzle, 1, &options, at, &solution);
            check(&puzzle, cases[k].metric, optimum, &solution);
        }
        assert_false(solve(solver, &puzzle, 1, &options, 0, &solution));
        check(&puzzle, cases[k].metric, optimum, &solution);
        oracle_free(right, 1);
        loyd_solver_free(&solver);
    }
    loyd_solver_free(&small);
}

/* Korf and Felner's 24-puzzles are stopped long before their end. */
static void
test_5x5(void **state)
{
    static const loyd_effort efforts[] = {LOYD_EFFORT_NONE, LOYD_EFFORT_QUICK,
                                          LOYD_EFFORT_BEST};
    loyd_board goal = oracle_goal(5, 5, 0, 25);
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    loyd_solution solution;
    loyd_puzzle puzzle;

    (void)state;
    for (unsigned k = 0; k < 3 && !oracle_is_slow(); k++) {
        const loyd_solve_options options = {.effort = efforts[k]};
        unsigned optimum = read_known("korf24", 16 * k, &goal, &puzzle);
        unsigned last = 0;

        for (unsigned at = 1; at < 3000; at *= 7) {
            bool is_stopped = solve(solver, &puzzle, 1, &options, at,
                                    &solution);

            assert_true(is_stopped || k == 1);
            assert_in_range(optimum, solution.lower, solution.upper);
            assert_true(oracle_replays(&puzzle, &solution.path));
            assert_true(last == 0 || solution.upper <= last);
            last = solution.upper;
            loyd_moves_free(&solution.path);
        }
    }
    loyd_solver_free(&solver);
}

/* A stop that never comes changes nothing. */
static void
test_never(void **state)
{
    static const struct {
        unsigned width, height;
        loyd_metric metric;
        uint64_t nodes;
    } cases[] = {{5, 4, LOYD_STM, 0}, {6, 6, LOYD_STM, 0},
                 {5, 4, LOYD_MTM, 0}, {4, 4, LOYD_STM, 3000},
                 {6, 6, LOYD_STM, 5000}, {4, 4, LOYD_MTM, 2000}};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    uint64_t random = 2;

    (void)state;
    for (size_t k = 0; k < 6 && !oracle_is_slow(); k++) {
        const loyd_solve_options options = {.metric = cases[k].metric,
                                            .nodes = cases[k].nodes,
                                            .effort = LOYD_EFFORT_QUICK};
        loyd_board goal = oracle_goal(cases[k].width, cases[k].height, 0, 0);
        loyd_puzzle puzzle = oracle_random(&goal, &random);
        loyd_solution *right = oracle_solve(solver, &puzzle, 1, &options);
        loyd_solution solution;

        assert_false(solve(solver, &puzzle, 1, &options, 0, &solution));
        assert_int_equal(solution.lower, right->lower);
        assert_int_equal(solution.upper, right->upper);
        assert_int_equal(solution.nodes, right->nodes);
        assert_int_equal(solution.path.n, right->path.n);
        assert_memory_equal(solution.path.dir, right->path.dir, right->path.n);
        loyd_moves_free(&solution.path);
        oracle_free(right, 1);
    }
    loyd_solver_free(&solver);
}

/* Even a call that is stopped at once has a solution, for boards of any size
 * and goal; a board at its goal needs none. */
static void
test_every_size(void **state)
{
    loyd_solver *solver = solver_of(LOYD_TABLES_AUTO, 1);
    uint64_t random = 3;

    (void)state;
    for (unsigned w = 2; w <= LOYD_SIDE_MAX; w++)
        for (unsigned h = 2; h <= LOYD_SIDE_MAX; h++) {
            const loyd_solve_options options = {
                .metric = (w + h) % 3 != 0 ? LOYD_STM : LOYD_MTM};
            unsigned blank = oracle_below(&random, w * h);
            unsigned missing = 1 + oracle_below(&random, w * h);
            loyd_board goal = oracle_goal(w, h, blank, missing);
            loyd_puzzle puzzles[2] = {oracle_random(&goal, &random),
                                      {goal, goal}};
            loyd_solution found[2];
            unsigned mlc = puzzle_mlc(&puzzles[0]);

            if (w * h > 40 && (w + 5 * h) % 13 != 0)
                continue; /* each takes milliseconds */
            solve(solver, puzzles, 2, &options, 1, found);
            assert_true(oracle_replays(&puzzles[0], &found[0].path));
            assert_int_equal(
                loyd_moves_length(&found[0].path, options.metric),
                found[0].upper);
            assert_true(found[0].lower < found[0].upper || mlc == 0);
            assert_int_equal(found[0].is_stopped, mlc != 0);
            if (options.metric == LOYD_STM) /* the ends do not meet */
                assert_int_equal(found[0].lower,
                                 mlc - (mlc > 1 && found[0].upper == mlc));
            assert_int_equal(found[1].upper, 0);
            assert_false(found[1].is_stopped);
            loyd_moves_free(&found[0].path);
        }
    loyd_solver_free(&solver);
}

/* Boards of several classes, on two threads: finished ones are proven. */
static void
test_batch(void **state)
{
    enum { BOARDS = 60 };
    static const unsigned sides[][2] = {{3, 3}, {4, 3}, {4, 4}, {3, 2}};
    loyd_solver *solver = solver_of(LOYD_TABLES_SMALL, 2);
    static const loyd_solve_options none;
    loyd_puzzle puzzles[BOARDS];
    loyd_solution found[BOARDS], *right;
    uint64_t random = 4;
    size_t n_stopped = 1;

    (void)state;
    for (unsigned k = 0; k < BOARDS; k++) {
        loyd_board goal = oracle_goal(sides[k % 4][0], sides[k % 4][1], 0, 0);

        do
            puzzles[k] = oracle_random(&goal, &random);
        while (puzzle_mlc(&puzzles[k]) == 0);
    }
    right = oracle_solve(solver, puzzles, BOARDS, &none);
    for (unsigned at = 1; n_stopped > 0; at += 1 + at) {
        size_t before = n_stopped;

        solve(solver, puzzles, BOARDS, &none, at, found);
        n_stopped = 0;
        for (unsigned k = 0; k < BOARDS; k++) {
            n_stopped += found[k].is_stopped;
            check(&puzzles[k], LOYD_STM, right[k].upper, &found[k]);
        }
        assert_true(at > 1 ? before > 0 : n_stopped == BOARDS);
    }
    oracle_free(right, BOARDS);
    loyd_solver_free(&solver);
}

/* Counts are complete or not there. */
static void
test_counts(void **state)
{
    loyd_board goal = oracle_goal(4, 4, 0, 0);
    loyd_solver *solver = solver_of(LOYD_TABLES_SMALL, 1);
    loyd_optimal right, found = {.is_counted = false};
    uint64_t random = 6;
    loyd_puzzle puzzle = oracle_random(&goal, &random);
    unsigned n = 0;

    (void)state;
    assert_int_equal(
        loyd_optimal_find(solver, &puzzle, NULL, &right, NULL, NULL), LOYD_OK);
    assert_true(right.is_counted);
    for (unsigned at = 1; !found.is_counted; at++, n++) {
        struct stopper stopper = {.at = at};
        const loyd_optimal_options options = {.stop = stop,
                                              .context = &stopper};
        loyd_cursor *paths = NULL;

        assert_int_equal(loyd_optimal_find(solver, &puzzle, &options, &found,
                                           &paths, NULL),
                         LOYD_OK);
        assert_true(found.stm == right.stm ||
                    found.stm == LOYD_LENGTH_UNKNOWN);
        assert_int_equal(found.solutions,
                         found.is_counted ? right.solutions : 0);
        assert_int_equal(paths != NULL, found.is_counted);
        loyd_cursor_close(&paths);
    }
    assert_true(n > 1);
    loyd_solver_free(&solver);
}

static bool
cancel(void *context, const loyd_progress *progress)
{
    (void)progress;
    return (*(unsigned *)context)-- > 0;
}

/* What else a call may ask for. */
static void
test_options(void **state)
{
    loyd_board goal = oracle_goal(4, 4, 0, 0);
    loyd_solver *solver = solver_of(LOYD_TABLES_SMALL, 1);
    unsigned left = 0;
    const loyd_listener listener = {.progress = cancel, .context = &left};
    const loyd_solver_options cancelling = {.listener = &listener};
    struct stopper never = {0};
    const loyd_solve_options stopping = {.stop = stop, .context = &never};
    const uint16_t too_high = 5000;
    loyd_solve_options options = {.is_length_only = true};
    uint64_t random = 5;
    loyd_puzzle puzzle = oracle_random(&goal, &random);
    loyd_solver *other = solver_of(LOYD_TABLES_SMALL, 1);
    loyd_solution *optimum = oracle_solve(other, &puzzle, 1, NULL), found;

    (void)state;
    loyd_solver_free(&other);
    assert_true(solve(solver, &puzzle, 1, &options, 5, &found));
    assert_in_range(found.upper, found.lower, 300);
    assert_int_equal(found.path.n, 0);
    options = (loyd_solve_options){
        .expert = &(loyd_solve_expert){.is_proof_only = true}};
    assert_true(solve(solver, &puzzle, 1, &options, 5, &found));
    assert_int_equal(found.upper, LOYD_LENGTH_UNKNOWN);
    /* Proven without tables, before the stop. */
    assert_in_range(found.lower, puzzle_mlc(&puzzle), optimum->upper);
    options = (loyd_solve_options){
        .expert = &(loyd_solve_expert){.lowers = &too_high}};
    assert_true(solve(solver, &puzzle, 1, &options, 5, &found));
    assert_int_equal(found.lower, too_high); /* the solution contradicts it */
    assert_in_range(found.upper, 1, 300);
    assert_true(oracle_replays(&puzzle, &found.path));
    loyd_moves_free(&found.path);
    loyd_solver_free(&solver);

    /* A progress callback that cancels is an error still. */
    assert_int_equal(loyd_solver_new(&cancelling, &solver), LOYD_OK);
    for (unsigned k = 0; k < 40; k += 5) {
        left = k;
        assert_int_equal(
            loyd_solve(solver, &puzzle, 1, &stopping, &found, NULL),
            LOYD_E_CANCELLED);
        assert_false(found.is_stopped);
        assert_int_equal(found.upper, LOYD_LENGTH_UNKNOWN);
    }
    loyd_solver_free(&solver);
    oracle_free(optimum, 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_3x3),
        cmocka_unit_test(test_4x4),
        cmocka_unit_test(test_large_tables),
        cmocka_unit_test(test_5x5),
        cmocka_unit_test(test_never),
        cmocka_unit_test(test_every_size),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_options),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
