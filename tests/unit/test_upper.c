/* SPDX-License-Identifier: MIT */
/*
 * Upper bounds: the method by stages, the beam search and the shortening.
 * Every path is replayed by the moves of oracle.h, which shares no code with
 * the library.
 */
#include "core/moves.h"
#include "oracle.h"

#include "solve/search/whole_path.h"
#include "solve/upper/beam.h"
#include "solve/upper/construct.h"
#include "solve/upper/human.h"
#include "solve/upper/score.h"
#include "solve/upper/shorten.h"
#include "solve/upper/upper.h"

static struct stages stages;
static struct monitor monitor;

/* A board of a class as a puzzle: a tile's label is its home plus one. */
static loyd_puzzle
puzzle_of(const struct permuted *board, unsigned goal_blank)
{
    loyd_puzzle puzzle;

    memset(&puzzle, 0, sizeof(puzzle));
    puzzle.start.width = puzzle.goal.width = board->width;
    puzzle.start.height = puzzle.goal.height = board->height;
    for (unsigned c = 0; c < (unsigned)board->width * board->height; c++) {
        unsigned home = board->home[c];

        puzzle.start.cell[c] = home == goal_blank ? 0 : (uint8_t)(home + 1);
        puzzle.goal.cell[c] = c == goal_blank ? 0 : (uint8_t)(c + 1);
    }
    return puzzle;
}

static struct permuted
permuted_of(const loyd_puzzle *puzzle, unsigned goal_blank)
{
    struct permuted board = {.width = puzzle->start.width,
                             .height = puzzle->start.height};

    for (unsigned c = 0; c < oracle_cells(&puzzle->start); c++) {
        unsigned label = puzzle->start.cell[c];

        board.home[c] = (uint8_t)(label == 0 ? goal_blank : label - 1);
        if (label == 0)
            board.blank = (uint8_t)c;
    }
    return board;
}

static loyd_puzzle
draw(unsigned width, unsigned height, unsigned goal_blank, uint64_t *random)
{
    struct permuted home = {.width = (uint8_t)width,
                            .height = (uint8_t)height};
    loyd_puzzle puzzle;

    for (unsigned c = 0; c < width * height; c++)
        home.home[c] = (uint8_t)c;
    puzzle = puzzle_of(&home, goal_blank);
    return oracle_random(&puzzle.goal, random);
}

/* Solves a board by stages; returns the length. The caller frees *path. */
static unsigned
construct(const loyd_puzzle *puzzle, unsigned goal_blank, loyd_moves *path)
{
    struct search_job job = {.board = permuted_of(puzzle, goal_blank),
                             .rank = {0, 1, 2, 3}};

    assert_int_equal(construct_solve(&stages, &job, goal_blank), LOYD_OK);
    if (!oracle_replays(puzzle, &job.path) ||
        job.path.n >
            construct_bound(puzzle->start.width, puzzle->start.height))
        fail_msg("%ux%u, blank at %u: a wrong path of %zu moves",
                 puzzle->start.width, puzzle->start.height, goal_blank,
                 job.path.n);
    for (size_t i = 1; i < job.path.n; i++)
        assert_int_not_equal(job.path.dir[i], job.path.dir[i - 1] ^ 2);
    *path = job.path;
    return (unsigned)job.path.n;
}

static void
check_boards(unsigned width, unsigned height, size_t n_boards,
             uint64_t *random)
{
    for (size_t i = 0; i < n_boards; i++) {
        unsigned blank = oracle_below(random, width * height);
        loyd_puzzle puzzle = draw(width, height, blank, random);
        loyd_moves path;

        construct(&puzzle, blank, &path);
        loyd_moves_free(&path);
    }
}

/* Cores of all sizes notice that two tiles are exchanged. */
static void
check_core(unsigned width, unsigned height, unsigned blank, uint64_t *random)
{
    for (unsigned i = 0; i < 100; i++) {
        loyd_puzzle puzzle = draw(width, height, blank, random);
        struct search_job job = {.board = permuted_of(&puzzle, blank),
                                 .rank = {0, 1, 2, 3}};
        unsigned tile = blank < 2 ? 2 : 0;
        uint8_t *home = job.board.home;

        for (unsigned c = 0; c < width * height; c++)
            if (home[c] == tile || home[c] == tile + 1)
                home[c] = (uint8_t)(2 * tile + 1 - home[c]);
        assert_int_equal(construct_solve(&stages, &job, blank),
                         LOYD_E_UNSOLVABLE);
        loyd_moves_free(&job.path);
    }
}

