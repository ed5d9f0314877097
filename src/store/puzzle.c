/* SPDX-License-Identifier: MIT */
/* The table puzzle: reads and writes puzzles with their ratings. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "core/board.h"
#include "core/moves.h"
#include "store/rows.h"
#include "store/tables.h"

enum {
    COL_ID,
    COL_GOAL,
    COL_BOARD,
    COL_STM = COLUMN_STM,
    COL_UPPER,
    COL_ESTIMATE,
    COL_ESTIMATE_VERSION,
    COL_MTM = COLUMN_MTM,
    COL_MTM_UPPER,
    COL_RATING
};

static_assert(COL_RATING == N_PUZZLE_COLUMNS, "the columns of a query");

/* The columns of a rating, from the first of them on. */
enum { LOWER, UPPER, PATH, SEARCH, LOWER_SEARCH };

static const char sql_get[] =
    "SELECT " PUZZLE_COLUMNS ", " RATING_COLUMNS
    " FROM puzzle AS p LEFT JOIN rating AS r ON r.puzzle = p.id"
    " AND r.metric = 'stm' WHERE p.id = ?1";

static const char sql_get_mtm[] =
    "SELECT " RATING_COLUMNS
    " FROM rating AS r WHERE r.puzzle = ?1 AND r.metric = 'mtm'";

static const char sql_add[] =
    "INSERT INTO puzzle (id, goal, board, size, stm, upper, mtm, mtm_upper)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
    " ON CONFLICT (id) DO NOTHING";

/* By metric: the optimum and the upper end, one of which is NULL. */
static const char *const sql_set_length[LOYD_METRICS] = {
    [LOYD_STM] = "UPDATE puzzle SET stm = ?2, upper = ?3 WHERE id = ?1",
    [LOYD_MTM] = "UPDATE puzzle SET mtm = ?2, mtm_upper = ?3 WHERE id = ?1",
};

static const char sql_boards[] =
    "SELECT " PUZZLE_COLUMNS " FROM puzzle AS p WHERE p.id = ?1";

static const char sql_find[] = "SELECT stm FROM puzzle WHERE id = ?1";

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
    return why_set(why, LOYD_E_NOT_FOUND, "no puzzle '%s'%s", name, words);
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

/* Forgets what a record knows in a metric, except for the path's memory. */
static void
known_clear(loyd_known *known)
{
    loyd_moves path = known->path;

    path.n = 0;
    *known = (loyd_known){.path = path};
}

loyd_err
record_boards(struct query *q, struct record *out, loyd_why *why)
{
    const struct goal_row *goal;
    loyd_size size;
    int64_t pk;
    loyd_id id;
    loyd_err err;

    if (!column_id(q, COL_ID, &out->id))
        return why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid id");
    for (unsigned m = 0; m < LOYD_METRICS; m++)
        known_clear(&out->known[m]);
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
    size = (loyd_size){goal->board.width, goal->board.height};
    if (!column_board(q, COL_BOARD, &size, &out->puzzle.start))
        return puzzle_bad(why, &out->id, "invalid board");
    if (board_equal(&out->puzzle.start, &out->puzzle.goal))
        return puzzle_bad(why, &out->id, "start and goal are equal");
    if (loyd_puzzle_check(&out->puzzle, NULL) != LOYD_OK)
        return puzzle_bad(why, &out->id, "unsolvable");
    loyd_puzzle_id(&out->puzzle, &id);
    if (memcmp(id.byte, out->id.byte, LOYD_ID_BYTES) != 0)
        return puzzle_bad(why, &out->id, "the id does not match the boards");
    return LOYD_OK;
}

/* Checks the optimum and the upper end of table puzzle, in the column `at` and
 * the next one, against the rating in a metric. */
static loyd_err
check_lengths(struct query *q, int at, loyd_metric metric,
              const struct record *out, loyd_why *why)
{
    const loyd_known *known = &out->known[metric];
    uint16_t upper = known->rating.upper;
    bool is_proven = known->status == LOYD_STATUS_PROVEN;
    bool is_open = known->status == LOYD_STATUS_BOUNDED;
    int64_t value;

    if ((is_proven ? column_int(q, at, upper, upper, &value)
                   : column_is_null(q, at)) &&
        (is_open ? column_int(q, at + 1, upper, upper, &value)
                 : column_is_null(q, at + 1)))
        return LOYD_OK;
    return puzzle_bad(why, &out->id,
                      is_proven || is_open
                          ? "the length does not match the rating%s"
                          : "a length without a rating%s",
                      metric_words(metric));
}

