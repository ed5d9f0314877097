/* SPDX-License-Identifier: MIT */
/* Owns the order of a selection, and where in it a walk begins. */
#include <stdlib.h>

#include "base/why.h"
#include "store/select.h"

/* Behind what the filter goes on; its length has to be looked up. */
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
        return why_set(why, LOYD_E_NOT_FOUND,
                       "no puzzle %s to go on behind, and its length decides",
                       name);
    }
    sel->after_stm = place.stm;
    return err;
}

/* The runs in groups of one rank. */
static int
rank_up(const void *a, const void *b)
{
    int32_t one =
        selection_rank(LOYD_ORDER_STM, ((const struct id_run *)a)->stm);
    int32_t other =
        selection_rank(LOYD_ORDER_STM, ((const struct id_run *)b)->stm);

    return (one > other) - (one < other);
}

static int
rank_down(const void *a, const void *b)
{
    int32_t one =
        selection_rank(LOYD_ORDER_STM_DOWN, ((const struct id_run *)a)->stm);
    int32_t other =
        selection_rank(LOYD_ORDER_STM_DOWN, ((const struct id_run *)b)->stm);

    return (one > other) - (one < other);
}

loyd_err
selection_arrange(struct selection *sel, const loyd_filter *filter,
                  loyd_why *why)
{
    loyd_err err = LOYD_OK;

    for (size_t i = 0; i < sel->n_runs; i++) {
        const struct id_run *run = &sel->runs[i];

        sel->plan.is_by_id |= run->kind == RUN_ALL;
        sel->plan.goal_ranges += run->kind == RUN_GOAL;
        sel->plan.class_ranges += run->kind == RUN_CLASS;
    }
    if (sel->n_runs > 0)
        qsort(sel->runs, sel->n_runs, sizeof(sel->runs[0]), run_compare);
    if (filter->has_after)
        err = add_after(sel, filter, why);
    if (err == LOYD_OK && filter->seed != NULL) {
        sel->has_seed = true;
        err = seed_begin(&sel->seed, sel->store, filter->seed, why);
        if (err == LOYD_OK)
            err = list_begin(sel, why);
    }
    for (size_t i = 0; i < sel->n_runs; i++)
        sel->plan.checks |= selection_checks(sel, &sel->runs[i]);
    if (filter->order != LOYD_ORDER_ID && sel->n_runs > 0)
        qsort(sel->runs, sel->n_runs, sizeof(sel->runs[0]),
              filter->order == LOYD_ORDER_STM ? rank_up : rank_down);
    return err;
}
