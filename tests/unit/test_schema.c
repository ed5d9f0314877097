/* SPDX-License-Identifier: MIT */
/* The schema: schema.sql against the migrations, migrations step by step, and
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
            sqlite3_str_appendf(text, "%s|",
                                sqlite3_column_text(stmt, i));
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

/* A new catalogue, one made with sqlite3, and one that all migrations made. */
static void
test_schema_sql_is_what_migrations_make(void **state)
{
    const struct migration_list steps_only = {.at = migrations_ours.at,
                                              .n = migrations_ours.n};
    loyd_store *store = open_store(in_folder("c.db"), LOYD_STORE_CREATE);
    sqlite3 *by_hand = open_memory(), *by_steps = open_memory(), *by_us = NULL;
    uint8_t sum[LOYD_HASH_BYTES];
    char hex[BYTES_HEX(LOYD_HASH_BYTES)];
    size_t len;
    char *sql = (char *)read_file("schema.sql", &len);
    loyd_why why;

    (void)state;
    loyd_store_close(&store);
    run(by_hand, sql);
    OK(schema_migrate(by_steps, &steps_only, true, NULL, &why));
    assert_int_equal(sqlite3_open(in_folder("c.db"), &by_us), SQLITE_OK);
    expect_same_schema(by_hand, by_steps);
    expect_same_schema(by_hand, by_us);
    OK(schema_sum(by_us, sum, &why));
    assert_string_equal(migrations_ours.sum,
                        bytes_hex(sum, LOYD_HASH_BYTES, hex));
    sqlite3_close(by_hand);
    sqlite3_close(by_steps);
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
                             " AND name NOT LIKE 'sqlite_%'"), 0);
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

/* Migrations for tests, to check every step. */
static const struct migration steps[] = {
    {.name = "0001_one",
     .sql = "CREATE TABLE one (a INTEGER NOT NULL) STRICT;"},
    {.name = "0002_two",
     .sql = "ALTER TABLE one ADD COLUMN b TEXT;"
            "CREATE INDEX one_b ON one (b);"},
    {.name = "0003_bad",
     .sql = "CREATE TABLE three (a INTEGER) STRICT; CREATE NONSENSE;"},
};

static enum file_kind
look(sqlite3 *db, int n)
{
    const struct migration_list list = {.at = steps, .n = n};
    enum file_kind kind;
    loyd_why why;

    OK(schema_look(db, &list, &kind, &why));
    return kind;
}

static void
test_migrations_from_every_version(void **state)
{
    const struct migration_list first = {.at = steps, .n = 1},
                                two = {.at = steps, .n = 2},
                                all = {.at = steps, .n = 3};
    char *before, *after;
    loyd_why why;

    (void)state;
    for (int from = 0; from <= 2; from++) {
        sqlite3 *db = open_memory();
        enum file_kind kind;

        assert_int_equal(look(db, 2), FILE_BLANK);
        if (from == 1) {
            OK(schema_migrate(db, &first, true, NULL, &why));
            assert_int_equal(look(db, 1), FILE_OURS);
            assert_int_equal(look(db, 2), FILE_OLDER);
            run(db, "INSERT INTO one VALUES (41), (42)");
        }
        OK(schema_migrate(db, &two, from != 1, NULL, &why));
        if (from == 2) /* a second time */
            OK(schema_migrate(db, &two, false, NULL, &why));
        assert_int_equal(look(db, 2), FILE_OURS);
        assert_int_equal(schema_look(db, &first, &kind, &why), LOYD_E_NEWER);
        assert_string_equal(why.text,
                            "schema version 2: this loyd supports up to 1");
        run(db, from == 1 ? "INSERT INTO one VALUES ((SELECT sum(a) FROM one"
                            " WHERE b IS NULL), '83')"
                          : "INSERT INTO one VALUES (83, '83')");
        before = rows_of(db, "SELECT * FROM one ORDER BY a DESC LIMIT 1");
        assert_string_equal(before, "83|83|\n");
        sqlite3_free(before);
        /* A failed step leaves everything unchanged. */
        before = rows_of(db, structure[5]);
        assert_int_equal(schema_migrate(db, &all, true, NULL, &why),
                         LOYD_E_DB);
        assert_non_null(strstr(why.text, "migration 0003_bad: "));
        after = rows_of(db, structure[5]);
        assert_string_equal(before, after);
        assert_int_equal(look(db, 2), FILE_OURS);
        assert_int_not_equal(sqlite3_get_autocommit(db), 0);
        sqlite3_free(before);
        sqlite3_free(after);
        sqlite3_close(db);
    }
}

