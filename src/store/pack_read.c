/* SPDX-License-Identifier: MIT */
/* Reads the SQLite file of a pack. */
#include "store/pack_read.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/crypto.h"
#include "store/file.h"
#include "store/migrate.h"
#include "store/pack_db.h"
#include "store/query.h"

#define TEXT_MAX 100000 /* bytes of a path */
#define HEADER_BYTES 100
#define HEADER_PAGE 16   /* offset of the page size, big-endian */
#define HEADER_WRITES 18 /* 1: rollback journal, 2: WAL */
#define HEADER_READS 19
#define HEADER_ID 68 /* application_id, big-endian */
#define PAGE_BYTES 4096
#define SUM_BYTES 65536 /* read at once */

/* The columns of what is stored in one metric follow each other: proven,
 * lower, upper, percentile, band, path. */
enum {
    COL_NUMBER,
    COL_ID,
    COL_CELLS,
    COL_WIDTH,
    COL_HEIGHT,
    COL_GOAL,
    COL_LAYOUT,
    COL_STM,
    COL_ID_TEXT = COL_STM + 6,
    COL_MTM
};

/* This and what follows: without and with what is known in MTM. */
#define SQL_ROWS(columns, joins)                                              \
    "SELECT p.number, p.puzzle_id, p.cells, g.width, g.height, g.cells,"      \
    " g.layout, p.stm, p.lower, p.upper, p.percentile, p.band, "              \
    "s.path, p.id" columns " FROM puzzle AS p"                                \
    " LEFT JOIN goal AS g ON g.goal_no = p.goal_no"                           \
    " LEFT JOIN solution AS s ON s.number = p.number" joins                   \
    " ORDER BY p.number"

static const char *const sql_rows[2] = {
    SQL_ROWS("", ""),
    SQL_ROWS(", m.mtm, m.lower, m.upper, m.percentile, m.band, t.path",
             " LEFT JOIN mtm AS m ON m.number = p.number"
             " LEFT JOIN mtm_solution AS t ON t.number = p.number")};

static const char sql_head[] =
    "SELECT version, pack_id, digest, puzzles, name, licence, since FROM pack";

static const char sql_goals[] =
    "SELECT goal_no, width, height, cells, layout FROM goal ORDER BY goal_no";

static const char sql_tombs[] =
    "SELECT number, puzzle_id, id FROM withdrawn ORDER BY number";

/* Not a table of the pack: it is read before the schema is checked. */
static const char sql_has_mtm[] =
    "SELECT count(*) FROM sqlite_schema WHERE name = 'mtm'";

static const char sql_check[] = "PRAGMA integrity_check(1)";

/* Counts solutions of missing puzzles, and tombstones of puzzles. */
#define SQL_WITHOUT(table, of)                                                \
    "(SELECT count(*) FROM " table " AS a WHERE NOT EXISTS"                   \
    " (SELECT 1 FROM " of " AS b WHERE b.number = a.number))"
#define SQL_STRAY                                                             \
    "SELECT " SQL_WITHOUT(                                                    \
        "solution",                                                           \
        "puzzle") " + (SELECT count(*) FROM withdrawn AS w WHERE EXISTS"      \
                  " (SELECT 1 FROM puzzle AS p WHERE p.number = w.number))"

static const char *const sql_stray[2] = {
    SQL_STRAY, SQL_STRAY " + " SQL_WITHOUT("mtm", "puzzle") " + " SQL_WITHOUT(
                   "mtm_solution", "mtm")};

struct pack_reader {
    loyd_store store; /* only for its queries, not a catalogue */
    bool has_mtm;
    struct query rows;
    bool is_begun;
};

bool
pack_reader_knows(const uint8_t *bytes, size_t len)
{
    static const uint8_t id[4] = {'L', 'O', 'Y', 'P'};

    return len >= HEADER_BYTES && memcmp(bytes, "SQLite format 3", 16) == 0 &&
           memcmp(bytes + HEADER_ID, id, sizeof(id)) == 0;
}

