/* SPDX-License-Identifier: MIT */
/* Lists the tables that the solver makes. */
#include "loyd/tables.h"

#include <stdio.h>
#include <string.h>

#include "solve/heuristic.h"

/* The tables of one class and size into `info`. */
static loyd_err
describe(const partition *p, unsigned blank, loyd_table_info *info)
{
    shape cls = {p->width, p->height, (uint8_t)blank};

    memset(info, 0, sizeof *info);
    info->width = p->width;
    info->height = p->height;
    info->blank = (uint16_t)blank;
    info->size = p->size;
    (void)snprintf(info->groups, sizeof info->groups, "%s", p->drawing);
    return heuristic_bytes(&cls, p->size, &info->bytes);
}

/* Is this cell the least that a symmetry brings it to? */
static bool
is_class(const partition *p, unsigned blank)
{
    loyd_board goal = {.width = p->width, .height = p->height};
    unsigned n = (unsigned)p->width * p->height;
    frame f;

    for (unsigned c = 0, label = 1; c < n; c++)
        goal.cell[c] = c == blank ? 0 : (uint8_t)label++;
    frame_of_goal(&goal, &f);
    return f.shape.blank == blank;
}

loyd_err
loyd_tables_list(const char *cache_dir, uint8_t width, uint8_t height,
                 loyd_table_fn each, void *context, loyd_why *why)
{
    uint8_t wide = width > height ? width : height;
    uint8_t high = width > height ? height : width;
    const partition *p;

    (void)cache_dir;
    (void)why;
    for (unsigned i = 0; (p = partition_at(i)) != NULL; i++) {
        unsigned n = (unsigned)p->width * p->height;

        if (width != 0 ? p->width != wide || p->height != high
                       : n > LOYD_EXACT_CELLS)
            continue;
        for (unsigned blank = 0; blank < n; blank++) {
            loyd_table_info info;
            loyd_err err;

            if (!is_class(p, blank))
                continue;
            if ((err = describe(p, blank, &info)) != LOYD_OK)
                return err;
            if (!each(context, &info))
                return LOYD_OK;
        }
    }
    return LOYD_OK;
}
