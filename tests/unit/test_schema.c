/* SPDX-License-Identifier: MIT */
/* The schema: schema.sql against the migrations, a version to come, and
 * foreign, newer and altered files, which stay unchanged. */
#define _DEFAULT_SOURCE /* syscall */
#include "catalogue.h"

#include "base/bytes.h"
#include "base/why.h"
#include "pack/puzzle_fields.h"
#include "store/migrate.h"
#include "store/pack_db.h"

#include <linux/capability.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static sqlite3 *
open_memory(void)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    return db;
}

static void
run(sqlite3 *db, const char *sql)
{
    char *words = NULL;

    if (sqlite3_exec(db, sql, NULL, NULL, &words) != SQLITE_OK)
        fail_msg("%s: %s", sql, words);
}

/* Every value of a query's rows as one text, which the caller frees. */
static char *
rows_of(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *stmt = NULL;
    sqlite3_str *text = sqlite3_str_new(NULL);

    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(stmt); i++)
            sqlite3_str_appendf(text, "%s|", sqlite3_column_text(stmt, i));
        sqlite3_str_appendf(text, "\n");
    }
    sqlite3_finalize(stmt);
    return sqlite3_str_finish(text);
}

/* Queries that describe a schema: its structure, then its text. */
static const char *const structure[] = {
    "SELECT name, type, ncol, wr, strict FROM pragma_table_list"
    " WHERE schema = 'main' AND name <> 'sqlite_schema' ORDER BY name",
    "SELECT s.name, x.* FROM sqlite_schema AS s,"
    " pragma_table_xinfo(s.name) AS x WHERE s.type IN ('table', 'view')"
    " ORDER BY s.name, x.cid",
    "SELECT s.name, i.name, i.\"unique\", i.origin, i.partial"
    " FROM sqlite_schema AS s, pragma_index_list(s.name) AS i"
    " WHERE s.type = 'table' ORDER BY s.name, i.name",
    "SELECT s.name, x.* FROM sqlite_schema AS s,"
    " pragma_index_xinfo(s.name) AS x WHERE s.type = 'index'"
    " ORDER BY s.name, x.seqno",
    "SELECT s.name, f.* FROM sqlite_schema AS s,"
    " pragma_foreign_key_list(s.name) AS f WHERE s.type = 'table'"
    " ORDER BY s.name, f.id, f.seq",
    "SELECT type, name, tbl_name, sql FROM sqlite_schema"
    " ORDER BY type, name",
    "PRAGMA application_id",
    "PRAGMA user_version",
};

static void
expect_same_schema(sqlite3 *a, sqlite3 *b)
{
    for (size_t i = 0; i < COUNT(structure); i++) {
        char *one = rows_of(a, structure[i]);
        char *other = rows_of(b, structure[i]);

        assert_true(strlen(one) > 1);
        assert_string_equal(one, other);
        sqlite3_free(one);
        sqlite3_free(other);
    }
}

/* A new catalogue, and one made with sqlite3. */
static void
test_schema_sql_is_what_migrations_make(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    sqlite3 *by_hand = open_memory(), *by_us = NULL;
    uint8_t sum[LOYD_HASH_BYTES];
    char hex[BYTES_HEX(LOYD_HASH_BYTES)];
    size_t len;
    char *sql = (char *)read_file("schema.sql", &len);
    loyd_why why;

    (void)state;
    loyd_store_close(&store);
    run(by_hand, sql);
    assert_int_equal(sqlite3_open(in_folder("c.db"), &by_us), SQLITE_OK);
    expect_same_schema(by_hand, by_us);
    OK(schema_sum(by_us, sum, &why));
    assert_string_equal(schema_ours.sum, bytes_hex(sum, LOYD_HASH_BYTES, hex));
    sqlite3_close(by_hand);
    sqlite3_close(by_us);
    free(sql);
}

