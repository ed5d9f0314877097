/* SPDX-License-Identifier: MIT */
/* Owns the reading of a whole catalogue that is to be merged into another. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "generate/recipe.h"
#include "store/file.h"
#include "store/inside.h"
#include "store/rows.h"

/* Many are read at once, each from its beginning to its end. */
static const char sql_little[] = "PRAGMA cache_size = -512";

static const char sql_recipes[] =
    "SELECT series, number, puzzle FROM recipe ORDER BY series, number";

/* The + keeps SQLite off the index, which may not tell what the table does. */
static const char sql_names[] = "SELECT 1 FROM recipe WHERE +puzzle = ?1"
                                " ORDER BY series, number LIMIT 1";

struct reader {
    loyd_store *store;
    struct record_walk rows;
    bool is_walking;
    int64_t series; /* that of `recipe`, 0: none yet */
    loyd_recipe recipe;
};

/*
 * Is the file made of whole pages? The last one may be an index's that no
 * merge reads, and SQLite fills what is missing of it with zeros.
 */
static loyd_err
check_pages(loyd_store *store, loyd_why *why)
{
    int64_t page = 0, bytes = 0;
    loyd_err err = db_number(store->db, "PRAGMA page_size", &page, why);

    if (err == LOYD_OK)
        err = file_size(store->db, &bytes, why);
    if (err != LOYD_OK || page <= 0 || bytes % page == 0)
        return err;
    return why_set(why, LOYD_E_CORRUPT, "the file is cut short");
}

loyd_err
reader_open(loyd_store *store, struct reader **made, loyd_why *why)
{
    struct reader *r = calloc(1, sizeof(*r));
    loyd_err err;

    if (r == NULL)
        return LOYD_E_NOMEM;
    r->store = store;
    if ((err = check_pages(store, why)) != LOYD_OK ||
        (err = db_run(store->db, sql_little, why)) != LOYD_OK ||
        (err = read_begin(store, why)) != LOYD_OK) {
        free(r);
        return err;
    }
    r->is_walking = true;
    if ((err = record_walk_begin(&r->rows, store, why)) != LOYD_OK)
        reader_close(&r);
    *made = r;
    return err;
}

void
reader_close(struct reader **r)
{
    if (*r == NULL)
        return;
    if ((*r)->is_walking)
        record_walk_end(&(*r)->rows);
    read_end((*r)->store);
    free(*r);
    *r = NULL;
}

loyd_err
reader_next(struct reader *r, struct record *out, bool *found, loyd_why *why)
{
    uint16_t lower, upper;
    loyd_err err = record_walk_next(&r->rows, out, found, why);

    if (err != LOYD_OK || !*found || out->status == LOYD_STATUS_UNRATED)
        return err;
    lower = out->rating.lower;
    upper = out->rating.upper;
    err = search_get(r->store, r->rows.search, &out->rating, why);
    out->rating.lower = lower;
    out->rating.upper = upper;
    return err;
}

loyd_err
reader_check_recipes(struct reader *r, loyd_why *why)
{
    return recipes_check(r->store, NULL, why);
}

loyd_err
reader_recipes(struct reader *r, reader_fn each, void *context, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    r->series = 0;
    query_begin(&q, r->store, STMT_COUNT_, sql_recipes, why);
    while (err == LOYD_OK && query_next(&q)) {
        int64_t series, number;
        bool is_new;
        loyd_id id;

        if (!column_int(&q, 0, 1, INT64_MAX, &series) ||
            !column_int(&q, 1, 0, (int64_t)LOYD_INDEX_MAX, &number) ||
            !column_id(&q, 2, &id)) {
            err = why_set(why, LOYD_E_CORRUPT, "a recipe without a puzzle");
            break;
        }
        is_new = series != r->series;
        if (is_new &&
            (err = series_get(r->store, series, &r->recipe, why)) != LOYD_OK)
            break;
        r->series = series;
        r->recipe.index = (uint64_t)number;
        err = each(context, is_new, &r->recipe, &id, why);
    }
    return query_end(&q, err);
}

loyd_err
reader_names(struct reader *r, const loyd_id *id, bool *yes, loyd_why *why)
{
    struct query q;

    query_begin(&q, r->store, STMT_COUNT_, sql_names, why);
    query_id(&q, 1, id);
    return query_has(&q, yes);
}
