/* SPDX-License-Identifier: MIT */
/* Shortest paths from whole-state tables, step by step without a search. */
#include "solve/search/whole_path.h"

#include "solve/table/whole_walk.h"

#define TICK 4096 /* jobs between checks for a stop */

/* A possible step. */
struct option {
    unsigned blank;
    uint32_t rank;
};

static void
look_at(const struct walker *k, unsigned cell, struct option *o)
{
    o->blank = cell;
    o->rank = walker_rank(k, cell);
    __builtin_prefetch(whole_word(k->table, cell, o->rank));
}

loyd_err
whole_solve(const struct whole *w, struct search_job *job)
{
    struct walker k = {0};
    unsigned now, length = 0;
    uint8_t order[4];
    loyd_err err = LOYD_OK;

    for (unsigned d = 0; d < 4; d++)
        order[job->rank[d]] = (uint8_t)d;
    walker_begin(&k, w, &job->board);
    now = whole_distance(w, k.blank, k.rank);
    while (err == LOYD_OK && (k.rank != 0 || k.blank != w->cls.blank)) {
        struct option options[4];
        uint8_t dirs[4];
        unsigned n = 0, i = 0;

        for (unsigned d = 0; d < 4; d++) {
            uint8_t cell = cell_of_tile(w->cls.width, w->cls.height, k.blank,
                                        (loyd_dir)order[d]);

            if (cell == CELL_NONE)
                continue;
            look_at(&k, cell, &options[n]);
            dirs[n++] = order[d];
        }
        while (i < n && whole_distance(w, options[i].blank,
                                       options[i].rank) != ((now + 3) & 3))
            i++;
        if (i == n || ++length > LOYD_STM_UNKNOWN / 2)
            return LOYD_E_CORRUPT; /* the table is damaged */
        now = (now + 3) & 3;
        if (job->wants_path)
            err = loyd_moves_push(&job->path, (loyd_dir)dirs[i]);
        walker_go(&k, options[i].blank, options[i].rank);
    }
    job->lower = (uint16_t)length;
    job->nodes = 0; /* no search */
    return err;
}

static void
run_member(struct team *t, unsigned member, void *context)
{
    struct search_batch *b = context;

    (void)t;
    (void)member;
    while (!atomic_load(&b->is_stopped)) {
        size_t i = atomic_fetch_add(&b->next, 1);
        struct search_job *job;

        if (i >= b->n_jobs)
            break;
        job = &b->jobs[i];
        if (job->end != SEARCH_OPEN) /* solved with small tables */
            continue;
        job->err = whole_solve(b->whole, job);
        job->end = job->err != LOYD_OK ? SEARCH_FAILED
                   : job->limit != 0 && job->lower > job->limit
                       ? SEARCH_LIMIT
                       : SEARCH_SOLVED;
        if (atomic_fetch_add(&b->n_done, 1) % TICK == TICK - 1 &&
            !monitor_tell(b->monitor, "solving",
                          b->n_before + atomic_load(&b->n_done), b->n_all))
            atomic_store(&b->is_stopped, true);
    }
}

loyd_err
whole_run(const struct whole *w, struct search_batch *batch, unsigned threads)
{
    batch->whole = w;
    atomic_store(&batch->next, 0);
    atomic_store(&batch->is_stopped, false);
    if (threads > batch->n_jobs / 64 + 1)
        threads = (unsigned)(batch->n_jobs / 64 + 1);
    return team_run(threads, run_member, batch);
}
