/* SPDX-License-Identifier: MIT */
/* The tables series and recipe. Does not draw boards. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "core/cursor.h"
#include "generate/recipe.h"
#include "store/rows.h"
#include "store/tables.h"

struct series_row {
    int64_t pk;
    int64_t bytes;
    char text[LOYD_RECIPE_TEXT];
};

/* series_read checks the text, and the digest the number of bytes. */
#define ROW struct series_row
static const struct column series_columns[] = {
    {KEY(pk, pk)},
    {NUMBER(bytes, bytes, INT64_MIN, INT64_MAX)},
    {COLUMN(STRING, text, text)},
};

const struct table series_table = TABLE("series", series_columns, 1);

#undef ROW
#define ROW struct recipe_row
static const struct column recipe_columns[] = {
    {KEY(series, series)},
    {NUMBER(number, number, 0, LOYD_INDEX_MAX)},
    {COLUMN(ID, puzzle, puzzle)},
};

const struct table recipe_table = TABLE("recipe", recipe_columns, 2);

static const char sql_series_of_text[] =
    "SELECT %s FROM series WHERE bytes = ?1 AND text = ?2";

static const char sql_done[] =
    "SELECT r.number FROM recipe AS r JOIN puzzle AS p ON p.id = r.puzzle"
    " WHERE r.series = ?1 AND r.number BETWEEN ?2 AND ?3"
    " AND (?4 AND p.stm IS NOT NULL OR p.estimate IS NOT NULL"
    " AND coalesce(p.stm, p.upper) IS NOT NULL)"
    " AND (?5 OR p.mtm IS NOT NULL OR p.mtm_upper IS NOT NULL AND NOT ?4)";

/*
 * `||` prints a number without sign and leading zeros. CROSS: reads the
 * recipes first, regardless of the statistics of ANALYZE.
 */
#define TEXTS_OF_PUZZLE                                                       \
    " FROM recipe AS r CROSS JOIN series AS s ON s.pk = r.series"             \
    " WHERE r.puzzle = ?1"

static const char sql_first[] =
    "SELECT min(s.text || '~' || r.number)" TEXTS_OF_PUZZLE;

static const char sql_all[] =
    "SELECT s.text || '~' || r.number AS text" TEXTS_OF_PUZZLE
    " ORDER BY text";

/* Prints a recipe without "~INDEX"; returns the number of bytes. */
static size_t
series_text(const loyd_recipe *recipe, char text[LOYD_RECIPE_TEXT])
{
    size_t len = loyd_recipe_print(recipe, text);

    while (text[--len] != '~')
        ;
    text[len] = '\0';
    return len;
}

bool
series_read(const char *text, size_t len, loyd_recipe *recipe)
{
    char whole[LOYD_RECIPE_TEXT], printed[LOYD_RECIPE_TEXT];

    if (len > LOYD_RECIPE_TEXT - 3)
        return false;
    memcpy(whole, text, len);
    memcpy(whole + len, "~0", 3);
    return loyd_recipe_parse(whole, len + 2, recipe, NULL) == LOYD_OK &&
           loyd_recipe_print(recipe, printed) == len + 2 &&
           memcmp(printed, whole, len) == 0;
}

/* Finds the key of a series; 0: not stored. */
static loyd_err
series_find(loyd_store *store, const char *text, size_t len, int64_t *pk,
            loyd_why *why)
{
    struct series_row row;
    struct query q;
    bool found;
    loyd_err err;

    if (store->series != 0 && strcmp(store->series_text, text) == 0) {
        *pk = store->series;
        return LOYD_OK;
    }
    row.pk = 0;
    query_columns(&q, store, STMT_SERIES_OF_TEXT, sql_series_of_text,
                  &series_table, why);
    query_int(&q, 1, (int64_t)len);
    query_text(&q, 2, text);
    err = columns_get(&q, &row, &found);
    *pk = row.pk;
    if (err == LOYD_OK && found) {
        memcpy(store->series_text, text, len + 1);
        store->series = row.pk;
    }
    return err;
}

loyd_err
series_put(loyd_store *store, const loyd_recipe *recipe, int64_t *pk,
           loyd_why *why)
{
    struct series_row row;
    size_t len = series_text(recipe, row.text);
    loyd_err err = series_find(store, row.text, len, pk, why);

    if (err != LOYD_OK || *pk != 0)
        return err;
    row.pk = 0;
    row.bytes = (int64_t)len;
    err = columns_put(store, STMT_SERIES_ADD, &series_table, &row, "", why);
    return err == LOYD_OK ? series_find(store, row.text, len, pk, why) : err;
}

/* Finds the puzzle of an index of a series. */
static loyd_err
recipe_get(loyd_store *store, int64_t series, uint64_t index, loyd_id *id,
           bool *found, loyd_why *why)
{
    struct recipe_row row = {.series = series, .number = index};
    loyd_err err =
        columns_find(store, STMT_RECIPE_GET, &recipe_table, &row, found, why);

    if (err == LOYD_OK && *found)
        *id = row.puzzle;
    return err;
}

/* Reports a recipe that is stored with another puzzle. */
static loyd_err
contradiction(loyd_store *store, int64_t series, uint64_t number,
              const loyd_id *there, loyd_why *why)
{
    char name[LOYD_ID_CHARS + 1], text[LOYD_RECIPE_TEXT];
    char quote[WHY_QUOTE_BYTES];
    int len =
        snprintf(text, sizeof(text), "%s~%" PRIu64,
                 store->series == series ? store->series_text : "...", number);

    loyd_id_print(there, name);
    return why_set(why, LOYD_E_CORRUPT,
                   "recipe '%s' is stored with another puzzle, %s",
                   why_quote(text, (size_t)len, quote), name);
}

