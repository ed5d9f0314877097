/* SPDX-License-Identifier: MIT */
/* The SQL functions of verify and merge, with values as only a hostile file
 * has them. */
#include "catalogue.h"

#include "store/store.h"
#include "verify/functions.h"

#define BIG 70000 /* longer than any path */

/* A value of any type. */
struct any {
    int type;
    int64_t number;
    double real;
    const char *bytes;
    int len;
};

#define TEXT(text)                                                            \
    {                                                                         \
        SQLITE_TEXT, 0, 0, text, (int)sizeof(text) - 1                        \
    }
#define BLOB(text)                                                            \
    {                                                                         \
        SQLITE_BLOB, 0, 0, text, (int)sizeof(text) - 1                        \
    }
#define INT(n)                                                                \
    {                                                                         \
        SQLITE_INTEGER, n, 0, NULL, 0                                         \
    }
#define REAL(x)                                                               \
    {                                                                         \
        SQLITE_FLOAT, 0, x, NULL, 0                                           \
    }

static char big[BIG];

/* Right values lead deeper into a function. */
static const struct any values[] = {
    {SQLITE_NULL, 0, 0, NULL, 0},
    INT(0),
    INT(1),
    INT(-1),
    INT(13),
    INT(65534),
    INT(65535),
    INT(INT64_C(1) << 48),
    INT(INT64_MAX),
    INT(INT64_MIN),
    REAL(1.5),
    REAL(1e300),
    TEXT(""),
    TEXT("x"),
    TEXT("\0"),
    TEXT("1 2 3/4 5 0\0"),
    TEXT("\xff\xfe\x80"),
    TEXT("1 2 3/4 5 0"),
    TEXT("5 4 3/2 0 1"),
    TEXT("1 2/3 0"),
    TEXT("3x2"),
    TEXT("3x2@0.0"),
    TEXT("rows"),
    TEXT("stm"),
    TEXT("mtm"),
    TEXT("URDL"),
    TEXT("U999U999U2"),
    TEXT("UU"),
    TEXT("0000000000000000"),
    TEXT("2026-02-29"),
    TEXT("3x2/rows~g1~a"),
    TEXT("3x2/rows~g1~"),
    TEXT("player-1"),
    BLOB(""),
    BLOB("\0\1\2"),
    BLOB("1 2 3/4 5 0"),
    BLOB("\3\2\5\4\3\2\0\1\1\2\3\4\5\0\0\0\0"),
    BLOB("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"),
    {SQLITE_TEXT, 0, 0, big, BIG},
    {SQLITE_BLOB, 0, 0, big, BIG},
};

static void
bind(sqlite3_stmt *stmt, int at, const struct any *v)
{
    int rc = SQLITE_OK;

    switch (v->type) {
    case SQLITE_INTEGER:
        rc = sqlite3_bind_int64(stmt, at, v->number);
        break;
    case SQLITE_FLOAT:
        rc = sqlite3_bind_double(stmt, at, v->real);
        break;
    case SQLITE_TEXT:
        rc = sqlite3_bind_text(stmt, at, v->bytes, v->len, SQLITE_TRANSIENT);
        break;
    case SQLITE_BLOB:
        rc = v->len == 0 ? sqlite3_bind_zeroblob(stmt, at, 0)
                         : sqlite3_bind_blob(stmt, at, v->bytes, v->len,
                                             SQLITE_TRANSIENT);
        break;
    default:
        rc = sqlite3_bind_null(stmt, at);
    }
    assert_int_equal(rc, SQLITE_OK);
}

static sqlite3_stmt *
prepared(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt;

    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    return stmt;
}

/* Calls a function with all pairs of values in two neighbouring arguments,
 * and any values in the others. */
