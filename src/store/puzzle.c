/* SPDX-License-Identifier: MIT */
/* The table puzzle: reads and writes puzzles with their ratings. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "store/tables.h"

enum {
    COL_ID,
    COL_GOAL,
    COL_CLASS,
    COL_START,
    COL_STM,
    COL_OPEN_UPPER,
    COL_ESTIMATE,
    COL_RATING
};

/* The columns of a rating, from the first of them on. */
enum { LOWER, UPPER, PATH, SEARCH, LOWER_SEARCH, N_RATING };

#define COL_MTM (COL_RATING + N_RATING)

static const char sql_get[] =
    "SELECT p.id, p.goal, p.class, p.start, p.stm, p.upper, p.estimate,"
    " r.lower, r.upper, r.path, r.search, r.lower_search, p.mtm"
    " FROM puzzle AS p LEFT JOIN rating AS r ON r.puzzle = p.id"
    " AND r.metric = 1 WHERE p.id = ?1";

static const char sql_get_mtm[] =
    "SELECT lower, upper, path, search, lower_search FROM rating"
    " WHERE puzzle = ?1 AND metric = 2";

static const char sql_add[] =
    "INSERT INTO puzzle (id, goal, start, class, stm, upper, estimate, mtm)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (id) DO NOTHING";

static const char sql_set_length[] =
    "UPDATE puzzle SET stm = ?2, upper = ?3 WHERE id = ?1";

static const char sql_set_mtm[] = "UPDATE puzzle SET mtm = ?2 WHERE id = ?1";

/* The columns that record_boards reads. */
static const char sql_boards[] =
    "SELECT id, goal, class, start FROM puzzle WHERE id = ?1";

static const char sql_place[] =
    "SELECT goal, class, stm, upper, estimate, mtm FROM puzzle"
    " WHERE id = ?1";

loyd_err
puzzle_bad(loyd_why *why, const loyd_id *id, const char *format, ...)
{
    char name[LOYD_ID_CHARS + 1];
    va_list args;

    loyd_id_print(id, name);
    va_start(args, format);
    why_vset(why, LOYD_E_CORRUPT, format, args);
    va_end(args);
    return why_prefix(why, LOYD_E_CORRUPT, "puzzle %s: ", name);
}

loyd_err
puzzle_missing(loyd_why *why, const loyd_id *id, const char *words)
{
    char name[LOYD_ID_CHARS + 1];

    loyd_id_print(id, name);
    return why_set(why, LOYD_E_NOT_FOUND, "no puzzle %s%s", name, words);
}

int
id_order(const void *a, const void *b)
{
    return id_compare(a, b);
}

bool
id_next(loyd_id *id)
{
    for (size_t i = LOYD_ID_BYTES; i-- > 0;)
        if (++id->byte[i] != 0)
            return true;
    return false;
}

void
rated_clear(struct rated *rated)
{
    loyd_moves path = rated->path;

    path.n = 0;
    *rated = (struct rated){.path = path};
}

loyd_err
record_boards(struct query *q, struct record *out, loyd_why *why)
{
    const struct goal_row *goal;
    const uint8_t *start;
    size_t len;
    int64_t pk, class;
    loyd_id id;
    loyd_err err;

    if (!column_id(q, COL_ID, &out->id))
        return why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid id");
    rated_clear(&out->stm);
    rated_clear(&out->mtm);
    out->estimate = out->estimate_version = 0;
    out->recipe = NULL;
    if (!column_int(q, COL_GOAL, 1, INT64_MAX, &pk))
        return puzzle_bad(why, &out->id, "invalid goal key");
    if ((err = goal_get(q->store, pk, &goal, why)) != LOYD_OK)
        return err == LOYD_E_CORRUPT
                   ? puzzle_bad(why, &out->id, "%s", why->text)
                   : err;
    out->puzzle.goal = goal->board;
    memcpy(out->layout, goal->layout, strlen(goal->layout) + 1);
    if (goal->is_named
            ? !column_is_null(q, COL_CLASS)
            : !column_int(q, COL_CLASS, goal->class, goal->class, &class))
        return puzzle_bad(why, &out->id, "wrong class");
    if (!column_blob(q, COL_START, 1, LOYD_CELLS_MAX, &start, &len) ||
        !start_unpack(start, len, &goal->board, &out->puzzle.start))
        return puzzle_bad(why, &out->id, "invalid start");
    if (loyd_board_equal(&out->puzzle.start, &out->puzzle.goal))
        return puzzle_bad(why, &out->id, "start and goal are equal");
    if (loyd_puzzle_check(&out->puzzle, NULL) != LOYD_OK)
        return puzzle_bad(why, &out->id, "unsolvable");
    loyd_puzzle_id(&out->puzzle, &id);
    if (memcmp(id.byte, out->id.byte, LOYD_ID_BYTES) != 0)
        return puzzle_bad(why, &out->id, "the id does not match the boards");
    return LOYD_OK;
}

