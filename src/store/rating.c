/* SPDX-License-Identifier: MIT */
/* Owns the tables search and rating, and with them every stored path. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "loyd/text.h"
#include "store/rows.h"

static const char sql_search_of_words[] =
    "SELECT pk FROM search WHERE method = ?1 AND budget = ?2";

static const char sql_search_of_pk[] =
    "SELECT method, budget FROM search WHERE pk = ?1";

static const char sql_search_add[] =
    "INSERT INTO search (method, budget) VALUES (?1, ?2)";

static const char sql_is[] =
    "SELECT 1 FROM rating WHERE puzzle = ?1 AND metric = 1";

static const char sql_put[] =
    "INSERT INTO rating (puzzle, metric, lower, upper, search, path)"
    " VALUES (?1, 1, ?2, ?3, ?4, ?5)"
    " ON CONFLICT (puzzle, metric) DO UPDATE SET lower = excluded.lower,"
    " upper = excluded.upper, search = excluded.search, path = excluded.path";

const char *
loyd_status_name(loyd_status status)
{
    static const char *const names[LOYD_STATUS_COUNT_] = {
        [LOYD_STATUS_UNRATED] = "unrated",
        [LOYD_STATUS_BOUNDED] = "bounded",
        [LOYD_STATUS_PROVEN] = "proven",
        [LOYD_STATUS_CLAIMED] = "claimed",
    };

    return (unsigned)status < LOYD_STATUS_COUNT_ ? names[status] : "unknown";
}

loyd_err
rating_is(loyd_store *store, const loyd_id *id, bool *yes, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_RATING_IS, sql_is, why);
    query_id(&q, 1, id);
    return query_has(&q, yes);
}

/* The row number of a way to search, 0 where it is not stored. */
static loyd_err
search_find(loyd_store *store, const loyd_rating *rating, int64_t *pk,
            loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    /* A batch has the same search again and again. */
    if (store->search != 0 && store->search_words.budget == rating->budget &&
        strcmp(store->search_words.method, rating->method) == 0) {
        *pk = store->search;
        return LOYD_OK;
    }
    query_begin(&q, store, STMT_SEARCH_OF_WORDS, sql_search_of_words, why);
    query_text(&q, 1, rating->method);
    query_int(&q, 2, (int64_t)rating->budget);
    *pk = 0;
    if (query_next(&q) && !column_int(&q, 0, 1, INT64_MAX, pk))
        err = why_set(why, LOYD_E_CORRUPT, "a search without a number");
    err = query_end(&q, err);
    if (err == LOYD_OK && *pk != 0) {
        store->search = *pk;
        store->search_words = *rating;
    }
    return err;
}

static loyd_err
search_put(loyd_store *store, const loyd_rating *rating, int64_t *pk,
           loyd_why *why)
{
    struct query q;
    loyd_err err = search_find(store, rating, pk, why);

    if (err != LOYD_OK || *pk != 0)
        return err;
    query_begin(&q, store, STMT_SEARCH_ADD, sql_search_add, why);
    query_text(&q, 1, rating->method);
    query_int(&q, 2, (int64_t)rating->budget);
    err = query_run(&q);
    return err == LOYD_OK ? search_find(store, rating, pk, why) : err;
}

loyd_err
search_get(loyd_store *store, int64_t pk, loyd_rating *rating, loyd_why *why)
{
    const char *method = "";
    size_t len = 0;
    int64_t budget = 0;
    struct query q;
    loyd_err err = LOYD_OK;

    if (store->search != 0 && store->search == pk) {
        *rating = store->search_words;
        return LOYD_OK;
    }
    query_begin(&q, store, STMT_SEARCH_OF_PK, sql_search_of_pk, why);
    query_int(&q, 1, pk);
    if (!query_next(&q) || !column_int(&q, 1, 0, INT64_MAX, &budget) ||
        !column_text(&q, 0, sizeof(rating->method) - 1, &method, &len) ||
        len == 0 || loyd_text_check(method, len, NULL) != LOYD_OK) {
        err =
            why_set(why, LOYD_E_CORRUPT, "search %lld is none", (long long)pk);
    } else {
        memset(rating, 0, sizeof(*rating));
        memcpy(rating->method, method, len);
        rating->budget = (uint64_t)budget;
        store->search = pk;
        store->search_words = *rating;
    }
    return query_end(&q, err);
}

