/* SPDX-License-Identifier: MIT */
/*
 * The SQL functions of packed forms: what they return, and what they refuse.
 * The packed values were made by tests/cli/schema12.py.
 */
#include "store/packed.h"
#include "store/unpack.h"
#include "core.h"

/* A goal with a name, one without, and one that is not a board. */
static const char sql_goals[] =
    "CREATE TABLE old_goal (pk INTEGER PRIMARY KEY, width, height, cells,"
    " layout);"
    "INSERT INTO old_goal VALUES (1, 3, 3, x'010203040506070800', 'rows'),"
    " (2, 2, 3, x'050403020100', NULL), (3, 2, 2, x'01010200', 'rows'),"
    " (4, 2, 2, x'010203', 'rows'), (5, 16, 2, x'00', NULL),"
    " (6, NULL, 2, x'01020300', NULL), (7, 2, 2, '1230', NULL),"
    " (9223372036854775807, 2, 2, x'01020300', 'rows');"
    "CREATE VIEW goal AS SELECT * FROM old_goal;";

static const struct conversion {
    const char *sql;
    const char *text; /* NULL: refused */
    const char *why;  /* after the row */
} conversions[] = {
    {"unpack_id(x'00010203040506070809', 'id')", "000g40r40m30e209", NULL},
    {"unpack_id(x'ffffffffffffffffffff', 'id')", "zzzzzzzzzzzzzzzz", NULL},
    {"unpack_id(x'000102030405060708', 'id')", NULL, "id: expected 10 bytes"},
    {"unpack_id('0123456789', 'puzzle')", NULL, "puzzle: expected 10 bytes"},
    {"unpack_id(NULL, 'pack_id')", NULL, "pack_id: expected 10 bytes"},
    {"unpack_id(12, 'id')", NULL, "id: expected 10 bytes"},

    {"unpack_size(4, 3)", "4x3", NULL},
    {"unpack_size(15, 15)", "15x15", NULL},
    {"unpack_size(16, 3)", NULL, "width: expected 2..15"},
    {"unpack_size(3, 1)", NULL, "height: expected 2..15"},
    {"unpack_size(3, '3')", NULL, "height: expected 2..15"},
    {"unpack_size(3.0, 3)", NULL, "width: expected 2..15"},
    {"unpack_size(4294967299, 3)", NULL, "width: expected 2..15"},

    {"unpack_board(2, 3, x'050403020100')", "5 4/3 2/1 0", NULL},
    {"unpack_board(2, 2, x'00020403')", "0 2/4 3", NULL}, /* without 1 */
    {"unpack_board(2, 2, x'01020304')", NULL, "cells: not a board"},
    {"unpack_board(2, 2, x'01020305')", NULL, "cells: not a board"},
    {"unpack_board(2, 2, x'01020200')", NULL, "cells: not a board"},
    {"unpack_board(2, 2, x'0102030400')", NULL, "cells: not a board"},
    {"unpack_board(2, 2, x'')", NULL, "cells: not a board"},
    {"unpack_board(2, 2, '1230')", NULL, "cells: not a board"},
    {"unpack_board(2, 2, NULL)", NULL, "cells: not a board"},

    {"unpack_goal_class(3, 5, x'0102030405060708090a0b0c0d0e00')", "5x3@0.0",
     NULL},
    {"unpack_goal_class(3, 3, x'010203040005060708')", "3x3@1.1", NULL},
    {"unpack_goal_class(3, 3, x'0102')", NULL, "cells: not a board"},

    {"unpack_class(263168)", "4x4@0.0", NULL},
    {"unpack_class(65536 * 15 + 256 * 15 + 112)", "15x15@7.7", NULL},
    {"unpack_class(263183)", NULL, "class: not a class"}, /* 4x4@3.3 */
    {"unpack_class(65536 * 3 + 256 * 4)", NULL, "class: not a class"},
    {"unpack_class(65536 * 4 + 256 * 4 + 16)", NULL, "class: not a class"},
    {"unpack_class(65536 * 16 + 256 * 4)", NULL, "class: not a class"},
    {"unpack_class(65536 * 4294967300 + 256 * 4)", NULL,
     "class: not a class"},
    {"unpack_class(-263168)", NULL, "class: not a class"},
    {"unpack_class('4x4@0.0')", NULL, "class: not a class"},
    {"unpack_class(NULL)", NULL, "class: not a class"},

    {"unpack_puzzle_class(NULL, 1)", "", NULL},
    {"unpack_puzzle_class(197376, 1)", NULL, "class: not that of goal 1"},
    {"unpack_puzzle_class(65536 * 3 + 256 * 2, 2)", "3x2@0.0", NULL},
    {"unpack_puzzle_class(65536 * 3 + 256 * 2 + 1, 2)", NULL,
     "class: not that of goal 2"},
    {"unpack_puzzle_class(NULL, 2)", NULL, "class: not that of goal 2"},
    {"unpack_puzzle_class(NULL, 8)", NULL, "goal: missing goal 8"},
    {"unpack_puzzle_class(NULL, 9223372036854775807)", "", NULL},

    {"unpack_start(x'4385762100', 1)", "5 4 0/6 8 7/3 2 1", NULL},
    {"unpack_start(x'4385762101', 1)", NULL, "start: not a board of goal 1"},
    {"unpack_start(x'4385762110', 1)", NULL, "start: not a board of goal 1"},
    {"unpack_start(x'4385762900', 1)", NULL, "start: not a board of goal 1"},
    {"unpack_start(x'438576210000', 1)", NULL,
     "start: not a board of goal 1"},
    {"unpack_start(x'', 1)", NULL, "start: not a board of goal 1"},
    {"unpack_start(NULL, 1)", NULL, "start: not a board of goal 1"},
    {"unpack_start('5 4 0/6 8 7/3 2 1', 1)", NULL,
     "start: not a board of goal 1"},
    {"unpack_start(x'4385762100', 3)", NULL, "goal: missing goal 3"},
    {"unpack_start(x'4385762100', 4)", NULL, "goal: missing goal 4"},
    {"unpack_start(x'4385762100', 5)", NULL, "goal: missing goal 5"},
    {"unpack_start(x'4385762100', 6)", NULL, "goal: missing goal 6"},
    {"unpack_start(x'4385762100', 7)", NULL, "goal: missing goal 7"},
    {"unpack_start(x'4385762100', 0)", NULL, "goal: not a key"},
    {"unpack_start(x'4385762100', '1')", NULL, "goal: not a key"},
    {"unpack_start(x'4385762100', NULL)", NULL, "goal: not a key"},

    {"unpack_metric(1)", "stm", NULL},
    {"unpack_metric(2)", "mtm", NULL},
    {"unpack_metric(0)", NULL, "metric: expected 1 or 2"},
    {"unpack_metric(3)", NULL, "metric: expected 1 or 2"},
    {"unpack_metric('stm')", NULL, "metric: expected 1 or 2"},

    {"unpack_path(x'3938')", "ULDRUL", NULL},
    {"unpack_path(x'00000060')", "U12R", NULL},
    {"unpack_path(x'1b20')", "URDLU", NULL},
    {"unpack_path(x'e0')", "L", NULL},
    {"unpack_path(x'1b80')", "URDL", NULL},
    {"unpack_path(x'80')", NULL, "path: malformed"}, /* no moves */
    {"unpack_path(x'')", NULL, "path: malformed"},
    {"unpack_path(x'00')", NULL, "path: malformed"}, /* no end */
    {"unpack_path(x'40')", NULL, "path: malformed"}, /* at an odd bit */
    {"unpack_path(x'3900')", NULL, "path: malformed"},
    {"length(unpack_path(CAST(zeroblob(16383) || x'08' AS BLOB)))", "264",
     NULL},
    {"unpack_path(CAST(zeroblob(16383) || x'02' AS BLOB))", NULL,
     "path: malformed"}, /* 65,535 moves */
    {"unpack_path(zeroblob(16385))", NULL, "path: malformed"},
    {"unpack_path('ULDRUL')", NULL, "path: malformed"},
    {"unpack_path(NULL)", NULL, "path: malformed"},

    {"unpack_estimate(65536 + 113)", "113", NULL},
    {"unpack_estimate_version(65536 + 113)", "1", NULL},
    {"unpack_estimate(65536 * 65535 + 65534)", "65534", NULL},
    {"unpack_estimate_version(65536 * 65535 + 65534)", "65535", NULL},
    {"unpack_estimate(NULL)", "", NULL},
    {"unpack_estimate_version(NULL)", "", NULL},
    {"unpack_estimate(113)", NULL, "estimate: not a version and a length"},
    {"unpack_estimate(65536)", NULL, "estimate: not a version and a length"},
    {"unpack_estimate(131071)", NULL, "estimate: not a version and a length"},
    {"unpack_estimate_version(65536 * 65536 + 1)", NULL,
     "estimate: not a version and a length"},
    {"unpack_estimate(-65423)", NULL, "estimate: not a version and a length"},
    {"unpack_estimate('65649')", NULL,
     "estimate: not a version and a length"},

    {"unpack_mtm(7)", "7", NULL},
    {"unpack_mtm_upper(7)", "", NULL},
    {"unpack_mtm(65536 + 7)", "", NULL},
    {"unpack_mtm_upper(65536 + 7)", "7", NULL},
    {"unpack_mtm(65534)", "65534", NULL},
    {"unpack_mtm(NULL)", "", NULL},
    {"unpack_mtm_upper(NULL)", "", NULL},
    {"unpack_mtm(0)", NULL, "mtm: not a length"},
    {"unpack_mtm(65535)", NULL, "mtm: not a length"},
    {"unpack_mtm_upper(65536)", NULL, "mtm: not a length"},
    {"unpack_mtm_upper(131071)", NULL, "mtm: not a length"},
    {"unpack_mtm(x'07')", NULL, "mtm: not a length"},

    {"check_that(1, 5, 'boards', 'wrong')", "5", NULL},
    {"check_that(0, 5, 'boards', 'wrong')", NULL, "boards: wrong"},
    {"check_that(NULL, 5, 'boards', 'wrong')", NULL, "boards: wrong"},
};

