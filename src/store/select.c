/* SPDX-License-Identifier: MIT */
/*
 * Filters as statements. A statement walks along the ids, if many puzzles
 * match: the first ones are found soon. If at most FEW do, as an index says
 * without counting further, it reads these and sorts them.
 */
#include "store/select.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "store/conditions.h"

#define FEW 10000

/* --- which way --- */

#define GOALS_FEW 1000

/* Returns in *is whether a statement of one column has at most `few` rows. */
static loyd_err
is_few(struct sql *rows, int few, loyd_store *store, bool *is, loyd_why *why)
{
    struct query q;
    int64_t n = 0;
    loyd_err err;

    text_format(&rows->text, " LIMIT %d)", few + 1);
    if ((err = sql_begin(rows, &q, store, why)) != LOYD_OK)
        return err;
    if (!query_next_long(&q) || !column_int(&q, 0, 0, few + 1, &n))
        err = why_set(why, LOYD_E_DB, "no result of a count");
    *is = n <= few;
    return query_end(&q, err);
}

static const char count_rows[] = "SELECT count(*) FROM (";

/* Begins to write: counts the goals, as far as it matters to a condition. */
static loyd_err
begin(struct writer *w)
{
    struct sql sql = {.n = 0};
    loyd_err err;

    for (size_t i = 0; i < w->filter->n_conditions; i++)
        w->has_places |=
            is_place(column_named(w->filter->conditions[i].column));
    if (!w->has_places)
        return LOYD_OK;
    text_format(&sql.text, "%sSELECT 1 FROM goal", count_rows);
    err = is_few(&sql, GOALS_FEW, w->store, &w->has_few_goals, w->why);
    sql_free(&sql);
    return err;
}

/* Chooses how the conditions are written: by recipes, by an index, or in the
 * order of ids. */
static loyd_err
choose(struct writer *w)
{
    struct writer probe = *w;
    struct sql sql = {.n = 0};
    size_t at = 0;
    bool is = false;
    loyd_err err = LOYD_OK;

    w->form = FORM_WALK;
    if (w->filter->has_ids)
        return LOYD_OK;
    probe.sql = &sql;
    if (count_of(w->filter, FIELD_RECIPE, &at) == 1) {
        text_format(&sql.text, "%s%s", count_rows, recipes_first);
        err = put_recipe_test(&probe, w->filter->conditions[at].value);
        if (err == LOYD_OK)
            err = is_few(&sql, FEW, w->store, &w->by_recipe, w->why);
        sql_free(&sql);
        if (err != LOYD_OK || w->by_recipe)
            return err;
    }
    if (!w->has_places)
        return LOYD_OK;
    probe.form = FORM_INDEX;
    probe.has_only_places = true;
    text_format(&sql.text, "%sSELECT 1 FROM puzzles WHERE 1", count_rows);
    err = put_conditions(&probe, NULL);
    if (err == LOYD_OK)
        err = is_few(&sql, FEW, w->store, &is, w->why);
    sql_free(&sql);
    if (is)
        w->form = FORM_INDEX;
    return err;
}

/* --- orders --- */

static bool
has(const loyd_filter *filter, enum field column)
{
    size_t first;

    return count_of(filter, column, &first) > 0;
}

/*
 * Returns the column that orders as `column` does: percentiles within one
 * class are in the order of lengths, which an index has.
 */
static loyd_err
order_column(const struct writer *w, enum field column, enum field *as)
{
    loyd_metric metric = field_info[column].metric;
    enum field by = has(w->filter, FIELD_CLASS) ? FIELD_CLASS : FIELD_SIZE;
    size_t at = 0, n = count_of(w->filter, by, &at);
    struct query q;
    int64_t classes = 0;
    loyd_err err = LOYD_OK;

    *as = column;
    if ((column != FIELD_PERCENTILE && column != FIELD_MTM_PERCENTILE) ||
        n != 1)
        return LOYD_OK;
    query_begin(&q, w->store, STMT_COUNT_,
                "SELECT count(*), min(measure) FROM distribution WHERE"
                " measure <> 'mlc' AND metric = ?1 AND (class = ?2"
                " OR class IN (SELECT class FROM goal WHERE size = ?2))",
                w->why);
    query_metric(&q, 1, metric);
    query_text(&q, 2, w->filter->conditions[at].value);
    if (query_next(&q) && !column_int(&q, 0, 0, INT64_MAX, &classes))
        err = why_set(w->why, LOYD_E_DB, "no result of a count");
    if (classes == 1)
        *as = column_is(&q, 1, "estimate") ? FIELD_ESTIMATE
              : metric == LOYD_MTM         ? FIELD_MTM
                                           : FIELD_STM;
    return query_end(&q, err);
}

