/* SPDX-License-Identifier: MIT */
/* Owns the reading of a pack's database. */
#include "store/pack_read.h"

#include <stdlib.h>
#include <string.h>

#include "core/why.h"
#include "store/file.h"
#include "store/migrate.h"
#include "store/pack_file.h"
#include "store/query.h"

#define STATEMENTS_MAX 16
#define TEXT_MAX 100000 /* bytes of a path */
#define HEADER_BYTES 100
#define HEADER_ID 68 /* where SQLite keeps application_id, big-endian */

enum {
    COL_NUMBER,
    COL_ID,
    COL_CELLS,
    COL_STM,
    COL_LOWER,
    COL_UPPER,
    COL_WIDTH,
    COL_HEIGHT,
    COL_GOAL,
    COL_PATH
};

static const char sql_rows[] =
    "SELECT p.number, p.puzzle_id, p.cells, p.stm, p.lower, p.upper, g.width,"
    " g.height, g.cells, s.path FROM puzzle AS p"
    " LEFT JOIN goal AS g ON g.goal_no = p.goal_no"
    " LEFT JOIN solution AS s ON s.number = p.number ORDER BY p.number";

static const char sql_head[] =
    "SELECT version, pack_id, digest, puzzles FROM pack";

static const char sql_check[] = "PRAGMA integrity_check(1)";

/* Solutions and tombstones of what is not there. */
static const char sql_stray[] =
    "SELECT (SELECT count(*) FROM solution AS s WHERE NOT EXISTS"
    " (SELECT 1 FROM puzzle AS p WHERE p.number = s.number))"
    " + (SELECT count(*) FROM withdrawn AS w WHERE EXISTS"
    " (SELECT 1 FROM puzzle AS p WHERE p.number = w.number))";

struct pack_reader {
    loyd_store store; /* for its queries; no catalogue */
    query rows;
    bool is_begun;
};

bool
pack_reader_knows(const uint8_t *bytes, size_t len)
{
    static const uint8_t id[4] = {'L', 'O', 'Y', 'P'};

    return len >= HEADER_BYTES && memcmp(bytes, "SQLite format 3", 16) == 0 &&
           memcmp(bytes + HEADER_ID, id, sizeof(id)) == 0;
}

static loyd_err
check_schema(sqlite3 *db, loyd_why *why)
{
    migration steps[STATEMENTS_MAX];
    migration_list list = {steps, 0};
    int64_t application, version;
    loyd_err err = db_number(db, "PRAGMA application_id", &application, why);

    if (err == LOYD_OK)
        err = db_number(db, "PRAGMA user_version", &version, why);
    if (err != LOYD_OK)
        return err;
    if (application != PACK_FILE_ID)
        return why_set(why, LOYD_E_FOREIGN, "it is no database of a pack");
    if (version > PACK_FILE_VERSION)
        return why_set(why, LOYD_E_NEWER,
                       "its schema is version %lld, and this loyd knows %d",
                       (long long)version, PACK_FILE_VERSION);
    if (version < 1)
        return why_set(why, LOYD_E_CORRUPT, "its schema has no version");
    while (list.n < STATEMENTS_MAX && pack_file_schema[list.n] != NULL) {
        steps[list.n] = (migration){"pack", pack_file_schema[list.n]};
        list.n++;
    }
    return schema_check(db, &list, list.n, why);
}

loyd_err
pack_reader_open(const char *path, pack_reader **made, loyd_why *why)
{
    pack_reader *reader = calloc(1, sizeof(*reader));
    loyd_err err;

    if (reader == NULL)
        return LOYD_E_NOMEM;
    /* Whatever journals lie beside it are no part of it. */
    if ((err = file_connect(path, SQLITE_OPEN_READONLY, true,
                            &reader->store.db, why)) != LOYD_OK ||
        (err = db_guard(reader->store.db, false, false, why)) != LOYD_OK ||
        (err = check_schema(reader->store.db, why)) != LOYD_OK)
        pack_reader_close(&reader);
    else
        *made = reader;
    return err;
}

void
pack_reader_close(pack_reader **reader)
{
    if (*reader == NULL)
        return;
    if ((*reader)->is_begun)
        query_end(&(*reader)->rows);
    sqlite3_close((*reader)->store.db);
    free(*reader);
    *reader = NULL;
}