/* Reads the columns of `q` that follow from a rating, and the estimate. */
static loyd_err
record_lengths(struct query *q, struct record *out, loyd_why *why)
{
    const loyd_rating *rating = &out->stm.rating;
    bool is_open = out->stm.status == LOYD_STATUS_BOUNDED;
    int64_t value;

    if (out->stm.status == LOYD_STATUS_PROVEN
            ? !column_int(q, COL_STM, rating->upper, rating->upper, &value)
            : !column_is_null(q, COL_STM))
        return puzzle_bad(
            why, &out->id,
            out->stm.status == LOYD_STATUS_UNRATED
                ? "an optimal length without a rating"
                : "the optimal length does not match the rating");
    if (is_open ? !column_int(q, COL_OPEN_UPPER, rating->upper, rating->upper,
                              &value)
                : !column_is_null(q, COL_OPEN_UPPER))
        return puzzle_bad(why, &out->id,
                          "the upper bound does not match the rating");
    if (column_is_null(q, COL_ESTIMATE))
        return LOYD_OK;
    if (!column_int(q, COL_ESTIMATE, ESTIMATE_MIN, ESTIMATE_MAX, &value))
        return puzzle_bad(why, &out->id, "invalid estimate");
    out->estimate = estimate_length(value);
    out->estimate_version = estimate_version(value);
    if (estimate_may_be(&out->puzzle, out->estimate_version, out->estimate,
                        NULL) != LOYD_OK)
        return puzzle_bad(why, &out->id, "invalid estimate");
    return out->estimate >= rating->lower
               ? LOYD_OK
               : puzzle_bad(why, &out->id, "the estimate is below the rating");
}

/* Reads the ends of a rating in a metric. */
static loyd_err
read_ends(struct query *rating, int first, loyd_metric metric,
          struct record *out, loyd_why *why)
{
    struct rated *rated = record_in(out, metric);
    int64_t lower, upper;

    if (!column_int(rating, first + UPPER, 1, PATH_MAX_MOVES, &upper) ||
        !column_int(rating, first + LOWER, 1, upper, &lower))
        return puzzle_bad(why, &out->id, "rating%s out of range",
                          metric_words(metric));
    rated->rating.lower = (uint16_t)lower;
    rated->rating.upper = (uint16_t)upper;
    rated->rating.metric = metric;
    rated->status = lower == upper ? LOYD_STATUS_PROVEN : LOYD_STATUS_BOUNDED;
    return LOYD_OK;
}

/* Reads the rest of a rating. */
static loyd_err
read_path(struct query *rating, int first, loyd_metric metric,
          struct record *out, loyd_why *why)
{
    struct rated *rated = record_in(out, metric);
    const char *in = metric_words(metric);
    const uint8_t *path;
    size_t len;
    loyd_err err;

    if (!column_int(rating, first + SEARCH, 1, INT64_MAX, &rated->upper_pk) ||
        !(column_is_null(rating, first + LOWER_SEARCH) ||
          column_int(rating, first + LOWER_SEARCH, 1, INT64_MAX,
                     &rated->lower_pk)))
        return puzzle_bad(why, &out->id,
                          "a rating%s with an invalid search key", in);
    if (column_is_null(rating, first + LOWER_SEARCH))
        rated->lower_pk = rated->upper_pk;
    if (!column_blob(rating, first + PATH, 1, PATH_BYTES_MAX, &path, &len))
        return puzzle_bad(why, &out->id, "a rating%s without a path", in);
    err = path_unpack(path, len, &rated->path);
    if (err == LOYD_E_NOMEM)
        return err;
    if (err != LOYD_OK ||
        loyd_moves_length(&rated->path, metric) != rated->rating.upper)
        return puzzle_bad(why, &out->id,
                          "the path's length does not match the rating%s", in);
    if (!moves_lead(&out->puzzle.start, &out->puzzle.goal, &rated->path))
        return puzzle_bad(why, &out->id, "the path%s does not end at the goal",
                          in);
    return LOYD_OK;
}

loyd_err
record_rating(struct query *q, struct query *rating, int first,
              struct record *out, loyd_why *why)
{
    loyd_err err = read_ends(rating, first, LOYD_STM, out, why);