static void
test_exchanged_tiles_are_noticed(void **state)
{
    static const uint8_t sizes[][2] = {{2, 2}, {3, 2}, {4, 2}, {3, 3}};
    uint64_t random = 31;

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        for (unsigned b = 0; b < (unsigned)sizes[i][0] * sizes[i][1]; b++)
            check_core(sizes[i][0], sizes[i][1], b, &random);
}

/* Every order of the nine cells, half of which are solvable. */
static void
test_every_3x3(void **state)
{
    unsigned stride = oracle_is_slow() ? 1009 : 1;

    (void)state;
    for (unsigned rank = 0; rank < 362880; rank += stride)
        for (unsigned blank = 0; blank < 9; blank += rank % 7 == 0 ? 1 : 4) {
            loyd_puzzle puzzle;
            loyd_moves path;
            unsigned left = 0x1FF, rest = rank;
            struct permuted board = {.width = 3, .height = 3};

            for (unsigned c = 0, orders = 40320; c < 9; c++) {
                unsigned skip = rest / orders, home = 0;

                rest %= orders;
                orders = c < 8 ? orders / (8 - c) : 1;
                for (; skip > 0 || !(left >> home & 1); home++)
                    skip -= left >> home & 1;
                left ^= 1u << home;
                board.home[c] = (uint8_t)home;
            }
            puzzle = puzzle_of(&board, blank);
            if (!oracle_solvable(&puzzle.start, &puzzle.goal))
                continue;
            construct(&puzzle, blank, &path);
            loyd_moves_free(&path);
        }
}

/* Random boards with any home of the blank. */
static void
test_random_boards(void **state)
{
    unsigned most = oracle_is_slow() ? 4 : LOYD_SIDE_MAX;
    uint64_t random = 11;

    (void)state;
    for (unsigned w = 2; w <= most; w++)
        for (unsigned h = 2; h <= w; h++) {
            unsigned n = w * h;

            if (n > 64 && (w + h) % 5 != 0 && !oracle_is_long())
                continue; /* 15x15 is among the others */
            check_boards(w, h,
                         oracle_effort(n <= 16   ? 8000
                                       : n <= 25 ? 2000
                                       : n <= 36 ? 200
                                       : n <= 64 ? 10
                                                 : 1),
                         &random);
        }
}

/*
 * The bound that the documentation states holds for the worst states of all
 * stages, whichever sides are solved first.
 */
static unsigned
deepest_line(unsigned width, unsigned height)
{
    const struct stage *s = NULL;
    unsigned sum = 0;

    for (unsigned done = 0; done < width; done += s->n_tiles) {
        assert_int_equal(stages_row(&stages, width, height, done, &s),
                         LOYD_OK);
        sum += s->depth;
    }
    if (s->kind != STAGE_ENTER)
        return sum;
    width = width < WINDOW_SIDE ? width : WINDOW_SIDE;
    height = height < WINDOW_SIDE ? height : WINDOW_SIDE;
    assert_int_equal(stages_row(&stages, width, height, width - 2, &s),
                     LOYD_OK);
    return sum + s->depth;
}

static void
test_bound(void **state)
{
    static unsigned deepest[LOYD_SIDE_MAX + 1][LOYD_SIDE_MAX + 1];
    unsigned most = oracle_is_slow() ? 4 : oracle_is_long() ? 15 : 9;

    (void)state;
    for (unsigned w = 2; w <= most; w++)
        for (unsigned h = 2; h <= w; h++) {
            unsigned rows = 0, columns = 0, *here = &deepest[w][h];

            if (h <= 3 && w <= (h == 2 ? 4 : 3)) {
                *here = 36; /* of 4x2; others need less */
                continue;
            }
            if (h > 3)
                rows = deepest_line(w, h) + deepest[w][h - 1];
            if (w > (h == 2 ? 4 : 3))
                columns =
                    deepest_line(h, w) +
                    deepest[w - 1 > h ? w - 1 : h][w - 1 > h ? h : w - 1];
            *here = rows > columns ? rows : columns;
            if (*here > construct_bound(w, h))
                fail_msg("%ux%u: %u moves exceed the bound of %u", w, h, *here,
                         construct_bound(w, h));
        }
}

