/* SPDX-License-Identifier: MIT */
/*
 * The texts of boards, paths, ids and classes in a catalogue. The store and
 * the verification read them with different code: both accept exactly what
 * loyd prints, and a row with any other value is damaged.
 */
#include "catalogue.h"
#include "core/board.h"

#include <loyd/catalogue.h>

#include "core/moves.h"
#include "verify/raw_text.h"
#include "store/tables.h"

static loyd_store *store;
static loyd_why why;

/* Ten million characters, and such a board and path. */
#define HUGE_ZEROS "hex(zeroblob(5000000))"
#define HUGE_BOARD "replace(hex(zeroblob(5000000)), '00', '1 ') || '0'"
#define HUGE_PATH "replace(hex(zeroblob(5000000)), '00', 'UR')"

/* An SQL expression, and whether it is such a text. */
struct sample {
    const char *sql;
    bool is_good;
};

static const struct sample boards[] = {
    {"'1 2 3/4 5 6/7 8 0'", true},
    {"'0 8 7/6 5 4/3 2 1'", true},
    {"'1 2 3/4 5 6/7 9 0'", true}, /* 8 is missing */
    {"'1 2 3/4 5 6/7 8 9'", false},
    {"'1 2 3/4 5 6/7 0 0'", false},
    {"'1 2 3/4 5 6/7 8 8'", false},
    {"'1 2 3/4 5 6/7 10 0'", false},
    {"'1 2 3/4 5 6/7 8 256'", false}, /* 0 in a byte */
    {"'1 2 3/4 5 6/7 8 4294967296'", false},
    {"'1 2 3/4 5 6/7 8 18446744073709551616'", false},
    {"'01 2 3/4 5 6/7 8 0'", false},
    {"'1 2 3/4 5 6/7 8 00'", false},
    {"'1 2 3/4 5 6/7 8 -0'", false},
    {"'1 2 3/4 5 6/7 +8 0'", false},
    {"'1 2 3/4 5 6/7 8.0 0'", false},
    {"'1 2 3/4 5 6/7 8 0 '", false},
    {"' 1 2 3/4 5 6/7 8 0'", false},
    {"'1  2 3/4 5 6/7 8 0'", false},
    {"'1 2 3 /4 5 6/7 8 0'", false},
    {"'1 2 3/ 4 5 6/7 8 0'", false},
    {"'1 2 3//4 5 6/7 8 0'", false},
    {"'1 2 3/4 5 6/7 8 0/'", false},
    {"'/1 2 3/4 5 6/7 8 0'", false},
    {"'1 2 3/4 5 6/7 8 0' || char(10)", false},
    {"'1' || char(9) || '2 3/4 5 6/7 8 0'", false},
    {"'1 2 3 4 5 6 7 8 0'", false},
    {"'1,2,3/4,5,6/7,8,0'", false},
    {"'3x3:1,2,3,4,5,6,7,8,0'", false},
    {"'123456780'", false},
    {"'1 2 3/4 5 6/7 8'", false},
    {"'1 2 3/4 5 6/7 8 0/9 10 11'", false},
    {"'1 2/3 0'", false}, /* another size */
    {"'1 2 3/4 5 0'", false},
    {"'1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0'", false},
    {"'1 2 3/4 5 6/7 8 \357\274\220'", false}, /* a wide 0 */
    {"'1 2 3/4 5 6/7 8 0' || char(0)", false},
    {"'1 2 3/4 5 6/7 8' || char(0) || '0'", false},
    {"'1 2 3/4 5 6/7 8 0' || char(0) || 'x'", false},
    {"CAST('1 2 3/4 5 6/7 8 0' AS BLOB)", false},
    {"''", false},
    {"'0'", false},
    {"'goal'", false},
    {"'1 2 3/4 5 6/7 0 ' || char(0x0668)", false}, /* another 8 */
    {"CAST(x'31ff' AS TEXT)", false},
    {"NULL", false},
    {"123456780", false},
    {"1.5", false},
    {HUGE_ZEROS, false},
    {HUGE_BOARD, false},
};

