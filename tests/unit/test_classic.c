/* SPDX-License-Identifier: MIT */
/* The API of the classic searches: options, errors, cancelling. */
#include "core.h"
#include "tsv.h"

#include "lab/classic.h"

static const struct classic searches[] = {
    {ALGORITHM_BFS, HEURISTIC_NONE},
    {ALGORITHM_DFS, HEURISTIC_NONE},
    {ALGORITHM_ASTAR, HEURISTIC_MANHATTAN},
    {ALGORITHM_ASTAR, HEURISTIC_NONE},
    {ALGORITHM_IDASTAR, HEURISTIC_HAMMING},
    {ALGORITHM_IDASTAR, HEURISTIC_LINEAR_CONFLICT},
    {ALGORITHM_ASTAR, HEURISTIC_EUCLIDEAN},
    {ALGORITHM_ROW, HEURISTIC_NONE},
};

static void
test_unsolvable(void **state)
{
    const loyd_puzzle unsolvable = {board_of("2 1/3 0"), board_of("1 2/3 0")};
    const struct classic_options options = {.nodes = 0};
    struct classic_result result = {.deepest = 77};

    (void)state;
    assert_int_equal(classic_solve(&unsolvable, &options, &result, NULL),
                     LOYD_E_UNSOLVABLE);
    assert_int_equal(result.deepest, 77);
}

/* A start that is the goal: the empty path, and one node. */
static void
test_goal(void **state)
{
    const loyd_puzzle puzzle = {board_of("1 2 3/4 0 5"),
                                board_of("1 2 3/4 0 5")};

    (void)state;
    for (size_t k = 0; k < 2 * COUNT(searches); k++) {
        const struct classic_options options = {
            .search = searches[k / 2],
            .metric = k % 2 == 0 ? LOYD_STM : LOYD_MTM};
        struct classic_result result = {.deepest = 77};
        bool is_row_by_row =
            options.search.algorithm == ALGORITHM_ROW;

        assert_int_equal(classic_solve(&puzzle, &options, &result, NULL),
                         LOYD_OK);
        assert_int_equal(result.end, END_SOLVED);
        assert_int_equal(result.deepest, 0);
        assert_int_equal(result.expanded, 0);
        assert_int_equal(result.solution.nodes, !is_row_by_row);
        if (!is_row_by_row)
            assert_int_equal(result.solution.upper, 0);
        loyd_moves_free(&result.solution.path);
    }
}

/* One move from the goal, the last of three: the start and its successors. */
static void
test_one_move(void **state)
{
    const loyd_puzzle puzzle = {board_of("1 2 3/4 5 6/7 0 8"),
                                board_of("1 2 3/4 5 6/7 8 0")};

    (void)state;
    for (size_t k = 0; k + 1 < COUNT(searches); k++) {
        const struct classic_options options = {.search = searches[k],
                                              .depth = 1};
        bool is_stored = options.search.algorithm == ALGORITHM_BFS ||
                         options.search.algorithm == ALGORITHM_ASTAR;
        struct classic_result result = {.deepest = 77};

        assert_int_equal(classic_solve(&puzzle, &options, &result, NULL),
                         LOYD_OK);
        assert_int_equal(result.solution.upper, 1);
        assert_int_equal(result.solution.nodes, 4);
        assert_int_equal(result.expanded, 1);
        assert_int_equal(result.deepest, 1);
        assert_int_equal(result.open, is_stored ? 3 : 0);
        assert_int_equal(result.closed, 1);
        assert_int_equal(result.kept, is_stored ? 4 : 1);
        loyd_moves_free(&result.solution.path);
    }
}

/* Returns false after as many calls as the counter says. */
static bool
stop_later(void *context, const loyd_progress *progress)
{
    unsigned *left = context;

    assert_string_equal(progress->what, "searching");
    assert_true(progress->nodes > 0);
    return (*left)-- > 0;
}

static void
test_cancelled(void **state)
{
    const loyd_puzzle puzzle = {
        board_of("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"),
        board_of("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0")};

    (void)state;
    for (size_t k = 0; k + 1 < COUNT(searches); k++) {
        unsigned left = 3;
        const loyd_listener listener = {.progress = stop_later,
                                        .context = &left};
        const struct classic_options options = {.search = searches[k],
                                              .listener = &listener};
        struct classic_result result = {.deepest = 77};

        assert_int_equal(classic_solve(&puzzle, &options, &result, NULL),
                         LOYD_E_CANCELLED);
        assert_int_equal(result.deepest, 77);
        assert_null(result.solution.path.dir);
    }
}

/* The nodes of ten boards, counted by another program. */
static void
test_nodes_are_golden(void **state)
{
    struct tsv tsv;
    unsigned n = 0;

    (void)state;
    tsv_open(&tsv, "golden_nodes.tsv");
    for (; tsv_next(&tsv, 6); n++) {
        const loyd_puzzle puzzle = {board_of(tsv.field[0]),
                                    board_of(tsv.field[1])};
        struct classic_options options = {.nodes = 0};
        struct classic_result result = {.deepest = 0};

        assert_int_equal(classic_parse(tsv.field[2], strlen(tsv.field[2]),
                                       &options.search, NULL), LOYD_OK);
        assert_int_equal(classic_solve(&puzzle, &options, &result, NULL),
                         LOYD_OK);
        if (result.solution.upper != strtoul(tsv.field[3], NULL, 10) ||
            result.solution.nodes != strtoul(tsv.field[4], NULL, 10) ||
            result.expanded != strtoul(tsv.field[5], NULL, 10))
            fail_msg("%s:%u: found %u, %llu, %llu", tsv.name, tsv.number,
                     result.solution.upper,
                     (unsigned long long)result.solution.nodes,
                     (unsigned long long)result.expanded);
        loyd_moves_free(&result.solution.path);
    }
    tsv_close(&tsv);
    assert_int_equal(n, 60);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unsolvable), cmocka_unit_test(test_goal),
        cmocka_unit_test(test_one_move),   cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_nodes_are_golden),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
