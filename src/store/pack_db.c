/* SPDX-License-Identifier: MIT */
/* The rows of a pack, and its SQLite file. */
#include "store/pack_db.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "base/why.h"
#include "core/digest.h"
#include "store/file.h"
#include "store/pack_read.h"
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
    "    " m "percentile_sample INTEGER,\n"

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
                                 "PRAGMA user_version = 3;"
                                 "BEGIN";

_Static_assert(PACK_DB_ID == 1280268624 && PACK_DB_VERSION == 3,
               "sql_before says both");

#define NAME_COMMA(word, name, kind, values, is_read, of, about) name ", "
#define COMMA_NAME(word, name, kind, values, is_read, of, about) ", " name
#define COMMA_VALUE(word, name, kind, values, is_read, of, about) ", :" name

/* What the SQLite file does not have: fields of JSON and CSV, of which those
 * of MTM are never set, and the places of goals that are not their numbers. */
static const char sql_more[] =
    "CREATE TEMP TABLE more (number INTEGER PRIMARY KEY, recipe, lower_search,"
    " upper_search, mtm_lower_search, mtm_upper_search" FIELDS_OF_TRAITS(
        COMMA_NAME)
        FIELDS_OF_GAMES(COMMA_NAME) ");"
                                    "CREATE TEMP TABLE moved (place INTEGER "
                                    "PRIMARY KEY, goal_no)";

static const char sql_move[] =
    "UPDATE puzzle SET goal_no ="
    " (SELECT m.goal_no FROM moved AS m WHERE m.place = puzzle.goal_no)"
    " WHERE EXISTS (SELECT 1 FROM moved)"
    " AND goal_no IN (SELECT place FROM moved)";

enum {
    ADD_PUZZLE,
    ADD_MORE,
    PUZZLE_ADDS, /* those before it have fields */
    ADD_PACK = PUZZLE_ADDS,
    ADD_GOAL,
    ADD_MOVED,
    ADD_WITHDRAWN,
    N_ADDS
};

static const char sql_add_more[] =
    "INSERT INTO more VALUES (:number, :recipe, :lower_search, :upper_search,"
    " NULL, NULL" FIELDS_OF_TRAITS(COMMA_VALUE)
        FIELDS_OF_GAMES(COMMA_VALUE) ")";

static const char *const sql_add[N_ADDS] = {
    [ADD_PUZZLE] =
        "INSERT INTO puzzle VALUES (:number, :puzzle_id, :size, ?4, "
        ":board, :lower, :upper, :stm, :path, :percentile, :band, "
        ":percentile_sample, :estimate, :mtm_lower, :mtm_upper, "
        ":mtm, :mtm_path, :mtm_percentile, :mtm_band, :mtm_percentile_sample, "
        ":name)",
    [ADD_MORE] = sql_add_more,
    [ADD_PACK] = "INSERT INTO pack VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [ADD_GOAL] = "INSERT INTO goal VALUES (?1, ?2, ?3, ?4, ?5)",
    [ADD_MOVED] = "INSERT INTO moved VALUES (?1, ?2)",
    [ADD_WITHDRAWN] = "INSERT INTO withdrawn VALUES (?1, ?2)",
};

/* In order of id, as the digest has them; "mtm" is before "stm". */
static const char sql_proven[] =
    "SELECT puzzle_id, mtm, mtm_path, stm, path FROM puzzle"
    " ORDER BY puzzle_id";

static const char sql_boards[] =
    "SELECT p.puzzle_id, p.goal_no, p.size, g.goal, p.board FROM puzzle AS p"
    " CROSS JOIN goal AS g ON g.goal_no = p.goal_no ORDER BY p.puzzle_id";

static const char fields[] = "SELECT " FIELDS_OF_ENTRY(NAME_COMMA) "number";
static const char fields_mtm[] = FIELDS_OF_MTM(COMMA_NAME);
static const char fields_from[] =
    " FROM puzzles CROSS JOIN more USING (number) ORDER BY number";

