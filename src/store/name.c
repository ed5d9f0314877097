/* SPDX-License-Identifier: MIT */
/* The table name: a puzzle has one name at most, and a name one puzzle. */
#include <string.h>

#include "base/why.h"
#include "core/name.h"
#include "store/rows.h"
#include "store/tables.h"

static bool
is_name(const char *text, size_t len)
{
    return name_check(text, len, NULL) == LOYD_OK;
}

#define ROW struct name_row
static const struct column columns[] = {
    {COLUMN(ID, puzzle, puzzle)},
    {STRING(name, name, 1, is_name)},
};

const struct table name_table = TABLE("name", columns, 1);

static const char sql_find[] = "SELECT %s FROM name WHERE name = ?1";

loyd_err
name_get(loyd_store *store, const loyd_id *id, char name[LOYD_NAME_TEXT],
         loyd_why *why)
{
    struct name_row row = {.puzzle = *id};
    bool found;
    loyd_err err =
        columns_find(store, STMT_NAME_GET, &name_table, &row, &found, why);

    memcpy(name, row.name, strlen(row.name) + 1);
    return err;
}

/* Finds the puzzle of a name, which may be any text. */
static loyd_err
name_find(loyd_store *store, const char *name, loyd_id *id, bool *found,
          loyd_why *why)
{
    struct name_row row;
    struct query q;
    loyd_err err;

    query_columns(&q, store, STMT_NAME_FIND, sql_find, &name_table, why);
    query_text(&q, 1, name);
    err = columns_get(&q, &row, found);
    if (err == LOYD_OK && *found)
        *id = row.puzzle;
    return err;
}

/* Checks a valid name of a puzzle against the stored ones; *is_news: it should
 * be stored. */
static loyd_err
may_be(loyd_store *store, const loyd_id *id, const char *name, bool *is_news,
       loyd_why *why)
{
    char has[LOYD_NAME_TEXT], one[WHY_QUOTE_BYTES], other[WHY_QUOTE_BYTES];
    bool found;
    loyd_id there;
    loyd_err err = name_get(store, id, has, why);

    *is_news = has[0] == '\0';
    if (err != LOYD_OK || strcmp(has, name) == 0)
        return err;
    why_quote(name, strlen(name), one);
    if (has[0] != '\0')
        return puzzle_bad(why, id, "name '%s' contradicts the stored '%s'",
                          one, why_quote(has, strlen(has), other));
    err = name_find(store, name, &there, &found, why);
    if (err != LOYD_OK || !found)
        return err;
    loyd_id_print(&there, other);
    return puzzle_bad(why, id, "name '%s' is that of puzzle %s", one, other);
}

static loyd_err
put(loyd_store *store, const struct name_row *row, loyd_why *why)
{
    bool is_news;
    loyd_err err = may_be(store, &row->puzzle, row->name, &is_news, why);

    return err == LOYD_OK && is_news
               ? columns_put(store, STMT_NAME_ADD, &name_table, row, "", why)
               : err;
}

loyd_err
store_add_name(loyd_store *store, const loyd_id *id, const char *name,
               loyd_why *why)
{
    struct name_row row = {.puzzle = *id};
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = store_need_write(store, why)) != LOYD_OK ||
        (err = name_check(name, strlen(name), why)) != LOYD_OK ||
        (err = puzzle_need(store, id, "", why)) != LOYD_OK)
        return err;
    memcpy(row.name, name, strlen(name) + 1);
    return put(store, &row, why);
}