static void
test_failing_first_step_leaves_a_blank_file(void **state)
{
    static const struct migration bad[] = {
        {.name = "0001_bad",
         .sql = "CREATE TABLE one (a INTEGER) STRICT; NONSENSE;"}};
    const struct migration_list list = {.at = bad, .n = 1};
    sqlite3 *db = open_memory();
    loyd_why why;

    (void)state;
    assert_int_equal(schema_migrate(db, &list, true, NULL, &why), LOYD_E_DB);
    assert_int_equal(look(db, 2), FILE_BLANK);
    assert_int_equal(schema_migrate(db, &list, false, NULL, &why),
                     LOYD_E_FOREIGN);
    sqlite3_close(db);
}

/* A change of a file, and the error of opening it. */
struct alteration {
    const char *sql;
    loyd_err err;
    const char *why; /* NULL: any */
};

/*
 * Catalogues of earlier releases: the dumps of the first version and of the
 * last packed one have their schema, and show that the migrations make it; the
 * others have rows.
 */
#define FIVE_PUZZLES                                                          \
    "706b6a1e157c0697836c3c9e165960ac82571ec900e18ae8e1664cfd1265aec4"

#define OLDEST "tests/golden/v0001.sql"
#define LAST_PACKED "tests/golden/v0012.sql"

static const struct release {
    const char *sql;
    int version;
    const char *digest; /* as that release printed it */
    const char *bands;
    int bounded; /* its puzzles with intervals */
} releases[] = {
    {OLDEST, 1, FIVE_PUZZLES,
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 0},
    {"tests/golden/rows0002.sql", 2, FIVE_PUZZLES,
     "easy=0..5,hard=5..90,expert=90..100", 0},
    {"tests/golden/rows0005.sql", 5,
     "ef22dc6890dd5d5da57ed9d87dfa696f45d28d72a985fd29ef127b37bc2f8ad7",
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 0},
    {"tests/golden/rows0006.sql", 6,
     "2a7fc4c4b5656df9a72b4b23c34a2f367705130891bf6f9a3f2449d19a7722c6",
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 0},
    /* With imported intervals, a claim and a list. */
    {"tests/golden/rows0008.sql", 8,
     "e2ebaedb7154be027656e1a11f3c6667b03159ff961f2bad8df2a65487bcde45",
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 3},
    /* The same, estimates, a sample and days of 5x5. */
    {"tests/golden/rows0010.sql", 10,
     "d3e0c62b09a28ac0230ebd01f886f68f7c05185fc9ffb05ce589308b844a4ad1",
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 7},
    /* The same, and ratings in MTM. */
    {"tests/golden/rows0011.sql", 11,
     "ac6d296aadf26507455362cc1bdd9eda774df88b7d1049b62467bb6f2d967151",
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 7},
    /* Rows in every table, drawn goals, names, and its own bands. */
    {LAST_PACKED, 12,
     "26552fe5ec4e63f9c4bfecebd61010576dc8e8f05657ea1019b8f8935ad16548",
     "easy=0..0.5,medium=0.5..33.333,hard=33.333..90,expert=90..100", 6},
    /* A published channel `daily`, whose titles were words of difficulty. */
    {"tests/golden/rows0013.sql", 13,
     "f9b9a6aa9583f7aa32e74360ccffa482d449abed99c4be2b12bcf45c0e8b2935",
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 0},
    /* Two published channels, one with a secret. */
    {"tests/golden/rows0014.sql", 14,
     "98551dd73c5d0370382b88fbda81510ce4704e65ea6a0dc675837d7480254b05",
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 0},
    /* The same, one in German with a style. */
    {"tests/golden/rows0015.sql", 15,
     "98551dd73c5d0370382b88fbda81510ce4704e65ea6a0dc675837d7480254b05",
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 0},
    /* The same with traits. */
    {"tests/golden/rows0016.sql", 16,
     "98551dd73c5d0370382b88fbda81510ce4704e65ea6a0dc675837d7480254b05",
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 0},
    /* The same, without games. */
    {"tests/golden/rows0017.sql", 17,
     "98551dd73c5d0370382b88fbda81510ce4704e65ea6a0dc675837d7480254b05",
     "easy=0..1,medium=1..25,hard=25..90,expert=90..100", 0},
};

