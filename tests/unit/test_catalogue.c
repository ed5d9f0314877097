/* SPDX-License-Identifier: MIT */
/* Long jobs: stored lengths match a search of all states, interrupted jobs
 * resume, and verify finds planted faults. */
#include "catalogue.h"
#include "catalogue/part.h"
#include "core/range.h"
#include "core/board.h"
#include "store/rows.h"

#include <loyd/catalogue.h>
#include <loyd/puzzle.h>

static loyd_solver *
new_solver(unsigned threads)
{
    loyd_solver_options options = {.threads = threads,
                                   .cache_dir = getenv("TABLES_OF_RUN")};
    loyd_solver *solver = NULL;

    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    return solver;
}

static loyd_generator *
new_generator(const char *series)
{
    char text[300];
    loyd_recipe recipe;
    loyd_generator *generator = NULL;
    static const uint8_t secret[LOYD_SECRET_BYTES] = {1, 2, 3};
    loyd_why why;

    snprintf(text, sizeof(text), "%s~0", series);
    recipe = recipe_of(text);
    if (recipe.is_keyed)
        loyd_key_id(secret, recipe.key_id);
    OK(loyd_generator_new(&recipe, recipe.is_keyed ? secret : NULL, &generator,
                          &why));
    return generator;
}

/* Stops the job once `left` calls are used up. */
struct stop {
    unsigned left;
    uint64_t last_done;
};

static bool
go_on(void *context, const loyd_progress *progress)
{
    struct stop *stop = context;

    assert_true(progress->done >= stop->last_done);
    assert_true(progress->done <= progress->total);
    assert_true(progress->what != NULL && progress->what[0] != '\0');
    stop->last_done = progress->done;
    return stop->left-- > 0;
}

static loyd_job_result
generate(loyd_store *store, loyd_solver *solver, const char *series,
         uint64_t from, uint64_t count)
{
    loyd_generator *generator = new_generator(series);
    struct stop never = {.left = 1000000};
    loyd_job_result result;
    loyd_why why;

    OK(loyd_catalogue_generate(
        store, solver, generator, from, count, 0, LOYD_EFFORT_NONE, LOYD_STM,
        &(loyd_listener){.progress = go_on, .context = &never}, &result,
        &why));
    assert_int_equal(never.last_done, count);
    loyd_generator_free(&generator);
    return result;
}

static void
expect_good(loyd_store *store, uint64_t done, uint64_t skipped)
{
    loyd_job_result result;
    loyd_why why;

    OK(loyd_catalogue_verify(store, NULL, NULL, &result, &why));
    assert_int_equal(result.bad, 0);
    assert_int_equal(result.done, done);
    assert_int_equal(result.skipped, skipped);
}

/* Finds the distance of every state of a board of 6 cells from a goal, by
 * breadth-first search with linear lookup. */
#define STATES 720

static unsigned
flood(const loyd_board *goal, loyd_board states[STATES],
      uint16_t depths[STATES])
{
    unsigned n = 1;

    states[0] = *goal;
    depths[0] = 0;
    for (unsigned at = 0; at < n; at++)
        for (int dir = 0; dir < 4; dir++) {
            loyd_board next = states[at];
            unsigned k = 0;

            if (!loyd_board_move(&next, (loyd_dir)dir))
                continue;
            while (k < n && !board_equal(&states[k], &next))
                k++;
            if (k < n)
                continue;
            states[n] = next;
            depths[n++] = (uint16_t)(depths[at] + 1);
        }
    return n;
}

