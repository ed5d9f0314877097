/* SPDX-License-Identifier: MIT */
/* Where a search comes to its goal, or to what cannot be. */
#include "solve/search_slot.h"

/*
 * The tables have come to what no right table could: all that they brought is
 * in doubt, not only this board.
 */
void
worker_condemn(struct worker *w)
{
    atomic_store(&w->batch->err, LOYD_E_CORRUPT);
    atomic_store(&w->batch->is_stopped, true);
}

static loyd_dir
trail_dir(const struct heuristic *h, const struct slot *s, unsigned i)
{
    unsigned d = 0;

    while (cell_of_tile(h->cls.width, h->cls.height, s->trail[i],
                        (loyd_dir)d) != s->trail[i + 1])
        d++;
    return (loyd_dir)d;
}

/* Estimates of 0 say that the goal is reached; this looks at the tiles. */
static bool
is_home(const struct heuristic *h, const struct slot *s)
{
    for (unsigned v = 0; v < VIEWS; v++)
        for (unsigned g = 0; g < h->n_groups; g++) {
            pattern p = s->node[v * h->n_groups + g];

            if ((p & (PATTERN_VALUE_ONE - 1)) !=
                pattern_home(h->table[v][g].home))
                return false;
        }
    return true;
}

/* Parts behind this one are not wanted any more, or none is. */
static void
part_solved(struct search_batch *b, const struct search_job *job)
{
    size_t i = (size_t)(job - b->jobs), last = atomic_load(&b->last);

    while (i < last && !atomic_compare_exchange_weak(&b->last, &last, i))
        ;
    if (b->takes_any_part)
        atomic_store(&b->is_stopped, true);
}

void
slot_solved(struct worker *w, struct slot *s)
{
    struct search_job *job = s->job;

    if (!is_home(w->heuristic, s)) {
        worker_condemn(w);
        slot_leave(w, s, SEARCH_OPEN);
        return;
    }
    if (w->batch->are_parts)
        part_solved(w->batch, job);
    job->lower = (uint16_t)s->bound;
    for (unsigned i = 0; job->wants_path && i < s->bound; i++) {
        job->err = loyd_moves_push(&job->path, trail_dir(w->heuristic, s, i));
        if (job->err != LOYD_OK) {
            slot_leave(w, s, SEARCH_FAILED);
            return;
        }
    }
    slot_leave(w, s, SEARCH_SOLVED);
}