/* Every table is STRICT; schema.sql makes a valid catalogue. */
static void
test_schema_sql_makes_a_catalogue(void **state)
{
    size_t len;
    char *sql = (char *)read_file("schema.sql", &len);
    loyd_store *store;
    uint8_t one[LOYD_HASH_BYTES], other[LOYD_HASH_BYTES];

    (void)state;
    run_sql(in_folder("hand.db"), sql);
    free(sql);
    assert_int_equal(ask_sql(in_folder("hand.db"),
                             "SELECT count(*) FROM pragma_table_list WHERE"
                             " type = 'table' AND NOT strict"
                             " AND name NOT LIKE 'sqlite_%'"),
                     0);
    store = open_store(in_folder("hand.db"), LOYD_STORE_READ);
    loyd_store_close(&store);
    store = open_store(in_folder("hand.db"), LOYD_STORE_WRITE);
    fill_store(store, "3x3/spiral", 30, 5);
    digest_of(store, one);
    loyd_store_close(&store);
    store = open_store(in_folder("ours.db"), LOYD_STORE_CREATE);
    fill_store(store, "3x3/spiral", 30, 5);
    digest_of(store, other);
    loyd_store_close(&store);
    assert_memory_equal(one, other, sizeof(one));
}

/* A version to come: `name` is made anew, and `goal`, to which others refer.
 * Versions 3 fail: at the end of the SQL, and because of the rows. */
static const char version_2[] =
    "ALTER TABLE name ADD COLUMN language TEXT;"
    "CREATE TABLE goal_2 (pk INTEGER PRIMARY KEY, size TEXT NOT NULL,"
    " class TEXT NOT NULL, layout TEXT, board TEXT NOT NULL) STRICT;"
    "INSERT INTO goal_2 SELECT * FROM goal;"
    "DROP VIEW puzzles; DROP TABLE goal;"
    "ALTER TABLE goal_2 RENAME TO goal;"
    "PRAGMA user_version = 2;";
static const char bad_sql[] = "DROP TABLE mark; PRAGMA user_version = 3;"
                              "CREATE NONSENSE;";
static const char bad_rows[] = "PRAGMA user_version = 3;"
                               "DELETE FROM goal WHERE pk = 1;";

static sqlite3 *
open_file(const char *path)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    run(db, "PRAGMA foreign_keys = ON");
    return db;
}

static void
expect_fails(sqlite3 *db, const char *sql, const char *words)
{
    const char *const list[] = {schema_ours.sql[0], version_2, sql};
    const struct schema three = {.sql = list, .n = 3};
    char *before = rows_of(db, structure[5]), *after;
    loyd_why why;

    assert_why(sql, schema_open(db, &three, LOYD_STORE_WRITE, &why), &why,
               strstr(sql, "NONSENSE") != NULL ? LOYD_E_DB : LOYD_E_CORRUPT,
               words);
    assert_int_not_equal(sqlite3_get_autocommit(db), 0);
    after = rows_of(db, structure[5]);
    assert_string_equal(before, after);
    sqlite3_free(before);
    sqlite3_free(after);
}

static void
test_a_version_to_come(void **state)
{
    const char *const list[] = {schema_ours.sql[0], version_2};
    const struct schema two = {.sql = list, .n = 2};
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    sqlite3 *db;
    char *before, *after;
    loyd_why why;

    (void)state;
    assert_int_equal(schema_ours.n, 1);
    fill_store(store, "4x4/rows", 20, 1);
    loyd_store_close(&store);
    db = open_file(in_folder("c.db"));
    before = rows_of(db, "SELECT * FROM puzzle CROSS JOIN goal");
    assert_why("read", schema_open(db, &two, LOYD_STORE_READ, &why), &why,
               LOYD_E_DB,
               "schema version 1: any command that writes, such as 'loyd "
               "rate', upgrades it to 2");
    for (int i = 0; i < 2; i++) /* the second time, nothing is missing */
        OK(schema_open(db, &two, LOYD_STORE_WRITE, &why));
    OK(schema_open(db, &two, LOYD_STORE_READ, &why));
    after = rows_of(db, "SELECT * FROM puzzle CROSS JOIN goal");
    assert_string_equal(before, after);
    sqlite3_free(before);
    sqlite3_free(after);
    run(db, "SELECT language FROM name");
    before = rows_of(db, "PRAGMA foreign_keys");
    assert_string_equal(before, "1|\n");
    sqlite3_free(before);
    assert_why("an earlier loyd",
               schema_open(db, &schema_ours, LOYD_STORE_WRITE, &why), &why,
               LOYD_E_NEWER, "schema version 2: this loyd supports up to 1");
    expect_fails(db, bad_sql,
                 "cannot be upgraded: near \"NONSENSE\": syntax error");
    expect_fails(db, bad_rows, "cannot be upgraded: 20 rows refer to no row");
    OK(schema_open(db, &two, LOYD_STORE_READ, &why));
    sqlite3_close(db);
}

