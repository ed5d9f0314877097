/* SPDX-License-Identifier: MIT */
/* The long jobs: fill a catalogue, rate it, prove every row again. */
#ifndef LOYD_CATALOGUE_H
#define LOYD_CATALOGUE_H

#include "loyd/solve.h"
#include "loyd/store.h"
#include "loyd/target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a job did. */
typedef struct loyd_job_result {
    uint64_t done;       /* recipes drawn, puzzles rated, rows proven */
    uint64_t new_puzzles;/* stored that were not there before */
    uint64_t skipped;    /* already there; `shuffle`: not solvable */
    uint64_t bad;        /* verify: rows that are wrong */
    uint64_t searched;   /* verify: optima found again by a plain search */
    uint64_t sampled;    /* verify: optima found again for `prove` */
} loyd_job_result;

/*
 * Generates boards from .. from+count-1 of a recipe, proves, rates and
 * stores them, in transactions of a few hundred; what is stored already is
 * not done again, so that the same call goes on after a stop.
 *
 *   progress  where given, asked now and then; false stops the job, with
 *             everything committed so far intact.
 *
 * Classes of up to LOYD_EXACT_CELLS cells. Errors: LOYD_E_UNSUPPORTED,
 * LOYD_E_CANCELLED, and those of generator, solver and store.
 */
LOYD_API LOYD_CHECK loyd_err
loyd_catalogue_generate(loyd_store *store, loyd_solver *solver,
                        const loyd_generator *generator, uint64_t from,
                        uint64_t count, uint64_t attempts,
                        loyd_progress_fn progress, void *context,
                        loyd_job_result *result, loyd_why *why);

/* Rates what is not proven, in order of id. Errors: as above. */
LOYD_API LOYD_CHECK loyd_err
loyd_catalogue_rate(loyd_store *store, loyd_solver *solver,
                    loyd_progress_fn progress, void *context,
                    loyd_job_result *result, loyd_why *why);

/* Called with each row that is wrong; returns false to stop. */
typedef bool (*loyd_bad_fn)(void *context, const char *what);

/* All zero is the default. */
typedef struct loyd_verify_options {
    uint64_t prove;        /* so many rated puzzles are solved again */
    const char *seed;      /* which of them, as `pick`; NULL: "" */
    unsigned threads;      /* for these; 0 is 1 */
    const uint8_t *digest; /* LOYD_HASH_BYTES that the contents should have;
                              NULL: not known */
} loyd_verify_options;

/*
 * Proves every row again by paths that share no code with the generator, the
 * store and the solver: boards, labels, solvability by cycles, ids, paths
 * replayed and their lengths, lengths against parity, recipes redrawn (one
 * with a secret cannot be checked and is counted as skipped), foreign keys
 * and the file itself; the digest, where all of that is right, taken a second
 * way and compared with that of loyd_store_digest.
 *
 * Puzzles of up to 9 cells, and those of up to 20 moves, are solved again by
 * a plain search without tables: length and canonical path. With `prove`, a
 * sample of all others of up to LOYD_EXACT_CELLS cells too: by the plain
 * search, and where that takes long by the solver with its small tables, and
 * from goal to start, with the tables of another class.
 *
 *   options  NULL: the defaults.
 *
 * LOYD_OK where result->bad tells what was found; errors as above.
 */
LOYD_API LOYD_CHECK loyd_err
loyd_catalogue_verify(loyd_store *store, const loyd_verify_options *options,
                      loyd_bad_fn bad, void *bad_context,
                      loyd_progress_fn progress, void *context,
                      loyd_job_result *result, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