static const struct sample paths[] = {
    {"''", true},
    {"'U'", true},
    {"'U2'", true},
    {"'U2R3D2L'", true},
    {"'URDL'", true},
    {"'U999'", true},
    {"'U999U'", true},
    {"'U999U999U2'", true},
    {"'U0'", false},
    {"'U1'", false},
    {"'U02'", false},
    {"'U00'", false},
    {"'U1000'", false},
    {"'U4294967298'", false},
    {"'U18446744073709551618'", false},
    {"'UU'", false},
    {"'U2U3'", false},
    {"'U998U'", false},
    {"'RU2U3'", false},
    {"'2U'", false},
    {"'u'", false},
    {"'X'", false},
    {"'U-2'", false},
    {"'U+2'", false},
    {"'U2 '", false},
    {"' U2'", false},
    {"'U R'", false},
    {"'U,R'", false},
    {"'U2' || char(10)", false},
    {"'U' || char(0)", false},
    {"'U' || char(0) || 'R'", false},
    {"char(0)", false},
    {"CAST('UR' AS BLOB)", false},
    {"x''", false},
    {"NULL", false},
    {"2", false},
    {"2.5", false},
    {HUGE_ZEROS, false},
};

static const struct sample ids[] = {
    {"'0123456789abcdef'", true},
    {"'ghjkmnpqrstvwxyz'", true},
    {"'zzzzzzzzzzzzzzzz'", true},
    {"'0123456789ABCDEF'", false},
    {"'0123456789abcdeF'", false},
    {"'o123456789abcdef'", false},
    {"'i123456789abcdef'", false},
    {"'l123456789abcdef'", false},
    {"'u123456789abcdef'", false},
    {"'0123456789abcde'", false},
    {"'0123456789abcdef0'", false},
    {"'0123456789abcde '", false},
    {"'-123456789abcdef'", false},
    {"'0123456789abcde' || char(0)", false},
    {"'0123456789abcdef' || char(0)", false},
    {"'01234567' || char(0) || '9abcdef'", false},
    {"'0123456789abcd\303\251'", false},
    {"x'30313233343536373839616263646566'", false},
    {"x'00112233445566778899'", false},
    {"1234567890123456", false},
    {"''", false},
    {"NULL", false},
    {HUGE_ZEROS, false},
};

static const struct sample classes[] = {
    {"'3x3@0.0'", true},
    {"'4x3@1.1'", true},
    {"'15x15@7.7'", true},
    {"'3x4@0.0'", false}, /* the longer side comes first */
    {"'3x3@2.2'", false}, /* the same as 0.0 */
    {"'3x3@1.0'", false},
    {"'3x3@3.0'", false},
    {"'03x3@0.0'", false},
    {"'3x3@00.0'", false},
    {"'3X3@0.0'", false},
    {"'3x3@0,0'", false},
    {"'3x3@0.0 '", false},
    {"' 3x3@0.0'", false},
    {"'3x3'", false},
    {"'1x3@0.0'", false},
    {"'16x3@0.0'", false},
    {"'3x3@0.0' || char(0)", false},
    {"'3x3@0' || char(0) || '.0'", false},
    {"CAST('3x3@0.0' AS BLOB)", false},
    {"197376", false}, /* its number */
    {"''", false},
    {"NULL", false},
    {HUGE_ZEROS, false},
};

static int
make_store(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    store = open_store(in_folder("t.db"), LOYD_STORE_CREATE);
    return 0;
}

static int
remove_store(void **state)
{
    loyd_store_close(&store);
    return remove_folder(state);
}

/* The value of a column as the verification gets it. */
static struct raw_value
raw_of(struct query *q, int at)
{
    struct raw_value value = {.kind = RAW_OTHER};

    switch (sqlite3_column_type(q->stmt, at)) {
    case SQLITE_NULL:
        value.kind = RAW_NULL;
        break;
    case SQLITE_INTEGER:
        value.kind = RAW_NUMBER;
        value.number = sqlite3_column_int64(q->stmt, at);
        break;
    case SQLITE_TEXT:
        value.kind = RAW_TEXT;
        value.bytes = sqlite3_column_text(q->stmt, at);
        value.len = (size_t)sqlite3_column_bytes(q->stmt, at);
        break;
    case SQLITE_BLOB:
        value.kind = RAW_BYTES;
        value.bytes = sqlite3_column_blob(q->stmt, at);
        value.len = (size_t)sqlite3_column_bytes(q->stmt, at);
        break;
    default:
        break;
    }
    return value;
}

