/* SPDX-License-Identifier: MIT */
/* The rows of a pack, and its SQLite file. */
#include "store/pack_db.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/why.h"
#include "store/file.h"
#include "store/pack_read.h"
#include "store/query.h"
#include "store/tables.h"

/*
 * As in docs/packs.md, to the byte: readers of packs compare the text. Plain
 * types, indices named as Android's Room names them, and only features of
 * SQLite 3.19 (Android 8).
 */
const char *const pack_db_sql[PACK_DB_STATEMENTS] = {
    "CREATE TABLE pack (\n"
    "    format_version INTEGER NOT NULL PRIMARY KEY,\n"
    "    title TEXT NOT NULL,\n"
    "    licence TEXT NOT NULL,\n"
    "    pack TEXT,\n"
    "    volume INTEGER,\n"
    "    revision INTEGER\n"
    ")",
    "CREATE TABLE goals (\n"
    "    size TEXT NOT NULL,\n"
    "    layout TEXT NOT NULL,\n"
    "    goal TEXT NOT NULL,\n"
    "    PRIMARY KEY (size, layout)\n"
    ")",
    "CREATE TABLE puzzles (\n"
    "    number INTEGER NOT NULL PRIMARY KEY,\n"
    "    puzzle_id TEXT NOT NULL,\n"
    "    size TEXT NOT NULL,\n"
    "    layout TEXT NOT NULL,\n"
    "    board TEXT NOT NULL,\n"
    "    lower INTEGER,\n"
    "    upper INTEGER,\n"
    "    stm INTEGER,\n"
    "    path TEXT,\n"
    "    percentile REAL,\n"
    "    band TEXT,\n"
    "    percentile_sample INTEGER,\n"
    "    estimate INTEGER,\n"
    "    mtm_lower INTEGER,\n"
    "    mtm_upper INTEGER,\n"
    "    mtm INTEGER,\n"
    "    mtm_path TEXT,\n"
    "    mtm_percentile REAL,\n"
    "    mtm_band TEXT,\n"
    "    mtm_percentile_sample INTEGER,\n"
    "    name TEXT,\n"
    "    solutions INTEGER,\n"
    "    first_moves TEXT,\n"
    "    detour INTEGER,\n"
    "    linear_conflicts INTEGER,\n"
    "    inversions INTEGER,\n"
    "    tiles_home INTEGER,\n"
    "    turns INTEGER,\n"
    "    forced INTEGER,\n"
    "    row_moves INTEGER,\n"
    "    difficulty REAL,\n"
    "    difficulty_error REAL,\n"
    "    games INTEGER\n"
    ")",
    "CREATE UNIQUE INDEX index_puzzles_puzzle_id ON puzzles (puzzle_id)",
};

#define FIELDS_AFTER_BOARD                                                    \
    "lower, upper, stm, path, percentile, band, percentile_sample, estimate," \
    " mtm_lower, mtm_upper, mtm, mtm_path, mtm_percentile, mtm_band,"         \
    " mtm_percentile_sample, name, solutions, first_moves, detour,"           \
    " linear_conflicts, inversions, tiles_home, turns, forced, row_moves,"    \
    " difficulty, difficulty_error, games"

const char *const pack_list_sql[PACK_LISTS_] = {
    [PACK_HEAD] = "SELECT title, licence, pack, volume, revision FROM pack",
    [PACK_GOALS] = "SELECT size, layout, goal FROM goals ORDER BY 1, 2",
    [PACK_PUZZLES] = "SELECT * FROM puzzles ORDER BY number",
    [PACK_FIELDS] =
        "SELECT puzzle_id, number, size, layout, goal, "
        "board, " FIELDS_AFTER_BOARD
        " FROM puzzles LEFT JOIN goals USING (size, layout) ORDER BY number",
};

/*
 * The database is private and discarded after an error: it needs no journal.
 * Builds of SQLite differ in the default of secure_delete, and thus in the
 * unused bytes of pages; with secure_delete on, these are zeros.
 */
