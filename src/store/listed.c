/* SPDX-License-Identifier: MIT */
/*
 * Selections as lists: the puzzles of a seed with few recipes, and ids that
 * the filter lists. A list is walked instead of the runs.
 */
#include <stdlib.h>

#include "base/why.h"
#include "store/select.h"

/* Orders by rank, which is equal for all in order of id, then by id. */
static int
listed_compare(const void *a, const void *b)
{
    const struct listed_id *one = a, *other = b;

    if (one->rank != other->rank)
        return one->rank < other->rank ? -1 : 1;
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
list_place(struct selection *sel, struct listed_id *item, bool is_by_ids,
           bool *yes, loyd_why *why)
{
    struct puzzle_place place;
    const struct id_run *run;
    bool found;
    loyd_err err = puzzle_find(sel->store, &item->id, &place, &found, why);

    *yes = false;
    sel->plan.check_rows++;
    if (err == LOYD_OK && !found)
        err = is_by_ids ? puzzle_missing(why, &item->id, "")
                        : puzzle_bad(why, &item->id,
                                     "in a recipe but not in the table");
    if (err != LOYD_OK || (run = selection_run_of(sel, &place)) == NULL ||
        id_compare(&item->id, &sel->first) < 0 ||
        id_compare(&item->id, &sel->last) > 0)
        return err;
    item->rank = run->rank;
    return filter_match(sel, run, &item->id, yes, why);
}

/* Keeps the puzzles of the list that match the filter, sorted. */
static loyd_err
list_narrow(struct selection *sel, bool is_by_ids, loyd_why *why)
{
    size_t n = 0;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < sel->n_list; i++) {
        bool yes;

        err = list_place(sel, &sel->list[i], is_by_ids, &yes, why);
        if (err == LOYD_OK && yes)
            sel->list[n++] = sel->list[i];
    }
    sel->n_list = n;
    sel->n_runs = 0;
    list_sort(sel);
    return err;
}

loyd_err
list_seed(struct selection *sel, loyd_why *why)
{
    loyd_err err = seed_list(&sel->seed, sel->store, &sel->list, &sel->n_list,
                             &sel->is_listed, why);

    if (err != LOYD_OK || !sel->is_listed)
        return err;
    sel->plan.is_by_seed = true;
    sel->plan.index_rows += sel->n_list;
    return list_narrow(sel, false, why);
}

loyd_err
list_ids(struct selection *sel, const loyd_id *ids, size_t n, loyd_why *why)
{
    sel->list = calloc(n + 1, sizeof(sel->list[0]));
    if (sel->list == NULL)
        return LOYD_E_NOMEM;
    for (size_t i = 0; i < n; i++)
        sel->list[i].id = ids[i];
    sel->n_list = n;
    sel->is_listed = sel->plan.is_by_ids = true;
    list_sort(sel); /* looked up in order of id */
    return list_narrow(sel, true, why);
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

size_t
list_start(const struct selection *sel)
{
    struct listed_id from = {.rank = sel->after_rank};

    if (sel->has_after && !sel->is_whole)
        from.id = sel->after;
    else if (sel->order == LOYD_ORDER_ID)
        from.id = sel->first;
    else if (!sel->has_after)
        return 0;
    return count_before(sel, &from, sel->has_after && !sel->is_whole);
}
