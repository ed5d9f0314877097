/* SPDX-License-Identifier: MIT */
/* The tables search and rating: bounds and proofs of lengths, stored paths,
 * and estimates. */
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

static const char sql_rating_ends[] =
    "SELECT lower, upper FROM rating WHERE puzzle = ?1 AND metric = 1";

static const char sql_path_get[] =
    "SELECT path FROM rating WHERE puzzle = ?1 AND metric = 1";

static const char sql_rating_put[] =
    "INSERT INTO rating (puzzle, metric, lower, upper, search, path,"
    " lower_search) VALUES (?1, 1, ?2, ?3, ?4, ?5, nullif(?6, ?4))"
    " ON CONFLICT (puzzle, metric) DO UPDATE SET lower = excluded.lower,"
    " upper = excluded.upper, search = excluded.search, path = excluded.path,"
    " lower_search = excluded.lower_search";

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
rating_ends(loyd_store *store, const loyd_id *id, uint16_t *lower,
            uint16_t *upper, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    *lower = *upper = 0;
    query_begin(&q, store, STMT_INTERVAL, sql_rating_ends, why);
    query_id(&q, 1, id);
    if (query_next(&q) && (!column_u16(&q, 1, 1, PATH_MAX_MOVES, upper) ||
                           !column_u16(&q, 0, 1, *upper, lower)))
        err = puzzle_bad(why, id, "rating out of range");
    return query_end(&q, err);
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
        *yes =
            err == LOYD_OK && path->n >= prefix->n &&
            (prefix->n == 0 || memcmp(path->dir, prefix->dir, prefix->n) == 0);
    }
    return query_end(&q, err);
}

/* The searches that were read or stored last; a batch shares one or two. */
static void
keep_search(loyd_store *store, int64_t pk, const loyd_search *search)
{
    struct search_row *row = &store->searches[pk % SEARCHES_KEPT];

    row->pk = pk;
    row->search = *search;
}

static bool
is_same_search(const loyd_search *a, const loyd_search *b)
{
    return a->budget == b->budget && strcmp(a->method, b->method) == 0;
}

/* Finds the key of a search; 0: not stored. */
static loyd_err
search_find(loyd_store *store, const loyd_search *search, int64_t *pk,
            loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; i < SEARCHES_KEPT; i++)
        if (store->searches[i].pk != 0 &&
            is_same_search(&store->searches[i].search, search)) {
            *pk = store->searches[i].pk;
            return LOYD_OK;
        }
    query_begin(&q, store, STMT_SEARCH_OF_WORDS, sql_search_of_words, why);
    query_text(&q, 1, search->method);
    query_int(&q, 2, (int64_t)search->budget);
    *pk = 0;
    if (query_next(&q) && !column_int(&q, 0, 1, INT64_MAX, pk))
        err = why_set(why, LOYD_E_CORRUPT, "a search has an invalid key");
    err = query_end(&q, err);
    if (err == LOYD_OK && *pk != 0)
        keep_search(store, *pk, search);
    return err;
}

static loyd_err
search_put(loyd_store *store, const loyd_search *search, int64_t *pk,
           loyd_why *why)
{
    struct query q;
    loyd_err err = search_find(store, search, pk, why);

    if (err != LOYD_OK || *pk != 0)
        return err;
    query_begin(&q, store, STMT_SEARCH_ADD, sql_search_add, why);
    query_text(&q, 1, search->method);
    query_int(&q, 2, (int64_t)search->budget);
    err = query_run(&q);
    return err == LOYD_OK ? search_find(store, search, pk, why) : err;
}