static loyd_err
read_estimate(struct query *q, struct record *out, loyd_why *why)
{
    if (column_is_null(q, COL_ESTIMATE) &&
        column_is_null(q, COL_ESTIMATE_VERSION))
        return LOYD_OK;
    if (!column_u16(q, COL_ESTIMATE, 1, PATH_MAX_MOVES, &out->estimate) ||
        !column_u16(q, COL_ESTIMATE_VERSION, 1, UINT16_MAX,
                    &out->estimate_version) ||
        estimate_may_be(&out->puzzle, out->estimate_version, out->estimate,
                        NULL) != LOYD_OK)
        return puzzle_bad(why, &out->id, "invalid estimate");
    return out->estimate >= out->known[LOYD_STM].rating.lower
               ? LOYD_OK
               : puzzle_bad(why, &out->id, "the estimate is below the rating");
}

/* Reads the ends of a rating in a metric. */
static loyd_err
read_ends(struct query *rating, int first, loyd_metric metric,
          struct record *out, loyd_why *why)
{
    loyd_known *known = &out->known[metric];
    int64_t lower, upper;

    if (!column_int(rating, first + UPPER, 1, PATH_MAX_MOVES, &upper) ||
        !column_int(rating, first + LOWER, 1, upper, &lower))
        return puzzle_bad(why, &out->id, "rating out of range%s",
                          metric_words(metric));
    known->rating.lower = (uint16_t)lower;
    known->rating.upper = (uint16_t)upper;
    known->rating.metric = metric;
    known->status = lower == upper ? LOYD_STATUS_PROVEN : LOYD_STATUS_BOUNDED;
    return LOYD_OK;
}

/* Reads the rest of a rating. */
static loyd_err
read_path(struct query *rating, int first, loyd_metric metric,
          struct record *out, loyd_why *why)
{
    loyd_known *known = &out->known[metric];
    struct search_keys *keys = &out->searches[metric];
    const char *in = metric_words(metric);

    if (!column_int(rating, first + SEARCH, 1, INT64_MAX, &keys->upper) ||
        !(column_is_null(rating, first + LOWER_SEARCH) ||
          column_int(rating, first + LOWER_SEARCH, 1, INT64_MAX,
                     &keys->lower)))
        return puzzle_bad(why, &out->id,
                          "a rating%s with an invalid search key", in);
    if (column_is_null(rating, first + LOWER_SEARCH))
        keys->lower = keys->upper;
    if (!column_path(rating, first + PATH, &known->path))
        return puzzle_bad(why, &out->id, "a rating%s with an invalid path",
                          in);
    if (loyd_moves_length(&known->path, metric) != known->rating.upper)
        return puzzle_bad(why, &out->id,
                          "the path's length does not match the rating%s", in);
    if (!moves_lead(&out->puzzle.start, &out->puzzle.goal, &known->path))
        return puzzle_bad(why, &out->id, "the path%s does not end at the goal",
                          in);
    return LOYD_OK;
}

loyd_err
record_rating(struct query *q, loyd_metric metric, struct query *rating,
              int first, struct record *out, loyd_why *why)
{
    bool is_mtm = metric == LOYD_MTM;
    loyd_err err = LOYD_OK;

    if (rating != NULL)
        err = read_ends(rating, first, metric, out, why);
    if (err == LOYD_OK && q != NULL)
        err = check_lengths(q, is_mtm ? COL_MTM : COL_STM, metric, out, why);
    if (err == LOYD_OK && q != NULL && !is_mtm)
        err = read_estimate(q, out, why);
    if (err == LOYD_OK && rating != NULL)
        err = read_path(rating, first, metric, out, why);
    if (err == LOYD_OK && rating != NULL &&
        !metrics_agree(&out->puzzle.goal, out->known))
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

    if (column_is_null(q, COL_MTM) && column_is_null(q, COL_MTM_UPPER))
        return LOYD_OK;
    query_begin(&rating, q->store, STMT_MTM_GET, sql_get_mtm, why);
    query_id(&rating, 1, &out->id);
    err = record_rating(q, LOYD_MTM, query_next(&rating) ? &rating : NULL, 0,
                        out, why);
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
        err = record_rating(&q, LOYD_STM,
                            column_is_null(&q, COL_RATING + UPPER) ? NULL : &q,
                            COL_RATING, out, why);
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
    bool found;
    loyd_err err = record_get(store, id, out, &found, why);

    return err != LOYD_OK || found ? err : puzzle_missing(why, id, "");
}

