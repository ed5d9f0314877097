/* SPDX-License-Identifier: MIT */
/*
 * Tests boards that all threads search together, one board at a time, against
 * the same boards in a batch, where one thread searches each: lengths, paths
 * and limits must be equal. Small tables make them hard enough.
 */
#include "tally.h"

enum { BOARDS = 40, HARD_NODES = 60000 };

static void
same_path(const loyd_solution *a, const loyd_solution *b, size_t k)
{
    assert_int_equal(a->path.n, b->path.n);
    if (memcmp(a->path.dir, b->path.dir, a->path.n) != 0)
        fail_msg("board %zu: paths differ", k + 1);
}

/*
 * Solves single boards: with path, length only, and with limits below and at
 * the optimum.
 */
static void
check_alone(loyd_solver *solver, const loyd_puzzle *puzzle,
            const loyd_solution *batch, size_t k)
{
    const loyd_solve_options orders[] = {
        {.is_length_only = false},
        {.is_length_only = true},
        {.limit = (uint16_t)(batch->upper - 2), .is_length_only = true},
        {.limit = (uint16_t)(batch->upper - 2)},
        {.limit = batch->upper},
    };

    for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
        const loyd_solve_options *o = &orders[i];
        loyd_solution *alone = oracle_solve(solver, puzzle, 1, o);

        if (o->limit != 0 && o->limit < batch->upper) {
            assert_int_equal(alone->lower, batch->upper);
            assert_int_equal(alone->upper, LOYD_LENGTH_UNKNOWN);
        } else {
            assert_int_equal(alone->lower, batch->upper);
            assert_int_equal(alone->upper, batch->upper);
        }
        if (!o->is_length_only && alone->upper == batch->upper)
            same_path(alone, batch, k);
        oracle_free(alone, 1);
    }
}

static void
test_single_board_as_in_batch(void **state)
{
    loyd_puzzle puzzles[BOARDS];
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 2);
    loyd_solution *batch;
    struct tsv boards;
    size_t n = oracle_effort(BOARDS), n_hard = 0;
    uint64_t random = 0;

    (void)state;
    n = n > BOARDS ? BOARDS : n;
    tsv_open(&boards, "korf100.boards");
    for (size_t k = 0; k < BOARDS; k++) {
        assert_true(tsv_next(&boards, 2));
        puzzles[k].start = oracle_board(boards.field[0]);
        puzzles[k].goal = oracle_goal(4, 4, 0, 16);
    }
    tsv_close(&boards);
    for (size_t k = 1; k < BOARDS; k += 2) { /* rotated and mirrored */
        loyd_board goal = oracle_goal(4, 4, k % 4 == 1 ? 15 : 3, 16);

        puzzles[k] = oracle_random(&goal, &random);
    }
    batch = oracle_solve(solver, puzzles, BOARDS, NULL);
    for (size_t k = 0; k < n; k++) {
        n_hard += batch[k].nodes > HARD_NODES;
        check_alone(solver, &puzzles[k], &batch[k], k);
    }
    assert_true(n < BOARDS || n_hard > BOARDS / 3);
    oracle_free(batch, BOARDS);
    loyd_solver_free(&solver);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single_board_as_in_batch),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