/* Writes that a row is after filter.after in the order by a column. */
static void
put_past(const struct writer *w, const char *column, bool is_down)
{
    char id[LOYD_ID_CHARS + 1];
    struct text *text = &w->sql->text;

    loyd_id_print(&w->filter->after, id);
    if (column == NULL) {
        sql_put(w->sql, "puzzle_id > ");
        sql_text(w->sql, id);
        return;
    }
#define OF_AFTER(end)                                                         \
    (text_format(text, "(SELECT %s FROM puzzles WHERE puzzle_id = ", column), \
     sql_text(w->sql, id), sql_put(w->sql, end))
    text_format(text, "(%s %c ", column, is_down ? '<' : '>');
    OF_AFTER(")");
    text_format(text, " OR %s IS NULL AND ", column);
    OF_AFTER(") IS NOT NULL");
    text_format(text, " OR %s IS ", column);
    OF_AFTER(") AND puzzle_id > ");
    sql_text(w->sql, id);
    sql_put(w->sql, ") IS TRUE");
#undef OF_AFTER
}

static loyd_err
check_after(const struct writer *w)
{
    return puzzle_need(w->store, &w->filter->after, " to continue after",
                       w->why);
}

/* Writes the statement after its conditions. */
static void
put_order(const struct writer *w, const char *column, bool is_down)
{
    if (column != NULL)
        text_format(&w->sql->text, " ORDER BY %s %s, puzzle_id", column,
                    is_down ? "DESC" : "NULLS LAST");
    else
        sql_put(w->sql, w->form == FORM_INDEX ? " ORDER BY +puzzle_id"
                                              : " ORDER BY puzzle_id");
}

/* Narrows the ids to those that begin as a condition says, if it is the only
 * one: a walk from an id must not go beyond them. */
static void
narrow_ids(struct select *sel, const loyd_filter *filter)
{
    loyd_id first, last;
    size_t at = 0, len;
    const char *value;

    if (count_of(filter, FIELD_ID, &at) != 1)
        return;
    value = filter->conditions[at].value;
    (void)value_is_prefix(value, &len);
    if (loyd_id_parse(value, len, &first, &last, NULL) != LOYD_OK)
        return;
    if (id_compare(&first, &sel->first) > 0)
        sel->first = first;
    if (id_compare(&last, &sel->last) < 0)
        sel->last = last;
}

static loyd_err
check(const loyd_filter *filter, loyd_why *why)
{
    if (filter->pick != NULL && (filter->has_after || filter->order != NULL))
        return why_set(why, LOYD_E_RANGE,
                       "pick cannot be combined with an order or with after");
    if (filter->pick != NULL && filter->limit == 0)
        return why_set(why, LOYD_E_RANGE, "pick needs a limit");
    return filter->has_id &&
                   id_compare(&filter->id_first, &filter->id_last) > 0
               ? why_set(why, LOYD_E_RANGE, "empty range of ids")
               : LOYD_OK;
}

/* Reads the order; NULL: by id. */
static loyd_err
read_order(const struct writer *w, const char **column, bool *is_down)
{
    const char *text = w->filter->order;
    char quote[WHY_QUOTE_BYTES];
    enum field field;
    loyd_err err;

    *column = NULL;
    *is_down = text != NULL && text[0] == '-';
    if (text == NULL)
        return LOYD_OK;
    if ((field = column_named(text + *is_down)) == FIELDS_)
        return why_set(w->why, LOYD_E_SYNTAX,
                       "unknown order '%s': expected a column of puzzles",
                       why_quote(text, strlen(text), quote));
    err = w->form == FORM_PLAIN ? LOYD_OK : order_column(w, field, &field);
    if (field != FIELD_ID || *is_down)
        *column = field_info[field].name;
    return err;
}

