/* SPDX-License-Identifier: MIT */
/*
 * The plain searches of verify against the solver, which shares nothing with
 * them: lengths and canonical paths, up to the limits that the documentation
 * states.
 */
#include "core/board.h"
#include "oracle.h"

#include "verify/plain.h"

static const struct {
    unsigned width, height, blank;
} classes[] = {{4, 4, 5}, {3, 4, 0}, {5, 2, 3}, {6, 4, 2}, {15, 15, 112}};

/* Slides or moves at random from the goal; none is taken back. */
static loyd_puzzle
walk(unsigned class, loyd_metric metric, unsigned n, uint64_t *seed)
{
    loyd_puzzle p = {.goal = {.width = (uint8_t)classes[class].width,
                              .height = (uint8_t)classes[class].height}};
    unsigned cells = oracle_cells(&p.goal), label = 1, last = 4;

    for (unsigned c = 0; c < cells; c++)
        p.goal.cell[c] = c == classes[class].blank ? 0 : (uint8_t)label++;
    p.start = p.goal;
    while (n > 0) {
        unsigned dir = oracle_below(seed, 4), far;
        bool is_same = last < 4 && (dir ^ last) % 2 == 0;

        if ((is_same && (metric == LOYD_MTM || dir != last)) ||
            !oracle_step(&p.start, dir))
            continue;
        far = metric == LOYD_MTM ? oracle_below(seed, 4) : 0;
        while (far-- > 0 && oracle_step(&p.start, dir))
            ;
        last = dir;
        n--;
    }
    return p;
}

static struct plain_board
plain_of(const loyd_puzzle *p)
{
    struct plain_board board = {.width = p->goal.width,
                                .height = p->goal.height,
                                .blank = oracle_find(&p->start, 0)};

    for (unsigned c = 0; c < oracle_cells(&p->goal); c++)
        board.home[c] = (uint8_t)oracle_find(&p->goal, p->start.cell[c]);
    return board;
}

static void
check_path(const struct plain_path *path, const loyd_solution *solution)
{
    assert_int_equal(path->n, solution->path.n);
    assert_memory_equal(path->dir, solution->path.dir, path->n);
}

static void
solve(loyd_solver *solver, const loyd_puzzle *p, loyd_metric metric,
      loyd_solution *solution)
{
    const loyd_solve_options how = {.metric = metric};

    memset(solution, 0, sizeof(*solution));
    assert_int_equal(loyd_solve(solver, p, 1, &how, solution, NULL), LOYD_OK);
    assert_int_equal(solution->lower, solution->upper);
}

/* Returns how many boards were solved, those of more slides counting none. */
static unsigned
check_slides(loyd_solver *solver, struct plain_lengths *lengths,
             unsigned class, unsigned slides, uint64_t *seed)
{
    loyd_puzzle p = walk(class, LOYD_MTM, slides, seed);
    struct plain_board board = plain_of(&p);
    struct plain_path path;
    loyd_solution solution;
    unsigned length = 0;
    bool is_found;

    if (board_equal(&p.start, &p.goal))
        return 0;
    is_found = plain_solve_mtm(lengths, &board, &length, &path);
    solve(solver, &p, LOYD_MTM, &solution);
    assert_int_equal(is_found, solution.upper <= SEARCHED_MTM);
    if (is_found) {
        assert_int_equal(length, solution.upper);
        check_path(&path, &solution);
    }
    loyd_moves_free(&solution.path);
    return is_found;
}

static void
check_moves(loyd_solver *solver, unsigned class, unsigned moves,
            uint64_t *seed)
{
    loyd_puzzle p = walk(class, LOYD_STM, moves, seed);
    struct plain_board board = plain_of(&p);
    struct plain_path path;
    loyd_solution solution;

    if (board_equal(&p.start, &p.goal))
        return;
    assert_true(plain_solve(&board, PLAIN_NODES, &path));
    solve(solver, &p, LOYD_STM, &solution);
    check_path(&path, &solution);
    loyd_moves_free(&solution.path);
}

static void
test_plain_searches_agree_with_the_solver(void **state)
{
    const loyd_solver_options small = {.tables = LOYD_TABLES_SMALL};
    struct plain_lengths *lengths = plain_lengths_new();
    loyd_solver *solver = NULL;
    uint64_t seed = 12;

    (void)state;
    assert_non_null(lengths);
    assert_int_equal(loyd_solver_new(&small, &solver),
                     LOYD_OK);
    for (unsigned class = 0; class < sizeof(classes) / sizeof(classes[0]);
         class++) {
        unsigned boards = classes[class].width > 9 ? 2 : 30, found = 0;

        for (unsigned i = 0; i < boards; i++) {
            found += check_slides(solver, lengths, class, 1 + i % 10, &seed);
            found += check_slides(solver, lengths, class, SEARCHED_MTM, &seed);
            check_moves(solver, class, SEARCHED_STM - i % 3, &seed);
        }
        assert_true(found > boards);
    }
    loyd_solver_free(&solver);
    plain_lengths_free(&lengths);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_searches_agree_with_the_solver),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
