/* SPDX-License-Identifier: MIT */
/* Conditions, written as indices need them, or as tests of each row. A unary +
 * keeps SQLite from using an index for a condition. */
#include "store/conditions.h"

#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "core/class.h"
#include "core/moves.h"
#include "rate/band.h"

/* The ranks of more classes are computed row by row. */
#define CLASSES_MAX 50

static bool
is_length(enum field column)
{
    return column == FIELD_STM || column == FIELD_MTM ||
           column == FIELD_PERCENTILE || column == FIELD_BAND ||
           column == FIELD_MTM_PERCENTILE || column == FIELD_MTM_BAND;
}

static bool
is_rank(enum field column)
{
    return is_length(column) && column != FIELD_STM && column != FIELD_MTM;
}

bool
is_place(enum field column)
{
    return is_length(column) || column == FIELD_SIZE ||
           column == FIELD_CLASS || column == FIELD_LAYOUT ||
           column == FIELD_STATUS;
}

size_t
count_of(const loyd_filter *filter, enum field column, size_t *first)
{
    size_t n = 0;

    for (size_t i = 0; i < filter->n_conditions; i++)
        if (column_named(filter->conditions[i].column) == column && n++ == 0)
            *first = i;
    return n;
}

/* The name of a column in a condition. */
static const char *
name_in(const struct writer *w, enum field column, char text[40])
{
    snprintf(text, 40, "%s%s", w->form == FORM_WALK ? "+" : "",
             field_info[column].name);
    return text;
}

/* --- sizes --- */

/* Writes that the size is one of a class. */
static void
put_sizes_of_class(const struct writer *w, const loyd_class *cls)
{
    char size[SIZE_TEXT];

    sql_put(w->sql, "size IN (");
    sql_text(w->sql, size_print(cls->width, cls->height, size));
    if (cls->width != cls->height) {
        sql_put(w->sql, ", ");
        sql_text(w->sql, size_print(cls->height, cls->width, size));
    }
    sql_put(w->sql, ")");
}

/*
 * Writes the class. The goals of a class are looked up once if they are few,
 * and an index has them with lengths in STM; otherwise the class of each row,
 * with its size for the indices.
 */
static void
put_class(const struct writer *w, const loyd_class *cls, bool has_index)
{
    bool by_goal = w->has_few_goals && has_index;
    char text[CLASS_TEXT];

    if (w->form == FORM_INDEX && !by_goal) {
        put_sizes_of_class(w, cls);
        if (w->has_only_places)
            return; /* the class would read the rows */
        sql_put(w->sql, " AND ");
    }
    text_format(&w->sql->text,
                w->has_few_goals
                    ? "%sgoal_pk IN (SELECT pk FROM goal WHERE class = "
                    : "%sclass = ",
                w->form == FORM_INDEX && by_goal ? "" : "+");
    class_print(cls, text);
    sql_text(w->sql, text);
    sql_put(w->sql, w->has_few_goals ? ")" : "");
}

/* --- conditions --- */

/* The last length of a sample stands for all beyond it. */
static const char sql_ranks[] =
    "SELECT class, measure, min(length), max(length), longest FROM ranks"
    " WHERE measure <> 'mlc' AND metric = ";

/*
 * Writes the lengths with a percentile or a band, class by class. Where
 * estimates decide, the condition itself follows: their version is not known
 * here.
 */
