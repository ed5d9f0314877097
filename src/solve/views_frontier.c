/* SPDX-License-Identifier: MIT */
/* Stores the nodes that a bound of a search with many views has cut. */
#include "solve/views_frontier.h"

#include "solve/memory.h"

loyd_err
views_frontier_make(struct views_frontier *f, size_t room)
{
    size_t n = room + VIEWS_FRONTIER_SPARE;

    *f = (struct views_frontier){.room = room};
    f->pool = memory_new(n * sizeof(*f->pool));
    f->unused = memory_new(n * sizeof(*f->unused));
    f->now = memory_new(n * sizeof(*f->now));
    f->later = memory_new(n * sizeof(*f->later));
    f->later_key = memory_new(n * sizeof(*f->later_key));
    return f->pool != NULL && f->unused != NULL && f->now != NULL &&
                   f->later != NULL && f->later_key != NULL
               ? LOYD_OK
               : LOYD_E_NOMEM;
}

void
views_frontier_free(struct views_frontier *f)
{
    memory_free(f->pool);
    memory_free(f->unused);
    memory_free(f->now);
    memory_free(f->later);
    memory_free(f->later_key);
    *f = (struct views_frontier){0};
}

void
views_frontier_begin(struct views_frontier *f)
{
    f->n_unused = f->n_fresh = 0;
    f->n_now = f->at = f->n_later = 0;
    f->is_torn = false;
}

/* Counting sort by key. */
void
views_frontier_turn(struct views_frontier *f)
{
    uint32_t from[VIEWS_FRONTIER_KEYS + 1] = {0};

    for (size_t i = 0; i < f->n_later; i++)
        from[f->later_key[i] + 1]++;
    for (size_t k = 1; k <= VIEWS_FRONTIER_KEYS; k++)
        from[k] += from[k - 1];
    for (size_t i = 0; i < f->n_later; i++)
        f->now[from[f->later_key[i]]++] = f->later[i];
    f->n_now = f->n_later;
    f->at = f->n_later = 0;
}
