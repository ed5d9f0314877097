/* SPDX-License-Identifier: MIT */
/* The descriptions of tables: against the schema, and rows of every kind of
 * column, stored and read. */
#include "catalogue.h"
#include "core/board.h"
#include "core/date.h"

#include "store/days.h"
#include "store/tables.h"

static loyd_why why;

/* --- the schema --- */

static const struct table *const described[] = {
    &name_table,         &band_table,
    &distribution_table, &goal_table,         &search_table,
    &series_table,       &recipe_table,       &channel_table,
    &schedule_table,     &schedule_row_table, &list_table,
    &list_puzzle_table,  &ledger_table,       &trait_table,
    &game_table,         &difficulty_table,   &ability_table,
};

/* Tables that are not read or stored as whole rows. */
static const struct {
    const char *name;
    const char *reason;
} others[] = {
    {"puzzle", "read by record_boards, for speed"},
    {"rating", "read by record_rating, for speed"},
    {"distribution_length", "SQL computes the bands"},
    {"pack", "read with its volumes by volume_get"},
    {"volume", "read by volume_get"},
    {"mark", "SQL decides which mark stays"},
    {"site", "its options are an object"},
};

static const struct table *
table_of(const char *name)
{
    for (size_t i = 0; i < COUNT(described); i++)
        if (strcmp(described[i]->name, name) == 0)
            return described[i];
    for (size_t i = 0; i < COUNT(others); i++)
        if (strcmp(others[i].name, name) == 0)
            return NULL;
    fail_msg("table %s is not described", name);
    return NULL;
}

/* Returns the type that the schema must have for a column. */
static const char *
type_of(const struct column *column)
{
    if (column->kind == KIND_NUMBER)
        return "INTEGER";
    return column->kind == KIND_HASH || column->kind == KIND_BYTES ? "BLOB"
                                                                   : "TEXT";
}

/* Compares the columns of one table; returns their number. */
static int
compare_columns(sqlite3 *db, const struct table *table)
{
    sqlite3_stmt *row = NULL;
    char *sql = sqlite3_mprintf("SELECT name, type, \"notnull\", pk FROM"
                                " pragma_table_info(%Q) ORDER BY cid",
                                table->name);
    unsigned n = 0;

    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &row, NULL), SQLITE_OK);
    sqlite3_free(sql);
    for (; sqlite3_step(row) == SQLITE_ROW; n++) {
        const char *name = (const char *)sqlite3_column_text(row, 0);
        const char *type = (const char *)sqlite3_column_text(row, 1);
        bool is_not_null = sqlite3_column_int(row, 2) != 0;
        bool is_key = sqlite3_column_int(row, 3) != 0;
        const struct column *column = &table->columns[n];

        if (n >= table->n || strcmp(column->name, name) != 0)
            fail_msg("%s: column %s is not described", table->name, name);
        if (strcmp(type_of(column), type) != 0)
            fail_msg("%s.%s: type %s", table->name, name, type);
        /* INTEGER PRIMARY KEY needs no NOT NULL. */
        if (is_not_null != !column->may_be_null &&
            !(is_key && strcmp(type, "INTEGER") == 0))
            fail_msg("%s.%s: NULL", table->name, name);
        if (is_key != (n < table->n_keys))
            fail_msg("%s.%s: key", table->name, name);
    }
    sqlite3_finalize(row);
    assert_int_equal(n, table->n);
    return (int)n;
}

static void
test_descriptions_are_the_schema(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    sqlite3_stmt *row = NULL;
    unsigned n = 0;

    (void)state;
    assert_int_equal(sqlite3_prepare_v2(store->db,
                                        "SELECT name FROM sqlite_schema WHERE"
                                        " type = 'table' AND name <>"
                                        " 'sqlite_stat1' ORDER BY name",
                                        -1, &row, NULL),
                     SQLITE_OK);
    while (sqlite3_step(row) == SQLITE_ROW) {
        const struct table *table =
            table_of((const char *)sqlite3_column_text(row, 0));

        if (table != NULL)
            assert_true(compare_columns(store->db, table) > 0);
        n++;
    }
    sqlite3_finalize(row);
    assert_int_equal(n, COUNT(described) + COUNT(others));
    loyd_store_close(&store);
}