    if (err == LOYD_OK && q != NULL)
        err = record_lengths(q, out, why);
    return err == LOYD_OK ? read_path(rating, first, LOYD_STM, out, why) : err;
}

loyd_err
record_no_rating(struct query *q, struct record *out, loyd_why *why)
{
    return record_lengths(q, out, why);
}

loyd_err
record_mtm(struct query *q, int at, struct query *rating, int first,
           struct record *out, loyd_why *why)
{
    int64_t wanted, value;
    loyd_err err;

    if (rating == NULL)
        return column_is_null(q, at)
                   ? LOYD_OK
                   : puzzle_bad(why, &out->id,
                                "a length in MTM without a rating");
    err = read_ends(rating, first, LOYD_MTM, out, why);
    if (err != LOYD_OK)
        return err;
    wanted = mtm_number(&out->mtm.rating);
    if (!column_int(q, at, wanted, wanted, &value))
        return puzzle_bad(why, &out->id,
                          "the length in MTM does not match its rating");
    err = read_path(rating, first, LOYD_MTM, out, why);
    if (err == LOYD_OK &&
        !metrics_agree(&out->puzzle.goal, &out->stm, &out->mtm))
        err = puzzle_bad(why, &out->id,
                         "the ratings in STM and MTM contradict each other");
    return err;
}

/* Reads the rating in MTM, if the puzzle has one; `q` is at the puzzle. */
static loyd_err
get_mtm(struct query *q, struct record *out, loyd_why *why)
{
    struct query rating;
    loyd_err err;

    if (column_is_null(q, COL_MTM))
        return LOYD_OK;
    query_begin(&rating, q->store, STMT_MTM_GET, sql_get_mtm, why);
    query_id(&rating, 1, &out->id);
    err = record_mtm(q, COL_MTM, query_next(&rating) ? &rating : NULL, 0, out,
                     why);
    return query_end(&rating, err);
}

loyd_err
record_get(loyd_store *store, const loyd_id *id, struct record *out,
           bool *found, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_PUZZLE_GET, sql_get, why);
    query_id(&q, 1, id);
    if ((*found = query_next(&q)) &&
        (err = record_boards(&q, out, why)) == LOYD_OK)
        err = column_is_null(&q, COL_RATING + UPPER)
                  ? record_no_rating(&q, out, why)
                  : record_rating(&q, &q, COL_RATING, out, why);
    if (err == LOYD_OK && *found)
        err = get_mtm(&q, out, why);
    err = query_end(&q, err);
    return err == LOYD_OK && *found ? rating_searches(out, store, why) : err;
}

loyd_err
record_get_boards(loyd_store *store, const loyd_id *id, struct record *out,
                  loyd_why *why)
{
    struct query q;
    loyd_err err;

    query_begin(&q, store, STMT_PUZZLE_BOARDS, sql_boards, why);
    query_id(&q, 1, id);
    out->id = *id;
    err = query_next(&q)
              ? record_boards(&q, out, why)
              : puzzle_bad(why, id, "in an index but not in the table");
    return query_end(&q, err);
}

loyd_err
record_must(loyd_store *store, const loyd_id *id, struct record *out,
            loyd_why *why)
{
    char name[LOYD_ID_CHARS + 1];
    bool found;
    loyd_err err = record_get(store, id, out, &found, why);

    if (err != LOYD_OK || found)
        return err;
    loyd_id_print(id, name);
    return puzzle_missing(why, id, "");
}

void
record_free(struct record *out)
{
    loyd_moves_free(&out->stm.path);
    loyd_moves_free(&out->mtm.path);
}

bool
puzzle_has_parity(const loyd_puzzle *puzzle, uint16_t length)
{
    unsigned way =
        cell_taxicab(loyd_board_blank(&puzzle->start),
                     loyd_board_blank(&puzzle->goal), puzzle->start.width);

    return way % 2 == length % 2U;
}

loyd_err
puzzle_add(loyd_store *store, const struct record *row, bool *is_new,
           loyd_why *why)
{
    const loyd_puzzle *puzzle = &row->puzzle;
    const loyd_rating *rating = &row->stm.rating;
    const struct goal_row *goal;
    uint8_t start[LOYD_CELLS_MAX];
    struct query q;
    loyd_err err = goal_put(store, &puzzle->goal, &goal, why);

    if (err != LOYD_OK)
        return err;
    query_begin(&q, store, STMT_PUZZLE_ADD, sql_add, why);
    query_id(&q, 1, &row->id);
    query_int(&q, 2, goal->pk);
    query_blob(&q, 3, start, start_pack(puzzle, start));
    if (!goal->is_named)
        query_int(&q, 4, goal->class);
    if (rating->upper > 0)
        query_int(&q, rating->lower == rating->upper ? 5 : 6, rating->upper);
    if (row->estimate > 0)
        query_int(&q, 7,
                  estimate_number(row->estimate_version, row->estimate));
    if (row->mtm.rating.upper > 0)
        query_int(&q, 8, mtm_number(&row->mtm.rating));
    if ((err = query_run(&q)) == LOYD_OK)
        *is_new = sqlite3_changes(store->db) > 0;
    return err;
}

