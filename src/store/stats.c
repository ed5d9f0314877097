/* SPDX-License-Identifier: MIT */
/* Statistics: counts of puzzles by size, layout, status and length. Those of a
 * filter are counted at once, those of all puzzles goal by goal. */
#include <string.h>

#include "base/why.h"
#include "core/cursor.h"
#include "store/filter_table.h"
#include "store/select.h"

static const char sql_proven[] =
    "SELECT stm, count(*) FROM puzzle WHERE goal = ?1 AND stm IS NOT NULL"
    " GROUP BY stm ORDER BY stm";

/* Counts the unproven puzzles of a goal: all, and those with an interval. */
static const char sql_open[] =
    "SELECT count(*), count(upper) FROM puzzle WHERE goal = ?1"
    " AND stm IS NULL";

/* The same in MTM. */
static const char sql_proven_mtm[] =
    "SELECT mtm, count(*) FROM puzzle INDEXED BY puzzle_goal_mtm"
    " WHERE goal = ?1 AND mtm IS NOT NULL GROUP BY mtm ORDER BY mtm";

static const char sql_open_mtm[] =
    "SELECT count(*), count(mtm_upper) FROM puzzle INDEXED BY puzzle_goal"
    " WHERE goal = ?1 AND mtm IS NULL";

/* The statuses of unproven puzzles, in the order of their lines. */
static const loyd_status open_statuses[] = {LOYD_STATUS_UNRATED,
                                            LOYD_STATUS_BOUNDED};

#define N_OPEN (sizeof(open_statuses) / sizeof(open_statuses[0]))

struct stat_list {
    loyd_cursor head;
    loyd_store *store;
    loyd_metric metric;
    uint8_t width; /* of the goals */
    uint8_t height;
    bool has_goals; /* the query `goals` is open */
    bool is_named;  /* it reads goals with a name */
    struct query goals;
    int64_t goal;         /* the current one */
    loyd_stat line;       /* of the current goal */
    int64_t open[N_OPEN]; /* its counts by open_statuses */
    size_t n_open;        /* how many of them have been read */
    bool has_proven;      /* the query `proven` is open */
    struct query proven;
    bool is_counted; /* of a filter; the queries above are not used */
    struct census census;
    size_t at;    /* the next line of the census */
    size_t n_out; /* the lines returned */
};

static loyd_err
count_open(struct stat_list *list, int64_t goal, loyd_why *why)
{
    int64_t all = 0, bounded = 0;
    struct query q;
    loyd_err err = LOYD_OK;

    if (list->metric == LOYD_MTM)
        query_begin(&q, list->store, STMT_STATS_OPEN_MTM, sql_open_mtm, why);
    else
        query_begin(&q, list->store, STMT_STATS_OPEN, sql_open, why);
    query_int(&q, 1, goal);
    if (query_next(&q) && (!column_int(&q, 0, 0, INT64_MAX, &all) ||
                           !column_int(&q, 1, 0, all, &bounded)))
        err = why_set(why, LOYD_E_DB, "no result of a count");
    list->open[0] = all - bounded;
    list->open[1] = bounded;
    list->n_open = 0;
    return query_end(&q, err);
}

/* Finds the first line of a goal in the census; false: none. */
static bool
find_lines(struct stat_list *list, int64_t pk)
{
    size_t low = 0, high = list->census.n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (list->census.lines[middle].goal < pk)
            low = middle + 1;
        else
            high = middle;
    }
    list->at = low;
    return low < list->census.n && list->census.lines[low].goal == pk;
}

static loyd_err
begin_goal(struct stat_list *list, int64_t pk, loyd_why *why)
{
    const struct goal_row *goal;
    loyd_err err;

    list->goal = pk;
    if (list->is_counted && !find_lines(list, pk))
        return LOYD_OK;
    if ((err = goal_get(list->store, pk, &goal, why)) != LOYD_OK)
        return err;
    memset(&list->line, 0, sizeof(list->line));
    list->line.width = goal->board.width;
    list->line.height = goal->board.height;
    memcpy(list->line.layout, goal->layout, strlen(goal->layout) + 1);
    list->line.distribution = class_distribution(goal->class, list->metric);
    if (list->is_counted)
        return LOYD_OK;
    if ((err = count_open(list, pk, why)) != LOYD_OK)
        return err;
    if (list->metric == LOYD_MTM)
        query_begin(&list->proven, list->store, STMT_STATS_PROVEN_MTM,
                    sql_proven_mtm, why);
    else
        query_begin(&list->proven, list->store, STMT_STATS_PROVEN, sql_proven,
                    why);
    query_int(&list->proven, 1, pk);
    list->has_proven = true;
    return LOYD_OK;
}

