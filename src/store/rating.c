/* SPDX-License-Identifier: MIT */
/* The tables search, rating and claim: bounds and proofs of lengths, stored
 * paths, and claims. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/board.h"
#include "loyd/text.h"
#include "store/tables.h"

static const char sql_search_of_words[] =
    "SELECT pk FROM search WHERE method = ?1 AND budget = ?2";

static const char sql_search_of_pk[] =
    "SELECT method, budget FROM search WHERE pk = ?1";

static const char sql_search_add[] =
    "INSERT INTO search (method, budget) VALUES (?1, ?2)";

static const char sql_rating_is[] =
    "SELECT 1 FROM rating WHERE puzzle = ?1 AND metric = 1";

static const char sql_path_get[] =
    "SELECT path FROM rating WHERE puzzle = ?1 AND metric = 1";

static const char sql_rating_put[] =
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

    query_begin(&q, store, STMT_RATING_IS, sql_rating_is, why);
    query_id(&q, 1, id);
    return query_has(&q, yes);
}

loyd_err
path_begins(loyd_store *store, const loyd_id *id, const loyd_moves *prefix,
            loyd_moves *path, bool *yes, loyd_why *why)
{
    const uint8_t *bytes;
    struct query q;
    size_t len;
    loyd_err err = LOYD_OK;

    *yes = false;
    query_begin(&q, store, STMT_PATH_GET, sql_path_get, why);
    query_id(&q, 1, id);
    if (query_next(&q)) {
        err = column_blob(&q, 0, 1, PATH_BYTES_MAX, &bytes, &len)
                  ? path_unpack(bytes, len, path)
                  : LOYD_E_CORRUPT;
        if (err == LOYD_E_CORRUPT)
            err = puzzle_bad(why, id, "a rating without a path");
        *yes = err == LOYD_OK && path->n >= prefix->n &&
               (prefix->n == 0 ||
                memcmp(path->dir, prefix->dir, prefix->n) == 0);
    }
    return query_end(&q, err);
}

/* Finds the key of a search; 0: not stored. */
static loyd_err
search_find(loyd_store *store, const loyd_rating *rating, int64_t *pk,
            loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    /* The ratings of a batch share one search. */
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
        err = why_set(why, LOYD_E_CORRUPT, "a search has an invalid key");
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
        err = why_set(why, LOYD_E_CORRUPT, "missing or invalid search %lld",
                      (long long)pk);
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
        return why_set(why, LOYD_E_RANGE, "the budget exceeds 2^63-1");
    if (end == NULL || end == rating->method)
        return why_set(why, LOYD_E_RANGE,
                       "invalid method name: expected 1..%zu characters",
                       sizeof(rating->method) - 1);
    if (path->n != rating->upper)
        return why_set(why, LOYD_E_MOVE,
                       "path of length %zu: expected the rating's %u", path->n,
                       rating->upper);
    return loyd_text_check(rating->method, (size_t)(end - rating->method),
                           why);
}

/*
 * Bounds only become narrower. True bounds of one optimum always overlap; if
 * they do not, one of the searches is wrong.
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
    /* The canonical path is unique. */
    if (rating->lower == rating->upper &&
        there->rating.lower == there->rating.upper && !is_same)
        return puzzle_bad(why, &there->id,
                          "the proven path differs from the stored one, which "
                          "is proven too");
    *better = rating->upper - rating->lower <
              there->rating.upper - there->rating.lower;
    return LOYD_OK;
}

#define SHORT_PATH 256 /* bytes; enough for any optimum of 16 cells */

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
    query_begin(&q, store, STMT_RATING_PUT, sql_rating_put, why);
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
    bool better;
    loyd_err err;

    WHY_GIVEN(why);
    err = store_need_write(store, why);
    if (err == LOYD_OK)
        err = rating_may_be(rating, path, why);
    if (err != LOYD_OK)
        return err;
    if ((err = record_must(store, id, &there, why)) != LOYD_OK ||
        (err = loyd_moves_replay(&there.puzzle.start, &there.puzzle.goal, path,
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

static const char sql_claim_get[] =
    "SELECT length FROM claim WHERE puzzle = ?1 AND metric = 1";

static const char sql_claim_add[] =
    "INSERT INTO claim (puzzle, metric, length) VALUES (?1, 1, ?2)";

static const char sql_claim_all[] =
    "SELECT puzzle, length FROM claim WHERE metric = 1 ORDER BY puzzle";

static const char sql_claim_drop[] =
    "DELETE FROM claim WHERE puzzle = ?1 AND metric = 1";

loyd_err
claim_get(loyd_store *store, const loyd_id *id, uint16_t *length,
          loyd_why *why)
{
    struct query q;
    int64_t number = 0;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_CLAIM_GET, sql_claim_get, why);
    query_id(&q, 1, id);
    if (query_next(&q) && !column_int(&q, 0, 1, PATH_MAX_MOVES, &number))
        err = puzzle_bad(why, id, "claimed length out of range");
    err = query_end(&q, err);
    if (err == LOYD_OK)
        *length = (uint16_t)number;
    return err;
}

loyd_err
claim_drop(loyd_store *store, const loyd_id *id, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_CLAIM_DROP, sql_claim_drop, why);
    query_id(&q, 1, id);
    return query_run(&q);
}

static loyd_err
claim_put(loyd_store *store, const loyd_id *id, uint16_t length, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_CLAIM_ADD, sql_claim_add, why);
    query_id(&q, 1, id);
    query_int(&q, 2, length);
    return query_run(&q);
}