loyd_err
recipe_put(loyd_store *store, int64_t series, uint64_t number,
           const loyd_id *id, loyd_why *why)
{
    const struct recipe_row row = {series, number, *id};
    loyd_id there;
    bool found;
    loyd_err err;

    err = columns_put(store, STMT_RECIPE_ADD, &recipe_table, &row,
                      " ON CONFLICT (series, number) DO NOTHING", why);
    if (err != LOYD_OK || sqlite3_changes(store->db) > 0)
        return err;
    err = recipe_get(store, series, number, &there, &found, why);
    if (err != LOYD_OK || !found ||
        memcmp(there.byte, id->byte, LOYD_ID_BYTES) == 0)
        return err;
    return contradiction(store, series, number, &there, why);
}

loyd_err
recipe_id(loyd_store *store, const loyd_recipe *recipe, loyd_id *id,
          loyd_why *why)
{
    char text[LOYD_RECIPE_TEXT], quote[WHY_QUOTE_BYTES];
    size_t len;
    int64_t series;
    loyd_id there;
    bool found = false;
    loyd_err err;

    err = recipe_check(recipe, why);
    if (err != LOYD_OK)
        return err;
    len = series_text(recipe, text);
    if ((err = series_find(store, text, len, &series, why)) != LOYD_OK)
        return err;
    if (series != 0)
        err = recipe_get(store, series, recipe->index, &there, &found, why);
    if (err != LOYD_OK)
        return err;
    if (!found)
        return why_set(
            why, LOYD_E_NOT_FOUND, "no recipe '%s'",
            why_quote(text, loyd_recipe_print(recipe, text), quote));
    *id = there;
    return LOYD_OK;
}

/* Reads a recipe, whose text must be in canonical form. */
static loyd_err
check_recipe(struct query *q, const loyd_id *id, loyd_recipe *recipe,
             loyd_why *why)
{
    char printed[LOYD_RECIPE_TEXT];
    loyd_recipe read;
    const char *text;
    size_t len;

    if (column_text(q, 0, LOYD_RECIPE_TEXT - 1, &text, &len) &&
        loyd_recipe_parse(text, len, &read, NULL) == LOYD_OK &&
        loyd_recipe_print(&read, printed) == len &&
        memcmp(printed, text, len) == 0) {
        *recipe = read;
        return LOYD_OK;
    }
    return puzzle_bad(why, id, "invalid recipe");
}

loyd_err
recipe_first(loyd_store *store, const loyd_id *id, char *text, loyd_why *why)
{
    struct query q;
    loyd_recipe first;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_RECIPE_FIRST, sql_first, why);
    query_id(&q, 1, id);
    text[0] = '\0';
    if (query_next(&q) && !column_is_null(&q, 0) &&
        (err = check_recipe(&q, id, &first, why)) == LOYD_OK)
        (void)column_string(&q, 0, LOYD_RECIPE_TEXT, text);
    return query_end(&q, err);
}

struct recipe_list {
    loyd_cursor head;
    loyd_id id;
    struct query q;
    loyd_recipe recipe;
};

static loyd_err
next_recipe(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct recipe_list *list = (struct recipe_list *)cursor;
    struct query *q = &list->q;

    q->why = why;
    *found = query_next(q);
    return query_err(q, *found ? check_recipe(q, &list->id, &list->recipe, why)
                               : LOYD_OK);
}

static void
close_recipes(loyd_cursor *cursor)
{
    struct recipe_list *list = (struct recipe_list *)cursor;

    if (list->q.store == NULL)
        return;
    query_close(&list->q);
    read_end(list->q.store);
}

static const struct cursor_kind recipes = {sizeof(struct recipe_list),
                                           next_recipe, close_recipes, false};

loyd_err
loyd_store_recipes(loyd_store *store, const loyd_id *id, loyd_cursor **cursor,
                   loyd_why *why)
{
    struct recipe_list *list = cursor_new(&recipes);
    loyd_err err = LOYD_E_NOMEM;

    WHY_GIVEN(why);
    if (list != NULL && (err = read_begin(store, why)) == LOYD_OK) {
        list->head.row.recipe = &list->recipe;
        list->id = *id;
        query_begin(&list->q, store, STMT_RECIPE_ALL, sql_all, why);
        query_id(&list->q, 1, &list->id);
    }
    return cursor_opened(list, err, cursor);
}

loyd_err
recipes_done(loyd_store *store, const loyd_recipe *recipe, loyd_metric metric,
             uint64_t from, size_t n, bool *is_done, loyd_why *why)
{
    char text[LOYD_RECIPE_TEXT];
    size_t len = series_text(recipe, text);
    int64_t series, number, last = (int64_t)(from + n - 1);
    struct query q;
    loyd_err err = series_find(store, text, len, &series, why);

    memset(is_done, 0, n * sizeof(is_done[0]));
    if (err != LOYD_OK || series == 0)
        return err;
    query_begin(&q, store, STMT_RECIPE_DONE, sql_done, why);
    query_int(&q, 1, series);
    query_int(&q, 2, (int64_t)from);
    query_int(&q, 3, last);
    query_int(&q, 4,
              recipe->layout.width * recipe->layout.height <=
                  LOYD_EXACT_CELLS);
    query_int(&q, 5, metric != LOYD_MTM);
    while (query_next(&q))
        if (column_int(&q, 0, (int64_t)from, last, &number))
            is_done[(uint64_t)number - from] = true;
    return query_end(&q, err);
}
