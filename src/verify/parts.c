/* SPDX-License-Identifier: MIT */
/* Reads files of SQL, and runs checks.sql. */
#include "verify/parts.h"

#include <string.h>

#include "base/why.h"
#include "store/query.h"
#include "store/store.h"
#include "verify/functions.h"

static const char checks_sql[] = {
#include "checks.inc"
    0};

/* Reads the next part that begins with "-- "; the caller frees its SQL. */
bool
next_part(struct part *part, const char *schema)
{
    const char *line, *end;
    sqlite3_str *sql;

    while ((part->at = strstr(part->at, "\n\n-- ")) != NULL) {
        part->at += 5;
        line = strchr(part->at, '\n');
        end = strstr(line, ";\n\n");
        end = end != NULL ? end + 1 : line + strlen(line);
        sqlite3_snprintf((int)sizeof(part->words), part->words, "%.*s",
                         (int)(line - part->at), part->at);
        sql = sqlite3_str_new(NULL);
        for (part->at = line; line < end; line++)
            if (*line == '$')
                sqlite3_str_appendall(sql, schema);
            else
                sqlite3_str_appendchar(sql, 1, *line);
        part->at = end;
        part->sql = sqlite3_str_finish(sql);
        return part->sql != NULL;
    }
    return false;
}


static loyd_err
check_part(loyd_store *store, const struct part *part, fault_fn each,
           void *context, bool *goes_on, loyd_why *why)
{
    const char *what = part->words;
    struct query q;

    if (strncmp(what, "searched ", 9) == 0)
        what += 9;
    query_begin(&q, store, STMT_COUNT_, part->sql, why);
    while (*goes_on && query_next_long(&q))
        *goes_on = each(context, what,
                        (const char *)sqlite3_column_text(q.stmt, 0),
                        (const char *)sqlite3_column_text(q.stmt, 1));
    return query_end(&q, LOYD_OK);
}

loyd_err
parts_check(loyd_store *store, const char *schema, const char *only,
            bool is_searched, fault_fn each, void *context, loyd_why *why)
{
    struct part part = {.at = checks_sql};
    bool goes_on = true;
    loyd_err err =
        functions_add(store->db) == SQLITE_OK ? LOYD_OK : LOYD_E_NOMEM;

    sqlite3_limit(store->db, SQLITE_LIMIT_FUNCTION_ARG, 20);
    while (err == LOYD_OK && goes_on && next_part(&part, schema)) {
        if (strstr(part.words, only) != NULL &&
            (is_searched || strncmp(part.words, "searched ", 9) != 0))
            err = check_part(store, &part, each, context, &goes_on, why);
        sqlite3_free(part.sql);
    }
    return err;
}
