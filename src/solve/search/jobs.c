/* SPDX-License-Identifier: MIT */
/* Shares the boards of a batch among threads that take one at a time. */
#include "solve/search/jobs.h"

#include <stdlib.h>

#define SHARE 64 /* of boards that take no time, for a thread to pay */

struct shared {
    const struct job_kind *kind;
    struct search_batch *batch;
};

/* Returns the next open job, or NULL. */
static struct search_job *
next_job(struct search_batch *b)
{
    size_t i;

    while (!atomic_load(&b->monitor->is_stopped) &&
           !atomic_load(&b->is_stopped) &&
           (i = atomic_fetch_add(&b->next, 1)) < b->n_jobs)
        if (b->jobs[i].end == SEARCH_OPEN)
            return &b->jobs[i];
    return NULL;
}

static void
run_member(struct team *t, unsigned member, void *context)
{
    const struct shared *s = context;
    const struct job_kind *kind = s->kind;
    struct search_batch *b = s->batch;
    void *state = calloc(1, kind->bytes + 1);
    struct search_job *job;

    (void)t;
    (void)member;
    if (state == NULL) {
        search_batch_fail(b, LOYD_E_NOMEM);
        return;
    }
    if (kind->begin != NULL)
        kind->begin(state, b);
    while ((job = next_job(b)) != NULL) {
        loyd_err err = kind->expander != NULL
                           ? deepen_run(kind->expander, state, b, job, 0)
                           : kind->work(state, b, job);
        size_t n_done;

        if (err != LOYD_OK)
            search_batch_fail(b, err);
        if (err != LOYD_OK || job->end == SEARCH_OPEN)
            break;
        n_done = atomic_fetch_add(&b->n_done, 1) + 1;
        if (n_done % kind->each == 0)
            (void)monitor_tell(b->monitor, "solving", b->n_before + n_done,
                               b->n_all);
    }
    if (kind->end != NULL)
        kind->end(state);
    free(state);
}

loyd_err
jobs_run(const struct job_kind *kind, struct search_batch *batch,
         unsigned threads)
{
    struct shared shared = {kind, batch};
    size_t most = kind->each > 1 ? batch->n_jobs / SHARE + 1 : batch->n_jobs;
    loyd_err err;

    atomic_store(&batch->next, 0);
    atomic_store(&batch->is_stopped, false);
    err = team_run(threads < most ? threads : (unsigned)most, run_member,
                   &shared);
    return err != LOYD_OK ? err : (loyd_err)atomic_load(&batch->err);
}
