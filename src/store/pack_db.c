/* SPDX-License-Identifier: MIT */
/* Writes the SQLite file of a pack. */
#include "store/pack_db.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/why.h"
#include "core/board.h"
#include "store/file.h"
#include "store/query.h"
#include "store/rows.h"

/*
 * As in docs/packs.md, to the byte: readers of packs compare the text. Plain
 * types with NOT NULL, indices named as Android's Room names them, and only
 * features of SQLite 3.19 (Android 8).
 */
#define TABLE_PACK                                                            \
    "CREATE TABLE pack (\n"                                                   \
    "    version INTEGER NOT NULL PRIMARY KEY,\n"                             \
    "    pack_id TEXT NOT NULL,\n"                                            \
    "    name TEXT NOT NULL,\n"                                               \
    "    licence TEXT NOT NULL,\n"                                            \
    "    digest TEXT NOT NULL,\n"                                             \
    "    puzzles INTEGER NOT NULL,\n"                                         \
    "    since TEXT NOT NULL\n"                                               \
    ")"
#define TABLE_GOAL                                                            \
    "CREATE TABLE goal (\n"                                                   \
    "    goal_no INTEGER NOT NULL PRIMARY KEY,\n"                             \
    "    width INTEGER NOT NULL,\n"                                           \
    "    height INTEGER NOT NULL,\n"                                          \
    "    layout TEXT NOT NULL,\n"                                             \
    "    cells BLOB NOT NULL\n"                                               \
    ")"
#define TABLE_PUZZLE                                                          \
    "CREATE TABLE puzzle (\n"                                                 \
    "    number INTEGER NOT NULL PRIMARY KEY,\n"                              \
    "    puzzle_id BLOB NOT NULL,\n"                                          \
    "    id TEXT NOT NULL,\n"                                                 \
    "    goal_no INTEGER NOT NULL,\n"                                         \
    "    cells BLOB NOT NULL,\n"                                              \
    "    stm INTEGER NOT NULL,\n"                                             \
    "    lower INTEGER NOT NULL,\n"                                           \
    "    upper INTEGER NOT NULL,\n"                                           \
    "    percentile INTEGER NOT NULL,\n"                                      \
    "    band TEXT NOT NULL\n"                                                \
    ")"
#define TABLE_SOLUTION                                                        \
    "CREATE TABLE solution (\n"                                               \
    "    number INTEGER NOT NULL PRIMARY KEY,\n"                              \
    "    path TEXT NOT NULL\n"                                                \
    ")"
#define TABLE_WITHDRAWN                                                       \
    "CREATE TABLE withdrawn (\n"                                              \
    "    number INTEGER NOT NULL PRIMARY KEY,\n"                              \
    "    puzzle_id BLOB NOT NULL,\n"                                          \
    "    id TEXT NOT NULL\n"                                                  \
    ")"
#define TABLE_MTM                                                             \
    "CREATE TABLE mtm (\n"                                                    \
    "    number INTEGER NOT NULL PRIMARY KEY,\n"                              \
    "    mtm INTEGER NOT NULL,\n"                                             \
    "    lower INTEGER NOT NULL,\n"                                           \
    "    upper INTEGER NOT NULL,\n"                                           \
    "    percentile INTEGER NOT NULL,\n"                                      \
    "    band TEXT NOT NULL\n"                                                \
    ")"
#define TABLE_MTM_SOLUTION                                                    \
    "CREATE TABLE mtm_solution (\n"                                           \
    "    number INTEGER NOT NULL PRIMARY KEY,\n"                              \
    "    path TEXT NOT NULL\n"                                                \
    ")"
#define INDICES                                                               \
    "CREATE UNIQUE INDEX index_puzzle_puzzle_id ON puzzle (puzzle_id)",       \
        "CREATE INDEX index_puzzle_goal_no_stm ON puzzle (goal_no, stm)",     \
        "CREATE INDEX index_puzzle_band ON puzzle (band)"
#define TABLES                                                                \
    TABLE_PACK, TABLE_GOAL, TABLE_PUZZLE, TABLE_SOLUTION, TABLE_WITHDRAWN

