/* SPDX-License-Identifier: MIT */
/*
 * Which of two equal ends, searches and estimates a catalogue keeps: in
 * whichever order it meets them, the same. One board of 6x6, three moves to
 * the left from its goal.
 */
#include "catalogue.h"
#include "core/moves.h"
#include "store/rows.h"

static const loyd_search some = {100, "some"};

/* Stores an interval; its search is that of both ends. */
static loyd_err
rate(loyd_store *store, const loyd_id *id, uint16_t lower, const char *path,
     const loyd_search *search)
{
    loyd_moves moves = {0};
    loyd_rating rating;
    loyd_err err;
    loyd_why why;

    OK(moves_parse(path, strlen(path), &moves, &why));
    rating = (loyd_rating){lower, (uint16_t)moves.n, *search, *search,
                           LOYD_STM};
    err = store_add_rating(store, id, &rating, &moves, &why);
    loyd_moves_free(&moves);
    return err;
}

/* An open catalogue with the board, in a transaction. */
static loyd_store *
begin(const char *name, loyd_id *id)
{
    loyd_store *store = open_store(in_folder(name), LOYD_STORE_CREATE);
    loyd_puzzle puzzle = {.start = {.width = 6, .height = 6}};
    loyd_why why;

    for (unsigned c = 0; c < 35; c++)
        puzzle.start.cell[c] = (uint8_t)(c + 1);
    puzzle.goal = puzzle.start;
    for (unsigned c = 35; c > 32; c--) {
        puzzle.start.cell[c] = puzzle.start.cell[c - 1];
        puzzle.start.cell[c - 1] = 0;
    }
    OK(loyd_store_begin(store, &why));
    OK(put_puzzle(store, &puzzle, id, NULL, &why));
    return store;
}

/* Reads the board, and closes the catalogue. */
static loyd_entry
finish(loyd_store *store, char *path)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    loyd_entry entry;
    loyd_why why;

    OK(loyd_store_commit(store, &why));
    OK(loyd_store_find(store, NULL, &cursor, &why));
    OK(loyd_cursor_next(cursor, &row, &why));
    assert_non_null(row);
    assert_in_range(
        loyd_moves_print(&row->entry->known[LOYD_STM].path, NULL, 0) + 1, 1,
        20);
    moves_print(&row->entry->known[LOYD_STM].path, path);
    entry = *row->entry;
    loyd_cursor_close(&cursor);
    loyd_store_close(&store);
    return entry;
}

/* The first of two paths of one length, U < R < D < L. */
static void
test_equal_paths(void **state)
{
    static const char *const paths[2] = {"LLLRL", "LRLLL"};

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        char name[] = "a.db", path[20];
        loyd_store *store;
        loyd_id id;

        name[0] = (char)(name[0] + (int)i);
        store = begin(name, &id);
        assert_int_equal(rate(store, &id, 1, paths[i], &some), LOYD_OK);
        assert_int_equal(rate(store, &id, 1, paths[1 - i], &some), LOYD_OK);
        finish(store, path);
        assert_string_equal(path, "LRL3");
    }
}

/* Of equal ends, the search with more nodes; 0 is no limit, the most. */
static void
test_equal_ends(void **state)
{
    static const loyd_search searches[3] = {
        {0, "b"}, {0, "c"}, {UINT64_C(1) << 40, "a"}};

    (void)state;
    for (unsigned order = 0; order < 3; order++) {
        char name[] = "a.db", path[20];
        loyd_store *store;
        loyd_entry entry;
        loyd_id id;

        name[0] = (char)(name[0] + (int)order);
        store = begin(name, &id);
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(
                rate(store, &id, 3, "LLLRL", &searches[(i + order) % 3]),
                LOYD_OK);
        entry = finish(store, path);
        assert_string_equal(entry.known[LOYD_STM].rating.upper_search.method,
                            "b");
        assert_string_equal(entry.known[LOYD_STM].rating.lower_search.method,
                            "b");
        assert_int_equal(entry.known[LOYD_STM].rating.upper_search.budget, 0);
    }
}

/* An estimate of the lower version stays; it is no less than a lower end. */
static void
test_estimates(void **state)
{
    loyd_id id;
    loyd_store *store = begin("a.db", &id);
    loyd_entry entry;
    char path[20];
    loyd_why why;

    (void)state;
    assert_int_equal(rate(store, &id, 3, "LLLRLRL", &some), LOYD_OK);
    assert_int_not_equal(store_add_estimate(store, &id, 2, 1, &why),
                         LOYD_OK);                  /* below the lower end */
    OK(store_add_estimate(store, &id, 3, 3, &why)); /* equal to it */
    OK(store_add_estimate(store, &id, 2, 5, &why)); /* a lower version */
    OK(store_add_estimate(store, &id, 3, 7, &why)); /* a higher one */
    OK(store_add_estimate(store, &id, 2, 5, &why)); /* again */
    assert_int_not_equal(store_add_estimate(store, &id, 2, 7, &why), LOYD_OK);
    assert_non_null(strstr(why.text, "contradicts the stored 5"));
    assert_int_not_equal(rate(store, &id, 6, "LLLRLRL", &some), LOYD_OK);
    assert_int_equal(rate(store, &id, 5, "LLLRLRL", &some), LOYD_OK);
    entry = finish(store, path);
    assert_int_equal(entry.estimate, 5);
    assert_int_equal(entry.estimate_version, 2);
    assert_int_equal(entry.known[LOYD_STM].rating.lower, 5);
}

/* The search of a result that was stopped has no name, and a search that no
 * schema holds has a budget beyond 2^63-1. */
static void
test_stopped_is_refused(void **state)
{
    static const loyd_search bad[] = {{0, ""}, {UINT64_MAX, "a"}};
    loyd_moves path = {0};
    loyd_rating rating;
    loyd_store *store;
    loyd_id id;
    loyd_why why;

    (void)state;
    OK(moves_parse("LLL", 3, &path, &why));
    for (size_t i = 0; i < 2 * COUNT(bad); i++) {
        char name[20];

        snprintf(name, sizeof(name), "stopped%zu.db", i);
        store = begin(name, &id);
        rating = i % 2 == 0
                     ? (loyd_rating){1, 3, some, bad[i / 2], LOYD_STM}
                     : (loyd_rating){1, 3, bad[i / 2], some, LOYD_STM};
        assert_int_equal(store_add_rating(store, &id, &rating, &path, &why),
                         LOYD_E_DB);
        assert_non_null(strstr(why.text, "CHECK constraint failed"));
        assert_int_equal(loyd_store_commit(store, &why), LOYD_E_DB);
        loyd_store_rollback(store);
        loyd_store_close(&store);
    }
    store = begin("stopped.db", &id);
    rating = (loyd_rating){1, 3, some, some, LOYD_STM};
    OK(store_add_rating(store, &id, &rating, &path, &why));
    loyd_moves_free(&path);
    loyd_store_rollback(store);
    loyd_store_close(&store);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_equal_paths, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_equal_ends, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_estimates, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_stopped_is_refused, make_folder,
                                        remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
