/* SPDX-License-Identifier: MIT */
/*
 * The classic searches, compared with a breadth-first search of all boards
 * that shares no code with them, with each other and with the solver. Their
 * counters are compared with what the theory of each search says.
 */
#include "distance.h"

#include <math.h>

#include "lab/classic.h"

static const loyd_metric metrics[] = {LOYD_STM, LOYD_MTM};

/* Corner, edge and centre blanks, on every size that is flooded quickly. */
static const char *const goals[] = {
    "1 2/3 0", "4 2/0 1", "1 2 3/4 5 0", "6 4 2/5 0 1", "1 2/3 4/5 0",
    "1 2/0 4/5 6", "1 2 3 4/5 6 7 0", "8 6 4 2/1 3 0 7", "1 2/3 4/0 6/7 8",
    "1 2 3/4 5 6/7 8 0", "1 2 3/8 0 4/7 6 5", "8 2 7/0 5 3/4 9 6",
};
enum { GOALS = sizeof(goals) / sizeof(goals[0]) };

/* Each search that is optimal; of 3x3, one board in `of_nine` is searched, and
   of 2x4 one in `of_eight`. */
static const struct {
    struct classic search;
    unsigned of_eight, of_nine;
} optimal[] = {
    {{ALGORITHM_BFS, HEURISTIC_NONE}, 997, 20011},
    {{ALGORITHM_ASTAR, HEURISTIC_NONE}, 1009, 20021},
    {{ALGORITHM_ASTAR, HEURISTIC_HAMMING}, 211, 5003},
    {{ALGORITHM_ASTAR, HEURISTIC_MANHATTAN}, 17, 499},
    {{ALGORITHM_IDASTAR, HEURISTIC_HAMMING}, 1013, 20023},
    {{ALGORITHM_IDASTAR, HEURISTIC_MANHATTAN}, 19, 503},
    {{ALGORITHM_ASTAR, HEURISTIC_LINEAR_CONFLICT}, 101, 4001},
    {{ALGORITHM_IDASTAR, HEURISTIC_LINEAR_CONFLICT}, 103, 4003},
    {{ALGORITHM_ASTAR, HEURISTIC_EUCLIDEAN}, 107, 2003},
    {{ALGORITHM_IDASTAR, HEURISTIC_EUCLIDEAN}, 509, 10007},
};
enum { OPTIMAL = sizeof(optimal) / sizeof(optimal[0]) };

static struct classic_result
search(const loyd_puzzle *puzzle, const struct classic_options *options)
{
    struct classic_result result = {.deepest = 0};
    loyd_why why;

    if (classic_solve(puzzle, options, &result, &why) != LOYD_OK)
        fail_msg("%s", why.text);
    return result;
}

/* Properties of the counters of every search that has them. */
static void
check_counters(const struct classic_result *result)
{
    uint64_t generated = result->solution.nodes;

    assert_in_range(result->expanded, 0, generated);
    assert_in_range(result->closed, 0, result->expanded);
    assert_in_range(result->open, 0, generated);
    assert_in_range(result->kept, result->closed, generated);
    assert_in_range(result->kept, result->open, generated);
    assert_true(generated > 0 && result->memory > 0);
    if (result->end == END_SOLVED)
        assert_in_range(result->solution.upper, 0, result->deepest);
}

/* A solution that replays and has the length `upper`, within the interval. */
static void
check_solution(const loyd_puzzle *puzzle, const struct classic_result *result,
               loyd_metric metric, unsigned optimum)
{
    const loyd_solution *solution = &result->solution;

    assert_int_equal(result->end, END_SOLVED);
    assert_true(oracle_replays(puzzle, &solution->path));
    assert_int_equal(loyd_moves_length(&solution->path, metric),
                     solution->upper);
    assert_in_range(optimum, solution->lower, solution->upper);
    if (metric == LOYD_STM) {
        assert_int_equal(solution->upper % 2, optimum % 2);
        assert_int_equal(solution->lower % 2, optimum % 2);
    }
}

