/* SPDX-License-Identifier: MIT */
/*
 * Parts of a board in the order of their paths, for the canonical path of a
 * search with many views.
 */
#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "core/moves.h"
#include "solve/search/views_crew.h"

/* Writes the parts one move further than `p`, in the order of the path. */
static size_t
add_parts(struct crew_member *m, const struct crew_part *p,
          struct crew_part *out, size_t n)
{
    const struct views *v = m->crew->views;
    unsigned blank = p->node.at[v->cls.blank];
    const struct crew_moves *moves = &m->crew->moves[blank][p->node.dir];

    for (unsigned i = moves->n; i-- > 0;) {
        struct crew_part *q = &out[n];
        unsigned tile = 0;
        bool is_new = true;

        while (p->node.at[tile] != moves->cell[i])
            tile++;
        *q = *p;
        q->dir[p->node.depth] = q->node.dir = moves->dir[i];
        q->node.at[tile] = (uint8_t)blank;
        q->node.at[v->cls.blank] = moves->cell[i];
        q->node.tile = (uint8_t)tile;
        q->node.depth++;
        q->node.todo = (uint16_t)((1u << v->n_of[tile]) - 1);
        for (size_t k = 0; is_new && k < n; k++)
            is_new =
                memcmp(out[k].node.at, q->node.at, sizeof(q->node.at)) != 0;
        if (is_new)
            crew_complete(m, &out[n++].node);
    }
    return n;
}

/* No part may lie beyond the goal: its depth is at most the estimate. */
loyd_err
crew_make_parts(struct crew_member *m, const struct view_node *root)
{
    struct crew_part *now = calloc(CREW_PARTS_MAX, sizeof(*now));
    struct crew_part *next = calloc(CREW_PARTS_MAX, sizeof(*next));
    unsigned deepest = crew_estimate(root);
    size_t n_now = 1;

    if (now == NULL || next == NULL) {
        free(now);
        free(next);
        return LOYD_E_NOMEM;
    }
    if (deepest > CREW_PART_DEPTH_MAX)
        deepest = CREW_PART_DEPTH_MAX;
    now[0].node = *root;
    for (unsigned d = 0; d < deepest && n_now < CREW_PARTS_WANTED; d++) {
        struct crew_part *done = now;
        size_t n = 0;

        for (size_t i = 0; i < n_now; i++)
            n = add_parts(m, &now[i], next, n);
        now = next;
        next = done;
        n_now = n;
    }
    free(next);
    m->crew->parts = now;
    m->crew->n_parts = n_now;
    return LOYD_OK;
}

bool
crew_take_part(struct crew *w, struct crew_slot *s)
{
    size_t i;

    while ((i = atomic_fetch_add(&w->next_part, 1)) < w->n_parts &&
           i < atomic_load(&w->solved_part)) {
        const struct view_node *n = &w->parts[i].node;

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
    const struct crew_part *part = &w->parts[s->part];
    unsigned length = s->own.is.node.depth;
    loyd_err err = LOYD_OK;

    w->job->path.n = 0;
    for (unsigned i = 0; err == LOYD_OK && i < part->node.depth; i++)
        err = moves_push(&w->job->path, (loyd_dir)part->dir[i]);
    for (unsigned i = part->node.depth + 1; err == LOYD_OK && i <= length; i++)
        err = moves_push(&w->job->path, (loyd_dir)s->trail[i]);
    return err;
}
