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
    uint64_t bad;        /* verify: rows that are wrong; rate: claims */
    uint64_t searched;   /* verify: optima found again by a plain search */
    uint64_t sampled;    /* verify: optima found again for `prove` */
} loyd_job_result;

/*
 * Part `part`, from 1, of `parts` contiguous and nearly equal ranges of a
 * long job; all zero is the whole of it.
 */
typedef struct loyd_shard {
    uint32_t part;
    uint32_t parts;
} loyd_shard;

#define LOYD_SHARDS_MAX 65535

/* The part's range of 0..n-1, n <= 2^48: n*(I-1)/N and on, rounded down. */
LOYD_API void
loyd_shard_range(const loyd_shard *shard, uint64_t n, uint64_t *first,
                 uint64_t *count);

/*
 * Generates boards from .. from+count-1 of a recipe, proves, rates and
 * stores them; what is stored already is not done again, so that the same
 * call goes on after a stop, even that of a machine.
 *
 * The solver's threads prove one chunk while another thread stores the last
 * one in a transaction: some hundred puzzles at first, up to 16,384 where
 * they are little work, about two seconds of it otherwise. About 7
 * microseconds a puzzle are spent on storing.
 *
 *   listener  told the progress; where it stops the job, everything committed
 *             so far is intact.
 *
 * Classes of up to LOYD_EXACT_CELLS cells. Errors: LOYD_E_UNSUPPORTED,
 * LOYD_E_CANCELLED, and those of generator, solver and store.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_catalogue_generate(loyd_store *store, loyd_solver *solver,
                        const loyd_generator *generator, uint64_t from,
                        uint64_t count, uint64_t attempts,
                        const loyd_listener *listener, loyd_job_result *result,
                        loyd_why *why);

/*
 * Rates what is not proven, in order of id, of all puzzles or (`shard` not
 * NULL) of a part. Claims of optima are then done with; at the end, also of
 * a job that failed, the listener is told each that was wrong (result->bad of
 * them), and before that the progress.
 * Errors: as above.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_catalogue_rate(loyd_store *store, loyd_solver *solver,
                    const loyd_shard *shard, const loyd_listener *listener,
                    loyd_job_result *result, loyd_why *why);

/*
 * Merges catalogues into one, which then holds the puzzles, recipes,
 * ratings, claims, channels, ledgers and marks of packs of all: in any order,
 * all at once or one by one, the same ones again, the contents (and the
 * digest) come out the same. Claims about what another one has proven are
 * left out.
 *
 *   paths  n catalogues; they are only read. Up to 64 are read at once, and
 *          stored in one transaction.
 *   result done: recipes read; new_puzzles; skipped: puzzles that were there;
 *          bad: shards refused.
 *
 * Every row is checked on the way: boards, parity, ids, paths, and that
 * nothing is about what is not there. A shard that is damaged, foreign, or
 * contradicts what the catalogue or a shard before it says (the same puzzle
 * or recipe, something else; a ledger that is not the beginning of the other;
 * another length that is claimed) is refused whole, which the listener is told
 * with its path as the file; the others are merged.
 *
 * Cost: linear in the rows of the shards and of the catalogue; about 9
 * microseconds of processor a puzzle, which two threads share. Errors:
 * LOYD_E_CANCELLED, those of the store.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_catalogue_merge(loyd_store *store, const char *const *paths, size_t n,
                     const loyd_listener *listener, loyd_job_result *result,
                     loyd_why *why);

/* All zero is the default. */
typedef struct loyd_verify_options {
    uint64_t prove;        /* so many rated puzzles are solved again */
    const char *seed;      /* which of them, as `pick`; NULL: "" */
    unsigned threads;      /* for these; 0 is 1 */
    const uint8_t *digest; /* LOYD_HASH_BYTES that the contents should have;
                              NULL: not known */
    loyd_shard shard;      /* only the puzzles of the part's ids, with their
                              ratings and recipes; what is about all of them,
                              the file, goals, digest and sample, belongs to
                              the first part */
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
 * The listener is told the progress and what is wrong. LOYD_OK where
 * result->bad tells what was found; errors as above.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_catalogue_verify(loyd_store *store, const loyd_verify_options *options,
                      const loyd_listener *listener, loyd_job_result *result,
                      loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