/* Solves every step-th board of a flood by an optimal search. */
static void
check_optimal(const struct distances *d, const struct classic *search_of,
              unsigned step)
{
    const struct classic_options options = {.search = *search_of,
                                            .metric = d->metric};
    bool is_canonical = search_of->algorithm != ALGORITHM_ASTAR;
    unsigned n_solved = 0;

    for (uint32_t rank = 0; rank < d->states; rank += step) {
        const loyd_puzzle puzzle = {board_of(d, rank), d->goal};
        struct classic_result result;

        if (d->far[rank] == FAR)
            continue;
        result = search(&puzzle, &options);
        assert_int_equal(result.solution.lower, result.solution.upper);
        check_solution(&puzzle, &result, d->metric, d->far[rank]);
        check_counters(&result);
        if (is_canonical && d->metric == LOYD_STM)
            distances_check(d, rank, &result.solution);
        loyd_moves_free(&result.solution.path);
        n_solved++;
    }
    assert_true(n_solved > 3);
}

/* The row-by-row method finds a solution of every board. */
static void
check_row(const struct distances *d)
{
    const struct classic_options options = {
        .search = {ALGORITHM_ROW, HEURISTIC_NONE},
        .metric = d->metric};

    for (uint32_t rank = 0; rank < d->states; rank += d->n < 8 ? 1 : 177) {
        const loyd_puzzle puzzle = {board_of(d, rank), d->goal};
        struct classic_result result;

        if (d->far[rank] == FAR)
            continue;
        result = search(&puzzle, &options);
        check_solution(&puzzle, &result, d->metric, d->far[rank]);
        assert_int_equal(result.solution.nodes, 0);
        loyd_moves_free(&result.solution.path);
    }
}

/* Lengths of all optimal searches are those of the flood, in both metrics. */
static void
test_lengths_are_those_of_bfs(void **state)
{
    (void)state;
    for (unsigned g = 0; g < 2 * GOALS; g++) {
        const loyd_board goal = oracle_board(goals[g / 2]);
        struct distances d;

        distances_open_in(&d, &goal, metrics[g % 2]);
        for (unsigned i = 0; i < OPTIMAL; i++) {
            unsigned step = d.n < 8   ? 1
                            : d.n < 9 ? optimal[i].of_eight
                                      : optimal[i].of_nine;

            if (oracle_is_long())
                step = step / 10 + 1;
            else if (d.n > 6)
                step = 12 * step + 1; /* odd too */
            if (d.n > 6)
                step *= oracle_share();
            if (step > d.states / 16)
                step = d.states / 16 - 1; /* odd, and some boards remain */
            check_optimal(&d, &optimal[i].search, step);
        }
        check_row(&d);
        distances_close(&d);
    }
}

/* In MTM too, BFS and IDA* find the canonical path, as the solver does. */
static void
test_canonical_in_mtm(void **state)
{
    static const char *const some[] = {"1 2 3 4/5 6 7 0", "1 2 3/4 0 5/6 7 8"};
    const loyd_solve_options in_mtm = {.metric = LOYD_MTM};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    uint64_t random = 3;

    (void)state;
    for (size_t k = 0; k < 2 * oracle_effort(20); k++) {
        const loyd_board goal = oracle_board(some[k % 2]);
        const loyd_puzzle puzzle = oracle_random(&goal, &random);
        loyd_solution *solution = oracle_solve(solver, &puzzle, 1, &in_mtm);

        for (unsigned i = 0; i < OPTIMAL; i++) {
            struct classic_result result;

            if (optimal[i].search.algorithm == ALGORITHM_ASTAR)
                continue;
            result = search(
                &puzzle, &(struct classic_options){.search = optimal[i].search,
                                                   .metric = LOYD_MTM});
            assert_int_equal(result.solution.path.n, solution->path.n);
            assert_memory_equal(result.solution.path.dir, solution->path.dir,
                                solution->path.n);
            loyd_moves_free(&result.solution.path);
        }
        oracle_free(solution, 1);
    }
    loyd_solver_free(&solver);
}

/* --- counters --- */

enum { F_END = 128 };

/* A second depth-first search, which counts what docs/solver.md defines. */
struct count {
    loyd_puzzle puzzle;
    unsigned bound;
    bool has_heuristic;
    uint64_t generated, expanded;
};

static unsigned
away(const struct count *c)
{
    const loyd_board *board = &c->puzzle.start;
    unsigned sum = 0, w = board->width;

    for (unsigned cell = 0; c->has_heuristic && cell < oracle_cells(board);
         cell++) {
        unsigned home = oracle_find(&c->puzzle.goal, board->cell[cell]);
        int rows = (int)(cell / w) - (int)(home / w);
        int cols = (int)(cell % w) - (int)(home % w);

        if (board->cell[cell] != 0)
            sum += (unsigned)(abs(rows) + abs(cols));
    }
    return sum;
}