static void
test_stored_lengths_are_optimal(void **state)
{
    static const char *const series[] = {
        "2x3/rows~g1~a", "3x2/spiral~g1:walk:40~b",
        "3x2/columns,missing=2~g1:jump:9~c", "2x3/snake,blank=1.1~g1:retry~d"};
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_solver *solver = new_solver(1);
    uint64_t puzzles = 0, recipes = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(series); i++) {
        loyd_job_result result = generate(store, solver, series[i], 40, 700);

        assert_int_equal(result.done, 700);
        assert_int_equal(result.skipped, 0);
        assert_int_equal(result.bad, 0);
        assert_true(result.new_puzzles > 100 && result.new_puzzles < 360);
        puzzles += result.new_puzzles;
        recipes += 700;
    }
    for (unsigned width = 2; width <= 3; width++) {
        static loyd_board states[STATES];
        static uint16_t depths[STATES];
        const loyd_filter filter = {
            CONDITIONS({"size", width == 2 ? "2x3" : "3x2"})};
        loyd_cursor *cursor = NULL;
        loyd_board flooded = {0};
        const loyd_row *row;
        unsigned n = 0;
        loyd_why why;

        OK(loyd_store_find(store, &filter, &cursor, &why));
        for (;;) {
            unsigned k = 0;

            OK(loyd_cursor_next(cursor, &row, &why));
            if (row == NULL)
                break;
            if (!board_equal(&flooded, &row->entry->puzzle.goal)) {
                flooded = row->entry->puzzle.goal;
                assert_int_equal(flood(&flooded, states, depths), 360);
            }
            while (k < 360 &&
                   !board_equal(&states[k], &row->entry->puzzle.start))
                k++;
            assert_true(k < 360);
            assert_int_equal(row->entry->known[LOYD_STM].status,
                             LOYD_STATUS_PROVEN);
            assert_int_equal(row->entry->known[LOYD_STM].rating.upper,
                             depths[k]);
            n++;
        }
        assert_true(n > 250);
        loyd_cursor_close(&cursor);
    }
    expect_good(store, puzzles + recipes, 0);
    loyd_solver_free(&solver);
    loyd_store_close(&store);
}

/* `shuffle` draws unsolvable boards, which are counted but never stored. */
static void
test_unsolvable_draws_are_skipped(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_solver *solver = new_solver(1);
    loyd_generator *generator = new_generator("3x3/rows~g1:shuffle~s");
    uint64_t expected = 0;
    loyd_job_result result;
    loyd_why why;

    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        loyd_puzzle puzzle;
        bool is_solvable;

        OK(loyd_generator_draw(generator, NULL, i, 0, &puzzle, NULL, &why));
        OK(loyd_solvable(&puzzle.start, &puzzle.goal, &is_solvable, &why));
        expected += is_solvable;
    }
    result = generate(store, solver, "3x3/rows~g1:shuffle~s", 0, 300);
    assert_int_equal(result.done, expected);
    assert_int_equal(result.skipped, 300 - expected);
    assert_true(expected > 100 && expected < 200);
    expect_good(store, result.new_puzzles + expected, 0);
    loyd_generator_free(&generator);
    loyd_solver_free(&solver);
    loyd_store_close(&store);
}

static void
test_targets_are_met(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_solver *solver = new_solver(1);
    const loyd_filter outside = {CONDITIONS({"stm", "15.."}, {"stm", "..11"})};
    loyd_job_result result =
        generate(store, solver, "3x3/spiral~g1,stm=12..14~t", 7, 100);
    uint64_t count;
    loyd_why why;

    (void)state;
    assert_int_equal(result.done, 100);
    OK(loyd_store_count(store, &outside, &count, &why));
    assert_int_equal(count, 0);
    expect_good(store, result.new_puzzles + 100, 0);
    /* A repetition finds everything stored. */
    result = generate(store, solver, "3x3/spiral~g1,stm=12..14~t", 7, 100);
    assert_int_equal(result.done + result.new_puzzles, 0);
    assert_int_equal(result.skipped, 100);
    loyd_solver_free(&solver);
    loyd_store_close(&store);
}

/* One run, ranges in reverse order with two threads, or a stop and a resume:
 * the same catalogue. */