/* Parity is checked by the caller; here it must not end in a wrong path. */
static void
test_unsolvable_is_refused(void **state)
{
    static const uint8_t sides[][2] = {{3, 3}, {4, 4}, {5, 5}, {6, 2}};
    uint64_t random = 12;

    (void)state;
    for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++) {
        loyd_puzzle puzzle = draw(sides[i][0], sides[i][1], 0, &random);
        struct search_job job = {.rank = {0, 1, 2, 3}};
        unsigned a = 0, b;
        uint8_t home;

        job.board = permuted_of(&puzzle, 0);
        a += job.board.home[a] == 0;
        b = a + 1;
        b += job.board.home[b] == 0;
        home = job.board.home[a];
        job.board.home[a] = job.board.home[b];
        job.board.home[b] = home;
        assert_int_equal(construct_solve(&stages, &job, 0),
                         LOYD_E_UNSOLVABLE);
        loyd_moves_free(&job.path);
    }
}

/* Shortens with growing budgets; returns the last length. */
static size_t
check_shortening(const loyd_puzzle *puzzle, unsigned goal_blank,
                 const loyd_moves *path, uint64_t most)
{
    struct permuted board = permuted_of(puzzle, goal_blank);
    size_t before = path->n;

    for (uint64_t budget = 1; budget <= most; budget *= 10) {
        loyd_moves shorter = {NULL, 0, 0}, again = {NULL, 0, 0};
        uint64_t nodes = budget, left;

        for (size_t i = 0; i < path->n; i++) {
            assert_int_equal(moves_push(&shorter, path->dir[i]), LOYD_OK);
            assert_int_equal(moves_push(&again, path->dir[i]), LOYD_OK);
        }
        assert_int_equal(
            shorten(&board, &shorter, LOYD_STM, &nodes, &monitor), LOYD_OK);
        assert_true(nodes <= budget);
        assert_true(oracle_replays(puzzle, &shorter));
        assert_in_range(shorter.n, 0, before); /* more nodes, not longer */
        assert_int_equal((path->n - shorter.n) % 2, 0);
        left = budget;
        assert_int_equal(shorten(&board, &again, LOYD_STM, &left, &monitor),
                         LOYD_OK);
        assert_int_equal(left, nodes);
        assert_int_equal(again.n, shorter.n);
        assert_memory_equal(again.dir, shorter.dir, again.n);
        before = shorter.n;
        loyd_moves_free(&shorter);
        loyd_moves_free(&again);
    }
    return before;
}

static void
test_shortening(void **state)
{
    static const uint8_t sides[][2] = {
        {4, 4}, {5, 5}, {7, 3}, {9, 8}, {15, 2}};
    uint64_t random = 13;

    (void)state;
    for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++)
        for (unsigned k = 0; k < (oracle_is_slow() ? 1 : 5); k++) {
            unsigned blank = oracle_below(&random, sides[i][0] * sides[i][1]);
            loyd_puzzle puzzle =
                draw(sides[i][0], sides[i][1], blank, &random);
            loyd_moves path;

            if (oracle_is_slow() && sides[i][0] > 4)
                continue;
            construct(&puzzle, blank, &path);
            check_shortening(&puzzle, blank, &path, 100000);
            loyd_moves_free(&path);
        }
}

/* Without an end to the nodes, the last piece is the whole path: optimal. */
static void
test_shortening_to_the_optimum(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    loyd_solve_options options;
    uint64_t random = 14;

    (void)state;
    memset(&options, 0, sizeof(options));
    for (unsigned k = 0; k < oracle_effort(20); k++) {
        loyd_puzzle puzzle = draw(3, 3, k % 9, &random);
        loyd_solution *solution = oracle_solve(solver, &puzzle, 1, &options);
        struct permuted board = permuted_of(&puzzle, k % 9);
        loyd_moves path = {NULL, 0, 0};

        assert_int_equal(human_solve(&board, k % 9, &path, NULL),
                         LOYD_OK);
        assert_int_equal(check_shortening(&puzzle, k % 9, &path, 10000000),
                         oracle_proven(solution));
        loyd_moves_free(&path);
        oracle_free(solution, 1);
    }
    loyd_solver_free(&solver);
}

