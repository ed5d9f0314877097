/* SPDX-License-Identifier: MIT */
/*
 * Walks along a selection: merges runs of the indices in order, with a
 * shortcut, a scan of nearby ids. A range of lengths takes one seek per
 * length: as a single statement, SQLite would sort it.
 */
#include "store/select.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/why.h"

#define FIRST " ORDER BY id LIMIT 1"

static const struct run_statement heads[] =
    RUN_STATEMENTS(STMT_HEAD, "SELECT id", FIRST);

/* So many steps take about as long as one seek. */
#define STEPS_A_SEEK 8

static const char sql_near[] =
    "SELECT id, goal, class, stm, upper, estimate, mtm FROM puzzle"
    " WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT ?3";

/* Orders by rank, which forms the groups, then by kind, key and length. */
static int
run_compare(const void *a, const void *b)
{
    const struct id_run *one = a, *other = b;

    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return (one->length > other->length) - (one->length < other->length);
}

/* Returns the place of the puzzles of a run in the order. */
static int32_t
run_rank(loyd_order order, enum run_kind kind, int64_t length)
{
    struct puzzle_place place = {.stm = -1, .upper = -1, .mtm = -1};

    if (kind == RUN_GOAL || kind == RUN_CLASS)
        place.stm = (int32_t)length;
    else if (kind == RUN_GOAL_UPPER || kind == RUN_CLASS_UPPER)
        place.upper = (int32_t)length;
    else if (kind == RUN_GOAL_MTM || kind == RUN_CLASS_MTM)
        place.mtm = (int32_t)length;
    return rank_of(order, &place);
}

/* Finds the run of a key and a length; NULL: none. */
static const struct id_run *
find_run(const struct selection *sel, enum run_kind kind, int64_t key,
         int64_t length)
{
    const struct id_run wanted = {.kind = kind,
                                  .key = key,
                                  .length = length,
                                  .rank = run_rank(sel->order, kind, length)};

    return sel->n_runs > 0 ? bsearch(&wanted, sel->runs, sel->n_runs,
                                     sizeof(wanted), run_compare)
                           : NULL;
}

/* Finds the run of a goal or a class; `kind` is the first of its kinds. An
 * unproven puzzle is in the run of its upper end, if there is one. */
static const struct id_run *
find_place(const struct selection *sel, enum run_kind kind, int64_t key,
           const struct puzzle_place *place)
{
    const struct id_run *run = NULL;

    if (sel->is_by_mtm && place->mtm >= 0)
        return find_run(sel, kind + (RUN_GOAL_MTM - RUN_GOAL), key,
                        place->mtm);
    if (place->upper >= 0)
        run = find_run(sel, kind + (RUN_GOAL_UPPER - RUN_GOAL), key,
                       place->upper);
    if (run == NULL)
        run = find_run(sel, kind, key, place->stm);
    /* In an order of lengths there are no runs of estimates. */
    if (run == NULL && place->estimate >= 0 && sel->order == LOYD_ORDER_ID)
        run = find_run(sel, kind + (RUN_GOAL_ESTIMATE - RUN_GOAL), key,
                       place->estimate);
    return run;
}

bool
selection_has_goal(const struct selection *sel,
                   const struct puzzle_place *place)
{
    return find_place(sel, RUN_GOAL, place->goal, place) != NULL;
}

const struct id_run *
selection_run_of(const struct selection *sel, const struct puzzle_place *place)
{
    const struct id_run *run;

    /* A goal without a name has separate runs if the filter gives its cells,
     * otherwise those of its class. */
    if (sel->n_runs == 1 && sel->runs[0].kind == RUN_ALL)
        return &sel->runs[0];
    run = find_place(sel, RUN_GOAL, place->goal, place);
    if (run == NULL && place->class >= 0)
        run = find_place(sel, RUN_CLASS, place->class, place);
    return run;
}

loyd_err
selection_add(struct selection *sel, struct id_run run)
{
    if (!ARRAY_ROOM(sel->runs, sel->capacity, sel->n_runs + 1))
        return LOYD_E_NOMEM;
    sel->runs[sel->n_runs++] = run;
    return LOYD_OK;
}

/* Checks whether the current row of `q` matches the filter. */
static loyd_err
look(struct selection *sel, struct query *q, loyd_id *id, bool *yes,
     loyd_why *why)
{
    struct puzzle_place place;
    const struct id_run *run;
    loyd_err err;

    if (!column_id(q, 0, id))
        return why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid id");
    sel->plan.index_rows++;
    if ((err = place_read(q, 1, id, &place, why)) != LOYD_OK)
        return err;
    run = selection_run_of(sel, &place);
    return run != NULL ? filter_match(sel, run, id, yes, why) : LOYD_OK;
}

/*
 * Scans the ids of all puzzles from `from` on. If the selection is a large
 * part of the catalogue, its next id is a few steps away, and a seek in each
 * run takes longer. Scans as many puzzles as are worth it. If *found, `from`
 * becomes the first match; otherwise there is no match before the new `from`,
 * and with *is_end none after it.
 */
