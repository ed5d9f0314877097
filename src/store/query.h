/* SPDX-License-Identifier: MIT */
/* Statements: binding, stepping, columns, and what SQLite's errors mean. */
#ifndef LOYD_STORE_QUERY_H
#define LOYD_STORE_QUERY_H

#include "loyd/date.h"
#include "store/store.h"

/* What SQLite's `rc`, just returned, means; its words go into `why`. */
loyd_err db_error(sqlite3 *db, int rc, loyd_why *why);

/* Settings and limits for files from outside, before the first query;
 * bears_damage: a file that was cut short too, and nothing is written. */
loyd_err db_guard(sqlite3 *db, bool can_write, bool bears_damage,
                  loyd_why *why);

/* Was it made with bears_damage? On a damaged disk it reads what it can. */
bool db_bears_damage(sqlite3 *db);

/* Runs one or more statements that give no rows. */
loyd_err db_run(sqlite3 *db, const char *sql, loyd_why *why);

/* Runs a statement that gives one row of one whole number. */
loyd_err db_number(sqlite3 *db, const char *sql, int64_t *number,
                   loyd_why *why);

/*
 * A statement in use. The first error of any step is kept and told by
 * query_row and query_run, so that none is lost.
 */
struct query {
    loyd_store *store;
    sqlite3_stmt *stmt;
    enum stmt_id id; /* STMT_COUNT_: not a kept one */
    loyd_err err;
    loyd_why *why;
};

/*
 * Begins to use the statement `id`; where that is in use already, or `id` is
 * STMT_COUNT_, one of its own. To be ended with query_end, errors or not.
 */
void query_begin(struct query *q, loyd_store *store, enum stmt_id id,
                 const char *sql, loyd_why *why);

/* Bytes and texts are borrowed until query_end. */
void query_int(struct query *q, int at, int64_t value);
void query_null(struct query *q, int at);
void query_blob(struct query *q, int at, const void *bytes, size_t len);
void query_text(struct query *q, int at, const char *text, size_t len);
void query_id(struct query *q, int at, const loyd_id *id);

/* The next row; *row is false behind the last. */
loyd_err query_row(struct query *q, bool *row);

/* The same, where the way to a row may be one long step; see sentry. */
loyd_err query_row_long(struct query *q, bool *row);

/* Runs a statement that gives no rows. */
loyd_err query_run(struct query *q);

/* Back to before the first row, with the same values. */
void query_again(struct query *q);

void query_end(struct query *q);

/*
 * Columns of the row that a query stands on. A stored row is input: each
 * says whether the value has the type and the range, and writes it if so.
 * Bytes and texts are borrowed until the next row; a text ends with NUL and
 * holds no other.
 */
bool column_is_null(const struct query *q, int at);
bool column_int(const struct query *q, int at, int64_t low, int64_t high,
                int64_t *value);
bool column_blob(const struct query *q, int at, size_t low, size_t high,
                 const uint8_t **bytes, size_t *len);
bool column_text(const struct query *q, int at, size_t high, const char **text,
                 size_t *len);
bool column_id(const struct query *q, int at, loyd_id *id);
bool column_date(const struct query *q, int at, loyd_date *date);
bool column_hash(const struct query *q, int at, uint8_t hash[LOYD_HASH_BYTES]);

#endif