static const char sql_before[] = "PRAGMA page_size = 4096;"
                                 "PRAGMA encoding = 'UTF-8';"
                                 "PRAGMA auto_vacuum = 0;"
                                 "PRAGMA journal_mode = OFF;"
                                 "PRAGMA synchronous = OFF;"
                                 "PRAGMA cache_size = -16384;"
                                 "PRAGMA secure_delete = ON;"
                                 "PRAGMA application_id = 1280268624;"
                                 "PRAGMA user_version = 4;"
                                 "BEGIN";

_Static_assert(PACK_DB_ID == 1280268624 && PACK_DB_VERSION == 4,
               "sql_before says both");

/* Of PACK_COLUMNS, from 0 on. */
enum {
    AT_SIZE = 1,
    AT_LAYOUT = 2,
    AT_GOAL = 3,
    AT_PATH = 8,
    AT_MTM_PATH = 16
};

/* ?1 is the number, ?2 the first of PACK_COLUMNS. */
static const char sql_add[] =
    "INSERT INTO puzzles VALUES (?1, ?2, ?3, ?4, ?6, "
    "iif(?9 IS NULL, ?7, NULL), iif(?9 IS NULL, ?8, NULL), ?9, ?10, ?11, ?12, "
    "?13, ?14, iif(?17 IS NULL, ?15, NULL), iif(?17 IS NULL, ?16, NULL), ?17, "
    "?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, "
    "?32, ?33, ?34)";

static const char sql_add_goal[] =
    "INSERT OR IGNORE INTO goals VALUES (?1, ?2, ?3)";

/* A one-off has no pack, volume and revision. */
static const char sql_head[] =
    "INSERT INTO pack VALUES (4, ?1, ?2, nullif(?3, ''), nullif(?4, 0),"
    " nullif(?5, 0))";

/* What its digest has: lengths with a path, and the boards. */
static const char *const records[DIGEST_RECORDS] = {
    [DIGEST_PROVEN] =
        "SELECT puzzle_id, m.column1, iif(m.column1 = 'mtm', mtm, stm) AS n,"
        " iif(m.column1 = 'mtm', mtm_path, path) AS way FROM puzzles"
        " CROSS JOIN (VALUES ('mtm'), ('stm')) AS m"
        " WHERE n IS NOT NULL AND way IS NOT NULL ORDER BY puzzle_id",
    [DIGEST_PUZZLES] =
        "SELECT p.puzzle_id, g.goal, p.board FROM puzzles AS p"
        " CROSS JOIN goals AS g USING (size, layout) ORDER BY p.puzzle_id",
};

struct pack_db {
    loyd_store store; /* only for its queries, not a catalogue */
    struct query add;
    struct query goal;
};

/* Makes the parts first..end-1 of the schema. */
static loyd_err
make(struct pack_db *db, int first, int end, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (int i = first; err == LOYD_OK && i < end; i++)
        err = db_run(db->store.db, pack_db_sql[i], why);
    return err;
}

loyd_err
pack_db_new(const struct watch *w, struct pack_db **made, loyd_why *why)
{
    struct pack_db *db = calloc(1, sizeof(*db));
    loyd_err err;

    if (db == NULL)
        return LOYD_E_NOMEM;
    db->store.watch = *w;
    if ((err = file_connect(NULL, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                            false, &db->store.watch, &db->store.db, why)) ==
            LOYD_OK &&
        (err = db_run(db->store.db, sql_before, why)) == LOYD_OK &&
        (err = make(db, 0, PACK_DB_TABLES, why)) == LOYD_OK) {
        query_begin(&db->add, &db->store, STMT_COUNT_, sql_add, why);
        query_begin(&db->goal, &db->store, STMT_COUNT_, sql_add_goal, why);
        err = query_err(&db->add, query_err(&db->goal, LOYD_OK));
    }
    if (err != LOYD_OK)
        pack_db_drop(&db);
    *made = db;
    return err;
}

void
pack_db_drop(struct pack_db **db_at)
{
    struct pack_db *db = *db_at;

    if (db == NULL)
        return;
    if (db->add.store != NULL)
        query_close(&db->add);
    if (db->goal.store != NULL)
        query_close(&db->goal);
    sqlite3_close(db->store.db);
    free(db);
    *db_at = NULL;
}

