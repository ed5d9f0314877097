/* SPDX-License-Identifier: MIT */
/*
 * Counts the puzzles of a selection, run by run: from an index that covers the
 * filter, otherwise row by row.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"
#include "store/select.h"

static const struct run_statement counts[] =
    RUN_STATEMENTS(STMT_COUNTS, "SELECT count(*)", "");

static const struct run_statement rows[] =
    RUN_STATEMENTS(STMT_ROWS, "SELECT id, goal, stm", " ORDER BY id");

static loyd_err
count_index(struct selection *sel, const struct id_run *run,
            const loyd_id *from, uint64_t *count, loyd_why *why)
{
    struct query q;
    int64_t n = 0;
    loyd_err err = LOYD_OK;

    run_query(&q, sel, run, &counts[run->kind], from, why);
    if (!query_next(&q) || !column_int(&q, 0, 0, INT64_MAX, &n))
        err = why_set(why, LOYD_E_DB, "no result of a count");
    err = query_end(&q, err);
    *count += (uint64_t)n;
    return err;
}

/* Called with each puzzle of a run that matches; stm -1: unproven. */
typedef loyd_err (*row_fn)(void *context, struct selection *sel,
                           const loyd_id *id, int64_t goal, int32_t stm,
                           loyd_why *why);

static loyd_err
read_row(struct query *q, loyd_id *id, int64_t *goal, int32_t *stm,
         loyd_why *why)
{
    int64_t length = -1;

    if (!column_id(q, 0, id))
        return why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid id");
    if (!column_int(q, 1, 1, INT64_MAX, goal) ||
        !(column_is_null(q, 2) || column_int(q, 2, 1, LOYD_STM_MAX, &length)))
        return puzzle_bad(why, id, "invalid goal key or length");
    *stm = (int32_t)length;
    return LOYD_OK;
}

/* Reads a run from `from` on; one step of a statement per puzzle. */
static loyd_err
each_row(struct selection *sel, const struct id_run *run, const loyd_id *from,
         row_fn each, void *context, loyd_why *why)
{
    struct query q;
    loyd_err err = LOYD_OK;

    run_query(&q, sel, run, &rows[run->kind], from, why);
    while (err == LOYD_OK && query_next(&q)) {
        bool yes = false;
        int64_t goal = 0;
        int32_t stm = -1;
        loyd_id id;

        err = read_row(&q, &id, &goal, &stm, why);
        if (err == LOYD_OK)
            err = filter_match(sel, run, &id, &yes, why);
        if (err == LOYD_OK && yes)
            err = each(context, sel, &id, goal, stm, why);
    }
    return query_end(&q, err);
}

static loyd_err
count_row(void *context, struct selection *sel, const loyd_id *id,
          int64_t goal, int32_t stm, loyd_why *why)
{
    (void)sel;
    (void)id;
    (void)goal;
    (void)stm;
    (void)why;
    ++*(uint64_t *)context;
    return LOYD_OK;
}

static loyd_err
count_run(struct selection *sel, const struct id_run *run, uint64_t *count,
          loyd_why *why)
{
    loyd_id from;

    if (!run_start(sel, run, &from))
        return LOYD_OK;
    return filter_checks(sel, run) == 0
               ? count_index(sel, run, &from, count, why)
               : each_row(sel, run, &from, count_row, count, why);
}

loyd_err
selection_count(struct selection *sel, uint64_t *count, loyd_why *why)
{
    uint64_t n = sel->is_listed ? sel->n_list - list_start(sel) : 0;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < sel->n_runs; i++)
        err = count_run(sel, &sel->runs[i], &n, why);
    if (err == LOYD_OK)
        *count = n;
    return err;
}

/* --- censuses --- */

/* Proven puzzles come last. */
static int
line_compare(const void *a, const void *b)
{
    static const int place[LOYD_STATUS_COUNT_] = {
        [LOYD_STATUS_UNRATED] = 0,
        [LOYD_STATUS_BOUNDED] = 1,
        [LOYD_STATUS_CLAIMED] = 2,
        [LOYD_STATUS_PROVEN] = 3,
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

    if (census->n > 0)
        qsort(census->lines, census->n, sizeof(census->lines[0]),
              line_compare);
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

static loyd_err
census_add(struct census *census, const struct census_line *line)
{
    /* Neighbours are usually of one run. */
    if (census->n > 0 &&
        line_compare(&census->lines[census->n - 1], line) == 0) {
        census->lines[census->n - 1].count += line->count;
        return LOYD_OK;
    }
    /* Joins lines first: they may be few, in mixed order. */
    if (census->n == census->room)
        census_sort(census);
    if (!ARRAY_ROOM(census->lines, census->room, 2 * census->n + 1))
        return LOYD_E_NOMEM;
    census->lines[census->n++] = *line;
    return LOYD_OK;
}

/* Counts a puzzle by its length in MTM. */
static loyd_err
census_mtm(struct census *census, struct selection *sel, const loyd_id *id,
           const struct puzzle_place *place, loyd_why *why)
{
    struct census_line line = {.goal = place->goal, .length = -1, .count = 1};
    loyd_err err =
        status_in(sel->store, id, LOYD_MTM, place, &line.status, why);

    if (line.status == LOYD_STATUS_PROVEN)
        line.length = place->mtm;
    return err == LOYD_OK ? census_add(census, &line) : err;
}

static loyd_err
census_row(void *context, struct selection *sel, const loyd_id *id,
           int64_t goal, int32_t stm, loyd_why *why)
{
    struct census_line line = {
        .goal = goal, .length = stm, .status = LOYD_STATUS_PROVEN, .count = 1};
    loyd_err err = LOYD_OK;

    if (sel->metric == LOYD_MTM)
        return census_puzzle(context, sel, id, why);
    if (stm < 0)
        err = open_status(sel->store, id, &line.status, why);
    return err == LOYD_OK ? census_add(context, &line) : err;
}

loyd_err
census_puzzle(struct census *census, struct selection *sel, const loyd_id *id,
              loyd_why *why)
{
    struct puzzle_place place;
    loyd_err err = find_indexed(sel, id, &place, why);

    if (err != LOYD_OK)
        return err;
    return sel->metric == LOYD_MTM
               ? census_mtm(census, sel, id, &place, why)
               : census_row(census, sel, id, place.goal, place.stm, why);
}

/* Returns whether all puzzles of a run are proven, with its length. */
static bool
is_of_length(const struct selection *sel, const struct id_run *run)
{
    return sel->metric == LOYD_MTM
               ? run->kind == RUN_GOAL_MTM && run->length < MTM_OPEN
               : run->kind == RUN_GOAL && run->length >= 0;
}

static loyd_err
census_run(struct selection *sel, const struct id_run *run,
           struct census *census, loyd_why *why)
{
    struct census_line line = {.goal = run->key,
                               .length = (int32_t)run->length,
                               .status = LOYD_STATUS_PROVEN};
    loyd_id from;
    loyd_err err;

    if (!run_start(sel, run, &from))
        return LOYD_OK;
    if (!is_of_length(sel, run) || filter_checks(sel, run) != 0)
        return each_row(sel, run, &from, census_row, census, why);
    err = count_index(sel, run, &from, &line.count, why);
    return err == LOYD_OK && line.count > 0 ? census_add(census, &line) : err;
}

loyd_err
selection_census(struct selection *sel, struct census *census, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < sel->n_runs; i++)
        err = census_run(sel, &sel->runs[i], census, why);
    for (size_t i = 0; err == LOYD_OK && i < sel->n_list; i++)
        err = census_puzzle(census, sel, &sel->list[i].id, why);
    return err;
}
