/* SPDX-License-Identifier: MIT */
/* Lists the solver's tables and manages their files. */
#include "loyd/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/cursor.h"
#include "solve/kinds.h"
#include "solve/table/region.h"
#include "solve/table/stock.h"
#include "solve/table/table_file.h"

#define CHECKED_ENTRIES 100000 /* per table */
#define HEIGHT_MOST 5          /* of boards of up to REGION_CELLS_MAX cells */
#define HEIGHTS (HEIGHT_MOST - 1)
#define VISITS (2 * (REGION_CELLS_MAX + 1) * HEIGHTS * 2 * REGION_CELLS_MAX)

struct errand {
    loyd_cursor head;
    loyd_table_action action;
    uint8_t width; /* 0: all sizes */
    uint8_t height;
    int blank; /* of its class; -1: any */
    char *dir;
    unsigned threads;
    struct monitor monitor;
    loyd_listener listener;
    unsigned at; /* number of the next visit */
    loyd_table_info info;
};

static loyd_err
build(struct errand *e, struct table_body *b, loyd_why *why)
{
    const struct stock s = {.cache_dir = e->dir,
                            .threads = e->threads,
                            .listener = &e->listener,
                            .monitor = &e->monitor};
    loyd_err err = table_file_map(b, e->dir, e->threads, &e->monitor, why);

    if (err == LOYD_OK || err == LOYD_E_CANCELLED)
        return err;
    why_begin(why); /* a missing or bad file is no error here */
    stock_tell_building(&s, b);
    err = table_body_build(b, e->threads, &e->monitor);
    if (err == LOYD_OK)
        err = table_file_write(b, e->dir, e->threads, &e->monitor, why);
    return err;
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
        info->err =
            table_file_map(b, e->dir, e->threads, &e->monitor, &info->why);
        if (info->err == LOYD_OK)
            info->err = b->kind->descend(b, CHECKED_ENTRIES, &info->why);
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

/* Tables that an errand may visit. */
struct visit {
    loyd_class cls;
    loyd_metric metric;
    loyd_tables size;
};

/*
 * Sets visit number i: by metric, number of cells, height, size of the tables
 * and goal's blank. Returns false if there are no such tables.
 */
static bool
visit_at(unsigned i, struct visit *v)
{
    unsigned blank = i % REGION_CELLS_MAX, high, cells;

    i /= REGION_CELLS_MAX;
    v->size = i % 2 == 0 ? LOYD_TABLES_SMALL : LOYD_TABLES_LARGE;
    i /= 2;
    high = HEIGHT_MOST - i % HEIGHTS;
    i /= HEIGHTS;
    cells = i % (REGION_CELLS_MAX + 1);
    v->metric = i / (REGION_CELLS_MAX + 1) == 0 ? LOYD_STM : LOYD_MTM;
    if (cells % high != 0 || cells < high * high || blank >= cells ||
        (v->metric == LOYD_MTM && v->size == LOYD_TABLES_SMALL))
        return false;
    v->cls = loyd_class_of((uint8_t)(cells / high), (uint8_t)high, blank);
    return v->cls.blank == blank && /* otherwise a duplicate */
           kind_of(&v->cls, v->metric, v->size) != NULL;
}

/*
 * Without a size, all files are visited; only tables of up to
 * LOYD_EXACT_CELLS cells are listed without one and built. Those of all sizes
 * in MTM take 2 GB, and none is built.
 */
static bool
is_visited(const struct errand *e, const struct visit *v)
{
    const struct table_body name = {
        .cls = v->cls, .metric = v->metric, .size = v->size};
    unsigned wide = v->cls.width, high = v->cls.height;
    bool is_checked =
        e->action == LOYD_TABLE_VERIFY || e->action == LOYD_TABLE_REMOVE;
    bool is_included = (e->width == wide && e->height == high) ||
                       (e->width == high && e->height == wide);

    if (e->width == 0) {
        bool is_large =
            v->metric == LOYD_STM && wide * high > LOYD_EXACT_CELLS;

        is_included = e->action != LOYD_TABLE_BUILD ||
                      (v->metric == LOYD_STM && !is_large);
        is_checked |= is_large;
    }
    if (!is_included || (e->blank >= 0 && e->blank != v->cls.blank))
        return false;
    /* A plan beyond 16 cells takes a while. */
    return !is_checked ||
           (e->dir != NULL && !table_file_is_absent(&name, e->dir));
}

/* Describes the tables, and acts on them. *found is false if they are
 * skipped. */
static loyd_err
visit(struct errand *e, const struct visit *v, loyd_table_info *info,
      bool *found)
{
    struct table_body body;
    loyd_err err = table_body_plan(&body, kind_of(&v->cls, v->metric, v->size),
                                   &v->cls, v->size);

    if (err != LOYD_OK)
        return err;
    *info = (loyd_table_info){.width = body.cls.width,
                              .height = body.cls.height,
                              .blank = body.cls.blank,
                              .metric = (uint8_t)body.metric,
                              .size = body.size,
                              .bytes = body.bytes};
    if (e->dir != NULL && body.is_kept &&
        table_file_path(e->dir, &body, info->path))
        info->is_cached = table_file_exists(&body, e->dir);
    *found =
        e->action == LOYD_TABLE_LIST || (body.is_kept && act(e, &body, info));
    table_body_free(&body);
    return LOYD_OK;
}

static loyd_err
next_table(loyd_cursor *cursor, bool *found, loyd_why *why)
{
    struct errand *e = (struct errand *)cursor;
    struct visit v;

    while (!*found && e->at < VISITS) {
        loyd_err err = LOYD_OK;

        if (visit_at(e->at++, &v) && is_visited(e, &v))
            err = visit(e, &v, &e->info, found);
        if (err != LOYD_OK)
            return err;
        if (atomic_load(&e->monitor.is_stopped))
            return why_set(why, LOYD_E_CANCELLED, "stopped");
    }
    return LOYD_OK;
}

static void
close_tables(loyd_cursor *cursor)
{
    struct errand *e = (struct errand *)cursor;

    pthread_mutex_destroy(&e->monitor.lock);
    free(e->dir);
}

static const struct cursor_kind tables = {sizeof(struct errand), next_table,
                                          close_tables, false};

loyd_err
loyd_tables_open(loyd_table_action action, const loyd_solver_options *options,
                 uint8_t width, uint8_t height, int blank,
                 loyd_cursor **cursor, loyd_why *why)
{
    static const loyd_solver_options none = {0};
    struct errand *e;
    const char *dir;

    WHY_GIVEN(why);
    options = options != NULL ? options : &none;
    dir = options->cache_dir;
    if ((unsigned)action >= LOYD_TABLE_ACTION_COUNT_)
        return why_set(why, LOYD_E_RANGE, "unknown action %u", action);
    if (action != LOYD_TABLE_LIST && dir == NULL)
        return why_set(why, LOYD_E_NOT_FOUND, "no cache folder");
    if ((e = cursor_new(&tables)) == NULL)
        return LOYD_E_NOMEM;
    if (pthread_mutex_init(&e->monitor.lock, NULL) != 0) {
        free(e);
        return LOYD_E_NOMEM;
    }
    e->head.row.table_info = &e->info;
    e->action = action;
    e->width = width;
    e->height = height;
    e->blank = -1;
    if (width != 0 && blank >= 0)
        e->blank = loyd_class_of(width, height, (unsigned)blank).blank;
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