void
record_free(struct record *out)
{
    loyd_moves_free(&out->known[LOYD_STM].path);
    loyd_moves_free(&out->known[LOYD_MTM].path);
}

bool
puzzle_has_parity(const loyd_puzzle *puzzle, uint16_t length)
{
    unsigned way =
        cell_taxicab(board_blank(&puzzle->start), board_blank(&puzzle->goal),
                     puzzle->start.width);

    return way % 2 == length % 2U;
}

/* Binds the optimum or the upper end of a rating: `at` and the next one. */
static void
bind_length(struct query *q, int at, const loyd_rating *rating)
{
    if (rating->upper > 0)
        query_int(q, rating->lower == rating->upper ? at : at + 1,
                  rating->upper);
}

loyd_err
puzzle_add(loyd_store *store, const struct record *row, bool *is_new,
           loyd_why *why)
{
    const loyd_board *start = &row->puzzle.start;
    const struct goal_row *goal;
    char board[LOYD_BOARD_TEXT], size[SIZE_TEXT];
    struct query q;
    loyd_err err = goal_put(store, &row->puzzle.goal, &goal, why);

    if (err != LOYD_OK)
        return err;
    loyd_board_print(start, LOYD_FORM_ROWS, board);
    query_begin(&q, store, STMT_PUZZLE_ADD, sql_add, why);
    query_id(&q, 1, &row->id);
    query_int(&q, 2, goal->pk);
    query_text(&q, 3, board);
    query_copy(&q, 4, size_print(start->width, start->height, size));
    bind_length(&q, 5, &row->known[LOYD_STM].rating);
    bind_length(&q, 7, &row->known[LOYD_MTM].rating);
    if ((err = query_run(&q)) == LOYD_OK)
        *is_new = sqlite3_changes(store->db) > 0;
    return err;
}

loyd_err
puzzle_set_length(loyd_store *store, const loyd_id *id,
                  const loyd_rating *rating, loyd_why *why)
{
    loyd_metric metric = rating->metric;
    struct query q;

    query_begin(&q, store,
                metric == LOYD_MTM ? STMT_PUZZLE_SET_MTM
                                   : STMT_PUZZLE_SET_LENGTH,
                sql_set_length[metric], why);
    query_id(&q, 1, id);
    bind_length(&q, 2, rating);
    return query_run(&q);
}

loyd_err
puzzle_find(loyd_store *store, const loyd_id *id, int32_t *stm, bool *found,
            loyd_why *why)
{
    int64_t length = -1;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, store, STMT_PUZZLE_FIND, sql_find, why);
    query_id(&q, 1, id);
    *found = query_next(&q);
    if (*found && !column_is_null(&q, 0) &&
        !column_int(&q, 0, 1, LOYD_LENGTH_MAX, &length))
        err = puzzle_bad(why, id, "invalid length");
    *stm = (int32_t)length;
    return query_end(&q, err);
}

loyd_err
puzzle_is_stored(loyd_store *store, const loyd_id *id, bool *yes,
                 loyd_why *why)
{
    int32_t stm;

    return puzzle_find(store, id, &stm, yes, why);
}

loyd_err
puzzle_need(loyd_store *store, const loyd_id *id, const char *words,
            loyd_why *why)
{
    bool found;
    loyd_err err = puzzle_is_stored(store, id, &found, why);

    return err != LOYD_OK || found ? err : puzzle_missing(why, id, words);
}