static loyd_err
prepare(struct select *sel, loyd_store *store, const loyd_filter *filter,
        const char *also, const char *columns, loyd_why *why)
{
    struct writer w = {.store = store,
                       .filter = filter,
                       .sql = &sel->sql,
                       .form = FORM_WALK,
                       .why = why};
    const char *column, *plus;
    bool is_down;
    loyd_err err = check(filter, why);

    memset(sel->last.byte, UINT8_MAX, sizeof(sel->last.byte));
    if (filter->has_id) {
        sel->first = filter->id_first;
        sel->last = filter->id_last;
    }
    narrow_ids(sel, filter);
    if (err != LOYD_OK || (err = begin(&w)) != LOYD_OK ||
        (err = choose(&w)) != LOYD_OK ||
        (err = read_order(&w, &column, &is_down)) != LOYD_OK)
        return err;
    sel->is_sorted = column != NULL;
    sel->is_gathered = w.form == FORM_INDEX || w.by_recipe || filter->has_ids;
    if (sel->is_sorted && !sel->is_gathered)
        w.form = FORM_INDEX;
    sel->has_past = filter->has_after && filter->is_distinct;
    if (filter->has_after && sel->is_sorted &&
        (err = check_after(&w)) != LOYD_OK)
        return err;
    sql_put(w.sql, "SELECT puzzle_id");
    /* Before it sorts, SQLite computes all columns of all rows. */
    sel->has_columns = columns != NULL && !sel->is_gathered &&
                       !sel->is_sorted && !sel->has_past &&
                       filter->pick == NULL;
    if (sel->has_columns)
        text_format(&w.sql->text, ", %s", columns);
    if (sel->has_past) {
        sql_put(w.sql, ", ");
        put_past(&w, column, is_down);
    }
    plus = w.form == FORM_WALK && !filter->has_ids ? "" : "+";
    text_format(&w.sql->text,
                " FROM puzzles WHERE %spuzzle_id >= ?%d AND %spuzzle_id"
                " <= ?%d",
                plus, SQL_FIRST, plus, SQL_LAST);
    if ((err = put_conditions(&w, also)) != LOYD_OK)
        return err;
    if (filter->has_after && !sel->has_past) {
        sql_put(w.sql, " AND ");
        put_past(&w, column, is_down);
    }
    put_order(&w, column, is_down);
    text_format(&w.sql->text, " LIMIT ?%d", SQL_LIMIT);
    if (!filter->is_distinct && filter->pick == NULL && filter->limit > 0 &&
        filter->limit < INT64_MAX - filter->offset)
        sel->limit = (int64_t)(filter->offset + filter->limit);
    return LOYD_OK;
}

/* --- the last select of a store --- */

/* Writes what a select follows from; false: it has lists, or memory ran out.
 * The seed of a pick changes nothing. */
static bool
put_key(struct text *key, const loyd_filter *filter, const char *also,
        const char *columns)
{
    loyd_filter same = *filter;
    struct jw jw = {.to = key};

    if (filter->has_ids || filter->n_excluded > 0)
        return false;
    if (same.pick != NULL)
        same.pick = "";
    filter_put_json(&jw, NULL, &same);
    text_format(key, "%s\n%s", also != NULL ? also : "",
                columns != NULL ? columns : "");
    return !key->is_lost;
}

static void
free_select(struct select *sel)
{
    if (sel->is_prepared)
        query_close(&sel->q);
    sql_free(&sel->sql);
    text_free(&sel->key);
    free(sel->all);
    *sel = (struct select){.store = NULL};
}

void
select_forget(loyd_store *store)
{
    if (store->kept != NULL)
        free_select(store->kept);
    free(store->kept);
    store->kept = NULL;
}

