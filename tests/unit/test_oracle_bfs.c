/* SPDX-License-Identifier: MIT */
/*
 * Breadth-first search of its own over every arrangement of the small
 * boards decides what can be solved, how fast, and by which path; the
 * library has to agree on each of them.
 */
#include "oracle.h"

#include <loyd/parity.h>

enum {
    CELLS = 9,
    STATES = 362880, /* 9! */
    FAR = 255,       /* not reached */
    BATCH = 4096,
    WHOLE_GOALS = 21, /* so many goals have every board solved ... */
    SOME = 7,         /* ... the classes of the others came before: 1 in 7 */
    PATH_EVERY = 61  /* one of so many boards has its path compared too */
};

/* Corner, edge and centre blanks, missing labels, goals without order. */
static const char *const goals[] = {
    "1 2/3 0", "0 1/2 3", "1 0/3 4", "4 2/0 1",
    "1 2/3 4/5 0", "0 1/2 3/4 5", "1 2/0 4/5 6", "6 2/1 0/4 5",
    "1 2 3/4 5 0", "1 0 3/4 5 6", "0 2 3/4 5 6", "6 4 2/5 0 1",
    "1 2/3 4/5 6/7 0", "1 2/3 4/0 6/7 8", "8 0/1 7/6 2/3 4",
    "1 2 3 4/5 6 7 0", "1 0 3 4/5 6 7 8", "8 6 4 2/1 3 0 7",
    "1 2 3/4 5 6/7 8 0", "1 2 3/8 0 4/7 6 5", "8 2 7/0 5 3/4 9 6",
    "0 1 2/3 4 5/6 7 8", "1 0 3/4 5 6/7 8 9",
};
enum { GOALS = sizeof goals / sizeof goals[0] };

/* A goal and how far every arrangement of its labels is from it. */
struct problem {
    loyd_board goal;
    unsigned n;
    uint32_t states;      /* n! */
    uint8_t labels[CELLS];/* the goal's, ascending */
    uint8_t *far;         /* by rank */
    uint32_t *queue;
};

/* Lexicographic rank of an arrangement among all n! of its labels. */
static uint32_t
rank_of(const struct problem *p, const uint8_t *cell)
{
    uint32_t rank = 0;

    for (unsigned k = 0; k < p->n; k++) {
        uint32_t smaller = 0;

        for (unsigned later = k + 1; later < p->n; later++)
            smaller += cell[later] < cell[k];
        rank = rank * (p->n - k) + smaller;
    }
    return rank;
}

static loyd_board
board_of(const struct problem *p, uint32_t rank)
{
    loyd_board board = p->goal;
    uint8_t digit[CELLS];
    bool used[CELLS] = {false};

    for (unsigned k = p->n; k-- > 0;) {
        digit[k] = (uint8_t)(rank % (p->n - k));
        rank /= p->n - k;
    }
    for (unsigned k = 0; k < p->n; k++) {
        unsigned label = 0;

        for (unsigned skip = digit[k]; used[label] || skip > 0; label++)
            skip -= !used[label];
        used[label] = true;
        board.cell[k] = p->labels[label];
    }
    return board;
}

/* Shortest first: the queue holds every board reached, in order. */
static void
flood(struct problem *p)
{
    uint32_t tail = 0;

    memset(p->far, FAR, p->states);
    p->queue[tail++] = rank_of(p, p->goal.cell);
    p->far[p->queue[0]] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        loyd_board board = board_of(p, p->queue[head]);

        for (unsigned move = 0; move < 4; move++) {
            loyd_board next = board;
            uint32_t rank;

            if (!oracle_step(&next, move))
                continue;
            rank = rank_of(p, next.cell);
            if (p->far[rank] != FAR)
                continue;
            p->far[rank] = (uint8_t)(p->far[p->queue[head]] + 1);
            p->queue[tail++] = rank;
        }
    }
}

