/* SPDX-License-Identifier: MIT */
/* Rows as structs: statements, values and checks from the description of a
 * table's columns. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "base/utf8.h"
#include "store/tables.h"

bool
is_plain_text(const char *text, size_t len)
{
    return utf8_check(text, len, NULL) == LOYD_OK;
}

/* --- statements --- */

/* Returns whether the statement is kept, so that its text is not needed. */
static bool
is_kept(const loyd_store *store, enum stmt_id id)
{
    return id != STMT_COUNT_ && store->stmt[id] != NULL && !store->is_used[id];
}

/* Begins a query with a text that is freed; NULL: it is kept, or lost. */
static void
begin_query(struct query *q, loyd_store *store, enum stmt_id id,
            const struct table *table, char *sql, loyd_why *why)
{
    bool is_lost = sql == NULL && !is_kept(store, id);

    query_begin(q, store, id, sql != NULL ? sql : "", why);
    if (is_lost)
        query_note(q, SQLITE_NOMEM);
    sqlite3_free(sql);
    q->table = table;
    q->first = 0;
}

/* Adds the first n columns in a form of three values: the names of table and
 * column, and the column's number. */
static void
add_columns(sqlite3_str *sql, const struct table *table, unsigned n,
            const char *form, const char *between)
{
    for (unsigned i = 0; i < n; i++) {
        sqlite3_str_appendall(sql, i > 0 ? between : "");
        sqlite3_str_appendf(sql, form, table->name, table->columns[i].name,
                            i + 1);
    }
}

/* Makes a SELECT with a clause that lists the keys in a form. */
static char *
select_of(const struct table *table, const char *clause, const char *form,
          const char *between)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);

    sqlite3_str_appendall(sql, "SELECT ");
    add_columns(sql, table, table->n, "%s.%s", ", ");
    sqlite3_str_appendf(sql, " FROM %s%s", table->name, clause);
    add_columns(sql, table, table->n_keys, form, between);
    return sqlite3_str_finish(sql);
}

static char *
insert_of(const struct table *table, const char *rest)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);

    sqlite3_str_appendf(sql, "INSERT%s INTO %s (",
                        rest == NULL ? " OR REPLACE" : "", table->name);
    add_columns(sql, table, table->n, "%.0s%s", ", ");
    sqlite3_str_appendall(sql, ") VALUES (");
    add_columns(sql, table, table->n, "%.0s%.0s?%u", ", ");
    sqlite3_str_appendf(sql, ")%s", rest != NULL ? rest : "");
    return sqlite3_str_finish(sql);
}

void
query_columns(struct query *q, loyd_store *store, enum stmt_id id,
              const char *form, const struct table *table, loyd_why *why)
{
    sqlite3_str *names;
    char *sql = NULL;

    if (!is_kept(store, id)) {
        names = sqlite3_str_new(NULL);
        add_columns(names, table, table->n, "%s.%s", ", ");
        if (sqlite3_str_errcode(names) == SQLITE_OK)
            sql = sqlite3_mprintf(form, sqlite3_str_value(names));
        sqlite3_free(sqlite3_str_finish(names));
    }
    begin_query(q, store, id, table, sql, why);
}

/* --- values --- */

/* Read and write an integer member, by its size. */
static int64_t
number_of(const struct column *column, const void *from)
{
    switch (column->size) {
    case 1:
        return *(const uint8_t *)from;
    case 2:
        return *(const uint16_t *)from;
    case 4:
        if (column->low < 0)
            return *(const int32_t *)from;
        return *(const uint32_t *)from;
    default:
        return *(const int64_t *)from;
    }
}

static void
set_number(const struct column *column, void *to, int64_t number)
{
    switch (column->size) {
    case 1:
        *(uint8_t *)to = (uint8_t)number;
        break;
    case 2:
        *(uint16_t *)to = (uint16_t)number;
        break;
    case 4:
        *(uint32_t *)to = (uint32_t)number;
        break;
    default:
        *(int64_t *)to = number;
    }
}

/* Returns whether the value is stored as NULL. */
static bool
is_null(const struct column *column, const char *row)
{
    const char *from = row + column->at;

    if (column->has != 0)
        return !*(const bool *)(row + column->has - 1);
    return column->kind == KIND_NUMBER
               ? column->low > 0 && number_of(column, from) == 0
               : column->may_be_null && *from == '\0';
}

static void
bind_value(struct query *q, int at, const struct column *column,
           const void *from)
{
    char text[LOYD_BOARD_TEXT];
    const loyd_size *size = from;
    const struct slice *bytes = from;

    switch (column->kind) {
    case KIND_NUMBER:
        query_int(q, at, number_of(column, from));
        return;
    case KIND_STRING:
        query_text(q, at, from);
        return;
    case KIND_WORD:
        query_text(q, at, column->words[number_of(column, from)]);
        return;
    case KIND_METRIC:
        query_metric(q, at, *(const loyd_metric *)from);
        return;
    case KIND_ID:
        query_id(q, at, from);
        return;
    case KIND_CLASS:
        query_class(q, at, *(const int64_t *)from);
        return;
    case KIND_SIZE:
        query_copy(q, at, size_print(size->width, size->height, text));
        return;
    case KIND_BOARD:
        loyd_board_print(from, LOYD_FORM_ROWS, text);
        query_copy(q, at, text);
        return;
    case KIND_DATE:
        loyd_date_print(from, text);
        query_copy(q, at, text);
        return;
    case KIND_HASH:
        query_blob(q, at, from, LOYD_HASH_BYTES);
        return;
    case KIND_BYTES:
        query_blob(q, at, bytes->at, bytes->len);
        return;
    }
}