static void
call(sqlite3 *db, const char *name, int n)
{
    char sql[200];
    sqlite3_stmt *stmt;
    uint64_t state = 1;
    int len = snprintf(sql, sizeof(sql), "SELECT %s(", name);

    for (int i = 1; i <= n; i++)
        len += snprintf(sql + len, sizeof(sql) - (size_t)len, "%s?%d",
                        i > 1 ? ", " : "", i);
    snprintf(sql + len, sizeof(sql) - (size_t)len, ")");
    stmt = prepared(db, sql);
    for (size_t k = 0; k < COUNT(values) * COUNT(values); k++) {
        int first = n > 0 ? (int)(k % (size_t)n) : 0;

        for (int i = 0; i < n; i++) {
            size_t at = i == first             ? k / COUNT(values)
                        : i == (first + 1) % n ? k % COUNT(values)
                                               : state >> 33;

            state = state * 6364136223846793005u + 1442695040888963407u;
            bind(stmt, i + 1, &values[at % COUNT(values)]);
        }
        if (sqlite3_step(stmt) != SQLITE_ROW)
            fail_msg("%s: %s", sql, sqlite3_errmsg(db));
        sqlite3_reset(stmt);
    }
    sqlite3_finalize(stmt);
}

/* Ours: those that were not there before. */
static const char sql_before[] =
    "SELECT ',' || group_concat(name) || ',' FROM pragma_function_list";
static const char sql_ours[] = "SELECT name, narg FROM pragma_function_list"
                               " WHERE instr(?1, ',' || name || ',') = 0";

static void
test_hostile(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    struct report report = {.listener = NULL};
    sqlite3_stmt *before = prepared(store->db, sql_before);
    loyd_why why = {{0}};

    (void)state;
    memset(big, '1', BIG);
    report.why = &why;
    assert_int_equal(sqlite3_step(before), SQLITE_ROW);
    for (int searches = 0; searches < 2; searches++) {
        struct functions *f;
        sqlite3_stmt *names;
        int n_functions = 0;

        OK(functions_begin(store, &report, searches == 1, &f, &why));
        names = prepared(store->db, sql_ours);
        sqlite3_bind_value(names, 1, sqlite3_column_value(before, 0));
        while (sqlite3_step(names) == SQLITE_ROW) {
            const char *name = (const char *)sqlite3_column_text(names, 0);
            int n = sqlite3_column_int(names, 1);

            n_functions++;
            if (n >= 0)
                call(store->db, name, n);
            for (int some = 0; n < 0 && some <= 15; some += 5)
                call(store->db, name, some);
        }
        sqlite3_finalize(names);
        assert_true(n_functions > 20);
        functions_end(f);
        assert_int_equal(report.err, LOYD_OK);
    }
    sqlite3_finalize(before);
    loyd_store_close(&store);
}

#define BOTH "'5 4 3/2 0 1', '1 2 3/4 5 0', "
#define LENGTH_FAULT "the path's length does not match the rating"
#define STM BOTH "'stm', "
#define MTM BOTH "'mtm', "
#define PATH "'RDLULDRURDL2U'" /* 13 moves, 12 slides */
#define TWICE "'8 1 2/4 5 3/0 7 6', '1 2 3/4 5 6/7 8 0', 'stm', 12, 12, "