/* Counts the node at the end of a path; true if it is the goal. */
static bool
descend(struct count *c, unsigned depth, unsigned last)
{
    const loyd_board here = c->puzzle.start;

    c->generated++;
    if (depth + away(c) > c->bound)
        return false;
    if (memcmp(&here, &c->puzzle.goal, sizeof(here)) == 0)
        return true;
    if (depth == c->bound) /* the successors would all be beyond it */
        return false;
    c->expanded++;
    for (unsigned move = 0; move < 4; move++) {
        c->puzzle.start = here;
        if (move != (last ^ 2) && oracle_step(&c->puzzle.start, move) &&
            descend(c, depth + 1, move))
            return true;
    }
    return false;
}

/* IDA* and DFS generate and expand exactly the nodes of that search. */
static void
test_depth_first_counters(void **state)
{
    const loyd_board goal = oracle_board("1 2 3/4 5 6/7 8 0");
    struct classic_options options = {.depth = 14};
    uint64_t random = 1;

    (void)state;
    for (unsigned k = 0; k < oracle_effort(60); k++) {
        const loyd_puzzle puzzle = oracle_walked(&goal, 4 + k % 20, &random);
        struct count c = {.puzzle = puzzle};
        struct classic_result result;
        bool is_found = false;

        c.bound = options.depth;
        is_found = descend(&c, 0, 4);
        options.search = (struct classic){ALGORITHM_DFS, HEURISTIC_NONE};
        result = search(&puzzle, &options);
        assert_int_equal(result.end, is_found ? END_SOLVED : END_DEPTH);
        assert_int_equal(result.solution.nodes, c.generated);
        assert_int_equal(result.expanded, c.expanded);
        loyd_moves_free(&result.solution.path);

        c = (struct count){.puzzle = puzzle, .has_heuristic = true};
        for (c.bound = away(&c); !descend(&c, 0, 4); c.bound += 2)
            c.puzzle = puzzle;
        options.search =
            (struct classic){ALGORITHM_IDASTAR, HEURISTIC_MANHATTAN};
        result = search(&puzzle, &options);
        assert_int_equal(result.solution.upper, c.bound);
        assert_int_equal(result.solution.nodes, c.generated);
        assert_int_equal(result.expanded, c.expanded);
        loyd_moves_free(&result.solution.path);
    }
}

/* Sets below[f] to the number of boards whose f, the distance from the start
   and the heuristic, is less. */
static void
count_below(const struct distances *from_start, const loyd_puzzle *puzzle,
            bool has_heuristic, uint64_t below[F_END + 1])
{
    memset(below, 0, (F_END + 1) * sizeof(*below));
    for (uint32_t rank = 0; rank < from_start->states; rank++) {
        struct count c = {.puzzle = *puzzle, .has_heuristic = has_heuristic};
        unsigned f = from_start->far[rank];

        if (f == FAR)
            continue;
        c.puzzle.start = board_of(from_start, rank);
        f += away(&c);
        assert_in_range(f, 0, F_END - 1);
        below[f + 1]++;
    }
    for (unsigned f = 0; f < F_END; f++)
        below[f + 1] += below[f];
}

/*
 * A* expands every board with f below the optimum, some of those with that f,
 * and none twice; BFS every board two moves nearer than the goal, and none
 * that is as far; it keeps all that are nearer, and some that are as far.
 */
