/* SPDX-License-Identifier: MIT */
/* Owns a selection as a list, where few recipes are asked for. */
#include <stdlib.h>

#include "base/why.h"
#include "store/select.h"

/* In order of length, which is one for all in order of id; then by id. */
static int
listed_compare(const void *a, const void *b)
{
    const struct listed_id *one = a, *other = b;

    if (one->stm != other->stm)
        return one->stm < other->stm ? -1 : 1;
    return id_compare(&one->id, &other->id);
}

/* Each one once: sorted, it stands beside itself. */
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
        err = puzzle_bad(why, &item->id, "a recipe has it, but no row");
    if (err != LOYD_OK || (run = run_of_place(sel, &place)) == NULL ||
        id_compare(&item->id, &sel->first) < 0 ||
        id_compare(&item->id, &sel->last) > 0)
        return err;
    item->stm = selection_rank(sel->order, place.stm);
    return selection_match(sel, run, &item->id, yes, why);
}

loyd_err
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

/* How many of the list come before `item`, or are it where `with`. */
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
    struct listed_id from = {.stm =
                                 selection_rank(sel->order, sel->after_stm)};

    if (sel->has_after && !sel->is_whole)
        from.id = sel->after;
    else if (sel->order == LOYD_ORDER_ID)
        from.id = sel->first;
    else if (!sel->has_after)
        return 0;
    return count_before(sel, &from, sel->has_after && !sel->is_whole);
}