loyd_err
pack_reader_read_head(pack_reader *reader, pack_reader_head *head,
                      loyd_why *why)
{
    int64_t version, puzzles;
    const char *id, *digest;
    size_t id_len, digest_len;
    query q;
    bool row = false, more = false;
    loyd_err err;

    query_begin(&q, &reader->store, STMT_COUNT_, sql_head, why);
    err = query_row(&q, &row);
    if (err == LOYD_OK &&
        (!row || !column_int(&q, 0, 1, UINT32_MAX, &version) ||
         !column_text(&q, 1, LOYD_ID_CHARS, &id, &id_len) ||
         !column_text(&q, 2, 2 * LOYD_HASH_BYTES, &digest, &digest_len) ||
         !column_int(&q, 3, 0, INT64_MAX, &puzzles)))
        err = why_set(why, LOYD_E_CORRUPT, "it does not say what pack it is");
    if (err == LOYD_OK) {
        head->version = (uint32_t)version;
        head->puzzles = (uint64_t)puzzles;
        memcpy(head->pack_id, id, id_len + 1);
        memcpy(head->digest, digest, digest_len + 1);
        err = query_row(&q, &more);
    }
    if (err == LOYD_OK && more)
        err = why_set(why, LOYD_E_CORRUPT, "it says twice what pack it is");
    query_end(&q);
    return err;
}

loyd_err
pack_reader_check_file(pack_reader *reader, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    const char *words;
    size_t len;
    int64_t n_stray = 0;
    query q;
    bool row = false;
    loyd_err err;

    query_begin(&q, &reader->store, STMT_COUNT_, sql_check, why);
    err = query_row(&q, &row);
    if (err == LOYD_OK &&
        (!row || !column_text(&q, 0, LOYD_WHY_BYTES, &words, &len)))
        err = why_set(why, LOYD_E_CORRUPT, "its pages are damaged");
    else if (err == LOYD_OK && strcmp(words, "ok") != 0)
        err = why_set(why, LOYD_E_CORRUPT, "SQLite says: %s",
                      why_quote(words, len, quote));
    query_end(&q);
    if (err == LOYD_OK)
        err = db_number(reader->store.db, sql_stray, &n_stray, why);
    if (err == LOYD_OK && n_stray > 0)
        err = why_set(why, LOYD_E_CORRUPT,
                      "solutions of no puzzle, or puzzles that are withdrawn");
    return err;
}

/* Labels of a board that has this size. */
static bool
read_cells(const query *q, int at, int64_t width, int64_t height,
           loyd_board *board)
{
    const uint8_t *cells;
    size_t len, n = (size_t)(width * height);

    memset(board, 0, sizeof(*board));
    if (!column_blob(q, at, n, n, &cells, &len))
        return false;
    board->width = (uint8_t)width;
    board->height = (uint8_t)height;
    memcpy(board->cell, cells, n);
    return true;
}

static bool
read_path(const query *q, pack_reader_row *row)
{
    row->path = NULL;
    row->path_len = 0;
    return column_is_null(q, COL_PATH) ||
           column_text(q, COL_PATH, TEXT_MAX, &row->path, &row->path_len);
}

static loyd_err
read_row(const query *q, pack_reader_row *row, loyd_why *why)
{
    int64_t number, width, height, stm, lower, upper;

    if (!column_int(q, COL_NUMBER, 1, UINT32_MAX, &number))
        return why_set(why, LOYD_E_CORRUPT, "a puzzle without a number");
    row->number = (uint32_t)number;
    if (!column_id(q, COL_ID, &row->id))
        return why_set(why, LOYD_E_CORRUPT, "it has no id");
    if (!column_int(q, COL_WIDTH, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &width) ||
        !column_int(q, COL_HEIGHT, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &height) ||
        !read_cells(q, COL_GOAL, width, height, &row->puzzle.goal))
        return why_set(why, LOYD_E_CORRUPT, "it has no goal");
    if (!read_cells(q, COL_CELLS, width, height, &row->puzzle.start))
        return why_set(why, LOYD_E_CORRUPT, "its cells are not its goal's");
    if (!column_int(q, COL_STM, 0, LOYD_STM_MAX, &stm) ||
        !column_int(q, COL_LOWER, 0, LOYD_STM_MAX, &lower) ||
        !column_int(q, COL_UPPER, 0, LOYD_STM_MAX, &upper))
        return why_set(why, LOYD_E_CORRUPT, "its lengths are out of range");
    row->stm = (uint16_t)stm;
    row->lower = (uint16_t)lower;
    row->upper = (uint16_t)upper;
    return read_path(q, row)
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT, "its path is no text");
}

loyd_err
pack_reader_next(pack_reader *reader, pack_reader_row *row, bool *found,
                 bool *is_row, loyd_why *why)
{
    loyd_err err;

    *is_row = false;
    row->number = 0;
    if (!reader->is_begun) {
        query_begin(&reader->rows, &reader->store, STMT_COUNT_, sql_rows, why);
        reader->is_begun = true;
    }
    reader->rows.why = why;
    if ((err = query_row(&reader->rows, found)) != LOYD_OK || !*found)
        return err;
    *is_row = true;
    return read_row(&reader->rows, row, why);
}
