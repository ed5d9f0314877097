/* SPDX-License-Identifier: MIT */
/* Lists the solver's tables and manages their files. */
#include "loyd/tables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/cursor.h"
#include "solve/mtm_large.h"
#include "solve/table/heuristic_file.h"
#include "solve/table/kept.h"
#include "solve/table/views.h"
#include "solve/table/whole.h"

#define CHECKED_ENTRIES 100000 /* per table */

struct errand {
    loyd_cursor head;
    loyd_table_action action;
    uint8_t width; /* 0: all sizes */
    uint8_t height;
    char *dir;
    uint64_t cache_limit;
    unsigned threads;
    struct monitor monitor;
    loyd_listener listener;
    unsigned partition; /* partition and goal's blank of the next table */
    unsigned views;     /* after the partitions: the next size with views */
    unsigned sides;     /* after these: the next size in MTM */
    unsigned blank;
};

static loyd_err
build(struct errand *e, struct table_body *b, loyd_why *why)
{
    const struct stock s = {.cache_dir = e->dir,
                            .cache_limit = e->cache_limit,
                            .threads = e->threads,
                            .listener = &e->listener,
                            .monitor = &e->monitor};
    loyd_err err = table_file_map(b, e->dir, e->threads, &e->monitor, why);

    if (err == LOYD_OK || err == LOYD_E_CANCELLED)
        return err;
    why_begin(why); /* a missing or bad file is no error here */
    kept_tell_building(&s, &b->cls, b->metric, b->bytes, true);
    err = b->kind->build(b, e->threads, &e->monitor);
    return err == LOYD_OK ? kept_write(&s, b, why) : err;
}

static loyd_err
verify(struct errand *e, struct table_body *b, loyd_why *why)
{
    loyd_err err = table_file_map(b, e->dir, e->threads, &e->monitor, why);

    return err == LOYD_OK ? b->kind->descend(b, CHECKED_ENTRIES, why) : err;
}

/* Returns false if the class is skipped. */
static bool
act(struct errand *e, struct table_body *b, loyd_table_info *info)
{
    switch (e->action) {
    case LOYD_TABLE_BUILD:
        info->err = build(e, b, &info->why);
        info->is_cached = info->err == LOYD_OK;
        break;
    case LOYD_TABLE_VERIFY:
        info->err = verify(e, b, &info->why);
        info->is_cached |= info->err == LOYD_OK;
        break;
    case LOYD_TABLE_REMOVE:
        info->err = table_file_remove(b, e->dir, &info->why);
        info->is_cached = info->err != LOYD_OK;
        break;
    default:
        return true;
    }
    if (info->err != LOYD_OK)
        (void)why_prefix(&info->why, info->err, "%s", "");
    return e->action == LOYD_TABLE_BUILD || info->err != LOYD_E_NOT_FOUND;
}

static void
describe(const struct table_body *b, loyd_table_info *info)
{
    memset(info, 0, sizeof(*info));
    info->width = b->cls.width;
    info->height = b->cls.height;
    info->blank = b->cls.blank;
    info->metric = (uint8_t)b->metric;
    info->size = b->size;
    info->bytes = b->bytes;
}

static void
describe_file(const struct errand *e, const struct table_body *b, bool is_kept,
              loyd_table_info *info)
{
    if (e->dir != NULL && is_kept && table_file_path(e->dir, b, info->path))
        info->is_cached = table_file_exists(b, e->dir);
}

static void
describe_partition(const struct partition *p, loyd_table_info *info)
{
    (void)snprintf(info->groups, sizeof(info->groups), "%s", p->drawing);
}

/* Returns whether this is the size that the caller gave, in any direction. */
static bool
is_size(const struct errand *e, unsigned wide, unsigned high)
{
    return (e->width == wide && e->height == high) ||
           (e->width == high && e->height == wide);
}

/*
 * Without a size all files are visited but only those of up to
 * LOYD_EXACT_CELLS cells are made.
 */
static bool
is_wanted_size(const struct errand *e, unsigned wide, unsigned high)
{
    if (e->width != 0)
        return is_size(e, wide, high);
    return wide * high <= LOYD_EXACT_CELLS ||
           e->action == LOYD_TABLE_VERIFY || e->action == LOYD_TABLE_REMOVE;
}

