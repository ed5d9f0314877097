/* SPDX-License-Identifier: MIT */
/* The kinds of tables that the classes of each size have. */
#include "solve/kinds.h"

#include "solve/table/heuristic.h"
#include "solve/table/views.h"
#include "solve/table/whole.h"

const struct table_kind *
kind_of(const loyd_class *cls, loyd_metric metric, loyd_tables size)
{
    unsigned n_cells = (unsigned)cls->width * cls->height;
    bool is_large = size == LOYD_TABLES_LARGE;
    const struct partition *p;

    if (metric == LOYD_MTM) {
        /* A small set knows all tiles of a board of few cells. */
        if (n_cells > LOYD_EXACT_CELLS ||
            (is_large && n_cells <= PATTERN_TILES_MAX + 1))
            return NULL;
        return is_large && n_cells <= WHOLE_CELLS_MAX ? &line_kind
                                                      : &slide_kind;
    }
    if (is_large && views_serve(cls))
        return &view_kind;
    p = partition_find(cls, size);
    if (p == NULL || (is_large && p->size != LOYD_TABLES_LARGE))
        return NULL;
    return partition_is_whole(p) ? &whole_kind : &pattern_kind;
}