static loyd_err
put_rank(const struct writer *w, enum field column, const char *value)
{
    loyd_metric metric = field_info[column].metric;
    const char *name = field_info[column].name, * or = "(";
    const char *plus = w->form == FORM_WALK ? "+" : "";
    size_t before = w->sql->text.len;
    struct sql ask = {.n = 0};
    struct query q;
    unsigned n = 0;
    loyd_err err;

    sql_put(&ask, sql_ranks);
    sql_text(&ask, metric_name(metric));
    sql_put(&ask, " AND ");
    err = value_put(&ask, column, metric == LOYD_MTM ? name + 4 : name, value,
                    false, w->why);
    /* Several bands may begin alike, with others between them. */
    sql_put(&ask, column == FIELD_BAND || column == FIELD_MTM_BAND
                      ? " GROUP BY class, measure, version, band"
                      : " GROUP BY class, measure, version");
    if (err == LOYD_OK)
        err = sql_begin(&ask, &q, w->store, w->why);
    if (err != LOYD_OK) {
        sql_free(&ask);
        return err;
    }
    while (err == LOYD_OK && query_next(&q) && ++n <= CLASSES_MAX) {
        bool is_estimate = column_is(&q, 1, "estimate");
        int64_t class, low, high, longest;
        loyd_class cls;

        if (!column_class(&q, 0, &class) ||
            !column_int(&q, 4, 1, LOYD_LENGTH_MAX, &longest) ||
            !column_int(&q, 2, 1, longest, &low) ||
            !column_int(&q, 3, low, longest, &high)) {
            err = why_set(w->why, LOYD_E_CORRUPT, "invalid distribution");
            break;
        }
        cls = class_of_number(class);
        sql_put(w->sql, or);
        or = " OR ";
        put_class(w, &cls, !is_estimate && metric == LOYD_STM);
        text_format(&w->sql->text, " AND %s%s BETWEEN %d AND %d", plus,
                    is_estimate          ? "estimate"
                    : metric == LOYD_MTM ? "mtm"
                                         : "stm",
                    (int)low, high == longest ? LOYD_LENGTH_MAX : (int)high);
        if (is_estimate) {
            sql_put(w->sql, " AND ");
            err = value_put(w->sql, column, name, value, false, w->why);
        }
    }
    err = query_end(&q, err);
    sql_free(&ask);
    if (err == LOYD_OK && n > CLASSES_MAX) {
        w->sql->text.len = before;
        return value_put(w->sql, column, name, value, false, w->why);
    }
    sql_put(w->sql, n > 0 ? ")" : SQL_NEVER);
    return err;
}

/* Checks that a band exists: its name may be wrong. */
static loyd_err
check_band(const struct writer *w, const char *value)
{
    const loyd_band *band;
    loyd_bands bands;
    size_t len;
    loyd_err err;

    if (value_is_prefix(value, &len))
        return LOYD_OK;
    err = loyd_store_bands(w->store, &bands, w->why);
    return err == LOYD_OK ? bands_find(&bands, value, &band, w->why)
                          : err;
}

/* Writes the goals with a layout, by their keys. */
static loyd_err
put_layout(const struct writer *w, const char *value)
{
    loyd_err err;

    text_format(&w->sql->text, "%sgoal_pk IN (SELECT pk FROM goal WHERE ",
                w->form == FORM_WALK ? "+" : "");
    err = value_put(w->sql, FIELD_LAYOUT, "layout", value, false, w->why);
    sql_put(w->sql, ")");
    return err;
}

loyd_err
put_recipe_test(const struct writer *w, const char *value)
{
    size_t len;
    bool is_prefix = value_is_prefix(value, &len);
    struct slice number = {value, len}, series;
    bool has_mark = slice_cut_last(&number, '~', &series);
    bool is_plain = w->form == FORM_PLAIN;
    char text[LOYD_RECIPE_TEXT];
    loyd_err err = LOYD_OK;

    sql_put(w->sql, "(");
    if (is_prefix)
        err =
            value_put(w->sql, FIELD_RECIPE, "s.text", value, is_plain, w->why);
    if (has_mark && series.len < sizeof(text)) {
        memcpy(text, series.at, series.len);
        text[series.len] = '\0';
        sql_put(w->sql, is_prefix ? " OR s.text = " : "s.text = ");
        sql_text(w->sql, text);
        sql_put(w->sql, " AND ");
        if (err == LOYD_OK)
            err = value_put(w->sql, FIELD_RECIPE, "'' || r.number",
                            value + series.len + 1, is_plain, w->why);
    } else if (!is_prefix)
        sql_put(w->sql, SQL_NEVER);
    sql_put(w->sql, ")");
    return err;
}

const char recipes_first[] = "SELECT r.puzzle FROM series AS s"
                             " CROSS JOIN recipe AS r ON r.series = s.pk"
                             " WHERE ";

