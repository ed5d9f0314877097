/* SPDX-License-Identifier: MIT */
/*
 * Boards of more than 16 cells in a catalogue: intervals hold the optimum that
 * a plain search without tables finds, proofs can be split anywhere, and the
 * rows do not depend on threads, parts, interruptions or the order of merges.
 */
#include "catalogue.h"
#include "catalogue/part.h"
#include "core/range.h"
#include "core/moves.h"
#include "verify/plain.h"
#include "store/rows.h"

#include <loyd/catalogue.h>
#include <loyd/pack.h>

/* The tables of large boards take a second: one solver of one thread, and one
 * of two. */
static loyd_solver *
solver_of(unsigned threads)
{
    static loyd_solver *solvers[3];
    loyd_solver_options options = {.threads = threads,
                                   .cache_dir = getenv("TABLES_OF_RUN")};

    if (solvers[threads] == NULL)
        assert_int_equal(loyd_solver_new(&options, &solvers[threads]),
                         LOYD_OK);
    return solvers[threads];
}

static int
free_solvers(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        loyd_solver *solver = solver_of(threads);

        loyd_solver_free(&solver);
    }
    return 0;
}

/* Stops a job after some calls. */
static bool
go_on(void *context, const loyd_progress *progress)
{
    unsigned *left = context;

    assert_true(progress->done <= progress->total);
    return (*left)-- > 0;
}

static loyd_err
generate(loyd_store *store, unsigned threads, const char *series,
         uint64_t from, uint64_t count, loyd_effort effort, unsigned calls)
{
    loyd_solver *solver = solver_of(threads);
    loyd_generator *generator = NULL;
    char text[100];
    loyd_recipe recipe;
    loyd_job_result result;
    loyd_err err;
    loyd_why why;

    snprintf(text, sizeof(text), "%s~0", series);
    recipe = recipe_of(text);
    OK(loyd_generator_new(&recipe, NULL, &generator, &why));
    err = loyd_catalogue_generate(
        store, solver, generator, from, count, 0, effort, LOYD_STM,
        &(loyd_listener){.progress = go_on, .context = &calls}, &result, &why);
    loyd_generator_free(&generator);
    return err;
}

/* Every row of a catalogue as find --json prints it; the caller frees it. */
static char *
rows_of(loyd_store *store)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    char *text = calloc(1, 1 << 20), *at = text;
    loyd_why why;

    OK(loyd_store_find(store, NULL, &cursor, &why));
    for (;;) {
        OK(loyd_cursor_next(cursor, &row, &why));
        if (row == NULL)
            break;
        at += loyd_entry_json(row->entry, at, (size_t)(text + (1 << 20) - at));
        *at++ = '\n';
    }
    loyd_cursor_close(&cursor);
    return text;
}

static const char *const series[] = {"5x5/rows~g1~i", "6x4/snake~g1~i",
                                     "10x10/spiral~g1~i"};
static const unsigned counts[] = {4, 3, 1};

static void
expect_rows(const char *name, const char *expected)
{
    loyd_store *store = open_store(in_folder(name), LOYD_STORE_READ);
    char *rows = rows_of(store);
    loyd_job_result result;
    loyd_why why;

    assert_string_equal(rows, expected);
    OK(loyd_catalogue_verify(store, NULL, NULL, &result, &why));
    assert_int_equal(result.bad, 0);
    free(rows);
    loyd_store_close(&store);
}

static void
merge(const char *into, const char *const *names, size_t n, uint64_t refused)
{
    loyd_store *store = open_store(in_folder(into), LOYD_STORE_CREATE);
    char paths[8][600];
    const char *list[8];
    loyd_job_result result;
    loyd_why why;

    for (size_t i = 0; i < n; i++) {
        snprintf(paths[i], sizeof(paths[i]), "%s", in_folder(names[i]));
        list[i] = paths[i];
    }
    OK(loyd_catalogue_merge(store, list, n, NULL, &result, &why));
    assert_int_equal(result.bad, refused);
    loyd_store_close(&store);
}

/* Of 6x4 the tables take longest: made once. */
static unsigned
threads_of(int i)
{
    return i == 1 ? 2 : 1;
}