static void
select_value(struct query *q, const char *sql)
{
    char whole[300];

    snprintf(whole, sizeof(whole), "SELECT %s", sql);
    query_begin(q, store, STMT_COUNT_, whole, &why);
    if (!query_next(q))
        fail_msg("%s: %s", whole, q->words.text);
}

static void
expect(const struct sample *sample, const char *reader, bool is_good)
{
    if (is_good != sample->is_good)
        fail_msg("%.100s: %s by %s", sample->sql,
                 is_good ? "read" : "refused", reader);
}

static void
test_boards(void **state)
{
    static const loyd_size size = {3, 3};

    (void)state;
    for (size_t i = 0; i < COUNT(boards); i++) {
        struct raw_value raw;
        loyd_board board, read;
        struct query q;

        select_value(&q, boards[i].sql);
        raw = raw_of(&q, 0);
        expect(&boards[i], "the store", column_board(&q, 0, &size, &board));
        expect(&boards[i], "verify",
               raw_board(&raw, &read) && read.width == 3 && read.height == 3);
        OK(query_end(&q, LOYD_OK));
    }
}

static uint8_t dirs[PATH_MAX_MOVES];

static void
test_paths(void **state)
{
    loyd_moves path = {0}, read = {.dir = dirs};
    struct raw_value raw;
    struct query q;

    (void)state;
    for (size_t i = 0; i < COUNT(paths); i++) {
        select_value(&q, paths[i].sql);
        raw = raw_of(&q, 0);
        expect(&paths[i], "the store", column_path(&q, 0, &path));
        expect(&paths[i], "verify", raw_path(&raw, &read));
        OK(query_end(&q, LOYD_OK));
    }
    /* No rating is as long as this. */
    select_value(&q, HUGE_PATH);
    raw = raw_of(&q, 0);
    assert_false(column_path(&q, 0, &path));
    assert_false(raw_path(&raw, &read));
    OK(query_end(&q, LOYD_OK));
    /* The longest one. */
    select_value(&q, "replace(hex(zeroblob(32767)), '00', 'UR')");
    raw = raw_of(&q, 0);
    assert_true(column_path(&q, 0, &path));
    assert_true(raw_path(&raw, &read));
    assert_int_equal(path.n, PATH_MAX_MOVES);
    assert_int_equal(read.n, PATH_MAX_MOVES);
    assert_memory_equal(read.dir, path.dir, PATH_MAX_MOVES);
    OK(query_end(&q, LOYD_OK));
    loyd_moves_free(&path);
}

static void
test_ids(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(ids); i++) {
        uint8_t bytes[LOYD_ID_BYTES];
        struct raw_value raw;
        struct query q;
        bool is_read;
        loyd_id id;

        select_value(&q, ids[i].sql);
        raw = raw_of(&q, 0);
        is_read = column_id(&q, 0, &id);
        expect(&ids[i], "the store", is_read);
        expect(&ids[i], "verify", raw_id(&raw, bytes));
        if (is_read)
            assert_memory_equal(bytes, id.byte, LOYD_ID_BYTES);
        OK(query_end(&q, LOYD_OK));
    }
}

static void
test_classes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(classes); i++) {
        int64_t class;
        struct query q;

        select_value(&q, classes[i].sql);
        expect(&classes[i], "the store", column_class(&q, 0, &class));
        OK(query_end(&q, LOYD_OK));
    }
}

/* --- texts with one wrong byte --- */

static const char other_bytes[] = {' ', '/', '0', '1', '9', 'U', 'L',
                                   'u', 'z', 'i', '\0', '\n', '\x7f'};

/* Calls `check` with a text, and with it after each change of a byte: another
 * one, one more, one less. */
