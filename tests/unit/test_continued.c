/* SPDX-License-Identifier: MIT */
/*
 * Proofs of a catalogue that are stopped and continued: only the bound that
 * was interrupted is searched again. Nodes are counted, on one thread and with
 * a fixed memory, where they depend on nothing else.
 */
#include "catalogue.h"
#include "oracle.h"
#include "store/rows.h"

#include <loyd/catalogue.h>

/* Goal: rows,blank=first. The last bounds have less than a million nodes, */
static const char *const short_boards[] = {
    "2 13 10 19 15/12 11 4 14 17/0 3 7 5 18/16 9 8 6 1",
    "16 5 18 1 13/17 19 2 10 9/8 3 6 7 0/11 12 15 14 4",
    "8 11 5 14 3/17 0 1 10 18/13 19 16 4 12/2 7 15 6 9"};

/* and this one's more than the least table of states has entries. */
static const char *const long_boards[] = {
    "13 11 19 4 6/0 10 2 3 9/17 5 7 15 12/16 14 18 8 1"};

/* The progress of a job, and when it is stopped. */
struct heard {
    uint64_t nodes;
    uint64_t finished; /* of them before the last bound was begun */
    unsigned bound;
    uint64_t done;
    uint64_t last_nodes; /* stop after these; 0: never */
    unsigned last_bound; /* stop when it is begun; 0: never */
};

static bool
hear(void *context, const loyd_progress *progress)
{
    struct heard *heard = context;

    if (strcmp(progress->what, "proving") != 0)
        return true;
    if (progress->bound != heard->bound || progress->done != heard->done)
        heard->finished = heard->nodes;
    heard->nodes = progress->nodes;
    heard->bound = progress->bound;
    heard->done = progress->done;
    return (heard->last_nodes == 0 || heard->nodes < heard->last_nodes) &&
           (heard->last_bound == 0 || heard->bound < heard->last_bound);
}

static loyd_solver *
new_solver(void)
{
    const loyd_solver_options options = {.cache_dir = oracle_cache(),
                                         .tables = LOYD_TABLES_LARGE,
                                         .threads = 1,
                                         .memory = (uint64_t)256 << 20};
    loyd_solver *solver = NULL;

    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    return solver;
}

static loyd_puzzle
puzzle_of(const char *text)
{
    loyd_puzzle puzzle = {.goal = goal_of("rows,blank=first", 5, 4)};
    loyd_why why;

    OK(loyd_board_parse(text, strlen(text), 5, 4, &puzzle.start, &why));
    return puzzle;
}

/* Makes the catalogue first.db, with intervals. */
static void
make_first(const char *const *boards, size_t n)
{
    loyd_solver *solver = new_solver();
    loyd_store *store = open_store(in_folder("first.db"), LOYD_STORE_CREATE);
    loyd_why why;

    OK(loyd_store_begin(store, &why));
    for (size_t i = 0; i < n; i++) {
        const loyd_puzzle puzzle = puzzle_of(boards[i]);
        bool is_new;
        loyd_id id;

        OK(put_puzzle(store, &puzzle, &id, &is_new, &why));
    }
    OK(loyd_store_commit(store, &why));
    OK(loyd_catalogue_rate(store, solver, NULL, NULL, NULL, &why));
    loyd_store_close(&store);
    loyd_solver_free(&solver);
}

/* Returns the nodes of proofs one by one, without a catalogue. */
static uint64_t
solve_each(const char *const *boards, size_t n)
{
    loyd_solver *solver = new_solver();
    uint64_t nodes = 0;
    loyd_why why;

    for (size_t i = 0; i < n; i++) {
        const loyd_puzzle puzzle = puzzle_of(boards[i]);
        loyd_solution solution = {.nodes = 0};

        OK(loyd_solve(solver, &puzzle, 1, NULL, &solution, &why));
        nodes += solution.nodes;
        loyd_moves_free(&solution.path);
    }
    loyd_solver_free(&solver);
    return nodes;
}

/* Proves the boards of c.db with a new solver, as a new process would. */
static void
prove(struct heard *heard)
{
    const loyd_listener listener = {.progress = hear, .context = heard};
    const loyd_rate_options options = {.is_proving = true};
    bool stops = heard->last_nodes > 0 || heard->last_bound > 0;
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
    loyd_solver *solver = new_solver();
    loyd_err err = loyd_catalogue_rate(store, solver, &options, &listener,
                                       NULL, NULL);

    assert_int_equal(err, stops ? LOYD_E_CANCELLED : LOYD_OK);
    loyd_solver_free(&solver);
    loyd_store_close(&store);
}

/* Makes c.db a copy of first.db. */
static void
begin_again(void)
{
    size_t len;
    uint8_t *bytes = read_file(in_folder("first.db"), &len);

    write_file(in_folder("c.db"), bytes, len);
    free(bytes);
}

static void
digest_now(uint8_t digest[LOYD_HASH_BYTES])
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_READ);

    digest_of(store, digest);
    loyd_store_close(&store);
}

/* A proof that nothing has stopped. */
struct whole {
    uint64_t nodes;
    uint8_t digest[LOYD_HASH_BYTES];
};

static struct whole
prove_whole(const char *const *boards, size_t n)
{
    struct heard heard = {.nodes = 0};
    struct whole whole;

    make_first(boards, n);
    begin_again();
    prove(&heard);
    whole.nodes = heard.nodes;
    digest_now(whole.digest);
    return whole;
}

/* Proves them in two runs; the first is stopped: they take the bound
   that was interrupted and a hundredth more. */
static void
prove_in_two(const struct whole *whole, struct heard first)
{
    struct heard second = {.nodes = 0};
    uint8_t digest[LOYD_HASH_BYTES];
    uint64_t again;

    begin_again();
    prove(&first);
    prove(&second);
    digest_now(digest);
    assert_memory_equal(digest, whole->digest, sizeof(digest));
    again = first.nodes - first.finished;
    if (first.nodes + second.nodes > whole->nodes + again + whole->nodes / 100)
        fail_msg("%llu nodes, %llu of them in the last bound, and %llu: more "
                 "than %llu",
                 (unsigned long long)first.nodes, (unsigned long long)again,
                 (unsigned long long)second.nodes,
                 (unsigned long long)whole->nodes);
}

/* Several puzzles take turns, but not within a bound. */
static void
test_several(void **state)
{
    const struct whole whole =
        prove_whole(short_boards, COUNT(short_boards));

    uint64_t solved = solve_each(short_boards, COUNT(short_boards));
    uint64_t step = oracle_is_long() ? 40 : 80;

    (void)state;
    assert_in_range(whole.nodes, 1, solved + solved / 100);
    for (uint64_t per_cent = 10; per_cent < 100; per_cent += step)
        prove_in_two(&whole, (struct heard){.last_nodes = whole.nodes *
                                                          per_cent / 100});
}

/* The table of states grows within a bound. */
static void
test_long_bound(void **state)
{
    struct whole whole;

    (void)state;
    if (!oracle_is_long())
        skip(); /* three proofs of seconds */
    whole = prove_whole(long_boards, COUNT(long_boards));
    prove_in_two(&whole, (struct heard){.last_bound = 71});
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_several, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_long_bound, make_folder,
                                        remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
