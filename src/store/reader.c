/* SPDX-License-Identifier: MIT */
/* Reads whole tables in the order of ids, for digests. */
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "generate/recipe.h"
#include "store/file.h"
#include "store/tables.h"

static const char sql_puzzles[] =
    "SELECT " PUZZLE_COLUMNS " FROM puzzle AS p ORDER BY p.id";

enum { RATING_PUZZLE, RATING_METRIC, RATING_LOWER };

static const char sql_ratings[] =
    "SELECT r.puzzle, r.metric, " RATING_COLUMNS
    " FROM rating AS r ORDER BY r.puzzle, r.metric";

static const char sql_ids[] = "SELECT id FROM puzzle ORDER BY id";

static const char sql_recipe_puzzles[] =
    "SELECT puzzle, series, number FROM recipe INDEXED BY recipe_puzzle"
    " ORDER BY puzzle";

static const char sql_series[] = "SELECT 1 FROM series WHERE pk = ?1";

/* The size of the cache of existing series: `pk` is at pk % KNOWN. */
#define KNOWN 64

/* A walk along the puzzles alone would skip such rows silently. */
static loyd_err
stray(const loyd_id *id, loyd_why *why)
{
    return puzzle_bad(why, id,
                      "its rating or recipe is invalid or refers to a missing "
                      "row");
}

static loyd_err
next_rating(struct record_walk *w, loyd_why *why)
{
    loyd_err err = query_row(&w->ratings, &w->has_rating);

    if (err == LOYD_OK && w->has_rating &&
        !column_id(&w->ratings, RATING_PUZZLE, &w->id))
        err =
            why_set(why, LOYD_E_CORRUPT, "a rating has an invalid puzzle id");
    return err;
}

loyd_err
record_walk_begin(struct record_walk *w, loyd_store *store, loyd_why *why)
{
    w->has_last = false;
    query_begin(&w->puzzles, store, STMT_COUNT_, sql_puzzles, why);
    query_begin(&w->ratings, store, STMT_COUNT_, sql_ratings, why);
    return next_rating(w, why);
}

/* Returns whether `ratings` is at a rating of the puzzle in a metric. */
static bool
is_rating(struct record_walk *w, const loyd_id *id, loyd_metric metric)
{
    return w->has_rating && id_compare(&w->id, id) == 0 &&
           column_is(&w->ratings, RATING_METRIC, loyd_metric_name(metric));
}

static loyd_err
read_rating(struct record_walk *w, loyd_metric metric, struct record *out,
            loyd_why *why)
{
    bool is_rated = is_rating(w, &out->id, metric);
    loyd_err err =
        record_rating(&w->puzzles, metric, is_rated ? &w->ratings : NULL,
                      RATING_LOWER, out, why);

    return err == LOYD_OK && is_rated ? next_rating(w, why) : err;
}

loyd_err
record_walk_next(struct record_walk *w, struct record *out, bool *found,
                 loyd_why *why)
{
    bool row;
    loyd_err err;

    w->puzzles.why = w->ratings.why = why;
    if ((err = query_row(&w->puzzles, &row)) != LOYD_OK)
        return err;
    if (row && (err = record_boards(&w->puzzles, out, why)) != LOYD_OK)
        return query_err(&w->puzzles, err);
    if (row && w->has_last && id_compare(&out->id, &w->last) <= 0)
        return puzzle_bad(why, &out->id, "out of order");
    w->has_last = true;
    if (row)
        w->last = out->id;
    /* The rating belongs to an earlier puzzle, or comes after the last. */
    if (w->has_rating && (!row || id_compare(&w->id, &w->last) < 0))
        return stray(&w->id, why);
    /* "mtm" comes before "stm". */
    if ((*found = row) &&
        (err = read_rating(w, LOYD_MTM, out, why)) == LOYD_OK)
        err = read_rating(w, LOYD_STM, out, why);
    return query_err(&w->ratings, err);
}

void
record_walk_end(struct record_walk *w)
{
    query_close(&w->ratings);
    query_close(&w->puzzles);
}

/* The recipes in order of their puzzles, and the puzzles in parallel. */
struct pairs {
    struct query recipes;
    struct query puzzles;
    struct query series;
    bool has_puzzle; /* `puzzles` is at `at`, or before its first row */
    loyd_id at;
    loyd_id id; /* the recipe's puzzle */
    int64_t known[KNOWN];
};

/* Advances to the recipe's puzzle, or to the first one after it. */
static loyd_err
advance(struct pairs *p, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && p->has_puzzle && id_compare(&p->at, &p->id) < 0)
        if ((err = query_row(&p->puzzles, &p->has_puzzle)) == LOYD_OK &&
            p->has_puzzle && !column_id(&p->puzzles, 0, &p->at))
            err = why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid id");
    return err;
}

static loyd_err
look_up_series(struct pairs *p, int64_t pk, bool *is_there)
{
    loyd_err err;

    *is_there = p->known[pk % KNOWN] == pk;
    if (*is_there)
        return LOYD_OK;
    query_int(&p->series, 1, pk);
    err = query_row(&p->series, is_there);
    query_again(&p->series);
    if (err == LOYD_OK && *is_there)
        p->known[pk % KNOWN] = pk;
    return err;
}

static loyd_err
check_recipe(struct pairs *p, loyd_why *why)
{
    int64_t series, number;
    bool is_there;
    loyd_err err;

    if (!column_id(&p->recipes, 0, &p->id))
        return why_set(why, LOYD_E_CORRUPT,
                       "a recipe has an invalid puzzle id");
    if (!column_int(&p->recipes, 1, 1, INT64_MAX, &series) ||
        !column_int(&p->recipes, 2, 0, (int64_t)LOYD_INDEX_MAX, &number))
        return stray(&p->id, why);
    if ((err = advance(p, why)) != LOYD_OK)
        return err;
    if (!p->has_puzzle || id_compare(&p->at, &p->id) != 0)
        return stray(&p->id, why);
    if ((err = look_up_series(p, series, &is_there)) != LOYD_OK)
        return err;
    return is_there ? LOYD_OK : stray(&p->id, why);
}

loyd_err
recipes_check(loyd_store *store, loyd_id *orphan, loyd_why *why)
{
    struct pairs pairs = {.has_puzzle = true};
    loyd_err err = LOYD_OK;

    query_begin(&pairs.recipes, store, STMT_COUNT_, sql_recipe_puzzles, why);
    query_begin(&pairs.puzzles, store, STMT_COUNT_, sql_ids, why);
    query_begin(&pairs.series, store, STMT_COUNT_, sql_series, why);
    while (err == LOYD_OK && query_next(&pairs.recipes))
        err = check_recipe(&pairs, why);
    err = query_end(&pairs.series, err);
    err = query_end(&pairs.puzzles, err);
    err = query_end(&pairs.recipes, err);
    if (err != LOYD_OK && orphan != NULL)
        *orphan = pairs.id;
    return err;
}

/* Many readers are open at once, and each reads sequentially. */
#define CACHE_KIB 512

struct reader {
    loyd_store *store;
    struct record_walk rows;
    bool is_walking;
    int64_t series; /* the one of `recipe`; 0: none yet */
    loyd_recipe recipe;
};