static loyd_err
search_get(loyd_store *store, int64_t pk, loyd_search *search, loyd_why *why)
{
    const struct search_row *row = &store->searches[pk % SEARCHES_KEPT];
    const char *method = "";
    size_t len = 0;
    int64_t budget = 0;
    struct query q;
    loyd_err err = LOYD_OK;

    if (row->pk == pk) {
        *search = row->search;
        return LOYD_OK;
    }
    query_begin(&q, store, STMT_SEARCH_OF_PK, sql_search_of_pk, why);
    query_int(&q, 1, pk);
    if (!query_next(&q) || !column_int(&q, 1, 0, INT64_MAX, &budget) ||
        !column_text(&q, 0, sizeof(search->method) - 1, &method, &len) ||
        len == 0 || loyd_text_check(method, len, NULL) != LOYD_OK) {
        err = why_set(why, LOYD_E_CORRUPT, "missing or invalid search %lld",
                      (long long)pk);
    } else {
        memset(search, 0, sizeof(*search));
        memcpy(search->method, method, len);
        search->budget = (uint64_t)budget;
        keep_search(store, pk, search);
    }
    return query_end(&q, err);
}

loyd_err
rating_searches(struct record *record, loyd_store *store, loyd_why *why)
{
    loyd_rating *rating = &record->rating;
    loyd_err err;

    if (record->status == LOYD_STATUS_UNRATED)
        return LOYD_OK;
    err = search_get(store, record->upper_pk, &rating->upper_search, why);
    if (err == LOYD_OK)
        err = search_get(store, record->lower_pk, &rating->lower_search, why);
    return err;
}

static loyd_err
search_may_be(const loyd_search *search, loyd_why *why)
{
    const char *end = memchr(search->method, '\0', sizeof(search->method));

    if (search->budget > INT64_MAX)
        return why_set(why, LOYD_E_RANGE, "the budget exceeds 2^63-1");
    if (end == NULL || end == search->method)
        return why_set(why, LOYD_E_RANGE,
                       "invalid method name: expected 1..%zu characters",
                       sizeof(search->method) - 1);
    return loyd_text_check(search->method, (size_t)(end - search->method),
                           why);
}

loyd_err
rating_may_be(const loyd_rating *rating, const loyd_moves *path, loyd_why *why)
{
    loyd_err err;

    if (rating->lower < 1 || rating->lower > rating->upper ||
        rating->upper > PATH_MAX_MOVES)
        return why_set(why, LOYD_E_RANGE,
                       "rating %u..%u: expected 1 <= lower <= upper <= %d",
                       rating->lower, rating->upper, PATH_MAX_MOVES);
    if ((err = search_may_be(&rating->upper_search, why)) != LOYD_OK ||
        (err = search_may_be(&rating->lower_search, why)) != LOYD_OK)
        return err;
    if (path->n != rating->upper)
        return why_set(why, LOYD_E_MOVE,
                       "path of length %zu: expected the rating's %u", path->n,
                       rating->upper);
    return LOYD_OK;
}

/*
 * Orders searches: that with the greater budget, then by method. So even a
 * search that improved nothing is recorded, and is not repeated.
 */
static int
search_compare(const loyd_search *a, const loyd_search *b)
{
    /* 0, no limit, becomes the greatest. */
    if (a->budget != b->budget)
        return a->budget - 1 > b->budget - 1 ? -1 : 1;
    return strcmp(a->method, b->method);
}

static bool
is_proven(const loyd_rating *rating)
{
    return rating->lower == rating->upper;
}

/* Orders two paths to an upper end: the shorter first, then the one that is
 * first in the order of moves, then by search. */
static int
upper_compare(const loyd_rating *a, const loyd_moves *a_path,
              const loyd_rating *b, const loyd_moves *b_path)
{
    int order = (a->upper > b->upper) - (a->upper < b->upper);

    if (order == 0)
        order = memcmp(a_path->dir, b_path->dir, a_path->n);
    return order != 0 ? order
                      : search_compare(&a->upper_search, &b->upper_search);
}

/* Orders two lower ends: the greater first, then by search. */
static int
lower_compare(const loyd_rating *a, const loyd_rating *b)
{
    int order = (a->lower < b->lower) - (a->lower > b->lower);

    return order != 0 ? order
                      : search_compare(&a->lower_search, &b->lower_search);
}

/*
 * Joins the stored rating with another one, end by end. Returns whether the
 * result differs from the stored one; *is_new_path: its path is the other's.
 */
