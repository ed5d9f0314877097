/* SPDX-License-Identifier: MIT */
/* Long jobs that solve one chunk of puzzles while the last one is stored. */
#ifndef LOYD_CATALOGUE_PIPELINE_H
#define LOYD_CATALOGUE_PIPELINE_H

#include "loyd/solve.h"
#include "loyd/store.h"

/* The most puzzles in one call of the solver and in one transaction. */
#define CHUNK_MAX 16384

/* Puzzles that are being processed together. */
struct chunk {
    size_t room; /* the most puzzles this time, 1..CHUNK_MAX */
    size_t n;
    bool is_end; /* the last chunk */
    loyd_puzzle puzzles[CHUNK_MAX];
    loyd_id ids[CHUNK_MAX];
    uint64_t numbers[CHUNK_MAX]; /* the job's own numbering */
    loyd_solution solutions[CHUNK_MAX];
    uint64_t passed; /* for the progress: puzzles here or skipped */
};

/*
 * The steps of a job. Only gather and keep use the store, and these two never
 * run at the same time; keep runs on a separate thread while solve works on
 * the next chunk.
 */
struct pipeline {
    void *job;
    /* Fills an empty chunk. */
    loyd_err (*gather)(void *job, struct chunk *c, loyd_why *why);
    /* Proves the puzzles; NULL: chunk_solve. */
    loyd_err (*solve)(void *job, struct chunk *c, loyd_why *why);
    /* Stores the chunk; a transaction is open. */
    loyd_err (*keep)(void *job, const struct chunk *c, loyd_why *why);
    loyd_store *store;
    loyd_solver *solver;
    const loyd_listener *listener;
    loyd_progress now; /* the job sets `what` and `total` */
};

/*
 * Runs the job to its last chunk or an error; every chunk solved by then is
 * stored. Returns LOYD_E_CANCELLED if the progress callback stops the job.
 *
 * Chunks begin small and grow while they are easy, measured in search nodes
 * rather than time: a kill loses a few seconds of work.
 */
loyd_err pipeline_run(struct pipeline *p, loyd_why *why);

/* Proves the optima of all puzzles in a chunk. */
loyd_err chunk_solve(struct chunk *c, loyd_solver *solver, loyd_why *why);

/*
 * Writes the chunk's c->n places in order of id to at[CHUNK_MAX].
 * Errors: LOYD_E_NOMEM.
 */
loyd_err chunk_sort(const struct chunk *c, uint16_t *at);

/* Returns the rating to store for a solution of the chunk. */
loyd_rating chunk_rating(const loyd_solution *solution);

#endif