loyd_err
rating_may_be(const loyd_rating *rating, const loyd_moves *path, loyd_why *why)
{
    const char *end = memchr(rating->method, '\0', sizeof(rating->method));

    if (rating->lower < 1 || rating->lower > rating->upper ||
        rating->upper > PATH_MAX_MOVES)
        return why_set(why, LOYD_E_RANGE,
                       "rating %u..%u: expected 1 <= lower <= upper <= %d",
                       rating->lower, rating->upper, PATH_MAX_MOVES);
    if (rating->budget > INT64_MAX)
        return why_set(why, LOYD_E_RANGE, "a budget above 2^63-1");
    if (end == NULL || end == rating->method)
        return why_set(why, LOYD_E_RANGE,
                       "a method's name has 1..%zu characters",
                       sizeof(rating->method) - 1);
    if (path->n != rating->upper)
        return why_set(why, LOYD_E_MOVE,
                       "the path has %zu moves, not the rating's %u", path->n,
                       rating->upper);
    return loyd_text_check(rating->method, (size_t)(end - rating->method),
                           why);
}

/*
 * What is known narrows only. Two true statements about one optimum cannot
 * be apart; where they are, one of the searches is wrong.
 */
loyd_err
rating_judge(const struct record *there, const loyd_rating *rating,
             const loyd_moves *path, bool *better, loyd_why *why)
{
    bool is_same;

    *better = true;
    if (there->status == LOYD_STATUS_UNRATED)
        return LOYD_OK;
    if (rating->lower > there->rating.upper ||
        rating->upper < there->rating.lower)
        return puzzle_bad(why, &there->id,
                          "rating %u..%u contradicts the stored %u..%u",
                          rating->lower, rating->upper, there->rating.lower,
                          there->rating.upper);
    is_same = path->n == there->path.n &&
              memcmp(path->dir, there->path.dir, path->n) == 0;
    /* There is one canonical path. */
    if (rating->lower == rating->upper &&
        there->rating.lower == there->rating.upper && !is_same)
        return puzzle_bad(why, &there->id,
                          "its path contradicts the stored one, and both "
                          "are proven");
    *better = rating->upper - rating->lower <
              there->rating.upper - there->rating.lower;
    return LOYD_OK;
}

#define SHORT_PATH 256 /* bytes; longer than any of 16 cells */

loyd_err
rating_put(loyd_store *store, const loyd_id *id, const loyd_rating *rating,
           const loyd_moves *path, loyd_why *why)
{
    uint8_t few[SHORT_PATH];
    size_t len = path->n / 4 + 1;
    uint8_t *packed = len <= SHORT_PATH ? few : malloc(len);
    int64_t search;
    struct query q;
    loyd_err err;

    if (packed == NULL)
        return LOYD_E_NOMEM;
    if ((err = search_put(store, rating, &search, why)) != LOYD_OK)
        goto fail;
    query_begin(&q, store, STMT_RATING_PUT, sql_put, why);
    query_id(&q, 1, id);
    query_int(&q, 2, rating->lower);
    query_int(&q, 3, rating->upper);
    query_int(&q, 4, search);
    query_blob(&q, 5, packed, path_pack(path, packed));
    err = query_run(&q);
fail:
    if (packed != few)
        free(packed);
    return err;
}

loyd_err
loyd_store_add_rating(loyd_store *store, const loyd_id *id,
                      const loyd_rating *rating, const loyd_moves *path,
                      loyd_why *why)
{
    struct record there = {.path = {0}};
    char name[LOYD_ID_CHARS + 1];
    bool found, better;
    loyd_err err = store_need_write(store, why);

    if (err == LOYD_OK)
        err = rating_may_be(rating, path, why);
    if (err != LOYD_OK)
        return err;
    if ((err = record_get(store, id, &there, &found, why)) != LOYD_OK)
        goto fail;
    if (!found) {
        loyd_id_print(id, name);
        err = why_set(why, LOYD_E_NOT_FOUND, "no puzzle %s", name);
        goto fail;
    }
    if ((err = loyd_moves_replay(&there.puzzle.start, &there.puzzle.goal, path,
                                 NULL, why)) != LOYD_OK ||
        (err = rating_judge(&there, rating, path, &better, why)) != LOYD_OK ||
        !better)
        goto fail;
    err = rating_put(store, id, rating, path, why);
    if (err == LOYD_OK && rating->lower == rating->upper)
        err = puzzle_set_stm(store, id, rating->upper, why);
fail:
    record_free(&there);
    return err;
}
