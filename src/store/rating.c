/* SPDX-License-Identifier: MIT */
/* The tables search and rating: bounds and proofs of lengths, stored paths. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/moves.h"
#include "store/rows.h"
#include "store/tables.h"

#define ROW struct search_row
static const struct column search_columns[] = {
    {KEY(pk, pk)},
    {STRING(method, search.method, 1, is_plain_text)},
    {NUMBER(budget, search.budget, 0, INT64_MAX)},
};

const struct table search_table = TABLE("search", search_columns, 1);

static const char sql_search_of_words[] =
    "SELECT %s FROM search WHERE method = ?1 AND budget = ?2";

static const char sql_rating_put[] =
    "INSERT INTO rating (puzzle, metric, lower, upper, search, path,"
    " lower_search) VALUES (?1, ?7, ?2, ?3, ?4, ?5, nullif(?6, ?4))"
    " ON CONFLICT (puzzle, metric) DO UPDATE SET lower = excluded.lower,"
    " upper = excluded.upper, search = excluded.search, path = excluded.path,"
    " lower_search = excluded.lower_search";

const char *
status_name(loyd_status status)
{
    static const char *const names[LOYD_STATUS_COUNT_] = {
        [LOYD_STATUS_UNRATED] = "unrated",
        [LOYD_STATUS_BOUNDED] = "bounded",
        [LOYD_STATUS_PROVEN] = "proven",
    };

    return (unsigned)status < LOYD_STATUS_COUNT_ ? names[status] : "unknown";
}

/* The searches that were read or stored last; a batch shares one or two. */
static void
keep_search(loyd_store *store, const struct search_row *row)
{
    store->searches[row->pk % SEARCHES_KEPT] = *row;
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
    struct search_row row = {.pk = 0};
    struct query q;
    bool found;
    loyd_err err;

    for (size_t i = 0; i < SEARCHES_KEPT; i++)
        if (store->searches[i].pk != 0 &&
            is_same_search(&store->searches[i].search, search)) {
            *pk = store->searches[i].pk;
            return LOYD_OK;
        }
    query_columns(&q, store, STMT_SEARCH_OF_WORDS, sql_search_of_words,
                  &search_table, why);
    query_text(&q, 1, search->method);
    query_int(&q, 2, (int64_t)search->budget);
    err = columns_get(&q, &row, &found);
    *pk = row.pk;
    if (err == LOYD_OK && found)
        keep_search(store, &row);
    return err;
}

static loyd_err
search_put(loyd_store *store, const loyd_search *search, int64_t *pk,
           loyd_why *why)
{
    const struct search_row row = {.search = *search};
    loyd_err err = search_find(store, search, pk, why);

    if (err != LOYD_OK || *pk != 0)
        return err;
    err = columns_put(store, STMT_SEARCH_ADD, &search_table, &row, "", why);
    return err == LOYD_OK ? search_find(store, search, pk, why) : err;
}

static loyd_err
search_get(loyd_store *store, int64_t pk, loyd_search *search, loyd_why *why)
{
    const struct search_row *kept = &store->searches[pk % SEARCHES_KEPT];
    struct search_row row = {.pk = pk};
    bool found;
    loyd_err err;

    if (kept->pk == pk) {
        *search = kept->search;
        return LOYD_OK;
    }
    err = columns_find(store, STMT_SEARCH_OF_PK, &search_table, &row, &found,
                       why);
    if (err == LOYD_OK && !found)
        err =
            why_set(why, LOYD_E_CORRUPT, "missing search %lld", (long long)pk);
    if (err != LOYD_OK)
        return err;
    keep_search(store, &row);
    *search = row.search;
    return LOYD_OK;
}