static const char brief[] =
    "SELECT CASE WHEN p.number > 1 AND NOT EXISTS (SELECT 1 FROM puzzle AS q"
    " WHERE q.number = p.number - 1) THEN p.number END AS number,"
    " p.puzzle_id, p.goal_no, p.board,"
    " CASE WHEN p.stm IS NULL THEN p.lower END AS lower,"
    " CASE WHEN p.stm IS NULL THEN p.upper END AS upper,"
    " p.stm, p.path, m.lower_search, m.upper_search, p.estimate,"
    " CASE WHEN p.estimate IS NOT NULL THEN p.percentile END AS percentile,"
    " CASE WHEN p.estimate IS NOT NULL THEN p.band END AS band,"
    " CASE WHEN p.estimate IS NOT NULL THEN p.percentile_sample END"
    " AS percentile_sample,"
    " CASE WHEN p.estimate IS NOT NULL AND p.percentile IS NOT NULL THEN 1 END"
    " AS estimated";
static const char brief_mtm[] =
    ", CASE WHEN p.mtm IS NULL THEN p.mtm_lower END AS mtm_lower,"
    " CASE WHEN p.mtm IS NULL THEN p.mtm_upper END AS mtm_upper,"
    " p.mtm, p.mtm_path, p.mtm_percentile, p.mtm_band,"
    " p.mtm_percentile_sample";
static const char brief_from[] =
    " FROM puzzle AS p CROSS JOIN more AS m USING (number) ORDER BY p.number";

/* The percentile of a length is the same in all puzzles of a class. */
static const char lengths[] =
    "SELECT g.class_no, p.stm, p.percentile, p.band, p.percentile_sample"
    " FROM (SELECT min(number) AS number FROM puzzle WHERE stm IS NOT NULL"
    " GROUP BY goal_no, stm) CROSS JOIN puzzle AS p USING (number)"
    " CROSS JOIN goal AS g ON g.goal_no = p.goal_no"
    " WHERE g.class_no IS NOT NULL AND p.percentile IS NOT NULL"
    " GROUP BY 1, 2 ORDER BY 1, 2";

static const struct list_sql {
    const char *select;
    const char *mtm;    /* columns that only packs of MTM have */
    const char *name;   /* those of packs with names */
    const char *traits; /* and with traits, */
    const char *games;  /* or difficulties */
    const char *from;
} lists[PACK_LISTS_] = {
    [PACK_FIELDS] = {fields, fields_mtm, ", name",
                     FIELDS_OF_TRAITS(COMMA_NAME), FIELDS_OF_GAMES(COMMA_NAME),
                     fields_from},
    [PACK_BRIEF] = {brief, brief_mtm, ", name", "", "", brief_from},
    [PACK_GOALS] = {"SELECT * FROM goal", "", "", "", "", " ORDER BY goal_no"},
    [PACK_LENGTHS] = {lengths, "", "", "", "", ""},
    [PACK_WITHDRAWN] = {"SELECT * FROM withdrawn", "", "", "", "",
                        " ORDER BY number"},
};

