/* SPDX-License-Identifier: MIT */
/*
 * The order of the boards of a search with many views, and its use of
 * solutions that are known, against the search with two views: the same
 * lengths and paths.
 */
#include "few.h"

#include "solve/solver.h"

/* Notes the puzzles in the order in which they are solved. */
struct order {
    size_t puzzle[FEW];
    size_t n;
};

static bool
note_bound(void *context, const loyd_bound *bound)
{
    (void)context;
    (void)bound;
    return true;
}

static bool
note_solved(void *context, struct search_job *job)
{
    struct order *o = context;

    assert_true(o->n < FEW);
    o->puzzle[o->n++] = job->puzzle;
    return true;
}

/* Runs the jobs; returns the nodes of all. */
static uint64_t
run(struct few *few, uint64_t patience, struct order *order)
{
    struct monitor m = {
        .bound = note_bound, .solved = note_solved, .solved_context = order};
    struct search_batch batch = {
        .jobs = few->jobs, .n_jobs = FEW, .monitor = &m, .patience = patience};
    uint64_t nodes = 0;

    order->n = 0;
    assert_int_equal(pthread_mutex_init(&m.lock, NULL), 0);
    assert_int_equal(views_run(few->c.views, &batch, 2, 1, NULL), LOYD_OK);
    pthread_mutex_destroy(&m.lock);
    for (size_t i = 0; i < FEW; i++)
        nodes += few->jobs[i].nodes;
    return nodes;
}

static void
expect_lengths(const struct few *few)
{
    for (size_t i = 0; i < FEW; i++) {
        assert_int_equal(few->jobs[i].end, SEARCH_SOLVED);
        assert_int_equal(few->jobs[i].lower, few->right[i].upper);
    }
}

/* Jobs with solutions of `more` moves more than the optimum. */
static void
make_jobs(struct few *few, unsigned more)
{
    for (size_t i = 0; i < FEW; i++) {
        few->jobs[i] = few_job(few, i);
        few->jobs[i].upper = (uint16_t)(few->right[i].upper + more);
    }
}

static void
test_known_solutions(void **state)
{
    struct few few;
    struct order order;
    uint64_t plain, with_optimum;

    (void)state;
    if (oracle_is_watched())
        skip(); /* these tables would take minutes to build */
    few_make(&few, "6x3/rows~g1:walk:100~known~0");
    for (size_t i = 0; i < FEW; i++)
        few.jobs[i] = few_job(&few, i);
    plain = run(&few, 0, &order);
    expect_lengths(&few);
    for (unsigned more = 2; more < 8; more += 2) {
        make_jobs(&few, more);
        run(&few, 0, &order);
        expect_lengths(&few);
        assert_int_equal(order.n, FEW);
    }
    make_jobs(&few, 0);
    with_optimum = run(&few, 0, &order);
    expect_lengths(&few);
    assert_int_equal(order.n, FEW);
    assert_true(with_optimum < plain); /* without the last bound */
    for (size_t i = 0; i < FEW; i++) { /* the path is wanted all the same */
        few.jobs[i] = few_job(&few, i);
        few.jobs[i].upper = few.right[i].upper;
        few.jobs[i].wants_path = true;
    }
    run(&few, 0, &order);
    expect_lengths(&few);
    for (size_t i = 0; i < FEW; i++) {
        assert_int_equal(few.jobs[i].path.n, few.right[i].upper);
        loyd_moves_free(&few.jobs[i].path);
    }
    few_free(&few);
}

/* A lower end above a solution is wrong. */
static void
test_wrong_lower_end(void **state)
{
    struct few few;
    struct order order;

    (void)state;
    if (oracle_is_watched())
        skip(); /* the same tables */
    few_make(&few, "6x3/rows~g1:walk:100~wrong~0");
    make_jobs(&few, 0);
    for (size_t i = 0; i < FEW; i++)
        few.jobs[i].lower = few.jobs[i].known_lower =
            (uint16_t)(few.right[i].upper + 2);
    run(&few, 0, &order);
    for (size_t i = 0; i < FEW; i++) {
        assert_int_equal(few.jobs[i].end, SEARCH_BELOW);
        assert_int_equal(few.jobs[i].below, few.right[i].upper);
    }
    few_free(&few);
}

/* Boards that are expected to take long come last, however low their sums. */
static void
test_order(void **state)
{
    struct few few;
    struct order order;
    size_t first;

    (void)state;
    if (oracle_is_watched())
        skip(); /* the same tables */
    few_make(&few, "6x3/rows~g1:walk:100~order~0");
    for (size_t i = 0; i < FEW; i++)
        few.jobs[i] = few_job(&few, i);
    run(&few, 0, &order);
    assert_int_equal(order.n, FEW);
    first = order.puzzle[0];
    for (uint64_t nodes = 1; nodes != 0; nodes *= 256) {
        make_jobs(&few, 100);
        for (size_t i = 0; i < FEW; i++)
            few.jobs[i].lower_nodes = i == first ? nodes : 0;
        run(&few, 0, &order);
        expect_lengths(&few);
        assert_int_equal(order.n, FEW);
        assert_int_equal(order.puzzle[FEW - 1], first);
    }
    /* With no patience for more than one board, none is searched. */
    make_jobs(&few, 2);
    assert_int_equal(run(&few, 1, &order), 0);
    for (size_t i = 0; i < FEW; i++)
        assert_int_equal(few.jobs[i].end, SEARCH_OPEN);
    few_free(&few);
}

/* Short solutions are found for boards left open; results stay the same. */
static void
test_short_solutions(void **state)
{
    enum { N = 3 }; /* each takes a second */
    struct few few;
    loyd_solver *large;

    (void)state;
    if (oracle_is_watched())
        skip(); /* the same tables */
    few_make(&few, "6x3/rows~g1:walk:100~short~0");
    large = oracle_solver(LOYD_TABLES_LARGE, 2);
    large->patience = 1;
    for (unsigned k = 0; k < 2; k++) {
        const loyd_solve_options call = {.is_length_only = k == 0};
        loyd_solution *found = oracle_solve(large, few.puzzles, N, &call);

        for (size_t i = 0; i < N; i++) {
            assert_int_equal(found[i].upper, few.right[i].upper);
            assert_int_equal(found[i].lower, few.right[i].upper);
            assert_int_equal(found[i].path.n, k == 0 ? 0 : found[i].upper);
            if (found[i].path.n > 0)
                assert_memory_equal(found[i].path.dir, few.right[i].path.dir,
                                    found[i].upper);
        }
        oracle_free(found, N);
    }
    loyd_solver_free(&large);
    few_free(&few);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_solutions),
        cmocka_unit_test(test_wrong_lower_end),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_short_solutions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