static sqlite3 *
open_goals(struct unpack *u, enum unpack_purpose purpose)
{
    sqlite3 *db = NULL;
    loyd_why why;

    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql_goals, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(unpack_begin(u, db, purpose, &why), LOYD_OK);
    return db;
}

static void
test_values_and_refusals(void **state)
{
    struct unpack u;
    sqlite3 *db = open_goals(&u, UNPACK_MIGRATE);

    (void)state;
    for (size_t i = 0; i < COUNT(conversions); i++) {
        const struct conversion *c = &conversions[i];
        sqlite3_stmt *stmt = NULL;
        char sql[200], wanted[200];
        loyd_why why = {{0}};
        int rc;

        u.err = LOYD_OK;
        snprintf(sql, sizeof(sql),
                 "SELECT ifnull(%s, '') WHERE row_at('row %%', %zu)", c->sql,
                 i);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL),
                         SQLITE_OK);
        rc = sqlite3_step(stmt);
        if (c->text != NULL) {
            if (rc != SQLITE_ROW)
                fail_msg("%s: %s", c->sql, sqlite3_errmsg(db));
            assert_string_equal(sqlite3_column_text(stmt, 0), c->text);
        } else {
            if (rc != SQLITE_ERROR)
                fail_msg("%s: %d %s", c->sql, rc, sqlite3_errmsg(db));
            snprintf(wanted, sizeof(wanted), "row %zu: %s", i, c->why);
            assert_int_equal(unpack_error(&u, LOYD_E_DB, &why),
                             LOYD_E_CORRUPT);
            assert_string_equal(why.text, wanted);
        }
        sqlite3_finalize(stmt);
    }
    unpack_end(&u);
    sqlite3_close(db);
}

