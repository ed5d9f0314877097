/* SPDX-License-Identifier: MIT */
/*
 * Every list of the library, read through its cursor: all rows, a part of
 * them, beyond the end, with the next of another list, and damaged.
 */
#include "catalogue.h"

#include "store/days.h"
#include "store/tables.h"

static const char tiers[] =
    "{\"tiers\": [{\"title\": \"easy\", \"size\": \"2x2\", \"stm\": \"1..5\"},"
    " {\"title\": \"hard\", \"size\": \"3x2\", \"stm\": \"8..12\"}]}";

static const uint8_t secret[LOYD_SECRET_BYTES] = {7};
static const loyd_date first = {2026, 3, 1}, second = {2026, 3, 2};
static const loyd_date third = {2026, 3, 3}, fourth = {2026, 3, 4};

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
open_stats(loyd_cursor **cursor)
{
    return loyd_store_stats(store, NULL, cursor, &why);
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
open_commitments(loyd_cursor **cursor)
{
    return loyd_channel_commitments(store, solver, "club", secret, &third,
                                    &fourth, cursor, &why);
}

static loyd_err
open_promises(loyd_cursor **cursor)
{
    loyd_channel channel;

    OK(loyd_channel_get(store, "club", &channel, &why));
    return loyd_channel_promises(store, &channel, cursor, &why);
}

static loyd_err
open_tables(loyd_cursor **cursor)
{
    return loyd_tables_open(LOYD_TABLE_LIST, &(loyd_solver_options){0}, 4, 4,
                            cursor, &why);
}

static loyd_err
open_differences(loyd_cursor **cursor)
{
    return loyd_pack_compare(in_folder("pack"), in_folder("pack"), cursor,
                             &why);
}

static loyd_err
open_usages(loyd_cursor **cursor)
{
    return loyd_store_usages(store, NULL, 0, NULL, cursor, &why);
}

#define NEXT(name)                                                            \
    static loyd_err next_##name(loyd_cursor *cursor, void *row, bool *found)  \
    {                                                                         \
        return loyd_##name##_next(cursor, row, found, &why);                  \
    }

NEXT(entry)
NEXT(recipe)
NEXT(stat)
NEXT(channel)
NEXT(ledger_row)
NEXT(commitment)
NEXT(promise)
NEXT(table_info)
NEXT(pack_difference)
NEXT(usage)

union row {
    loyd_entry entry;
    loyd_recipe recipe;
    loyd_stat stat;
    loyd_channel channel;
    loyd_ledger_row ledger_row;
    loyd_commitment commitment;
    loyd_promise promise;
    loyd_table_info table_info;
    loyd_pack_difference difference;
    loyd_usage usage;
};

/* Two days of two tiers are in the ledger; 4x4 has three classes. */
static const struct {
    const char *rows;
    loyd_err (*open)(loyd_cursor **cursor);
    loyd_err (*next)(loyd_cursor *cursor, void *row, bool *found);
    unsigned n;
} lists[] = {
    {"entries", open_entries, next_entry, 4},
    {"recipes", open_recipes, next_recipe, 1},
    {"statistics", open_stats, next_stat, 4},
    {"channels", open_channels, next_channel, 2},
    {"ledger rows", open_ledger, next_ledger_row, 4},
    {"commitments", open_commitments, next_commitment, 4},
    {"promises", open_promises, next_promise, 2},
    {"tables", open_tables, next_table_info, 9},
    {"differences", open_differences, next_pack_difference, 0},
    {"uses", open_usages, next_usage, 5},
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

static void
add_promise(const char *tier)
{
    loyd_promise promise = {.date = fourth, .version = 1, .published = third};

    strcpy(promise.tier, tier);
    OK(promise_put(store, "club", &promise, &why));
}

static int
make_catalogue(void **state)
{
    const loyd_solver_options options = {.threads = 1};
    loyd_export_options pack = {.formats = LOYD_EXPORT_JSONL};
    loyd_schedule schedule;
    loyd_cursor *cursor;
    loyd_entry entry;
    bool found;

    if (make_folder(state) != 0)
        return -1;
    pack.dir = in_folder("pack");
    store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    assert_int_equal(loyd_solver_new(&options, &solver), LOYD_OK);
    OK(loyd_schedule_parse(tiers, strlen(tiers), &schedule, &why));
    OK(loyd_channel_create(store, "club", &first,
                           &(loyd_source){.schedule = &schedule}, secret,
                           &why));
    OK(loyd_ledger_extend(store, solver, "club", secret, &second, NULL, NULL,
                          &why));
    OK(loyd_store_begin(store, &why));
    add_promise("easy");
    add_promise("hard");
    OK(loyd_store_commit(store, &why));
    OK(loyd_export(store, &(loyd_filter){0}, &pack, NULL, NULL, &why));
    cursor = open_list(0);
    OK(loyd_entry_next(cursor, &entry, &found, &why));
    id = entry.id;
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

/* Beyond the last row the end stays where it is; a closed cursor is NULL. */
static void
test_all_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lists); i++) {
        loyd_cursor *cursor = open_list(i);
        unsigned n = 0;
        union row row;
        bool found = true;

        while (found) {
            OK(lists[i].next(cursor, &row, &found));
            n += found;
        }
        if (n != lists[i].n)
            fail_msg("%s: %u rows, expected %u", lists[i].rows, n, lists[i].n);
        for (unsigned again = 0; again < 3; again++) {
            found = true;
            OK(lists[i].next(cursor, &row, &found));
            assert_false(found);
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
            union row row;
            bool found;

            if (rows > 0)
                OK(lists[i].next(cursor, &row, &found));
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
    union row row;

    (void)state;
    for (size_t i = 0; i < COUNT(cursors); i++)
        cursors[i] = open_list(i / 2);
    while (is_any) {
        is_any = false;
        for (size_t i = 0; i < COUNT(cursors); i++) {
            bool found;

            OK(lists[i / 2].next(cursors[i], &row, &found));
            n[i] += found;
            is_any |= found;
        }
    }
    for (size_t i = 0; i < COUNT(cursors); i++) {
        assert_int_equal(n[i], lists[i / 2].n);
        loyd_cursor_close(&cursors[i]);
    }
}

static int
note_statement(unsigned event, void *context, void *stmt, void *text)
{
    (void)event;
    (void)stmt;
    (void)text;
    ++*(unsigned *)context;
    return 0;
}

/* A refused call runs no statement, while a call that is right does. */
static void
test_next_of_another_list(void **state)
{
    unsigned n_asked;

    (void)state;
    sqlite3_trace_v2(store->db, SQLITE_TRACE_STMT | SQLITE_TRACE_ROW,
                     note_statement, &n_asked);
    for (size_t i = 0; i < COUNT(lists); i++) {
        loyd_cursor *cursor = open_list(i);
        char words[100];
        union row row;
        bool found;

        n_asked = 0;
        for (size_t j = 0; j < COUNT(lists); j++) {
            if (j == i)
                continue;
            found = true;
            snprintf(words, sizeof(words), "cursor of %s: expected %s",
                     lists[i].rows, lists[j].rows);
            assert_why(words, lists[j].next(cursor, &row, &found), &why,
                       LOYD_E_RANGE, words);
            assert_true(found); /* untouched */
        }
        assert_int_equal(n_asked, 0);
        OK(lists[i].next(cursor, &row, &found)); /* it is as it was */
        assert_true(n_asked > 0 || lists[i].open != open_entries);
        assert_int_equal(found, lists[i].n > 0);
        loyd_cursor_close(&cursor);
        snprintf(words, sizeof(words), "cursor of nothing: expected %s",
                 lists[i].rows);
        assert_why(words, lists[i].next(NULL, &row, &found), &why,
                   LOYD_E_RANGE, words);
    }
}

/* Statements that SQLite still has open do not keep the file open. */
static void
test_a_cursor_outlives_its_store(void **state)
{
    loyd_cursor *cursors[2];
    char wal[700];
    loyd_recipe recipe;
    bool found;

    (void)state;
    snprintf(wal, sizeof(wal), "%s-wal", in_folder("c.db"));
    for (size_t i = 0; i < 2; i++) {
        cursors[i] = open_list(1);
        OK(loyd_recipe_next(cursors[i], &recipe, &found, &why));
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
    union row row;
    bool found = true;

    hurt(sql);
    cursor = open_list(at);
    while (found && n_good + n_bad < 10) {
        loyd_err err = lists[at].next(cursor, &row, &found);

        assert_true(err == LOYD_OK || err == LOYD_E_CORRUPT);
        assert_true(err == LOYD_OK || why.text[0] != '\0');
        n_good += err == LOYD_OK && found;
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
    expect_damage(6, "UPDATE commitment SET hash = x'00' WHERE tier = 'hard'",
                  1, 1);
    expect_damage(4, "UPDATE ledger SET hash = zeroblob(32) WHERE number = 3",
                  2, 1);
    expect_damage(1, "UPDATE series SET text = pk", 0, 1);
    expect_damage(0, "SELECT 1", 0, 4); /* each has such a recipe */
    expect_damage(3, "UPDATE channel SET start = 'x'", 0, 1);
    expect_damage(2, "UPDATE puzzle SET stm = 0", 0, 1);
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
        cmocka_unit_test_setup_teardown(test_next_of_another_list,
                                        make_catalogue, remove_catalogue),
        cmocka_unit_test_setup_teardown(test_a_cursor_outlives_its_store,
                                        make_catalogue, remove_catalogue),
        cmocka_unit_test_setup_teardown(test_damaged_rows, make_catalogue,
                                        remove_catalogue),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
