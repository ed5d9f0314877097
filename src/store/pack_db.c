/* SPDX-License-Identifier: MIT */
/* Writes the SQLite file of a pack. */
#include "store/pack_db.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/number.h"
#include "base/why.h"
#include "store/file.h"
#include "store/query.h"
#include "store/rows.h"

/*
 * As in docs/packs.md, to the byte: readers of packs compare the text. Plain
 * types, indices named as Android's Room names them, and only features of
 * SQLite 3.19 (Android 8).
 */
#define IN_METRIC(m, length)                                                  \
    "    " m "lower INTEGER,\n"                                               \
    "    " m "upper INTEGER,\n"                                               \
    "    " length " INTEGER,\n"                                               \
    "    " m "path TEXT,\n"                                                   \
    "    " m "percentile REAL,\n"                                             \
    "    " m "band TEXT,\n"                                                   \
    "    " m "percentile_sample INTEGER,\n"                                   \
    "    " m "claimed INTEGER,\n"

const char *const pack_db_sql[PACK_DB_STATEMENTS] = {
    "CREATE TABLE pack (\n"
    "    version INTEGER NOT NULL PRIMARY KEY,\n"
    "    pack_id TEXT NOT NULL,\n"
    "    name TEXT NOT NULL,\n"
    "    licence TEXT NOT NULL,\n"
    "    digest TEXT,\n"
    "    puzzles INTEGER NOT NULL,\n"
    "    since TEXT\n"
    ")",
    "CREATE TABLE goal (\n"
    "    goal_no INTEGER NOT NULL PRIMARY KEY,\n"
    "    class_no INTEGER,\n"
    "    size TEXT NOT NULL,\n"
    "    layout TEXT NOT NULL,\n"
    "    goal TEXT NOT NULL\n"
    ")",
    "CREATE TABLE puzzle (\n"
    "    number INTEGER NOT NULL PRIMARY KEY,\n"
    "    puzzle_id TEXT NOT NULL,\n"
    "    size TEXT NOT NULL,\n"
    "    goal_no INTEGER NOT NULL,\n"
    "    board TEXT NOT NULL,\n" IN_METRIC(
        "", "stm") "    estimate INTEGER,\n" IN_METRIC("mtm_",
                                                       "mtm") "    name TEXT\n"
                                                              ")",
    "CREATE TABLE withdrawn (\n"
    "    number INTEGER NOT NULL PRIMARY KEY,\n"
    "    puzzle_id TEXT NOT NULL\n"
    ")",
    "CREATE VIEW puzzles AS\n" PACK_DB_ROWS,
    "CREATE UNIQUE INDEX index_puzzle_puzzle_id ON puzzle (puzzle_id)",
    "CREATE INDEX index_puzzle_goal_no_stm ON puzzle (goal_no, stm)",
    "CREATE INDEX index_puzzle_band ON puzzle (band)",
};

/*
 * The file is read only when complete, and discarded otherwise: it needs no
 * journal while it is written. Its header says rollback journal. Builds of
 * SQLite differ in the default of secure_delete, and thus in the unused bytes
 * of pages; with secure_delete on, these are zeros.
 */
static const char sql_before[] = "PRAGMA page_size = 4096;"
                                 "PRAGMA encoding = 'UTF-8';"
                                 "PRAGMA auto_vacuum = 0;"
                                 "PRAGMA journal_mode = OFF;"
                                 "PRAGMA synchronous = OFF;"
                                 "PRAGMA cache_size = -16384;"
                                 "PRAGMA secure_delete = ON;"
                                 "PRAGMA application_id = 1280268624;"
                                 "PRAGMA user_version = 3;"
                                 "BEGIN";

_Static_assert(PACK_DB_ID == 1280268624 && PACK_DB_VERSION == 3,
               "sql_before says both");

enum { ADD_PACK, ADD_GOAL, ADD_PUZZLE, ADD_WITHDRAWN, N_ADDS };

static const char *const sql_add[N_ADDS] = {
    [ADD_PACK] = "INSERT INTO pack VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [ADD_GOAL] = "INSERT INTO goal VALUES (?1, ?2, ?3, ?4, ?5)",
    [ADD_PUZZLE] =
        "INSERT INTO puzzle VALUES (:number, :puzzle_id, :size, :goal_no, "
        ":board, :lower, :upper, :stm, :path, :percentile, :band, "
        ":percentile_sample, :claimed, :estimate, :mtm_lower, :mtm_upper, "
        ":mtm, :mtm_path, :mtm_percentile, :mtm_band, :mtm_percentile_sample, "
        ":mtm_claimed, :name)",
    [ADD_WITHDRAWN] = "INSERT INTO withdrawn VALUES (?1, ?2)",
};

/* The header's offset of the version of SQLite that wrote the file. */
#define WRITER_AT 96
/* 3019003: version 3.19.3. */
static const uint8_t writer[4] = {0x00, 0x2e, 0x10, 0xfb};

struct pack_db {
    loyd_store store; /* only for its queries, not a catalogue */
    char *path;
    struct query add[N_ADDS];
};

