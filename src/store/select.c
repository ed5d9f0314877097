/* SPDX-License-Identifier: MIT */
/*
 * Walks along a selection: merges runs of the indices in order, with two
 * shortcuts, a list if a seed has few recipes, and a scan of nearby ids. A
 * range of lengths takes one seek per length: as a single statement, SQLite
 * would sort it.
 */
#include "store/select.h"

#include <stdlib.h>
#include <string.h>

#include "base/why.h"

/* The indices are named, so that statistics of ANALYZE do not turn a seek
 * into a scan. */
#define IDS " id BETWEEN ?1 AND ?2"
#define OF_ALL " FROM puzzle WHERE" IDS
#define OF_GOAL                                                               \
    " FROM puzzle INDEXED BY puzzle_goal WHERE goal = ?3 AND stm IS ?4 "      \
    "AND" IDS
#define OF_CLASS                                                              \
    " FROM puzzle INDEXED BY puzzle_class WHERE class = ?3 AND stm IS ?4 "    \
    "AND" IDS
#define FIRST " ORDER BY id LIMIT 1"

static const struct statement {
    enum stmt_id id;
    const char *sql;
} heads[] = {
    [RUN_ALL] = {STMT_HEAD_ALL, "SELECT id" OF_ALL FIRST},
    [RUN_GOAL] = {STMT_HEAD_GOAL, "SELECT id" OF_GOAL FIRST},
    [RUN_CLASS] = {STMT_HEAD_CLASS, "SELECT id" OF_CLASS FIRST},
};

static const struct statement counts[] = {
    [RUN_ALL] = {STMT_COUNT_ALL, "SELECT count(*)" OF_ALL},
    [RUN_GOAL] = {STMT_COUNT_GOAL, "SELECT count(*)" OF_GOAL},
    [RUN_CLASS] = {STMT_COUNT_CLASS, "SELECT count(*)" OF_CLASS},
};

/* So many steps take about as long as one seek. */
#define STEPS_A_SEEK 8

static const char sql_near[] =
    "SELECT id, goal, class, stm FROM puzzle WHERE id BETWEEN ?1 AND ?2"
    " ORDER BY id LIMIT ?3";

/* Returns the place of a length in the order: less is first. */
static int32_t
rank_of(loyd_order order, int32_t stm)
{
    if (order == LOYD_ORDER_ID)
        return 0;
    if (stm < 0)
        return INT32_MAX;
    return order == LOYD_ORDER_STM ? stm : -stm;
}

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
    return (one->stm > other->stm) - (one->stm < other->stm);
}

const struct id_run *
selection_run(const struct selection *sel, enum run_kind kind, int64_t key,
              int32_t stm)
{
    const struct id_run wanted = {.kind = kind,
                                  .key = key,
                                  .stm = stm,
                                  .rank = rank_of(sel->order, stm)};

    return sel->n_runs > 0 ? bsearch(&wanted, sel->runs, sel->n_runs,
                                     sizeof(wanted), run_compare)
                           : NULL;
}

/* Returns the run that holds a puzzle; NULL: none. A goal without a name is
 * in a run of its own, if the filter names its cells, or in its class's. */
