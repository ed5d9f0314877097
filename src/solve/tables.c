/* SPDX-License-Identifier: MIT */
/* Lists the tables that the solver makes, and looks after their files. */
#include "loyd/tables.h"

#include <stdio.h>
#include <string.h>

#include "base/why.h"
#include "solve/table_file.h"
#include "solve/whole.h"

#define CHECKED_ENTRIES 100000 /* a table */

/* One call's wishes. */
struct errand {
    loyd_table_action action;
    const char *dir;
    unsigned threads;
    struct monitor monitor;
    loyd_table_fn each;
    void *context;
};

static loyd_err
build(struct errand *e, struct heuristic *h, loyd_why *why)
{
    loyd_err err = table_file_map(h, e->dir, e->threads, &e->monitor, why);

    if (err == LOYD_OK || err == LOYD_E_CANCELLED)
        return err;
    why_begin(why); /* there is no file, or a bad one: not what matters */
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

/* Returns false where the class is not to be told of. */
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
        info->err = table_file_remove(&h->cls, e->dir, &info->why);
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
    if (e->dir != NULL && info->size == LOYD_TABLES_LARGE &&
        table_file_path(e->dir, &h->cls, info->path))
        info->is_cached = table_file_exists(&h->cls, e->dir, h->bytes);
}

static bool
is_wanted(const struct partition *p, loyd_table_action action, unsigned width,
          unsigned height)
{
    unsigned wide = width > height ? width : height;
    unsigned high = width > height ? height : width;

    if (action != LOYD_TABLE_LIST && p->size != LOYD_TABLES_LARGE)
        return false;
    if (width != 0)
        return p->width == wide && p->height == high;
    return (unsigned)p->width * p->height <= LOYD_EXACT_CELLS;
}

/* Every class of one partition. */
static loyd_err
each_class(struct errand *e, const struct partition *p)
{
    unsigned n = (unsigned)p->width * p->height;

    for (unsigned blank = 0; blank < n; blank++) {
        loyd_class cls = loyd_class_of(p->width, p->height, blank);
        loyd_table_info info;
        struct heuristic h;
        bool is_told;
        loyd_err err;

        if (cls.blank != blank) /* another cell stands for this one */
            continue;
        if (partition_is_whole(p)) { /* never kept in files */
            is_told = e->action == LOYD_TABLE_LIST;
            describe_whole(p, &cls, &info);
        } else {
            if ((err = heuristic_plan(&h, &cls, p->size)) != LOYD_OK)
                return err;
            describe_file(e, &h, &info);
            is_told = act(e, &h, &info);
            heuristic_free(&h);
        }
        if (atomic_load(&e->monitor.is_stopped) ||
            (is_told && !e->each(e->context, &info)))
            return LOYD_E_CANCELLED;
    }
    return LOYD_OK;
}

loyd_err
loyd_tables_do(loyd_table_action action, const loyd_solver_options *options,
               uint8_t width, uint8_t height, loyd_table_fn each,
               void *context)
{
    struct errand e = {.action = action,
                       .dir = options->cache_dir,
                       .threads = options->threads > 0 ? options->threads : 1,
                       .each = each,
                       .context = context};
    const struct partition *p;
    loyd_err err = LOYD_OK;

    if (action != LOYD_TABLE_LIST && e.dir == NULL)
        return LOYD_E_NOT_FOUND;
    if (options->listener != NULL) {
        e.monitor.progress = options->listener->progress;
        e.monitor.context = options->listener->context;
    }
    if (pthread_mutex_init(&e.monitor.lock, NULL) != 0)
        return LOYD_E_NOMEM;
    for (unsigned i = 0; err == LOYD_OK && (p = partition_at(i)) != NULL; i++)
        if (is_wanted(p, action, width, height))
            err = each_class(&e, p);
    pthread_mutex_destroy(&e.monitor.lock);
    return err;
}