/* The same rows by one thread, by two with an interruption, by parts. */
static void
test_rows_do_not_depend_on_the_way(void **state)
{
    static const char *const orders[2][3] = {{"s1.db", "s2.db", "s3.db"},
                                             {"s3.db", "s1.db", "s2.db"}};
    loyd_store *store = open_store(in_folder("one.db"), LOYD_STORE_CREATE);
    char *rows;

    (void)state;
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            generate(store, threads_of(i), series[i], 0, counts[i], 0, 1000),
            LOYD_OK);
    rows = rows_of(store);
    loyd_store_close(&store);

    store = open_store(in_folder("two.db"), LOYD_STORE_CREATE);
    assert_int_equal(generate(store, 2, series[0], 1, 2, 0, 1000), LOYD_OK);
    for (int i = 0; i < 3; i++) {
        /* Stopped while its first chunk may be in work, and resumed. */
        (void)generate(store, 2, series[i], 0, counts[i], 0, 1);
        assert_int_equal(generate(store, 2, series[i], 0, counts[i], 0, 1000),
                         LOYD_OK);
    }
    loyd_store_close(&store);
    expect_rows("two.db", rows);

    for (unsigned number = 1; number <= 3; number++) {
        char name[] = "s0.db";

        name[1] = (char)('0' + number);
        store = open_store(in_folder(name), LOYD_STORE_CREATE);
        for (int i = 0; i < 3; i++) {
            loyd_part part = {number, 3};
            uint64_t first, n;

            part_range(part.number, part.of, counts[i], &first, &n);
            assert_int_equal(
                generate(store, threads_of(i), series[i], first, n, 0, 1000),
                LOYD_OK);
        }
        loyd_store_close(&store);
    }
    for (int i = 0; i < 2; i++) {
        const char *name = i == 0 ? "m1.db" : "m2.db";

        merge(name, orders[i], 3, 0);
        merge(name, orders[i], 2, 0); /* again */
        expect_rows(name, rows);
    }
    free(rows);
}

/* A better effort at once, or after the default one, or on another machine. */
static void
test_efforts_meet(void **state)
{
    const loyd_rate_options good = {.effort = LOYD_EFFORT_GOOD};
    static const char *const both[] = {"good.db", "quick.db"};
    loyd_solver *solver = solver_of(2);
    loyd_store *store;
    loyd_job_result result;
    char *rows;
    loyd_why why;

    (void)state;
    store = open_store(in_folder("quick.db"), LOYD_STORE_CREATE);
    assert_int_equal(generate(store, 2, series[0], 0, 2, 0, 1000), LOYD_OK);
    loyd_store_close(&store);
    store = open_store(in_folder("good.db"), LOYD_STORE_CREATE);
    assert_int_equal(
        generate(store, 2, series[0], 0, 2, LOYD_EFFORT_GOOD, 1000), LOYD_OK);
    rows = rows_of(store);
    loyd_store_close(&store);
    merge("m.db", both, 2, 0);
    expect_rows("m.db", rows);
    store = open_store(in_folder("quick.db"), LOYD_STORE_WRITE);
    OK(loyd_catalogue_rate(store, solver, &good, NULL, &result, &why));
    assert_int_equal(result.done, 2);
    OK(loyd_catalogue_rate(store, solver, NULL, NULL, &result, &why));
    assert_int_equal(result.done, 0);
    loyd_store_close(&store);
    expect_rows("quick.db", rows);
    free(rows);
}

#define BOARDS 10

/* 6x3 boards, some forty moves from the goal, and their true optima. */
struct truth {
    loyd_id ids[BOARDS];
    struct plain_path paths[BOARDS];
};

static void
add_boards(loyd_store *store, struct truth *truth)
{
    loyd_recipe recipe = recipe_of("6x3/rows~g1:walk:44~truth~0");
    loyd_generator *generator = NULL;
    loyd_why why;

    OK(loyd_generator_new(&recipe, NULL, &generator, &why));
    OK(loyd_store_begin(store, &why));
    for (unsigned i = 0; i < BOARDS; i++) {
        struct plain_board plain = {6, 3, 0, {0}};
        loyd_puzzle puzzle;

        OK(loyd_generator_draw(generator, NULL, i, 0, &puzzle, NULL, &why));
        OK(store_add_puzzle(store, &puzzle, &truth->ids[i], NULL, &why));
        for (unsigned c = 0; c < 18; c++) {
            uint8_t label = puzzle.start.cell[c];

            plain.home[c] = (uint8_t)(label == 0 ? 17 : label - 1);
            if (label == 0)
                plain.blank = c;
        }
        assert_true(
            plain_solve(&plain, UINT64_C(400000000), &truth->paths[i]));
    }
    OK(loyd_store_commit(store, &why));
    loyd_generator_free(&generator);
}