/* A path that returns to its start is not needed. */
static void
test_circles_vanish(void **state)
{
    struct permuted home = {.width = 5, .height = 5, .blank = 12};
    loyd_moves path = {NULL, 0, 0};
    uint64_t nodes = 1000;

    (void)state;
    for (unsigned c = 0; c < 25; c++)
        home.home[c] = (uint8_t)c;
    for (unsigned i = 0; i < 12; i++) /* a square, three times around */
        assert_int_equal(moves_push(&path, (loyd_dir)(i % 4)), LOYD_OK);
    assert_int_equal(shorten(&home, &path, LOYD_STM, &nodes, &monitor),
                     LOYD_OK);
    assert_int_equal(path.n, 0);
    loyd_moves_free(&path);
}

/*
 * Runs the beam twice: a valid path, not longer than the one by stages, not
 * shorter than the optimum, the same both times.
 */
static void
check_beam(const struct heuristic *h, const loyd_puzzle *puzzle,
           unsigned goal_blank, unsigned optimum, uint64_t budget)
{
    struct search_job job = {.rank = {0, 1, 2, 3}};
    loyd_moves first = {NULL, 0, 0};
    uint64_t nodes = budget, again = budget;
    unsigned by_stages;

    job.board = permuted_of(puzzle, goal_blank);
    by_stages = construct(puzzle, goal_blank, &job.path);
    assert_int_equal(beam_run(&stages, h, &job, goal_blank, &nodes,
                              &monitor), LOYD_OK);
    assert_true(nodes <= budget);
    assert_true(oracle_replays(puzzle, &job.path));
    assert_in_range(job.path.n, optimum, by_stages);
    assert_int_equal((by_stages - job.path.n) % 2, 0);
    first = job.path;
    construct(puzzle, goal_blank, &job.path);
    assert_int_equal(beam_run(&stages, h, &job, goal_blank, &again,
                              &monitor), LOYD_OK);
    assert_int_equal(again, nodes);
    assert_int_equal(job.path.n, first.n);
    assert_memory_equal(job.path.dir, first.dir, first.n);
    loyd_moves_free(&job.path);
    loyd_moves_free(&first);
}

/* With tables, against known optima. */
static void
test_beam_with_tables(void **state)
{
    static const uint64_t budgets[] = {1, 1000, 20000, 200000};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    loyd_class cls = {4, 4, 5};
    loyd_solve_options options;
    uint64_t random = 15;
    struct heuristic h;

    (void)state;
    memset(&options, 0, sizeof(options));
    assert_int_equal(heuristic_plan(&h, &cls, LOYD_TABLES_SMALL), LOYD_OK);
    assert_int_equal(pdb_set_build(&h, 1, &monitor), LOYD_OK);
    for (unsigned k = 0; k < oracle_effort(30); k++) {
        loyd_puzzle puzzle = draw(4, 4, 5, &random);
        loyd_solution *s = oracle_solve(solver, &puzzle, 1, &options);

        for (size_t i = 0; i < sizeof(budgets) / sizeof(budgets[0]); i++)
            check_beam(&h, &puzzle, 5, oracle_proven(s), budgets[i]);
        oracle_free(s, 1);
    }
    pdb_set_free(&h);
    loyd_solver_free(&solver);
}

static void
test_beam_without_tables(void **state)
{
    static const uint8_t sides[][2] = {{6, 6}, {12, 3}, {9, 8}, {15, 15}};
    uint64_t random = 16;

    (void)state;
    for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++) {
        unsigned n = (unsigned)sides[i][0] * sides[i][1];
        unsigned blank = oracle_below(&random, n);
        loyd_puzzle puzzle = draw(sides[i][0], sides[i][1], blank, &random);

        if (oracle_is_slow() && n > 36)
            continue;
        check_beam(NULL, &puzzle, blank, 0, 10000);
        check_beam(NULL, &puzzle, blank, 0, 300000);
    }
}

