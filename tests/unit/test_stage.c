/* SPDX-License-Identifier: MIT */
/* A catalogue that is filled by SQL, judged and taken. */
#include "catalogue.h"

#include "store/query.h"
#include "verify/stage.h"

/* One puzzle, a move from its goal. */
static const char sql_fill[] =
    "INSERT INTO s.goal VALUES (1, '3x2', '3x2@0.0', 'rows', '1 2 3/4 5 0');"
    "INSERT INTO s.search VALUES (1, 'exact', 0);"
    "INSERT INTO s.puzzle (id, goal, board, size, stm)"
    " SELECT id_of(board, '1 2 3/4 5 0'), 1, board, '3x2', 1"
    " FROM (SELECT '1 2 3/4 0 5' AS board);"
    "INSERT INTO s.rating SELECT id, 'stm', 1, 1, 'L', 1, NULL FROM s.puzzle;";

/* What the tests alter, and what is said of it; NULL: nothing. */
static const struct {
    const char *sql;
    const char *words;
} alterations[] = {
    {"SELECT 1", NULL},
    {"UPDATE s.rating SET path = 'R'", "the path does not end at the goal"},
    {"UPDATE s.puzzle SET stm = 3", "the length does not match the rating"},
    {"UPDATE s.puzzle SET id = '0000000000000000';"
     " UPDATE s.rating SET puzzle = '0000000000000000'",
     "puzzle 0000000000000000: the id does not match the boards"},
    {"DELETE FROM s.puzzle",
     "a row of table rating refers to a missing row of table puzzle"},
};

static loyd_why why;

static void
fill(struct stage *stage, loyd_store *store, const char *alteration)
{
    OK(stage_begin(stage, store, false, &why));
    OK(db_run(store->db, sql_fill, &why));
    OK(db_run(store->db, alteration, &why));
}

static void
test_judge(void **state)
{
    loyd_store *store;
    struct stage stage;

    (void)state;
    OK(loyd_store_open(NULL, LOYD_STORE_CREATE, NULL, &store, &why));
    for (size_t i = 0; i < COUNT(alterations); i++) {
        const char *words = alterations[i].words;

        fill(&stage, store, alterations[i].sql);
        assert_int_equal(stage_judge(&stage, NULL, NULL, &why),
                         words == NULL ? LOYD_OK : LOYD_E_CORRUPT);
        assert_int_equal(stage.is_fault, words != NULL);
        if (words != NULL && strstr(why.text, words) == NULL)
            fail_msg("%s: expected %s", why.text, words);
        stage_end(&stage);
    }
    loyd_store_close(&store);
}

/* Counts rows that have faults, and rows that have none. */
static bool
count(void *context, const struct section *section, sqlite3_stmt *row,
      const char *fault)
{
    unsigned *n = context;

    (void)section;
    (void)row;
    n[fault != NULL]++;
    return true;
}

static void
test_judge_each(void **state)
{
    loyd_store *store;
    struct stage stage;
    unsigned n[2] = {0};

    (void)state;
    OK(loyd_store_open(NULL, LOYD_STORE_CREATE, NULL, &store, &why));
    fill(&stage, store,
         "UPDATE s.goal SET class = '3x2@1.0';"
         " UPDATE s.rating SET search = 2");
    OK(stage_judge(&stage, count, n, &why));
    /* The goal and the rating; the puzzle and the search are right. */
    assert_int_equal(n[1], 2);
    assert_int_equal(n[0], 2);
    stage_end(&stage);
    loyd_store_close(&store);
}

static void
test_take(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    int64_t n;

    (void)state;
    for (int i = 0; i < 3; i++) {
        loyd_job_result result = {0};
        struct stage stage;

        fill(&stage, store,
             i < 2 ? "SELECT 1"
                   : "UPDATE s.rating SET lower = 3, upper = 3, path = 'LRL'");
        OK(loyd_store_begin(store, &why));
        assert_int_equal(stage_take(&stage, &result, &why),
                         i < 2 ? LOYD_OK : LOYD_E_CORRUPT);
        assert_int_equal(result.new_puzzles, i == 0);
        assert_int_equal(result.skipped, i == 1);
        assert_int_equal(stage.is_fault, i == 2);
        if (i < 2)
            OK(loyd_store_commit(store, &why));
        loyd_store_rollback(store);
        stage_end(&stage);
    }
    assert_non_null(strstr(why.text, "rating 3..3 contradicts the stored 1"));
    OK(db_number(store->db, "SELECT count(*) FROM rating", &n, &why));
    assert_int_equal(n, 1);
    /* References are enforced again. */
    assert_int_equal(db_run(store->db, "DELETE FROM puzzle", &why), LOYD_E_DB);
    loyd_store_close(&store);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judge),
        cmocka_unit_test(test_judge_each),
        cmocka_unit_test_setup_teardown(test_take, make_folder, remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