/* Salvage reads on: no reader takes an empty blob. */
static void
test_salvage_gets_an_empty_blob(void **state)
{
    struct unpack u;
    sqlite3 *db = open_goals(&u, UNPACK_SALVAGE);

    (void)state;
    for (size_t i = 0; i < COUNT(conversions); i++) {
        const struct conversion *c = &conversions[i];
        sqlite3_stmt *stmt = NULL;
        char sql[200];

        snprintf(sql, sizeof(sql), "SELECT %s", c->sql);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL),
                         SQLITE_OK);
        assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
        if (c->text == NULL) {
            assert_int_equal(sqlite3_column_type(stmt, 0), SQLITE_BLOB);
            assert_int_equal(sqlite3_column_bytes(stmt, 0), 0);
        } else {
            assert_int_not_equal(sqlite3_column_type(stmt, 0), SQLITE_BLOB);
        }
        sqlite3_finalize(stmt);
    }
    unpack_end(&u);
    sqlite3_close(db);
}

/* Keys of rows in messages. */
static const struct conversion rows[] = {
    {"row_at('puzzle %', x'00010203040506070809')", NULL,
     "puzzle 000g40r40m30e209: id: expected 10 bytes"},
    {"row_at('puzzle %', x'0001')", NULL,
     "puzzle x'0001': id: expected 10 bytes"},
    {"row_at('% of %', 12, 'a' || char(27) || 'b')", NULL,
     "12 of a\\x1bb: id: expected 10 bytes"},
    {"row_at('% of %, % % %', NULL, 1.5, -3, zeroblob(40), 7, 8)", NULL,
     "NULL of a fraction, -3 x'00000000000000000000000000000000000000000000"
     "00000000000000000000...' 7: id: expected 10 bytes"},
    {"row_at('plain')", NULL, "plain: id: expected 10 bytes"},
};

