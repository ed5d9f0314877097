/* SPDX-License-Identifier: MIT */
/* The lists of a file as tables. */
#include "verify/field.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/why.h"
#include "core/moves.h"
#include "store/store.h"

#define REAL_DECIMALS 6

static const char *const tables[LISTS_] = {"head", "goals", "field"};

/* Fields of puzzles are those of `enum field`. */
static unsigned
fields_of(enum list list)
{
    return list == LIST_PUZZLES ? FIELDS_ : ROW_FIELDS_;
}

/* Appends the names of a list's fields, each after a comma and followed by
 * what its kind has in `types`; or "?" for each. */
static void
put_fields(struct text *sql, enum list list, const char *const types[])
{
    for (unsigned f = 0; f < fields_of(list); f++)
        text_format(sql, ",%s%s", row_field(f)->name,
                    types != NULL ? types[row_field(f)->kind] : "");
}

static loyd_err
make_table(loyd_store *store, const char *name, enum list list, loyd_why *why)
{
    static const char *const types[] = {
        [LOYD_FIELD_TEXT] = " TEXT",     [LOYD_FIELD_WHOLE] = " INTEGER",
        [LOYD_FIELD_REAL] = " REAL",     [LOYD_FIELD_SEARCH] = " TEXT",
        [LOYD_FIELD_TRUTH] = " INTEGER",
    };
    struct text sql = {.at = NULL};
    loyd_err err;

    text_format(&sql,
                "DROP TABLE IF EXISTS temp.%s; CREATE TEMP TABLE %s (row"
                " INTEGER PRIMARY KEY, line INTEGER, series TEXT,"
                " place INTEGER, drawn TEXT, path_length INTEGER,"
                " path_least INTEGER, mtm_path_length INTEGER,"
                " mtm_path_least INTEGER",
                name, name);
    put_fields(&sql, list, types);
    text_put(&sql, ")");
    err = sql.is_lost ? LOYD_E_NOMEM : db_run(store->db, sql.at, why);
    text_free(&sql);
    return err;
}

/* What `field` says in each metric. unrated: the status without a length. */
static const char sql_rated[] =
    "CREATE TEMP VIEW IF NOT EXISTS rated AS"
    " SELECT row, line, puzzle_id, size, goal, board, 'stm' AS metric,"
    " '' AS prefix, 'unrated' AS unrated, status, lower, upper,"
    " stm AS optimum, path, path_length AS length, path_least AS least,"
    " percentile, band, percentile_sample AS sample, estimate, estimated"
    " FROM field"
    " UNION ALL SELECT row, line, puzzle_id, size, goal, board, 'mtm',"
    " 'mtm_', NULL, mtm_status, mtm_lower, mtm_upper, mtm, mtm_path,"
    " mtm_path_length, mtm_path_least, mtm_percentile, mtm_band,"
    " mtm_percentile_sample, NULL, NULL FROM field;"
    "CREATE INDEX temp.goals_layout ON goals (size, layout);"
    "CREATE INDEX temp.field_name ON field (name) WHERE name IS NOT NULL";

loyd_err
field_tables(loyd_store *store, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (enum list i = 0; err == LOYD_OK && i < LISTS_; i++)
        err = make_table(store, tables[i], i, why);
    return err == LOYD_OK ? db_run(store->db, sql_rated, why) : err;
}

/* What an import finds of a puzzle, as columns or as their values. */
static void
put_found(struct text *sql, bool is_values)
{
    if (!is_values) {
        text_put(sql, ",drawn,path_length,path_least,mtm_path_length,"
                      "mtm_path_least");
        return;
    }
    text_put(sql, ",drawn(?3,?4)");
    for (loyd_metric m = 0; m < LOYD_METRICS; m++)
        text_format(sql, ",path_length(?%u,'%s'),least(?%d,?%d,'%s',?%u)",
                    known_field[m][KNOWN_PATH] + 5, metric_name(m),
                    FIELD_BOARD + 5, FIELD_GOAL + 5, metric_name(m),
                    known_field[m][KNOWN_PATH] + 5);
}

static loyd_err
begin_add(struct loader *l, enum list list, loyd_why *why)
{
    bool is_found = l->is_lax && list == LIST_PUZZLES;
    struct text sql = {.at = NULL};
    loyd_err err = LOYD_E_NOMEM;

    text_format(&sql, "INSERT INTO temp.%s (row,line,series,place",
                list == LIST_PUZZLES ? l->puzzles : tables[list]);
    put_fields(&sql, list, NULL);
    if (is_found)
        put_found(&sql, false);
    text_put(&sql, ") VALUES (?1,?2,?3,?4");
    for (unsigned f = 0; f < fields_of(list); f++)
        text_format(&sql, ",?%u", f + 5);
    if (is_found)
        put_found(&sql, true);
    text_put(&sql, ")");
    if (!sql.is_lost) {
        query_begin(&l->add[list], l->store, STMT_COUNT_, sql.at, why);
        err = query_err(&l->add[list], LOYD_OK);
    }
    text_free(&sql);
    return err;
}