/* Checks all intervals against the optima; returns how many are proven. */
static unsigned
expect_true(loyd_store *store, const struct truth *truth)
{
    unsigned n_proven = 0;
    loyd_why why;

    for (unsigned i = 0; i < BOARDS; i++) {
        const loyd_filter one = {
            .has_ids = true, .ids = &truth->ids[i], .n_ids = 1};
        const struct plain_path *path = &truth->paths[i];
        loyd_cursor *cursor = NULL;
        const loyd_row *row;
        const loyd_known *known;
        const loyd_moves *moves;

        OK(loyd_store_find(store, &one, &cursor, &why));
        OK(loyd_cursor_next(cursor, &row, &why));
        assert_non_null(row);
        known = &row->entry->known[LOYD_STM];
        moves = &known->path;
        assert_in_range(path->n, known->rating.lower, known->rating.upper);
        assert_true(row->entry->estimate >= path->n);
        assert_int_equal(moves->n, known->rating.upper);
        if (known->rating.lower == known->rating.upper) {
            n_proven++;
            for (unsigned k = 0; k < path->n; k++)
                assert_int_equal(moves->dir[k], path->dir[k]);
        }
        loyd_cursor_close(&cursor);
    }
    return n_proven;
}

/* Small budgets leave intervals; a proof in pieces of any size finds what the
 * plain search has found. */
static void
test_proofs_in_pieces(void **state)
{
    loyd_rate_options few = {.nodes = 30}, prove = {.is_proving = true};
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_solver *solver = solver_of(2);
    unsigned n_proven, n_before = 0, rounds = 0;
    struct truth *truth = calloc(1, sizeof(*truth));
    loyd_job_result result;
    loyd_why why;

    (void)state;
    add_boards(store, truth);
    OK(loyd_catalogue_rate(store, solver, &few, NULL, &result, &why));
    assert_int_equal(result.done, BOARDS);
    /* Quick may have proven some; take these proofs away. */
    loyd_store_close(&store);
    run_sql(in_folder("c.db"),
            "INSERT OR IGNORE INTO search (method, budget) VALUES ('t', 1);"
            "UPDATE rating SET lower = 1, search = (SELECT pk FROM search"
            " WHERE method = 't'), lower_search = NULL;"
            "UPDATE puzzle SET upper = (SELECT upper FROM rating"
            " WHERE puzzle = id), stm = NULL;");
    store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
    assert_int_equal(expect_true(store, truth), 0);
    for (prove.nodes = 10; n_before < BOARDS; prove.nodes *= 3) {
        unsigned calls = 20 * rounds;
        /* Every other round is interrupted. */
        loyd_err err = loyd_catalogue_rate(
            store, solver, &prove,
            &(loyd_listener){.progress = rounds % 2 == 0 ? go_on : NULL,
                             .context = &calls},
            &result, &why);

        assert_true(err == LOYD_OK || err == LOYD_E_CANCELLED);
        n_proven = expect_true(store, truth);
        assert_true(n_proven >= n_before);
        if (err == LOYD_OK) {
            assert_int_equal(result.done + result.skipped, BOARDS - n_before);
            assert_int_equal(result.done, n_proven - n_before);
        }
        n_before = n_proven;
        assert_true(++rounds < 40);
    }
    assert_true(rounds > 1);
    OK(loyd_catalogue_rate(store, solver, &prove, NULL, &result, &why));
    assert_int_equal(result.done + result.skipped, 0);
    free(truth);
    loyd_store_close(&store);
}

/* Stops once all but one are proven, or when that takes too long. */
static bool
all_but_one(void *context, const loyd_progress *progress)
{
    bool *is_late = context;

    *is_late = progress->nodes > UINT64_C(60000000);
    return !*is_late && (progress->total == 0 ||
                         progress->done + 1 < progress->total);
}