static loyd_err
put_recipe(const struct writer *w, const char *value)
{
    loyd_err err;

    if (w->by_recipe)
        text_format(&w->sql->text, "puzzle_id IN (%s", recipes_first);
    else
        sql_put(w->sql, "EXISTS (SELECT 1 FROM recipe AS r CROSS JOIN series"
                        " AS s ON s.pk = r.series WHERE r.puzzle = puzzle_id"
                        " AND ");
    err = put_recipe_test(w, value);
    sql_put(w->sql, ")");
    return err;
}

/* Writes that a value is of a column. */
static loyd_err
put_value(const struct writer *w, enum field column, const char *value)
{
    char name[40];
    loyd_class cls;
    size_t len;
    loyd_err err = LOYD_OK;

    if (column == FIELD_BAND || column == FIELD_MTM_BAND)
        err = check_band(w, value);
    if (err != LOYD_OK)
        return err;
    if (column == FIELD_RECIPE)
        return put_recipe(w, value);
    if (w->form == FORM_PLAIN)
        return value_put(w->sql, column, field_info[column].name, value, true,
                         w->why);
    if (is_rank(column))
        return put_rank(w, column, value);
    if (column == FIELD_STATUS &&
        !value_is_prefix(value, &len)) /* an index has stm */
        text_format(&w->sql->text, "%sstm IS %sNULL AND ",
                    w->form == FORM_WALK ? "+" : "",
                    strcmp(value, "proven") == 0 ? "NOT " : "");
    if (column == FIELD_CLASS && !value_is_prefix(value, &len)) {
        if ((err = class_parse(value, len, &cls, w->why)) != LOYD_OK)
            return err;
        sql_put(w->sql, "(");
        put_class(w, &cls, true);
        sql_put(w->sql, ")");
        return LOYD_OK;
    }
    if (column == FIELD_LAYOUT && strncmp(value, "goal=", 5) != 0 &&
        strncmp(value, "path=", 5) != 0 && !value_is_prefix(value, &len))
        return put_layout(w, value);
    if (column == FIELD_NAME && !value_is_prefix(value, &len)) {
        sql_put(w->sql, "puzzle_id = (SELECT puzzle FROM name WHERE ");
        err = value_put(w->sql, column, "name", value, false, w->why);
        sql_put(w->sql, ")");
        return err;
    }
    return value_put(w->sql, column, name_in(w, column, name), value, false,
                     w->why);
}

/* Writes the conditions of a column, the first of which is `at`: one of them
 * must match. */
static loyd_err
put_column(const struct writer *w, size_t at)
{
    const loyd_filter *filter = w->filter;
    enum field column = column_named(filter->conditions[at].column);
    size_t first, n = count_of(filter, column, &first);
    const char * or = "";
    loyd_err err = LOYD_OK;

    sql_put(w->sql, n > 1 ? " AND (" : " AND ");
    for (size_t i = at; err == LOYD_OK && i < filter->n_conditions; i++) {
        if (column_named(filter->conditions[i].column) != column)
            continue;
        sql_put(w->sql, or);
        or = " OR ";
        err = put_value(w, column, filter->conditions[i].value);
    }
    sql_put(w->sql, n > 1 ? ")" : "");
    return err;
}

loyd_err
put_conditions(const struct writer *w, const char *also)
{
    const loyd_filter *filter = w->filter;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < filter->n_conditions; i++) {
        enum field column = column_named(filter->conditions[i].column);

        if (column == FIELDS_)
            return why_set(w->why, LOYD_E_SYNTAX,
                           "unknown column in a condition");
        if (!condition_is_first(filter, i) ||
            (w->has_only_places && !is_place(column)))
            continue;
        err = put_column(w, i);
    }
    if (err != LOYD_OK || w->has_only_places)
        return err;
    if (filter->where != NULL) {
        if ((err = where_check(filter->where, w->why)) != LOYD_OK)
            return err;
        text_format(&w->sql->text, " AND (%s)", filter->where);
        w->sql->is_foreign = true;
    }
    if (also != NULL)
        text_format(&w->sql->text, " AND (%s)", also);
    if (filter->has_ids) {
        sql_put(w->sql, " AND puzzle_id IN ");
        sql_ids(w->sql, filter->ids, filter->n_ids);
    }
    if (filter->n_excluded > 0) {
        sql_put(w->sql, " AND puzzle_id NOT IN ");
        sql_ids(w->sql, filter->excluded, filter->n_excluded);
    }
    return LOYD_OK;
}