static unsigned
each_change(const char *text, size_t len,
            bool (*check)(const struct raw_value *value, struct query *q))
{
    static char changed[2000];
    struct query q;
    unsigned n = 0;

    query_begin(&q, store, STMT_COUNT_, "SELECT ?1", &why);
    for (size_t at = 0; at <= len; at++)
        for (size_t k = 0; k < 2 * COUNT(other_bytes) + 1; k++) {
            bool is_more = k < COUNT(other_bytes);
            bool is_less = k == 2 * COUNT(other_bytes);
            size_t tail = at + (is_more ? 0 : 1), made = at;
            struct raw_value raw;

            if (tail > len)
                continue;
            memcpy(changed, text, at);
            if (!is_less)
                changed[made++] = other_bytes[k % COUNT(other_bytes)];
            memcpy(changed + made, text + tail, len - tail);
            made += len - tail;
            assert_int_equal(sqlite3_bind_text(q.stmt, 1, changed, (int)made,
                                               SQLITE_STATIC),
                             SQLITE_OK);
            assert_true(query_next(&q));
            raw = raw_of(&q, 0);
            n += check(&raw, &q);
            query_again(&q);
        }
    OK(query_end(&q, LOYD_OK));
    return n;
}

static loyd_size checked_size;

/* The readers agree, and what they read is printed as the same text. */
static bool
check_board(const struct raw_value *raw, struct query *q)
{
    char text[LOYD_BOARD_TEXT];
    loyd_board board, other;
    bool is_read = column_board(q, 0, &checked_size, &board), is_other;

    is_other = raw_board(raw, &other) &&
               other.width == checked_size.width &&
               other.height == checked_size.height;
    if (is_read != is_other)
        fail_msg("%.*s: %d, %d", (int)raw->len, (const char *)raw->bytes,
                 is_read, is_other);
    if (!is_read)
        return false;
    assert_int_equal(loyd_board_check(&board, NULL), LOYD_OK);
    assert_true(board_equal(&board, &other));
    assert_int_equal(loyd_board_print(&board, LOYD_FORM_ROWS, text), raw->len);
    assert_memory_equal(text, raw->bytes, raw->len);
    return true;
}

static void
test_changed_boards(void **state)
{
    uint64_t random = 1;
    unsigned n_read = 0;

    (void)state;
    for (unsigned i = 0; i < 40; i++) {
        unsigned w = i == 0 ? 15 : 2 + (unsigned)(random_word(&random) % 14);
        unsigned h = i == 0 ? 15 : 2 + (unsigned)(random_word(&random) % 6);
        loyd_board board = goal_of("rows", w, h);
        char text[LOYD_BOARD_TEXT];
        size_t len;

        for (unsigned c = w * h - 1; c > 0; c--) {
            unsigned other = (unsigned)(random_word(&random) % (c + 1));
            uint8_t label = board.cell[c];

            board.cell[c] = board.cell[other];
            board.cell[other] = label;
        }
        len = loyd_board_print(&board, LOYD_FORM_ROWS, text);
        checked_size = (loyd_size){(uint8_t)w, (uint8_t)h};
        n_read += each_change(text, len, check_board);
    }
    assert_true(n_read > 40); /* also the text itself, where a byte is same */
}

static bool
check_path(const struct raw_value *raw, struct query *q)
{
    static loyd_moves path;
    loyd_moves other = {.dir = dirs};
    bool is_read = column_path(q, 0, &path);
    char *text;

    if (is_read != raw_path(raw, &other))
        fail_msg("%.*s: %d, %d", (int)raw->len, (const char *)raw->bytes,
                 is_read, !is_read);
    if (is_read) {
        assert_int_equal(path.n, other.n);
        assert_memory_equal(path.dir, dirs, path.n);
        text = malloc(moves_text_room(&path));
        assert_non_null(text);
        assert_int_equal(moves_print(&path, text), raw->len);
        assert_memory_equal(text, raw->bytes, raw->len);
        free(text);
    }
    loyd_moves_free(&path);
    return is_read;
}

static void
test_changed_paths(void **state)
{
    uint64_t random = 2;
    unsigned n_read = 0;

    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        loyd_moves path = {0};
        char text[2000];

        for (unsigned run = 0; run < 1 + i % 12; run++) {
            uint64_t draw = random_word(&random);
            unsigned n = draw % 9 == 0   ? 999 + (unsigned)(draw / 9 % 3)
                         : draw % 2 == 0 ? 1
                                         : 2 + (unsigned)(draw / 9 % 120);

            for (; n > 0; n--)
                assert_int_equal(moves_push(&path, (loyd_dir)(draw >> 60 & 3)),
                                 LOYD_OK);
        }
        assert_true(loyd_moves_print(&path, NULL, 0) + 1 <= sizeof(text));
        n_read += each_change(text, moves_print(&path, text), check_path);
        loyd_moves_free(&path);
    }
    assert_true(n_read > 1000);
}