loyd_err
rating_searches(struct record *record, loyd_store *store, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (unsigned m = 0; err == LOYD_OK && m < LOYD_METRICS; m++) {
        loyd_rating *rating = &record->known[m].rating;
        const struct search_keys *keys = &record->searches[m];

        if (record->known[m].status == LOYD_STATUS_UNRATED)
            continue;
        err = search_get(store, keys->upper, &rating->upper_search, why);
        if (err == LOYD_OK)
            err = search_get(store, keys->lower, &rating->lower_search, why);
    }
    return err;
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

/* Returns whether a run of moves in one direction begins at moves->dir[i]; it
 * ends before it if there is no such move. */
static bool
is_run_start(const loyd_moves *moves, size_t i)
{
    return i == 0 || i >= moves->n || moves->dir[i] != moves->dir[i - 1];
}

/* Orders paths run by run: by direction, then fewer tiles first. */
static int
runs_compare(const loyd_moves *a, const loyd_moves *b)
{
    size_t i = 0;

    while (i < a->n && i < b->n && a->dir[i] == b->dir[i])
        i++;
    if (i == a->n || i == b->n || is_run_start(a, i) == is_run_start(b, i))
        return i == a->n || i == b->n ? (a->n > b->n) - (a->n < b->n)
                                      : (int)a->dir[i] - (int)b->dir[i];
    return is_run_start(a, i) ? -1 : 1;
}

/* Orders paths of equal length in a metric. */
static int
path_compare(const loyd_moves *a, const loyd_moves *b, loyd_metric metric)
{
    return metric == LOYD_MTM ? runs_compare(a, b)
                              : memcmp(a->dir, b->dir, a->n);
}

/* Orders two paths to an upper end: the shorter first, then the one that is
 * first in the metric's canonical order, then by search. */
static int
upper_compare(const loyd_rating *a, const loyd_moves *a_path,
              const loyd_rating *b, const loyd_moves *b_path)
{
    int order = (a->upper > b->upper) - (a->upper < b->upper);

    if (order == 0)
        order = path_compare(a_path, b_path, a->metric);
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
join(const loyd_known *there, const loyd_rating *other, const loyd_moves *path,
     loyd_rating *joined, bool *is_new_path)
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

bool
metrics_agree(const loyd_board *goal, const loyd_known known[LOYD_METRICS])
{
    const loyd_known *stm = &known[LOYD_STM], *mtm = &known[LOYD_MTM];
    unsigned across = goal->width - 1U, down = goal->height - 1U;
    unsigned slides = mtm->rating.upper;
    uint64_t most_slides = stm->rating.upper;
    uint64_t most_moves = (uint64_t)(slides / 2) * (across + down) +
                          slides % 2 * (across > down ? across : down);

    if (stm->rating.upper == 0 || mtm->rating.upper == 0)
        return true;
    if (stm->path.n > 0)
        most_slides = loyd_moves_length(&stm->path, LOYD_MTM);
    if (mtm->path.n > 0 && mtm->path.n < most_moves)
        most_moves = mtm->path.n;
    return mtm->rating.lower <= most_slides && stm->rating.lower <= most_moves;
}

/* Compares a rating with the stored one in the other metric. */
static loyd_err
judge_other(const struct record *there, const loyd_rating *rating,
            const loyd_moves *path, loyd_why *why)
{
    loyd_metric metric = rating->metric;
    loyd_metric other = metric == LOYD_MTM ? LOYD_STM : LOYD_MTM;
    loyd_known known[LOYD_METRICS];

    known[metric] = (loyd_known){.rating = *rating, .path = *path};
    known[other] = there->known[other];
    if (metrics_agree(&there->puzzle.goal, known))
        return LOYD_OK;
    return puzzle_bad(
        why, &there->id, "rating %u..%u in %s contradicts %u..%u in %s",
        rating->lower, rating->upper, metric == LOYD_MTM ? "MTM" : "STM",
        known[other].rating.lower, known[other].rating.upper,
        other == LOYD_MTM ? "MTM" : "STM");
}

/*
 * True bounds of one optimum always overlap; if they do not, one of the
 * searches is wrong.
 */
loyd_err
rating_judge(const struct record *there, const loyd_rating *rating,
             const loyd_moves *path, struct rating_news *news, loyd_why *why)
{
    const loyd_known *known = &there->known[rating->metric];
    const loyd_rating *old = &known->rating;

    *news = (struct rating_news){.is_new = true, .path = path};
    news->rating = *rating;
    if (rating->metric != LOYD_MTM && there->estimate != 0 &&
        rating->lower > there->estimate)
        return puzzle_bad(why, &there->id,
                          "lower bound %u contradicts the estimate %u",
                          rating->lower, there->estimate);
    if (known->status == LOYD_STATUS_UNRATED)
        return judge_other(there, rating, path, why);
    if (rating->lower > old->upper || rating->upper < old->lower)
        return puzzle_bad(
            why, &there->id, "rating %u..%u%s contradicts the stored %u..%u",
            rating->lower, rating->upper, metric_words(rating->metric),
            old->lower, old->upper);
    /* The canonical path is unique. */
    if (is_proven(rating) && is_proven(old) &&
        (path->n != known->path.n ||
         memcmp(path->dir, known->path.dir, path->n) != 0))
        return puzzle_bad(why, &there->id,
                          "the proven path%s differs from the stored one, "
                          "which is proven too",
                          metric_words(rating->metric));
    news->is_new =
        join(known, rating, path, &news->rating, &news->is_new_path);
    if (!news->is_new_path)
        news->path = &known->path;
    return judge_other(there, rating, path, why);
}

loyd_err
rating_put(loyd_store *store, const loyd_id *id, const loyd_rating *rating,
           const loyd_moves *path, loyd_why *why)
{
    int64_t upper, lower;
    struct query q;
    loyd_err err;

    if ((err = search_put(store, &rating->upper_search, &upper, why)) !=
            LOYD_OK ||
        (err = search_put(store, &rating->lower_search, &lower, why)) !=
            LOYD_OK)
        return err;
    query_begin(&q, store, STMT_RATING_PUT, sql_rating_put, why);
    query_id(&q, 1, id);
    query_int(&q, 2, rating->lower);
    query_int(&q, 3, rating->upper);
    query_int(&q, 4, upper);
    query_moves(&q, 5, path);
    query_int(&q, 6, lower);
    query_metric(&q, 7, rating->metric);
    return query_run(&q);
}

loyd_err
rating_replace(loyd_store *store, const struct record *there,
               const struct rating_news *news, loyd_why *why)
{
    const loyd_rating *rating = &news->rating;
    const loyd_known *known = &there->known[rating->metric];
    loyd_err err;

    if (!news->is_new)
        return LOYD_OK;
    err = rating_put(store, &there->id, rating, news->path, why);
    if (err == LOYD_OK && is_proven(rating) && rating->metric == LOYD_STM &&
        known->status != LOYD_STATUS_PROVEN)
        err = trait_drop(store, &there->id, why);
    if (err != LOYD_OK || (known->status != LOYD_STATUS_UNRATED &&
                           known->rating.lower == rating->lower &&
                           known->rating.upper == rating->upper))
        return err;
    return puzzle_set_length(store, &there->id, rating, why);
}

loyd_err
store_add_rating(loyd_store *store, const loyd_id *id,
                 const loyd_rating *rating, const loyd_moves *path,
                 loyd_why *why)
{
    struct record there = {.known[LOYD_STM].path = {0}};
    struct rating_news news;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = store_need_write(store, why)) != LOYD_OK)
        return err;
    if (loyd_moves_length(path, rating->metric) != rating->upper)
        return why_set(why, LOYD_E_MOVE,
                       "path of length %zu%s: expected the rating's %u",
                       loyd_moves_length(path, rating->metric),
                       metric_words(rating->metric), rating->upper);
    if ((err = record_must(store, id, &there, why)) == LOYD_OK &&
        (err = loyd_moves_replay(&there.puzzle.start, &there.puzzle.goal, path,
                                 NULL, why)) == LOYD_OK &&
        (err = rating_judge(&there, rating, path, &news, why)) == LOYD_OK)
        err = rating_replace(store, &there, &news, why);
    record_free(&there);
    return err;
}