static void
test_best_first_counters(void **state)
{
    const loyd_board start = oracle_board("1 2 3 4/5 6 7 0");
    uint64_t random = 2;
    struct distances d;

    (void)state;
    distances_open_in(&d, &start, LOYD_STM);
    for (size_t k = 0; k < oracle_effort(6); k++) {
        const loyd_puzzle puzzle = {start,
                                    oracle_random(&start, &random).start};
        unsigned far = d.far[rank_of(&d, puzzle.goal.cell)];
        struct classic_options options = {
            .search = {ALGORITHM_BFS, HEURISTIC_NONE}};
        struct classic_result result = search(&puzzle, &options);
        uint64_t below[F_END + 1];

        count_below(&d, &puzzle, false, below);
        assert_int_equal(result.solution.upper, far);
        assert_int_equal(result.deepest, far);
        assert_int_equal(result.closed, result.expanded);
        assert_in_range(result.expanded, far > 0 ? below[far - 1] : 0,
                        below[far]);
        assert_in_range(result.open, 1, below[far + 1]);
        assert_in_range(result.kept, below[far], below[far + 1]);
        loyd_moves_free(&result.solution.path);
        for (unsigned h = 0; h < 2; h++) {
            options.search = (struct classic){ALGORITHM_ASTAR,
                                              h == 0 ? HEURISTIC_NONE
                                                     : HEURISTIC_MANHATTAN};
            result = search(&puzzle, &options);
            count_below(&d, &puzzle, h == 1, below);
            assert_int_equal(result.solution.upper, far);
            assert_in_range(result.expanded, below[far], below[far + 1]);
            assert_int_equal(result.closed, result.expanded);
            loyd_moves_free(&result.solution.path);
        }
    }
    distances_close(&d);
}

/* --- limits --- */

/* DFS finds a solution if and only if one is within its depth. */
static void
test_depth_limit(void **state)
{
    struct distances d;

    (void)state;
    for (unsigned m = 0; m < 2; m++) {
        const loyd_board goal = oracle_board("1 2 3/4 5 0");

        distances_open_in(&d, &goal, metrics[m]);
        for (uint32_t rank = 0; rank < d.states; rank++) {
            const loyd_puzzle puzzle = {board_of(&d, rank), goal};
            unsigned depth = 1 + rank % 12, far = d.far[rank];
            const struct classic_options options = {
                .search = {ALGORITHM_DFS, HEURISTIC_NONE},
                .metric = metrics[m],
                .depth = depth};
            struct classic_result result;

            if (far == FAR)
                continue;
            result = search(&puzzle, &options);
            check_counters(&result);
            assert_in_range(result.deepest, 0, depth);
            if (far <= depth) {
                check_solution(&puzzle, &result, metrics[m], far);
                assert_in_range(result.solution.upper, far, depth);
            } else {
                assert_int_equal(result.end, END_DEPTH);
                assert_int_equal(result.solution.upper, LOYD_LENGTH_UNKNOWN);
                assert_int_equal(result.solution.path.n, 0);
                assert_in_range(result.solution.lower, depth + 1, far);
            }
            loyd_moves_free(&result.solution.path);
        }
        distances_close(&d);
    }
}

/*
 * With one node less than a search needs, it ends with that many and a proven
 * lower end; with as many as it needs, it ends as without a limit. The same
 * with memory.
 */
static void
test_nodes_and_memory(void **state)
{
    const loyd_board goal = oracle_board("1 2 3/4 5 6/7 8 0");
    uint64_t random = 5;

    (void)state;
    for (size_t k = 0; k < oracle_effort(OPTIMAL); k++) {
        const loyd_puzzle puzzle = oracle_random(&goal, &random);
        struct classic_options options = {.search =
                                              optimal[k % OPTIMAL].search,
                                          .metric = metrics[k / 2 % 2]};
        const struct classic_result whole = search(&puzzle, &options);
        struct classic_result result;

        for (unsigned limited = 0; limited < 4; limited++) {
            bool is_memory = limited / 2 == 1, is_less = limited % 2 == 1;

            options.nodes = is_memory ? 0 : whole.solution.nodes - is_less;
            options.memory = is_memory ? whole.memory - is_less : 0;
            result = search(&puzzle, &options);
            assert_in_range(result.memory, 0, whole.memory);
            assert_in_range(result.solution.lower, 1, whole.solution.upper);
            if (!is_less || result.end == END_SOLVED) {
                assert_int_equal(result.solution.nodes, whole.solution.nodes);
                assert_int_equal(result.solution.upper, whole.solution.upper);
            } else {
                assert_int_equal(result.end,
                                 is_memory ? END_MEMORY : END_NODES);
                assert_in_range(result.solution.nodes, 0, whole.solution.nodes
                                - 1 + is_memory);
                assert_int_equal(result.solution.upper, LOYD_LENGTH_UNKNOWN);
                assert_null(result.solution.path.dir);
            }
            /* Without memory for a larger hash table it does without. */
            assert_true(!is_less || is_memory || result.end == END_NODES);
            loyd_moves_free(&result.solution.path);
        }
        options.nodes = 0;
        options.memory = 20000; /* far too little for BFS */
        result = search(&puzzle, &options);
        assert_in_range(result.memory, 0, options.memory);
        loyd_moves_free(&result.solution.path);
        loyd_moves_free((loyd_moves *)&whole.solution.path);
    }
}

