/* SPDX-License-Identifier: MIT */
/*
 * Owns the walk along the ids of all puzzles. Where the selection is a good
 * part of them, its next id is a few steps away, and a search in each of its
 * runs takes longer.
 */
#include <stdlib.h>

#include "base/why.h"
#include "store/select.h"

/* So many steps take about as long as one search. */
#define STEPS_A_SEEK 8

static const char sql_near[] =
    "SELECT id, goal, class, stm FROM puzzle WHERE id BETWEEN ?1 AND ?2"
    " ORDER BY id LIMIT ?3";

int
run_compare(const void *a, const void *b)
{
    const struct id_run *one = a, *other = b;

    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return (one->stm > other->stm) - (one->stm < other->stm);
}

const struct id_run *
run_of_place(const struct selection *sel, const struct puzzle_place *place)
{
    struct id_run wanted = {.kind = RUN_ALL, .stm = -1};

    if (sel->n_runs == 1 && sel->runs[0].kind == RUN_ALL)
        return &sel->runs[0];
    wanted.kind = place->class >= 0 ? RUN_CLASS : RUN_GOAL;
    wanted.key = place->class >= 0 ? place->class : place->goal;
    wanted.stm = place->stm;
    return sel->n_runs > 0 ? bsearch(&wanted, sel->runs, sel->n_runs,
                                     sizeof(wanted), run_compare)
                           : NULL;
}

/* Is the row one that the filter wants? */
static loyd_err
look(struct selection *sel, struct query *q, loyd_id *id, bool *yes,
     loyd_why *why)
{
    struct puzzle_place place;
    const struct id_run *run;
    loyd_err err;

    if (!column_id(q, 0, id))
        return why_set(why, LOYD_E_CORRUPT, "a puzzle without an id");
    sel->plan.index_rows++;
    if ((err = place_read(q, 1, id, &place, why)) != LOYD_OK)
        return err;
    run = run_of_place(sel, &place);
    if (run == NULL)
        return LOYD_OK;
    return selection_match(sel, run, id, yes, why);
}

loyd_err
selection_near(struct selection *sel, loyd_id *from, bool *found, bool *is_end,
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
