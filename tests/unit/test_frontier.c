/* SPDX-License-Identifier: MIT */
/*
 * Tests the search for the length alone, which keeps the nodes that a bound
 * cuts: its bookkeeping, and its lengths against published ones. Small tables
 * make many boards produce more nodes than it can keep.
 */
#include "draws.h"
#include "solve/search/frontier.h"
#include "tally.h"

enum { WORDS = 3 };

static uint64_t *
node_of(uint64_t *words, uint64_t id)
{
    words[0] = id;
    words[1] = ~id;
    words[2] = id * 3;
    return words;
}

/* Consumes all roots: their ids must come in the order of their keys. */
static void
consume(struct frontier *f, const uint16_t *keys, size_t n)
{
    unsigned last = 0;
    bool *met = calloc(n, sizeof(*met));

    assert_non_null(met);
    assert_int_equal(f->n_now, n);
    for (f->at = 0; f->at < f->n_now; f->at++) {
        const uint64_t *root = frontier_root(f, f->at);
        uint64_t words[WORDS];

        assert_true(root[0] < n);
        assert_memory_equal(root, node_of(words, root[0]), sizeof(words));
        assert_false(met[root[0]]);
        met[root[0]] = true;
        assert_true(keys[root[0]] >= last);
        last = keys[root[0]];
    }
    free(met);
}

static void
test_roots_are_ordered_by_key(void **state)
{
    enum { N = 1000 };
    uint64_t words[WORDS], random = 7;
    uint16_t keys[N];
    struct frontier f;

    (void)state;
    assert_int_equal(frontier_make(&f, WORDS, FRONTIER_NODES), LOYD_OK);
    frontier_begin(&f, node_of(words, 0), false, FRONTIER_NODES);
    assert_int_equal(f.n_now, 1);
    assert_int_equal(frontier_root(&f, 0)[1], ~UINT64_C(0));
    for (unsigned round = 0; round < 3; round++) {
        for (uint64_t i = 0; i < N; i++) {
            keys[i] = (uint16_t)(oracle_below(&random, FRONTIER_KEYS));
            frontier_add(&f, node_of(words, i), WORDS, keys[i]);
        }
        frontier_turn(&f);
        consume(&f, keys, N);
    }
    frontier_free(&f);
}

/* A root that produces too many nodes is kept in their place. */
static void
test_full_frontier_keeps_the_root(void **state)
{
    uint64_t words[WORDS];
    struct frontier f;

    (void)state;
    assert_int_equal(frontier_make(&f, WORDS, FRONTIER_NODES), LOYD_OK);
    frontier_begin(&f, node_of(words, 0), false, FRONTIER_NODES);
    for (uint64_t i = 0; i < 5; i++)
        frontier_add(&f, node_of(words, i), WORDS, 0);
    frontier_turn(&f);
    f.at = 1; /* the first of five roots is being searched */
    for (uint64_t i = 0; !frontier_is_full(&f); i++)
        frontier_add(&f, node_of(words, i), WORDS, 0);
    assert_int_equal(f.n_later, FRONTIER_NODES - 4);
    frontier_keep_root(&f, node_of(words, 77), 9, 0);
    assert_true(f.is_torn);
    frontier_turn(&f);
    assert_int_equal(f.n_now, 1);
    assert_int_equal(frontier_root(&f, 0)[0], 77);
    frontier_free(&f);
}

static void
test_lengths_are_published(void **state)
{
    enum { BOARDS = 100 };
    loyd_puzzle puzzles[BOARDS];
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 2);
    loyd_solve_options options = {.is_length_only = true};
    loyd_solution *solutions;
    struct tsv boards, lengths;
    size_t n = oracle_effort(BOARDS);

    (void)state;
    n = n > BOARDS ? BOARDS : n;
    tsv_open(&boards, "korf100.boards");
    for (size_t k = 0; k < n; k++) {
        assert_true(tsv_next(&boards, 2));
        puzzles[k].start = oracle_board(boards.field[0]);
        puzzles[k].goal = oracle_goal(4, 4, 0, 16);
    }
    tsv_close(&boards);
    solutions = oracle_solve(solver, puzzles, n, &options);
    tsv_open(&lengths, "korf100.lengths");
    for (size_t k = 0; k < n; k++) {
        assert_true(tsv_next(&lengths, 1));
        assert_int_equal(solutions[k].lower, solutions[k].upper);
        if (solutions[k].upper != strtoul(lengths.field[0], NULL, 10))
            fail_msg("board %zu: length %u: expected %s", k + 1,
                     solutions[k].upper, lengths.field[0]);
    }
    tsv_close(&lengths);
    oracle_free(solutions, n);
    loyd_solver_free(&solver);
}

/*
 * Compares a board searched alone, by all slots of a thread, with the search
 * in path order, where no slot helps another.
 */
static void
expect_alone(const char *recipe, size_t n)
{
    loyd_solver *solver = oracle_solver(LOYD_TABLES_SMALL, 1);
    loyd_solve_options options = {.is_length_only = true};
    loyd_generator *generator = generator_of(recipe);

    for (uint64_t i = 0; i < n; i++) {
        loyd_puzzle puzzle = draw(generator, i);
        loyd_solution *alone, *in_order;

        alone = oracle_solve(solver, &puzzle, 1, &options);
        in_order = oracle_solve(solver, &puzzle, 1, NULL);
        assert_int_equal(alone->lower, alone->upper);
        assert_int_equal(alone->upper, in_order->path.n);
        oracle_free(alone, 1);
        oracle_free(in_order, 1);
    }
    loyd_generator_free(&generator);
    loyd_solver_free(&solver);
}

static void
test_single_board_as_in_batch(void **state)
{
    (void)state;
    expect_alone("4x4/rows~g1~alone~0", oracle_effort(10));
    expect_alone("6x3/snake~g1:walk:500~alone~0", oracle_effort(10));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_roots_are_ordered_by_key),
        cmocka_unit_test(test_full_frontier_keeps_the_root),
        cmocka_unit_test(test_lengths_are_published),
        cmocka_unit_test(test_single_board_as_in_batch),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