static void
test_same_recipes_same_digest(void **state)
{
    static const char *const series[] = {"3x3/rows~g1~m",
                                         "3x4/random,missing=random~g1~m",
                                         "2x5/snake~g1:walk:99~m"};
    uint8_t digest[3][LOYD_HASH_BYTES];

    (void)state;
    for (unsigned way = 0; way < 3; way++) {
        loyd_store *store;
        loyd_solver *solver = new_solver(1 + way % 2);

        list_folder(folder, true);
        store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
        for (unsigned i = 0; i < COUNT(series); i++) {
            const char *one = series[way == 1 ? 2 - i : i];
            loyd_generator *generator = new_generator(one);
            struct stop stop = {.left = 2}; /* the first one is of 0 */
            loyd_job_result result = {.done = 77};
            loyd_why why;

            if (way == 1) {
                generate(store, solver, one, 675, 225);
                generate(store, solver, one, 300, 375);
                generate(store, solver, one, 150, 300); /* 150 overlap */
                generate(store, solver, one, 0, 150);
            } else if (way == 2) {
                assert_why(
                    "stop",
                    loyd_catalogue_generate(
                        store, solver, generator, 0, 900, 0, LOYD_EFFORT_NONE,
                        LOYD_STM,
                        &(loyd_listener){.progress = go_on, .context = &stop},
                        &result, &why),
                    &why, LOYD_E_CANCELLED,
                    "stopped; everything done so far is stored");
                assert_int_equal(result.done, 77);
                assert_int_equal(stop.last_done, 256);
                /* 512 more were solved by then, and are stored. */
                result = generate(store, solver, one, 0, 900);
                assert_int_equal(result.skipped, 256 + 512);
                assert_int_equal(result.done, 900 - 256 - 512);
            } else {
                generate(store, solver, one, 0, 900);
            }
            loyd_generator_free(&generator);
        }
        digest_of(store, digest[way]);
        loyd_store_close(&store);
        loyd_solver_free(&solver);
    }
    assert_memory_equal(digest[0], digest[1], LOYD_HASH_BYTES);
    assert_memory_equal(digest[0], digest[2], LOYD_HASH_BYTES);
}

/* Some ratings are removed, others become intervals: rate restores them, also
 * after a stop, and so does generate. */
static void
test_rate_proves_unproven_puzzles(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_solver *solver = new_solver(2);
    uint8_t before[LOYD_HASH_BYTES], after[LOYD_HASH_BYTES];
    struct stop stop = {.left = 2}, never = {.left = 1000};
    loyd_job_result result = {.done = 77};
    loyd_why why;

    (void)state;
    generate(store, solver, "3x3/rows~g1~r", 0, 900);
    digest_of(store, before);
    loyd_store_close(&store);
    run_sql(in_folder("c.db"),
            "UPDATE puzzle SET stm = NULL WHERE id > '2';"
            "DELETE FROM rating WHERE puzzle > 'g';"
            "UPDATE rating SET lower = 1 WHERE puzzle > '2';"
            "UPDATE puzzle SET upper = (SELECT upper FROM rating WHERE"
            " puzzle = id AND lower < upper);"
            "UPDATE puzzle SET stm = (SELECT upper FROM rating WHERE"
            " puzzle = id AND lower = upper) WHERE upper IS NULL;");
    store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
    digest_of(store, after);
    assert_memory_not_equal(before, after, LOYD_HASH_BYTES);
    assert_int_equal(loyd_catalogue_rate(
                         store, solver, NULL,
                         &(loyd_listener){.progress = go_on, .context = &stop},
                         &result, &why),
                     LOYD_E_CANCELLED);
    assert_int_equal(result.done, 77);
    assert_int_equal(ask_sql(in_folder("c.db"),
                             "SELECT count(*) FROM puzzle WHERE stm IS NOT"
                             " NULL AND id > '2'"),
                     256 + 512);
    OK(loyd_catalogue_rate(
        store, solver, NULL,
        &(loyd_listener){.progress = go_on, .context = &never}, &result,
        &why));
    assert_true(result.done > 10 && result.done < 132);
    digest_of(store, after);
    assert_memory_equal(before, after, LOYD_HASH_BYTES);
    OK(loyd_catalogue_rate(store, solver, NULL, NULL, &result, &why));
    assert_int_equal(result.done, 0);
    loyd_store_close(&store);
    run_sql(in_folder("c.db"), "UPDATE puzzle SET stm = NULL;"
                               "DELETE FROM rating");
    store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
    result = generate(store, solver, "3x3/rows~g1~r", 0, 900);
    /* A twin in a later batch finds its puzzle proven. */
    assert_int_equal(result.done + result.skipped, 900);
    assert_true(result.done >= 850 && result.new_puzzles == 0);
    digest_of(store, after);
    assert_memory_equal(before, after, LOYD_HASH_BYTES);
    loyd_store_close(&store);
    loyd_solver_free(&solver);
}

