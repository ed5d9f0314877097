/* SPDX-License-Identifier: MIT */
/* Writes statements: their text, and the values of their parameters. */
#include "store/sql.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/why.h"
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

/* Writes a parameter; takes over the text. Many terms have the same
 * sizes and classes. */
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
sql_text(struct sql *sql, const char *value)
{
    char *copy = strdup(value);

    if (copy == NULL)
        sql->is_lost = true;
    else
        add_text(sql, copy);
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
    text_char(&array, ']');
    sql_put(sql, "(SELECT value FROM json_each(");
    if (array.is_lost) {
        sql->is_lost = true;
        text_free(&array);
    } else {
        add_text(sql, array.at);
    }
    sql_put(sql, "))");
}

/* An authorizer: allows reading tables and calling functions. */
static int
only_reads(void *context, int action, const char *a, const char *b,
           const char *database, const char *trigger)
{
    (void)context;
    (void)a;
    (void)database;
    (void)trigger;
    return action == SQLITE_SELECT || action == SQLITE_READ ||
                   (action == SQLITE_FUNCTION &&
                    strcmp(b, "load_extension") != 0)
               ? SQLITE_OK
               : SQLITE_DENY;
}

loyd_err
sql_begin(struct sql *sql, struct query *q, loyd_store *store, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    if (sql_is_lost(sql))
        return LOYD_E_NOMEM;
    /* What lists of ids need is created when it is first used. */
    if (sql->is_foreign)
        err = db_run(store->db, "SELECT 1 FROM json_each('[]')", why);
    if (err != LOYD_OK)
        return err;
    if (sql->is_foreign)
        (void)sqlite3_set_authorizer(store->db, only_reads, NULL);
    query_begin(q, store, STMT_COUNT_, sql->text.at, why);
    if (sql->is_foreign)
        (void)sqlite3_set_authorizer(store->db, NULL, NULL);
    if (sql->is_foreign && q->err == LOYD_E_DB)
        q->err = why_prefix(&q->words, LOYD_E_SYNTAX, "where: ");
    for (size_t i = 0; i < sql->n; i++)
        query_text(q, (int)i + SQL_FIXED, sql->texts[i]);
    return LOYD_OK;
}
