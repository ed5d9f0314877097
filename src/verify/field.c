/* SPDX-License-Identifier: MIT */
/* Rows of files as a table. */
#include "verify/field.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/why.h"
#include "store/store.h"

#define REAL_DECIMALS 6

/* A value of a field. */
struct cell {
    enum { CELL_NULL, CELL_WHOLE, CELL_REAL, CELL_TEXT } kind;
    uint64_t whole;
    double real;
    struct slice text; /* as it was read */
};

/* Runs a statement with the names of all fields, each after a comma and
 * followed by what its kind has in `types`. */
static loyd_err
prepare(struct query *q, loyd_store *store, const char *before,
        const char *const types[], const char *after, loyd_why *why)
{
    struct text sql = {.at = NULL};
    loyd_err err = LOYD_OK;

    text_put(&sql, before);
    for (enum field f = 0; f < FIELDS_; f++)
        text_format(&sql, ",%s%s", field_info[f].name,
                    types != NULL ? types[field_info[f].kind] : "");
    text_put(&sql, after);
    if (sql.is_lost)
        err = LOYD_E_NOMEM;
    else
        query_begin(q, store, STMT_COUNT_, sql.at, why);
    text_free(&sql);
    return err == LOYD_OK ? query_err(q, LOYD_OK) : err;
}

loyd_err
field_table(loyd_store *store, loyd_why *why)
{
    static const char *const types[] = {
        [LOYD_FIELD_TEXT] = " TEXT",     [LOYD_FIELD_WHOLE] = " INTEGER",
        [LOYD_FIELD_REAL] = " REAL",     [LOYD_FIELD_SEARCH] = " TEXT",
        [LOYD_FIELD_TRUTH] = " INTEGER",
    };
    struct query q;
    loyd_err err = db_run(store->db,
                          "DROP TABLE IF EXISTS temp.field;"
                          "DROP TABLE IF EXISTS temp.bad;"
                          "CREATE TEMP TABLE bad (line INTEGER PRIMARY KEY)",
                          why);

    if (err == LOYD_OK)
        err = prepare(&q, store,
                      "CREATE TEMP TABLE field (line INTEGER PRIMARY KEY,"
                      " series TEXT, place INTEGER",
                      types, ")", why);
    return err == LOYD_OK ? query_run(&q) : err;
}

loyd_err
field_add_begin(struct query *add, loyd_store *store, loyd_why *why)
{
    char values[24 + 2 * FIELDS_] = ") VALUES (?,?,?";

    for (enum field f = 0; f < FIELDS_; f++)
        strcat(values, ",?");
    strcat(values, ")");
    return prepare(add, store, "INSERT INTO temp.field (line,series,place",
                   NULL, values, why);
}

loyd_err
field_walk_begin(struct query *walk, loyd_store *store, loyd_why *why)
{
    return prepare(walk, store, "SELECT line", NULL,
                   " FROM temp.field ORDER BY line", why);
}

/* --- values --- */

/* Reads digits with a point and at most REAL_DECIMALS digits after it, as
 * loyd writes numbers. */
static bool
read_real(struct slice text, double *real)
{
    struct slice whole;
    uint64_t number, part = 0, scale = 1;

    if (!slice_cut(&text, '.', &whole))
        text.len = 0;
    else if (text.len == 0 || text.len > REAL_DECIMALS)
        return false;
    if (slice_number(whole, &number) != NUMBER_GOOD || number > UINT32_MAX)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
        part = 10 * part + (uint64_t)(text.at[i] - '0');
        scale *= 10;
    }
    *real = (double)(number * scale + part) / (double)scale;
    return true;
}

/* METHOD@NODES */
static bool
is_search(struct slice text)
{
    struct slice method;
    uint64_t nodes;

    return slice_cut_last(&text, '@', &method) && method.len > 0 &&
           method.len < sizeof(((loyd_search *)0)->method) &&
           slice_number(text, &nodes) == NUMBER_GOOD && nodes <= INT64_MAX;
}

static loyd_err
bad_value(enum field field, struct slice text, loyd_why *why)
{
    const struct field_values_info *may =
        &field_values_info[field_info[field].values];
    char quote[WHY_QUOTE_BYTES], range[48] = "METHOD@NODES";

    if (may->high > 0)
        snprintf(range, sizeof(range), "%" PRIu64 "..%" PRIu64, may->low,
                 may->high);
    return why_set(why, LOYD_E_SYNTAX, "%s: invalid value '%s': expected %s",
                   field_info[field].name, why_quote(text.at, text.len, quote),
                   field_info[field].kind == LOYD_FIELD_TEXT ? "text" : range);
}

