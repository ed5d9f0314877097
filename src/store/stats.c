/* SPDX-License-Identifier: MIT */
/* Statistics: GROUP BY over the view `puzzles`. */
#include <stdlib.h>

#include "base/why.h"
#include "core/cursor.h"
#include "store/select.h"

struct stat_list {
    loyd_cursor head;
    loyd_store *store; /* NULL: read_begin has not succeeded */
    struct sql sql;
    bool is_open; /* the query is */
    struct query q;
    loyd_cell cell[LOYD_COLUMNS_MAX];
    loyd_cells line;
};

static void
add_cell(struct stat_list *list, const char *name, loyd_field_kind kind)
{
    list->cell[list->line.n++] = (loyd_cell){.name = name, .kind = kind};
}

/* Writes the statement: the columns and the counts, in groups. */
static loyd_err
begin(struct stat_list *list, const loyd_filter *filter, const char *of,
      loyd_why *why)
{
    struct text what = {.len = 0}, end = {.len = 0};
    unsigned n = list->line.n;
    loyd_err err = LOYD_E_NOMEM;

    for (unsigned i = 0; i < n; i++) {
        text_format(&what, "%s, ", list->cell[i].name);
        text_format(&end, "%s%s", i > 0 ? ", " : " GROUP BY ",
                    list->cell[i].name);
    }
    for (unsigned i = 0; i < n; i++)
        text_format(&end, "%s%s%s NULLS LAST", i > 0 ? ", " : " ORDER BY ",
                    strcmp(list->cell[i].name, "size") == 0
                        ? "length(size), " /* 10x10 is after 9x9 */
                        : "",
                    list->cell[i].name);
    add_cell(list, "count", LOYD_FIELD_WHOLE);
    text_put(&what, "count(*)");
    if (of != NULL) {
        text_format(&what, ", round(avg(%s), 3), min(%s), max(%s)", of, of,
                    of);
        add_cell(list, "mean", LOYD_FIELD_REAL);
        add_cell(list, "least", field_info[column_named(of)].kind);
        add_cell(list, "greatest", field_info[column_named(of)].kind);
    }
    text_put(&end, "");
    if (!what.is_lost && !end.is_lost)
        err = select_query(&list->sql, &list->q, list->store, filter, NULL,
                           what.at, end.at, why);
    list->is_open = err == LOYD_OK;
    text_free(&what);
    text_free(&end);
    return err;
}

static loyd_err
next_stat(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct stat_list *list = (struct stat_list *)cursor;

    list->q.why = why;
    if (!query_next_long(&list->q))
        return query_err(&list->q, LOYD_OK);
    cells_read(&list->q, 0, list->cell, list->line.n);
    *found = true;
    return LOYD_OK;
}

static void
close_stats(loyd_cursor *cursor)
{
    struct stat_list *list = (struct stat_list *)cursor;

    if (list->is_open)
        query_close(&list->q);
    sql_free(&list->sql);
    if (list->store != NULL)
        read_end(list->store);
}

static const struct cursor_kind stats = {sizeof(struct stat_list), next_stat,
                                         close_stats, false};

/* Twins are left out one by one: the ids that are left are counted. */
static loyd_err
begin_distinct(struct stat_list *list, const loyd_filter *filter,
               const char *of, loyd_why *why)
{
    struct id_list ids = {.n = 0};
    loyd_err err = find_ids(list->store, filter, NULL, &ids, why);
    const loyd_filter listed = {
        .has_ids = true, .ids = ids.ids, .n_ids = ids.n};

    if (err == LOYD_OK)
        err = begin(list, &listed, of, why);
    free(ids.ids);
    return err;
}

loyd_err
loyd_store_stats(loyd_store *store, const loyd_filter *filter, const char *by,
                 const char *of, loyd_cursor **cursor, loyd_why *why)
{
    static const loyd_filter all = {0};
    struct stat_list *list = cursor_new(&stats);
    enum field column = of != NULL ? column_named(of) : FIELDS_;
    loyd_err err = list != NULL ? LOYD_OK : LOYD_E_NOMEM;

    WHY_GIVEN(why);
    if (filter == NULL)
        filter = &all;
    if (err == LOYD_OK &&
        (filter->order != NULL || filter->has_after || filter->pick != NULL ||
         filter->offset > 0 || filter->limit > 0))
        err =
            why_set(why, LOYD_E_RANGE,
                    "statistics have no order, after, pick, offset or limit");
    if (err == LOYD_OK && of != NULL &&
        (column == FIELDS_ || (field_info[column].kind != LOYD_FIELD_WHOLE &&
                               field_info[column].kind != LOYD_FIELD_REAL)))
        err = why_set(why, LOYD_E_SYNTAX, "expected a column of numbers");
    if (err == LOYD_OK)
        err = cells_named(by != NULL ? by : "", LOYD_COLUMNS_MAX - 4,
                          list->cell, &list->line.n, why);
    if (err == LOYD_OK && (err = read_begin(store, why)) == LOYD_OK) {
        list->store = store;
        list->head.row.cells = &list->line;
        list->line.cell = list->cell;
        err = filter->is_distinct ? begin_distinct(list, filter, of, why)
                                  : begin(list, filter, of, why);
    }
    return cursor_opened(list, err, cursor);
}
