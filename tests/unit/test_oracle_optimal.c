/* SPDX-License-Identifier: MIT */
/*
 * The number of shortest solutions, their first moves and their list, compared
 * with counts along breadth-first searches written for the tests: over all
 * boards of up to ten cells, from both ends on larger ones.
 */
#include "ball_of.h"
#include "core/moves.h"
#include "distance.h"

#include <loyd/optimal.h>

#include "solve/search/path_graph.h"

enum { LISTED_MOST = 2000, NEAR_BOARDS = 20000 };

/* What a puzzle must have. */
struct expected {
    unsigned stm;
    uint64_t solutions;
    unsigned first_moves;
    int forced; /* -1: not counted */
};

/* The order of formats, with U before R, D and L. */
static int
compare(const loyd_moves *a, const loyd_moves *b)
{
    return a->n == 0 ? 0 : memcmp(a->dir, b->dir, a->n);
}

/*
 * Lists the solutions: each is replayed and comes after the one before, so all
 * are different; with the right number, none is missing. The first is the
 * canonical path.
 */
static void
check_list(loyd_solver *solver, const loyd_puzzle *puzzle, loyd_cursor *paths,
           const loyd_optimal *optimal)
{
    loyd_moves last = {NULL, 0, 0};
    const loyd_row *row;
    uint64_t n = 0;

    while (n <= LISTED_MOST) {
        assert_int_equal(loyd_cursor_next(paths, &row, NULL), LOYD_OK);
        if (row == NULL)
            break;
        assert_int_equal(row->moves->n, optimal->stm);
        assert_true(oracle_replays(puzzle, row->moves));
        if (n == 0) {
            loyd_solution *solution = oracle_solve(solver, puzzle, 1, NULL);

            assert_int_equal(oracle_proven(solution), optimal->stm);
            assert_int_equal(compare(&solution->path, row->moves), 0);
            oracle_free(solution, 1);
        } else {
            assert_true(compare(&last, row->moves) < 0);
        }
        loyd_moves_free(&last);
        for (size_t i = 0; i < row->moves->n; i++)
            assert_int_equal(moves_push(&last, (loyd_dir)row->moves->dir[i]),
                             LOYD_OK);
        n++;
    }
    assert_true(n > LISTED_MOST || n == optimal->solutions);
    loyd_moves_free(&last);
}

static void
check(loyd_solver *solver, const loyd_puzzle *puzzle, bool is_listed,
      const struct expected *expected)
{
    loyd_optimal optimal;
    loyd_cursor *paths = NULL;
    loyd_why why = {{0}};

    if (loyd_optimal_find(solver, puzzle, NULL, &optimal,
                          is_listed ? &paths : NULL, &why) != LOYD_OK)
        fail_msg("%s", why.text);
    if (optimal.stm != expected->stm || !optimal.is_counted ||
        optimal.is_capped || optimal.solutions != expected->solutions ||
        optimal.first_moves != expected->first_moves) {
        char text[LOYD_BOARD_TEXT];

        loyd_board_print(&puzzle->start, LOYD_FORM_ROWS, text);
        fail_msg("%s: %u STM, %llu solutions, first moves %x: expected %u, "
                 "%llu, %x",
                 text, optimal.stm, (unsigned long long)optimal.solutions,
                 optimal.first_moves, expected->stm,
                 (unsigned long long)expected->solutions,
                 expected->first_moves);
    }
    if (expected->forced >= 0)
        assert_int_equal(optimal.forced, expected->forced);
    if (is_listed)
        check_list(solver, puzzle, paths, &optimal);
    loyd_cursor_close(&paths);
}

/* Counts the solutions of all boards of a flood, the nearest first. */
static uint64_t *
count_all(const struct distances *d)
{
    uint64_t *ways = calloc(d->states, sizeof(*ways));
    bool is_more = true;

    assert_non_null(ways);
    ways[d->home] = 1;
    for (unsigned far = 1; is_more; far++) {
        is_more = false;
        for (uint32_t rank = 0; rank < d->states; rank++) {
            if (d->far[rank] != far)
                continue;
            is_more = true;
            for (unsigned move = 0; move < 4; move++) {
                loyd_board board = board_of(d, rank);
                uint32_t next;

                if (!oracle_step(&board, move))
                    continue;
                next = rank_of(d, board.cell);
                if (d->far[next] == far - 1)
                    ways[rank] += ways[next];
            }
        }
    }
    return ways;
}

/* The moves of a board that stay shortest, as bits; *next is the board after
 * the first of them. */