static bool
join(const struct record *there, const loyd_rating *other,
     const loyd_moves *path, loyd_rating *joined, bool *is_new_path)
{
    const loyd_rating *old = &there->rating;

    *joined = *old;
    *is_new_path = upper_compare(other, path, old, &there->path) < 0;
    if (is_proven(old) != is_proven(other)) {
        *is_new_path = is_proven(other);
        if (*is_new_path)
            *joined = *other;
        return *is_new_path;
    }
    if (*is_new_path) {
        joined->upper = other->upper;
        joined->upper_search = other->upper_search;
    }
    if (lower_compare(other, old) < 0) {
        joined->lower = other->lower;
        joined->lower_search = other->lower_search;
    }
    /* Only a search for it finds the canonical path. */
    if (joined->lower == joined->upper && !is_proven(old))
        joined->lower--;
    return *is_new_path || lower_compare(joined, old) != 0;
}

/*
 * True bounds of one optimum always overlap; if they do not, one of the
 * searches is wrong.
 */
loyd_err
rating_judge(const struct record *there, const loyd_rating *rating,
             const loyd_moves *path, struct rating_news *news, loyd_why *why)
{
    *news = (struct rating_news){.is_new = true, .path = path};
    news->rating = *rating;
    if (there->estimate != 0 && rating->lower > there->estimate)
        return puzzle_bad(why, &there->id,
                          "lower bound %u contradicts the estimate %u",
                          rating->lower, there->estimate);
    if (there->status == LOYD_STATUS_UNRATED)
        return LOYD_OK;
    if (rating->lower > there->rating.upper ||
        rating->upper < there->rating.lower)
        return puzzle_bad(why, &there->id,
                          "rating %u..%u contradicts the stored %u..%u",
                          rating->lower, rating->upper, there->rating.lower,
                          there->rating.upper);
    /* The canonical path is unique. */
    if (is_proven(rating) && is_proven(&there->rating) &&
        memcmp(path->dir, there->path.dir, path->n) != 0)
        return puzzle_bad(why, &there->id,
                          "the proven path differs from the stored one, which "
                          "is proven too");
    news->is_new =
        join(there, rating, path, &news->rating, &news->is_new_path);
    if (!news->is_new_path)
        news->path = &there->path;
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
    int64_t upper, lower;
    struct query q;
    loyd_err err;

    if (packed == NULL)
        return LOYD_E_NOMEM;
    if ((err = search_put(store, &rating->upper_search, &upper, why)) !=
            LOYD_OK ||
        (err = search_put(store, &rating->lower_search, &lower, why)) !=
            LOYD_OK)
        goto fail;
    query_begin(&q, store, STMT_RATING_PUT, sql_rating_put, why);
    query_id(&q, 1, id);
    query_int(&q, 2, rating->lower);
    query_int(&q, 3, rating->upper);
    query_int(&q, 4, upper);
    query_blob(&q, 5, packed, path_pack(path, packed));
    query_int(&q, 6, lower);
    err = query_run(&q);
fail:
    if (packed != few)
        free(packed);
    return err;
}

loyd_err
rating_replace(loyd_store *store, const struct record *there,
               const struct rating_news *news, loyd_why *why)
{
    const loyd_rating *rating = &news->rating;
    loyd_err err;

    if (!news->is_new)
        return LOYD_OK;
    err = rating_put(store, &there->id, rating, news->path, why);
    if (err != LOYD_OK || (there->status != LOYD_STATUS_UNRATED &&
                           there->rating.lower == rating->lower &&
                           there->rating.upper == rating->upper))
        return err;
    return puzzle_set_length(store, &there->id, rating, why);
}