/* Or none: then it is still empty. */
static void
test_an_empty_file_gets_every_version(void **state)
{
    const char *const list[] = {schema_ours.sql[0], version_2, bad_sql};
    const struct schema two = {.sql = list, .n = 2},
                        bad = {.sql = list, .n = 3};
    sqlite3 *db = open_memory();
    loyd_why why;

    (void)state;
    assert_int_equal(schema_open(db, &bad, LOYD_STORE_CREATE, &why),
                     LOYD_E_DB);
    assert_why("write", schema_open(db, &two, LOYD_STORE_WRITE, &why), &why,
               LOYD_E_FOREIGN, "not a loyd catalogue: empty database");
    OK(schema_open(db, &two, LOYD_STORE_CREATE, &why));
    run(db, "SELECT language FROM name");
    sqlite3_close(db);
}

/* A change of a file, and the error of opening it. */
struct alteration {
    const char *sql;
    loyd_err err;
    const char *why; /* NULL: any */
};

/* Alterations of a catalogue of 20 puzzles, and the expected errors. */
static const struct alteration alterations[] = {
    {"PRAGMA user_version = 2", LOYD_E_NEWER,
     "schema version 2: this loyd supports up to 1"},
    {"PRAGMA user_version = 2147483647", LOYD_E_NEWER,
     "schema version 2147483647: this loyd supports up to 1"},
    {"PRAGMA user_version = 0", LOYD_E_CORRUPT,
     "schema version 0: expected 1..1"},
    {"PRAGMA user_version = -1", LOYD_E_CORRUPT,
     "schema version -1: expected 1..1"},
    {"PRAGMA application_id = 1", LOYD_E_FOREIGN,
     "not a loyd catalogue: another program's database"},
    {"PRAGMA application_id = 0", LOYD_E_FOREIGN,
     "not a loyd catalogue: another program's database"},
    {"PRAGMA application_id = 0; PRAGMA user_version = 0", LOYD_E_FOREIGN,
     "not a loyd catalogue: another program's database"},
    {"CREATE TRIGGER t AFTER INSERT ON puzzle BEGIN SELECT 1; END",
     LOYD_E_CORRUPT, "unexpected schema: 'trigger t' is unknown"},
    {"CREATE VIEW \"v\x1b[31m\" AS SELECT 1", LOYD_E_CORRUPT,
     "unexpected schema: 'view v\\x1b[31m' is unknown"},
    {"CREATE TABLE more (a)", LOYD_E_CORRUPT,
     "unexpected schema: 'table more' is unknown"},
    {"DROP INDEX puzzle_goal", LOYD_E_CORRUPT,
     "unexpected schema: 'index puzzle_goal' is missing"},
    {"ALTER TABLE puzzle ADD COLUMN more TEXT", LOYD_E_CORRUPT,
     "unexpected schema: 'table puzzle' is different"},
    {"DROP VIEW puzzles", LOYD_E_CORRUPT,
     "unexpected schema: 'view puzzles' is missing"},
    /* The missing object is named, not the one after it. */
    {"DROP TRIGGER ledger_stays", LOYD_E_CORRUPT,
     "unexpected schema: 'trigger ledger_stays' is missing"},
    {"DROP VIEW days; CREATE VIEW days AS SELECT 1", LOYD_E_CORRUPT,
     "unexpected schema: 'view days' is different"},
    {"CREATE VIRTUAL TABLE words USING fts5(text)", LOYD_E_CORRUPT,
     "unexpected schema: 'table words' is unknown"},
    {"ALTER TABLE name RENAME TO old; CREATE VIEW name AS SELECT * FROM old",
     LOYD_E_CORRUPT, NULL},
    {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name ="
     " 'sqlite_stat5', tbl_name = 'sqlite_stat5' WHERE name = 'days'",
     LOYD_E_CORRUPT, NULL},
    {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE"
     " TABLE goal(pk INTEGER PRIMARY KEY)' WHERE name = 'goal'",
     LOYD_E_CORRUPT, NULL},
    {"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql ="
     " 'nonsense' WHERE name = 'recipe'",
     LOYD_E_CORRUPT, NULL},
};