static unsigned
shortest_moves(const struct distances *d, uint32_t rank, uint32_t *next)
{
    unsigned moves = 0;

    for (unsigned move = 0; move < 4; move++) {
        loyd_board board = board_of(d, rank);
        uint32_t there;

        if (!oracle_step(&board, move))
            continue;
        there = rank_of(d, board.cell);
        if (d->far[there] + 1u != d->far[rank])
            continue;
        if (moves == 0)
            *next = there;
        moves |= 1u << move;
    }
    return moves;
}

static struct expected
expect(const struct distances *d, const uint64_t *ways, uint32_t rank)
{
    struct expected e = {d->far[rank], ways[rank], 0, 0};
    uint32_t next = rank;

    e.first_moves = shortest_moves(d, rank, &next);
    while (d->far[rank] > 0) {
        unsigned moves = shortest_moves(d, rank, &next);

        e.forced += (moves & (moves - 1)) == 0;
        rank = next;
    }
    return e;
}

static void
check_goal(const char *goal, size_t most)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);
    struct distances d;
    uint64_t *ways;
    uint32_t step, n = 0;

    distances_open(&d, goal);
    ways = count_all(&d);
    step = d.states / (uint32_t)oracle_effort(most) | 1;
    for (uint32_t rank = 0; rank < d.states; rank += step) {
        loyd_puzzle puzzle = {board_of(&d, rank), d.goal};
        struct expected e;

        if (d.far[rank] == FAR)
            continue;
        e = expect(&d, ways, rank);
        check(solver, &puzzle, n++ % 5 == 0, &e);
    }
    free(ways);
    distances_close(&d);
    loyd_solver_free(&solver);
}

/* Every class of up to nine cells, and goals in other orientations. */
static void
test_small_boards(void **state)
{
    static const char *const goals[] = {
        "1 2/3 0", "4 1/0 2", "1 2/3 4/5 0", "0 1/2 3/4 5", "1 2/0 4/5 6",
        "1 2 3/4 5 0", "1 0 3/4 5 6", "1 2/3 4/5 6/7 0", "1 2/3 4/0 6/7 8",
        "8 6 4 2/1 3 0 7", "1 2 3/4 5 6/7 8 0", "1 2 3/8 0 4/7 6 5",
        "8 2 7/0 5 3/4 9 6",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(goals) / sizeof(goals[0]); i++)
        check_goal(goals[i], 4000);
}

static void
test_ten_cells(void **state)
{
    (void)state;
    if (oracle_is_watched())
        skip();
    check_goal("1 2/3 4/5 6/7 8/9 0", 2000);
    if (oracle_is_long())
        check_goal("10 8 6 4 2/9 0 7 1 3", 2000);
}

/* --- both ends --- */

/*
 * Counts the shortest paths from the first board of a list to every other, in
 * the order of the list, which is that of the distances.
 */
static uint64_t *
count_listed(const struct ball_list *b)
{
    uint64_t *ways = calloc(b->n, sizeof(*ways));

    assert_non_null(ways);
    ways[0] = 1;
    for (size_t i = 0; i < b->n; i++) {
        unsigned distance = ball_distance(b, i);

        for (unsigned move = 0; move < 4; move++) {
            loyd_board board = ball_board(b, i);
            uint32_t next;

            if (!oracle_step(&board, move))
                continue;
            next = ball_find(b, ball_hash(board.cell, b->n_cells));
            if (next != 0 && ball_distance(b, next - 1) == distance + 1)
                ways[next - 1] += ways[i];
        }
    }
    return ways;
}

/* Distance and number of solutions of a board, from both ends; distance
 * BALL_FAR if it is too far. */
static struct expected
meet(const struct ball_list *ball, const uint64_t *ways,
     struct ball_list *from, const loyd_board *board)
{
    struct expected e = {ball_solve(ball, from, board), 0, 0, -1};
    uint32_t here = ball_find(ball, ball_hash(board->cell, ball->n_cells));
    uint64_t *own;

    if (here != 0)
        e.solutions = ways[here - 1];
    if (here != 0 || e.stm == BALL_FAR)
        return e;
    own = count_listed(from);
    for (size_t i = from->first[from->depth]; i < from->n; i++) {
        uint32_t there = ball_find(ball, from->hash[i]);

        if (there > ball->first[ball->depth])
            e.solutions += own[i] * ways[there - 1];
    }
    free(own);
    return e;
}

struct ends {
    unsigned width, height, blank;
    loyd_tables tables;
    unsigned steps; /* of the walks from the goal */
    unsigned boards;
};