static bool
is_wanted(const struct errand *e, const struct partition *p)
{
    if (e->action != LOYD_TABLE_LIST && !partition_is_kept(p))
        return false;
    return is_wanted_size(e, p->width, p->height);
}

/* True if there is nothing to do; a plan beyond 16 cells takes a while. */
static bool
is_idle(const struct errand *e, loyd_tables size, const loyd_class *cls)
{
    const struct table_body b = {
        .cls = *cls, .metric = LOYD_STM, .size = size};

    return (e->action == LOYD_TABLE_VERIFY ||
            e->action == LOYD_TABLE_REMOVE) &&
           table_file_is_absent(&b, e->dir);
}

/* Returns the next partition and class to visit; NULL after the last. */
static const struct partition *
step(struct errand *e, loyd_class *cls)
{
    const struct partition *p;

    for (; (p = partition_at(e->partition)) != NULL; e->partition++) {
        unsigned n = (unsigned)p->width * p->height;

        while (is_wanted(e, p) && e->blank < n) {
            *cls = loyd_class_of(p->width, p->height, e->blank);
            if (cls->blank == e->blank++ && /* otherwise a duplicate */
                partition_find(cls, p->size) == p &&
                !is_idle(e, p->size, cls))
                return p;
        }
        e->blank = 0;
    }
    return NULL;
}

static loyd_err
do_partition(struct errand *e, const struct partition *p,
             const loyd_class *cls, loyd_table_info *info, bool *found)
{
    struct table_body body;
    struct heuristic h;
    loyd_err err;

    if (partition_is_whole(p)) { /* never kept in files */
        struct whole table;

        whole_plan(&table, cls);
        body = (struct table_body){.cls = *cls,
                                   .metric = LOYD_STM,
                                   .size = p->size,
                                   .bytes = whole_bytes(&table)};
        describe(&body, info);
        describe_partition(p, info);
        *found = e->action == LOYD_TABLE_LIST;
        return LOYD_OK;
    }
    if ((err = heuristic_plan(&h, cls, p->size)) != LOYD_OK)
        return err;
    heuristic_body(&h, &body);
    describe(&body, info);
    describe_partition(p, info);
    describe_file(e, &body, partition_is_kept(p), info);
    *found = act(e, &body, info);
    heuristic_free(&h);
    return LOYD_OK;
}

/* Returns the next class with many views to visit. */
static bool
step_views(struct errand *e, loyd_class *cls)
{
    uint8_t wide, high;

    for (; views_size(e->views, &wide, &high); e->views++) {
        while (is_wanted_size(e, wide, high) && e->blank < wide * high) {
            *cls = loyd_class_of(wide, high, e->blank);
            if (cls->blank == e->blank++ && views_serve(cls) &&
                !is_idle(e, LOYD_TABLES_LARGE, cls))
                return true;
        }
        e->blank = 0;
    }
    return false;
}

static loyd_err
do_views(struct errand *e, const loyd_class *cls, loyd_table_info *info,
         bool *found)
{
    struct table_body body;
    struct views v;
    loyd_err err = views_plan(&v, cls);

    if (err != LOYD_OK)
        return err;
    views_body(&v, &body);
    describe(&body, info);
    views_draw(cls, info->groups, sizeof(info->groups));
    describe_file(e, &body, true, info);
    *found = act(e, &body, info);
    views_free(&v);
    return LOYD_OK;
}

/* Without a size none is made: they take 2 GB. */
static bool
is_wanted_mtm(const struct errand *e, const loyd_class *cls)
{
    if (e->action != LOYD_TABLE_LIST && !mtm_large_is_kept(cls))
        return false;
    return e->width != 0 ? is_size(e, cls->width, cls->height)
                         : e->action != LOYD_TABLE_BUILD;
}