/* Reads a value that its field can have. */
static loyd_err
read_cell(enum field field, struct slice text, struct cell *cell,
          loyd_why *why)
{
    const struct field_values_info *may =
        &field_values_info[field_info[field].values];
    bool is_good;

    cell->kind = CELL_NULL;
    cell->text = text;
    if (text.at == NULL)
        return LOYD_OK;
    switch (field_info[field].kind) {
    case LOYD_FIELD_WHOLE:
    case LOYD_FIELD_TRUTH:
        cell->kind = CELL_WHOLE;
        is_good = slice_number(text, &cell->whole) == NUMBER_GOOD &&
                  cell->whole >= may->low && cell->whole <= may->high;
        break;
    case LOYD_FIELD_REAL:
        cell->kind = CELL_REAL;
        is_good =
            read_real(text, &cell->real) && cell->real <= (double)may->high;
        break;
    case LOYD_FIELD_SEARCH:
        cell->kind = CELL_TEXT;
        is_good = is_search(text);
        break;
    default:
        cell->kind = CELL_TEXT;
        is_good = memchr(text.at, '\0', text.len) == NULL;
    }
    return is_good ? LOYD_OK : bad_value(field, text, why);
}

static void
put_text(struct query *q, int at, struct slice text)
{
    query_note(q, sqlite3_bind_text(q->stmt, at, text.at, (int)text.len,
                                    SQLITE_STATIC));
}

/* Puts the two parts of a recipe, TEXT~PLACE. */
static loyd_err
put_recipe(struct query *add, struct slice recipe, loyd_why *why)
{
    struct slice place = recipe, series = {.at = NULL};
    uint64_t number = 0;

    if (recipe.at != NULL && (!slice_cut_last(&place, '~', &series) ||
                              slice_number(place, &number) != NUMBER_GOOD ||
                              number > LOYD_INDEX_MAX))
        return why_set(why, LOYD_E_SYNTAX, "recipe: expected SERIES~INDEX");
    put_text(add, 2, series);
    query_int(add, 3, (int64_t)number);
    return LOYD_OK;
}

loyd_err
field_add(struct query *add, const struct row_text *row, loyd_why *why)
{
    struct cell cell;
    loyd_err err = LOYD_OK;

    add->why = why;
    query_int(add, 1, (int64_t)row->line);
    err = put_recipe(add, row->field[FIELD_RECIPE], why);
    for (enum field f = 0; err == LOYD_OK && f < FIELDS_; f++) {
        int at = (int)f + 4;

        err = read_cell(f, row->field[f], &cell, why);
        if (cell.kind == CELL_WHOLE)
            query_int(add, at, (int64_t)cell.whole);
        else if (cell.kind == CELL_REAL)
            query_note(add, sqlite3_bind_double(add->stmt, at, cell.real));
        else if (cell.kind == CELL_TEXT)
            put_text(add, at, cell.text);
        else
            query_note(add, sqlite3_bind_null(add->stmt, at));
    }
    if (err == LOYD_OK)
        (void)query_next(add);
    query_again(add);
    return query_err(add, err);
}

static bool
is_same(sqlite3_stmt *there, int at, const struct cell *cell)
{
    int type = sqlite3_column_type(there, at);

    switch (cell->kind) {
    case CELL_NULL:
        return type == SQLITE_NULL;
    case CELL_WHOLE:
        return type == SQLITE_INTEGER &&
               (uint64_t)sqlite3_column_int64(there, at) == cell->whole;
    case CELL_REAL:
        return type == SQLITE_FLOAT &&
               sqlite3_column_double(there, at) == cell->real;
    default:
        return type == SQLITE_TEXT &&
               (size_t)sqlite3_column_bytes(there, at) == cell->text.len &&
               memcmp(sqlite3_column_text(there, at), cell->text.at,
                      cell->text.len) == 0;
    }
}

loyd_err
field_compare(struct query *walk, const struct row_text *row,
              const bool knows[FIELDS_], const char *file, loyd_why *why)
{
    char here[WHY_QUOTE_BYTES] = "none", there[WHY_QUOTE_BYTES] = "none";
    bool found = false;
    struct cell cell;
    loyd_err err;

    walk->why = why;
    if ((err = query_row(walk, &found)) != LOYD_OK)
        return err;
    if (!found)
        return why_set(why, LOYD_E_CORRUPT, "the puzzle is not in %s", file);
    for (enum field f = 0; f < FIELDS_; f++) {
        const char *text;
        int at = (int)f + 1;

        if (!knows[f])
            continue;
        if ((err = read_cell(f, row->field[f], &cell, why)) != LOYD_OK)
            return err;
        if (is_same(walk->stmt, at, &cell))
            continue;
        text = (const char *)sqlite3_column_text(walk->stmt, at);
        if (text != NULL)
            why_quote(text, strlen(text), there);
        if (cell.kind != CELL_NULL)
            why_quote(cell.text.at, cell.text.len, here);
        return why_set(why, LOYD_E_CORRUPT, "%s is %s, in %s %s",
                       field_info[f].name, here, file, there);
    }
    return LOYD_OK;
}