enum { NEWEST = 18 };

/* Brings a file from its version, or from nothing, to another one. */
static void
migrate_to(const char *path, int version)
{
    const struct migration_list steps_only = {.at = migrations_ours.at,
                                              .n = version};
    bool is_new = access(path, F_OK) != 0;
    sqlite3 *db = NULL;
    loyd_why why;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    OK(schema_migrate(db, &steps_only, is_new, NULL, &why));
    sqlite3_close(db);
    assert_int_equal(ask_sql(path, "PRAGMA user_version"), version);
}

static void
run_file(const char *path, const char *sql_file)
{
    size_t len;
    char *sql = (char *)read_file(sql_file, &len);

    run_sql(path, sql);
    free(sql);
}

static void
make_release(const char *path, const struct release *release)
{
    sqlite3 *dumped = NULL, *by_steps = NULL;

    migrate_to(path, release->version);
    if (strstr(release->sql, "/v") != NULL) {
        run_file(in_folder("dump.db"), release->sql);
        assert_int_equal(sqlite3_open(in_folder("dump.db"), &dumped),
                         SQLITE_OK);
        assert_int_equal(sqlite3_open(path, &by_steps), SQLITE_OK);
        expect_same_schema(dumped, by_steps);
        sqlite3_close(by_steps);
        sqlite3_close(dumped);
        assert_int_equal(rename(in_folder("dump.db"), path), 0);
    } else {
        run_file(path, release->sql);
    }
}

static void
test_older_versions_are_upgraded(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(releases); i++) {
        const char *path = in_folder("c.db");
        loyd_store *store = NULL;
        char digest_now[2 * LOYD_HASH_BYTES + 1], older[200];
        uint8_t digest[LOYD_HASH_BYTES];
        loyd_bands bands, wanted;
        loyd_why why;

        unlink(path);
        make_release(path, &releases[i]);
        snprintf(older, sizeof(older),
                 "made by an older loyd: schema version %d: any command that "
                 "writes, such as 'loyd rate', upgrades it to %d",
                 releases[i].version, NEWEST);
        assert_why("reading",
                   loyd_store_open(path, LOYD_STORE_READ, NULL, &store, &why),
                   &why, LOYD_E_DB, older);
        store = open_store(path, LOYD_STORE_WRITE);
        digest_of(store, digest);
        for (size_t k = 0; k < sizeof(digest); k++)
            sprintf(digest_now + 2 * k, "%02x", digest[k]);
        assert_string_equal(digest_now, releases[i].digest);
        OK(loyd_bands_parse(releases[i].bands, strlen(releases[i].bands),
                            &wanted, &why));
        OK(loyd_store_bands(store, &bands, &why));
        assert_memory_equal(&bands, &wanted, sizeof(bands));
        loyd_store_close(&store);
        assert_int_equal(ask_sql(path, "SELECT count(upper) FROM puzzle"),
                         releases[i].bounded);
    }
}

/* Each version ends as schema.sql, with its rows; a second time nothing is
 * written. */
static void
test_every_version_is_upgraded(void **state)
{
    const char *path = in_folder("c.db");
    size_t len;
    char *sql = (char *)read_file("schema.sql", &len);
    sqlite3 *wanted = open_memory(), *db = NULL;

    (void)state;
    run(wanted, sql);
    free(sql);
    for (int version = 1; version <= NEWEST; version++) {
        uint8_t *before, *after, digest[LOYD_HASH_BYTES];
        char digits[2 * LOYD_HASH_BYTES + 1];
        size_t len_after;
        loyd_store *store;

        unlink(path);
        run_file(path, OLDEST);
        migrate_to(path, version);
        store = open_store(path, LOYD_STORE_WRITE);
        digest_of(store, digest);
        for (size_t k = 0; k < sizeof(digest); k++)
            sprintf(digits + 2 * k, "%02x", digest[k]);
        assert_string_equal(digits, FIVE_PUZZLES);
        loyd_store_close(&store);
        assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
        expect_same_schema(wanted, db);
        sqlite3_close(db);
        before = read_file(path, &len);
        store = open_store(path, LOYD_STORE_WRITE);
        loyd_store_close(&store);
        after = read_file(path, &len_after);
        assert_int_equal(len, len_after);
        assert_memory_equal(before, after, len);
        free(before);
        free(after);
    }
    sqlite3_close(wanted);
}