loyd_err
loyd_store_add_rating(loyd_store *store, const loyd_id *id,
                      const loyd_rating *rating, const loyd_moves *path,
                      loyd_why *why)
{
    struct record there = {.path = {0}};
    struct rating_news news;
    loyd_err err;

    WHY_GIVEN(why);
    err = store_need_write(store, why);
    if (err == LOYD_OK)
        err = rating_may_be(rating, path, why);
    if (err != LOYD_OK)
        return err;
    if ((err = record_must(store, id, &there, why)) == LOYD_OK &&
        (err = loyd_moves_replay(&there.puzzle.start, &there.puzzle.goal, path,
                                 NULL, why)) == LOYD_OK &&
        (err = rating_judge(&there, rating, path, &news, why)) == LOYD_OK)
        err = rating_replace(store, &there, &news, why);
    record_free(&there);
    return err;
}

/* --- estimates --- */

static const char sql_estimate_set[] =
    "UPDATE puzzle SET estimate = ?2 WHERE id = ?1";

loyd_err
estimate_may_be(const loyd_puzzle *puzzle, unsigned version, uint16_t length,
                loyd_why *why)
{
    if (board_cells(&puzzle->goal) <= LOYD_EXACT_CELLS)
        return why_set(why, LOYD_E_RANGE,
                       "estimate of a board of up to %d cells",
                       LOYD_EXACT_CELLS);
    if (version < 1 || version > UINT16_MAX)
        return why_set(why, LOYD_E_RANGE,
                       "estimate version %u: expected "
                       "1..%d",
                       version, UINT16_MAX);
    if (length < 1 || length > PATH_MAX_MOVES)
        return why_set(why, LOYD_E_RANGE, "estimate %u: expected 1..%d",
                       length, PATH_MAX_MOVES);
    if (!puzzle_has_parity(puzzle, length))
        return why_set(why, LOYD_E_RANGE, "estimate %u has the wrong parity",
                       length);
    return LOYD_OK;
}

loyd_err
estimate_judge(const struct record *there, unsigned version, uint16_t length,
               bool *is_new, loyd_why *why)
{
    *is_new = there->estimate == 0 || version < there->estimate_version;
    if (length < there->rating.lower)
        return puzzle_bad(why, &there->id,
                          "estimate %u contradicts the lower bound %u", length,
                          there->rating.lower);
    if (there->estimate != 0 && version == there->estimate_version &&
        length != there->estimate)
        return puzzle_bad(why, &there->id,
                          "estimate %u contradicts the stored %u", length,
                          there->estimate);
    return LOYD_OK;
}

loyd_err
estimate_put(loyd_store *store, const loyd_id *id, unsigned version,
             uint16_t length, loyd_why *why)
{
    struct query q;

    query_begin(&q, store, STMT_ESTIMATE_SET, sql_estimate_set, why);
    query_id(&q, 1, id);
    query_int(&q, 2, estimate_number(version, length));
    return query_run(&q);
}

loyd_err
loyd_store_add_estimate(loyd_store *store, const loyd_id *id, unsigned version,
                        uint16_t length, loyd_why *why)
{
    struct record there = {.path = {0}};
    bool is_new = false;
    loyd_err err;

    WHY_GIVEN(why);
    err = store_need_write(store, why);
    if (err == LOYD_OK)
        err = record_must(store, id, &there, why);
    if (err == LOYD_OK)
        err = estimate_may_be(&there.puzzle, version, length, why);
    if (err == LOYD_OK)
        err = estimate_judge(&there, version, length, &is_new, why);
    if (err == LOYD_OK && is_new)
        err = estimate_put(store, id, version, length, why);
    record_free(&there);
    return err;
}

loyd_err
interval_may_be(loyd_store *store, const loyd_id *id, uint16_t lower,
                uint16_t upper, loyd_why *why)
{
    struct record there = {.path = {0}};
    const loyd_rating *rating = &there.rating;
    bool found;
    loyd_err err = record_get(store, id, &there, &found, why);

    if (err == LOYD_OK && found && there.status != LOYD_STATUS_UNRATED &&
        (lower > rating->upper || (upper != 0 && upper < rating->lower)))
        err = puzzle_bad(why, id,
                         "interval %u..%u contradicts the stored %u..%u",
                         lower, upper, rating->lower, rating->upper);
    record_free(&there);
    return err;
}