loyd_err
puzzle_same(const struct record *there, const loyd_puzzle *puzzle,
            loyd_why *why)
{
    if (loyd_board_equal(&there->puzzle.start, &puzzle->start) &&
        loyd_board_equal(&there->puzzle.goal, &puzzle->goal))
        return LOYD_OK;
    return puzzle_bad(why, &there->id, "stored with different boards");
}

loyd_err
puzzle_may_be(const loyd_puzzle *puzzle, loyd_why *why)
{
    loyd_err err = loyd_puzzle_check(puzzle, why);

    if (err == LOYD_OK && loyd_board_equal(&puzzle->start, &puzzle->goal))
        err = why_set(why, LOYD_E_RANGE,
                      "start and goal are equal: nothing to solve");
    return err;
}

loyd_err
loyd_store_add_puzzle(loyd_store *store, const loyd_puzzle *puzzle,
                      loyd_id *id, bool *is_new, loyd_why *why)
{
    struct record there = {.stm.path = {0}};
    loyd_id made;
    bool found, is_added;
    loyd_err err;

    WHY_GIVEN(why);
    err = store_need_write(store, why);
    if (err == LOYD_OK)
        err = puzzle_may_be(puzzle, why);
    if (err != LOYD_OK)
        return err;
    loyd_puzzle_id(puzzle, &made);
    if ((err = record_get(store, &made, &there, &found, why)) != LOYD_OK)
        goto fail;
    if (!found) {
        there.id = made;
        there.puzzle = *puzzle;
    }
    err = found ? puzzle_same(&there, puzzle, why)
                : puzzle_add(store, &there, &is_added, why);
    if (err != LOYD_OK)
        goto fail;
    if (id != NULL)
        *id = made;
    if (is_new != NULL)
        *is_new = !found;
fail:
    record_free(&there);
    return err;
}

loyd_err
puzzle_set_length(loyd_store *store, const loyd_id *id,
                  const loyd_rating *rating, loyd_why *why)
{
    bool is_proven = rating->lower == rating->upper;
    bool is_mtm = rating->metric == LOYD_MTM;
    struct query q;
    loyd_err err;

    query_begin(&q, store,
                is_mtm ? STMT_PUZZLE_SET_MTM : STMT_PUZZLE_SET_LENGTH,
                is_mtm ? sql_set_mtm : sql_set_length, why);
    query_id(&q, 1, id);
    if (is_mtm)
        query_int(&q, 2, mtm_number(rating));
    else
        query_int(&q, is_proven ? 2 : 3, rating->upper);
    err = query_run(&q);
    return err == LOYD_OK && is_proven
               ? claim_drop(store, id, rating->metric, why)
               : err;
}

/* Reads a column that may be NULL: -1. */
static bool
read_length(struct query *q, int at, int64_t high, int64_t *value)
{
    *value = -1;
    return column_is_null(q, at) || column_int(q, at, 1, high, value);
}

loyd_err
place_read(struct query *q, int at, const loyd_id *id,
           struct puzzle_place *place, loyd_why *why)
{
    int64_t stm, upper, mtm;

    if (!column_int(q, at, 1, INT64_MAX, &place->goal) ||
        !read_length(q, at + 1, INT64_MAX, &place->class) ||
        !read_length(q, at + 2, LOYD_STM_MAX, &stm) ||
        !read_length(q, at + 3, LOYD_STM_MAX, &upper) ||
        !read_length(q, at + 4, ESTIMATE_MAX, &place->estimate) ||
        !read_length(q, at + 5, MTM_MAX, &mtm))
        return puzzle_bad(why, id, "invalid goal key, class or length");
    place->stm = (int32_t)stm;
    place->upper = (int32_t)upper;
    place->mtm = (int32_t)mtm;
    return LOYD_OK;
}

loyd_err
puzzle_find(loyd_store *store, const loyd_id *id, struct puzzle_place *place,
            bool *found, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_PUZZLE_PLACE, sql_place, why);
    query_id(&q, 1, id);
    if ((*found = query_next(&q)))
        err = place_read(&q, 0, id, place, why);
    return query_end(&q, err);
}
