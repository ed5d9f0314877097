/* SPDX-License-Identifier: MIT */
/*
 * Owns the walk along a selection in order of id. A range of lengths is one
 * seek a length, merged: asked for in one statement, SQLite would sort.
 */
#include "store/select.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"

/* The indices are named, so that nobody's ANALYZE makes a scan of it. */
static const char sql_head_all[] =
    "SELECT id FROM puzzle WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 1";

static const char sql_head_goal[] =
    "SELECT id FROM puzzle INDEXED BY puzzle_goal WHERE goal = ?3 AND stm IS "
    "?4"
    " AND id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 1";

static const char sql_head_class[] =
    "SELECT id FROM puzzle INDEXED BY puzzle_class WHERE class = ?3 AND stm "
    "IS ?4"
    " AND id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 1";

static const char sql_count_all[] =
    "SELECT count(*) FROM puzzle WHERE id BETWEEN ?1 AND ?2";

static const char sql_count_goal[] =
    "SELECT count(*) FROM puzzle INDEXED BY puzzle_goal WHERE goal = ?3 AND "
    "stm IS ?4"
    " AND id BETWEEN ?1 AND ?2";

static const char sql_count_class[] =
    "SELECT count(*) FROM puzzle INDEXED BY puzzle_class WHERE class = ?3 AND "
    "stm IS ?4"
    " AND id BETWEEN ?1 AND ?2";

struct statement {
    enum stmt_id id;
    const char *sql;
};

static const struct statement heads[] = {
    [RUN_ALL] = {STMT_HEAD_ALL, sql_head_all},
    [RUN_GOAL] = {STMT_HEAD_GOAL, sql_head_goal},
    [RUN_CLASS] = {STMT_HEAD_CLASS, sql_head_class},
};

static const struct statement counts[] = {
    [RUN_ALL] = {STMT_COUNT_ALL, sql_count_all},
    [RUN_GOAL] = {STMT_COUNT_GOAL, sql_count_goal},
    [RUN_CLASS] = {STMT_COUNT_CLASS, sql_count_class},
};

int32_t
selection_rank(loyd_order order, int32_t stm)
{
    if (order == LOYD_ORDER_ID)
        return 0;
    if (stm < 0)
        return INT32_MAX;
    return order == LOYD_ORDER_STM ? stm : -stm;
}

bool
id_next(loyd_id *id)
{
    for (size_t i = LOYD_ID_BYTES; i-- > 0;)
        if (++id->byte[i] != 0)
            return true;
    return false;
}

static void
run_query(struct query *q, struct selection *sel, const struct id_run *run,
          const struct statement *statement, const loyd_id *from,
          loyd_why *why)
{
    query_begin(q, sel->store, statement->id, statement->sql, why);
    query_id(q, 1, from);
    query_id(q, 2, &sel->last);
    if (run->kind == RUN_ALL)
        return;
    query_int(q, 3, run->key);
    if (run->stm >= 0)
        query_int(q, 4, run->stm);
}

/* The first id of a run at or behind `from` that the filter means. */
static loyd_err
run_head(struct selection *sel, struct id_run *run, loyd_id from, bool *found,
         loyd_why *why)
{
    loyd_err err = LOYD_OK;
    bool is_good = false, row = true;
    struct query q;

    while (err == LOYD_OK && row && !is_good) {
        sel->plan.seeks++;
        run_query(&q, sel, run, &heads[run->kind], &from, why);
        if ((row = query_next(&q)) && !column_id(&q, 0, &run->head))
            err = why_set(why, LOYD_E_CORRUPT, "a puzzle without an id");
        err = query_end(&q, err);
        if (err != LOYD_OK || !row)
            break;
        sel->plan.index_rows++;
        /* In a damaged index the walk could go round for ever. */
        if (id_compare(&run->head, &from) < 0)
            return puzzle_bad(why, &run->head, "an index is out of order");
        err = selection_match(sel, run, &run->head, &is_good, why);
        from = run->head;
        if (!is_good)
            row = id_next(&from);
    }
    *found = row && is_good;
    return err;
}

/* Puts heap[i] where it belongs among those below it. */
static void
sift_down(struct selection *sel, size_t i)
{
    struct id_run *moved = sel->heap[i];

    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= sel->n_heap)
            break;
        if (child + 1 < sel->n_heap && id_compare(&sel->heap[child + 1]->head,
                                                  &sel->heap[child]->head) < 0)
            child++;
        if (id_compare(&moved->head, &sel->heap[child]->head) <= 0)
            break;
        sel->heap[i] = sel->heap[child];
        i = child;
    }
    sel->heap[i] = moved;
}

/* From where on a run is wanted; false: it is not at all. */
static bool
run_start(const struct selection *sel, const struct id_run *run, loyd_id *from)
{
    int32_t rank = selection_rank(sel->order, run->stm);
    int32_t after = selection_rank(sel->order, sel->after_stm);
    loyd_id behind = sel->after;

    *from = sel->first;
    if (!sel->has_after || rank > after)
        return true;
    if (rank < after)
        return false;
    if (sel->is_whole)
        return true;
    if (!id_next(&behind))
        return false;
    if (id_compare(&behind, from) > 0)
        *from = behind;
    return true;
}

