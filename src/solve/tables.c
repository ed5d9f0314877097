/* SPDX-License-Identifier: MIT */
/* Lists the solver's tables and manages their files. */
#include "loyd/tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/why.h"
#include "core/cursor.h"
#include "solve/table_file.h"
#include "solve/whole.h"

#define CHECKED_ENTRIES 100000 /* per table */

struct errand {
    loyd_cursor head;
    loyd_table_action action;
    uint8_t width; /* 0: all sizes */
    uint8_t height;
    char *dir;
    unsigned threads;
    struct monitor monitor;
    unsigned partition; /* partition and goal's blank of the next table */
    unsigned blank;
};

static loyd_err
build(struct errand *e, struct heuristic *h, loyd_why *why)
{
    loyd_err err = table_file_map(h, e->dir, e->threads, &e->monitor, why);

    if (err == LOYD_OK || err == LOYD_E_CANCELLED)
        return err;
    why_begin(why); /* a missing or bad file is no error here */
    err = heuristic_build(h, e->threads, &e->monitor);
    return err == LOYD_OK
               ? table_file_write(h, e->dir, e->threads, &e->monitor, why)
               : err;
}

static loyd_err
verify(struct errand *e, struct heuristic *h, loyd_why *why)
{
    loyd_err err = table_file_map(h, e->dir, e->threads, &e->monitor, why);

    return err == LOYD_OK ? table_file_descend(h, CHECKED_ENTRIES, why) : err;
}

/* Returns false if the class is skipped. */
static bool
act(struct errand *e, struct heuristic *h, loyd_table_info *info)
{
    switch (e->action) {
    case LOYD_TABLE_BUILD:
        info->err = build(e, h, &info->why);
        info->is_cached = info->err == LOYD_OK;
        break;
    case LOYD_TABLE_VERIFY:
        info->err = verify(e, h, &info->why);
        break;
    case LOYD_TABLE_REMOVE:
        info->err =
            table_file_remove(&h->cls, h->partition->size, e->dir, &info->why);
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
describe(const struct partition *p, const loyd_class *cls, uint64_t bytes,
         loyd_table_info *info)
{
    memset(info, 0, sizeof(*info));
    info->width = cls->width;
    info->height = cls->height;
    info->blank = cls->blank;
    info->size = p->size;
    info->bytes = bytes;
    (void)snprintf(info->groups, sizeof(info->groups), "%s", p->drawing);
}

static void
describe_whole(const struct partition *p, const loyd_class *cls,
               loyd_table_info *info)
{
    struct whole table;

    whole_plan(&table, cls);
    describe(p, cls, whole_bytes(&table), info);
}

static void
describe_file(const struct errand *e, const struct heuristic *h,
              loyd_table_info *info)
{
    describe(h->partition, &h->cls, h->bytes, info);
    if (e->dir != NULL && partition_is_kept(h->partition) &&
        table_file_path(e->dir, &h->cls, info->size, info->path))
        info->is_cached = table_file_exists(h, e->dir);
}

/*
 * Without a size all files are visited but only those of up to
 * LOYD_EXACT_CELLS cells are made.
 */
static bool
is_wanted(const struct errand *e, const struct partition *p)
{
    unsigned wide = e->width > e->height ? e->width : e->height;
    unsigned high = e->width > e->height ? e->height : e->width;

    if (e->action != LOYD_TABLE_LIST && !partition_is_kept(p))
        return false;
    if (e->width != 0)
        return p->width == wide && p->height == high;
    return (unsigned)p->width * p->height <= LOYD_EXACT_CELLS ||
           e->action == LOYD_TABLE_VERIFY || e->action == LOYD_TABLE_REMOVE;
}

/* True if there is nothing to do; a plan beyond 16 cells takes a while. */
static bool
is_idle(const struct errand *e, const struct partition *p,
        const loyd_class *cls)
{
    return (e->action == LOYD_TABLE_VERIFY ||
            e->action == LOYD_TABLE_REMOVE) &&
           table_file_is_absent(cls, p->size, e->dir);
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
                partition_find(cls, p->size) == p && !is_idle(e, p, cls))
                return p;
        }
        e->blank = 0;
    }
    return NULL;
}

static loyd_err
next_table(loyd_cursor *cursor, void *row, bool *found, loyd_why *why)
{
    struct errand *e = (struct errand *)cursor;
    const struct partition *p;
    loyd_table_info info;
    loyd_class cls;
    loyd_err err;

    while (!*found && (p = step(e, &cls)) != NULL) {
        struct heuristic h;

        if (partition_is_whole(p)) { /* never kept in files */
            *found = e->action == LOYD_TABLE_LIST;
            if (*found)
                describe_whole(p, &cls, &info);
            continue;
        }
        if ((err = heuristic_plan(&h, &cls, p->size)) != LOYD_OK)
            return err;
        describe_file(e, &h, &info);
        *found = act(e, &h, &info);
        heuristic_free(&h);
        if (atomic_load(&e->monitor.is_stopped))
            return why_set(why, LOYD_E_CANCELLED, "stopped");
    }
    if (*found)
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
    const char *dir = options->cache_dir;
    struct errand *e;

    WHY_GIVEN(why);
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
    e->threads = options->threads > 0 ? options->threads : 1;
    if (options->listener != NULL) {
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