/* Takes the kept select if it is the same, and nothing was written since. */
static bool
take_kept(struct select *sel, loyd_store *store)
{
    struct select *kept = store->kept;

    if (kept == NULL || strcmp(kept->key.at, sel->key.at) != 0 ||
        kept->version != sel->version || kept->changes != sel->changes)
        return false;
    text_free(&sel->key);
    *sel = *kept;
    free(kept);
    store->kept = NULL;
    sel->is_walking = false;
    return true;
}

loyd_err
select_begin(struct select *sel, loyd_store *store, const loyd_filter *filter,
             const char *also, const char *columns, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    *sel = (struct select){.store = store, .limit = -1};
    if (put_key(&sel->key, filter, also, columns)) {
        sel->changes = sqlite3_total_changes(store->db);
        err = db_number(store->db, "PRAGMA data_version", &sel->version, why);
    } else
        text_free(&sel->key);
    if (err != LOYD_OK || (sel->key.at != NULL && take_kept(sel, store)))
        return err;
    err = prepare(sel, store, filter, also, columns, why);
    if (err != LOYD_OK)
        text_free(&sel->key);
    return err;
}

void
select_end(struct select *sel)
{
    struct select *kept;

    if (sel->is_prepared && sel->key.at != NULL && sel->q.err == LOYD_OK &&
        sel->n_all <= FEW && /* memory */
        (kept = malloc(sizeof(*kept))) != NULL) {
        query_again(&sel->q);
        select_forget(sel->store);
        sel->store->kept = kept;
        *kept = *sel;
        *sel = (struct select){.store = NULL};
    }
    free_select(sel);
}

static loyd_err
begin_walk(struct select *sel, const loyd_id *from, int64_t limit,
           loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (!sel->is_prepared)
        err = sql_begin(&sel->sql, &sel->q, sel->store, why);
    else
        query_again(&sel->q);
    if (err != LOYD_OK)
        return err;
    sel->is_prepared = sel->is_walking = true;
    sel->is_begun = false;
    query_id(&sel->q, SQL_FIRST, from);
    query_id(&sel->q, SQL_LAST, &sel->last);
    query_int(&sel->q, SQL_LIMIT, limit);
    return LOYD_OK;
}

loyd_err
select_again(struct select *sel, loyd_why *why)
{
    return begin_walk(sel, &sel->first, sel->limit, why);
}

loyd_err
select_next(struct select *sel, loyd_id *id, bool *found, loyd_why *why)
{
    int64_t is_past = 1;
    loyd_err err = LOYD_OK;

    *found = false;
    if (!sel->is_walking)
        err = select_again(sel, why);
    if (err != LOYD_OK)
        return err;
    sel->q.why = why;
    if (!(sel->is_begun ? query_next(&sel->q) : query_next_long(&sel->q)))
        return query_err(&sel->q, LOYD_OK);
    sel->is_begun = true;
    *found = true;
    if (!column_id(&sel->q, 0, id) ||
        (sel->has_past && !column_int(&sel->q, 1, 0, 1, &is_past)))
        return query_err(&sel->q, why_set(why, LOYD_E_CORRUPT,
                                          "a puzzle has an invalid id"));
    sel->is_past = is_past != 0;
    return LOYD_OK;
}

loyd_err
select_first(struct select *sel, loyd_id from, loyd_id *id, bool *found,
             loyd_why *why)
{
    loyd_err err;

    if (id_compare(&from, &sel->first) < 0)
        from = sel->first;
    err = begin_walk(sel, &from, 1, why);
    return err == LOYD_OK ? select_next(sel, id, found, why) : err;
}

loyd_err
cells_named(const char *columns, unsigned most, loyd_cell *cell, unsigned *n,
            loyd_why *why)
{
    struct slice rest = slice_of(columns), name;
    char quote[WHY_QUOTE_BYTES];
    bool is_more = columns[0] != '\0';

    while (is_more) {
        enum field column;

        is_more = slice_cut(&rest, ',', &name);
        column = field_of(name.at, name.len);
        if (!field_is_column(column))
            return why_set(why, LOYD_E_SYNTAX,
                           "unknown column '%s': expected one of puzzles",
                           why_quote(name.at, name.len, quote));
        if (*n == most)
            return why_set(why, LOYD_E_RANGE, "more than %u columns", most);
        cell[(*n)++] = (loyd_cell){field_info[column].name,
                                   field_info[column].kind, NULL};
    }
    return LOYD_OK;
}