/* Advances to the next goal: for each size, first those with a name. */
static loyd_err
next_goal(struct stat_list *list, bool *found, loyd_why *why)
{
    int64_t pk;
    loyd_err err;

    for (;;) {
        if (list->has_goals) {
            err = goals_next(&list->goals, &pk, found, why);
            if (err != LOYD_OK || *found)
                return err == LOYD_OK ? begin_goal(list, pk, why) : err;
            query_close(&list->goals);
            list->has_goals = false;
        }
        list->is_named = !list->is_named;
        if (list->is_named) {
            err = goal_next_size(list->store, &list->width, &list->height,
                                 found, why);
            if (err != LOYD_OK || !*found)
                return err;
        }
        goals_begin(&list->goals, list->store, list->width, list->height,
                    list->is_named, why);
        list->has_goals = true;
    }
}

/* Reads the next line of the current goal. */
static loyd_err
next_line(struct stat_list *list, bool *found, loyd_why *why)
{
    loyd_stat *line = &list->line;
    struct query *q = &list->proven;
    int64_t length = 0, count = 0;

    while (count == 0 && list->n_open < N_OPEN) {
        line->status = open_statuses[list->n_open];
        count = list->open[list->n_open++];
    }
    if (count == 0) {
        q->why = why;
        if (!query_next(q))
            return query_err(q, LOYD_OK);
        if (!column_int(q, 0, 1, LOYD_LENGTH_MAX, &length) ||
            !column_int(q, 1, 1, INT64_MAX, &count))
            return query_err(q, why_set(why, LOYD_E_CORRUPT,
                                        "a puzzle has an invalid length"));
        line->status = LOYD_STATUS_PROVEN;
    }
    line->length = (uint16_t)length;
    line->count = (uint64_t)count;
    *found = true;
    return LOYD_OK;
}

/* Takes the next line of the current goal from the census. */
static void
next_counted(struct stat_list *list, bool *found)
{
    const struct census_line *next;

    *found = list->at < list->census.n &&
             list->census.lines[list->at].goal == list->goal;
    if (!*found)
        return;
    next = &list->census.lines[list->at];
    list->line.status = next->status;
    list->line.length = (uint16_t)(next->length < 0 ? 0 : next->length);
    list->line.count = next->count;
    list->at++;
    list->n_out++;
}

static loyd_err
next_stat(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct stat_list *list = (struct stat_list *)cursor;
    bool is_goal = true;
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && is_goal && !*found) {
        if (list->is_counted) {
            next_counted(list, found);
            if (*found || list->n_out == list->census.n)
                break;
        }
        if (list->has_proven) {
            err = next_line(list, found, why);
            if (err != LOYD_OK || *found)
                break;
            query_close(&list->proven);
            list->has_proven = false;
        }
        err = next_goal(list, &is_goal, why);
    }
    return err;
}

static void
close_stats(loyd_cursor *cursor)
{
    struct stat_list *list = (struct stat_list *)cursor;

    if (list->has_proven)
        query_close(&list->proven);
    if (list->has_goals)
        query_close(&list->goals);
    census_free(&list->census);
    if (list->store != NULL)
        read_end(list->store);
}

static const struct cursor_kind stats = {sizeof(struct stat_list), next_stat,
                                         close_stats, false};

loyd_err
loyd_store_stats(loyd_store *store, const loyd_filter *filter,
                 loyd_cursor **cursor, loyd_why *why)
{
    struct stat_list *list = cursor_new(&stats);
    loyd_err err = LOYD_E_NOMEM;

    WHY_GIVEN(why);
    if (list != NULL && (err = read_begin(store, why)) == LOYD_OK) {
        list->head.row.stat = &list->line;
        list->store = store;
    }
    if (err == LOYD_OK && filter != NULL)
        list->metric = filter->metric;
    if (err == LOYD_OK && filter != NULL && !filter_is_open(filter)) {
        list->is_counted = true;
        err = find_census(store, filter, &list->census, why);
    }
    return cursor_opened(list, err, cursor);
}