/* Boards beyond 16 cells among smaller ones: intervals next to proofs. */
static void
test_large_boards_are_rated(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_solver *solver = new_solver(1);
    loyd_generator *small = new_generator("4x4/rows~g1~l");
    loyd_board goal = goal_of("rows", 5, 4), goal_3 = goal_of("rows", 3, 3);
    uint64_t random = 5;
    loyd_moves home = {0};
    const loyd_filter proven = {CONDITIONS({"status", "proven"})};
    loyd_job_result result;
    uint64_t count, n_small = 0;
    loyd_why why;

    (void)state;
    assert_why("range",
               loyd_catalogue_generate(store, solver, small, LOYD_INDEX_MAX, 2,
                                       0, LOYD_EFFORT_NONE, LOYD_STM, NULL,
                                       &result, &why),
               &why, LOYD_E_RANGE,
               "2 boards from index 281474976710655 on: indices end at "
               "2^48-1");
    result = generate(store, solver, "3x3/rows~g1~l", LOYD_INDEX_MAX, 1);
    assert_int_equal(result.new_puzzles, 1);
    OK(loyd_store_begin(store, &why));
    for (unsigned i = 0; i < 600; i++) { /* more than two batches */
        loyd_puzzle puzzle =
            walk_away(i % 100 == 0 ? &goal : &goal_3, 60, &random, &home);
        bool is_new;

        OK(store_add_puzzle(store, &puzzle, NULL, &is_new, &why));
        n_small += is_new && i % 100 != 0;
    }
    OK(loyd_store_commit(store, &why));
    OK(loyd_catalogue_rate(store, solver, NULL, NULL, &result, &why));
    assert_int_equal(result.done, n_small + 6);
    OK(loyd_store_count(store, &proven, &count, &why));
    /* The others may be proven too. */
    assert_in_range(count, n_small + 1, n_small + 7);
    assert_int_equal(ask_sql(in_folder("c.db"),
                                "SELECT count(*) FROM puzzle"
                                " WHERE estimate IS NOT NULL"),
                     6);
    OK(loyd_catalogue_rate(store, solver, NULL, NULL, &result, &why));
    assert_int_equal(result.done, 0);
    OK(loyd_catalogue_generate(store, solver, small, 3, 0, 0, LOYD_EFFORT_NONE,
                               LOYD_STM, NULL, &result, &why));
    assert_int_equal(result.done, 0);
    loyd_moves_free(&home);
    loyd_generator_free(&small);
    loyd_solver_free(&solver);
    loyd_store_close(&store);
}

/* A recipe with a secret cannot be drawn again: it counts as skipped. */
static void
test_secrets_cannot_be_checked(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_solver *solver = new_solver(1);
    loyd_job_result result, plain;

    (void)state;
    plain = generate(store, solver, "3x3/rows~g1~s", 0, 30);
    result = generate(store, solver, "3x3/rows~g1@00000000~s", 0, 40);
    expect_good(store, plain.new_puzzles + result.new_puzzles + 30, 40);
    loyd_solver_free(&solver);
    loyd_store_close(&store);
}

struct list {
    unsigned n;
    unsigned left;
    char text[20][LOYD_WHY_BYTES];
};

static bool
take(void *context, const loyd_bad *bad)
{
    struct list *list = context;

    assert_true(list->n < COUNT(list->text));
    snprintf(list->text[list->n++], LOYD_WHY_BYTES, "%s", bad->what);
    return list->n < list->left;
}