/* Too little memory for a larger hash table may be enough for the rest. */
static void
test_small_hash_table(void **state)
{
    const loyd_board goal = oracle_board("1 2 3/4 5 6/7 8 0");
    uint64_t random = 7;
    unsigned solved = 0;

    (void)state;
    for (unsigned k = 0; k < 30; k++) {
        const loyd_puzzle puzzle = oracle_random(&goal, &random);
        struct classic_options options = {
            .search = {ALGORITHM_ASTAR, HEURISTIC_MANHATTAN}};
        struct classic_result whole = search(&puzzle, &options), result;

        options.memory = whole.memory - 1;
        result = search(&puzzle, &options);
        if (result.end == END_SOLVED) {
            assert_int_equal(result.solution.upper, whole.solution.upper);
            solved++;
        } else {
            assert_int_equal(result.end, END_MEMORY);
            assert_int_equal(result.solution.path.n, 0);
        }
        loyd_moves_free(&result.solution.path);
        loyd_moves_free(&whole.solution.path);
    }
    assert_in_range(solved, 1, 30);
}

/* The largest boards: a limit ends the search, and its lower end is at least
   the heuristic. */
static void
test_largest(void **state)
{
    const loyd_board goal = oracle_goal(15, 15, 224, 225);
    uint64_t random = 6;
    const loyd_puzzle puzzle = oracle_random(&goal, &random);
    const struct count c = {.puzzle = puzzle, .has_heuristic = true};

    (void)state;
    for (unsigned i = 0; i < OPTIMAL; i++) {
        struct classic_options options = {
            .search = optimal[i].search, .nodes = 1000000, .memory = 1000000};
        struct classic_result result = search(&puzzle, &options);

        assert_int_equal(result.end,
                         options.search.algorithm == ALGORITHM_IDASTAR
                             ? END_NODES
                             : END_MEMORY);
        assert_in_range(result.memory, 0, 1000000);
        if (options.search.heuristic == HEURISTIC_MANHATTAN)
            assert_in_range(result.solution.lower, away(&c),
                            LOYD_LENGTH_UNKNOWN - 1);
    }
}

/* --- published facts --- */

/* The two hardest boards of the 8-puzzle take 31 moves, and the mean of all is
   21.97 [Reinefeld, IJCAI 1993]. */
static void
test_hardest_8_puzzle(void **state)
{
    static const char *const hardest[] = {"8 6 7/2 5 4/3 0 1",
                                          "6 4 7/8 5 0/3 2 1"};
    const loyd_board goal = oracle_board("1 2 3/4 5 6/7 8 0");
    uint64_t random = 7;
    double sum = 0;
    size_t n = oracle_effort(1000);

    (void)state;
    for (unsigned k = 0; k < 2 * OPTIMAL; k++) {
        const loyd_puzzle puzzle = {oracle_board(hardest[k % 2]), goal};
        struct classic_result result =
            search(&puzzle,
                   &(struct classic_options){.search = optimal[k / 2].search});

        assert_int_equal(result.solution.lower, 31);
        assert_int_equal(result.solution.upper, 31);
        /* Of all boards that can be reached, only the other one is farther
           than 30. */
        if (optimal[k / 2].search.heuristic == HEURISTIC_NONE)
            assert_in_range(result.expanded, 181440 - 2 - 221, 181440);
        loyd_moves_free(&result.solution.path);
    }
    for (size_t k = 0; k < n; k++) {
        const loyd_puzzle puzzle = oracle_random(&goal, &random);
        struct classic_result result = search(
            &puzzle, &(struct classic_options){
                         .search = {ALGORITHM_ASTAR, HEURISTIC_MANHATTAN}});

        assert_in_range(result.solution.upper, 0, 31);
        sum += result.solution.upper;
        loyd_moves_free(&result.solution.path);
    }
    /* Five standard errors; the standard deviation is 3.3. */
    assert_true(fabs(sum / (double)n - 21.97) < 5 * 3.3 / sqrt((double)n));
}