struct pack_db {
    loyd_store store; /* only for its queries, not a catalogue */
    bool has_mtm;
    bool has_names;
    bool has_traits;
    bool has_games;
    struct query add[N_ADDS];
    int column[PUZZLE_ADDS][FIELDS_]; /* the parameter of a field; 0: none */
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
pack_db_new(const struct watch *w, bool has_mtm, struct pack_db **made,
            loyd_why *why)
{
    struct pack_db *db = calloc(1, sizeof(*db));
    char parameter[32];
    loyd_err err;

    if (db == NULL)
        return LOYD_E_NOMEM;
    db->store.watch = *w;
    db->has_mtm = has_mtm;
    if ((err = file_connect(NULL, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                            false, &db->store.watch, &db->store.db, why)) !=
            LOYD_OK ||
        (err = db_run(db->store.db, sql_before, why)) != LOYD_OK ||
        (err = db_run(db->store.db, sql_more, why)) != LOYD_OK)
        goto fail;
    if ((err = make(db, 0, PACK_DB_TABLES, why)) != LOYD_OK)
        goto fail;
    for (int i = 0; i < N_ADDS; i++) {
        query_begin(&db->add[i], &db->store, STMT_COUNT_, sql_add[i], why);
        if ((err = query_err(&db->add[i], LOYD_OK)) != LOYD_OK)
            goto fail;
    }
    for (int i = 0; i < PUZZLE_ADDS; i++)
        for (enum field field = 0; field < FIELDS_; field++) {
            snprintf(parameter, sizeof(parameter), ":%s",
                     field_info[field].name);
            db->column[i][field] =
                sqlite3_bind_parameter_index(db->add[i].stmt, parameter);
        }
    *made = db;
    return LOYD_OK;
fail:
    pack_db_drop(&db);
    return err;
}

void
pack_db_drop(struct pack_db **db_at)
{
    struct pack_db *db = *db_at;

    if (db == NULL)
        return;
    for (int i = 0; i < N_ADDS; i++)
        if (db->add[i].store != NULL)
            query_close(&db->add[i]);
    sqlite3_close(db->store.db);
    free(db);
    *db_at = NULL;
}

/* Returns a statement for binding. */
static struct query *
reset_stmt(struct pack_db *db, int which, loyd_why *why)
{
    db->add[which].why = why;
    return &db->add[which];
}

bool
pack_db_has(const struct pack_db *db, enum field field)
{
    return db->column[ADD_PUZZLE][field] + db->column[ADD_MORE][field] > 0;
}

static void
set_number(struct query *q, int column, const char *digits)
{
    uint64_t n;

    if (q->err != LOYD_OK || !thousandths_parse(digits, strlen(digits), &n))
        return;
    query_note(q,
               n % 1000 == 0
                   ? sqlite3_bind_int64(q->stmt, column, (int64_t)n / 1000)
                   : sqlite3_bind_double(q->stmt, column, (double)n / 1000));
}

void
pack_db_set(struct pack_db *db, enum field field, const char *text)
{
    loyd_field_kind kind = field_info[field].kind;

    db->has_names |= field == FIELD_NAME;
    db->has_traits |= field_is_trait(field);
    db->has_games |= field_is_of_games(field);
    for (int i = 0; i < PUZZLE_ADDS; i++) {
        int column = db->column[i][field];

        if (column == 0)
            continue;
        /* Table more can have numbers of more than three decimals as texts. */
        if (kind == LOYD_FIELD_TEXT || kind == LOYD_FIELD_SEARCH ||
            field_is_of_games(field))
            query_copy(&db->add[i], column, text);
        else
            set_number(&db->add[i], column, text);
    }
}

void
pack_db_set_path(struct pack_db *db, enum field field, const loyd_moves *path)
{
    query_moves(&db->add[ADD_PUZZLE], db->column[ADD_PUZZLE][field], path);
}

loyd_err
pack_db_add(struct pack_db *db, uint32_t place, loyd_why *why)
{
    loyd_err err;

    query_int(&db->add[ADD_PUZZLE], 4, place);
    err = query_put(reset_stmt(db, ADD_PUZZLE, why));
    return err == LOYD_OK ? query_put(reset_stmt(db, ADD_MORE, why)) : err;
}

loyd_err
pack_db_withdraw(struct pack_db *db, uint32_t number, const loyd_id *id,
                 loyd_why *why)
{
    struct query *q = reset_stmt(db, ADD_WITHDRAWN, why);

    query_int(q, 1, number);
    query_id(q, 2, id);
    return query_put(q);
}

loyd_err
pack_db_goal(struct pack_db *db, uint32_t place, uint32_t goal_no,
             uint32_t class_no, const loyd_board *goal, const char *layout,
             loyd_why *why)
{
    struct query *q = reset_stmt(db, ADD_GOAL, why);
    char size[SIZE_TEXT], board[LOYD_BOARD_TEXT];
    loyd_err err;

    loyd_board_print(goal, LOYD_FORM_ROWS, board);
    query_int(q, 1, goal_no);
    if (class_no > 0)
        query_int(q, 2, class_no);
    query_text(q, 3, size_print(goal->width, goal->height, size));
    query_text(q, 4, layout);
    query_text(q, 5, board);
    if ((err = query_put(q)) != LOYD_OK || place == goal_no)
        return err;
    q = reset_stmt(db, ADD_MOVED, why);
    query_int(q, 1, place);
    query_int(q, 2, goal_no);
    return query_put(q);
}

/* Records that are added to a digest. */
struct summing {
    struct digest sum;
    uint32_t goal_no; /* of `goal`; 0: none */
    loyd_board goal;
};

/* Add the records of a row; false: it is damaged. */
static bool
add_proven(struct summing *s, struct query *q)
{
    const char *path;
    size_t len;
    loyd_id id;
    uint16_t length;

    if (!column_id(q, 0, &id))
        return false;
    for (int i = 0; i < LOYD_METRICS; i++)
        if (column_u16(q, 2 * i + 1, 0, PATH_MAX_MOVES, &length) &&
            column_text(q, 2 * i + 2, PATH_TEXT_MAX, &path, &len))
            digest_proven_text(&s->sum, &id, i == 0 ? LOYD_MTM : LOYD_STM,
                               length, path);
    return true;
}

static bool
add_puzzle(struct summing *s, struct query *q)
{
    uint32_t goal_no;
    loyd_id id;
    loyd_size size;
    loyd_board start;

    if (!column_id(q, 0, &id) || !column_u32(q, 1, 1, UINT32_MAX, &goal_no) ||
        !column_size(q, 2, &size) ||
        (goal_no != s->goal_no && !column_board(q, 3, &size, &s->goal)) ||
        !column_board(q, 4, &size, &start))
        return false;
    s->goal_no = goal_no;
    digest_puzzle(&s->sum, &id, &s->goal, &start);
    return true;
}

static loyd_err
add_all(struct pack_db *db, const char *sql,
        bool (*add)(struct summing *, struct query *), struct summing *s,
        loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, &db->store, STMT_COUNT_, sql, why);
    while (err == LOYD_OK && query_next(&q))
        if (!add(s, &q))
            err = why_set(why, LOYD_E_CORRUPT, "temporary rows are damaged");
    return query_end(&q, err);
}

