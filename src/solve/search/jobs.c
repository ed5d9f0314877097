/* SPDX-License-Identifier: MIT */
/* Runs a search that takes one board at a time on several threads. */
#include "solve/search/jobs.h"

struct shared {
    struct search_batch *batch;
    job_fn work;
};

static void
run_member(struct team *t, unsigned member, void *context)
{
    const struct shared *s = context;
    struct search_batch *b = s->batch;
    size_t i;

    (void)t;
    (void)member;
    while (!atomic_load(&b->monitor->is_stopped) &&
           (i = atomic_fetch_add(&b->next, 1)) < b->n_jobs) {
        loyd_err err = b->jobs[i].end == SEARCH_OPEN
                           ? s->work(&b->jobs[i], b->monitor)
                           : LOYD_OK;

        if (err != LOYD_OK)
            atomic_store(&b->err, (int)err);
        monitor_tell(b->monitor, "solving",
                     b->n_before + atomic_fetch_add(&b->n_done, 1) + 1,
                     b->n_all);
    }
}

loyd_err
jobs_run(struct search_batch *batch, unsigned threads, job_fn work)
{
    struct shared shared = {batch, work};
    loyd_err err = team_run(threads < batch->n_jobs ? threads
                                                    : (unsigned)batch->n_jobs,
                            run_member, &shared);

    return err != LOYD_OK ? err : (loyd_err)atomic_load(&batch->err);
}