/* Returns the next class with large tables in MTM to visit. */
static bool
step_mtm(struct errand *e, loyd_class *cls)
{
    const unsigned most = LOYD_EXACT_CELLS / 2 + 1;

    /* Sides of 2 to 8 cells, as the digits of a number. */
    for (; e->sides < most * most; e->sides++) {
        unsigned high = e->sides / most, wide = e->sides % most;

        while (high >= 2 && wide >= high && e->blank < wide * high) {
            *cls = loyd_class_of((uint8_t)wide, (uint8_t)high, e->blank);
            if (cls->blank == e->blank++ && mtm_large_is(cls) &&
                is_wanted_mtm(e, cls))
                return true;
        }
        e->blank = 0;
    }
    return false;
}

static loyd_err
do_mtm(struct errand *e, const loyd_class *cls, loyd_table_info *info,
       bool *found)
{
    struct table_body body;
    struct mtm_large l;
    loyd_err err = mtm_large_plan(&l, cls);

    if (err != LOYD_OK)
        return err;
    mtm_large_body(&l, &body);
    describe(&body, info);
    mtm_large_draw(&l, cls, info->groups);
    describe_file(e, &body, mtm_large_is_kept(cls), info);
    *found = act(e, &body, info);
    mtm_large_free(&l);
    return LOYD_OK;
}

static loyd_err
next_table(loyd_cursor *cursor, void *row, bool *found, loyd_why *why)
{
    struct errand *e = (struct errand *)cursor;
    loyd_table_info info;

    while (!*found) {
        const struct partition *p;
        loyd_class cls;
        loyd_err err;

        if ((p = step(e, &cls)) != NULL)
            err = do_partition(e, p, &cls, &info, found);
        else if (step_views(e, &cls))
            err = do_views(e, &cls, &info, found);
        else if (step_mtm(e, &cls))
            err = do_mtm(e, &cls, &info, found);
        else
            return LOYD_OK;
        if (err != LOYD_OK)
            return err;
        if (atomic_load(&e->monitor.is_stopped))
            return why_set(why, LOYD_E_CANCELLED, "stopped");
    }
    *(loyd_table_info *)row = info;
    return LOYD_OK;
}

static void
close_tables(loyd_cursor *cursor)
{
    struct errand *e = (struct errand *)cursor;

    pthread_mutex_destroy(&e->monitor.lock);
    free(e->dir);
}

static const struct cursor_kind tables = {"tables", sizeof(struct errand),
                                          next_table, close_tables, false};

loyd_err
loyd_tables_open(loyd_table_action action, const loyd_solver_options *options,
                 uint8_t width, uint8_t height, loyd_cursor **cursor,
                 loyd_why *why)
{
    static const loyd_solver_options none = {0};
    struct errand *e;
    const char *dir;

    WHY_GIVEN(why);
    options = options != NULL ? options : &none;
    dir = options->cache_dir;
    if (action != LOYD_TABLE_LIST && dir == NULL)
        return why_set(why, LOYD_E_NOT_FOUND, "no cache folder");
    if ((e = cursor_new(&tables)) == NULL)
        return LOYD_E_NOMEM;
    if (pthread_mutex_init(&e->monitor.lock, NULL) != 0) {
        free(e);
        return LOYD_E_NOMEM;
    }
    e->action = action;
    e->width = width;
    e->height = height;
    e->cache_limit = options->cache_limit;
    e->threads = options->threads > 0 ? options->threads : 1;
    if (options->listener != NULL) {
        e->listener = *options->listener;
        e->monitor.progress = options->listener->progress;
        e->monitor.context = options->listener->context;
    }
    if (dir != NULL && (e->dir = malloc(strlen(dir) + 1)) == NULL)
        return cursor_opened(e, LOYD_E_NOMEM, cursor);
    if (dir != NULL)
        strcpy(e->dir, dir);
    return cursor_opened(e, LOYD_OK, cursor);
}

loyd_err
loyd_table_info_next(loyd_cursor *cursor, loyd_table_info *info, bool *found,
                     loyd_why *why)
{
    return cursor_next(cursor, &tables, info, found, why);
}

loyd_err
loyd_tables_sum(const char *cache_dir, uint64_t *files, uint64_t *bytes,
                loyd_why *why)
{
    WHY_GIVEN(why);
    return table_cache_sum(cache_dir, files, bytes)
               ? LOYD_OK
               : why_set(why, errno == ENOMEM ? LOYD_E_NOMEM : LOYD_E_IO,
                         "cannot read: %s", strerror(errno));
}
