/* SPDX-License-Identifier: MIT */
/* Statements: binding, stepping, columns, and SQLite's errors. */
#ifndef LOYD_STORE_QUERY_H
#define LOYD_STORE_QUERY_H

#include <stddef.h>

#include "base/slice.h"
#include "loyd/date.h"
#include "store/store.h"

/* Translates an `rc` that SQLite has just returned; its message goes into
 * `why`. */
loyd_err db_error(sqlite3 *db, int rc, loyd_why *why);

/* The same for a file at `path`, which may have failed to open. */
loyd_err db_error_of(sqlite3 *db, int rc, const char *path, loyd_why *why);

/* "disk I/O error: ", and the words of an errno. */
loyd_err db_disk_failed(int cause, loyd_why *why);

/* Applies the settings and limits for untrusted files; must precede the first
 * query. bears_damage: truncated files are read too; for handles that do not
 * write. */
loyd_err db_guard(sqlite3 *db, bool can_write, bool bears_damage,
                  loyd_why *why);

/* The cache that db_guard sets: it holds the upper levels of all B-trees of 10
 * million rows. */
#define DB_CACHE_KIB 65536

/* One for walks along whole tables: a large cache would take new memory for
 * each page, which costs more than to read it again. */
#define DB_WALK_KIB 4096

/* Sets the memory for pages. */
loyd_err db_cache(sqlite3 *db, unsigned kib, loyd_why *why);

/* Raises the limits of db_guard to what our statements need, and allows the
 * views; once the schema was compared. */
void db_widen(sqlite3 *db);

/* Returns whether db_guard had bears_damage: the handle reads what it can. */
bool db_bears_damage(sqlite3 *db);

/* Runs one or more statements that return no rows. */
loyd_err db_run(sqlite3 *db, const char *sql, loyd_why *why);

/* Runs a statement that returns one row of one integer. */
loyd_err db_number(sqlite3 *db, const char *sql, int64_t *number,
                   loyd_why *why);

/*
 * A statement in use. It keeps the first error of any step with its message;
 * query_row, query_run and query_end return it, so that no error is lost.
 */
struct query {
    loyd_store *store;
    sqlite3_stmt *stmt;
    enum stmt_id id; /* STMT_COUNT_: prepared for this query only */
    loyd_err err;
    loyd_why words; /* the message of `err` */
    loyd_why *why;  /* receives it */
    const struct table *table; /* of query_columns */
    int first;                 /* the column that the table's begin with */
};

/*
 * Begins to use the kept statement `id`. If it is in use already, or `id` is
 * STMT_COUNT_, a separate one is prepared. The caller ends the query with
 * query_end, also after errors.
 */
void query_begin(struct query *q, loyd_store *store, enum stmt_id id,
                 const char *sql, loyd_why *why);

/* Bind values to ?1, ?2 ...; unbound parameters are NULL. Bytes and texts are
 * borrowed until the query ends. */
void query_int(struct query *q, int at, int64_t value);
void query_blob(struct query *q, int at, const void *bytes, size_t len);
void query_text(struct query *q, int at, const char *text);

/* Bind the texts that are stored, which are copied. A class is the number of
 * goal_class. */
void query_copy(struct query *q, int at, const char *text);
void query_id(struct query *q, int at, const loyd_id *id);
void query_class(struct query *q, int at, int64_t class);
void query_metric(struct query *q, int at, loyd_metric metric);
void query_moves(struct query *q, int at, const loyd_moves *moves);

/* Steps to the next row. Returns false after the last row or on an error,
 * which query_err and query_end return. */
bool query_next(struct query *q);

/* The same for statements of which a single step may be long; see sentry. */
bool query_next_long(struct query *q);

/* The same, but returns errors at once: for walks that stay open. */
loyd_err query_row(struct query *q, bool *row);

/* Resets the query to before the first row; keeps the values. */
void query_again(struct query *q);

/*
 * Returns the query's own error if it has one, otherwise `err`, the result of
 * checking a row: without memory for a column, a good row looks damaged.
 */
loyd_err query_err(const struct query *q, loyd_err err);

/* Notes an error of SQLite, for query_err and query_end. */
void query_note(struct query *q, int rc);

/* Ends a query without using its `why`, which may be gone. A walk that stays
   open between calls gets the `why` of each call. */
void query_close(struct query *q);

/* Ends the query and returns query_err. */
loyd_err query_end(struct query *q, loyd_err err);

/* Runs a statement that returns no rows, and forgets the values. */
loyd_err query_put(struct query *q);

/* The same, and ends the query. */
loyd_err query_run(struct query *q);

/* Returns in *yes whether there is a row, and ends the query. */
loyd_err query_has(struct query *q, bool *yes);

/* Prints a size as it is stored; returns `text`. */
#define SIZE_TEXT 8
const char *size_print(unsigned width, unsigned height, char text[SIZE_TEXT]);

/*
 * Read columns of a query's current row, which is untrusted input: each
 * returns whether the value has the type and the range, and writes it if so.
 * Bytes and texts are borrowed until the next row; a text ends with a NUL and
 * contains no other.
 */
bool column_is_null(struct query *q, int at);
bool column_int(struct query *q, int at, int64_t low, int64_t high,
                int64_t *value);
bool column_blob(struct query *q, int at, size_t low, size_t high,
                 const uint8_t **bytes, size_t *len);
