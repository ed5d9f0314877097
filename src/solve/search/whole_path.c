/* SPDX-License-Identifier: MIT */
/* Shortest paths from whole-state tables, step by step without a search. */
#include "solve/search/whole_path.h"

#include "core/moves.h"
#include "solve/search/jobs.h"
#include "solve/table/whole_walk.h"

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
        if (i == n || ++length > LOYD_LENGTH_UNKNOWN / 2)
            return LOYD_E_CORRUPT; /* the table is damaged */
        now = (now + 3) & 3;
        if (job->wants_path)
            err = moves_push(&job->path, (loyd_dir)dirs[i]);
        walker_go(&k, options[i].blank, options[i].rank);
    }
    job->lower = (uint16_t)length;
    job->nodes = 0; /* no search */
    return err;
}

static loyd_err
work(void *state, struct search_batch *batch, struct search_job *job)
{
    loyd_err err = batch->whole->metric == LOYD_MTM
                       ? mtm_whole_solve(batch->whole, job)
                       : whole_solve(batch->whole, job);

    (void)state;
    if (err == LOYD_OK)
        job->end = job->limit != 0 && job->lower > job->limit ? SEARCH_LIMIT
                                                              : SEARCH_SOLVED;
    return err;
}

loyd_err
whole_run(struct search_batch *batch, unsigned threads)
{
    static const struct job_kind kind = {.work = work, .each = 4096};

    return jobs_run(&kind, batch, threads);
}