loyd_err
pack_db_sum(struct pack_db *db, uint8_t digest[LOYD_HASH_BYTES], loyd_why *why)
{
    struct summing s = {.goal_no = 0};
    loyd_err err = db_run(db->store.db, sql_move, why);

    if (err == LOYD_OK)
        err = make(db, PACK_DB_TABLES, PACK_DB_NEEDED, why);
    digest_begin(&s.sum);
    if (err == LOYD_OK)
        err = add_all(db, sql_proven, add_proven, &s, why);
    if (err == LOYD_OK)
        err = add_all(db, sql_boards, add_puzzle, &s, why);
    digest_end(&s.sum, digest);
    return err;
}

loyd_err
pack_db_head_put(struct pack_db *db, const struct pack_db_head *head,
                 loyd_why *why)
{
    struct query *q = reset_stmt(db, ADD_PACK, why);

    query_int(q, 1, head->version);
    query_text(q, 2, head->pack_id);
    query_text(q, 3, head->name);
    query_text(q, 4, head->licence);
    query_text(q, 5, head->digest);
    query_int(q, 6, (int64_t)head->puzzles);
    if (head->since != NULL)
        query_text(q, 7, head->since);
    return query_put(q);
}

loyd_err
pack_db_list(struct pack_db *db, enum pack_list list,
             struct pack_reader **rows, loyd_why *why)
{
    const struct list_sql *from = &lists[list];
    struct text sql = {.at = NULL};
    loyd_err err;

    text_put(&sql, from->select);
    text_put(&sql, db->has_mtm ? from->mtm : "");
    text_put(&sql, db->has_names ? from->name : "");
    text_put(&sql, db->has_traits ? from->traits : "");
    text_put(&sql, db->has_games ? from->games : "");
    text_put(&sql, from->from);
    err = sql.is_lost ? LOYD_E_NOMEM
                      : pack_reader_query(db->store.db, sql.at, rows, why);
    text_free(&sql);
    return err;
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
 * Writes the database to a new file. SQLite does not keep the errno of a file
 * that a statement opens. What looks damaged could not be read, as no other
 * process has either file.
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
    if (rc == SQLITE_OK)
        rc = sqlite3_step(stmt);
    if (rc == SQLITE_CANTOPEN || rc == SQLITE_FULL || rc == SQLITE_NOMEM)
        err = db_error_of(db, rc, path, why);
    else if (rc != SQLITE_DONE)
        err = why_set(why, LOYD_E_IO, "disk I/O error");
    sqlite3_finalize(stmt);
    free(uri);
    return err;
}

loyd_err
pack_db_write(struct pack_db *db, const char *path, loyd_why *why)
{
    /* The other formats do without these indices. */
    loyd_err err = make(db, PACK_DB_NEEDED, PACK_DB_STATEMENTS, why);

    if (err == LOYD_OK)
        err = db_run(db->store.db, "COMMIT", why);
    if (err == LOYD_OK)
        err = vacuum_into(db->store.db, path, why);
    return err == LOYD_OK ? seal(path, why) : err;
}