static void
expect_refused(const struct alteration *alteration, const char *mode_name,
               loyd_store_mode mode)
{
    size_t len, len_after;
    uint8_t *before = read_file(in_folder("c.db"), &len), *after;
    unsigned names = list_folder(folder, false);
    loyd_store *store = NULL;
    loyd_why why = {{0}};
    loyd_err err =
        loyd_store_open(in_folder("c.db"), mode, NULL, &store, &why);

    if (err != alteration->err)
        fail_msg("%s, %s: error %d %s", alteration->sql, mode_name, err,
                 why.text);
    if (alteration->why != NULL)
        assert_why(alteration->sql, err, &why, alteration->err,
                   alteration->why);
    after = read_file(in_folder("c.db"), &len_after);
    assert_int_equal(len, len_after);
    assert_memory_equal(before, after, len);
    assert_int_equal(list_folder(folder, false), names);
    free(before);
    free(after);
}

static void
test_altered_files_are_refused_untouched(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    size_t len;
    uint8_t *good;

    (void)state;
    fill_store(store, "4x4/rows", 20, 1);
    loyd_store_close(&store);
    good = read_file(in_folder("c.db"), &len);
    for (size_t i = 0; i < COUNT(alterations); i++)
        for (int wal = 0; wal <= 1; wal++) {
            write_file(in_folder("c.db"), good, len);
            if (!wal)
                run_sql(in_folder("c.db"), "PRAGMA journal_mode = DELETE");
            run_sql(in_folder("c.db"), alterations[i].sql);
            expect_refused(&alterations[i], "read", LOYD_STORE_READ);
            expect_refused(&alterations[i], "write", LOYD_STORE_WRITE);
            expect_refused(&alterations[i], "create", LOYD_STORE_CREATE);
        }
    free(good);
}

/* Another program was killed while writing: its journal is not rolled back. */
static void
test_foreign_journals_stay_unchanged(void **state)
{
    static const struct alteration foreign = {
        "foreign with a journal", LOYD_E_FOREIGN,
        "not a loyd catalogue: another program's database"};

    (void)state;
    run_sql(in_folder("c.db"), "PRAGMA application_id = 77;"
                               "CREATE TABLE t (a)");
    write_file(in_folder("c.db-journal"), "xyz", 3);
    expect_refused(&foreign, "read", LOYD_STORE_READ);
    expect_refused(&foreign, "write", LOYD_STORE_WRITE);
    expect_refused(&foreign, "create", LOYD_STORE_CREATE);
}

static void
test_other_text_encodings_are_refused(void **state)
{
    static const struct alteration utf16 = {
        "UTF-16", LOYD_E_CORRUPT, "text encoding UTF-16le: expected UTF-8"};
    size_t len;
    char *sql = (char *)read_file("schema.sql", &len);
    sqlite3 *db = NULL;

    (void)state;
    assert_int_equal(sqlite3_open(in_folder("c.db"), &db), SQLITE_OK);
    run(db, "PRAGMA encoding = 'UTF-16le'");
    run(db, sql);
    sqlite3_close(db);
    free(sql);
    expect_refused(&utf16, "read", LOYD_STORE_READ);
    expect_refused(&utf16, "write", LOYD_STORE_WRITE);
}

/*
 * Root may write everywhere regardless of modes, so that tests of failing
 * writes must give up that right. (Another user might not even have access to
 * the folder.)
 */
static bool
give_up_rights(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};

    return syscall(SYS_capset, &head, none) == 0;
}

