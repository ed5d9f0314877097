/* SPDX-License-Identifier: MIT */
/* The tables owned by a solver: a small and a large set for each class. */
#include "solve/table/stock.h"

#include <stdlib.h>
#include <string.h>

#include "solve/table/heuristic_file.h"
#include "solve/table/kept.h"

static void
drop(struct table_set *set)
{
    if (set->patterns != NULL)
        heuristic_free(set->patterns);
    if (set->whole != NULL)
        whole_free(set->whole);
    if (set->views != NULL)
        views_free(set->views);
    free(set->patterns);
    free(set->whole);
    free(set->views);
    set->patterns = NULL;
    set->whole = NULL;
    set->views = NULL;
}

static struct table_set *
set_of(struct class_tables *c, bool is_large)
{
    return is_large ? &c->large : &c->small;
}

static loyd_tables
size_of(bool is_large)
{
    return is_large ? LOYD_TABLES_LARGE : LOYD_TABLES_SMALL;
}

void
stock_free(struct stock *s)
{
    while (s->classes != NULL) {
        struct class_tables *c = s->classes;

        s->classes = c->next;
        drop(&c->small);
        drop(&c->large);
        free(c);
    }
    free(s->cache_dir);
    s->cache_dir = NULL;
}

static void
note_large(const struct stock *s, struct class_tables *c, uint64_t bytes,
           const struct table_body *body)
{
    c->large_bytes = bytes;
    c->has_large =
        s->cache_dir != NULL && table_file_exists(body, s->cache_dir);
}

/* The same as look_for_large, for a class with many views. */
static loyd_err
look_for_views(const struct stock *s, struct class_tables *c)
{
    struct table_body body;
    struct views plan;
    loyd_err err = views_plan(&plan, &c->cls);

    if (err != LOYD_OK)
        return err;
    views_body(&plan, &body);
    note_large(s, c, plan.bytes, &body);
    views_free(&plan);
    return LOYD_OK;
}

/* Sets the size of a class's large tables and whether they have a file. */
static loyd_err
look_for_large(const struct stock *s, struct class_tables *c)
{
    const struct partition *large = partition_find(&c->cls, LOYD_TABLES_LARGE);
    struct heuristic plan;
    struct table_body body;
    struct whole table;
    loyd_err err;

    if (views_serve(&c->cls))
        return look_for_views(s, c);
    if (large->size != LOYD_TABLES_LARGE)
        return LOYD_OK;
    if (partition_is_whole(large)) {
        whole_plan(&table, &c->cls);
        c->large_bytes = whole_bytes(&table);
        return LOYD_OK;
    }
    err = heuristic_plan(&plan, &c->cls, LOYD_TABLES_LARGE);
    if (err != LOYD_OK)
        return err;
    heuristic_body(&plan, &body);
    note_large(s, c, plan.bytes, &body);
    heuristic_free(&plan);
    return LOYD_OK;
}

loyd_err
stock_class(struct stock *s, const loyd_class *cls,
            struct class_tables **found)
{
    struct class_tables *c = s->classes;
    loyd_err err;

    while (c != NULL && !loyd_class_equal(&c->cls, cls))
        c = c->next;
    if (c == NULL) {
        if ((c = calloc(1, sizeof(*c))) == NULL)
            return LOYD_E_NOMEM;
        c->cls = *cls;
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

bool
stock_condemn(struct stock *s, struct class_tables *c, bool is_large)
{
    struct table_set *set = set_of(c, is_large);
    struct table_body body;

    if (set->views != NULL && set->views->mapping != NULL)
        views_body(set->views, &body);
    else if (set->patterns != NULL && set->patterns->mapping != NULL)
        heuristic_body(set->patterns, &body);
    else
        return false;
    kept_condemn(s, &body);
    drop(set);
    set->is_condemned = true;
    if (is_large)
        c->has_large = false;
    return true;
}

static loyd_err
make_patterns(const struct stock *s, const struct class_tables *c,
              bool is_large, bool is_condemned, struct heuristic **made)
{
    struct heuristic *h = calloc(1, sizeof(*h));
    struct table_body body;
    loyd_err err;

    if (h == NULL)
        return LOYD_E_NOMEM;
    *made = h; /* the caller drops it on error */
    err = heuristic_plan(h, &c->cls, size_of(is_large));
    if (err != LOYD_OK)
        return err;
    heuristic_body(h, &body);
    return partition_is_kept(h->partition)
               ? kept_make(s, &body, is_condemned)
               : heuristic_build(h, s->threads, s->monitor);
}

static loyd_err
make_views(const struct stock *s, const struct class_tables *c,
           bool is_condemned, struct views **made)
{
    struct views *v = calloc(1, sizeof(*v));
    struct table_body body;
    loyd_err err;

    if (v == NULL)
        return LOYD_E_NOMEM;
    *made = v; /* the caller drops it on error */
    if ((err = views_plan(v, &c->cls)) != LOYD_OK)
        return err;
    views_body(v, &body);
    return kept_make(s, &body, is_condemned);
}

static loyd_err
make_whole(const struct stock *s, const struct class_tables *c, bool is_large,
           struct whole **made)
{
    struct whole *w = calloc(1, sizeof(*w));

    if (w == NULL)
        return LOYD_E_NOMEM;
    *made = w;
    whole_plan(w, &c->cls);
    if (is_large)
        kept_tell_building(s, &c->cls, LOYD_STM, c->large_bytes, false);
    return whole_build(w, s->threads, s->monitor);
}

loyd_err
stock_tables(struct stock *s, struct class_tables *c, bool is_large,
             const struct table_set **found)
{
    struct table_set *set = set_of(c, is_large);
    const struct partition *p = partition_find(&c->cls, size_of(is_large));
    loyd_err err = LOYD_OK;

    if (set->patterns != NULL || set->whole != NULL || set->views != NULL)
        err = LOYD_OK;
    else if (is_large && views_serve(&c->cls))
        err = make_views(s, c, set->is_condemned, &set->views);
    else
        err = partition_is_whole(p)
                  ? make_whole(s, c, is_large, &set->whole)
                  : make_patterns(s, c, is_large, set->is_condemned,
                                  &set->patterns);
    if (err != LOYD_OK) {
        drop(set);
        return err;
    }
    if (is_large)
        c->has_large = true;
    *found = set;
    return LOYD_OK;
}
