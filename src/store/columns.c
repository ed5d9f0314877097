/* SPDX-License-Identifier: MIT */
/* Rows as structs: statements, values and checks from the description of a
 * table's columns. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "loyd/text.h"
#include "store/tables.h"

bool
is_plain_text(const char *text, size_t len)
{
    return loyd_text_check(text, len, NULL) == LOYD_OK;
}

/* --- statements --- */

/* Begins a query whose text was made by sqlite3_str_finish. */
static void
begin_made(struct query *q, loyd_store *store, enum stmt_id id, char *sql,
           loyd_why *why)
{
    query_begin(q, store, id, sql != NULL ? sql : "", why);
    if (sql == NULL)
        query_note(q, SQLITE_NOMEM);
    sqlite3_free(sql);
}

/* Is the statement kept, so that its text is not needed? */
static bool
is_kept(const loyd_store *store, enum stmt_id id)
{
    return id != STMT_COUNT_ && store->stmt[id] != NULL && !store->is_used[id];
}

void
query_columns(struct query *q, loyd_store *store, enum stmt_id id,
              const char *sql, const struct table *table, loyd_why *why)
{
    char *names = NULL;

    if (table == NULL || is_kept(store, id)) {
        query_begin(q, store, id, sql, why);
        return;
    }
    for (unsigned i = 0; i < table->n; i++)
        names = sqlite3_mprintf("%z%s%s.%s", names, i > 0 ? ", " : "",
                                table->name, table->columns[i].name);
    begin_made(q, store, id,
               names != NULL ? sqlite3_mprintf(sql, names) : NULL, why);
    sqlite3_free(names);
}

static char *
insert_of(const struct table *table, const char *rest)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);

    sqlite3_str_appendf(sql, "INSERT%s INTO %s (",
                        rest == NULL ? " OR REPLACE" : "", table->name);
    for (unsigned i = 0; i < table->n; i++)
        sqlite3_str_appendf(sql, "%s%s", i > 0 ? ", " : "",
                            table->columns[i].name);
    sqlite3_str_appendall(sql, ") VALUES (");
    for (unsigned i = 1; i <= table->n; i++)
        sqlite3_str_appendf(sql, "%s?%u", i > 1 ? ", " : "", i);
    sqlite3_str_appendf(sql, ")%s", rest != NULL ? rest : "");
    return sqlite3_str_finish(sql);
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

/* Is the value NULL? */
static bool
is_null(const struct column *column, const char *row)
{
    const char *from = row + column->at;

    if (column->has != 0)
        return !*(const bool *)(row + column->has - 1);
    if (column->kind == KIND_KEY || column->kind == KIND_NUMBER)
        return (column->may_be_null || column->kind == KIND_KEY) &&
               number_of(column, from) == 0;
    return column->may_be_null && *from == '\0';
}

static void
bind_value(struct query *q, int at, const struct column *column,
           const void *from)
{
    char text[LOYD_BOARD_TEXT];
    const loyd_size *size = from;

    switch (column->kind) {
    case KIND_NUMBER:
    case KIND_KEY:
        query_int(q, at, number_of(column, from));
        return;
    case KIND_STRING:
        query_text(q, at, from);
        return;
    case KIND_TEXT:
        query_text(q, at, *(const char *const *)from);
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
    case KIND_PATH:
        break;
    }
}

loyd_err
columns_put(loyd_store *store, enum stmt_id id, const struct table *table,
            const void *row, const char *rest, loyd_why *why)
{
    struct query q;

    if (is_kept(store, id))
        query_begin(&q, store, id, "", why);
    else
        begin_made(&q, store, id, insert_of(table, rest), why);
    for (unsigned i = 0; i < table->n; i++)
        if (!is_null(&table->columns[i], row))
            bind_value(&q, (int)i + 1, &table->columns[i],
                       (const char *)row + table->columns[i].at);
    return query_run(&q);
}

static bool
read_number(struct query *q, int at, const struct column *column, void *to)
{
    bool is_key = column->kind == KIND_KEY;
    int64_t number;

    if (!column_int(q, at, is_key ? 1 : column->low,
                    is_key ? INT64_MAX : column->high, &number))
        return false;
    set_number(column, to, number);
    return true;
}