static bool
check_id(const struct raw_value *raw, struct query *q)
{
    uint8_t bytes[LOYD_ID_BYTES];
    char text[LOYD_ID_CHARS + 1];
    loyd_id id;
    bool is_read = column_id(q, 0, &id);

    if (is_read != raw_id(raw, bytes))
        fail_msg("%.*s: %d, %d", (int)raw->len, (const char *)raw->bytes,
                 is_read, !is_read);
    if (!is_read)
        return false;
    assert_memory_equal(id.byte, bytes, LOYD_ID_BYTES);
    loyd_id_print(&id, text);
    assert_memory_equal(text, raw->bytes, LOYD_ID_CHARS);
    return true;
}

static void
test_changed_ids(void **state)
{
    uint64_t random = 3;
    unsigned n_read = 0;

    (void)state;
    for (unsigned i = 0; i < 60; i++) {
        char text[LOYD_ID_CHARS + 1];
        loyd_id id;

        for (unsigned k = 0; k < LOYD_ID_BYTES; k++)
            id.byte[k] = (uint8_t)random_word(&random);
        loyd_id_print(&id, text);
        n_read += each_change(text, LOYD_ID_CHARS, check_id);
    }
    assert_true(n_read > 60 * 16 * 3);
}

/* --- damaged rows --- */

/* Values of one row: `of` is a column of puzzle or rating. The value is stored
 * without regard to the type of the column. (Which texts are no board
 * or path: above.) */
static const struct damage {
    const char *of;
    const char *value;
    const char *words; /* after "puzzle ID: " */
} damages[] = {
    {"puzzle.board", "'goal'", "invalid board"},
    {"puzzle.board", "CAST(board AS BLOB)", "invalid board"},
    {"puzzle.board", "NULL", "invalid board"},
    {"puzzle.board", HUGE_BOARD, "invalid board"},
    {"puzzle.board", "'1 2 3/4 5 6/7 8 0'", "start and goal are equal"},
    {"puzzle.board", "'2 1 3/4 5 6/7 8 0'", "unsolvable"},
    {"puzzle.board", "'1 2 3/4 5 6/7 0 9'", NULL},
    {"puzzle.goal", "CAST(goal AS TEXT)", "invalid goal key"},
    {"puzzle.goal", "NULL", "invalid goal key"},
    {"puzzle.goal", "goal + 0.5", "invalid goal key"},
    {"puzzle.stm", "CAST(stm AS TEXT)",
     "the length does not match the rating"},
    {"puzzle.stm", "CAST(stm AS BLOB)",
     "the length does not match the rating"},
    {"puzzle.stm", "stm + 0.5", "the length does not match the rating"},
    {"puzzle.stm", "NULL", "the length does not match the rating"},
    {"puzzle.stm", HUGE_ZEROS, "the length does not match the rating"},
    {"puzzle.upper", "stm", "the length does not match the rating"},
    {"puzzle.upper", "''", "the length does not match the rating"},
    {"puzzle.mtm", "'7'", "a length without a rating in MTM"},
    {"puzzle.mtm_upper", "x'07'", "a length without a rating in MTM"},
    {"puzzle.estimate", "'9'", "invalid estimate"},
    {"puzzle.estimate_version", "1", "invalid estimate"},
    {"rating.path", "'goal'", "a rating with an invalid path"},
    {"rating.path", "''", "the path's length does not match the rating"},
    {"rating.path", "CAST(path AS BLOB)", "a rating with an invalid path"},
    {"rating.path", "NULL", "a rating with an invalid path"},
    {"rating.path", HUGE_PATH, "a rating with an invalid path"},
    {"rating.lower", "CAST(lower AS TEXT)", "rating out of range"},
    {"rating.lower", "NULL", "rating out of range"},
    {"rating.upper", "CAST(upper AS TEXT)", "rating out of range"},
    {"rating.upper", HUGE_ZEROS, "rating out of range"},
    {"rating.search", "CAST(search AS TEXT)",
     "a rating with an invalid search key"},
    {"rating.search", "NULL", "a rating with an invalid search key"},
    {"rating.lower_search", "'1'", "a rating with an invalid search key"},
};

