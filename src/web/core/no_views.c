/* SPDX-License-Identifier: MIT */
/*
 * Implements solve/views.h and solve/views_search.h where tables are always
 * small: no class has many views, so nothing else here is called.
 */
#include "solve/search/views_search.h"

bool
views_serve(const loyd_class *cls)
{
    (void)cls;
    return false;
}

const struct table_kind view_kind = {.metric = LOYD_STM};

loyd_err
views_run(const struct views *v, struct search_batch *batch, unsigned threads,
          uint64_t memory, struct seen_table *kept)
{
    (void)v;
    (void)batch;
    (void)threads;
    (void)memory;
    (void)kept;
    return LOYD_E_UNSUPPORTED;
}