/* Binds the first n columns. */
static void
bind_columns(struct query *q, const void *row, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const struct column *column = &q->table->columns[i];

        if (!is_null(column, row))
            bind_value(q, (int)i + 1, column, (const char *)row + column->at);
    }
}

loyd_err
columns_put(loyd_store *store, enum stmt_id id, const struct table *table,
            const void *row, const char *rest, loyd_why *why)
{
    struct query q;

    begin_query(&q, store, id, table,
                is_kept(store, id) ? NULL : insert_of(table, rest), why);
    bind_columns(&q, row, table->n);
    return query_run(&q);
}

static bool
read_number(struct query *q, int at, const struct column *column, void *to)
{
    int64_t number;

    if (!column_int(q, at, column->low, column->high, &number))
        return false;
    set_number(column, to, number);
    return true;
}

static bool
read_text(struct query *q, int at, const struct column *column, char *to)
{
    const char *text;
    size_t len;

    if (!column_text(q, at, column->size - 1, &text, &len) ||
        len < (size_t)column->low ||
        (len > 0 && column->is_valid != NULL && !column->is_valid(text, len)))
        return false;
    memcpy(to, text, len + 1);
    return true;
}

static bool
read_word(struct query *q, int at, const struct column *column, void *to)
{
    for (int64_t i = 0; i <= column->high; i++)
        if (column->words[i] != NULL && column_is(q, at, column->words[i])) {
            set_number(column, to, i);
            return true;
        }
    return false;
}

static bool
read_bytes(struct query *q, int at, const struct column *column,
           struct slice *to)
{
    const uint8_t *bytes;

    if (!column_blob(q, at, (size_t)column->low, (size_t)column->high, &bytes,
                     &to->len))
        return false;
    to->at = (const char *)bytes;
    return true;
}

static bool
read_value(struct query *q, int at, const struct column *column, void *to)
{
    switch (column->kind) {
    case KIND_NUMBER:
        return read_number(q, at, column, to);
    case KIND_STRING:
        return read_text(q, at, column, to);
    case KIND_WORD:
        return read_word(q, at, column, to);
    case KIND_METRIC:
        return column_metric(q, at, to);
    case KIND_ID:
        return column_id(q, at, to);
    case KIND_CLASS:
        return column_class(q, at, to);
    case KIND_SIZE:
        return column_size(q, at, to);
    case KIND_BOARD:
        return column_board(q, at, NULL, to);
    case KIND_DATE:
        return column_date(q, at, to);
    case KIND_HASH:
        return column_hash(q, at, to);
    case KIND_BYTES:
        return read_bytes(q, at, column, to);
    }
    return false;
}

/* Writes a key as it is stored, for messages. */
static void
print_key(sqlite3_stmt *stmt, int at, char text[WHY_QUOTE_BYTES])
{
    int type = sqlite3_column_type(stmt, at);
    const char *words = type == SQLITE_TEXT
                            ? (const char *)sqlite3_column_text(stmt, at)
                            : NULL;

    if (type == SQLITE_INTEGER)
        snprintf(text, WHY_QUOTE_BYTES, "%lld",
                 (long long)sqlite3_column_int64(stmt, at));
    else if (words != NULL)
        why_quote(words, (size_t)sqlite3_column_bytes(stmt, at), text);
    else
        snprintf(text, WHY_QUOTE_BYTES, "%s",
                 type == SQLITE_NULL ? "NULL" : "?");
}

loyd_err
columns_bad(struct query *q, const char *column)
{
    char key[WHY_QUOTE_BYTES];
    loyd_err err = why_set(q->why, LOYD_E_CORRUPT, ": invalid %s", column);

    for (int i = (int)q->table->n_keys; i-- > 0;) {
        print_key(q->stmt, q->first + i, key);
        err = why_prefix(q->why, err, " %s", key);
    }
    return why_prefix(q->why, err, "%s", q->table->name);
}

loyd_err
columns_read(struct query *q, void *row)
{
    for (unsigned i = 0; i < q->table->n; i++) {
        const struct column *column = &q->table->columns[i];
        int at = q->first + (int)i;
        char *to = (char *)row + column->at;
        bool has_none = column->may_be_null && column_is_null(q, at);

        if (column->has != 0)
            *(bool *)((char *)row + column->has - 1) = !has_none;
        if (has_none)
            memset(to, 0, column->size);
        else if (!read_value(q, at, column, to))
            return columns_bad(q, column->name);
    }
    return LOYD_OK;
}

loyd_err
columns_get(struct query *q, void *row, bool *found)
{
    *found = query_next(q);
    return query_end(q, *found ? columns_read(q, row) : LOYD_OK);
}

loyd_err
columns_find(loyd_store *store, enum stmt_id id, const struct table *table,
             void *row, bool *found, loyd_why *why)
{
    struct query q;

    begin_query(&q, store, id, table,
                is_kept(store, id)
                    ? NULL
                    : select_of(table, " WHERE ", "%s.%s = ?%u", " AND "),
                why);
    bind_columns(&q, row, table->n_keys);
    return columns_get(&q, row, found);
}
