/* SPDX-License-Identifier: MIT */
/* Long jobs that solve one chunk of puzzles while the last one is stored. */
#ifndef LOYD_CATALOGUE_PIPELINE_H
#define LOYD_CATALOGUE_PIPELINE_H

#include "loyd/catalogue.h"
#include "loyd/solve.h"
#include "loyd/store.h"

/* Maximum number of puzzles in one call of the solver and in one transaction.
 */
#define CHUNK_MAX 16384

/* Puzzles that are being processed together. */
struct chunk {
    size_t room; /* maximum number of puzzles this time, 1..CHUNK_MAX */
    size_t n;
    bool is_end; /* the last chunk */
    loyd_puzzle puzzles[CHUNK_MAX];
    loyd_id ids[CHUNK_MAX];
    uint64_t numbers[CHUNK_MAX]; /* the job's own numbering */
    loyd_solution solutions[CHUNK_MAX];
    /* Beyond LOYD_EXACT_CELLS cells: */
    bool is_estimated[CHUNK_MAX];   /* has an estimate already */
    loyd_solution quick[CHUNK_MAX]; /* of effort quick, if the solution is of
                                       another search; upper 0: none */
    loyd_solution mtm[CHUNK_MAX];   /* in MTM; upper 0: none */
    loyd_traits traits[CHUNK_MAX];  /* of the job that finds them */
    size_t effort;                  /* the sum of their weights, below */
    uint64_t passed; /* for the progress: puzzles here or skipped */
};

/* How puzzles are solved, and those of more than LOYD_EXACT_CELLS cells. */
struct chunk_rater {
    loyd_solver *solver;
    loyd_metric metric; /* of the solutions; 0: LOYD_STM */
    loyd_effort effort;
    uint64_t nodes; /* instead of an effort; 0: none */
};

/*
 * The steps of a job. Only gather and keep use the store, and these two never
 * run at the same time; keep runs on a separate thread while solve works on
 * the next chunk.
 */
struct pipeline {
    void *job;
    /* Fills an empty chunk; NULL: with the puzzles of `part`. */
    loyd_err (*gather)(void *job, struct chunk *c, loyd_why *why);
    /* Takes a puzzle of the part if it needs the job, for which *room becomes
     * what it takes of the chunk's. */
    loyd_err (*take)(void *job, struct chunk *c, const loyd_entry *entry,
                     size_t *room);
    /* NULL: chunk_solve. */
    loyd_err (*solve)(void *job, struct chunk *c, loyd_why *why);
    /* Stores the puzzle in place `at` of a chunk; a transaction is open. */
    loyd_err (*keep)(void *job, const struct chunk *c, size_t at,
                     loyd_why *why);
    struct chunk_rater rater;
    loyd_filter part; /* the ids after the last one read */
    const char *also; /* as in find_begin */
    loyd_store *store;
    const loyd_listener *listener;
    loyd_progress now; /* the job sets `what` and `total` */
    uint64_t done;     /* puzzles stored */
};

/*
 * Runs the job to its last chunk or an error; every chunk solved by then is
 * stored. Returns LOYD_E_CANCELLED if the progress callback stops the job.
 *
 * Chunks begin small and grow while they are easy, measured in search nodes
 * rather than time: a kill loses a few seconds of work.
 */
loyd_err pipeline_run(struct pipeline *p, loyd_why *why);

/* The same for a job with `take`, over the puzzles of the options. */
loyd_err pipeline_run_part(struct pipeline *p,
                           const loyd_rate_options *options, loyd_why *why);

/*
 * Returns how much of a chunk's room a puzzle of more than LOYD_EXACT_CELLS
 * cells takes, in units of about 8 ms, 1..CHUNK_MAX; 0 for smaller ones, which
 * take 1 and whose cost is not known before they are proven.
 */
size_t chunk_weight(const struct chunk_rater *r, unsigned width,
                    unsigned height);

/*
 * Solves the puzzles of a chunk: proves those of up to LOYD_EXACT_CELLS cells,
 * finds intervals of the others, and estimates where is_estimated is false.
 * Changes the order of the puzzles.
 */
loyd_err chunk_solve(struct chunk *c, const struct chunk_rater *r,
                     loyd_why *why);

/* Solves the puzzles of a chunk in MTM into c->mtm. */
loyd_err chunk_solve_mtm(struct chunk *c, const struct chunk_rater *r,
                         loyd_why *why);

/* Finds the estimates of puzzles of more than LOYD_EXACT_CELLS cells that have
 * been solved in another way. */
loyd_err chunk_estimate(struct chunk *c, loyd_solver *solver, loyd_why *why);

/* Returns the rating to store for a solution of a puzzle. */
loyd_rating chunk_rating(const struct chunk_rater *r,
                         const loyd_puzzle *puzzle,
                         const loyd_solution *solution);

/*
 * Stores what is left of a puzzle once its rating is stored: the rating of
 * effort quick, if that was another search, and its estimate.
 */
loyd_err chunk_keep_estimate(loyd_store *store, const struct chunk *c,
                             size_t at, loyd_why *why);

/* --- the jobs of loyd_catalogue_rate --- */

/* What it was called with. */
struct rate_call {
    loyd_store *store;
    loyd_solver *solver;
    const loyd_rate_options *options;
    const loyd_listener *listener;
    loyd_job_result *result; /* not NULL */
};

/* raise.c: with is_proving. */
loyd_err raise_all(const struct rate_call *call, loyd_why *why);

/* share.c: with work. */
loyd_err share_all(const struct rate_call *call, loyd_why *why);

/* traits.c: with is_of_traits. */
loyd_err traits_all(const struct rate_call *call, loyd_why *why);

#endif