static int
as_nobody(int (*job)(void))
{
    int status;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        if (geteuid() == 0 && !give_up_rights())
            _exit(99);
        _exit(job());
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int
read_all(void)
{
    loyd_store *store = NULL;
    uint8_t digest[LOYD_HASH_BYTES];
    uint64_t n = 0;
    loyd_why why;
    loyd_err err = loyd_store_open(in_folder("c.db"), LOYD_STORE_READ, NULL,
                                   &store, &why);

    if (err == LOYD_OK)
        err = loyd_store_digest(store, LOYD_DIGEST_ALL, digest, &why);
    if (err == LOYD_OK)
        err = loyd_store_count(store, &(loyd_filter){0}, &n, &why);
    loyd_store_close(&store);
    return err != LOYD_OK ? (int)err : n == 20 ? 0 : 98;
}

static int
write_some(void)
{
    loyd_store *store = NULL;
    loyd_why why;
    loyd_err err = loyd_store_open(in_folder("c.db"), LOYD_STORE_WRITE, NULL,
                                   &store, &why);

    loyd_store_close(&store);
    return (int)err;
}

static int
create_beside(void)
{
    loyd_store *store = NULL;
    loyd_why why;

    return (int)loyd_store_open(in_folder("d.db"), LOYD_STORE_CREATE, NULL,
                                &store, &why);
}

/* A read-only catalogue, or one in a read-only folder, can be read. */
static void
test_read_only_folder(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    uint8_t *main_file, *wal;
    size_t len, wal_len;

    (void)state;
    fill_store(store, "4x4/rows", 20, 1);
    /* As if copied during a write: the rows are in the -wal file only. */
    main_file = read_file(in_folder("c.db"), &len);
    wal = read_file(in_folder("c.db-wal"), &wal_len);
    loyd_store_close(&store);
    assert_int_equal(chmod(in_folder("c.db"), 0444), 0);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(as_nobody(read_all), 0);
    assert_int_equal(as_nobody(write_some), LOYD_E_IO);
    assert_int_equal(as_nobody(create_beside), LOYD_E_IO);
    assert_int_equal(list_folder(folder, false), 1);
    assert_int_equal(chmod(folder, 0755), 0);
    write_file(in_folder("c.db-wal"), "", 0);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(as_nobody(read_all), 0);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(chmod(in_folder("c.db"), 0644), 0);
    assert_true(wal_len > 0);
    write_file(in_folder("c.db"), main_file, len);
    write_file(in_folder("c.db-wal"), wal, wal_len);
    assert_int_equal(chmod(folder, 0555), 0);
    assert_int_equal(as_nobody(read_all), LOYD_E_IO);
    assert_int_equal(chmod(folder, 0755), 0);
    assert_int_equal(read_all(), 0);
    assert_int_equal(chmod(in_folder("c.db"), 0), 0);
    assert_int_equal(as_nobody(read_all), LOYD_E_IO);
    free(main_file);
    free(wal);
}

/* Rows that a killed writer left in the -wal file are read, and reading does
 * not move them into the catalogue. */
static void
test_reading_leaves_the_wal(void **state)
{
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    uint8_t *main_file, *wal, *after;
    size_t len, wal_len, after_len;

    (void)state;
    fill_store(store, "4x4/rows", 20, 1);
    main_file = read_file(in_folder("c.db"), &len);
    wal = read_file(in_folder("c.db-wal"), &wal_len);
    loyd_store_close(&store);
    write_file(in_folder("c.db"), main_file, len);
    write_file(in_folder("c.db-wal"), wal, wal_len);
    assert_int_equal(read_all(), 0);
    after = read_file(in_folder("c.db"), &after_len);
    assert_int_equal(len, after_len);
    assert_memory_equal(main_file, after, len);
    free(after);
    assert_int_equal(write_some(), 0);
    assert_int_equal(access(in_folder("c.db-wal"), F_OK), -1);
    assert_int_equal(read_all(), 0);
    free(main_file);
    free(wal);
}

/* The columns of the view in the database of a pack are in the list of
 * fields. */
static void
test_a_pack_has_columns_that_are_fields(void **state)
{
    sqlite3 *db = open_memory();
    sqlite3_stmt *rows;

    (void)state;
    for (int i = 0; i < PACK_DB_STATEMENTS; i++)
        run(db, pack_db_sql[i]);
    assert_int_equal(
        sqlite3_prepare_v2(db, "SELECT * FROM puzzles", -1, &rows, NULL),
        SQLITE_OK);
    for (int i = 0; i < sqlite3_column_count(rows); i++) {
        const char *name = sqlite3_column_name(rows, i);

        assert_int_not_equal(field_of(name, strlen(name)), FIELDS_);
    }
    sqlite3_finalize(rows);
    sqlite3_close(db);
}

#define T(test)                                                               \
    cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        T(test_schema_sql_is_what_migrations_make),
        T(test_schema_sql_makes_a_catalogue),
        T(test_a_version_to_come),
        cmocka_unit_test(test_an_empty_file_gets_every_version),
        T(test_altered_files_are_refused_untouched),
        T(test_foreign_journals_stay_unchanged),
        T(test_other_text_encodings_are_refused),
        T(test_read_only_folder),
        T(test_reading_leaves_the_wal),
        cmocka_unit_test(test_a_pack_has_columns_that_are_fields),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