/* Finds out which of the schemas the file must have. */
static loyd_err
find_schema(sqlite3 *db, bool *has_mtm, loyd_why *why)
{
    int64_t application, version = 0, n_mtm = 0;
    loyd_err err = db_number(db, "PRAGMA application_id", &application, why);

    if (err == LOYD_OK)
        err = db_number(db, "PRAGMA user_version", &version, why);
    if (err != LOYD_OK)
        return err;
    if (application != PACK_DB_ID)
        return why_set(why, LOYD_E_FOREIGN, "not the database of a loyd pack");
    if (version > PACK_DB_VERSION)
        return why_set(why, LOYD_E_NEWER, TOO_NEW, (long long)version,
                       PACK_DB_VERSION);
    if (version < PACK_DB_VERSION)
        return why_set(why, LOYD_E_CORRUPT,
                       version == 1
                           ? "schema version 1 is from before loyd 0.1.0: "
                             "expected %d"
                           : "the schema has no version: expected %d",
                       PACK_DB_VERSION);
    err = db_number(db, sql_has_mtm, &n_mtm, why);
    *has_mtm = n_mtm > 0;
    return err;
}

static loyd_err
check_schema(sqlite3 *db, bool *has_mtm, loyd_why *why)
{
    struct migration steps[PACK_DB_STATEMENTS];
    const struct pack_db_schema *schema;
    loyd_err err = find_schema(db, has_mtm, why);

    if (err != LOYD_OK)
        return err;
    schema = &pack_db_schemas[*has_mtm];
    for (int i = 0; i < schema->n; i++)
        steps[i] =
            (struct migration){.name = "pack", .sql = schema->sql[i]};
    return schema_check(
        db, &(struct migration_list){.at = steps, .n = schema->n}, schema->n,
        why);
}

loyd_err
pack_reader_open(const char *path, const struct watch *w,
                 struct pack_reader **made, loyd_why *why)
{
    struct pack_reader *reader = calloc(1, sizeof(*reader));
    loyd_err err;

    if (reader == NULL)
        return LOYD_E_NOMEM;
    reader->store.watch = *w;
    /* Immutable: journals next to the file are not part of the pack. */
    if ((err = file_connect(path, SQLITE_OPEN_READONLY, true,
                            &reader->store.watch, &reader->store.db, why)) !=
            LOYD_OK ||
        (err = db_guard(reader->store.db, false, false, why)) != LOYD_OK ||
        (err = check_schema(reader->store.db, &reader->has_mtm, why)) !=
            LOYD_OK)
        pack_reader_close(&reader);
    else
        *made = reader;
    return err;
}

bool
pack_reader_has_mtm(const struct pack_reader *reader)
{
    return reader->has_mtm;
}

void
pack_reader_close(struct pack_reader **reader)
{
    if (*reader == NULL)
        return;
    if ((*reader)->is_begun)
        query_close(&(*reader)->rows);
    sqlite3_close((*reader)->store.db);
    free(*reader);
    *reader = NULL;
}

loyd_err
pack_reader_read_head(struct pack_reader *reader,
                      struct pack_reader_head *head, loyd_why *why)
{
    struct pack_reader_head read;
    int64_t puzzles;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, &reader->store, STMT_COUNT_, sql_head, why);
    if (!query_next(&q) || !column_u32(&q, 0, 1, UINT32_MAX, &read.version) ||
        !column_string(&q, 1, sizeof(read.pack_id), read.pack_id) ||
        !column_string(&q, 2, sizeof(read.digest), read.digest) ||
        !column_int(&q, 3, 0, INT64_MAX, &puzzles) ||
        !column_string(&q, 4, sizeof(read.name), read.name) ||
        !column_string(&q, 5, sizeof(read.licence), read.licence) ||
        !column_string(&q, 6, sizeof(read.since), read.since))
        err = why_set(why, LOYD_E_CORRUPT,
                      "table 'pack' has no row, or an invalid one");
    else if (query_next(&q))
        err = why_set(why, LOYD_E_CORRUPT, "table 'pack' has several rows");
    if ((err = query_end(&q, err)) != LOYD_OK)
        return err;
    read.puzzles = (uint64_t)puzzles;
    *head = read;
    return LOYD_OK;
}

/* Phones open files with a rollback journal and 4096-byte pages read-only. */
static loyd_err
check_header(const struct pack_reader *reader, loyd_why *why)
{
    uint8_t head[HEADER_BYTES];
    loyd_err err = file_read(reader->store.db, head, sizeof(head), 0, why);

    if (err != LOYD_OK)
        return err;
    if (head[HEADER_WRITES] != 1 || head[HEADER_READS] != 1)
        return why_set(why, LOYD_E_CORRUPT,
                       "in WAL mode: expected a rollback journal");
    if (head[HEADER_PAGE] != PAGE_BYTES >> 8 || head[HEADER_PAGE + 1] != 0)
        return why_set(why, LOYD_E_CORRUPT,
                       "wrong page size: expected %d bytes", PAGE_BYTES);
    return LOYD_OK;
}

