/* SPDX-License-Identifier: MIT */
/* Owns statistics: how many puzzles of each size, layout, status, length. */
#include <string.h>

#include "base/why.h"
#include "store/tables.h"

static const char sql_proven[] =
    "SELECT stm, count(*) FROM puzzle WHERE goal = ?1 AND stm IS NOT NULL"
    " GROUP BY stm ORDER BY stm";

/* Of what is not proven: how many in all, with a claim, and with an interval
 * alone. */
static const char sql_open[] =
    "SELECT count(*), count(c.puzzle),"
    " count(CASE WHEN c.puzzle IS NULL THEN r.puzzle END) FROM puzzle AS p"
    " LEFT JOIN claim AS c ON c.puzzle = p.id AND c.metric = 1"
    " LEFT JOIN rating AS r ON r.puzzle = p.id AND r.metric = 1"
    " WHERE p.goal = ?1 AND p.stm IS NULL";

struct teller {
    loyd_store *store;
    loyd_stat_fn each;
    void *context;
    bool is_stopped;
    loyd_stat line;
};

static void
tell(struct teller *teller, loyd_status status, int64_t stm, int64_t count)
{
    if (count == 0 || teller->is_stopped)
        return;
    teller->line.status = status;
    teller->line.stm = (uint16_t)stm;
    teller->line.count = (uint64_t)count;
    teller->is_stopped = !teller->each(teller->context, &teller->line);
}

static loyd_err
tell_open(struct teller *teller, int64_t goal, loyd_why *why)
{
    int64_t all = 0, claimed = 0, bounded = 0;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, teller->store, STMT_STATS_OPEN, sql_open, why);
    query_int(&q, 1, goal);
    if (query_next(&q) && (!column_int(&q, 0, 0, INT64_MAX, &all) ||
                           !column_int(&q, 1, 0, all, &claimed) ||
                           !column_int(&q, 2, 0, all - claimed, &bounded)))
        err = why_set(why, LOYD_E_DB, "no count");
    err = query_end(&q, err);
    if (err != LOYD_OK)
        return err;
    tell(teller, LOYD_STATUS_UNRATED, 0, all - claimed - bounded);
    tell(teller, LOYD_STATUS_BOUNDED, 0, bounded);
    tell(teller, LOYD_STATUS_CLAIMED, 0, claimed);
    return LOYD_OK;
}

static loyd_err
tell_proven(struct teller *teller, int64_t goal, loyd_why *why)
{
    int64_t stm, count;
    struct query q;
    loyd_err err = LOYD_OK;

    query_begin(&q, teller->store, STMT_STATS_PROVEN, sql_proven, why);
    query_int(&q, 1, goal);
    while (err == LOYD_OK && !teller->is_stopped && query_next(&q)) {
        if (column_int(&q, 0, 1, LOYD_STM_MAX, &stm) &&
            column_int(&q, 1, 1, INT64_MAX, &count))
            tell(teller, LOYD_STATUS_PROVEN, stm, count);
        else
            err = why_set(why, LOYD_E_CORRUPT, "a puzzle of no length");
    }
    return query_end(&q, err);
}

static loyd_err
tell_goal(void *context, int64_t pk, loyd_why *why)
{
    struct teller *teller = context;
    const struct goal_row *goal;
    loyd_err err;

    if (teller->is_stopped)
        return LOYD_OK;
    if ((err = goal_get(teller->store, pk, &goal, why)) != LOYD_OK)
        return err;
    memset(&teller->line, 0, sizeof(teller->line));
    teller->line.width = goal->board.width;
    teller->line.height = goal->board.height;
    memcpy(teller->line.layout, goal->layout, strlen(goal->layout) + 1);
    teller->line.distribution = class_distribution(goal->class);
    if ((err = tell_open(teller, pk, why)) != LOYD_OK)
        return err;
    return tell_proven(teller, pk, why);
}

loyd_err
loyd_store_stats(loyd_store *store, loyd_stat_fn each, void *context,
                 loyd_why *why)
{
    struct teller teller = {.store = store, .each = each, .context = context};
    uint8_t width = 0, height = 0;
    bool found = true;
    loyd_err err;

    WHY_GIVEN(why);
    err = read_begin(store, why);
    if (err != LOYD_OK)
        return err;
    while (err == LOYD_OK && !teller.is_stopped) {
        err = goal_next_size(store, &width, &height, &found, why);
        if (err != LOYD_OK || !found)
            break;
        err = goal_each(store, width, height, true, tell_goal, &teller, why);
        if (err == LOYD_OK)
            err = goal_each(store, width, height, false, tell_goal, &teller,
                            why);
    }
    read_end(store);
    return err;
}
