/* SPDX-License-Identifier: MIT */
/* Owns the way from a seed to the puzzles of its recipes. */
#include "store/seed.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"

static const char sql_series[] = "SELECT pk, text FROM series ORDER BY pk";

static const char sql_puzzles[] =
    "SELECT puzzle FROM recipe WHERE series = ?1 LIMIT ?2";

static const char sql_of_puzzle[] =
    "SELECT series FROM recipe WHERE puzzle = ?1";

/* SIZE/LAYOUT~GEN~SEED: what is behind the second ~. */
static bool
is_of_seed(const char *text, const char *seed)
{
    const char *at = strchr(text, '~');

    if (at != NULL)
        at = strchr(at + 1, '~');
    return at != NULL && strcmp(at + 1, seed) == 0;
}

static loyd_err
add_series(struct seed_series *series, int64_t pk)
{
    /* Room is made at every power of two. */
    if ((series->n & (series->n - 1)) == 0) {
        size_t capacity = series->n > 0 ? 2 * series->n : 1;
        int64_t *grown = realloc(series->pk, capacity * sizeof(*grown));
        if (grown == NULL)
            return LOYD_E_NOMEM;
        series->pk = grown;
    }
    series->pk[series->n++] = pk;
    return LOYD_OK;
}

loyd_err
seed_begin(struct seed_series *series, loyd_store *store, const char *seed,
           loyd_why *why)
{
    struct query q;
    const char *text;
    size_t len;
    int64_t pk;
    loyd_err err = LOYD_OK;

    *series = (struct seed_series){.n = 0};
    query_begin(&q, store, STMT_COUNT_, sql_series, why);
    while (err == LOYD_OK && query_next(&q)) {
        if (!column_int(&q, 0, 1, INT64_MAX, &pk) ||
            !column_text(&q, 1, LOYD_RECIPE_TEXT - 1, &text, &len))
            err = why_set(why, LOYD_E_CORRUPT, "a series without a text");
        else if (is_of_seed(text, seed))
            err = add_series(series, pk);
    }
    return query_end(&q, err);
}

void
seed_end(struct seed_series *series)
{
    free(series->pk);
    *series = (struct seed_series){.n = 0};
}

/* At most `room` puzzles of one series behind list[*n]. */
static loyd_err
list_series(loyd_store *store, int64_t pk, struct listed_id *list, size_t room,
            size_t *n, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_SEED_PUZZLES, sql_puzzles, why);
    query_int(&q, 1, pk);
    query_int(&q, 2, (int64_t)room);
    while (err == LOYD_OK && query_next(&q)) {
        list[*n].stm = -1;
        if (!column_id(&q, 0, &list[(*n)++].id))
            err = why_set(why, LOYD_E_CORRUPT, "a recipe without a puzzle");
    }
    return query_end(&q, err);
}

loyd_err
seed_list(const struct seed_series *series, loyd_store *store,
          struct listed_id **list, size_t *n, bool *is_whole, loyd_why *why)
{
    struct listed_id *made = malloc((LISTED_MAX + 1) * sizeof(*made));
    size_t n_made = 0;
    loyd_err err = LOYD_OK;

    if (made == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; err == LOYD_OK && i < series->n && n_made <= LISTED_MAX;
         i++)
        err = list_series(store, series->pk[i], made, LISTED_MAX + 1 - n_made,
                          &n_made, why);
    *is_whole = n_made <= LISTED_MAX;
    if (err != LOYD_OK || !*is_whole) {
        free(made);
        return err;
    }
    *list = made;
    *n = n_made;
    return LOYD_OK;
}

static bool
has_series(const struct seed_series *series, int64_t pk)
{
    size_t low = 0, high = series->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (series->pk[middle] < pk)
            low = middle + 1;
        else
            high = middle;
    }
    return low < series->n && series->pk[low] == pk;
}

loyd_err
seed_has(const struct seed_series *series, loyd_store *store,
         const loyd_id *id, bool *yes, loyd_why *why)
{
    struct query q;
    int64_t pk;
    loyd_err err = LOYD_OK;

    *yes = false;
    query_begin(&q, store, STMT_SEED_OF_PUZZLE, sql_of_puzzle, why);
    query_id(&q, 1, id);
    while (err == LOYD_OK && !*yes && query_next(&q))
        *yes = column_int(&q, 0, 1, INT64_MAX, &pk) && has_series(series, pk);
    return query_end(&q, err);
}