/* What the functions return for values that are right, or nearly. */
static const struct {
    const char *expression;
    const char *wanted; /* NULL: NULL */
} results[] = {
    {"boards('5 4 3/2 0 1', '1 2 3/4 5 0')", NULL},
    {"boards('5 4 3/2 0 1', '1 2 3/4 5')", "invalid goal board"},
    {"boards('5 4 3/2 0', '1 2 3/4 5 0')", "invalid board"},
    {"boards('5 4 3/2 0 1', '1 2 3/4 5 0' || char(0))", "invalid goal board"},
    {"size_of('1 2 3/4 5 0')", "3x2"},
    {"size_of('1 2 3/4 5')", NULL},
    {"class_of('1 2 3/4 5 0')", "3x2@0.0"},
    {"class_of('1 2/0 3/4 5')", "3x2@0.1"},
    {"class_of('1 2 3/4 5')", NULL},
    {"layout_of('1 2 3/4 5 0')", "rows"},
    {"layout_of('2 1 3/4 5 0')", "goal=2 1 3/4 5 0"},
    {"layout_of(NULL)", NULL},
    {"quick_nodes('1 2 3/4 5 0')", "20000"},
    {"hex(id_bytes('000000000000000a'))", "0000000000000000000A"},
    {"id_bytes('000000000000000u')", NULL},
    {"odd('5 4 3/2 0 1', '1 2 3/4 5 0')", "1"},
    {"odd('5 4 3/2 0 5', '1 2 3/4 5 0')", NULL},
    {"path_key('U2R', 'stm')", "001"},
    {"path_key('U2R', 'mtm')", "041"},
    {"path_key('UU', 'stm')", NULL},
    {"hex(le(258, 4))", "02010000"},
    {"hex(le(-1, 2))", "FFFF"},
    {"le('x', 2)", NULL},
    {"le(1, 9)", NULL},
    {"hex(dims('1 2 3/4 5 0'))", "0302"},
    {"hex(cells('1 2 3/4 5 0'))", "010203040500"},
    {"is_line('', 1, 31)", "0"},
    {"is_line(x'61', 1, 31)", "0"},
    {"is_line('a', 1, 31)", "1"},
    {"is_line('a' || char(0), 1, 31)", "0"},
    {"is_date('2026-02-29')", "0"},
    {"is_date('2028-02-29')", "1"},
    {"is_name('a-b')", "1"},
    {"is_name('a/b')", "0"},
    {"recipe(1, 'x', 0, 'y')", "series 1: invalid recipe 'x'"},
    {"recipe(1, 'x', 1, 'y')", NULL}, /* reported with the first */
    {"recipe(2, '3x2/rows~g1~a', -1, 'y')",
     "a recipe has an invalid series or index"},
    {"recipe(2, '3x2/rows~g1~a', 0, 'y')",
     "recipe '3x2/rows~g1~a~0' does not draw puzzle (invalid id)"},
    {"solves(" STM "13, 13, " PATH ")", NULL},
    {"solves(" MTM "12, 12, " PATH ")", NULL},
    {"solves(" STM "NULL, NULL, NULL)", NULL},
    {"solves(" STM "14, 13, " PATH ")", "rating out of range"},
    {"solves(" STM "14, 14, " PATH ")", "rating of the wrong parity"},
    {"solves(" STM "11, 15, " PATH ")", LENGTH_FAULT},
    {"solves(" MTM "13, 13, " PATH ")", LENGTH_FAULT},
    {"solves(" STM "13, 13, '')", LENGTH_FAULT},
    {"solves(" STM "13, 13, 'RLRLRLRLRLRLR')",
     "a proven path takes a move back"},
    {"solves(" STM "1, 13, 'U13')", "the path leaves the board"},
    {"solves(" STM "1, 11, 'RDLULDRURDL')",
     "the path does not end at the goal"},
    {"laws(" BOTH "53, 53, NULL, NULL, NULL, NULL, NULL)",
     "a length is above the greatest of its class"},
    {"laws(" BOTH "13, 13, " PATH ", 14, 14, NULL, NULL)",
     "the ratings in STM and MTM contradict each other"},
    {"optimum(" STM "13, 13, " PATH ", 0)", NULL},
    {"optimum(" MTM "12, 12, " PATH ", 0)", NULL},
    {"optimum(" MTM "13, 13, 'RDLULDRURDL2U', 0)",
     "the optimum is below the rating's lower bound: 12, not 13"},
    {"optimum(" STM "11, 11, 'RDLULDRURDL', 0)",
     "the optimum is above the rating's upper bound: 13, not 11"},
    {"optimum(" TWICE "'D2LURULD2LU2', 0)", NULL},
    {"optimum(" TWICE "'D2L2UR2ULDLU', 0)",
     "the path is not the canonical one"},
    /* Two hashes at the same time. */
    {"(SELECT hash_ids('a', id) = hash_ids('b', id) FROM (SELECT"
     " '0000000000000001' AS id))",
     "0"},
};

static void
test_results(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    struct report report = {.listener = NULL};
    struct functions *f;
    loyd_why why = {{0}};

    (void)state;
    report.why = &why;
    OK(functions_begin(store, &report, true, &f, &why));
    for (size_t i = 0; i < COUNT(results); i++) {
        char sql[300];
        sqlite3_stmt *stmt;
        const char *got;

        snprintf(sql, sizeof(sql), "SELECT %s", results[i].expression);
        stmt = prepared(store->db, sql);
        assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
        got = (const char *)sqlite3_column_text(stmt, 0);
        if (got == NULL ? results[i].wanted != NULL
                        : results[i].wanted == NULL ||
                              strcmp(got, results[i].wanted) != 0)
            fail_msg("%s: %s: expected %s", sql, got, results[i].wanted);
        sqlite3_finalize(stmt);
    }
    functions_end(f);
    loyd_store_close(&store);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_results, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(test_hostile, make_folder,
                                        remove_folder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