static loyd_err
find_near(struct selection *sel, loyd_id *from, bool *found, bool *is_end,
          loyd_why *why)
{
    size_t steps = STEPS_A_SEEK * sel->n_runs, n = 0;
    loyd_id id = *from;
    struct query q;
    loyd_err err = LOYD_OK;

    *found = false;
    sel->plan.seeks++;
    query_begin(&q, sel->store, STMT_NEAR, sql_near, why);
    query_id(&q, 1, from);
    query_id(&q, 2, &sel->last);
    query_int(&q, 3, (int64_t)steps);
    while (err == LOYD_OK && !*found && query_next(&q)) {
        n++;
        err = look(sel, &q, &id, found, why);
    }
    err = query_end(&q, err);
    if (err != LOYD_OK)
        return err;
    *is_end = !*found && (n < steps || !id_next(&id));
    *from = id;
    return LOYD_OK;
}

/* Notes the puzzle after which the walk begins, and looks up its length. */
static loyd_err
add_after(struct selection *sel, const loyd_filter *filter, loyd_why *why)
{
    struct puzzle_place place;
    bool found = true;
    loyd_err err = LOYD_OK;

    sel->has_after = true;
    sel->after = filter->after;
    sel->is_whole = filter->is_distinct;
    if (filter->order == LOYD_ORDER_ID)
        return LOYD_OK;
    err = puzzle_find(sel->store, &filter->after, &place, &found, why);
    if (err == LOYD_OK && !found)
        return puzzle_missing(why, &filter->after, " to continue after");
    sel->after_rank = rank_of(filter->order, &place);
    return err;
}

/*
 * Sorts the runs and removes duplicates: layouts may share a goal, and 3x4 and
 * 4x3 share their classes. What is in the list by name needs no draw.
 */
static void
runs_sort(struct selection *sel)
{
    size_t n = 0;

    for (size_t i = 0; i < sel->n_runs; i++)
        sel->runs[i].rank =
            run_rank(sel->order, sel->runs[i].kind, sel->runs[i].length);
    if (sel->n_runs > 0)
        qsort(sel->runs, sel->n_runs, sizeof(sel->runs[0]), run_compare);
    for (size_t i = 0; i < sel->n_runs; i++)
        if (n > 0 && run_compare(&sel->runs[n - 1], &sel->runs[i]) == 0)
            sel->runs[n - 1].needs_draw &= sel->runs[i].needs_draw;
        else
            sel->runs[n++] = sel->runs[i];
    sel->n_runs = n;
}

/* Copies a list of ids, sorted. */
static loyd_err
copy_ids(const loyd_id *ids, size_t n, loyd_id **made, size_t *n_made)
{
    if (n == 0)
        return LOYD_OK;
    if ((*made = calloc(n, sizeof(**made))) == NULL)
        return LOYD_E_NOMEM;
    memcpy(*made, ids, n * sizeof(**made));
    qsort(*made, n, sizeof(**made), id_order);
    *n_made = n;
    return LOYD_OK;
}

/* Notes the excluded ids; each must be stored. */
static loyd_err
excluded_begin(struct selection *sel, const loyd_filter *filter, loyd_why *why)
{
    loyd_err err = copy_ids(filter->excluded, filter->n_excluded,
                            &sel->excluded, &sel->n_excluded);

    if (err == LOYD_OK)
        err = copy_ids(filter->unused, filter->n_unused, &sel->unused,
                       &sel->n_unused);
    for (size_t i = 0; err == LOYD_OK && i < sel->n_excluded; i++) {
        struct puzzle_place place;
        bool found;

        err = puzzle_find(sel->store, &sel->excluded[i], &place, &found, why);
        if (err == LOYD_OK && !found)
            err = puzzle_missing(why, &sel->excluded[i], "");
    }
    return err;
}

static loyd_err
prefix_begin(struct selection *sel, const loyd_filter *filter)
{
    const loyd_moves *moves = filter->path_prefix;
    loyd_err err = LOYD_OK;

    sel->has_prefix = moves != NULL;
    for (size_t i = 0; err == LOYD_OK && sel->has_prefix && i < moves->n; i++)
        err = loyd_moves_push(&sel->prefix, (loyd_dir)moves->dir[i]);
    return err;
}

/* Prepares the walk, once the runs are known: plan, order, seed and after. */
static loyd_err
arrange(struct selection *sel, const loyd_filter *filter, loyd_why *why)
{
    loyd_err err = LOYD_OK;

    runs_sort(sel);
    for (size_t i = 0; i < sel->n_runs; i++) {
        const struct id_run *run = &sel->runs[i];

        sel->plan.is_by_id |= run->kind == RUN_ALL;
        sel->plan.goal_ranges +=
            run->kind != RUN_ALL && !run_is_of_class(run->kind);
        sel->plan.class_ranges += run_is_of_class(run->kind);
    }
    if (filter->has_after)
        err = add_after(sel, filter, why);
    if (err == LOYD_OK && filter->seed != NULL) {
        sel->has_seed = true;
        err = seed_begin(&sel->seed, sel->store, filter->seed, why);
    }
    if (err == LOYD_OK)
        err = excluded_begin(sel, filter, why);
    if (err == LOYD_OK && filter->has_ids)
        err = list_ids(sel, filter->ids, filter->n_ids, why);
    else if (err == LOYD_OK && sel->is_named)
        err = list_ids(sel, &sel->named, 1, why);
    else if (err == LOYD_OK && sel->has_seed)
        err = list_seed(sel, why);
    for (size_t i = 0; i < sel->n_runs; i++)
        sel->plan.checks |= filter_checks(sel, &sel->runs[i]);
    return err;
}