void
cells_read(struct query *q, int at, loyd_cell *cell, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        cell[i].text = (const char *)sqlite3_column_text(q->stmt, at + (int)i);
}

loyd_err
select_query(struct sql *sql, struct query *q, loyd_store *store,
             const loyd_filter *filter, const char *also, const char *what,
             const char *end, loyd_why *why)
{
    struct writer w = {.store = store,
                       .filter = filter,
                       .sql = sql,
                       .form = FORM_INDEX,
                       .why = why};
    char id[LOYD_ID_CHARS + 1];
    loyd_err err;

    if ((err = check(filter, why)) != LOYD_OK || (err = begin(&w)) != LOYD_OK)
        return err;
    text_format(&sql->text, "SELECT %s FROM puzzles WHERE 1", what);
    if (filter->has_id) {
        sql_put(sql, " AND puzzle_id BETWEEN ");
        loyd_id_print(&filter->id_first, id);
        sql_text(sql, id);
        sql_put(sql, " AND ");
        loyd_id_print(&filter->id_last, id);
        sql_text(sql, id);
    }
    if (filter->has_after) {
        sql_put(sql, " AND ");
        put_past(&w, NULL, false);
    }
    err = put_conditions(&w, also);
    sql_put(sql, end);
    return err == LOYD_OK ? sql_begin(sql, q, store, why) : err;
}

/* Returns whether a statement has no conditions. */
static bool
is_all(const loyd_filter *filter)
{
    return filter->n_conditions == 0 && filter->where == NULL &&
           !filter->has_id && !filter->has_ids && filter->n_excluded == 0 &&
           !filter->has_after;
}

loyd_err
select_print(loyd_store *store, const loyd_filter *filter, char **text,
             loyd_why *why)
{
    struct sql sql = {.n = 0};
    struct writer w = {.store = store,
                       .filter = filter,
                       .sql = &sql,
                       .form = FORM_PLAIN,
                       .why = why};
    const char *column;
    struct query q;
    size_t before;
    bool is_down;
    loyd_err err = read_order(&w, &column, &is_down);

    if (err == LOYD_OK && filter->has_after && column != NULL)
        err = check_after(&w);
    sql_put(&sql, is_all(filter) ? "SELECT * FROM puzzles"
                                 : "SELECT * FROM puzzles WHERE");
    before = sql.text.len;
    if (err == LOYD_OK)
        err = put_conditions(&w, NULL);
    if (err == LOYD_OK && filter->has_id)
        sql_put(&sql, " AND puzzle_id BETWEEN ?1 AND ?2");
    if (filter->has_after) {
        sql_put(&sql, " AND ");
        put_past(&w, column, is_down);
    }
    if (!is_all(filter) && !sql.text.is_lost) { /* the first " AND" */
        sql.text.len -= 4;
        memmove(sql.text.at + before, sql.text.at + before + 4,
                sql.text.len - before + 1);
    }
    put_order(&w, column, is_down);
    if (filter->limit > 0 || filter->offset > 0)
        text_format(&sql.text, " LIMIT %lld",
                    filter->limit > 0 ? (long long)filter->limit : -1);
    if (filter->offset > 0)
        text_format(&sql.text, " OFFSET %llu",
                    (unsigned long long)filter->offset);
    if (err == LOYD_OK && (err = sql_begin(&sql, &q, store, why)) == LOYD_OK) {
        if (filter->has_id) {
            query_id(&q, SQL_FIRST, &filter->id_first);
            query_id(&q, SQL_LAST, &filter->id_last);
        }
        *text = q.stmt != NULL ? sqlite3_expanded_sql(q.stmt) : NULL;
        if (*text == NULL && q.err == LOYD_OK)
            err = LOYD_E_NOMEM;
        err = query_end(&q, err);
    }
    sql_free(&sql);
    return err;
}