static const struct id_run *
run_of_place(const struct selection *sel, const struct puzzle_place *place)
{
    const struct id_run *run;

    if (sel->n_runs == 1 && sel->runs[0].kind == RUN_ALL)
        return &sel->runs[0];
    run = selection_run(sel, RUN_GOAL, place->goal, place->stm);
    if (run == NULL && place->class >= 0)
        run = selection_run(sel, RUN_CLASS, place->class, place->stm);
    return run;
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
    run = run_of_place(sel, &place);
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

/* Orders by rank, which is equal for all in order of id, then by id. */
static int
listed_compare(const void *a, const void *b)
{
    const struct listed_id *one = a, *other = b;

    if (one->stm != other->stm)
        return one->stm < other->stm ? -1 : 1;
    return id_compare(&one->id, &other->id);
}

/* Sorts the list and removes duplicates. */
static void
list_sort(struct selection *sel)
{
    size_t n = 0;

    qsort(sel->list, sel->n_list, sizeof(sel->list[0]), listed_compare);
    for (size_t i = 0; i < sel->n_list; i++)
        if (n == 0 || listed_compare(&sel->list[n - 1], &sel->list[i]) != 0)
            sel->list[n++] = sel->list[i];
    sel->n_list = n;
}

static loyd_err
list_place(struct selection *sel, struct listed_id *item, bool *yes,
           loyd_why *why)
{
    struct puzzle_place place;
    const struct id_run *run;
    bool found;
    loyd_err err = puzzle_find(sel->store, &item->id, &place, &found, why);

    *yes = false;
    sel->plan.check_rows++;
    if (err == LOYD_OK && !found)
        err = puzzle_bad(why, &item->id, "in a recipe but not in the table");
    if (err != LOYD_OK || (run = run_of_place(sel, &place)) == NULL ||
        id_compare(&item->id, &sel->first) < 0 ||
        id_compare(&item->id, &sel->last) > 0)
        return err;
    item->stm = rank_of(sel->order, place.stm);
    return filter_match(sel, run, &item->id, yes, why);
}

/*
 * If the seed has few recipes, replaces the runs by a sorted list of the
 * recipes' puzzles that match the filter.
 */
static loyd_err
list_begin(struct selection *sel, loyd_why *why)
{
    size_t n = 0;
    loyd_err err = seed_list(&sel->seed, sel->store, &sel->list, &sel->n_list,
                             &sel->is_listed, why);

    if (err != LOYD_OK || !sel->is_listed)
        return err;
    sel->plan.is_by_seed = true;
    sel->plan.index_rows += sel->n_list;
    for (size_t i = 0; err == LOYD_OK && i < sel->n_list; i++) {
        bool yes;

        err = list_place(sel, &sel->list[i], &yes, why);
        if (err == LOYD_OK && yes)
            sel->list[n++] = sel->list[i];
    }
    sel->n_list = n;
    sel->n_runs = 0;
    list_sort(sel);
    return err;
}

/* Counts the list's ids before `item`; `with`: `item` is counted too. */
static size_t
count_before(const struct selection *sel, const struct listed_id *item,
             bool with)
{
    size_t low = 0, high = sel->n_list;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (listed_compare(&sel->list[middle], item) < (int)with)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the place in the list where the walk begins. */
static size_t
list_start(const struct selection *sel)
{
    struct listed_id from = {.stm = rank_of(sel->order, sel->after_stm)};

    if (sel->has_after && !sel->is_whole)
        from.id = sel->after;
    else if (sel->order == LOYD_ORDER_ID)
        from.id = sel->first;
    else if (!sel->has_after)
        return 0;
    return count_before(sel, &from, sel->has_after && !sel->is_whole);
}

/* Notes the puzzle after which the walk begins, and looks up its length. */
static loyd_err
add_after(struct selection *sel, const loyd_filter *filter, loyd_why *why)
{
    char name[LOYD_ID_CHARS + 1];
    struct puzzle_place place;
    bool found = true;
    loyd_err err = LOYD_OK;

    sel->has_after = true;
    sel->after = filter->after;
    sel->is_whole = filter->is_distinct;
    if (filter->order == LOYD_ORDER_ID)
        return LOYD_OK;
    err = puzzle_find(sel->store, &filter->after, &place, &found, why);
    if (err == LOYD_OK && !found) {
        loyd_id_print(&filter->after, name);
        return why_set(why, LOYD_E_NOT_FOUND, "no puzzle %s to continue after",
                       name);
    }
    sel->after_stm = place.stm;
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
        sel->runs[i].rank = rank_of(sel->order, sel->runs[i].stm);
    if (sel->n_runs > 0)
        qsort(sel->runs, sel->n_runs, sizeof(sel->runs[0]), run_compare);
    for (size_t i = 0; i < sel->n_runs; i++)
        if (n > 0 && run_compare(&sel->runs[n - 1], &sel->runs[i]) == 0)
            sel->runs[n - 1].needs_draw &= sel->runs[i].needs_draw;
        else
            sel->runs[n++] = sel->runs[i];
    sel->n_runs = n;
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
        sel->plan.goal_ranges += run->kind == RUN_GOAL;
        sel->plan.class_ranges += run->kind == RUN_CLASS;
    }
    if (filter->has_after)
        err = add_after(sel, filter, why);
    if (err == LOYD_OK && filter->seed != NULL) {
        sel->has_seed = true;
        err = seed_begin(&sel->seed, sel->store, filter->seed, why);
        if (err == LOYD_OK)
            err = list_begin(sel, why);
    }
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
                              .wants = wants,
                              .use = filter->use,
                              .order = filter->order};
    memset(sel->last.byte, 0xff, LOYD_ID_BYTES);
    if ((err = filter_runs(sel, filter, why)) != LOYD_OK ||
        (err = arrange(sel, filter, why)) != LOYD_OK)
        return err;
    sel->heap = calloc(sel->n_runs + 1, sizeof(sel->heap[0]));
    return sel->heap != NULL ? LOYD_OK : LOYD_E_NOMEM;
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

/* Finds where the walk begins in a run; returns false: not in this run. */
static bool
run_start(const struct selection *sel, const struct id_run *run, loyd_id *from)
{
    int32_t after = rank_of(sel->order, sel->after_stm);
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

static loyd_err
count_run(struct selection *sel, struct id_run *run, uint64_t *count,
          loyd_why *why)
{
    loyd_id from;
    bool found = run_start(sel, run, &from);
    loyd_err err = LOYD_OK;

    if (found && filter_checks(sel, run) == 0)
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
    for (size_t i = 0; i < sel->n_drawn; i++)
        free(sel->drawn[i]);
    free(sel->drawn);
    free(sel->runs);
    free(sel->heap);
    free(sel->list);
    seed_end(&sel->seed);
    *sel = (struct selection){.store = NULL};
}
