/* SPDX-License-Identifier: MIT */
/*
 * Every list of the library, read through its cursor: all rows, a part of
 * them, beyond the end, and damaged.
 */
#include "catalogue.h"

#include "daily/channel.h"
#include "store/days.h"
#include "store/tables.h"

static const char tiers[] =
    "{\"draw\": 1, \"tiers\": [{\"title\": \"easy\", \"size\": \"2x2\","
    " \"stm\": \"1..5\"},"
    " {\"title\": \"hard\", \"size\": \"3x2\", \"stm\": \"8..12\"}]}";

static const uint8_t secret[LOYD_SECRET_BYTES] = {7};
static const loyd_date first = {2026, 3, 1}, second = {2026, 3, 2};

static loyd_store *store;
static loyd_solver *solver;
static loyd_id id; /* of a puzzle with one recipe */
static loyd_why why;

/* --- the lists --- */

static loyd_err
open_entries(loyd_cursor **cursor)
{
    return loyd_store_find(store, &(loyd_filter){0}, cursor, &why);
}

static loyd_err
open_recipes(loyd_cursor **cursor)
{
    return loyd_store_recipes(store, &id, cursor, &why);
}

static loyd_err
open_rows(loyd_cursor **cursor)
{
    return loyd_store_rows(store, NULL, "puzzle_id,stm", cursor, &why);
}

static loyd_err
open_stats(loyd_cursor **cursor)
{
    return loyd_store_stats(store, NULL, "board,status", "stm", cursor, &why);
}

static loyd_err
open_channels(loyd_cursor **cursor)
{
    return loyd_channel_list(store, cursor, &why);
}

static loyd_err
open_ledger(loyd_cursor **cursor)
{
    return loyd_ledger_rows(store, "club", NULL, NULL, cursor, &why);
}

static loyd_err
open_tables(loyd_cursor **cursor)
{
    return loyd_tables_open(LOYD_TABLE_LIST, &(loyd_solver_options){0}, 4, 4,
                            -1, cursor, &why);
}

static loyd_err
open_usages(loyd_cursor **cursor)
{
    return loyd_store_usages(store, NULL, 0, NULL, cursor, &why);
}

#define LIST(name, open, n)                                                   \
    {                                                                         \
#name, offsetof(loyd_row, name), open, n                              \
    }

/* Two days of two tiers are in the ledger; 4x4 has three classes. */
static const struct {
    const char *rows; /* a member of loyd_row */
    size_t member;
    loyd_err (*open)(loyd_cursor **cursor);
    unsigned n;
} lists[] = {
    LIST(entry, open_entries, 4),
    LIST(recipe, open_recipes, 1),
    LIST(cells, open_stats, 4),
    LIST(channel, open_channels, 2),
    LIST(ledger_row, open_ledger, 4),
    LIST(table_info, open_tables, 9),
    LIST(usage, open_usages, 5),
    LIST(cells, open_rows, 4),
};

static loyd_cursor *
open_list(size_t at)
{
    loyd_cursor *cursor = NULL;

    OK(lists[at].open(&cursor));
    assert_non_null(cursor);
    return cursor;
}

/* --- tests --- */

static int
make_catalogue(void **state)
{
    const loyd_solver_options options = {.threads = 1};
    loyd_export_options pack = {.formats = LOYD_EXPORT_CSV};
    loyd_cursor *cursor;
    const loyd_row *row;

    if (make_folder(state) != 0)
        return -1;
    pack.dir = in_folder("pack");
    store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    OK(loyd_channel_create(store, "club", &first, tiers, strlen(tiers), secret,
                           NULL, &why));
    OK(loyd_ledger_extend(store, solver, "club", secret, &second, NULL, NULL,
                          &why));
    OK(loyd_export(store, &(loyd_filter){0}, &pack, NULL, NULL, &why));
    cursor = open_list(0);
    OK(loyd_cursor_next(cursor, &row, &why));
    id = row->entry->id;
    loyd_cursor_close(&cursor);
    OK(loyd_store_begin(store, &why));
    OK(loyd_store_mark(store, &id, &first, NULL, NULL, &why));
    OK(loyd_store_commit(store, &why));
    return 0;
}

static int
remove_catalogue(void **state)
{
    loyd_store_close(&store);
    loyd_solver_free(&solver);
    return remove_folder(state);
}

/* Exactly one member of a row is set: that of its list. */
static void
check_member(const loyd_row *row, size_t member)
{
    const char *at = (const char *)row;
    const void *there;

    for (size_t i = 0; i < sizeof(*row); i += sizeof(there)) {
        memcpy(&there, at + i, sizeof(there));
        assert_int_equal(there != NULL, i == member);
    }
}

/* Beyond the last row the end stays where it is; a closed cursor is NULL. */
static void
test_all_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lists); i++) {
        loyd_cursor *cursor = open_list(i);
        unsigned n = 0;
        const loyd_row *row;

        for (;;) {
            OK(loyd_cursor_next(cursor, &row, &why));
            if (row == NULL)
                break;
            check_member(row, lists[i].member);
            n++;
        }
        if (n != lists[i].n)
            fail_msg("%s: %u rows, expected %u", lists[i].rows, n, lists[i].n);
        for (unsigned again = 0; again < 3; again++) {
            OK(loyd_cursor_next(cursor, &row, &why));
            assert_null(row);
        }
        loyd_cursor_close(&cursor);
        assert_null(cursor);
        loyd_cursor_close(&cursor);
    }
    loyd_cursor_close(NULL);
}