static void
open_problem(struct problem *p, const char *goal)
{
    unsigned n_labels = 0;

    p->goal = oracle_board(goal);
    p->n = oracle_cells(&p->goal);
    p->states = 1;
    for (unsigned k = 2; k <= p->n; k++)
        p->states *= k;
    for (unsigned label = 0; label <= p->n; label++)
        if (memchr(p->goal.cell, (int)label, p->n) != NULL)
            p->labels[n_labels++] = (uint8_t)label;
    assert_int_equal(n_labels, p->n);
    p->far = malloc(STATES);
    p->queue = malloc(STATES * sizeof *p->queue);
    assert_true(p->far != NULL && p->queue != NULL);
    flood(p);
}

static void
close_problem(struct problem *p)
{
    free(p->far);
    free(p->queue);
}

/* Parity says yes to exactly the boards that the flood reached. */
static void
test_solvable_is_reachable(void **state)
{
    (void)state;
    for (unsigned g = 0; g < GOALS; g++) {
        struct problem p;
        uint32_t reached = 0;

        open_problem(&p, goals[g]);
        for (uint32_t rank = 0; rank < p.states; rank++) {
            loyd_board start = board_of(&p, rank);
            bool expected = p.far[rank] != FAR, solvable = !expected;
            loyd_parity parity;

            assert_int_equal(loyd_solvable(&start, &p.goal, &solvable, NULL),
                             LOYD_OK);
            assert_int_equal(loyd_parity_explain(&start, &p.goal, &parity,
                                                 NULL), LOYD_OK);
            if (solvable != expected
                || oracle_solvable(&start, &p.goal) != expected
                || parity.by_rank_violations != expected
                || parity.by_disorder != expected
                || parity.by_transpositions != expected
                || parity.by_inversions != expected)
                fail_msg("goal %s, board %u of %u", goals[g], rank, p.states);
            reached += expected;
        }
        assert_int_equal(reached, p.states / 2);
        close_problem(&p);
    }
}

/* What each method counts, by its definition, on every board of 3x2. */
static void
test_counts_are_as_defined(void **state)
{
    struct problem p;

    (void)state;
    open_problem(&p, "6 4 2/5 0 1");
    for (uint32_t rank = 0; rank < p.states; rank++) {
        loyd_board start = board_of(&p, rank);
        unsigned later = 0, inversions = 0, cycles = 0;
        unsigned blank = oracle_find(&start, 0);
        unsigned row = blank / 3, col = blank % 3;
        bool seen[6] = {false};
        loyd_parity parity;

        for (unsigned a = 0; a < 6; a++) {
            unsigned cell = a;

            for (unsigned b = a + 1; b < 6; b++) {
                if (a == blank || b == blank)
                    continue;
                inversions += start.cell[a] > start.cell[b];
                later += oracle_find(&p.goal, start.cell[a])
                    > oracle_find(&p.goal, start.cell[b]);
            }
            cycles += !seen[a];
            for (; !seen[cell];
                 cell = oracle_find(&p.goal, start.cell[cell]))
                seen[cell] = true;
        }
        assert_int_equal(loyd_parity_explain(&start, &p.goal, &parity, NULL),
                         LOYD_OK);
        assert_int_equal(parity.rank_violations, later);
        assert_int_equal(parity.disorder, later);
        assert_int_equal(parity.start_inversions, inversions);
        assert_int_equal(parity.goal_inversions, 8);
        assert_int_equal(parity.transpositions, 6 - cycles);
        assert_int_equal(parity.blank_rows, 1 - row);
        assert_int_equal(parity.blank_distance,
                         1 - row + (col > 1 ? col - 1 : 1 - col));
        assert_int_equal(parity.start_blank_row, 2 - row);
        assert_int_equal(parity.goal_blank_row, 1);
    }
    close_problem(&p);
}