/* Damage of the catalogue of version 12 that ends its upgrade. More is in
 * tests/cli/catalogue_upgrade.sh. */
static const struct alteration bad_rows[] = {
    {"UPDATE puzzle SET start = x'00' WHERE goal = 2", LOYD_E_CORRUPT,
     "cannot be upgraded: puzzle 8stz4nksvtrjjj8r: start: not a board of goal "
     "2"},
    {"UPDATE rating SET path = x'00' WHERE metric = 2 AND upper = 52",
     LOYD_E_CORRUPT,
     "cannot be upgraded: rating of puzzle rxx0nx105hqdej98, metric 2: path: "
     "malformed"},
    {"UPDATE rating SET search = 99 WHERE upper = 52", LOYD_E_CORRUPT,
     "cannot be upgraded: rating rxx0nx105hqdej98 mtm: search: not in table "
     "search"},
    {"UPDATE sample SET effort = 'long'", LOYD_E_CORRUPT,
     "cannot be upgraded: sample of class 590336, version 1: effort: expected "
     "quick"},
    {"UPDATE sample_count SET value = 0 WHERE measure = 'mlc' AND value ="
     " (SELECT max(value) FROM sample_count WHERE measure = 'mlc')",
     LOYD_E_CORRUPT,
     "cannot be upgraded: sample_count of class 590336, version 1, mlc 0: "
     "value: expected 1..65534"},
    {"UPDATE pack SET pack_id = x'00' WHERE name = 'two'", LOYD_E_CORRUPT,
     "cannot be upgraded: pack 12851470530615: pack_id: expected 10 bytes"},
    {"UPDATE channel SET start = '2026-1-1' WHERE name = 'club'",
     LOYD_E_CORRUPT,
     "cannot be upgraded: channel club: CHECK constraint failed: "
     "length(start) = 10"},
};

static void
expect_refused(const struct alteration *alteration, const char *mode_name,
               loyd_store_mode mode);

static void
test_a_row_that_cannot_be_converted(void **state)
{
    size_t len;
    uint8_t *good;

    (void)state;
    run_file(in_folder("c.db"), LAST_PACKED);
    good = read_file(in_folder("c.db"), &len);
    for (size_t i = 0; i < COUNT(bad_rows); i++)
        for (int wal = 0; wal <= 1; wal++) {
            char damage[300];

            write_file(in_folder("c.db"), good, len);
            snprintf(damage, sizeof(damage),
                     "%sPRAGMA ignore_check_constraints = ON; %s",
                     wal ? "PRAGMA journal_mode = WAL;" : "",
                     bad_rows[i].sql);
            run_sql(in_folder("c.db"), damage);
            expect_refused(&bad_rows[i], "write", LOYD_STORE_WRITE);
            expect_refused(&bad_rows[i], "create", LOYD_STORE_CREATE);
            assert_int_equal(ask_sql(in_folder("c.db"), "PRAGMA user_version"),
                             12);
        }
    free(good);
}

static int n_completed;

static loyd_err
complete(sqlite3 *db, loyd_why *why)
{
    (void)why;
    n_completed++;
    run(db, "INSERT INTO one VALUES (7, 'added')");
    return LOYD_OK;
}

static loyd_err
fail_to_complete(sqlite3 *db, loyd_why *why)
{
    run(db, "INSERT INTO one VALUES (8, 'added')");
    return why_set(why, LOYD_E_CORRUPT, "row 8: bad");
}

