/* SPDX-License-Identifier: MIT */
/* Finds and improves upper bounds, several boards at a time. */
#include "solve/upper/upper.h"

#include "core/moves.h"
#include "solve/upper/beam.h"
#include "solve/upper/human.h"
#include "solve/upper/shorten.h"

struct uppers {
    struct stages *stages;
    const struct heuristic *heuristic;
    struct search_job *jobs;
    size_t n;
    unsigned goal_blank;
    struct monitor *monitor;
    atomic_size_t next;
    atomic_int err;
};

static bool
is_wanted(const struct search_job *job)
{
    return job->end == SEARCH_BUDGET;
}

/* Puts a plain solution into job->path: by stages or, if a stop prevents
 * their tables, row by row. */
static loyd_err
find_plain(const struct uppers *u, struct search_job *job)
{
    loyd_err err = LOYD_E_CANCELLED;

    if (monitor_look(u->monitor))
        err = construct_solve(u->stages, job, u->goal_blank);
    if (err == LOYD_E_CANCELLED)
        err = human_solve(&job->board, u->goal_blank, &job->path, NULL);
    return err;
}

/* Leaves a job as if it had not been finished. */
static void
discard(struct search_job *job)
{
    if (!is_wanted(job))
        return;
    loyd_moves_free(&job->path);
    job->end = SEARCH_OPEN;
}

/* Removes slides, and first of all moves: of large boards that helps more. */
static loyd_err
shorten_mtm(struct search_job *job, uint64_t nodes, struct monitor *m)
{
    loyd_moves path = {NULL, 0, 0};
    uint64_t half = nodes / 2;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; err == LOYD_OK && i < job->path.n; i++)
        err = moves_push(&path, (loyd_dir)job->path.dir[i]);
    if (err == LOYD_OK)
        err = shorten(&job->board, &path, LOYD_STM, &half, m);
    if (err == LOYD_OK && loyd_moves_length(&path, LOYD_MTM) <
                              loyd_moves_length(&job->path, LOYD_MTM)) {
        loyd_moves longer = job->path;

        job->path = path;
        path = longer;
    }
    loyd_moves_free(&path);
    nodes -= nodes / 2 - half;
    if (err == LOYD_OK)
        err = shorten(&job->board, &job->path, LOYD_MTM, &nodes, m);
    return err;
}

/* Most of the nodes are the beam's; pieces are cheap to shorten. */
static loyd_err
find_upper(const struct uppers *u, struct search_job *job)
{
    uint64_t nodes = job->upper_budget / 4 * 3;
    uint64_t rest = job->upper_budget - nodes;
    loyd_err err = find_plain(u, job);

    if (err != LOYD_OK || job->upper_budget == 0 || !monitor_look(u->monitor))
        return err;
    err = beam_run(u->stages, u->heuristic, job, u->goal_blank, &nodes,
                   u->monitor);
    if (err == LOYD_E_CANCELLED)
        return LOYD_OK; /* the path is a solution still */
    rest += nodes;
    if (err == LOYD_OK)
        err = job->metric == LOYD_MTM ? shorten_mtm(job, rest, u->monitor)
                                      : shorten(&job->board, &job->path,
                                                LOYD_STM, &rest, u->monitor);
    return err;
}

static void
find_member(struct team *t, unsigned member, void *context)
{
    struct uppers *u = context;
    size_t i;

    (void)t;
    (void)member;
    while ((i = atomic_fetch_add(&u->next, 1)) < u->n) {
        struct search_job *job = &u->jobs[i];
        loyd_err err;

        if (!is_wanted(job))
            continue;
        err = find_upper(u, job);
        if (err != LOYD_OK)
            atomic_store(&u->err, (int)err);
        if (err != LOYD_OK || (atomic_load(&u->monitor->is_stopped) &&
                               !u->monitor->has_enough))
            discard(job);
        else if (atomic_load(&u->monitor->is_stopped))
            job->end = SEARCH_OPEN;
        else if (job->ends_with_upper)
            monitor_solved(u->monitor, job);
    }
}

loyd_err
uppers_find(struct stages *s, const struct heuristic *h,
            struct search_job *jobs, size_t n, unsigned goal_blank,
            unsigned threads, struct monitor *m)
{
    struct uppers u = {.stages = s,
                       .heuristic = h,
                       .jobs = jobs,
                       .n = n,
                       .goal_blank = goal_blank,
                       .monitor = m};
    size_t n_wanted = 0;
    loyd_err err = LOYD_OK;

    for (size_t i = 0; i < n; i++)
        n_wanted += is_wanted(&jobs[i]);
    if (n_wanted > 0)
        err = team_run(threads < n_wanted ? threads : (unsigned)n_wanted,
                       find_member, &u);
    if (err == LOYD_OK)
        err = (loyd_err)atomic_load(&u.err);
    for (size_t i = 0; err != LOYD_OK && i < n; i++)
        discard(&jobs[i]);
    return err;
}
