/* SPDX-License-Identifier: MIT */
/* The table name: a puzzle has one name at most, and a name one puzzle. */
#include <string.h>

#include "base/why.h"
#include "store/tables.h"

static const char sql_any[] =
    "SELECT 1 FROM name WHERE puzzle >= '' LIMIT 1";

static const char sql_get[] = "SELECT name FROM name WHERE puzzle = ?1";

static const char sql_find[] = "SELECT puzzle FROM name WHERE name = ?1";

static const char sql_add[] =
    "INSERT INTO name (puzzle, name) VALUES (?1, ?2)";

static const char sql_all[] = "SELECT puzzle, name FROM name ORDER BY puzzle";

loyd_err
loyd_store_has_names(loyd_store *store, bool *yes, loyd_why *why)
{
    struct query q;

    WHY_GIVEN(why);
    query_begin(&q, store, STMT_NAME_ANY, sql_any, why);
    return query_has(&q, yes);
}

bool
name_read(struct query *q, int at, char name[LOYD_NAME_TEXT])
{
    return column_string(q, at, LOYD_NAME_TEXT, name) &&
           loyd_name_check(name, strlen(name), NULL) == LOYD_OK;
}

loyd_err
name_get(loyd_store *store, const loyd_id *id, char name[LOYD_NAME_TEXT],
         loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    name[0] = '\0';
    query_begin(&q, store, STMT_NAME_GET, sql_get, why);
    query_id(&q, 1, id);
    if (query_next(&q) && !name_read(&q, 0, name))
        err = puzzle_bad(why, id, "invalid name");
    return query_end(&q, err);
}

loyd_err
name_find(loyd_store *store, const char *name, loyd_id *id, bool *found,
          loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_NAME_FIND, sql_find, why);
    query_text(&q, 1, name);
    *found = query_next(&q);
    if (*found && !column_id(&q, 0, id))
        err = why_set(why, LOYD_E_CORRUPT, "invalid row in table 'name'");
    return query_end(&q, err);
}

loyd_err
loyd_store_name_id(loyd_store *store, const char *name, loyd_id *id,
                   loyd_why *why)
{
    char quote[WHY_QUOTE_BYTES];
    bool found;
    loyd_id there;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = name_find(store, name, &there, &found, why)) != LOYD_OK)
        return err;
    if (!found)
        return why_set(why, LOYD_E_NOT_FOUND, "no puzzle '%s'",
                       why_quote(name, strlen(name), quote));
    *id = there;
    return LOYD_OK;
}

loyd_err
name_may_be(loyd_store *store, const loyd_id *id, const char *name,
            bool *is_news, loyd_why *why)
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
put(loyd_store *store, const loyd_id *id, const char *name, loyd_why *why)
{
    struct query q;
    bool is_news;
    loyd_err err = name_may_be(store, id, name, &is_news, why);

    if (err != LOYD_OK || !is_news)
        return err;
    query_begin(&q, store, STMT_NAME_ADD, sql_add, why);
    query_id(&q, 1, id);
    query_text(&q, 2, name);
    return query_run(&q);
}

loyd_err
loyd_store_add_name(loyd_store *store, const loyd_id *id, const char *name,
                    loyd_why *why)
{
    struct puzzle_place place;
    bool found = false;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = store_need_write(store, why)) != LOYD_OK ||
        (err = loyd_name_check(name, strlen(name), why)) != LOYD_OK ||
        (err = puzzle_find(store, id, &place, &found, why)) != LOYD_OK)
        return err;
    return found ? put(store, id, name, why)
                 : why_set(why, LOYD_E_NOT_FOUND, "no such puzzle");
}

loyd_err
name_merge(loyd_store *to, loyd_store *from, bool *is_fault, loyd_why *why)
{
    char name[LOYD_NAME_TEXT];
    struct puzzle_place place;
    bool found;
    loyd_id id;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, from, STMT_COUNT_, sql_all, why);
    while (err == LOYD_OK) {
        *is_fault = true; /* while rows of `from` are read */
        if (!query_next(&q))
            break;
        if (!column_id(&q, 0, &id) || !name_read(&q, 1, name)) {
            err = why_set(why, LOYD_E_CORRUPT, "invalid row in table 'name'");
            break;
        }
        *is_fault = false;
        if ((err = puzzle_find(to, &id, &place, &found, why)) != LOYD_OK)
            break;
        err = found ? put(to, &id, name, why)
                    : puzzle_bad(why, &id,
                                 "in a name but not in the catalogue");
        *is_fault = err == LOYD_E_CORRUPT;
    }
    return query_end(&q, err);
}