static bool
read_text(struct query *q, int at, const struct column *column, void *to)
{
    bool is_copied = column->kind == KIND_STRING;
    const char *text;
    size_t len;

    if (!column_text(q, at,
                     is_copied ? column->size - 1 : (size_t)column->high,
                     &text, &len) ||
        len < (size_t)column->low ||
        (len > 0 && column->is_valid != NULL && !column->is_valid(text, len)))
        return false;
    memcpy(to, is_copied ? (const void *)text : (const void *)&text,
           is_copied ? len + 1 : sizeof(text));
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
read_board(struct query *q, int at, loyd_board *board)
{
    const char *text;
    size_t len;

    return column_text(q, at, LOYD_BOARD_TEXT - 1, &text, &len) &&
           board_read_printed(text, len, board) &&
           loyd_board_check(board, NULL) == LOYD_OK;
}

static bool
read_value(struct query *q, int at, const struct column *column, void *to)
{
    switch (column->kind) {
    case KIND_NUMBER:
    case KIND_KEY:
        return read_number(q, at, column, to);
    case KIND_STRING:
    case KIND_TEXT:
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
        return read_board(q, at, to);
    case KIND_PATH:
        return column_path(q, at, to);
    case KIND_DATE:
        return column_date(q, at, to);
    case KIND_HASH:
        return column_hash(q, at, to);
    }
    return false;
}

/* Sets a member to what NULL means. */
static void
set_null(const struct column *column, void *to)
{
    if (column->has == 0 && column->kind == KIND_STRING)
        *(char *)to = '\0';
    else if (column->has == 0)
        set_number(column, to, 0);
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
columns_bad(struct query *q, int first, const struct table *table,
            const char *column, loyd_why *why)
{
    char key[WHY_QUOTE_BYTES];
    loyd_err err = why_set(why, LOYD_E_CORRUPT, ": invalid %s", column);

    for (int i = (int)table->n_keys; i-- > 0;) {
        print_key(q->stmt, first + i, key);
        err = why_prefix(why, err, " %s", key);
    }
    return why_prefix(why, err, "%s", table->name);
}

loyd_err
columns_read(struct query *q, int first, const struct table *table, void *row,
             loyd_why *why)
{
    for (unsigned i = 0; i < table->n; i++) {
        const struct column *column = &table->columns[i];
        char *to = (char *)row + column->at;
        bool is_null =
            column->may_be_null && column_is_null(q, first + (int)i);

        if (column->has != 0)
            *(bool *)((char *)row + column->has - 1) = !is_null;
        if (is_null)
            set_null(column, to);
        else if (!read_value(q, first + (int)i, column, to))
            return columns_bad(q, first, table, column->name, why);
    }
    return LOYD_OK;
}

loyd_err
columns_get(struct query *q, const struct table *table, void *row, bool *found,
            loyd_why *why)
{
    *found = query_next(q);
    return query_end(q,
                     *found ? columns_read(q, 0, table, row, why) : LOYD_OK);
}

static bool
is_same_value(const struct column *column, const char *a, const char *b)
{
    switch (column->kind) {
    case KIND_STRING:
        return strcmp(a, b) == 0;
    case KIND_TEXT:
        return strcmp(*(const char *const *)(const void *)a,
                      *(const char *const *)(const void *)b) == 0;
    case KIND_BOARD:
        return loyd_board_equal((const void *)a, (const void *)b);
    default:
        return memcmp(a, b, column->size) == 0;
    }
}

bool
columns_same(const struct table *table, const void *a, const void *b)
{
    for (unsigned i = 0; i < table->n; i++) {
        const struct column *column = &table->columns[i];
        bool has_none = is_null(column, a);

        if (has_none != is_null(column, b) ||
            (!has_none && !is_same_value(column, (const char *)a + column->at,
                                         (const char *)b + column->at)))
            return false;
    }
    return true;
}

loyd_err
columns_read_merged(loyd_store *to, struct query *q, int first,
                    const struct table *table, void *row, bool *is_fault,
                    loyd_why *why)
{
    const loyd_id *id =
        (const void *)((const char *)row + table->columns[0].at);
    struct puzzle_place place;
    bool found = true;
    loyd_err err = columns_read(q, first, table, row, why);

    *is_fault = err != LOYD_OK;
    if (err == LOYD_OK)
        err = puzzle_find(to, id, &place, &found, why);
    if (err != LOYD_OK || found)
        return err;
    *is_fault = true;
    return puzzle_bad(why, id, "in table %s but not in the catalogue",
                      table->name);
}

loyd_err
columns_merge(loyd_store *to, loyd_store *from, const char *sql,
              const struct table *table, void *row, take_fn take,
              bool *is_fault, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_columns(&q, from, STMT_COUNT_, sql, table, why);
    while (err == LOYD_OK) {
        *is_fault = true; /* while rows of `from` are read */
        if (!query_next(&q))
            break;
        err = columns_read_merged(to, &q, 0, table, row, is_fault, why);
        if (err == LOYD_OK)
            err = take(to, row, is_fault, why);
    }
    return query_end(&q, err);
}
