/* SPDX-License-Identifier: MIT */
/* How a long job solves one chunk of puzzles while it stores the last. */
#ifndef LOYD_CATALOGUE_PIPELINE_H
#define LOYD_CATALOGUE_PIPELINE_H

#include "loyd/solve.h"
#include "loyd/store.h"

/* Puzzles in one call of the solver and one transaction, at the most. */
#define CHUNK_MAX 16384

/* Puzzles on their way. */
struct chunk {
    size_t room; /* how many there may be this time, 1..CHUNK_MAX */
    size_t n;
    bool is_end; /* nothing comes behind */
    loyd_puzzle puzzles[CHUNK_MAX];
    loyd_id ids[CHUNK_MAX];
    uint64_t numbers[CHUNK_MAX]; /* whatever the job counts them by */
    loyd_solution solutions[CHUNK_MAX];
    uint64_t passed; /* of the progress: these and what is left out */
};

/*
 * What a job does with a chunk. The store is in the hands of gather and keep
 * alone, and these two never run at once; keep runs on a thread of its own
 * while solve works on the next chunk.
 */
struct pipeline {
    void *job;
    /* Fills an empty chunk. */
    loyd_err (*gather)(void *job, struct chunk *c, loyd_why *why);
    /* Proves what is in it; NULL: with the solver, as chunk_solve does. */
    loyd_err (*solve)(void *job, struct chunk *c, loyd_why *why);
    /* Stores it, in a transaction that is open. */
    loyd_err (*keep)(void *job, const struct chunk *c, loyd_why *why);
    loyd_store *store;
    loyd_solver *solver;
    const loyd_listener *listener;
    loyd_progress now; /* its `what` and `total` */
};

/*
 * Runs until a chunk says that it is the last, or an error; every chunk that
 * was solved by then is stored. LOYD_E_CANCELLED where progress says so.
 *
 * Chunks begin small and grow as long as they are little work, by the nodes
 * of their searches (no clock is asked): what a kill may lose is seconds.
 */
loyd_err pipeline_run(struct pipeline *p, loyd_why *why);

/* Proven solutions of all puzzles in a chunk. */
loyd_err chunk_solve(struct chunk *c, loyd_solver *solver, loyd_why *why);

/* The order of ids: at[CHUNK_MAX] gets c->n places. Errors: LOYD_E_NOMEM. */
loyd_err chunk_sort(const struct chunk *c, uint16_t *at);

/* The rating that a solution of the chunk is stored with. */
loyd_rating chunk_rating(const loyd_solution *solution);

#endif
