/* SPDX-License-Identifier: MIT */
/*
 * Tests the search for the length alone, which keeps the nodes that a bound
 * cuts: its bookkeeping, and its lengths against published ones. Small tables
 * make many boards produce more nodes than it can keep.
 */
#include "draws.h"
#include "solve/search/frontier.h"
#include "tally.h"

enum { WORDS = 3, STASHES = 2, NODES = 5000, ROOM = 200000 };

static struct frontier frontier;
static struct frontier_stash stash[STASHES];

static void
add(unsigned i, uint64_t id, unsigned key, bool is_root)
{
    const uint64_t node[WORDS] = {id, ~id, id * 3};

    assert_true(frontier_add(&stash[i], node, WORDS, key, is_root));
}

/* As between bounds. */
static void
turn(void)
{
    for (unsigned i = 0; i < STASHES; i++)
        frontier_stash_settle(&stash[i]);
    frontier_turn(&frontier);
    for (unsigned i = 0; i < STASHES; i++)
        frontier_stash_begin(&stash[i]);
}

static void
begin(uint64_t room)
{
    frontier_begin(&frontier, room);
    for (unsigned i = 0; i < STASHES; i++)
        frontier_stash_begin(&stash[i]);
}

static void
make(uint64_t room)
{
    assert_int_equal(frontier_make(&frontier, WORDS, room, STASHES), LOYD_OK);
    for (unsigned i = 0; i < STASHES; i++)
        frontier_stash_make(&stash[i], &frontier);
    begin(room);
}

/* Returns false once a stash has no more roots. */
static bool
take(unsigned i, uint64_t *id)
{
    const uint64_t *root = frontier_take(&stash[i], WORDS);

    if (root == NULL)
        return false;
    assert_true(root[1] == ~root[0] && root[2] == root[0] * 3);
    assert_true(root[0] < NODES);
    *id = root[0];
    return true;
}

/* Each node comes back once, those of one stash in the order of their keys. */
static void
test_roots_are_ordered_by_key(void **state)
{
    static unsigned key[NODES];
    static bool is_met[NODES];
    uint64_t random = 7, id, n = 0;

    (void)state;
    make(ROOM);
    begin(ROOM);
    for (unsigned round = 0; round < 6; round++) {
        unsigned least = 0;

        if (round == 3)
            begin(ROOM); /* a board that was left early */
        memset(is_met, 0, sizeof(is_met));
        for (id = 0; id < NODES; id++) {
            key[id] = (unsigned)oracle_below(&random, FRONTIER_KEYS);
            add((unsigned)id % STASHES, id, key[id], false);
        }
        turn();
        for (n = 0; take(round % STASHES, &id); n++) {
            assert_false(is_met[id]);
            is_met[id] = true;
            assert_true(key[id] >= least);
            least = key[id];
            if (round == 2 && n == NODES / 2)
                break;
        }
        if (round != 2)
            assert_int_equal(n, NODES);
        assert_false(atomic_load(&frontier.is_torn));
    }
    frontier_free(&frontier);
}

/*
 * Once it is full, it takes no more nodes but each root, at every bound: as
 * many as the room held, with keys that leave most blocks partly filled.
 */
static void
test_full_frontier_keeps_all_roots(void **state)
{
    const uint64_t room = 1000;
    const uint64_t node[WORDS] = {0};
    static unsigned times[NODES];
    uint64_t random = 11, n = 0, id;

    (void)state;
    make(room);
    while (
        frontier_add(&stash[0], (uint64_t[]){n, ~n, n * 3}, WORDS, 500, false))
        n++;
    assert_in_range(n, room, room + FRONTIER_BLOCK);
    assert_true(atomic_load(&frontier.is_torn));
    for (unsigned bound = 0; bound < 50; bound++) {
        uint64_t all = 0;
        bool is_open[STASHES] = {true, true};

        turn();
        memset(times, 0, sizeof(times));
        while (is_open[0] || is_open[1]) {
            unsigned i = (unsigned)oracle_below(&random, STASHES);

            if (!is_open[i] || !(is_open[i] = take(i, &id)))
                continue;
            times[id]++;
            all++;
            assert_false(frontier_add(&stash[i], node, WORDS, 3, false));
            add(i, id, (unsigned)oracle_below(&random, FRONTIER_KEYS + 100),
                true);
        }
        assert_int_equal(all, n);
        for (id = 0; id < n; id++)
            assert_int_equal(times[id], 1);
    }
    assert_true(frontier.n_fresh <= frontier.n_blocks);
    frontier_free(&frontier);
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
        cmocka_unit_test(test_full_frontier_keeps_all_roots),
        cmocka_unit_test(test_lengths_are_published),
        cmocka_unit_test(test_single_board_as_in_batch),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