/* Members must be as wide as the kinds say, and their values must fit. */
static void
test_members_fit(void **state)
{
    static const size_t sizes[] = {
        [KIND_METRIC] = sizeof(loyd_metric), [KIND_ID] = sizeof(loyd_id),
        [KIND_CLASS] = sizeof(int64_t),      [KIND_SIZE] = sizeof(loyd_size),
        [KIND_BOARD] = sizeof(loyd_board),   [KIND_DATE] = sizeof(loyd_date),
        [KIND_HASH] = LOYD_HASH_BYTES,
        [KIND_BYTES] = sizeof(struct slice),
    };

    (void)state;
    for (size_t i = 0; i < COUNT(described); i++)
        for (unsigned at = 0; at < described[i]->n; at++) {
            const struct column *column = &described[i]->columns[at];
            size_t size = sizes[column->kind];
            unsigned bits = 8 * column->size - (column->low < 0);

            if (size != 0)
                assert_int_equal(column->size, size);
            if (column->kind == KIND_NUMBER || column->kind == KIND_WORD)
                assert_true(column->low <= column->high &&
                            (bits >= 63 || column->high < INT64_C(1) << bits));
            if (column->kind == KIND_STRING)
                assert_true(column->low < column->size);
            if (column->may_be_null && column->kind != KIND_NUMBER &&
                column->kind != KIND_STRING)
                assert_true(column->has != 0);
            /* What NULL is read as is no value. */
            else if (column->may_be_null && column->has == 0)
                assert_true(column->low >= 1);
        }
}

/* --- rows --- */

struct sundry {
    int64_t pk;
    uint8_t narrow;
    uint16_t medium;
    uint32_t wide;
    int minus;
    uint64_t most;
    int64_t other;
    char string[8];
    char text[6];
    unsigned word;
    loyd_metric metric;
    loyd_id id;
    int64_t class;
    loyd_size size;
    loyd_board board;
    loyd_date date;
    bool has_hash;
    uint8_t hash[LOYD_HASH_BYTES];
};

static const char *const words[] = {NULL, "one", "two"};

static bool
is_upper(const char *text, size_t len)
{
    return text[0] >= 'A' && text[0] <= 'Z' && len > 0;
}

#define ROW struct sundry
static const struct column columns[] = {
    {KEY(pk, pk)},
    {NUMBER(narrow, narrow, 0, 255)},
    {NUMBER(medium, medium, 1, 65535), .may_be_null = true},
    {NUMBER(wide, wide, 0, UINT32_MAX)},
    {NUMBER(minus, minus, -5, 5)},
    {NUMBER(most, most, 0, INT64_MAX)},
    {KEY(other, other), .may_be_null = true},
    {STRING(string, string, 1, is_upper), .may_be_null = true},
    {STRING(text, text, 0, is_plain_text)},
    {WORD(word, word, words, 2)},
    {COLUMN(METRIC, metric, metric)},
    {COLUMN(ID, id, id)},
    {COLUMN(CLASS, class, class)},
    {COLUMN(SIZE, size, size)},
    {COLUMN(BOARD, board, board)},
    {COLUMN(DATE, date, date)},
    {COLUMN(HASH, hash, hash), MAY_LACK(has_hash)},
};

static const struct table sundries = TABLE("sundry", columns, 2);

static const char sql_make[] =
    "CREATE TEMP TABLE sundry (pk INTEGER PRIMARY KEY, narrow, medium, wide,"
    " minus, most, other, string, text, word, metric, id, class, size, board,"
    " date, hash)";

static const struct sundry full = {
    .narrow = 255,
    .medium = 65535,
    .wide = UINT32_MAX,
    .minus = -5,
    .most = INT64_MAX,
    .other = 7,
    .string = "Seven77",
    .text = "five5",
    .word = 2,
    .metric = LOYD_MTM,
    .id.byte = {255, 2, 3},
    .class = 65536 * 4 + 256 * 3 + 0,
    .size = {10, 2},
    .date = {2026, 2, 28},
    .has_hash = true,
    .hash = {9, 8, 7},
};

/* Reads the only row, by a query and by its key. */
static loyd_err
get(loyd_store *store, struct sundry *row)
{
    struct sundry same;
    struct query q;
    bool found;
    loyd_err err;

    memset(row, 0, sizeof(*row));
    memset(&same, 0, sizeof(same));
    query_columns(&q, store, STMT_COUNT_, "SELECT %s FROM sundry", &sundries,
                  &why);
    err = columns_get(&q, row, &found);
    assert_true(found);
    if (err != LOYD_OK)
        return err;
    same.pk = row->pk;
    same.narrow = row->narrow;
    OK(columns_find(store, STMT_COUNT_, &sundries, &same, &found, &why));
    assert_true(found);
    assert_memory_equal(row, &same, sizeof(same));
    same.narrow ^= 1;
    OK(columns_find(store, STMT_COUNT_, &sundries, &same, &found, &why));
    assert_false(found);
    return LOYD_OK;
}