/* What completes an upgrade is in its transaction, and not run again. */
static void
test_what_follows_an_upgrade(void **state)
{
    const struct migration_list one = {.at = steps, .n = 1},
                                good = {.at = steps,
                                        .n = 2,
                                        .complete = complete},
                                bad = {.at = steps,
                                       .n = 2,
                                       .complete = fail_to_complete};
    sqlite3 *db = open_memory();
    char *rows;
    loyd_why why;

    (void)state;
    OK(schema_migrate(db, &one, true, NULL, &why));
    assert_why("it fails", schema_migrate(db, &bad, false, NULL, &why), &why,
               LOYD_E_CORRUPT, "cannot be upgraded: row 8: bad");
    assert_int_equal(look(db, 1), FILE_OURS);
    for (int i = 0; i < 2; i++)
        OK(schema_migrate(db, &good, false, NULL, &why));
    rows = rows_of(db, "SELECT * FROM one");
    assert_string_equal(rows, "7|added|\n");
    assert_int_equal(n_completed, 1);
    sqlite3_free(rows);
    sqlite3_close(db);
}

/* The free space that the library sees; 0: that of the disk. */
static unsigned long free_bytes;

int
statvfs(const char *path, struct statvfs *disk)
{
    if (free_bytes == 0)
        return syscall(SYS_access, path, F_OK) == 0
                   ? (*disk = (struct statvfs){.f_bavail = 1UL << 20,
                                               .f_frsize = 1UL << 12},
                      0)
                   : -1;
    *disk = (struct statvfs){.f_bavail = free_bytes, .f_frsize = 1};
    return 0;
}

/* An upgrade begins only if the disk has room for three such files. */
static void
test_an_upgrade_needs_room(void **state)
{
    char words[200];
    size_t len;
    struct alteration full = {"a full disk", LOYD_E_FULL, words};
    loyd_store *store;

    (void)state;
    run_file(in_folder("c.db"), LAST_PACKED);
    free(read_file(in_folder("c.db"), &len));
    free_bytes = 3 * len - 1;
    snprintf(words, sizeof(words),
             "an upgrade needs %.1f MB of free disk space: there are %.1f",
             (double)(3 * len) / 1e6, (double)free_bytes / 1e6);
    expect_refused(&full, "write", LOYD_STORE_WRITE);
    free_bytes = 3 * len;
    store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
    loyd_store_close(&store);
    free_bytes = 1; /* only an upgrade needs it */
    store = open_store(in_folder("c.db"), LOYD_STORE_WRITE);
    loyd_store_close(&store);
    free_bytes = 0;
}

/* Alterations of a catalogue of 20 puzzles, and the expected errors. */
static const struct alteration alterations[] = {
    {"PRAGMA user_version = 19", LOYD_E_NEWER,
     "schema version 19: this loyd supports up to 18"},
    {"PRAGMA user_version = 2147483647", LOYD_E_NEWER,
     "schema version 2147483647: this loyd supports up to 18"},
    {"PRAGMA user_version = 0", LOYD_E_CORRUPT,
     "schema version 0: expected 1..18"},
    {"PRAGMA user_version = -1", LOYD_E_CORRUPT,
     "schema version -1: expected 1..18"},
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
test_foreign_databases_are_recognised(void **state)
{
    const struct migration_list two = {.at = steps, .n = 2};
    sqlite3 *db = open_memory();
    enum file_kind kind;
    loyd_why why;

    (void)state;
    run(db, "PRAGMA application_id = 7");
    assert_why("look", schema_look(db, &two, &kind, &why), &why,
               LOYD_E_FOREIGN,
               "not a loyd catalogue: another program's database");
    assert_int_equal(schema_migrate(db, &two, true, NULL, &why),
                     LOYD_E_FOREIGN);
    sqlite3_close(db);
}

static void
test_other_text_encodings_are_refused(void **state)
{
    static const struct alteration utf16 = {
        "UTF-16", LOYD_E_CORRUPT,
        "text encoding UTF-16le: expected UTF-8"};
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
        cmocka_unit_test(test_migrations_from_every_version),
        T(test_older_versions_are_upgraded),
        T(test_every_version_is_upgraded),
        T(test_a_row_that_cannot_be_converted),
        cmocka_unit_test(test_what_follows_an_upgrade),
        T(test_an_upgrade_needs_room),
        cmocka_unit_test(test_failing_first_step_leaves_a_blank_file),
        T(test_altered_files_are_refused_untouched),
        T(test_foreign_journals_stay_unchanged),
        cmocka_unit_test(test_foreign_databases_are_recognised),
        T(test_other_text_encodings_are_refused),
        T(test_read_only_folder),
        T(test_reading_leaves_the_wal),
        cmocka_unit_test(test_a_pack_has_columns_that_are_fields),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