/* A proof that would take years holds back no other, of any class. */
static void
test_endless(void **state)
{
    static const loyd_rate_options prove = {.is_proving = true};
    bool is_late = false;
    const loyd_listener listener = {.progress = all_but_one,
                                    .context = &is_late};
    loyd_store *store = open_store(in_folder("e.db"), LOYD_STORE_CREATE);
    loyd_solver *solver = solver_of(2);
    loyd_job_result result;
    const loyd_filter proven = {CONDITIONS({"status", "proven"})};
    uint64_t n = 0;
    loyd_why why;

    (void)state;
    assert_int_equal(generate(store, 1, "8x8/rows~g1~endless~0", 0, 1, 0,
                              1000),
                     LOYD_OK);
    assert_int_equal(generate(store, 1, "6x6/rows~g1:walk:60~easy~0", 0, 6, 0,
                              1000),
                     LOYD_OK);
    loyd_store_close(&store);
    run_sql(in_folder("e.db"),
            "UPDATE rating SET upper = upper, lower = 1, lower_search = NULL,"
            " search = (SELECT search FROM rating WHERE lower < upper)"
            " WHERE lower = upper;"
            "UPDATE puzzle SET upper = (SELECT upper FROM rating"
            " WHERE puzzle = id), stm = NULL;");
    store = open_store(in_folder("e.db"), LOYD_STORE_WRITE);
    assert_int_equal(loyd_catalogue_rate(store, solver, &prove, &listener,
                                         &result, &why),
                     LOYD_E_CANCELLED);
    assert_false(is_late);
    OK(loyd_store_count(store, &proven, &n, &why));
    assert_int_equal(n, 6);
    loyd_store_close(&store);
}

/* Stores the first board of a catalogue in another one with a false lower end
 * and a path that begins to and fro. */
static void
add_false(const char *from, const char *to)
{
    loyd_store *store = open_store(in_folder(from), LOYD_STORE_READ);
    loyd_search search = {100, "false"};
    loyd_moves moves = {0}, longer = {0};
    loyd_filter first = {.limit = 1};
    loyd_cursor *cursor = NULL;
    loyd_rating rating;
    loyd_puzzle puzzle;
    const loyd_row *row;
    loyd_id id;
    loyd_why why;

    OK(loyd_store_find(store, &first, &cursor, &why));
    OK(loyd_cursor_next(cursor, &row, &why));
    assert_non_null(row);
    puzzle = row->entry->puzzle;
    for (size_t i = 0; i < row->entry->known[LOYD_STM].path.n; i++)
        OK(moves_push(&moves,
                      (loyd_dir)row->entry->known[LOYD_STM].path.dir[i]));
    for (int i = 0; i < 4; i++)
        OK(moves_push(&longer, (loyd_dir)((moves.dir[0] + 2 * i) % 4)));
    for (size_t i = 0; i < moves.n; i++)
        OK(moves_push(&longer, (loyd_dir)moves.dir[i]));
    loyd_cursor_close(&cursor);
    loyd_store_close(&store);
    rating = (loyd_rating){(uint16_t)(moves.n + 2), (uint16_t)longer.n, search,
                           search, LOYD_STM};
    store = open_store(in_folder(to), LOYD_STORE_CREATE);
    OK(loyd_store_begin(store, &why));
    OK(store_add_puzzle(store, &puzzle, &id, NULL, &why));
    OK(store_add_rating(store, &id, &rating, &longer, &why));
    OK(loyd_store_commit(store, &why));
    loyd_store_close(&store);
    loyd_moves_free(&moves);
    loyd_moves_free(&longer);
}

/* Contradictions and options that exclude each other change nothing. */
static void
test_contradictions_are_refused(void **state)
{
    static const char *const names[] = {"false.db"};
    const loyd_rate_options both = {.effort = LOYD_EFFORT_GOOD, .nodes = 5};
    const loyd_rate_options prove = {.effort = LOYD_EFFORT_GOOD,
                                     .is_proving = true};
    loyd_store *store = open_store(in_folder("true.db"), LOYD_STORE_CREATE);
    loyd_solver *solver = solver_of(1);
    loyd_job_result result;
    char *rows;
    loyd_why why;

    (void)state;
    assert_int_equal(generate(store, 1, series[0], 0, 3, 0, 1000), LOYD_OK);
    rows = rows_of(store);
    assert_why(
        "both", loyd_catalogue_rate(store, solver, &both, NULL, &result, &why),
        &why, LOYD_E_RANGE,
        "expected an effort, a node budget, a proof or traits");
    assert_why("prove",
               loyd_catalogue_rate(store, solver, &prove, NULL, &result, &why),
               &why, LOYD_E_RANGE,
               "expected an effort, a node budget, a proof or traits");
    loyd_store_close(&store);
    add_false("true.db", "false.db");
    merge("true.db", names, 1, 1);
    expect_rows("true.db", rows);
    free(rows);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_rows_do_not_depend_on_the_way,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_efforts_meet, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_proofs_in_pieces, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_endless, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_contradictions_are_refused,
                                        make_folder, remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, free_solvers);
}