loyd_err
pack_db_new(const char *path, struct pack_db **made, loyd_why *why)
{
    struct pack_db *file = calloc(1, sizeof(*file));
    loyd_err err = LOYD_E_NOMEM;

    if (file == NULL || (file->path = strdup(path)) == NULL)
        goto fail;
    err = file_connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, false,
                       &file->store.watch, &file->store.db, why);
    if (err != LOYD_OK)
        goto fail;
    if ((err = db_run(file->store.db, sql_before, why)) != LOYD_OK)
        goto fail;
    for (int i = 0; i < PACK_DB_TABLES; i++)
        if ((err = db_run(file->store.db, pack_db_sql[i], why)) != LOYD_OK)
            goto fail;
    for (int i = 0; i < N_ADDS; i++) {
        query_begin(&file->add[i], &file->store, STMT_COUNT_, sql_add[i], why);
        if ((err = query_err(&file->add[i], LOYD_OK)) != LOYD_OK)
            goto fail;
    }
    *made = file;
    return LOYD_OK;
fail:
    pack_db_drop(&file);
    return err;
}

static void
end_queries(struct pack_db *file)
{
    for (int i = 0; i < N_ADDS; i++)
        if (file->add[i].store != NULL)
            query_close(&file->add[i]);
}

void
pack_db_drop(struct pack_db **file_at)
{
    struct pack_db *file = *file_at;

    if (file == NULL)
        return;
    end_queries(file);
    sqlite3_close(file->store.db);
    free(file->path);
    free(file);
    *file_at = NULL;
}

/* Returns a statement for binding. */
static struct query *
take(struct pack_db *file, int which, loyd_why *why)
{
    file->add[which].why = why;
    return &file->add[which];
}

static loyd_err
run(struct query *q)
{
    (void)query_next(q);
    query_again(q);
    sqlite3_clear_bindings(q->stmt);
    return query_err(q, LOYD_OK);
}

loyd_err
pack_db_head_put(struct pack_db *file, const struct pack_db_head *head,
                 loyd_why *why)
{
    struct query *q = take(file, ADD_PACK, why);

    query_int(q, 1, head->version);
    query_text(q, 2, head->pack_id);
    query_text(q, 3, head->name);
    query_text(q, 4, head->licence);
    query_text(q, 5, head->digest);
    query_int(q, 6, (int64_t)head->puzzles);
    if (head->since != NULL)
        query_text(q, 7, head->since);
    return run(q);
}

loyd_err
pack_db_goal(struct pack_db *file, uint32_t goal_no, uint32_t class_no,
             const loyd_board *goal, const char *layout, loyd_why *why)
{
    struct query *q = take(file, ADD_GOAL, why);
    char size[SIZE_TEXT], board[LOYD_BOARD_TEXT];

    loyd_board_print(goal, LOYD_FORM_ROWS, board);
    query_int(q, 1, goal_no);
    if (class_no > 0)
        query_int(q, 2, class_no);
    query_text(q, 3, size_print(goal->width, goal->height, size));
    query_text(q, 4, layout);
    query_text(q, 5, board);
    return run(q);
}

int
pack_db_column(const struct pack_db *file, const char *name)
{
    char parameter[32];

    snprintf(parameter, sizeof(parameter), ":%s", name);
    return sqlite3_bind_parameter_index(file->add[ADD_PUZZLE].stmt, parameter);
}

void
pack_db_set_text(struct pack_db *file, int column, const char *text)
{
    query_copy(&file->add[ADD_PUZZLE], column, text);
}

void
pack_db_set_number(struct pack_db *file, int column, const char *digits)
{
    struct query *q = &file->add[ADD_PUZZLE];
    uint64_t n;

    if (q->err != LOYD_OK || !thousandths_parse(digits, strlen(digits), &n))
        return;
    query_note(q, n % 1000 == 0
                      ? sqlite3_bind_int64(q->stmt, column, (int64_t)n / 1000)
                      : sqlite3_bind_double(q->stmt, column,
                                            (double)n / 1000));
}

void
pack_db_set_path(struct pack_db *file, int column, const loyd_moves *path)
{
    query_moves(&file->add[ADD_PUZZLE], column, path);
}

loyd_err
pack_db_add(struct pack_db *file, loyd_why *why)
{
    return run(take(file, ADD_PUZZLE, why));
}

loyd_err
pack_db_withdraw(struct pack_db *file, uint32_t number, const loyd_id *id,
                 loyd_why *why)
{
    struct query *q = take(file, ADD_WITHDRAWN, why);

    query_int(q, 1, number);
    query_id(q, 2, id);
    return run(q);
}

/* Sets the writer version in the header, which would differ between releases
 * of SQLite, and syncs the file. */
static loyd_err
seal(const char *path, loyd_why *why)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    loyd_err err = LOYD_OK;

    if (fd == -1 || lseek(fd, WRITER_AT, SEEK_SET) != WRITER_AT ||
        !file_write_all(fd, writer, sizeof(writer)) || fsync(fd) != 0)
        err = why_errno(why, "cannot write the database");
    if (fd != -1)
        close(fd);
    return err;
}

loyd_err
pack_db_end(struct pack_db **file_at, loyd_why *why)
{
    struct pack_db *file = *file_at;
    loyd_err err = LOYD_OK;

    for (int i = PACK_DB_TABLES; err == LOYD_OK && i < PACK_DB_STATEMENTS; i++)
        err = db_run(file->store.db, pack_db_sql[i], why);
    if (err == LOYD_OK)
        err = db_run(file->store.db, "COMMIT; VACUUM", why);
    end_queries(file);
    if (err == LOYD_OK && sqlite3_close(file->store.db) != SQLITE_OK)
        err = db_error(file->store.db, SQLITE_BUSY, why);
    else if (err == LOYD_OK)
        file->store.db = NULL;
    if (err == LOYD_OK)
        err = seal(file->path, why);
    pack_db_drop(file_at);
    return err;
}
