/* SPDX-License-Identifier: MIT */
/* Writes statements: their text, and the values of their parameters. */
#include "store/sql.h"

#include <stdlib.h>

#include "base/array.h"
#include "store/tables.h"

void
sql_free(struct sql *sql)
{
    for (size_t i = 0; i < sql->n; i++)
        free(sql->texts[i]);
    free(sql->texts);
    text_free(&sql->text);
    *sql = (struct sql){.n = 0};
}

bool
sql_is_lost(const struct sql *sql)
{
    return sql->is_lost || sql->text.is_lost;
}

/* Writes a parameter; takes over the text. Many terms have the same lists and
 * classes. */
static void
add_text(struct sql *sql, char *text)
{
    size_t at = 0;

    while (at < sql->n && strcmp(sql->texts[at], text) != 0)
        at++;
    if (at < sql->n) {
        free(text);
    } else if (ARRAY_ROOM(sql->texts, sql->room, sql->n + 1)) {
        sql->texts[sql->n++] = text;
    } else {
        free(text);
        sql->is_lost = true;
        return;
    }
    text_format(&sql->text, "?%zu", at + SQL_FIXED);
}

void
sql_int(struct sql *sql, int64_t value)
{
    text_format(&sql->text, "%lld", (long long)value);
}

void
sql_text(struct sql *sql, const char *value)
{
    char *copy = malloc(strlen(value) + 1);

    if (copy == NULL)
        sql->is_lost = true;
    else
        add_text(sql, strcpy(copy, value));
}

void
sql_class(struct sql *sql, int64_t class)
{
    const loyd_class cls = class_of_number(class);
    char text[LOYD_CLASS_TEXT];

    loyd_class_print(&cls, text);
    sql_text(sql, text);
}

/* Writes a table from the text of a JSON array, and frees it. */
static void
put_array(struct sql *sql, struct text *array)
{
    text_char(array, ']');
    sql_put(sql, "(SELECT value FROM json_each(");
    if (array->is_lost) {
        sql->is_lost = true;
        text_free(array);
    } else {
        add_text(sql, array->at);
    }
    sql_put(sql, "))");
}

void
sql_ids(struct sql *sql, const loyd_id *ids, size_t n)
{
    struct text array = {.len = 0};

    text_char(&array, '[');
    for (size_t i = 0; i < n; i++) {
        char id[LOYD_ID_CHARS + 1];

        loyd_id_print(&ids[i], id);
        text_format(&array, "%s\"%s\"", i > 0 ? "," : "", id);
    }
    put_array(sql, &array);
}

void
sql_numbers(struct sql *sql, const int64_t *numbers, size_t n)
{
    struct text array = {.len = 0};

    text_char(&array, '[');
    for (size_t i = 0; i < n; i++)
        text_format(&array, "%s%lld", i > 0 ? "," : "", (long long)numbers[i]);
    put_array(sql, &array);
}

/* Writes ranges[0..n-1], n > 0, as a balanced tree: SQLite limits its
 * depth. */
static void
put_ranges(struct sql *sql, const char *low, const char *high,
           const loyd_range *ranges, size_t n)
{
    if (n == 1) {
        text_format(&sql->text, "%s >= %u AND %s <= %u", low,
                    (unsigned)ranges->low, high, (unsigned)ranges->high);
        return;
    }
    sql_put(sql, "(");
    put_ranges(sql, low, high, ranges, n / 2);
    sql_put(sql, " OR ");
    put_ranges(sql, low, high, ranges + n / 2, n - n / 2);
    sql_put(sql, ")");
}

void
sql_ranges(struct sql *sql, const char *low, const char *high,
           const struct range_list *ranges)
{
    if (ranges->n > 0)
        put_ranges(sql, low, high, ranges->at, ranges->n);
    else
        sql_put(sql, SQL_NEVER);
}

loyd_err
sql_begin(struct sql *sql, struct query *q, loyd_store *store, loyd_why *why)
{
    if (sql_is_lost(sql))
        return LOYD_E_NOMEM;
    query_begin(q, store, STMT_COUNT_, sql->text.at, why);
    for (size_t i = 0; i < sql->n; i++)
        query_text(q, (int)i + SQL_FIXED, sql->texts[i]);
    return LOYD_OK;
}
