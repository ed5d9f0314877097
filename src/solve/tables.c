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
    const loyd_solver_options *options;
    struct monitor monitor;
};

/* Returns false where the class is not to be told of. */
typedef bool (*action_fn)(struct errand *e, struct heuristic *h,
                          loyd_table_info *info);

static bool
do_list(struct errand *e, struct heuristic *h, loyd_table_info *info)
{
    (void)e;
    (void)h;
    (void)info;
    return true;
}

static unsigned
threads_of(const struct errand *e)
{
    return e->options->threads > 0 ? e->options->threads : 1;
}

static bool
do_build(struct errand *e, struct heuristic *h, loyd_table_info *info)
{
    const char *dir = e->options->cache_dir;
    unsigned threads = threads_of(e);

    info->err = table_file_map(h, dir, threads, &e->monitor, NULL);
    if (info->err == LOYD_OK || info->err == LOYD_E_CANCELLED)
        return true;
    info->err = heuristic_build(h, threads, &e->monitor);
    if (info->err == LOYD_OK)
        info->err = table_file_write(h, dir, threads, &e->monitor, &info->why);
    else
        (void)why_set(&info->why, info->err, "%s", loyd_strerror(info->err));
    info->is_cached = info->err == LOYD_OK;
    return true;
}

static bool
do_verify(struct errand *e, struct heuristic *h, loyd_table_info *info)
{
    info->err = table_file_map(h, e->options->cache_dir, threads_of(e),
                               &e->monitor, &info->why);
    if (info->err == LOYD_OK)
        info->err = table_file_descend(h, CHECKED_ENTRIES, &info->why);
    return info->err != LOYD_E_NOT_FOUND;
}

static bool
do_remove(struct errand *e, struct heuristic *h, loyd_table_info *info)
{
    info->err = table_file_remove(&h->cls, e->options->cache_dir, &info->why);
    info->is_cached = info->err != LOYD_OK;
    return info->err != LOYD_E_NOT_FOUND;
}

static const action_fn actions[LOYD_TABLE_ACTION_COUNT_] = {
    [LOYD_TABLE_LIST] = do_list,
    [LOYD_TABLE_BUILD] = do_build,
    [LOYD_TABLE_VERIFY] = do_verify,
    [LOYD_TABLE_REMOVE] = do_remove,
};

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

static const loyd_table_info *
whole_info(const struct partition *p, const loyd_class *cls,
           loyd_table_info *info)
{
    struct whole table;

    whole_plan(&table, cls);
    describe(p, cls, whole_bytes(&table), info);
    return info;
}

static void
describe_file(const struct errand *e, const struct heuristic *h,
              loyd_table_info *info)
{
    const char *dir = e->options->cache_dir;

    describe(h->partition, &h->cls, h->bytes, info);
    if (dir != NULL && info->size == LOYD_TABLES_LARGE &&
        table_file_path(dir, &h->cls, info->path))
        info->is_cached = table_file_exists(&h->cls, dir, h->bytes);
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

/* Every class of one partition; *stop where the caller has had enough. */
static loyd_err
each_class(struct errand *e, loyd_table_action action,
           const struct partition *p, loyd_table_fn each, void *context)
{
    unsigned n = (unsigned)p->width * p->height;

    for (unsigned blank = 0; blank < n; blank++) {
        loyd_class cls = loyd_class_of(p->width, p->height, blank);
        loyd_table_info info;
        struct heuristic h;
        loyd_err err;
        bool is_told;

        if (cls.blank != blank) /* another cell stands for this one */
            continue;
        if (partition_is_whole(p)) { /* never kept in files */
            if (action == LOYD_TABLE_LIST &&
                !each(context, whole_info(p, &cls, &info)))
                return LOYD_E_CANCELLED;
            continue;
        }
        if ((err = heuristic_plan(&h, &cls, p->size)) != LOYD_OK)
            return err;
        describe_file(e, &h, &info);
        is_told = actions[action](e, &h, &info);
        heuristic_free(&h);
        if (atomic_load(&e->monitor.is_stopped) ||
            (is_told && !each(context, &info)))
            return LOYD_E_CANCELLED;
    }
    return LOYD_OK;
}

loyd_err
loyd_tables_do(loyd_table_action action, const loyd_solver_options *options,
               uint8_t width, uint8_t height, loyd_table_fn each,
               void *context)
{
    const loyd_listener nobody = {.progress = NULL},
                        *listener = options->listener != NULL
                                        ? options->listener
                                        : &nobody;
    struct errand e = {.options = options,
                       .monitor = {.progress = listener->progress,
                                   .context = listener->context}};
    const struct partition *p;
    loyd_err err = LOYD_OK;

    if (action != LOYD_TABLE_LIST && options->cache_dir == NULL)
        return LOYD_E_NOT_FOUND;
    if (pthread_mutex_init(&e.monitor.lock, NULL) != 0)
        return LOYD_E_NOMEM;
    for (unsigned i = 0; err == LOYD_OK && (p = partition_at(i)) != NULL; i++)
        if (is_wanted(p, action, width, height))
            err = each_class(&e, action, p, each, context);
    pthread_mutex_destroy(&e.monitor.lock);
    return err;
}
