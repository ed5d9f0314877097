/* SPDX-License-Identifier: MIT */
/* The loop in which a process claims and does tasks. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/why.h"
#include "cluster/claim.h"
#include "cluster/job.h"

#define PAUSE_NANOSECONDS 300000000

struct loop {
    struct worker worker;
    struct claims claims;
    uint64_t n_done; /* when last counted */
};

/* A file_name_fn: marks the task of a claim. */
static bool
note_claim(void *context, const char *name)
{
    struct job *job = context;
    uint64_t task = claim_task(name);

    if (task >= 1 && task <= job->plan.tasks)
        job->tasks[task - 1].is_claimed = true;
    return true;
}

/* Looks at all results and claims. */
static loyd_err
look(struct job *job, int claims, uint64_t *n_done, loyd_why *why)
{
    loyd_err err = job->kind->check(job, 0, why);

    for (uint64_t i = 0; i < job->plan.tasks; i++)
        job->tasks[i].is_claimed = false;
    if (err == LOYD_OK && !file_names(claims, note_claim, job))
        err = why_errno(why, "claims");
    *n_done = 0;
    for (uint64_t i = 0; i < job->plan.tasks; i++)
        *n_done += job->tasks[i].is_done;
    return err;
}

/* Returns the open task without a claim that comes first; 0: none. */
static uint64_t
choose(const struct loop *loop, uint64_t *rank)
{
    const struct job *job = loop->worker.job;
    uint64_t best = 0;

    *rank = UINT64_MAX;
    for (uint64_t task = 1; task <= job->plan.tasks; task++) {
        const struct task *one = &job->tasks[task - 1];
        uint64_t found;

        if (one->is_done || one->is_claimed)
            continue;
        found = job->kind->rank(&loop->worker, task);
        if (best == 0 || found < *rank) {
            best = task;
            *rank = found;
        }
    }
    return best;
}

/* Returns an open task that a dead process has claimed; 0: none. */
static uint64_t
choose_dead(const struct loop *loop, struct claim_owner *dead)
{
    const struct job *job = loop->worker.job;

    for (uint64_t task = 1; task <= job->plan.tasks; task++) {
        const struct task *one = &job->tasks[task - 1];

        if (!one->is_done && one->is_claimed &&
            claim_look(&loop->claims, task, dead) && claim_is_dead(dead))
            return task;
    }
    return 0;
}

static loyd_err
tell_owner(const struct loop *loop, uint64_t task,
           const struct claim_owner *dead)
{
    char file[40], text[5 * CLAIM_WORD];

    if (!dead->is_regular)
        return LOYD_OK; /* claim_take says so */
    snprintf(file, sizeof(file), "claims/%llu", (unsigned long long)task);
    snprintf(text, sizeof(text),
             "%s, process %s of %s has been silent for %.0f s: its task is "
             "taken over",
             dead->host, dead->process, dead->user, dead->age);
    return job_tell(loop->worker.job, file, LOYD_OK, text);
}

/* Says, once for each task, that it is done without a claim. */
static loyd_err
tell_without(struct loop *loop, uint64_t task, loyd_why *why)
{
    char file[40], text[LOYD_WHY_BYTES + 40];

    snprintf(file, sizeof(file), "claims/%llu", (unsigned long long)task);
    snprintf(text, sizeof(text), "%s", why->text);
    why->text[0] = '\0';
    return job_named(loop->worker.job, file, LOYD_E_CORRUPT, text,
                     "its task is done without a claim", why);
}

/* Claims a task and does it, unless another process is faster. */
static loyd_err
claim_and_work(struct loop *loop, uint64_t task,
               const struct claim_owner *dead, loyd_why *why)
{
    struct job *job = loop->worker.job;
    struct claim *claim;
    enum claim_state state =
        claim_take(&loop->claims, task, dead, &claim, why);
    loyd_err err = LOYD_OK;

    if (state == CLAIM_TAKEN) {
        job->tasks[task - 1].is_claimed = true;
        return LOYD_OK;
    }
    if (state == CLAIM_WITHOUT)
        err = tell_without(loop, task, why);
    else if (dead != NULL)
        err = tell_owner(loop, task, dead);
    if (err == LOYD_OK)
        err = job->kind->check(job, task, why);
    if (err == LOYD_OK && !job->tasks[task - 1].is_done) {
        loop->worker.n_done = loop->n_done;
        err = job->kind->work(&loop->worker, task, why);
        loop->n_done += job->tasks[task - 1].is_done;
    }
    claim_drop(&claim);
    return err;
}