static void
check_ends(const struct ends *c)
{
    loyd_board goal = oracle_goal(c->width, c->height, c->blank, 0);
    loyd_solver *solver = oracle_solver(c->tables, 1);
    struct ball_list ball, from;
    uint64_t *ways, seed = c->width * 100 + c->height;
    size_t n = oracle_effort(c->boards), n_checked = 0;

    ball_open(&ball, c->width * c->height, &goal);
    ball_open(&from, c->width * c->height, &goal);
    ball_fill(&ball, NEAR_BOARDS);
    ways = count_listed(&ball);
    for (size_t k = 0; k < n; k++) {
        loyd_puzzle puzzle =
            oracle_walked(&goal, c->steps + (unsigned)k % 9, &seed);
        struct expected e = meet(&ball, ways, &from, &puzzle.start);
        uint64_t sum = 0;

        if (e.stm == BALL_FAR)
            continue;
        n_checked++;
        for (unsigned move = 0; move < 4; move++) {
            loyd_board next = puzzle.start;
            struct expected after;

            if (!oracle_step(&next, move))
                continue;
            after = meet(&ball, ways, &from, &next);
            if (after.stm + 1 != e.stm)
                continue;
            e.first_moves |= 1u << move;
            sum += after.solutions;
        }
        assert_true(e.stm == 0 || sum == e.solutions);
        check(solver, &puzzle, true, &e);
    }
    assert_true(n_checked * 4 >= n * 3);
    free(ways);
    ball_close(&ball);
    ball_close(&from);
    loyd_solver_free(&solver);
}

static void
test_both_ends(void **state)
{
    static const struct ends cases[] = {
        {4, 3, 11, LOYD_TABLES_SMALL, 45, 60},
        {3, 4, 4, LOYD_TABLES_SMALL, 45, 40},
        {2, 6, 0, LOYD_TABLES_SMALL, 45, 20},
        {7, 2, 13, LOYD_TABLES_SMALL, 45, 20},
        {5, 3, 14, LOYD_TABLES_SMALL, 45, 30},
        {4, 4, 15, LOYD_TABLES_SMALL, 45, 50},
        {4, 4, 5, LOYD_TABLES_SMALL, 45, 30},
        {4, 4, 1, LOYD_TABLES_SMALL, 45, 30},
    };
    static const struct ends large[] = {
        {4, 3, 11, LOYD_TABLES_LARGE, 45, 40},
        {5, 4, 19, LOYD_TABLES_SMALL, 35, 12},
        {5, 5, 24, LOYD_TABLES_SMALL, 35, 12},
        {3, 9, 26, LOYD_TABLES_SMALL, 35, 8},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_ends(&cases[i]);
    /* The first takes seconds to build. */
    for (size_t i = !oracle_is_long();
         !oracle_is_watched() && i < sizeof(large) / sizeof(large[0]); i++)
        check_ends(&large[i]);
}

/*
 * Random boards of 4x4 are too far for a breadth-first search. Their solutions
 * backwards are those of the puzzle from goal to start, another class with
 * other tables, and those of the next boards add up.
 */
static void
test_random_boards(void **state)
{
    loyd_board goal = oracle_goal(4, 4, 15, 0);
    loyd_solver *solver;
    uint64_t seed = 0;

    (void)state;
    if (oracle_is_watched())
        skip();
    solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    for (size_t k = 0; k < oracle_effort(12); k++) {
        loyd_puzzle puzzle = oracle_random(&goal, &seed);
        loyd_puzzle back = {puzzle.goal, puzzle.start};
        loyd_optimal there, again;
        struct expected e;
        uint64_t sum = 0;

        assert_int_equal(
            loyd_optimal_find(solver, &back, NULL, &again, NULL, NULL),
            LOYD_OK);
        assert_int_equal(
            loyd_optimal_find(solver, &puzzle, NULL, &there, NULL, NULL),
            LOYD_OK);
        assert_int_equal(there.states, again.states);
        e = (struct expected){again.stm, again.solutions, there.first_moves,
                              -1};
        check(solver, &puzzle, true, &e);
        for (unsigned move = 0; move < 4; move++) {
            loyd_puzzle next = puzzle;
            loyd_optimal after;

            if (!oracle_step(&next.start, move))
                continue;
            assert_int_equal(
                loyd_optimal_find(solver, &next, NULL, &after, NULL, NULL),
                LOYD_OK);
            assert_int_equal(after.stm + 1 == there.stm,
                             there.first_moves >> move & 1);
            sum += after.stm + 1 == there.stm ? after.solutions : 0;
        }
        assert_int_equal(sum, there.solutions);
    }
    loyd_solver_free(&solver);
}

/* --- what cannot be counted --- */

static void
test_budget(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    loyd_puzzle puzzle = {
        oracle_board("5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"),
        oracle_goal(4, 4, 15, 0)};
    loyd_optimal_options options = {.nodes = 1};
    loyd_optimal optimal;
    loyd_cursor *paths = NULL;

    (void)state;
    assert_int_equal(loyd_optimal_find(solver, &puzzle, &options, &optimal,
                                       &paths, NULL),
                     LOYD_OK);
    assert_int_equal(optimal.stm, LOYD_LENGTH_UNKNOWN);
    assert_false(optimal.is_counted);
    assert_null(paths);
    options.stm = 9; /* proven, but not counted */
    assert_int_equal(loyd_optimal_find(solver, &puzzle, &options, &optimal,
                                       &paths, NULL),
                     LOYD_OK);
    assert_int_equal(optimal.stm, 9);
    assert_false(optimal.is_counted);
    assert_int_equal(optimal.solutions, 0);
    assert_null(paths);
    options.nodes = 1000;
    assert_int_equal(loyd_optimal_find(solver, &puzzle, &options, &optimal,
                                       NULL, NULL),
                     LOYD_OK);
    assert_true(optimal.is_counted && optimal.solutions == 1);
    loyd_solver_free(&solver);
}

/* With any tables, a false optimum is noticed. */
static void
test_false_length(void **state)
{
    static const struct {
        const char *start, *goal;
        unsigned stm;
    } cases[] = {
        {"5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12",
         "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", 9},
        {"8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0", 31},
        {"1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 0", 0},
    };
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        loyd_puzzle puzzle = {oracle_board(cases[i].start),
                              oracle_board(cases[i].goal)};

        for (unsigned stm = 1; stm < 60; stm++) {
            loyd_optimal_options options = {.stm = (uint16_t)stm};
            loyd_optimal optimal;
            loyd_why why = {{0}};
            loyd_err err = loyd_optimal_find(solver, &puzzle, &options,
                                             &optimal, NULL, &why);

            if (err != (stm == cases[i].stm ? LOYD_OK : LOYD_E_RANGE))
                fail_msg("case %zu, %u STM: error %d \"%s\"", i, stm, err,
                         why.text);
        }
    }
    loyd_solver_free(&solver);
}