/* Texts become the numbers that their columns have. */
static void
bind_cell(struct query *q, int at, const loyd_cells *puzzle, unsigned i)
{
    if (puzzle->cell[i].text != NULL)
        query_text(q, at, puzzle->cell[i].text);
}

loyd_err
pack_db_add(struct pack_db *db, uint32_t number, const loyd_cells *puzzle,
            bool has_paths, loyd_why *why)
{
    struct query *q = &db->goal;
    loyd_err err;

    q->why = why;
    bind_cell(q, 1, puzzle, AT_SIZE);
    bind_cell(q, 2, puzzle, AT_LAYOUT);
    bind_cell(q, 3, puzzle, AT_GOAL);
    if ((err = query_put(q)) != LOYD_OK)
        return err;
    q = &db->add;
    q->why = why;
    query_int(q, 1, number);
    for (unsigned i = 0; i < puzzle->n; i++)
        if (i != AT_GOAL && (has_paths || (i != AT_PATH && i != AT_MTM_PATH)))
            bind_cell(q, (int)i + 2, puzzle, i);
    return query_put(q);
}

loyd_err
pack_db_head(struct pack_db *db, const struct volume *of, loyd_why *why)
{
    struct query q;

    query_begin(&q, &db->store, STMT_COUNT_, sql_head, why);
    query_text(&q, 1, of->title);
    query_text(&q, 2, of->licence);
    query_text(&q, 3, of->pack);
    query_int(&q, 4, of->volume);
    query_int(&q, 5, of->revision);
    return query_run(&q);
}

loyd_err
pack_db_sum(struct pack_db *db, uint8_t digest[LOYD_HASH_BYTES], loyd_why *why)
{
    loyd_err err = make(db, PACK_DB_TABLES, PACK_DB_STATEMENTS, why);

    return err == LOYD_OK ? digest_rows(&db->store, records, digest, why)
                          : err;
}

loyd_err
pack_db_read(struct pack_db *db, const char *sql, struct pack_reader **rows,
             loyd_why *why)
{
    return pack_reader_query(db->store.db, sql, rows, why);
}

/* Bytes of the header that would differ between releases of SQLite: the
 * counter of changes, twice, and the version of the writer, 3.19.3 as 3019003.
 */
static const struct {
    off_t at;
    uint8_t bytes[4];
} header[] = {
    {24, {0, 0, 0, 4}},
    {92, {0, 0, 0, 4}},
    {96, {0x00, 0x2e, 0x10, 0xfb}},
};

/* Sets them and syncs the file. */
static loyd_err
seal(const char *path, loyd_why *why)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool is_good = fd != -1;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; is_good && i < sizeof(header) / sizeof(header[0]); i++)
        is_good = lseek(fd, header[i].at, SEEK_SET) == header[i].at &&
                  file_write_all(fd, header[i].bytes, 4);
    if (!is_good || fsync(fd) != 0)
        err = why_errno(why, "cannot write the database");
    if (fd != -1)
        close(fd);
    return err;
}

/*
 * Writes the database to a new file. What looks damaged could not be read, as
 * no other process has either file.
 */
static loyd_err
vacuum_into(sqlite3 *db, const char *path, loyd_why *why)
{
    char *uri = file_uri(path, "");
    sqlite3_stmt *stmt = NULL;
    loyd_err err = LOYD_OK;
    int rc = SQLITE_NOMEM;

    if (uri != NULL)
        rc = sqlite3_prepare_v2(db, "VACUUM INTO ?1", -1, &stmt, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(stmt, 1, uri, -1, SQLITE_STATIC);
    errno = 0;
    if (rc == SQLITE_OK)
        rc = sqlite3_step(stmt);
    if (rc == SQLITE_CORRUPT)
        err = db_disk_failed(EIO, why);
    else if (rc != SQLITE_DONE)
        err = db_error_of(db, rc, path, why);
    sqlite3_finalize(stmt);
    free(uri);
    return err;
}

loyd_err
pack_db_write(struct pack_db *db, const char *path, loyd_why *why)
{
    loyd_err err = db_run(db->store.db, "COMMIT", why);

    if (err == LOYD_OK)
        err = vacuum_into(db->store.db, path, why);
    return err == LOYD_OK ? seal(path, why) : err;
}