loyd_err
selection_begin(struct selection *sel, loyd_store *store,
                const loyd_filter *filter, unsigned wants, loyd_why *why)
{
    loyd_err err;

    *sel = (struct selection){.store = store,
                              .want.wants = wants,
                              .metric = filter->metric,
                              .use = filter->use,
                              .order = filter->order};
    memset(sel->last.byte, 0xff, LOYD_ID_BYTES);
    if ((err = filter_runs(sel, filter, why)) != LOYD_OK ||
        (err = prefix_begin(sel, filter)) != LOYD_OK ||
        (err = arrange(sel, filter, why)) != LOYD_OK)
        return err;
    sel->heap = calloc(sel->n_runs + 1, sizeof(sel->heap[0]));
    return sel->heap != NULL ? LOYD_OK : LOYD_E_NOMEM;
}

void
run_query(struct query *q, const struct selection *sel,
          const struct id_run *run, const struct run_statement *statement,
          const loyd_id *from, loyd_why *why)
{
    query_begin(q, sel->store, (enum stmt_id)statement->id, statement->sql,
                why);
    query_id(q, 1, from);
    query_id(q, 2, &sel->last);
    if (run->kind == RUN_ALL)
        return;
    query_int(q, 3, run->key);
    if (run->length >= 0)
        query_int(q, 4, run->length);
}

/* Finds the first id of a run at or after `from` that matches the filter. */
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
            err = why_set(why, LOYD_E_CORRUPT, "a puzzle has an invalid id");
        err = query_end(&q, err);
        if (err != LOYD_OK || !row)
            break;
        sel->plan.index_rows++;
        /* In a damaged index the walk could run in circles. */
        if (id_compare(&run->head, &from) < 0)
            return puzzle_bad(why, &run->head, "out of order in an index");
        err = filter_match(sel, run, &run->head, &is_good, why);
        from = run->head;
        if (!is_good)
            row = id_next(&from);
    }
    *found = row && is_good;
    return err;
}

/* Moves heap[i] down to its place. */
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

bool
run_start(const struct selection *sel, const struct id_run *run, loyd_id *from)
{
    int32_t after = sel->after_rank;
    loyd_id behind = sel->after;

    *from = sel->first;
    if (!sel->has_after || run->rank > after)
        return true;
    if (run->rank < after)
        return false;
    if (sel->is_whole)
        return true;
    if (!id_next(&behind))
        return false;
    if (id_compare(&behind, from) > 0)
        *from = behind;
    return true;
}

/* Reads the heads of the runs of one rank, from `group` on. */
static loyd_err
open_group(struct selection *sel, size_t group, loyd_why *why)
{
    int32_t rank = sel->runs[group].rank;
    loyd_err err = LOYD_OK;
    size_t i;

    sel->n_heap = 0;
    for (i = group; err == LOYD_OK && i < sel->n_runs; i++) {
        struct id_run *run = &sel->runs[i];
        bool found = false;
        loyd_id from;

        if (run->rank != rank)
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

/* Advances to the next group with a match. */
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

/* Returns the current id of the walk; NULL after the last. */
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
    /* In a selection of few puzzles, the next id is rarely near. */
    if (sel->n_runs > 1 && sel->n_misses <= sel->n_hits + 2) {
        err = find_near(sel, &from, found, &is_end, why);
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

/* Advances the run with the least head; a run that ends leaves the heap. */
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

    if (!(*found = head != NULL))
        return LOYD_OK;
    *id = *head;
    if (sel->is_listed) {
        sel->at_list++;
        return LOYD_OK;
    }
    /* Skips an id that is in two runs, as in a forged catalogue. */
    while (err == LOYD_OK && sel->n_heap > 0 &&
           id_compare(&sel->heap[0]->head, id) == 0)
        err = advance(sel, why);
    return err == LOYD_OK ? open_next(sel, why) : err;
}

void
selection_end(struct selection *sel)
{
    for (size_t i = 0; i < sel->n_drawn; i++)
        free(sel->drawn[i]);
    free(sel->drawn);
    free(sel->excluded);
    free(sel->unused);
    loyd_moves_free(&sel->prefix);
    loyd_moves_free(&sel->path);
    ranges_end(sel);
    free(sel->runs);
    free(sel->heap);
    free(sel->list);
    seed_end(&sel->seed);
    *sel = (struct selection){.store = NULL};
}
