/* SPDX-License-Identifier: MIT */
/* IDA* with the tables of one class, several boards at a time. */
#ifndef LOYD_SOLVE_SEARCH_SEARCH_H
#define LOYD_SOLVE_SEARCH_SEARCH_H

#include "core/moves.h"
#include "solve/table/frame.h"
#include "solve/table/heuristic.h"

enum search_end {
    SEARCH_OPEN = 0, /* not finished: not started or interrupted */
    SEARCH_SOLVED,   /* length and path are known */
    SEARCH_LIMIT,    /* the optimum exceeds job->limit */
    SEARCH_BUDGET,   /* job->budget is used up; see job->lower */
    SEARCH_BELOW,    /* a solution is shorter than job->known_lower */
    SEARCH_FAILED    /* see job->err */
};

/* One board to solve. It must be solvable. */
struct search_job {
    struct permuted board;
    uint8_t rank[4]; /* order of each class direction in the path */
    uint8_t after;   /* 1 + the direction of a move that the first one must
                        not undo; 0: none */
    bool wants_path;
    uint16_t limit;        /* 0: no limit */
    uint64_t budget;       /* nodes; 0: no limit */
    uint64_t upper_budget; /* nodes for a short solution */
    loyd_effort effort;
    loyd_metric metric;
    size_t puzzle;      /* its index in the call, for monitor_bound */
    enum search_end end;
    loyd_err err;
    bool ends_with_upper; /* once a short solution is found */
    bool is_stored;       /* its result, and it has been reported */
    uint16_t known_lower; /* by the caller */
    uint16_t lower;       /* no solution is shorter; the length once solved */
    uint16_t below;       /* with SEARCH_BELOW: the length of that solution */
    uint64_t nodes;
    loyd_moves path;  /* directions in the class */
    loyd_moves early; /* the shortest solution set aside, or empty */
};

/* Appends moves in a direction to the path if job->wants_path. Errors:
 * LOYD_E_NOMEM. */
LOYD_NODISCARD static inline loyd_err
search_job_push(struct search_job *job, unsigned dir, unsigned n)
{
    loyd_err err = LOYD_OK;

    while (job->wants_path && err == LOYD_OK && n-- > 0)
        err = moves_push(&job->path, (loyd_dir)dir);
    return err;
}

/* Moves job->path to job->early if it is shorter; drops it otherwise. */
static inline void
search_job_set_aside(struct search_job *job)
{
    loyd_moves path = job->path;

    if (path.n > 0 && (job->early.n == 0 ||
                       loyd_moves_length(&path, job->metric) <
                           loyd_moves_length(&job->early, job->metric))) {
        job->path = job->early;
        job->early = path;
    }
    loyd_moves_free(&job->path);
}

/* Ends a job with job->early as the solution that is known. */
static inline void
search_job_take_early(struct search_job *job)
{
    search_job_set_aside(job);
    job->path = job->early;
    job->early = (loyd_moves){NULL, 0, 0};
    job->end = SEARCH_BUDGET;
}

/* Resets a job to its state before it was run. */
static inline void
search_job_reopen(struct search_job *job)
{
    loyd_moves_free(&job->path);
    job->end = SEARCH_OPEN;
    job->is_stored = false;
    job->nodes = 0;
    job->lower = job->known_lower;
}

/* Boards of one class, shared between the threads of a team. */
struct search_batch {
    const struct heuristic *heuristic; /* for search_run */
    const struct whole *whole;         /* for whole_run */
    const struct mtm_sights *sights;   /* for mtm_search_run */
    struct search_job *jobs;
    size_t n_jobs;
    uint64_t node_stop; /* stop after this many nodes in all; 0: never */
    struct monitor *monitor;
    atomic_size_t next; /* the next job */
    atomic_size_t n_done;
    atomic_uint_fast64_t n_nodes;
    atomic_bool is_stopped;
    atomic_int err;         /* loyd_err of the whole batch */
    size_t n_before, n_all; /* for progress reports */
    bool is_portable;       /* without special instructions */
    uint64_t patience;      /* leave a job open after this many nodes; 0:
                               never */
    bool are_parts;         /* of boards: their bounds are not reported; of one
                               board, with search_run: */
    const struct search_job *whole_job;
    uint64_t n_nodes_before; /* n_nodes at the beginning of its bound */
    bool takes_any_part;     /* any solved part will do, not only the first */
    atomic_size_t last;      /* parts after this one are not needed */
};

/* Ends a batch with an error: no result of it can be trusted. */
static inline void
search_batch_fail(struct search_batch *batch, loyd_err err)
{
    atomic_store(&batch->err, (int)err);
    atomic_store(&batch->is_stopped, true);
}

/*
 * Runs every open job (SEARCH_OPEN) on `threads` threads. If node_stop is
 * reached or the monitor stops the batch, jobs are left open, with `lower`
 * raised as far as proven; the caller may run them again.
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CORRUPT (a table has an
 * impossible value: the results of the jobs cannot be trusted).
 */
LOYD_NODISCARD loyd_err search_run(struct search_batch *batch,
                                   unsigned threads);

/* IDA* over slides: like search_run, with batch->sights. */
LOYD_NODISCARD loyd_err mtm_search_run(struct search_batch *batch,
                                       unsigned threads);

#endif