loyd_err
pack_reader_sum(struct pack_reader *reader, uint64_t most, uint64_t *bytes,
                uint8_t sha[LOYD_HASH_BYTES], loyd_why *why)
{
    uint8_t *part = malloc(SUM_BYTES);
    int64_t size = 0;
    struct crypto_sha256 sum;
    loyd_err err =
        part != NULL ? file_size(reader->store.db, &size, why) : LOYD_E_NOMEM;

    *bytes = (uint64_t)size;
    crypto_sha256_begin(&sum);
    for (int64_t at = 0; err == LOYD_OK && at < size && *bytes <= most;
         at += SUM_BYTES) {
        size_t n = size - at < SUM_BYTES ? (size_t)(size - at) : SUM_BYTES;

        err = file_read(reader->store.db, part, n, at, why);
        if (err == LOYD_OK)
            crypto_sha256_add(&sum, part, n);
    }
    crypto_sha256_end(&sum, sha);
    free(part);
    return err;
}

loyd_err
pack_reader_check_file(struct pack_reader *reader, loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    const char *words;
    size_t len;
    int64_t n_stray = 0;
    struct query q;
    loyd_err err = check_header(reader, why);

    if (err != LOYD_OK)
        return err;
    query_begin(&q, &reader->store, STMT_COUNT_, sql_check, why);
    if (!query_next_long(&q) ||
        !column_text(&q, 0, LOYD_WHY_BYTES, &words, &len))
        err = why_set(why, LOYD_E_CORRUPT, "damaged pages");
    else if (strcmp(words, "ok") != 0)
        err = why_set(why, LOYD_E_CORRUPT, "SQLite reports: %s",
                      why_quote(words, len, quote));
    err = query_end(&q, err);
    if (err == LOYD_OK)
        err = db_number(reader->store.db, sql_stray[reader->has_mtm], &n_stray,
                        why);
    if (err == LOYD_OK && n_stray > 0)
        err = why_set(why, LOYD_E_CORRUPT,
                      "lengths or solutions without a puzzle, or puzzles that "
                      "are withdrawn");
    return err;
}

/* Reads the labels of a board of this size. */
static bool
read_cells(struct query *q, int at, int64_t width, int64_t height,
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

static loyd_err
read_goal(struct query *q, uint32_t *goal_no, loyd_board *goal,
          const char **layout, loyd_why *why)
{
    int64_t number, width, height;
    size_t len;

    if (!column_int(q, 0, 1, UINT32_MAX, &number))
        return why_set(why, LOYD_E_CORRUPT, "a goal has an invalid number");
    *goal_no = (uint32_t)number;
    if (!column_int(q, 1, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &width) ||
        !column_int(q, 2, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &height) ||
        !read_cells(q, 3, width, height, goal) ||
        !column_text(q, 4, TEXT_MAX, layout, &len))
        return why_set(why, LOYD_E_CORRUPT,
                       "goal %u: invalid size, cells or layout",
                       (unsigned)*goal_no);
    return LOYD_OK;
}

loyd_err
pack_reader_goals(struct pack_reader *reader, pack_goal_fn each, void *context,
                  loyd_why *why)
{
    const char *layout;
    loyd_board goal;
    uint32_t goal_no = 0;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, &reader->store, STMT_COUNT_, sql_goals, why);
    while (err == LOYD_OK && query_next(&q)) {
        err = read_goal(&q, &goal_no, &goal, &layout, why);
        if (err == LOYD_OK)
            err = each(context, goal_no, &goal, layout, why);
    }
    return query_end(&q, err);
}

/* Reads an id as its bytes. */
static bool
column_id_bytes(struct query *q, int at, loyd_id *id)
{
    const uint8_t *bytes;
    size_t len;

    if (!column_blob(q, at, LOYD_ID_BYTES, LOYD_ID_BYTES, &bytes, &len))
        return false;
    memcpy(id->byte, bytes, LOYD_ID_BYTES);
    return true;
}

/* Returns whether a column is the id as text. */
static bool
is_same_id(struct query *q, int at, const loyd_id *id)
{
    char found[LOYD_ID_CHARS + 1], wanted[LOYD_ID_CHARS + 1];

    loyd_id_print(id, wanted);
    return column_string(q, at, sizeof(found), found) &&
           strcmp(found, wanted) == 0;
}

