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

loyd_err
views_plan(struct views *v, const loyd_class *cls)
{
    (void)v;
    (void)cls;
    return LOYD_E_UNSUPPORTED;
}

void
views_free(struct views *v)
{
    (void)v;
}

void
views_body(struct views *v, struct table_body *b)
{
    (void)v;
    (void)b;
}

loyd_err
views_run(const struct views *v, struct search_batch *batch, unsigned threads,
          uint64_t memory)
{
    (void)v;
    (void)batch;
    (void)threads;
    (void)memory;
    return LOYD_E_UNSUPPORTED;
}