const struct pack_db_schema pack_db_schemas[2] = {
    {5, 8, {TABLES, INDICES}},
    {7,
     12,
     {TABLES, TABLE_MTM, TABLE_MTM_SOLUTION, INDICES,
      "CREATE INDEX index_mtm_mtm ON mtm (mtm)",
      "CREATE INDEX index_mtm_band ON mtm (band)"}},
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
                                 "PRAGMA user_version = 2;"
                                 "BEGIN";

_Static_assert(PACK_DB_ID == 1280268624 && PACK_DB_VERSION == 2,
               "sql_before says both");

/* The last two only with what is known in MTM. */
enum {
    ADD_PACK,
    ADD_GOAL,
    ADD_PUZZLE,
    ADD_SOLUTION,
    ADD_WITHDRAWN,
    ADD_MTM,
    ADD_MTM_SOLUTION,
    N_ADDS
};

static const char *const sql_add[N_ADDS] = {
    [ADD_PACK] = "INSERT INTO pack VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [ADD_GOAL] = "INSERT INTO goal VALUES (?1, ?2, ?3, ?4, ?5)",
    [ADD_PUZZLE] =
        "INSERT INTO puzzle VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10)",
    [ADD_SOLUTION] = "INSERT INTO solution VALUES (?1, ?2)",
    [ADD_WITHDRAWN] = "INSERT INTO withdrawn VALUES (?1, ?2, ?3)",
    [ADD_MTM] = "INSERT INTO mtm VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [ADD_MTM_SOLUTION] = "INSERT INTO mtm_solution VALUES (?1, ?2)",
};

/* The header's offset of the version of SQLite that wrote the file. */
#define WRITER_AT 96
/* 3019003: version 3.19.3. */
static const uint8_t writer[4] = {0x00, 0x2e, 0x10, 0xfb};

struct pack_db {
    loyd_store store; /* only for its queries, not a catalogue */
    char *path;
    const struct pack_db_schema *schema;
    bool has_mtm;
    struct query add[N_ADDS];
};

loyd_err
pack_db_new(const char *path, bool has_mtm, struct pack_db **made,
            loyd_why *why)
{
    struct pack_db *file = calloc(1, sizeof(*file));
    loyd_err err = LOYD_E_NOMEM;

    if (file == NULL || (file->path = strdup(path)) == NULL)
        goto fail;
    file->has_mtm = has_mtm;
    file->schema = &pack_db_schemas[has_mtm];
    err = file_connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, false,
                       &file->store.watch, &file->store.db, why);
    if (err != LOYD_OK)
        goto fail;
    if ((err = db_run(file->store.db, sql_before, why)) != LOYD_OK)
        goto fail;
    for (int i = 0; i < file->schema->n_tables; i++)
        if ((err = db_run(file->store.db, file->schema->sql[i], why)) !=
            LOYD_OK)
            goto fail;
    for (int i = 0; i < (has_mtm ? N_ADDS : ADD_MTM); i++) {
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
    query_text(q, 7, head->since);
    return run(q);
}

loyd_err
pack_db_goal(struct pack_db *file, uint32_t goal_no, const loyd_board *goal,
             const char *layout, loyd_why *why)
{
    struct query *q = take(file, ADD_GOAL, why);

    query_int(q, 1, goal_no);
    query_int(q, 2, goal->width);
    query_int(q, 3, goal->height);
    query_text(q, 4, layout);
    query_blob(q, 5, goal->cell, board_cells(goal));
    return run(q);
}

/* Returns the percentile in thousandths; -1: unknown. */
static int
percentile_of(const loyd_distribution *d, uint16_t length)
{
    return d == NULL ? -1 : (int)loyd_percentile_thousandths(d, length);
}

/* Binds the columns from the proven length to the band; `ranked` is the length
 * of the percentile. */
static void
bind_known(struct query *q, int at, const loyd_known *known, uint16_t ranked)
{
    query_int(q, at, known_proven(known));
    query_int(q, at + 1, known->rating.lower);
    query_int(q, at + 2, known->rating.upper);
    query_int(q, at + 3, percentile_of(known->distribution, ranked));
    query_text(q, at + 4, known->distribution != NULL ? known->band : "");
}

/* Adds a row of a table of paths. */
static loyd_err
add_path(struct pack_db *file, int which, const struct pack_db_puzzle *puzzle,
         const loyd_known *known, loyd_why *why)
{
    struct query *q;

    if (puzzle->no_path || !known_has_path(known))
        return LOYD_OK;
    q = take(file, which, why);
    query_int(q, 1, puzzle->number);
    query_moves(q, 2, &known->path);
    return run(q);
}

/* Adds what is known in MTM, without claims. */
static loyd_err
add_mtm(struct pack_db *file, const struct pack_db_puzzle *puzzle,
        loyd_why *why)
{
    const loyd_known *known = &puzzle->entry->known[LOYD_MTM];
    struct query *q;
    loyd_err err;

    if (known->rating.upper == 0)
        return LOYD_OK;
    q = take(file, ADD_MTM, why);
    query_int(q, 1, puzzle->number);
    bind_known(q, 2, known, entry_length(puzzle->entry, LOYD_MTM));
    err = run(q);
    return err == LOYD_OK
               ? add_path(file, ADD_MTM_SOLUTION, puzzle, known, why)
               : err;
}

loyd_err
pack_db_add(struct pack_db *file, const struct pack_db_puzzle *puzzle,
            loyd_why *why)
{
    const loyd_entry *entry = puzzle->entry;
    const loyd_known *known = &entry->known[LOYD_STM];
    struct query *q = take(file, ADD_PUZZLE, why);
    char id[LOYD_ID_CHARS + 1];
    loyd_err err;

    query_int(q, 1, puzzle->number);
    query_blob(q, 2, entry->id.byte, LOYD_ID_BYTES);
    loyd_id_print(&entry->id, id);
    query_text(q, 3, id);
    query_int(q, 4, puzzle->goal_no);
    query_blob(q, 5, entry->puzzle.start.cell,
               board_cells(&entry->puzzle.start));
    bind_known(q, 6, known, entry_length(entry, LOYD_STM));
    err = run(q);
    if (err == LOYD_OK)
        err = add_path(file, ADD_SOLUTION, puzzle, known, why);
    return err == LOYD_OK && file->has_mtm ? add_mtm(file, puzzle, why) : err;
}

loyd_err
pack_db_withdraw(struct pack_db *file, uint32_t number, const loyd_id *id,
                 loyd_why *why)
{
    struct query *q = take(file, ADD_WITHDRAWN, why);
    char text[LOYD_ID_CHARS + 1];

    query_int(q, 1, number);
    query_blob(q, 2, id->byte, LOYD_ID_BYTES);
    loyd_id_print(id, text);
    query_text(q, 3, text);
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

    for (int i = file->schema->n_tables; err == LOYD_OK && i < file->schema->n;
         i++)
        err = db_run(file->store.db, file->schema->sql[i], why);
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