/* Linear conflict takes fewer nodes than the Manhattan distance. */
static void
test_conflicts_save_nodes(void **state)
{
    const loyd_board goal = oracle_board("1 2 3/4 5 6/7 8 0");
    uint64_t random = 11, nodes[2] = {0, 0};

    (void)state;
    for (size_t k = 0; k < oracle_effort(50); k++) {
        const loyd_puzzle puzzle = oracle_random(&goal, &random);

        for (unsigned i = 0; i < 2; i++) {
            struct classic_result result = search(
                &puzzle,
                &(struct classic_options){
                    .search = {ALGORITHM_IDASTAR, i ? HEURISTIC_LINEAR_CONFLICT
                                                    : HEURISTIC_MANHATTAN}});

            nodes[i] += result.solution.nodes;
            loyd_moves_free(&result.solution.path);
        }
    }
    assert_true(nodes[1] < nodes[0] && nodes[1] > 0);
}

/* The board of the article on searches: 28 moves, as the solver proves. */
static void
test_article(void **state)
{
    const loyd_board goal = oracle_board("1 2 3/4 5 6/7 8 0");
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    struct tsv tsv;
    unsigned n_found = 0;

    (void)state;
    tsv_open(&tsv, "article_cases.tsv");
    while (tsv_next(&tsv, 0)) {
        loyd_puzzle puzzle = {.goal = goal};
        loyd_solution *solution;

        if (strcmp(tsv.field[0], "search") != 0)
            continue;
        n_found++;
        puzzle.start = oracle_board(tsv.field[2]);
        solution = oracle_solve(solver, &puzzle, 1, NULL);
        assert_int_equal(oracle_proven(solution), 28);
        for (unsigned i = 0; i < OPTIMAL; i++) {
            struct classic_result result =
                search(&puzzle,
                       &(struct classic_options){.search = optimal[i].search});

            assert_int_equal(oracle_proven(&result.solution), 28);
            loyd_moves_free(&result.solution.path);
        }
        oracle_free(solution, 1);
    }
    assert_int_equal(n_found, 1);
    tsv_close(&tsv);
    loyd_solver_free(&solver);
}

/* A* and IDA* agree with the solver on larger boards, in both metrics. */
static void
test_larger_boards(void **state)
{
    static const struct {
        unsigned width, height, steps;
    } sizes[] = {{4, 4, 30}, {5, 2, 40}, {2, 6, 30}, {5, 4, 24}, {3, 7, 24}};
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    uint64_t random = 8;

    (void)state;
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        unsigned n = sizes[k].width * sizes[k].height;

        for (unsigned board = 0; board < oracle_effort(4); board++) {
            const loyd_board goal =
                oracle_goal(sizes[k].width, sizes[k].height, board % n,
                            1 + board * 5 % n);
            const loyd_puzzle puzzle =
                oracle_walked(&goal, sizes[k].steps, &random);
            loyd_metric metric = n > 16 ? LOYD_STM : metrics[board % 2];
            loyd_solution *solution = oracle_solve(
                solver, &puzzle, 1, &(loyd_solve_options){.metric = metric});
            unsigned length = oracle_proven_in(solution, metric);

            for (unsigned i = 3; i < OPTIMAL; i += 2) { /* by Manhattan */
                const struct classic_options options = {
                    .search = optimal[i].search, .metric = metric};
                struct classic_result result = search(&puzzle, &options);

                check_solution(&puzzle, &result, metric, length);
                assert_int_equal(oracle_proven_in(&result.solution, metric),
                                 length);
                loyd_moves_free(&result.solution.path);
            }
            oracle_free(solution, 1);
        }
    }
    loyd_solver_free(&solver);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths_are_those_of_bfs),
        cmocka_unit_test(test_canonical_in_mtm),
        cmocka_unit_test(test_depth_first_counters),
        cmocka_unit_test(test_best_first_counters),
        cmocka_unit_test(test_depth_limit),
        cmocka_unit_test(test_nodes_and_memory),
        cmocka_unit_test(test_small_hash_table),
        cmocka_unit_test(test_largest),
        cmocka_unit_test(test_hardest_8_puzzle),
        cmocka_unit_test(test_conflicts_save_nodes),
        cmocka_unit_test(test_article),
        cmocka_unit_test(test_larger_boards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