/* A list that is closed early leaves no read open on the store. */
static void
test_stopping_early(void **state)
{
    (void)state;
    for (unsigned rows = 0; rows < 2; rows++)
        for (size_t i = 0; i < COUNT(lists); i++) {
            loyd_cursor *cursor = open_list(i);
            const loyd_row *row;

            if (rows > 0)
                OK(loyd_cursor_next(cursor, &row, &why));
            loyd_cursor_close(&cursor);
            OK(loyd_store_begin(store, &why));
            loyd_store_rollback(store);
        }
}

/* Several lists of one store at once do not disturb each other. */
static void
test_side_by_side(void **state)
{
    loyd_cursor *cursors[2 * COUNT(lists)];
    unsigned n[2 * COUNT(lists)] = {0};
    bool is_any = true;
    const loyd_row *row;

    (void)state;
    for (size_t i = 0; i < COUNT(cursors); i++)
        cursors[i] = open_list(i / 2);
    while (is_any) {
        is_any = false;
        for (size_t i = 0; i < COUNT(cursors); i++) {
            OK(loyd_cursor_next(cursors[i], &row, &why));
            n[i] += row != NULL;
            is_any |= row != NULL;
        }
    }
    for (size_t i = 0; i < COUNT(cursors); i++) {
        assert_int_equal(n[i], lists[i / 2].n);
        loyd_cursor_close(&cursors[i]);
    }
}

static void
test_no_cursor(void **state)
{
    const loyd_row *row = NULL;

    (void)state;
    assert_why("NULL", loyd_cursor_next(NULL, &row, &why), &why, LOYD_E_RANGE,
               "no cursor");
    assert_null(row);
}

/* Statements that SQLite still has open do not keep the file open. */
static void
test_a_cursor_outlives_its_store(void **state)
{
    loyd_cursor *cursors[2];
    char wal[700];
    const loyd_row *row;

    (void)state;
    snprintf(wal, sizeof(wal), "%s-wal", in_folder("c.db"));
    for (size_t i = 0; i < 2; i++) {
        cursors[i] = open_list(1);
        OK(loyd_cursor_next(cursors[i], &row, &why));
    }
    assert_int_equal(access(wal, F_OK), 0);
    loyd_store_close(&store);
    assert_int_not_equal(access(wal, F_OK), 0);
    /* It may not be closed any more; this one is a single block. */
    free(cursors[0]);
    free(cursors[1]);
}

/* Runs SQL that checks and triggers of the schema would refuse. */
static void
hurt(const char *sql)
{
    sqlite3 *db = NULL;
    char *words = NULL;

    loyd_store_close(&store);
    assert_int_equal(sqlite3_open(in_folder("c.db"), &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA ignore_check_constraints = ON",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &words) != SQLITE_OK)
        fail_msg("%s: %s", sql, words);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
}

/* After `good` rows an error ends the list; entries continue. */
static void
expect_damage(size_t at, const char *sql, unsigned good, unsigned bad)
{
    loyd_cursor *cursor;
    unsigned n_good = 0, n_bad = 0;
    const loyd_row *row;

    hurt(sql);
    cursor = open_list(at);
    while (n_good + n_bad < 10) {
        loyd_err err = loyd_cursor_next(cursor, &row, &why);

        if (err == LOYD_OK && row == NULL)
            break;

        assert_true(err == LOYD_OK || err == LOYD_E_CORRUPT);
        assert_true(err == LOYD_OK || why.text[0] != '\0');
        n_good += err == LOYD_OK;
        n_bad += err != LOYD_OK;
    }
    loyd_cursor_close(&cursor);
    if (n_good != good || n_bad != bad)
        fail_msg("%s: %u rows, %u damaged", sql, n_good, n_bad);
}

static void
test_damaged_rows(void **state)
{
    (void)state;
    expect_damage(4, "UPDATE ledger SET hash = zeroblob(32) WHERE number = 3",
                  2, 1);
    expect_damage(1, "UPDATE series SET text = pk", 0, 1);
    expect_damage(0, "SELECT 1", 0, 4); /* each has such a recipe */
    expect_damage(3, "UPDATE channel SET start = 'x'", 0, 1);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all_rows, make_catalogue,
                                        remove_catalogue),
        cmocka_unit_test_setup_teardown(test_stopping_early, make_catalogue,
                                        remove_catalogue),
        cmocka_unit_test_setup_teardown(test_side_by_side, make_catalogue,
                                        remove_catalogue),
        cmocka_unit_test(test_no_cursor),
        cmocka_unit_test_setup_teardown(test_a_cursor_outlives_its_store,
                                        make_catalogue, remove_catalogue),
        cmocka_unit_test_setup_teardown(test_damaged_rows, make_catalogue,
                                        remove_catalogue),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
