/* SPDX-License-Identifier: MIT */
/* The tables that a solver owns: a small and a large set for each class. */
#include "solve/stock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve/table_file.h"

/* Measured on one core of 2.6 GHz, to say about how long building takes. */
#define BUILD_BYTES_PER_SECOND 80e6

static void
drop(heuristic **h)
{
    if (*h != NULL)
        heuristic_free(*h);
    free(*h);
    *h = NULL;
}

void
stock_free(stock *s)
{
    while (s->classes != NULL) {
        class_tables *c = s->classes;

        s->classes = c->next;
        drop(&c->small);
        drop(&c->large);
        free(c);
    }
    free(s->cache_dir);
    s->cache_dir = NULL;
}

/* How much the large tables of a class would take, and whether a file is. */
static loyd_err
look_for_large(const stock *s, class_tables *c)
{
    heuristic plan;
    loyd_err err;

    if (partition_find(&c->shape, LOYD_TABLES_LARGE) ==
        partition_find(&c->shape, LOYD_TABLES_SMALL))
        return LOYD_OK;
    err = heuristic_plan(&plan, &c->shape, LOYD_TABLES_LARGE);
    if (err != LOYD_OK)
        return err;
    c->large_bytes = plan.bytes;
    c->large_at_hand = s->cache_dir != NULL &&
                       table_file_exists(&c->shape, s->cache_dir, plan.bytes);
    heuristic_free(&plan);
    return LOYD_OK;
}

static bool
same_shape(const shape *a, const shape *b)
{
    return a->width == b->width && a->height == b->height &&
           a->blank == b->blank;
}

loyd_err
stock_class(stock *s, const shape *cls, class_tables **found)
{
    class_tables *c = s->classes;
    loyd_err err;

    while (c != NULL && !same_shape(&c->shape, cls))
        c = c->next;
    if (c == NULL) {
        if ((c = calloc(1, sizeof *c)) == NULL)
            return LOYD_E_NOMEM;
        c->shape = *cls;
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

static void
tell(const stock *s, const class_tables *c, const char *what)
{
    char text[LOYD_WHY_BYTES + 160];

    if (s->notice == NULL)
        return;
    (void)snprintf(text, sizeof text, "tables of %ux%u, goal's blank in %u: %s",
                   c->shape.width, c->shape.height, c->shape.blank, what);
    s->notice(s->notice_context, text);
}

static void
tell_building(const stock *s, const class_tables *c)
{
    double seconds = (double)c->large_bytes / BUILD_BYTES_PER_SECOND /
                     (s->threads > 2 ? 2 : s->threads);
    char text[160];

    (void)snprintf(text, sizeof text, "building %.0f MB, about %.0f s%s",
                   (double)c->large_bytes / 1e6, seconds < 1 ? 1 : seconds,
                   s->cache_dir != NULL ? ", kept for the next time" : "");
    tell(s, c, text);
}

/* A file's tables into a planned heuristic; false: they must be built. */
static bool
from_file(const stock *s, const class_tables *c, heuristic *h)
{
    loyd_why why;
    loyd_err err;

    if (s->cache_dir == NULL)
        return false;
    err = table_file_map(h, s->cache_dir, false, &why);
    if (err != LOYD_OK && err != LOYD_E_NOT_FOUND)
        tell(s, c, why.text);
    return err == LOYD_OK;
}

static loyd_err
make_large(const stock *s, const class_tables *c, heuristic *h)
{
    loyd_why why;
    loyd_err err;

    if (from_file(s, c, h))
        return LOYD_OK;
    tell_building(s, c);
    if ((err = heuristic_build(h, s->threads, s->monitor)) != LOYD_OK)
        return err;
    if (s->cache_dir != NULL &&
        table_file_write(h, s->cache_dir, &why) != LOYD_OK)
        tell(s, c, why.text); /* a pity, no more */
    return LOYD_OK;
}

loyd_err
stock_tables(stock *s, class_tables *c, bool large, const heuristic **found)
{
    heuristic **h = large ? &c->large : &c->small;
    loyd_err err;

    if (*h == NULL) {
        if ((*h = calloc(1, sizeof **h)) == NULL)
            return LOYD_E_NOMEM;
        err = heuristic_plan(*h, &c->shape,
                             large ? LOYD_TABLES_LARGE : LOYD_TABLES_SMALL);
        if (err == LOYD_OK)
            err = large ? make_large(s, c, *h)
                        : heuristic_build(*h, s->threads, s->monitor);
        if (err != LOYD_OK) {
            drop(h);
            return err;
        }
    }
    if (large)
        c->large_at_hand = true;
    *found = *h;
    return LOYD_OK;
}