static void
test_rows_are_named(void **state)
{
    struct unpack u;
    sqlite3 *db = open_goals(&u, UNPACK_MIGRATE);

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char sql[200];
        loyd_why why = {{0}};

        u.err = LOYD_OK;
        snprintf(sql, sizeof(sql), "SELECT unpack_id(NULL, 'id') WHERE %s",
                 rows[i].sql);
        assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL),
                         SQLITE_ERROR);
        assert_int_equal(unpack_error(&u, LOYD_E_DB, &why), LOYD_E_CORRUPT);
        assert_string_equal(why.text, rows[i].why);
    }
    unpack_end(&u);
    sqlite3_close(db);
}

/* Every path of one and two bytes: the lowest set bit ends it, and must be
 * the first of a pair. */
static void
test_every_short_path(void **state)
{
    loyd_moves moves = {0};
    unsigned n_good = 0;

    (void)state;
    for (unsigned len = 1; len <= 2; len++)
        for (unsigned value = 0; value < 1U << 8 * len; value++) {
            uint8_t bytes[2] = {(uint8_t)(len == 2 ? value >> 8 : value),
                                (uint8_t)value};
            unsigned low = 0, n;
            loyd_err err = path_unpack(bytes, len, &moves);

            while (low < 8 && (value >> low & 1) == 0)
                low++;
            assert_int_equal(err, low < 8 && low % 2 == 1 ? LOYD_OK
                                                          : LOYD_E_CORRUPT);
            if (err != LOYD_OK)
                continue;
            n = (8 * len - 1 - low) / 2;
            assert_int_equal(moves.n, n);
            for (unsigned i = 0; i < n; i++)
                assert_int_equal(moves.dir[i],
                                 value >> (8 * len - 2 * i - 2) & 3);
            n_good++;
        }
    assert_int_equal(n_good, (1 + 4 + 16 + 64) * 257);
    assert_int_equal(path_unpack((const uint8_t *)"", 0, &moves),
                     LOYD_E_CORRUPT);
    loyd_moves_free(&moves);
}

/* A constraint that refuses a row is an error of that row. */
static void
test_constraints_name_the_row(void **state)
{
    struct unpack u;
    sqlite3 *db = open_goals(&u, UNPACK_MIGRATE);
    loyd_why why = {"CHECK constraint failed: b > 1"};

    (void)state;
    assert_int_equal(
        sqlite3_exec(db, "CREATE TABLE t (a, b CHECK (b > 1));"
                         "INSERT INTO t SELECT pk, 3 - pk FROM old_goal"
                         " WHERE row_at('goal %', pk) ORDER BY pk",
                     NULL, NULL, NULL),
        SQLITE_CONSTRAINT);
    assert_int_equal(unpack_error(&u, LOYD_E_DB, &why), LOYD_E_CORRUPT);
    assert_string_equal(why.text, "goal 2: CHECK constraint failed: b > 1");
    /* Other errors stay. */
    strcpy(why.text, "no such table: none");
    assert_int_equal(sqlite3_exec(db, "SELECT 1 FROM none", NULL, NULL, NULL),
                     SQLITE_ERROR);
    assert_int_equal(unpack_error(&u, LOYD_E_DB, &why), LOYD_E_DB);
    assert_string_equal(why.text, "no such table: none");
    unpack_end(&u);
    sqlite3_close(db);
}

/* Nothing in a file can call them, and nothing remains of them. */
static void
test_they_are_not_for_schemas(void **state)
{
    struct unpack u;
    sqlite3 *db = open_goals(&u, UNPACK_MIGRATE);

    (void)state;
    assert_int_equal(sqlite3_exec(db, "CREATE VIEW v AS"
                                      " SELECT unpack_metric(1);",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "SELECT * FROM v", NULL, NULL, NULL),
                     SQLITE_ERROR);
    unpack_end(&u);
    assert_int_equal(
        sqlite3_exec(db, "SELECT unpack_metric(1)", NULL, NULL, NULL),
        SQLITE_ERROR);
    sqlite3_close(db);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_and_refusals),
        cmocka_unit_test(test_salvage_gets_an_empty_blob),
        cmocka_unit_test(test_rows_are_named),
        cmocka_unit_test(test_every_short_path),
        cmocka_unit_test(test_constraints_name_the_row),
        cmocka_unit_test(test_they_are_not_for_schemas),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