loyd_err
field_begin(struct loader *l, loyd_store *store, bool is_other, bool is_lax,
            loyd_why *why)
{
    loyd_err err = db_run(
        store->db, "DELETE FROM temp.head; DELETE FROM temp.goals", why);

    *l = (struct loader){.store = store,
                         .is_lax = is_lax,
                         .puzzles = is_other ? "other" : "field"};
    if (err == LOYD_OK && is_other)
        err = make_table(store, l->puzzles, LIST_PUZZLES, why);
    for (enum list i = 0; err == LOYD_OK && i < LISTS_; i++)
        err = begin_add(l, i, why);
    return err;
}

loyd_err
field_end(struct loader *l)
{
    loyd_err err = LOYD_OK;

    for (enum list i = 0; i < LISTS_; i++) {
        if (l->add[i].store == NULL)
            continue;
        err = query_err(&l->add[i], err);
        query_close(&l->add[i]);
    }
    return err;
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

/* Leaves out a fraction of zeros: programs in which a column with gaps is one
 * of floating-point numbers write 56.0. */
static struct slice
whole_of(struct slice number)
{
    size_t len = number.len;

    while (len > 0 && number.at[len - 1] == '0')
        len--;
    if (len > 1 && len < number.len && number.at[len - 1] == '.')
        number.len = len - 1;
    return number;
}

static loyd_err
bad_value(unsigned field, struct slice text, loyd_why *why)
{
    const struct field_info *info = row_field(field);
    const struct field_values_info *may = &field_values_info[info->values];
    char quote[WHY_QUOTE_BYTES], range[48] = "text";

    if (info->kind == LOYD_FIELD_TRUTH)
        return why_set(why, LOYD_E_SYNTAX, "%s: expected 0 or 1", info->name);
    if (may->high > 0)
        snprintf(range, sizeof(range), "%" PRIu64 "..%" PRIu64, may->low,
                 may->high);
    return why_set(why, LOYD_E_SYNTAX, "%s: invalid value '%s': expected %s",
                   info->name, why_quote(text.at, text.len, quote), range);
}

/* Reads a value that its field can have, as one of the numbers if it is one.
 * A length of 0 is that of a solved board, which is no puzzle. */
static bool
read_value(const struct loader *l, unsigned field, struct slice *text,
           uint64_t *whole, double *real)
{
    const struct field_info *info = row_field(field);
    const struct field_values_info *may = &field_values_info[info->values];

    switch (info->kind) {
    case LOYD_FIELD_WHOLE:
    case LOYD_FIELD_TRUTH:
        if (l->is_lax)
            *text = whole_of(*text);
        return slice_number(*text, whole) == NUMBER_GOOD &&
               *whole >= may->low && *whole <= may->high &&
               !(l->is_lax && *whole == 0 && info->kind == LOYD_FIELD_WHOLE);
    case LOYD_FIELD_REAL:
        return read_real(*text, real) && *real <= (double)may->high;
    default:
        return memchr(text->at, '\0', text->len) == NULL;
    }
}

static bool
bind_value(const struct loader *l, struct query *q, unsigned field,
           struct slice text)
{
    int at = (int)field + 5;
    uint64_t whole = 0;
    double real = 0;

    if (!read_value(l, field, &text, &whole, &real))
        return false;
    switch (row_field(field)->kind) {
    case LOYD_FIELD_WHOLE:
    case LOYD_FIELD_TRUTH:
        query_int(q, at, (int64_t)whole);
        return true;
    case LOYD_FIELD_REAL:
        query_note(q, sqlite3_bind_double(q->stmt, at, real));
        return true;
    default:
        query_note(q, sqlite3_bind_text(q->stmt, at, text.at, (int)text.len,
                                        SQLITE_STATIC));
        return true;
    }
}

/* Binds the two parts of a recipe, SERIES~PLACE. */
static bool
bind_recipe(struct query *q, struct slice recipe)
{
    struct slice place = recipe, series;
    uint64_t number;

    if (!slice_cut_last(&place, '~', &series) ||
        slice_number(place, &number) != NUMBER_GOOD || number > LOYD_INDEX_MAX)
        return false;
    query_note(q, sqlite3_bind_text(q->stmt, 3, series.at, (int)series.len,
                                    SQLITE_STATIC));
    query_int(q, 4, (int64_t)number);
    return true;
}

loyd_err
field_add(struct loader *l, const struct row_text *row, loyd_why *why)
{
    struct query *q = &l->add[row->list];
    struct slice recipe = row->field[FIELD_RECIPE];
    loyd_err err = LOYD_OK;

    q->why = why;
    if (row->list == LIST_PUZZLES)
        query_int(q, 1, l->row);
    query_int(q, 2, (int64_t)row->line);
    for (unsigned f = 0; err == LOYD_OK && f < fields_of(row->list); f++)
        if (row->field[f].at != NULL && !bind_value(l, q, f, row->field[f]))
            err = bad_value(f, row->field[f], why);
    if (err == LOYD_OK && recipe.at != NULL && !bind_recipe(q, recipe))
        err = why_set(why, LOYD_E_SYNTAX, "recipe: expected SERIES~INDEX");
    if (err == LOYD_OK)
        return query_put(q);
    sqlite3_clear_bindings(q->stmt);
    return query_err(q, err);
}