/* Lets c.db hold any value in the tables of puzzles, runs `sql`, and restores
 * the schema of good.db. */
static void
damage(const char *sql)
{
    char whole[1500];

    run_sql(in_folder("c.db"),
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
            " replace(replace(replace(replace(replace(sql,"
            " ') STRICT, WITHOUT ROWID', ') WITHOUT ROWID'), ') STRICT', ')'),"
            " ' TEXT', ' BLOB'), ' INTEGER', ' BLOB'), ' NOT NULL', '')"
            " WHERE name IN ('puzzle', 'rating')");
    snprintf(whole, sizeof(whole), "PRAGMA ignore_check_constraints = ON;"
             "PRAGMA foreign_keys = OFF; %s", sql);
    run_sql(in_folder("c.db"), whole);
    snprintf(whole, sizeof(whole), "ATTACH '%s' AS good;"
             "PRAGMA writable_schema = ON; UPDATE main.sqlite_master SET"
             " sql = (SELECT o.sql FROM good.sqlite_master AS o"
             " WHERE o.name = sqlite_master.name)",
             in_folder("good.db"));
    run_sql(in_folder("c.db"), whole);
}

static unsigned n_bad;
static char bad_words[20 * LOYD_WHY_BYTES];

static bool
note_bad(void *context, const loyd_bad *bad)
{
    (void)context;
    n_bad++;
    strncat(bad_words, bad->what, sizeof(bad_words) - strlen(bad_words) - 2);
    strcat(bad_words, "\n");
    return true;
}

/* Reads the rows of a filter: `wanted` begins each error, and there are n of
 * them. */
static void
expect_errors(loyd_store *of, const loyd_filter *filter, unsigned n,
              const char *wanted, const char *what)
{
    loyd_cursor *cursor = NULL;
    unsigned n_errors = 0;
    const loyd_row *row;

    OK(loyd_store_find(of, filter, &cursor, &why));
    for (;;) {
        loyd_err err = loyd_cursor_next(cursor, &row, &why);

        if (err == LOYD_OK && row == NULL)
            break;
        if (err == LOYD_OK)
            continue;
        if (err != LOYD_E_CORRUPT ||
            strncmp(why.text, wanted, strlen(wanted)) != 0)
            fail_msg("%s: error %d %s", what, err, why.text);
        n_errors++;
    }
    loyd_cursor_close(&cursor);
    if (n_errors != n)
        fail_msg("%s: %u errors", what, n_errors);
}

/* The first proven puzzle of the goal `rows`. */
static loyd_id
first_proven(void)
{
    loyd_cursor *cursor = NULL;
    const loyd_row *row;
    const loyd_filter filter = {CONDITIONS({"layout", "rows"},
                                           {"stm", "3..99"})};
    loyd_id id;

    OK(loyd_store_find(store, &filter, &cursor, &why));
    OK(loyd_cursor_next(cursor, &row, &why));
    assert_non_null(row);
    id = row->entry->id;
    loyd_cursor_close(&cursor);
    return id;
}

static void
expect_damage(const struct damage *wrong, const loyd_id *id)
{
    const loyd_filter one = {.has_ids = true, .ids = id, .n_ids = 1};
    static const loyd_filter all;
    const char *column = strchr(wrong->of, '.') + 1;
    bool is_puzzle = strncmp(wrong->of, "puzzle.", 7) == 0;
    char name[LOYD_ID_CHARS + 1], sql[400], wanted[200];
    uint8_t digest[LOYD_HASH_BYTES];
    loyd_job_result result;
    loyd_store *bad;
    loyd_err err;

    loyd_id_print(id, name);
    snprintf(wanted, sizeof(wanted), "puzzle %s: %s", name,
             wrong->words != NULL ? wrong->words : "");
    snprintf(sql, sizeof(sql), "UPDATE %s SET %s = %s WHERE %s = '%s'",
             is_puzzle ? "puzzle" : "rating", column, wrong->value,
             is_puzzle ? "id" : "puzzle", name);
    damage(sql);
    bad = open_store(in_folder("c.db"), LOYD_STORE_READ);
    expect_errors(bad, &one, 1, wanted, sql);
    expect_errors(bad, &all, 1, wanted, sql);
    err = loyd_store_digest(bad, LOYD_DIGEST_ALL, digest, &why);
    if (err != LOYD_OK &&
        (err != LOYD_E_CORRUPT ||
         (strstr(why.text, name) == NULL && strcmp(column, "goal") != 0)))
        fail_msg("%s: digest: %d %s", sql, err, why.text);
    n_bad = 0;
    bad_words[0] = '\0';
    OK(loyd_catalogue_verify(bad, NULL, &(loyd_listener){.bad = note_bad},
                             &result, &why));
    if (n_bad == 0 || strstr(bad_words, name) == NULL)
        fail_msg("%s: verify: %s", sql, bad_words);
    loyd_store_close(&bad);
}