static loyd_err
claim_other(loyd_why *why, const loyd_id *id, uint16_t length, uint16_t other)
{
    return puzzle_bad(why, id,
                      "claimed length %u contradicts the earlier claim %u",
                      length, other);
}

/* Checks a claim against what is known of its puzzle. */
static loyd_err
judge(loyd_store *store, const struct record *there, uint16_t length,
      bool *is_news, loyd_why *why)
{
    uint16_t other;
    loyd_err err;

    *is_news = false;
    if (there->status != LOYD_STATUS_UNRATED &&
        (length < there->rating.lower || length > there->rating.upper))
        return puzzle_bad(why, &there->id,
                          "claimed length %u contradicts the %s %u", length,
                          there->status == LOYD_STATUS_PROVEN ? "proven length"
                          : length < there->rating.lower      ? "lower bound"
                                                              : "upper bound",
                          length < there->rating.lower ? there->rating.lower
                                                       : there->rating.upper);
    if (there->status == LOYD_STATUS_PROVEN)
        return LOYD_OK;
    if ((err = claim_get(store, &there->id, &other, why)) != LOYD_OK)
        return err;
    if (other != 0 && other != length)
        return claim_other(why, &there->id, length, other);
    *is_news = other == 0;
    return LOYD_OK;
}

loyd_err
claim_may_be(loyd_store *store, const loyd_id *id, uint16_t length,
             bool *is_news, loyd_why *why)
{
    struct record there = {.path = {0}};
    bool found;
    loyd_err err = record_get(store, id, &there, &found, why);

    *is_news = true;
    if (err == LOYD_OK && found)
        err = judge(store, &there, length, is_news, why);
    record_free(&there);
    return err;
}

loyd_err
loyd_store_add_claim(loyd_store *store, const loyd_id *id, uint16_t length,
                     loyd_why *why)
{
    struct puzzle_place place;
    bool found = false, is_news = false;
    loyd_err err;

    WHY_GIVEN(why);
    err = store_need_write(store, why);
    if (err == LOYD_OK && (length < 1 || length > PATH_MAX_MOVES))
        err = why_set(why, LOYD_E_RANGE, "claimed length %u: expected 1..%d",
                      length, PATH_MAX_MOVES);
    if (err == LOYD_OK)
        err = puzzle_find(store, id, &place, &found, why);
    if (err == LOYD_OK && !found)
        err = why_set(why, LOYD_E_NOT_FOUND, "no such puzzle");
    if (err == LOYD_OK)
        err = claim_may_be(store, id, length, &is_news, why);
    return err == LOYD_OK && is_news ? claim_put(store, id, length, why) : err;
}

/* Each move takes the blank one step. */
static bool
has_parity(const loyd_puzzle *puzzle, uint16_t length)
{
    unsigned way =
        cell_taxicab(loyd_board_blank(&puzzle->start),
                     loyd_board_blank(&puzzle->goal), puzzle->start.width);

    return way % 2 == length % 2U;
}

/* Merges a claim of another catalogue about the stored puzzle `there`. */
static loyd_err
take_claim(loyd_store *to, const struct record *there, uint16_t length,
           bool *is_fault, loyd_why *why)
{
    uint16_t other;
    loyd_err err;

    *is_fault = !has_parity(&there->puzzle, length);
    if (*is_fault)
        return puzzle_bad(why, &there->id,
                          "claimed length %u has the wrong parity", length);
    if (there->status == LOYD_STATUS_PROVEN)
        return LOYD_OK;
    if ((err = claim_get(to, &there->id, &other, why)) != LOYD_OK)
        return err;
    *is_fault = other != 0 && other != length;
    if (*is_fault)
        return claim_other(why, &there->id, length, other);
    return other == 0 ? claim_put(to, &there->id, length, why) : LOYD_OK;
}

loyd_err
claim_merge(loyd_store *to, loyd_store *from, bool *is_fault, loyd_why *why)
{
    struct record there = {.path = {0}};
    bool found;
    int64_t length;
    loyd_id id;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, from, STMT_COUNT_, sql_claim_all, why);
    while (err == LOYD_OK) {
        *is_fault = true; /* while rows of `from` are read */
        if (!query_next(&q))
            break;
        if (!column_id(&q, 0, &id) ||
            !column_int(&q, 1, 1, PATH_MAX_MOVES, &length)) {
            err = why_set(why, LOYD_E_CORRUPT, "invalid row in table 'claim'");
            break;
        }
        *is_fault = false;
        if ((err = record_get(to, &id, &there, &found, why)) != LOYD_OK)
            break;
        *is_fault = !found;
        err = found ? take_claim(to, &there, (uint16_t)length, is_fault, why)
                    : puzzle_bad(why, &id,
                                 "in a claim but not in the catalogue");
    }
    err = query_end(&q, err);
    record_free(&there);
    return err;
}