/* Does one task. *is_idle: there is none for now. */
static loyd_err
step(struct loop *loop, bool *is_idle, loyd_why *why)
{
    struct claim_owner dead;
    uint64_t rank, task = choose(loop, &rank), late = 0;

    if (task == 0 || rank >= KIND_AHEAD)
        late = choose_dead(loop, &dead);
    *is_idle = task == 0 && late == 0;
    if (*is_idle)
        return LOYD_OK;
    return late != 0 ? claim_and_work(loop, late, &dead, why)
                     : claim_and_work(loop, task, NULL, why);
}

/* Works until all tasks are done, or only others have work. */
static loyd_err
work(struct loop *loop, loyd_why *why)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
    struct job *job = loop->worker.job;
    loyd_progress now = {.what = job->kind->unit, .total = job->plan.tasks};
    bool is_idle = false, was_idle;
    loyd_err err = look(job, loop->claims.fd, &loop->n_done, why);

    while (err == LOYD_OK && loop->n_done < job->plan.tasks) {
        was_idle = is_idle;
        err = step(loop, &is_idle, why);
        if (err != LOYD_OK || !is_idle)
            continue;
        now.done = loop->n_done;
        if (!job_goes_on(job, &now))
            return why_set(why, LOYD_E_CANCELLED, "stopped");
        if (was_idle)
            nanosleep(&pause, NULL);
        err = look(job, loop->claims.fd, &loop->n_done, why);
    }
    return err;
}

loyd_err
job_run(struct job *job, loyd_solver *solver, const char *scratch,
        loyd_why *why)
{
    struct loop loop = {
        .worker = {.job = job, .solver = solver, .scratch = scratch}};
    int claims;
    loyd_err err;

    WHY_GIVEN(why);
    err = job_folder(job, "claims", &claims, why);
    if (err != LOYD_OK)
        return err;
    err = claims_open(&loop.claims, claims, why);
    loop.worker.seed = strtoul(loop.claims.token + 24, NULL, 16);
    if (err == LOYD_OK)
        err = work(&loop, why);
    if (err == LOYD_OK)
        job_tidy(job);
    close(claims);
    return err;
}

struct tidying {
    const struct job *job;
    uint64_t in;          /* a task of the folder; 0: it is that of claims */
    struct claims claims; /* or a folder of results, by the same rules */
};

/* A file_name_fn: removes a clock, and of tasks that are done claims and
   unfinished results, unless they belong to a process that lives. */
static bool
tidy(void *context, const char *name)
{
    const struct tidying *t = context;
    const struct job *job = t->job;
    char result[NAME_MAX + 1];
    size_t stem = temp_stem(name);
    uint64_t task = t->in == 0 ? claim_task(name) : 0;

    if (t->in != 0 && stem > 1 && stem < sizeof(result)) {
        snprintf(result, sizeof(result), "%.*s", (int)stem - 1, name + 1);
        task = job->kind->task_of(job, t->in, result);
    }
    if (task >= 1 && task <= job->plan.tasks
            ? job->tasks[task - 1].is_done
            : t->in == 0 &&
                  strncmp(name, CLAIM_CLOCK, sizeof(CLAIM_CLOCK) - 1) == 0)
        claim_tidy(&t->claims, name);
    return true;
}

static void
tidy_folder(struct tidying *t, const char *name)
{
    loyd_why none;

    if (job_folder(t->job, name, &t->claims.fd, &none) != LOYD_OK)
        return;
    (void)file_names(t->claims.fd, tidy, t);
    close(t->claims.fd);
}

void
job_tidy(const struct job *job)
{
    struct tidying t = {.job = job};
    char name[FOLDER_NAME];
    uint64_t next;
    loyd_why none;

    if (claims_open(&t.claims, -1, &none) != LOYD_OK)
        return;
    tidy_folder(&t, "claims");
    for (t.in = 1; t.in <= job->plan.tasks; t.in = next) {
        next = job->kind->folder(job, t.in, name);
        tidy_folder(&t, name);
    }
}

loyd_err
job_status(struct job *job, uint64_t *done, claim_fn each, void *context,
           loyd_why *why)
{
    struct claims claims;
    struct claim_owner owner;
    int fd;
    loyd_err err;

    WHY_GIVEN(why);
    if ((err = job_folder(job, "claims", &fd, why)) != LOYD_OK)
        return err;
    err = claims_open(&claims, fd, why);
    if (err == LOYD_OK)
        err = look(job, fd, done, why);
    for (uint64_t task = 1; err == LOYD_OK && task <= job->plan.tasks; task++)
        if (job->tasks[task - 1].is_claimed && !job->tasks[task - 1].is_done &&
            claim_look(&claims, task, &owner))
            each(context, task, &owner);
    close(fd);
    if (err == LOYD_OK)
        job_tidy(job);
    return err;
}
