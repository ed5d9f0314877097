/* SPDX-License-Identifier: MIT */
/* Names: which texts are names, the built-in ones, and those of a
 * catalogue. */
#include "catalogue.h"
#include "core/name.h"
#include "tsv.h"

#include "loyd/puzzle.h"
#include "store/rows.h"

static loyd_err
judge(const char *text, size_t len)
{
    loyd_why why;

    return name_check(text, len, &why);
}

/* For each byte, whether it may begin, continue and end a name. */
static void
test_bytes(void **state)
{
    (void)state;
    for (unsigned byte = 0; byte < 128; byte++) {
        char text[3] = {'a', (char)byte, 'a'};
        bool is_inside = byte >= 0x20 && byte != 0x7f && byte != '/' &&
                         byte != '~';

        assert_int_equal(judge(text, 3) == LOYD_OK, is_inside);
        text[0] = (char)byte;
        assert_int_equal(judge(text, 3) == LOYD_OK,
                         is_inside && strchr(" -=+@", (int)byte) == NULL);
        text[0] = 'a';
        text[2] = (char)byte;
        assert_int_equal(judge(text, 3) == LOYD_OK,
                         is_inside && byte != ' ');
    }
}

static void
test_lengths(void **state)
{
    char text[LOYD_NAME_BYTES + 2];

    (void)state;
    memset(text, 'u', sizeof(text)); /* is not base32 */
    for (size_t len = 0; len <= LOYD_NAME_BYTES + 1; len++)
        assert_int_equal(judge(text, len),
                         len >= 1 && len <= LOYD_NAME_BYTES ? LOYD_OK
                                                            : LOYD_E_SYNTAX);
    memset(text, 'a', sizeof(text));
    for (size_t len = 1; len <= LOYD_NAME_BYTES; len++)
        assert_int_equal(judge(text, len),
                         len != LOYD_ID_CHARS ? LOYD_OK : LOYD_E_SYNTAX);
}

/* The built-in puzzles are those of the file, in its order. */
static void
test_built_in(void **state)
{
    struct tsv tsv;
    size_t n = 0;
    struct named named;
    loyd_why why;

    (void)state;
    tsv_open(&tsv, "article_cases.tsv");
    while (tsv_next(&tsv, 6)) {
        char goal[LOYD_BOARD_TEXT], start[LOYD_BOARD_TEXT];
        bool is_solvable;

        assert_true(named_get(n++, &named));
        assert_string_equal(named.name, tsv.field[5]);
        assert_true(named_find(tsv.field[5], &named));
        loyd_board_print(&named.puzzle.goal, LOYD_FORM_ROWS, goal);
        loyd_board_print(&named.puzzle.start, LOYD_FORM_ROWS, start);
        assert_string_equal(named.article, tsv.field[0]);
        assert_string_equal(goal, tsv.field[1]);
        assert_string_equal(start, tsv.field[2]);
        assert_string_equal(named.note, tsv.field[4]);
        OK(name_check(named.name, strlen(named.name), &why));
        OK(loyd_solvable(&named.puzzle.start, &named.puzzle.goal, &is_solvable,
                         &why));
        assert_int_equal(is_solvable, strcmp(tsv.field[3], "solvable") == 0);
    }
    tsv_close(&tsv);
    assert_false(named_get(n, &named));
    assert_false(named_find("LOYD-14-15", &named));
}

static loyd_id
stored(loyd_store *store, const char *start)
{
    loyd_puzzle puzzle;
    loyd_why why;
    loyd_id id;

    OK(loyd_board_parse(start, strlen(start), 0, 0, &puzzle.start, &why));
    OK(loyd_board_parse("1 2 3/4 5 6/7 8 0", 17, 0, 0, &puzzle.goal, &why));
    OK(store_add_puzzle(store, &puzzle, &id, NULL, &why));
    return id;
}

/* Expects the one puzzle of a name; NULL: none. */
static void
expect_named(loyd_store *store, const char *name, const loyd_id *id)
{
    const loyd_condition named = {"name", name};
    const loyd_filter filter = {.conditions = &named, .n_conditions = 1};
    loyd_cursor *cursor;
    const loyd_row *row;
    loyd_why why;

    OK(loyd_store_find(store, &filter, &cursor, &why));
    OK(loyd_cursor_next(cursor, &row, &why));
    assert_true((row != NULL) == (id != NULL));
    if (row != NULL) {
        assert_memory_equal(&row->entry->id, id, sizeof(*id));
        OK(loyd_cursor_next(cursor, &row, &why));
        assert_null(row);
    }
    loyd_cursor_close(&cursor);
}

/* A puzzle has at most one name, and a name one puzzle. */
static void
test_of_a_catalogue(void **state)
{
    loyd_store *store = open_store(in_folder("names.db"), LOYD_STORE_CREATE);
    const loyd_id none = {{0}};
    loyd_id one, other;
    loyd_why why;
    bool yes = true;

    (void)state;
    assert_int_equal(store_add_name(store, &none, "a", &why), LOYD_E_DB);
    OK(loyd_store_begin(store, &why));
    one = stored(store, "5 4 0/6 8 7/3 2 1");
    other = stored(store, "1 2 3/4 5 6/7 0 8");
    OK(store_has_names(store, &yes, &why));
    assert_false(yes);
    OK(store_add_name(store, &one, "Ann", &why));
    OK(store_add_name(store, &one, "Ann", &why));
    OK(store_has_names(store, &yes, &why));
    assert_true(yes);
    assert_why("renamed", store_add_name(store, &one, "Bob", &why), &why,
               LOYD_E_CORRUPT,
               "puzzle de0366r74vkt45nj: name 'Bob' "
               "contradicts the stored 'Ann'");
    assert_why("of another", store_add_name(store, &other, "Ann", &why), &why,
               LOYD_E_CORRUPT,
               "puzzle g1aqktjy5cbh280q: name 'Ann' is "
               "that of puzzle de0366r74vkt45nj");
    assert_why("not stored", store_add_name(store, &none, "Cy", &why), &why,
               LOYD_E_NOT_FOUND, "no such puzzle");
    assert_why("no name", store_add_name(store, &other, "a/b", &why), &why,
               LOYD_E_SYNTAX,
               "name 'a/b' has / or ~, as recipes and boards do");
    OK(store_add_name(store, &other, "ann", &why)); /* another name */
    OK(loyd_store_commit(store, &why));
    expect_named(store, "ann", &other);
    expect_named(store, "Ann", &one);
    expect_named(store, "ANN", NULL);
    loyd_store_close(&store);
}

int
main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_built_in),
        cmocka_unit_test(test_of_a_catalogue),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