/* Does the path take, at each board, the first move that comes nearer? */
static void
check_path(const struct problem *p, const loyd_puzzle *puzzle,
           const loyd_moves *path)
{
    loyd_board board = puzzle->start;
    unsigned far = p->far[rank_of(p, board.cell)];

    assert_int_equal(path->n, far);
    for (size_t k = 0; k < path->n; k++) {
        unsigned move = 0;
        loyd_board next;

        for (;; move++) {
            assert_in_range(move, 0, 3);
            next = board;
            if (oracle_step(&next, move)
                && p->far[rank_of(p, next.cell)] == far - 1)
                break;
        }
        if (path->dir[k] != move)
            fail_msg("move %zu is %c, the first that is optimal is %c", k,
                     oracle_moves[path->dir[k] & 3].name,
                     oracle_moves[move].name);
        board = next;
        far--;
    }
}

static void
check_solution(const struct problem *p, uint32_t rank,
               const loyd_puzzle *puzzle, const loyd_solution *solution)
{
    if (p->far[rank] == FAR) {
        assert_int_equal(solution->err, LOYD_E_UNSOLVABLE);
        return;
    }
    if (oracle_proven(solution) != p->far[rank])
        fail_msg("board %u: %u, not %u", rank, solution->upper,
                 p->far[rank]);
    if (rank % PATH_EVERY == 0)
        check_path(p, puzzle, &solution->path);
}

/* Every reachable board, and one in ten of the others, through the solver. */
static void
solve_all(const struct problem *p, loyd_solver *solver, uint32_t step)
{
    loyd_puzzle *puzzles = calloc(BATCH, sizeof *puzzles);
    uint32_t *ranks = calloc(BATCH, sizeof *ranks);
    loyd_solve_options options;
    size_t n = 0;

    memset(&options, 0, sizeof options);
    assert_true(puzzles != NULL && ranks != NULL);
    for (uint32_t rank = 0; rank <= p->states; rank++) {
        if (n == BATCH || (rank == p->states && n > 0)) {
            loyd_solution *solutions = oracle_solve(solver, puzzles, n,
                                                    &options);

            for (size_t k = 0; k < n; k++)
                check_solution(p, ranks[k], &puzzles[k], &solutions[k]);
            oracle_free(solutions, n);
            n = 0;
        }
        if (rank == p->states || rank % step != 0
            || (p->far[rank] == FAR && rank % 10 != 0))
            continue;
        ranks[n] = rank;
        puzzles[n].start = board_of(p, rank);
        puzzles[n++].goal = p->goal;
    }
    free(puzzles);
    free(ranks);
}

/* Lengths and canonical paths are those of the flood. */
static void
test_solver_is_bfs(void **state)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_AUTO, 1);

    (void)state;
    for (unsigned g = 0; g < GOALS; g++) {
        struct problem p;

        open_problem(&p, goals[g]);
        solve_all(&p, solver, g < WHOLE_GOALS ? 1 : SOME);
        close_problem(&p);
    }
    loyd_solver_free(&solver);
}

/* The flood itself is what others published. */
static void
test_depths_are_published(void **state)
{
    static const struct {
        const char *size, *goal;
    } rows[] = {{"2x2", "0 1/2 3"}, {"2x3", "1 2/3 4/5 0"},
                {"2x3", "0 2 3/4 5 6"}, {"2x4", "1 2/3 4/5 6/7 0"},
                {"2x4", "1 2 3 4/5 6 7 0"}, {"3x3", "1 2 3/4 5 6/7 8 0"}};

    (void)state;
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct oracle_depths depths = oracle_depths(rows[k].size);
        uint32_t count[FAR + 1] = {0};
        struct problem p;

        open_problem(&p, rows[k].goal);
        for (uint32_t rank = 0; rank < p.states; rank++)
            count[p.far[rank]]++;
        for (unsigned d = 0; d < 160; d++)
            assert_int_equal(count[d], (uint32_t)depths.count[d]);
        assert_int_equal(depths.total, p.states / 2);
        close_problem(&p);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solvable_is_reachable),
        cmocka_unit_test(test_counts_are_as_defined),
        cmocka_unit_test(test_solver_is_bfs),
        cmocka_unit_test(test_depths_are_published),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
