/* SPDX-License-Identifier: MIT */
/* Counts of the puzzles of a filter, in all or by goal, status and length. */
#include <stdlib.h>

#include "base/array.h"
#include "base/why.h"
#include "store/select.h"

/* Proven puzzles come last. */
static int
line_compare(const void *a, const void *b)
{
    static const int place[LOYD_STATUS_COUNT_] = {
        [LOYD_STATUS_UNRATED] = 0,
        [LOYD_STATUS_BOUNDED] = 1,
        [LOYD_STATUS_PROVEN] = 2,
    };
    const struct census_line *one = a, *other = b;

    if (one->goal != other->goal)
        return one->goal < other->goal ? -1 : 1;
    if (one->status != other->status)
        return place[one->status] - place[other->status];
    return (one->length > other->length) - (one->length < other->length);
}

void
census_sort(struct census *census)
{
    size_t n = 0;

    ARRAY_SORT(census->lines, census->n, line_compare);
    for (size_t i = 0; i < census->n; i++)
        if (n > 0 &&
            line_compare(&census->lines[n - 1], &census->lines[i]) == 0)
            census->lines[n - 1].count += census->lines[i].count;
        else
            census->lines[n++] = census->lines[i];
    census->n = n;
}

void
census_free(struct census *census)
{
    free(census->lines);
    *census = (struct census){.n = 0};
}

loyd_err
census_add(void *context, int64_t goal, loyd_status status, int32_t length,
           uint64_t count)
{
    struct census *census = context;

    /* Joins lines first: they may be few, in mixed order. */
    if (census->n == census->room)
        census_sort(census);
    if (!ARRAY_ROOM(census->lines, census->room, 2 * census->n + 1))
        return LOYD_E_NOMEM;
    census->lines[census->n++] =
        (struct census_line){goal, length, status, count};
    return LOYD_OK;
}

loyd_err
select_count(struct select *sel, uint64_t *count, loyd_why *why)
{
    struct sql sql = {.n = 0};
    struct query q;
    int64_t n = 0;
    loyd_err err;

    *count = 0;
    if (sel->n_runs == 0)
        return LOYD_OK;
    if (select_is_sorted(sel) && sel->has_after) {
        sql_put(&sql, "SELECT count(*) FROM (");
        err = put_walk(&sql, sel, why);
    } else {
        sql_put(&sql, "SELECT sum(n) FROM (");
        err = put_runs(&sql, sel, "SELECT count(*) AS n", "", why);
    }
    sql_put(&sql, ")");
    if (err == LOYD_OK &&
        (err = sql_begin(&sql, &q, sel->store, why)) == LOYD_OK) {
        select_bind(sel, &q, &sel->first, -1);
        if (!query_next(&q) || !column_int(&q, 0, 0, INT64_MAX, &n))
            err = why_set(why, LOYD_E_DB, "no result of a count");
        err = query_end(&q, err);
    }
    sql_free(&sql);
    *count = (uint64_t)n;
    return err;
}

loyd_err
select_census(struct select *sel, census_fn each, void *context, loyd_why *why)
{
    bool is_mtm = sel->metric == LOYD_MTM;
    struct sql sql = {.n = 0}, select = {.n = 0};
    struct query q;
    loyd_err err;

    if (sel->n_runs == 0)
        return LOYD_OK;
    sql_put(&select, "SELECT p.goal AS goal, ");
    put_status(&select, sel->metric);
    text_format(&select.text,
                " AS status, ifnull(%s, -1) AS length, count(*) AS n",
                is_mtm ? "p.mtm" : "p.stm");
    if (sql_is_lost(&select)) {
        sql_free(&select);
        return LOYD_E_NOMEM;
    }
    sql_put(&sql, "SELECT goal, status, length, sum(n) FROM (");
    err = put_runs(&sql, sel, select.text.at, " GROUP BY 1, 2, 3", why);
    sql_put(&sql, ") GROUP BY 1, 2, 3");
    if (err == LOYD_OK &&
        (err = sql_begin(&sql, &q, sel->store, why)) == LOYD_OK) {
        select_bind(sel, &q, &sel->first, -1);
        while (err == LOYD_OK && query_next(&q)) {
            int64_t goal, status, length, n;

            if (!column_int(&q, 0, 1, INT64_MAX, &goal) ||
                !column_int(&q, 1, 0, LOYD_STATUS_COUNT_ - 1, &status) ||
                !column_int(&q, 2, -1, LOYD_LENGTH_MAX, &length) ||
                !column_int(&q, 3, 1, INT64_MAX, &n))
                err = why_set(why, LOYD_E_CORRUPT,
                              "a puzzle has an invalid goal key or length");
            else
                err = each(context, goal, (loyd_status)status, (int32_t)length,
                           (uint64_t)n);
        }
        err = query_end(&q, err);
    }
    sql_free(&sql);
    sql_free(&select);
    return err;
}