static void
put(loyd_store *store, const struct sundry *row)
{
    OK(db_run(store->db, "DELETE FROM sundry", &why));
    OK(columns_put(store, STMT_COUNT_, &sundries, row, "", &why));
}

static void
expect_equal(const struct sundry *a, const struct sundry *b)
{
    assert_int_equal(a->narrow, b->narrow);
    assert_int_equal(a->medium, b->medium);
    assert_int_equal(a->wide, b->wide);
    assert_int_equal(a->minus, b->minus);
    assert_int_equal(a->most, b->most);
    assert_int_equal(a->other, b->other);
    assert_string_equal(a->string, b->string);
    assert_int_equal(a->word, b->word);
    assert_int_equal(a->metric, b->metric);
    assert_memory_equal(&a->id, &b->id, sizeof(a->id));
    assert_int_equal(a->class, b->class);
    assert_memory_equal(&a->size, &b->size, sizeof(a->size));
    assert_true(board_equal(&a->board, &b->board));
    assert_int_equal(date_days(&a->date), date_days(&b->date));
    assert_int_equal(a->has_hash, b->has_hash);
    if (a->has_hash)
        assert_memory_equal(a->hash, b->hash, sizeof(a->hash));
}

/* Values that are refused; the message names the row and the column. */
static const struct {
    const char *set;
    const char *words;
} faults[] = {
    {"pk = -1", "sundry -1 255: invalid pk"},
    {"narrow = 256", "sundry 1 256: invalid narrow"},
    {"narrow = '25\n'", "sundry 1 25\\x0a: invalid narrow"},
    {"narrow = NULL", "sundry 1 NULL: invalid narrow"},
    {"narrow = x'00'", "sundry 1 ?: invalid narrow"},
    {"medium = 0", "sundry 1 255: invalid medium"},
    {"wide = 4294967296", "sundry 1 255: invalid wide"},
    {"minus = -6", "sundry 1 255: invalid minus"},
    {"most = -1", "sundry 1 255: invalid most"},
    {"other = 0", "sundry 1 255: invalid other"},
    {"string = ''", "sundry 1 255: invalid string"},
    {"string = 'Seven777'", "sundry 1 255: invalid string"},
    {"string = 'seven'", "sundry 1 255: invalid string"},
    {"text = 'sixsix'", "sundry 1 255: invalid text"},
    {"text = NULL", "sundry 1 255: invalid text"},
    {"text = 'a' || char(7)", "sundry 1 255: invalid text"},
    {"word = 'three'", "sundry 1 255: invalid word"},
    {"metric = 'atm'", "sundry 1 255: invalid metric"},
    {"id = upper(id)", "sundry 1 255: invalid id"},
    {"class = '3x4@0.0'", "sundry 1 255: invalid class"},
    {"size = '1x4'", "sundry 1 255: invalid size"},
    {"board = '1 2 3'", "sundry 1 255: invalid board"},
    {"date = '2026-02-29'", "sundry 1 255: invalid date"},
    {"hash = x'00'", "sundry 1 255: invalid hash"},
};

static void
test_rows(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    struct sundry row = full, read = {0};

    (void)state;
    row.board = board_of("1 2 3/4 5 0");
    OK(db_run(store->db, sql_make, &why));
    put(store, &row);
    OK(get(store, &read));
    assert_true(read.pk >= 1);
    expect_equal(&row, &read);
    for (size_t i = 0; i < COUNT(faults); i++) {
        char *sql = sqlite3_mprintf("UPDATE sundry SET %s", faults[i].set);

        put(store, &row);
        OK(db_run(store->db, sql, &why));
        sqlite3_free(sql);
        if (get(store, &read) != LOYD_E_CORRUPT)
            fail_msg("%s: accepted", faults[i].set);
        assert_string_equal(why.text, faults[i].words);
    }
    row.medium = 0;
    row.other = 0;
    row.string[0] = '\0';
    row.has_hash = false;
    put(store, &row);
    OK(get(store, &read));
    expect_equal(&row, &read);
    loyd_store_close(&store);
}

#define T(test)                                                               \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        T(test_descriptions_are_the_schema),
        cmocka_unit_test(test_members_fit),
        T(test_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
