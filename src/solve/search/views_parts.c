/* SPDX-License-Identifier: MIT */
/*
 * Parts of a board in the order of their paths, for the canonical path of a
 * search with many views.
 */
#include <stdlib.h>

#include "core/moves.h"
#include "solve/search/views_crew.h"

#define PARTS_WANTED 128

/* No part may lie beyond the goal: its depth is at most the estimate. */
loyd_err
crew_make_parts(struct crew_member *m, const struct view_node *root)
{
    struct crew *w = m->crew;
    const loyd_class *cls = &w->views->cls;
    struct layers *l = &w->layers;
    loyd_err err = layers_make(l, &w->job->board, w->job->rank, PARTS_WANTED,
                               crew_estimate(root));

    if (err != LOYD_OK)
        return err;
    if ((w->parts = calloc(l->n, sizeof(*w->parts))) == NULL)
        return LOYD_E_NOMEM;
    w->parts[0] = *root;
    for (size_t i = 1; i < l->n; i++) {
        const struct view_node *from = &w->parts[l->at[i].from];
        unsigned blank = from->at[cls->blank], dir = l->at[i].dir;

        view_node_move(
            w->views, from,
            cell_of_tile(cls->width, cls->height, blank, (loyd_dir)dir), dir,
            &w->parts[i]);
        crew_complete(m, &w->parts[i]);
    }
    return LOYD_OK;
}

void
crew_free_parts(struct crew *w)
{
    layers_free(&w->layers);
    free(w->parts);
    w->layers.at = NULL;
    w->parts = NULL;
}

bool
crew_take_part(struct crew *w, struct crew_slot *s)
{
    size_t i, first = w->layers.first;

    while ((i = atomic_fetch_add(&w->next_part, 1)) < w->layers.n - first &&
           i < atomic_load(&w->solved_part)) {
        const struct view_node *n = &w->parts[first + i];

        if (n->depth + crew_estimate(n) > w->bound)
            continue;
        s->part = i;
        s->own.is.node = *n;
        s->stamp = w->seen.least + (uint32_t)i;
        s->collects = false;
        return true;
    }
    return false;
}

loyd_err
crew_keep_path(struct crew *w, const struct crew_slot *s)
{
    unsigned length = s->own.is.node.depth;
    loyd_err err;

    w->job->path.n = 0;
    err = layers_path(&w->layers, w->layers.first + s->part, &w->job->path);
    for (unsigned i = w->layers.depth + 1; err == LOYD_OK && i <= length; i++)
        err = moves_push(&w->job->path, (loyd_dir)s->trail[i]);
    return err;
}
