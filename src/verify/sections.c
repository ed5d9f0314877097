/* SPDX-License-Identifier: MIT */
/* Reads files of SQL, and runs checks.sql. */
#include "verify/sections.h"

#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "store/query.h"
#include "store/store.h"
#include "verify/raw_text.h"

static const char checks_sql[] = {
#include "checks.inc"
    0};

#define KEY_BYTES 24 /* of an id, or of 64 bits */

bool
next_section(struct section *section, const char *from, const char *to)
{
    const char *line, *end;
    sqlite3_str *sql;

    while ((section->at = strstr(section->at, "\n\n-- ")) != NULL) {
        section->at += 5;
        line = strchr(section->at, '\n');
        end = strstr(line, ";\n\n");
        end = end != NULL ? end + 1 : line + strlen(line);
        sqlite3_snprintf((int)sizeof(section->words), section->words, "%.*s",
                         (int)(line - section->at), section->at);
        sql = sqlite3_str_new(NULL);
        for (section->at = line; line < end; line++)
            if (*line == '$' || *line == '#')
                sqlite3_str_appendall(sql, *line == '$' ? from : to);
            else
                sqlite3_str_appendchar(sql, 1, *line);
        section->at = end;
        section->sql = sqlite3_str_finish(sql);
        return section->sql != NULL;
    }
    return false;
}

/* The key of a row: a number, or an id. */
static const char *
key_words(sqlite3_stmt *row, char text[KEY_BYTES])
{
    struct raw_value key = {.kind = RAW_TEXT};
    uint8_t id[LOYD_ID_BYTES];

    key.bytes = sqlite3_column_text(row, 0);
    key.len = (size_t)sqlite3_column_bytes(row, 0);
    if (sqlite3_column_type(row, 0) != SQLITE_INTEGER && !raw_id(&key, id))
        return "(invalid id)";
    return sqlite3_snprintf(KEY_BYTES, text, "%s", key.bytes);
}

/* Returns the fault of a row with its key, NULL: there is none. */
static const char *
fault_words(const struct section *section, sqlite3_stmt *row, loyd_why *words)
{
    const char *fault = (const char *)sqlite3_column_text(row, 1);
    char key[KEY_BYTES];

    if (fault == NULL)
        return NULL;
    if (sqlite3_column_type(row, 0) == SQLITE_NULL)
        why_set(words, LOYD_E_CORRUPT, "%s", fault);
    else
        why_set(words, LOYD_E_CORRUPT, "%s %s: %s", section->row,
                key_words(row, key), fault);
    return words->text;
}

/* Binds the first and last text that an id of the part may be to ?1 and ?2.
 * Any text is between the least text and the least blob. */
static void
checks_bind(struct query *q, const struct checks *checks)
{
    if (checks->is_part && !checks->is_first)
        query_id(q, 1, &checks->first);
    else
        query_text(q, 1, "");
    if (checks->is_part && !checks->is_last)
        query_id(q, 2, &checks->last);
    else
        query_blob(q, 2, "", 0);
}

static loyd_err
run_section(loyd_store *store, const struct checks *checks,
            const struct section *section, checked_fn each, void *context,
            bool *goes_on, loyd_why *why)
{
    struct query q;
    loyd_why words;

    query_begin(&q, store, STMT_COUNT_, section->sql, why);
    if (q.err == LOYD_OK && sqlite3_bind_parameter_count(q.stmt) > 0)
        checks_bind(&q, checks);
    else if (checks->is_part && !checks->is_first)
        return query_end(&q, LOYD_OK);
    while (*goes_on && query_next(&q))
        *goes_on = each(context, section, q.stmt,
                        fault_words(section, q.stmt, &words));
    return query_end(&q, LOYD_OK);
}

loyd_err
checks_run(loyd_store *store, const struct checks *checks, checked_fn each,
           void *context, loyd_why *why)
{
    struct section section = {.at = checks_sql};
    bool goes_on = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && goes_on &&
           next_section(&section, checks->schema, "")) {
        if (sscanf(section.words, "%15[^:]: %31[^(](%39[^)]", section.group,
                   section.row, section.doing) == 3 &&
            (checks->group == NULL ||
             strcmp(checks->group, section.group) == 0)) {
            section.row[strlen(section.row) - 1] =
                '\0'; /* the blank before ( */
            err = run_section(store, checks, &section, each, context, &goes_on,
                              why);
        }
        sqlite3_free(section.sql);
    }
    return err == LOYD_OK && goes_on && section.at != NULL ? LOYD_E_NOMEM
                                                           : err;
}