loyd_err
pack_reader_tombs(struct pack_reader *reader, pack_tomb_fn each, void *context,
                  loyd_why *why)
{
    int64_t number;
    loyd_id id;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, &reader->store, STMT_COUNT_, sql_tombs, why);
    while (err == LOYD_OK && query_next(&q)) {
        if (!column_int(&q, 0, 1, UINT32_MAX, &number) ||
            !column_id_bytes(&q, 1, &id) || !is_same_id(&q, 2, &id))
            err = why_set(why, LOYD_E_CORRUPT,
                          "a tombstone has an invalid number or id");
        else
            err = each(context, (uint32_t)number, &id, why);
    }
    return query_end(&q, err);
}

/* Reads what is stored in one metric, from column `at` on; `where` begins the
 * messages. */
static loyd_err
read_length(struct query *q, int at, const char *where,
            struct pack_reader_length *out, loyd_why *why)
{
    int64_t percentile = -1;

    if (!column_is_null(q, at)) {
        if (!column_u16(q, at, 0, LOYD_STM_MAX, &out->proven) ||
            !column_u16(q, at + 1, 0, LOYD_STM_MAX, &out->lower) ||
            !column_u16(q, at + 2, 0, LOYD_STM_MAX, &out->upper))
            return why_set(why, LOYD_E_CORRUPT, "%slengths out of range",
                           where);
        if (!column_int(q, at + 3, -1, 100000, &percentile))
            return why_set(why, LOYD_E_CORRUPT,
                           "%sinvalid percentile: expected -1..100000", where);
        if (!column_text(q, at + 4, TEXT_MAX, &out->band.at, &out->band.len))
            return why_set(why, LOYD_E_CORRUPT, "%sthe band is not text",
                           where);
    }
    out->percentile = (int32_t)percentile;
    return column_is_null(q, at + 5) ||
                   column_text(q, at + 5, TEXT_MAX, &out->path.at,
                               &out->path.len)
               ? LOYD_OK
               : why_set(why, LOYD_E_CORRUPT, "%sthe path is not text", where);
}

static loyd_err
read_row(const struct pack_reader *reader, struct query *q,
         struct pack_reader_row *row, loyd_why *why)
{
    int64_t width, height;
    loyd_err err;

    *row = (struct pack_reader_row){.mtm.percentile = -1};
    if (!column_u32(q, COL_NUMBER, 1, UINT32_MAX, &row->number))
        return why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid number");
    if (!column_id_bytes(q, COL_ID, &row->id))
        return why_set(why, LOYD_E_CORRUPT, "invalid id");
    if (!column_int(q, COL_WIDTH, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &width) ||
        !column_int(q, COL_HEIGHT, LOYD_SIDE_MIN, LOYD_SIDE_MAX, &height) ||
        !read_cells(q, COL_GOAL, width, height, &row->puzzle.goal))
        return why_set(why, LOYD_E_CORRUPT, "missing or invalid goal");
    if (!read_cells(q, COL_CELLS, width, height, &row->puzzle.start))
        return why_set(why, LOYD_E_CORRUPT,
                       "the cells do not match the goal's size");
    if (!column_text(q, COL_LAYOUT, TEXT_MAX, &row->layout.at,
                     &row->layout.len))
        return why_set(why, LOYD_E_CORRUPT, "the layout is not text");
    err = read_length(q, COL_STM, "", &row->stm, why);
    if (err == LOYD_OK && reader->has_mtm)
        err = read_length(q, COL_MTM, "in MTM: ", &row->mtm, why);
    if (err == LOYD_OK && !is_same_id(q, COL_ID_TEXT, &row->id))
        err = why_set(why, LOYD_E_CORRUPT, "id is not that of puzzle_id");
    return err;
}

loyd_err
pack_reader_next(struct pack_reader *reader, struct pack_reader_row *row,
                 bool *found, bool *is_row, loyd_why *why)
{
    loyd_err err;

    *is_row = false;
    row->number = 0;
    if (!reader->is_begun) {
        query_begin(&reader->rows, &reader->store, STMT_COUNT_,
                    sql_rows[reader->has_mtm], why);
        reader->is_begun = true;
    }
    reader->rows.why = why;
    if ((err = query_row(&reader->rows, found)) != LOYD_OK || !*found)
        return err;
    *is_row = true;
    err = read_row(reader, &reader->rows, row, why);
    return query_err(&reader->rows, err);
}
