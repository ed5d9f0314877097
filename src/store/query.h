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
 * A statement in use. The first error of any step is kept with its words, and
 * told by query_row, query_run and query_end, so that none is lost.
 */
struct query {
    loyd_store *store;
    sqlite3_stmt *stmt;
    enum stmt_id id; /* STMT_COUNT_: not a kept one */
    loyd_err err;
    loyd_why words;
    loyd_why *why; /* where they are told */
};

/*
 * Begins to use the statement `id`; where that is in use already, or `id` is
 * STMT_COUNT_, one of its own. To be ended with query_end, errors or not.
 */
void query_begin(struct query *q, loyd_store *store, enum stmt_id id,
                 const char *sql, loyd_why *why);

/* Values for ?1, ?2 ...; what is not given is NULL. Bytes and texts are
 * borrowed until the end. */
void query_int(struct query *q, int at, int64_t value);
void query_blob(struct query *q, int at, const void *bytes, size_t len);
void query_text(struct query *q, int at, const char *text);
void query_id(struct query *q, int at, const loyd_id *id);

/* On to the next row. False: there is none, or an error that is told last. */
bool query_next(struct query *q);

/* The same, where the way to a row may be one long step; see sentry. */
bool query_next_long(struct query *q);

/* The same, and tells an error at once: of walks that stay open. */
loyd_err query_row(struct query *q, bool *row);

/* Back to before the first row, with the same values. */
void query_again(struct query *q);

/*
 * `err`, which came of a row, unless the query met an error itself: without
 * memory for a column, say, a row looks damaged that is not.
 */
loyd_err query_err(const struct query *q, loyd_err err);

/* Ends a walk that stayed open: the `why` it had may be gone, and nothing is
   told. Each call that goes on with one gives it its own. */
void query_close(struct query *q);

/* Ends it, and returns query_err. */
loyd_err query_end(struct query *q, loyd_err err);

/* Runs a statement that gives no rows, and ends it. */
loyd_err query_run(struct query *q);

/* Is there a row? Ends it. */
loyd_err query_has(struct query *q, bool *yes);

/*
 * Columns of the row that a query stands on. A stored row is input: each
 * says whether the value has the type and the range, and writes it if so.
 * Bytes and texts are borrowed until the next row; a text ends with NUL and
 * holds no other.
 */
bool column_is_null(struct query *q, int at);
bool column_int(struct query *q, int at, int64_t low, int64_t high,
                int64_t *value);
bool column_blob(struct query *q, int at, size_t low, size_t high,
                 const uint8_t **bytes, size_t *len);
bool column_text(struct query *q, int at, size_t high, const char **text,
                 size_t *len);
/* A text that is kept; it fits, its NUL too. */
bool column_string(struct query *q, int at, size_t size, char *out);
bool column_u16(struct query *q, int at, int64_t low, int64_t high,
                uint16_t *value);
bool column_u32(struct query *q, int at, int64_t low, int64_t high,
                uint32_t *value);
bool column_id(struct query *q, int at, loyd_id *id);
bool column_date(struct query *q, int at, loyd_date *date);
bool column_hash(struct query *q, int at, uint8_t hash[LOYD_HASH_BYTES]);

#endif