/* Five wrong rows: each is reported, and the good ones are counted. */
static void
test_verify_reports_every_fault(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_solver *solver = new_solver(1);
    struct list list = {.left = 20}, two = {.left = 2};
    struct stop stop = {.left = 0};
    loyd_job_result result = generate(store, solver, "3x3/rows~g1~v", 0, 2000);
    uint64_t rows = result.new_puzzles + result.done;
    loyd_why why;

    (void)state;
    loyd_store_close(&store);
    run_sql(in_folder("c.db"),
            "PRAGMA foreign_keys = OFF;"
            "UPDATE rating SET path = (SELECT o.path FROM rating AS o WHERE"
            " o.upper = rating.upper AND o.path <> rating.path LIMIT 1) WHERE"
            " puzzle = (SELECT id FROM puzzle WHERE stm = 22 ORDER BY id"
            " LIMIT 1);"
            "UPDATE puzzle SET stm = stm + 2 WHERE id = (SELECT id FROM puzzle"
            " WHERE stm = 20 ORDER BY id LIMIT 1);"
            "UPDATE recipe SET puzzle = (SELECT puzzle FROM recipe WHERE"
            " number = 8) WHERE number = 9;"
            "INSERT INTO recipe SELECT 5, 6, puzzle FROM recipe WHERE"
            " number = 7;");
    store = open_store(in_folder("c.db"), LOYD_STORE_READ);
    OK(loyd_catalogue_verify(store, NULL,
                             &(loyd_listener){.bad = take, .context = &list},
                             &result, &why));
    assert_int_equal(result.bad, list.n);
    assert_int_equal(list.n, 4);
    /* In order of id, which depends on the seed. */
    for (unsigned i = 0; i < 2; i++)
        assert_true(strstr(list.text[i], "the path ") != NULL ||
                    strstr(list.text[i], "the length does not") !=
                        NULL);
    assert_non_null(strstr(list.text[2],
                           "recipe '3x3/rows~g1~v~9' does not draw puzzle "));
    assert_string_equal(list.text[3],
                        "a recipe has an invalid series or index");
    assert_int_equal(result.done, rows - 3);
    OK(loyd_catalogue_verify(store, NULL,
                             &(loyd_listener){.bad = take, .context = &two},
                             &result, &why));
    assert_int_equal(result.bad, 2);
    assert_int_equal(loyd_catalogue_verify(
                         store, NULL,
                         &(loyd_listener){.progress = go_on, .context = &stop},
                         &result, &why),
                     LOYD_E_CANCELLED);
    loyd_solver_free(&solver);
    loyd_store_close(&store);
}

#define T(test)                                                               \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

/* Parts are contiguous, differ by at most one in size, and cover all. */
static void
test_parts(void **state)
{
    static const uint64_t counts[] = {0,  1,  2,       63,
                                      64, 65, 1000000, LOYD_INDEX_MAX + 1};
    static const uint32_t parts[] = {1, 2, 3, 64, 1000, LOYD_PARTS_MAX};

    (void)state;
    for (size_t i = 0; i < COUNT(counts) * COUNT(parts); i++) {
        uint64_t n = counts[i / COUNT(parts)], at = 0;
        loyd_part part = {0, parts[i % COUNT(parts)]};
        loyd_id last = {{0}};

        while (++part.number <= part.of) {
            uint64_t first, count, least = n / part.of;
            loyd_id id_first, id_last;

            part_range(part.number, part.of, n, &first, &count);
            assert_int_equal(first, at);
            assert_in_range(count, least, least + (n % part.of != 0));
            at += count;
            part_ids(&part, &id_first, &id_last);
            assert_true(part.number == 1 || id_next(&last));
            assert_memory_equal(&id_first, &last, sizeof(last));
            last = id_last;
        }
        assert_int_equal(at, n);
        assert_false(id_next(&last));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts),
        T(test_stored_lengths_are_optimal),
        T(test_unsolvable_draws_are_skipped),
        T(test_targets_are_met),
        T(test_same_recipes_same_digest),
        T(test_rate_proves_unproven_puzzles),
        T(test_large_boards_are_rated),
        T(test_secrets_cannot_be_checked),
        T(test_verify_reports_every_fault),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
