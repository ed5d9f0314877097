/* SPDX-License-Identifier: MIT */
/* Claims need a stored puzzle and a possible length; a refused claim leaves
 * the catalogue unchanged. */
#include "catalogue.h"

#include "loyd/store.h"
#include "store/rows.h"

static int64_t
claims(void)
{
    return ask_sql(in_folder("c.db"), "SELECT count(*) FROM claim");
}

/* A puzzle nine steps from its goal. */
static loyd_puzzle
far_puzzle(uint64_t seed)
{
    loyd_board goal = goal_of("rows", 3, 3);
    loyd_moves home = {0};
    loyd_puzzle puzzle = walk_away(&goal, 9, &seed, &home);

    loyd_moves_free(&home);
    return puzzle;
}

static void
test_claims(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    loyd_puzzle here = far_puzzle(1), absent = far_puzzle(2);
    loyd_id id, unknown;
    loyd_why why = {{0}};

    (void)state;
    assert_false(loyd_board_equal(&here.start, &absent.start));
    loyd_puzzle_id(&absent, &unknown);
    OK(loyd_store_begin(store, &why));
    OK(store_add_puzzle(store, &here, &id, NULL, &why));

    assert_why("no such puzzle",
               store_add_claim(store, &unknown, LOYD_STM, 9, &why), &why,
               LOYD_E_NOT_FOUND, "no such puzzle");
    assert_int_equal(store_add_claim(store, &id, LOYD_STM, 0, &why),
                     LOYD_E_RANGE);
    assert_int_equal(store_add_claim(store, &id, LOYD_STM, UINT16_MAX, &why),
                     LOYD_E_RANGE);
    assert_why("no metric", store_add_claim(store, &id, LOYD_METRICS, 9, &why),
               &why, LOYD_E_RANGE, "unknown metric 2");

    OK(store_add_claim(store, &id, LOYD_STM, 9, &why));
    OK(store_add_claim(store, &id, LOYD_STM, 9, &why)); /* nothing new */
    assert_int_equal(store_add_claim(store, &id, LOYD_STM, 11, &why),
                     LOYD_E_CORRUPT);
    OK(loyd_store_commit(store, &why));
    assert_int_equal(claims(), 1);
    assert_int_equal(ask_sql(in_folder("c.db"), "SELECT length FROM claim"),
                     9);
    loyd_store_close(&store);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_claims, make_folder,
                                        remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
