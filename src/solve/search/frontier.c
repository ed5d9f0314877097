/* SPDX-License-Identifier: MIT */
/* Stores the nodes that a bound has cut until the next bound. */
#include "solve/search/frontier.h"

#include <stdlib.h>

loyd_err
frontier_make(struct frontier *f, size_t words, size_t most)
{
    size_t n = most + FRONTIER_SEARCHERS;

    *f = (struct frontier){.words = words};
    f->now = malloc(n * words * sizeof(*f->now));
    f->later = malloc(n * words * sizeof(*f->later));
    f->later_key = malloc(n * sizeof(*f->later_key));
    f->order = malloc(n * sizeof(*f->order));
    return f->now != NULL && f->later != NULL && f->later_key != NULL &&
                   f->order != NULL
               ? LOYD_OK
               : LOYD_E_NOMEM;
}

void
frontier_free(struct frontier *f)
{
    free(f->now);
    free(f->later);
    free(f->later_key);
    free(f->order);
    memset(f, 0, sizeof(*f));
}

void
frontier_begin(struct frontier *f, const uint64_t *root, bool is_plain,
               size_t room)
{
    f->room = room;
    memcpy(f->now, root, f->words * sizeof(*root));
    f->order[0] = 0;
    f->n_now = 1;
    f->at = f->n_later = 0;
    f->is_plain = is_plain;
    f->is_torn = false;
}

/* Counting sort by key. */
static void
sort(struct frontier *f)
{
    uint32_t from[FRONTIER_KEYS + 1];

    if (f->n_later == 1) { /* as at every bound of a path */
        f->order[0] = 0;
        return;
    }
    memset(from, 0, sizeof(from));
    for (size_t i = 0; i < f->n_later; i++)
        from[f->later_key[i] + 1]++;
    for (size_t k = 1; k <= FRONTIER_KEYS; k++)
        from[k] += from[k - 1];
    for (size_t i = 0; i < f->n_later; i++)
        f->order[from[f->later_key[i]]++] = (uint32_t)i;
}

void
frontier_turn(struct frontier *f)
{
    uint64_t *consumed = f->now;

    sort(f);
    f->now = f->later;
    f->later = consumed;
    f->n_now = f->n_later;
    f->at = f->n_later = 0;
}
