/* SPDX-License-Identifier: MIT */
/* Chooses and owns the tables for lengths in MTM. */
#include "solve/mtm.h"

#include <stdlib.h>
#include <string.h>

#include "solve/mtm_large.h"
#include "solve/search/mtm_search.h"
#include "solve/search/whole_path.h"
#include "solve/table/kept.h"

/*
 * Large tables are built once the small ones have generated this many nodes:
 * about as many as are searched in the time needed to build them. Whole-state
 * tables: so many for each byte, 7 million for the 93 MB of 4x3.
 */
#define NODES_WORTH_LARGE 20000000
#define NODES_PER_WHOLE_BYTE 0.07
#define READING_SHARE 16 /* reading a file takes this part of that time */

struct mtm_class {
    loyd_class cls;
    struct mtm_set small;   /* n_tables = 0: not built */
    struct mtm_large large;
    struct table_body body; /* of `large` */
    bool has_large;         /* built, or in a file */
    bool is_open;           /* built, or mapped */
    bool is_condemned;      /* the file is damaged and must not be read */
    uint64_t small_nodes;   /* nodes generated with the small tables */
    uint64_t worth_large;   /* large tables are built after so many of them */
    struct mtm_class *next;
};

void
mtm_stock_free(struct mtm_stock *s)
{
    while (s->classes != NULL) {
        struct mtm_class *c = s->classes;

        s->classes = c->next;
        mtm_set_free(&c->small);
        mtm_large_free(&c->large);
        free(c);
    }
}

/* Plans the large tables; looks whether they have a file. */
static loyd_err
plan_large(struct mtm_class *c, const struct stock *tables)
{
    loyd_err err = mtm_large_plan(&c->large, &c->cls);

    if (err != LOYD_OK)
        return err;
    mtm_large_body(&c->large, &c->body);
    c->worth_large = c->large.is_whole ? (uint64_t)((double)c->body.bytes *
                                                    NODES_PER_WHOLE_BYTE)
                                       : NODES_WORTH_LARGE;
    c->has_large = mtm_large_is_kept(&c->cls) && tables->cache_dir != NULL &&
                   !c->is_condemned &&
                   table_file_exists(&c->body, tables->cache_dir);
    return LOYD_OK;
}

static loyd_err
find(struct mtm_stock *s, const struct stock *tables, const loyd_class *cls,
     struct mtm_class **found)
{
    struct mtm_class *c = s->classes;
    loyd_err err = LOYD_OK;

    while (c != NULL && !loyd_class_equal(&c->cls, cls))
        c = c->next;
    if (c == NULL) {
        if ((c = calloc(1, sizeof(*c))) == NULL)
            return LOYD_E_NOMEM;
        c->cls = *cls;
        if (mtm_large_is(cls))
            err = plan_large(c, tables);
        if (err != LOYD_OK) {
            free(c);
            return err;
        }
        c->next = s->classes;
        s->classes = c;
    }
    *found = c;
    return LOYD_OK;
}

static loyd_err
open_small(struct mtm_class *c, const struct stock *tables)
{
    loyd_err err = LOYD_OK;

    if (c->small.n_tables > 0)
        return LOYD_OK;
    if ((err = mtm_set_plan(&c->small, &c->cls, TILES_SMALL)) == LOYD_OK)
        err = mtm_set_build(&c->small, tables->threads, tables->monitor);
    if (err != LOYD_OK)
        mtm_set_free(&c->small);
    return err;
}

/* Frees the large tables and plans them again. */
static loyd_err
close_large(struct mtm_class *c, const struct stock *tables)
{
    mtm_large_free(&c->large);
    c->is_open = false;
    return plan_large(c, tables);
}

static loyd_err
open_large(struct mtm_class *c, const struct stock *tables)
{
    loyd_err err, closed;

    if (c->is_open)
        return LOYD_OK;
    err = mtm_large_is_kept(&c->cls)
              ? kept_make(tables, &c->body, c->is_condemned)
              : c->body.kind->build(&c->body, tables->threads,
                                    tables->monitor);
    if (err == LOYD_OK) {
        c->is_open = c->has_large = true;
        return LOYD_OK;
    }
    if (err == LOYD_E_CANCELLED)
        c->small_nodes = 0; /* the next call first searches again */
    closed = close_large(c, tables);
    return closed != LOYD_OK ? closed : err;
}

static loyd_err
run(struct mtm_class *c, const struct stock *tables, bool is_large,
    struct search_batch *batch)
{
    loyd_err err =
        is_large ? open_large(c, tables) : open_small(c, tables);

    if (err != LOYD_OK)
        return err;
    batch->mtm_whole = &c->large.whole;
    if (is_large && c->large.is_whole)
        return whole_run(batch, tables->threads);
    atomic_store(&batch->n_nodes, 0);
    batch->sights = is_large ? &c->large.set.sights : &c->small.sights;
    err = mtm_search_run(batch, tables->threads);
    if (!is_large)
        c->small_nodes += atomic_load(&batch->n_nodes);
    return err;
}

/* Drops large tables and their file, and opens all jobs again. */
static loyd_err
condemn(struct mtm_class *c, const struct stock *tables,
        struct search_batch *b)
{
    kept_condemn(tables, &c->body);
    c->is_condemned = true;
    for (size_t i = 0; i < b->n_jobs; i++)
        search_job_reopen(&b->jobs[i]);
    atomic_store(&b->n_done, 0);
    atomic_store(&b->err, LOYD_OK);
    return close_large(c, tables);
}

static bool
all_ended(const struct search_batch *b)
{
    for (size_t i = 0; i < b->n_jobs; i++)
        if (b->jobs[i].end == SEARCH_OPEN)
            return false;
    return true;
}

/*
 * Returns after how many nodes with the small tables the large ones are worth
 * the time to build or to read them. With a `stop`, there may be no time.
 */
static uint64_t
worth_of(const struct mtm_class *c, const struct search_batch *b)
{
    if (!c->has_large)
        return c->worth_large;
    return c->is_open || b->monitor->stop == NULL
               ? 0
               : c->worth_large / READING_SHARE;
}

loyd_err
mtm_run(struct mtm_stock *s, const struct stock *tables, const loyd_class *cls,
        struct search_batch *batch, loyd_tables size)
{
    bool may_grow, is_large;
    struct mtm_class *c;
    loyd_err err = find(s, tables, cls, &c);

    if (!mtm_large_is(cls))
        size = LOYD_TABLES_SMALL; /* the only ones */
    may_grow = size == LOYD_TABLES_AUTO;
    is_large = size == LOYD_TABLES_LARGE;
    while (err == LOYD_OK) {
        uint64_t worth = worth_of(c, batch);

        is_large = is_large || (may_grow && c->small_nodes >= worth);
        batch->node_stop = may_grow && !is_large ? worth - c->small_nodes : 0;
        err = run(c, tables, is_large, batch);
        if (err == LOYD_E_NOMEM && is_large && may_grow) {
            is_large = may_grow = c->has_large = false; /* stay small */
            err = LOYD_OK;
        } else if (err == LOYD_E_CORRUPT && is_large &&
                   mtm_large_is_mapped(&c->large)) {
            err = condemn(c, tables, batch);
        } else if (err != LOYD_OK || all_ended(batch) || is_large ||
                   atomic_load(&batch->monitor->is_stopped)) {
            break;
        }
    }
    return err;
}