static void
test_bad_puzzles(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    loyd_puzzle unsolvable = {
        oracle_board("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"),
        oracle_goal(4, 4, 15, 0)};
    uint64_t seed = 0;
    loyd_board wide_goal = oracle_goal(6, 6, 35, 0);
    loyd_puzzle wide = oracle_walked(&wide_goal, 20, &seed);
    loyd_cursor *paths = NULL;
    loyd_optimal optimal = {.nodes = 77};

    (void)state;
    assert_int_equal(loyd_optimal_find(solver, &unsolvable, NULL, &optimal,
                                       &paths, NULL),
                     LOYD_E_UNSOLVABLE);
    assert_int_equal(optimal.nodes, 77);
    assert_null(paths);
    assert_int_equal(
        loyd_optimal_find(solver, &wide, NULL, &optimal, &paths, NULL),
        LOYD_OK);
    assert_in_range(optimal.stm, 1, 20);
    assert_false(optimal.is_counted);
    assert_null(paths);
    loyd_solver_free(&solver);
}

/* A chain of diamonds: each doubles the paths, so 70 exceed 2^64 - 1. */
static void
test_cap(void **state)
{
    struct path_graph g;
    uint32_t next[4] = {PATH_NONE, PATH_NONE, PATH_NONE, PATH_NONE}, node;
    uint64_t key = 0;

    (void)state;
    assert_int_equal(path_graph_make(&g, 1), LOYD_OK);
    assert_int_equal(path_graph_add(&g, &key, next, 0, &node), LOYD_OK);
    for (unsigned i = 1; i <= 70; i++) {
        uint32_t side[2];

        next[0] = node;
        next[3] = PATH_NONE;
        for (unsigned k = 0; k < 2; k++) {
            key++;
            assert_int_equal(path_graph_add(&g, &key, next, 0, &side[k]),
                             LOYD_OK);
        }
        next[0] = side[0];
        next[3] = side[1];
        key++;
        assert_int_equal(path_graph_add(&g, &key, next, 0, &node), LOYD_OK);
        assert_int_equal(g.is_capped, i >= 64);
        assert_true(g.nodes[node].paths ==
                    (i < 64 ? UINT64_C(1) << i : UINT64_MAX));
    }
    path_graph_free(&g);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards),
        cmocka_unit_test(test_ten_cells),
        cmocka_unit_test(test_both_ends),
        cmocka_unit_test(test_random_boards),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_false_length),
        cmocka_unit_test(test_bad_puzzles),
        cmocka_unit_test(test_cap),
    };

    return cmocka_run_group_tests_name("oracle_optimal", tests, NULL, NULL);
}
