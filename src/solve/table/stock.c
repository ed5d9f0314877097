/* SPDX-License-Identifier: MIT */
/* The tables owned by a solver: a small and a large set for each class. */
#include "solve/table/stock.h"

#include <stdlib.h>

#include "core/class.h"
#include "solve/table/kept.h"

void
stock_free(struct stock *s)
{
    while (s->classes != NULL) {
        struct class_tables *c = s->classes;

        s->classes = c->next;
        table_body_free(&c->small.body);
        table_body_free(&c->large.body);
        free(c);
    }
    free(s->cache_dir);
    s->cache_dir = NULL;
}

/* Finds out what a class's large tables are worth, and if they have a file. */
static loyd_err
look_for_large(const struct stock *s, struct class_tables *c)
{
    const struct table_kind *kind = c->large.kind;
    struct table_body plan;
    loyd_err err;

    if (kind == NULL)
        return LOYD_OK;
    err = table_body_plan(&plan, kind, &c->cls, LOYD_TABLES_LARGE);
    if (err != LOYD_OK)
        return err;
    c->worth_large = (uint64_t)(kind->nodes_worth +
                                kind->nodes_per_byte * (double)plan.bytes);
    c->has_large = plan.is_kept && s->cache_dir != NULL &&
                   table_file_exists(&plan, s->cache_dir);
    table_body_free(&plan);
    return LOYD_OK;
}

loyd_err
stock_class(struct stock *s, const loyd_class *cls, loyd_metric metric,
            struct class_tables **found)
{
    struct class_tables *c = s->classes;
    loyd_err err;

    while (c != NULL && (c->metric != metric || !class_equal(&c->cls, cls)))
        c = c->next;
    if (c == NULL) {
        if ((c = calloc(1, sizeof(*c))) == NULL)
            return LOYD_E_NOMEM;
        c->cls = *cls;
        c->metric = metric;
        c->small.kind = s->kind_of(cls, metric, LOYD_TABLES_SMALL);
        c->large.kind = s->kind_of(cls, metric, LOYD_TABLES_LARGE);
        if ((err = look_for_large(s, c)) != LOYD_OK) {
            free(c);
            return err;
        }
        c->next = s->classes;
        s->classes = c;
    }
    *found = c;
    return LOYD_OK;
}

/* Gives back the pages of large tables in files: others are about to take as
 * much. */
static void
rest(struct stock *s)
{
    for (struct class_tables *c = s->classes; c != NULL; c = c->next)
        if (c->large.body.mapping != NULL)
            table_file_rest(&c->large.body);
}

bool
stock_condemn(struct stock *s, struct class_tables *c, bool is_large)
{
    struct table_set *set = is_large ? &c->large : &c->small;

    if (set->body.mapping == NULL)
        return false;
    kept_condemn(s, &set->body);
    table_body_free(&set->body);
    set->is_condemned = true;
    if (is_large)
        c->has_large = false;
    return true;
}

loyd_err
stock_tables(struct stock *s, struct class_tables *c, bool is_large,
             const struct table_set **found)
{
    struct table_set *set = is_large ? &c->large : &c->small;
    loyd_err err = LOYD_OK;

    if (set->body.owner == NULL) {
        if (is_large)
            rest(s);
        err =
            table_body_plan(&set->body, set->kind, &c->cls,
                            is_large ? LOYD_TABLES_LARGE : LOYD_TABLES_SMALL);
        if (err == LOYD_OK)
            err = kept_make(s, &set->body, set->is_condemned);
        if (err != LOYD_OK) {
            table_body_free(&set->body);
            return err;
        }
    }
    if (is_large)
        c->has_large = true;
    *found = set;
    return LOYD_OK;
}