bool column_text(struct query *q, int at, size_t high, const char **text,
                 size_t *len);
/* Copies a text that fits, including its NUL. */
bool column_string(struct query *q, int at, size_t size, char *out);
/* Returns whether the value is this text. */
bool column_is(struct query *q, int at, const char *wanted);

/* Reads "stm" or "mtm". */
bool column_metric(struct query *q, int at, loyd_metric *metric);
bool column_u16(struct query *q, int at, int64_t low, int64_t high,
                uint16_t *value);
bool column_u32(struct query *q, int at, int64_t low, int64_t high,
                uint32_t *value);
/* These texts must be as loyd prints them. A board must have the size,
 * if one is given; the memory of `path` is reused. */
bool column_id(struct query *q, int at, loyd_id *id);
bool column_class(struct query *q, int at, int64_t *class);
bool column_size(struct query *q, int at, loyd_size *size);
bool column_board(struct query *q, int at, const loyd_size *size,
                  loyd_board *board);
bool column_path(struct query *q, int at, loyd_moves *path);
bool column_date(struct query *q, int at, loyd_date *date);
bool column_hash(struct query *q, int at, uint8_t hash[LOYD_HASH_BYTES]);

/*
 * Rows of a table as structs. A table is described once, column by column;
 * statements that read or store whole rows are made of the description. A
 * test compares all descriptions with the schema.
 */
enum column_kind {
    KIND_NUMBER, /* any integer: low..high; 0 is stored as NULL if it is not
                    in the range, and SQLite chooses the key of a new row */
    KIND_STRING, /* char[]: a text from `low` bytes on, that fits */
    KIND_WORD,   /* any integer: the index of one of words[0..high] */
    KIND_METRIC, /* loyd_metric; 0 is stored as STM */
    KIND_ID,     /* loyd_id */
    KIND_CLASS,  /* int64_t: the number of goal_class */
    KIND_SIZE,   /* loyd_size */
    KIND_BOARD,  /* loyd_board, of any size */
    KIND_DATE,   /* loyd_date */
    KIND_HASH,   /* uint8_t[LOYD_HASH_BYTES] */
    KIND_BYTES   /* struct slice: low..high bytes, borrowed as column_blob */
};

struct column {
    const char *name;
    enum column_kind kind;
    unsigned at;   /* of the member in the struct */
    unsigned size; /* of the member */
    int64_t low;
    int64_t high;
    /* NULL is allowed: the member is all zero. If the column also allows this
       value, a member of type bool says whether there is one. */
    bool may_be_null;
    unsigned has; /* 1 + where that member is; 0: there is none */
    /* Checks a text that is not empty; NULL: all texts are valid. */
    bool (*is_valid)(const char *text, size_t len);
    const char *const *words; /* NULL: this index has none */
};

struct table {
    const char *name;
    const struct column *columns; /* in the order of the schema */
    unsigned n;
    unsigned n_keys; /* the first columns, which identify the row */
};

/* Columns of the struct ROW, which a file defines before its descriptions. */
#define COLUMN(kind_of, column, member)                                       \
    .name = #column, .kind = KIND_##kind_of, .at = offsetof(ROW, member),     \
    .size = sizeof(((ROW *)0)->member)
#define NUMBER(column, member, least, most)                                   \
    COLUMN(NUMBER, column, member), .low = (least), .high = (most)
#define KEY(column, member) NUMBER(column, member, 1, INT64_MAX)
#define STRING(column, member, least, check)                                  \
    COLUMN(STRING, column, member), .low = (least), .is_valid = (check)
#define WORD(column, member, names, last)                                     \
    COLUMN(WORD, column, member), .words = (names), .high = (last)
#define MAY_LACK(flag) .may_be_null = true, .has = 1 + offsetof(ROW, flag)

#define TABLE(name, columns, n_keys)                                          \
    {name, columns, sizeof(columns) / sizeof((columns)[0]), n_keys}

/* For is_valid: UTF-8 without control characters. */
bool is_plain_text(const char *text, size_t len);

/* As query_begin; the %s in `form` becomes the columns of the table. They are
 * the first of the row, unless q->first is set. */
void query_columns(struct query *q, loyd_store *store, enum stmt_id id,
                   const char *form, const struct table *table, loyd_why *why);

/*
 * Reads and checks the columns of the current row into a struct, whose other
 * members stay unchanged. Errors: LOYD_E_CORRUPT, with a message that names
 * table, key and column.
 */
loyd_err columns_read(struct query *q, void *row);

/* Reads the first row of a query in the same way, and ends the query. */
loyd_err columns_get(struct query *q, void *row, bool *found);

/* Reads the row whose key is in `row` in the same way. */
loyd_err columns_find(loyd_store *store, enum stmt_id id,
                      const struct table *table, void *row, bool *found,
                      loyd_why *why);

/* Returns LOYD_E_CORRUPT with such a message, for a column that is wrong in a
 * way that its description does not say. */
loyd_err columns_bad(struct query *q, const char *column);

/* Stores a row; `rest` follows INSERT ... VALUES (...). NULL: a row with the
 * same key is replaced. */
loyd_err columns_put(loyd_store *store, enum stmt_id id,
                     const struct table *table, const void *row,
                     const char *rest, loyd_why *why);

#endif