/* A score that follows the moves is the one computed anew; at home it is 0. */
static void
test_scores_follow_moves(void **state)
{
    static const uint8_t sides[][2] = {{2, 2}, {5, 5}, {7, 3}, {15, 15}};
    uint64_t random = 17;

    (void)state;
    for (size_t i = 0; i < sizeof(sides) / sizeof(sides[0]); i++) {
        unsigned w = sides[i][0], h = sides[i][1];
        struct scored now, anew;
        uint8_t home[LOYD_CELLS_MAX];
        struct score s;

        assert_int_equal(score_make(&s, w, h), LOYD_OK);
        for (unsigned c = 0; c < w * h; c++)
            home[c] = (uint8_t)c;
        score_board(&s, home, 0, &now);
        assert_int_equal(now.key, 0);
        assert_int_equal(now.distance, 0);
        for (unsigned k = 0; k < 2000; k++) {
            unsigned from = s.next[now.blank][oracle_below(&random, 4)];
            unsigned distance;
            uint32_t key;

            if (from == CELL_NONE)
                continue;
            key = score_after(&s, home, &now, from, &distance);
            score_move(&s, home, &now, from);
            score_board(&s, home, from, &anew);
            assert_int_equal(key, anew.key);
            assert_int_equal(distance, anew.distance);
            assert_memory_equal(&now, &anew, sizeof(now));
        }
        score_free(&s);
    }
}

/* Without nodes the path by stages; with more nodes never a longer one. */
static void
test_uppers(void **state)
{
    static const uint8_t sides[][2] = {{3, 3}, {4, 4}, {5, 5}, {9, 2}, {7, 6}};
    uint64_t random = 18;

    (void)state;
    for (unsigned k = 0; k < oracle_effort(400); k++) {
        const uint8_t *side = sides[k % 5];
        unsigned blank = oracle_below(&random, side[0] * side[1]);
        loyd_puzzle puzzle = draw(side[0], side[1], blank, &random);
        struct search_job job = {.rank = {2, 0, 3, 1}, .end = SEARCH_BUDGET};
        loyd_moves by_stages;

        if (k % 2 == 0)
            puzzle = oracle_walked(&puzzle.goal, 1 + k % 20, &random);
        job.board = permuted_of(&puzzle, blank);
        assert_int_equal(construct_solve(&stages, &job, blank), LOYD_OK);
        by_stages = job.path;
        job.path = (loyd_moves){NULL, 0, 0};
        assert_int_equal(uppers_find(&stages, NULL, &job, 1, blank, 1,
                                     &monitor),
                         LOYD_OK);
        assert_int_equal(job.path.n, by_stages.n);
        assert_true(by_stages.n == 0 ||
                    memcmp(job.path.dir, by_stages.dir, by_stages.n) == 0);
        loyd_moves_free(&job.path);
        job.upper_budget = 1000;
        assert_int_equal(uppers_find(&stages, NULL, &job, 1, blank, 1,
                                     &monitor),
                         LOYD_OK);
        assert_true(oracle_replays(&puzzle, &job.path));
        assert_in_range(job.path.n, 0, by_stages.n);
        loyd_moves_free(&job.path);
        loyd_moves_free(&by_stages);
    }
}

static int
init_stages(void **state)
{
    (void)state;
    return stages_init(&stages, &monitor) == LOYD_OK ? 0 : -1;
}

static int
free_stages(void **state)
{
    (void)state;
    stages_free(&stages);
    return 0;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exchanged_tiles_are_noticed),
        cmocka_unit_test(test_every_3x3),
        cmocka_unit_test(test_random_boards),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_unsolvable_is_refused),
        cmocka_unit_test(test_shortening),
        cmocka_unit_test(test_shortening_to_the_optimum),
        cmocka_unit_test(test_circles_vanish),
        cmocka_unit_test(test_beam_with_tables),
        cmocka_unit_test(test_beam_without_tables),
        cmocka_unit_test(test_scores_follow_moves),
        cmocka_unit_test(test_uppers),
    };

    return cmocka_run_group_tests(tests, init_stages, free_stages);
}
