/* SPDX-License-Identifier: MIT */
/*
 * Owns the walk along a selection in order of id. A range of lengths is one
 * seek a length, merged: asked for in one statement, SQLite would sort.
 */
#include "store/select.h"

#include <stdlib.h>
#include <string.h>

#include "core/why.h"

static const char sql_head_all[] =
    "SELECT id FROM puzzle WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 1";

static const char sql_head_goal[] =
    "SELECT id FROM puzzle WHERE goal = ?3 AND stm IS ?4"
    " AND id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 1";

static const char sql_head_class[] =
    "SELECT id FROM puzzle WHERE class = ?3 AND stm IS ?4"
    " AND id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 1";

static const char sql_count_all[] =
    "SELECT count(*) FROM puzzle WHERE id BETWEEN ?1 AND ?2";

static const char sql_count_goal[] =
    "SELECT count(*) FROM puzzle WHERE goal = ?3 AND stm IS ?4"
    " AND id BETWEEN ?1 AND ?2";

static const char sql_count_class[] =
    "SELECT count(*) FROM puzzle WHERE class = ?3 AND stm IS ?4"
    " AND id BETWEEN ?1 AND ?2";

struct statement {
    stmt_id id;
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

static int
id_compare(const loyd_id *a, const loyd_id *b)
{
    return memcmp(a->byte, b->byte, LOYD_ID_BYTES);
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
run_query(query *q, selection *sel, const id_run *run,
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

/* Has the puzzle a recipe of the layout that draws goals? */
static loyd_err
match_random(selection *sel, const loyd_id *id, const goal_row *goal,
             bool *yes, loyd_why *why)
{
    unsigned width = goal->board.width, height = goal->board.height;
    char text[LOYD_LAYOUT_TEXT], prefix[RECIPE_PREFIX];
    loyd_layout layout;

    *yes = loyd_layout_parse(sel->random, strlen(sel->random), (uint8_t)width,
                             (uint8_t)height, &layout, NULL) == LOYD_OK;
    if (!*yes)
        return LOYD_OK;
    loyd_layout_print(&layout, text);
    sqlite3_snprintf((int)sizeof(prefix), prefix, "%ux%u/%s~", width, height,
                     text);
    return recipe_begins(sel->store, id, prefix, yes, why);
}

/* Is one of unrated and bounded wanted, and the run holds both? */
static bool
is_status_open(const selection *sel, const id_run *run)
{
    return run->kind != RUN_ALL && run->stm < 0 &&
           (sel->wants & WANT_OPEN) != WANT_OPEN;
}

static bool
is_size_open(const selection *sel, const id_run *run)
{
    return run->kind == RUN_CLASS && sel->width != 0;
}

/* Is there something that the run's index does not know of the filter? */
static bool
is_filtered(const selection *sel, const id_run *run)
{
    return sel->random[0] != '\0' || is_status_open(sel, run) ||
           is_size_open(sel, run);
}

static loyd_err
match_goal(selection *sel, const id_run *run, const loyd_id *id, bool *yes,
           loyd_why *why)
{
    const goal_row *goal;
    int64_t pk;
    loyd_err err = puzzle_goal(sel->store, id, &pk, why);

    if (err == LOYD_OK)
        err = goal_get(sel->store, pk, &goal, why);
    if (err != LOYD_OK)
        return err;
    *yes = !is_size_open(sel, run) || (goal->board.width == sel->width &&
                                       goal->board.height == sel->height);
    if (*yes && sel->random[0] != '\0')
        return match_random(sel, id, goal, yes, why);
    return LOYD_OK;
}

static loyd_err
match(selection *sel, const id_run *run, const loyd_id *id, bool *yes,
      loyd_why *why)
{
    bool is_rated;
    loyd_err err;

    *yes = true;
    if (is_status_open(sel, run)) {
        if ((err = rating_is(sel->store, id, &is_rated, why)) != LOYD_OK)
            return err;
        *yes = is_rated == ((sel->wants & WANT_BOUNDED) != 0);
    }
    if (*yes && (sel->random[0] != '\0' || is_size_open(sel, run)))
        return match_goal(sel, run, id, yes, why);
    return LOYD_OK;
}

/* The first id of a run at or behind `from` that the filter means. */
static loyd_err
run_head(selection *sel, id_run *run, loyd_id from, bool *found,
            loyd_why *why)
{
    loyd_err err = LOYD_OK;
    bool is_good = false, row = true;
    query q;

    while (err == LOYD_OK && row && !is_good) {
        run_query(&q, sel, run, &heads[run->kind], &from, why);
        if ((err = query_row(&q, &row)) == LOYD_OK && row &&
            !column_id(&q, 0, &run->head))
            err = why_set(why, LOYD_E_CORRUPT, "a puzzle without an id");
        query_end(&q);
        if (err != LOYD_OK || !row)
            break;
        /* In a damaged index the walk could go round for ever. */
        if (id_compare(&run->head, &from) < 0)
            return puzzle_bad(why, &run->head, "an index is out of order");
        err = match(sel, run, &run->head, &is_good, why);
        from = run->head;
        if (!is_good)
            row = id_next(&from);
    }
    *found = row && is_good;
    return err;
}

/* Puts heap[i] where it belongs among those below it. */
static void
sift_down(selection *sel, size_t i)
{
    id_run *moved = sel->heap[i];

    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= sel->n_heap)
            break;
        if (child + 1 < sel->n_heap &&
            id_compare(&sel->heap[child + 1]->head,
                       &sel->heap[child]->head) < 0)
            child++;
        if (id_compare(&moved->head, &sel->heap[child]->head) <= 0)
            break;
        sel->heap[i] = sel->heap[child];
        i = child;
    }
    sel->heap[i] = moved;
}

loyd_err
selection_seek(selection *sel, const loyd_id *from, loyd_why *why)
{
    loyd_id start =
        id_compare(from, &sel->first) > 0 ? *from : sel->first;
    loyd_err err = LOYD_OK;

    sel->n_heap = 0;
    for (size_t i = 0; err == LOYD_OK && i < sel->n_runs; i++) {
        bool found;
        err = run_head(sel, &sel->runs[i], start, &found, why);
        if (err == LOYD_OK && found)
            sel->heap[sel->n_heap++] = &sel->runs[i];
    }
    for (size_t i = sel->n_heap / 2; i-- > 0;)
        sift_down(sel, i);
    return err;
}

/* The least head's run goes on; where it ends it leaves the heap. */
static loyd_err
advance(selection *sel, loyd_why *why)
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
selection_next(selection *sel, loyd_id *id, bool *found, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    *found = sel->n_heap > 0;
    if (!*found)
        return LOYD_OK;
    *id = sel->heap[0]->head;
    /* A row that stands in two runs, which only a stranger makes, too. */
    while (err == LOYD_OK && sel->n_heap > 0 &&
           id_compare(&sel->heap[0]->head, id) == 0)
        err = advance(sel, why);
    return err;
}

static loyd_err
count_index(selection *sel, const id_run *run, uint64_t *count, loyd_why *why)
{
    query q;
    bool row;
    int64_t n = 0;
    loyd_err err;

    run_query(&q, sel, run, &counts[run->kind], &sel->first, why);
    if ((err = query_row(&q, &row)) == LOYD_OK &&
        (!row || !column_int(&q, 0, 0, INT64_MAX, &n)))
        err = why_set(why, LOYD_E_DB, "no count");
    query_end(&q);
    *count += (uint64_t)n;
    return err;
}

static loyd_err
count_run(selection *sel, id_run *run, uint64_t *count, loyd_why *why)
{
    loyd_id from = sel->first;
    bool found = true;
    loyd_err err = LOYD_OK;

    if (!is_filtered(sel, run))
        return count_index(sel, run, count, why);
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
selection_count(selection *sel, uint64_t *count, loyd_why *why)
{
    uint64_t n = 0;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < sel->n_runs; i++)
        err = count_run(sel, &sel->runs[i], &n, why);
    if (err == LOYD_OK)
        *count = n;
    return err;
}

void
selection_end(selection *sel)
{
    free(sel->runs);
    free(sel->heap);
    sel->runs = NULL;
    sel->heap = NULL;
}
