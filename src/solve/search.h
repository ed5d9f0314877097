/* SPDX-License-Identifier: MIT */
/* IDA* over the tables of one class, many boards at a time. */
#ifndef LOYD_SOLVE_SEARCH_H
#define LOYD_SOLVE_SEARCH_H

#include "solve/heuristic.h"
#include "solve/frame.h"

enum search_end {
    SEARCH_OPEN = 0, /* not done: not begun, or interrupted */
    SEARCH_SOLVED,   /* length, path */
    SEARCH_LIMIT,    /* the optimum is above job->limit */
    SEARCH_BUDGET,   /* job->budget is used up; lower tells how far */
    SEARCH_FAILED    /* job->err */
};

/* One board to be solved. It must be solvable. */
struct search_job {
    struct permuted board;
    uint8_t rank[4]; /* of each class direction in the path's order */
    bool wants_path;
    uint16_t limit;  /* 0: none */
    uint64_t budget; /* nodes, 0: none */
    enum search_end end;
    loyd_err err;
    uint16_t lower;  /* nothing shorter is left; the length where solved */
    uint64_t nodes;  /* generated so far */
    loyd_moves path; /* directions in the class */
};

/* Boards of one class, to be shared out among a team's members. */
struct search_batch {
    const struct heuristic *heuristic; /* of search_run */
    const struct whole *whole;         /* of whole_run */
    struct search_job *jobs;
    size_t n_jobs;
    uint64_t node_stop; /* 0, or stop all where they took so many */
    struct monitor *monitor;
    atomic_size_t next; /* the next job */
    atomic_size_t n_done;
    atomic_uint_fast64_t n_nodes;
    atomic_bool is_stopped;
    atomic_int err;         /* loyd_err of the batch itself */
    size_t n_before, n_all; /* for the progress told */
    bool is_portable;       /* without special instructions */
    uint64_t patience;      /* 0, or leave a job open after so many nodes */
    bool are_parts;      /* of one board: the first that is solved will do */
    bool takes_any_part; /* so will any */
    atomic_size_t last;  /* of parts: those behind are not wanted */
};

/*
 * Runs every job whose end is SEARCH_OPEN on `threads` threads. With
 * node_stop, or where the monitor says stop, jobs are left open with `lower`
 * raised as far as was proven; the caller may run them again.
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CORRUPT (the tables came to an
 * impossible value: what the jobs hold then is not to be trusted).
 */
LOYD_NODISCARD loyd_err search_run(struct search_batch *batch,
                                   unsigned threads);

#endif