/* The heads of the runs from `group` on that are of one rank. */
static loyd_err
open_group(struct selection *sel, size_t group, loyd_why *why)
{
    int32_t rank = selection_rank(sel->order, sel->runs[group].stm);
    loyd_err err = LOYD_OK;
    size_t i;

    sel->n_heap = 0;
    for (i = group; err == LOYD_OK && i < sel->n_runs; i++) {
        struct id_run *run = &sel->runs[i];
        bool found = false;
        loyd_id from;

        if (selection_rank(sel->order, run->stm) != rank)
            break;
        if (run_start(sel, run, &from))
            err = run_head(sel, run, from, &found, why);
        if (err == LOYD_OK && found)
            sel->heap[sel->n_heap++] = run;
    }
    sel->group_end = i;
    for (i = sel->n_heap / 2; i-- > 0;)
        sift_down(sel, i);
    return err;
}

/* On to a group that holds something. */
static loyd_err
open_next(struct selection *sel, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    while (err == LOYD_OK && sel->n_heap == 0 && sel->group_end < sel->n_runs)
        err = open_group(sel, sel->group_end, why);
    return err;
}

loyd_err
selection_start(struct selection *sel, loyd_why *why)
{
    sel->n_heap = 0;
    sel->group_end = 0;
    sel->at_list = list_start(sel);
    return open_next(sel, why);
}

/* The id that the walk stands on, NULL behind the last. */
static const loyd_id *
head_of(const struct selection *sel)
{
    if (sel->is_listed)
        return sel->at_list < sel->n_list ? &sel->list[sel->at_list].id : NULL;
    return sel->n_heap > 0 ? &sel->heap[0]->head : NULL;
}

loyd_err
selection_first(struct selection *sel, loyd_id from, loyd_id *id, bool *found,
                loyd_why *why)
{
    loyd_id first = sel->first;
    bool is_end = false;
    loyd_err err = LOYD_OK;

    *found = false;
    if (id_compare(&from, &first) < 0)
        from = first;
    /* Of a small part of the catalogue nothing is ever near. */
    if (sel->n_runs > 1 && sel->n_misses <= sel->n_hits + 2) {
        err = selection_near(sel, &from, found, &is_end, why);
        sel->n_hits += *found;
        sel->n_misses += !*found;
    }
    if (err != LOYD_OK || *found || is_end) {
        *id = from;
        return err;
    }
    sel->first = from;
    err = selection_start(sel, why);
    sel->first = first;
    *found = err == LOYD_OK && head_of(sel) != NULL;
    if (*found)
        *id = *head_of(sel);
    return err;
}

/* The least head's run goes on; where it ends it leaves the heap. */
static loyd_err
advance(struct selection *sel, loyd_why *why)
{
    loyd_id from = sel->heap[0]->head;
    bool found = id_next(&from);
    loyd_err err = LOYD_OK;

    if (found)
        err = run_head(sel, sel->heap[0], from, &found, why);
    if (err != LOYD_OK || !found)
        sel->heap[0] = sel->heap[--sel->n_heap];
    if (sel->n_heap > 0)
        sift_down(sel, 0);
    return err;
}

loyd_err
selection_next(struct selection *sel, loyd_id *id, bool *found, loyd_why *why)
{
    const loyd_id *head = head_of(sel);
    loyd_err err = LOYD_OK;

    *found = head != NULL;
    if (!*found)
        return LOYD_OK;
    *id = *head;
    if (sel->is_listed) {
        sel->at_list++;
        return LOYD_OK;
    }
    /* A row that stands in two runs, which only a stranger makes, too. */
    while (err == LOYD_OK && sel->n_heap > 0 &&
           id_compare(&sel->heap[0]->head, id) == 0)
        err = advance(sel, why);
    return err == LOYD_OK ? open_next(sel, why) : err;
}

static loyd_err
count_index(struct selection *sel, const struct id_run *run,
            const loyd_id *from, uint64_t *count, loyd_why *why)
{
    struct query q;
    int64_t n = 0;
    loyd_err err = LOYD_OK;

    run_query(&q, sel, run, &counts[run->kind], from, why);
    if (!query_next(&q) || !column_int(&q, 0, 0, INT64_MAX, &n))
        err = why_set(why, LOYD_E_DB, "no count");
    err = query_end(&q, err);
    *count += (uint64_t)n;
    return err;
}

static loyd_err
count_run(struct selection *sel, struct id_run *run, uint64_t *count,
          loyd_why *why)
{
    loyd_id from;
    bool found = run_start(sel, run, &from);
    loyd_err err = LOYD_OK;

    if (found && selection_checks(sel, run) == 0)
        return count_index(sel, run, &from, count, why);
    while (err == LOYD_OK && found) {
        err = run_head(sel, run, from, &found, why);
        if (err != LOYD_OK || !found)
            break;
        ++*count;
        from = run->head;
        found = id_next(&from);
    }
    return err;
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

void
selection_end(struct selection *sel)
{
    free(sel->runs);
    free(sel->heap);
    free(sel->list);
    seed_end(&sel->seed);
    sel->runs = NULL;
    sel->heap = NULL;
    sel->list = NULL;
}