static void
test_damaged_rows(void **state)
{
    size_t len;
    uint8_t *good;
    loyd_id id;

    (void)state;
    loyd_store_close(&store);
    store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    fill_store(store, "3x3/rows", 30, 1);
    fill_store(store, "4x3/snake", 10, 2);
    id = first_proven();
    loyd_store_close(&store);
    good = read_file(in_folder("c.db"), &len);
    write_file(in_folder("good.db"), good, len);
    for (size_t i = 0; i < COUNT(damages); i++) {
        write_file(in_folder("c.db"), good, len);
        expect_damage(&damages[i], &id);
    }
    free(good);
}

/* An invalid id cannot name its puzzle. */
static void
test_damaged_ids(void **state)
{
    static const char *const values[] = {
        "upper(id)", "id || char(0)", "substr(id, 2)", "'o' || substr(id, 2)",
        "CAST(id AS BLOB)", "7", HUGE_ZEROS};
    size_t len;
    uint8_t *good;

    (void)state;
    loyd_store_close(&store);
    store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    fill_store(store, "3x3/rows", 30, 1);
    loyd_store_close(&store);
    good = read_file(in_folder("c.db"), &len);
    write_file(in_folder("good.db"), good, len);
    for (size_t i = 0; i < COUNT(values); i++) {
        uint8_t digest[LOYD_HASH_BYTES];
        loyd_cursor *cursor = NULL;
        loyd_job_result result;
        unsigned n = 0, n_errors = 0;
        loyd_store *bad;
        const loyd_row *row;
        char sql[300];
        loyd_err err;

        write_file(in_folder("c.db"), good, len);
        snprintf(sql, sizeof(sql), "UPDATE puzzle SET id = %s WHERE id ="
                 " (SELECT min(id) FROM puzzle WHERE id > 'a')", values[i]);
        damage(sql);
        bad = open_store(in_folder("c.db"), LOYD_STORE_READ);
        assert_int_equal(loyd_store_digest(bad, LOYD_DIGEST_ALL, digest, &why),
                         LOYD_E_CORRUPT);
        /* It is an error, at once if it is beyond all ids; never a puzzle. */
        err = loyd_store_find(bad, NULL, &cursor, &why);
        if (err != LOYD_OK) {
            assert_int_equal(err, LOYD_E_CORRUPT);
            assert_string_equal(why.text, "a puzzle has an invalid id");
            n = 29;
        }
        while (cursor != NULL) {
            err = loyd_cursor_next(cursor, &row, &why);
            assert_true(err == LOYD_OK || err == LOYD_E_CORRUPT);
            if (err == LOYD_OK && row == NULL)
                break;
            n += err == LOYD_OK;
            n_errors += err != LOYD_OK;
            assert_true(n + n_errors <= 40);
        }
        loyd_cursor_close(&cursor);
        assert_int_equal(n, 29);
        n_bad = 0;
        bad_words[0] = '\0';
        OK(loyd_catalogue_verify(bad, NULL, &(loyd_listener){.bad = note_bad},
                                 &result, &why));
        assert_true(n_bad > 0);
        loyd_store_close(&bad);
    }
    free(good);
}

#define T(test) cmocka_unit_test_setup_teardown(test, make_store, remove_store)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        T(test_boards),         T(test_paths),        T(test_ids),
        T(test_classes),        T(test_changed_boards),
        T(test_changed_paths),  T(test_changed_ids),  T(test_damaged_rows),
        T(test_damaged_ids),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
