/* SPDX-License-Identifier: MIT */
/* Long jobs on a catalogue: generate into it, rate, sample, merge,
 * verify. */
#ifndef LOYD_CATALOGUE_H
#define LOYD_CATALOGUE_H

#include "loyd/solve.h"
#include "loyd/store.h"
#include "loyd/target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The counts that a job returns. */
typedef struct loyd_job_result {
    uint64_t done;       /* recipes drawn, puzzles rated, rows proven (those
                            of puzzles, recipes and games) */
    uint64_t new_puzzles;/* puzzles added to the catalogue */
    uint64_t skipped;    /* already stored; `shuffle`: unsolvable boards */
    uint64_t bad;        /* verify: wrong rows; rate: wrong ratings */
    uint64_t searched;   /* verify: optima confirmed by a plain search; of
                            the other lengths */
    uint64_t replayed;   /* up to LOYD_EXACT_CELLS cells, those whose path was
                            replayed, but not searched again; */
    uint64_t intervals;  /* and of larger boards: intervals, */
    uint64_t proofs;     /* proofs, that nobody searched again, */
    uint64_t shared;     /* and of these, those shared with other processes */
    uint64_t sampled;    /* verify: puzzles solved again for `prove` */
    uint32_t waits_for;  /* rate with `work`: a share that others wait for */
    bool has_digest;     /* verify: both ways to compute it agree, */
    uint8_t digest[LOYD_HASH_BYTES]; /* that of LOYD_DIGEST_ALL */
} loyd_job_result;

/*
 * One part of a long job: number `number` (from 1) of `of` contiguous, nearly
 * equal ranges, of which that of 0..n-1 begins at n*(number-1)/of, rounded
 * down. All zero means the whole job.
 */
typedef struct loyd_part {
    uint32_t number;
    uint32_t of;
} loyd_part;

#define LOYD_PARTS_MAX 65535

/*
 * Generates boards `from` to from+count-1 of a recipe, and rates and stores
 * them. Recipes whose puzzles are stored and rated are skipped, so the same
 * call resumes an interrupted job, even after a crash or power loss.
 *
 * Boards of up to LOYD_EXACT_CELLS cells are proven. Larger ones get the
 * interval of `effort`, and their estimate, which is that of LOYD_EFFORT_QUICK
 * for any `effort`.
 *
 * The solver's threads solve one chunk while another thread stores the
 * previous one in one transaction. A chunk begins with a few hundred puzzles,
 * or fewer if `effort` says that they are hard, and grows to 16,384 while they
 * are easy; harder chunks take about two seconds each. Storing costs about 7
 * microseconds per puzzle.
 *
 *   effort    LOYD_EFFORT_NONE: LOYD_EFFORT_QUICK.
 *   metric    LOYD_MTM: rates in STM and in MTM; 0: LOYD_STM, in STM only.
 *   listener  receives the progress, and may stop the job: everything
 *             committed by then stays in the catalogue.
 *
 * Errors: LOYD_E_RANGE (indices beyond LOYD_INDEX_MAX), LOYD_E_CANCELLED,
 * LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_SYNTAX,
 * LOYD_E_ENCODING, LOYD_E_MOVE, LOYD_E_UNSOLVABLE, LOYD_E_EXHAUSTED,
 * LOYD_E_UNSUPPORTED, LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_IO, LOYD_E_FULL,
 * LOYD_E_DB, LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_catalogue_generate(loyd_store *store, loyd_solver *solver,
                        const loyd_generator *generator, uint64_t from,
                        uint64_t count, uint64_t attempts, loyd_effort effort,
                        loyd_metric metric, const loyd_listener *listener,
                        loyd_job_result *result, loyd_why *why);

/* The method of ends that several processes have searched together. */
#define LOYD_METHOD_SHARED "shared"

/* All zero is the default. */
typedef struct loyd_rate_options {
    loyd_part part;     /* only the puzzles in the part's range of ids */
    loyd_effort effort; /* beyond LOYD_EXACT_CELLS cells; not with `nodes` */
    uint64_t nodes;     /* node budget per puzzle of more cells, or with
                         * is_proving per puzzle; 0: see below */
    bool is_proving;    /* prove the intervals in `metric` */
    const char *work;   /* with is_proving: a folder; see below */
    loyd_part share;    /* of the search of each board, with `work` */
    bool is_of_traits;  /* store traits instead, with `part` and `filter`
                         * alone; see below */
    loyd_metric metric; /* of the ratings; that of `filter` has no effect */
    const loyd_filter *filter; /* only the puzzles that match; NULL: all. Its
                         * order, after, is_distinct, pick, offset and limit
                         * have no effect */
} loyd_rate_options;

/*
 * Rates the puzzles of a catalogue, in order of id.
 *
 * Puzzles of up to LOYD_EXACT_CELLS cells that are not proven are proven.
 * Larger puzzles get an estimate, if they have none, and an interval: without
 * effort and nodes those without a rating, by LOYD_EFFORT_QUICK; with one of
 * the two also those whose ends were both found by a smaller node budget. Each
 * end of a stored interval is replaced only by a tighter one.
 *
 * In LOYD_MTM, rates what is not rated in MTM; there are no estimates, and
 * ratings in STM stay unchanged.
 *
 * With is_proving, proves the puzzles that have an interval instead, those
 * with the smallest gap first. Each search begins at the stored lower end, and
 * each bound that it completes is stored at once: a stopped or killed call
 * loses no more than the bounds being searched. `nodes` limits the search of
 * each puzzle, which then keeps the lower end that it reached. With 0 there
 * are rounds, each with four times as many nodes for a puzzle as the one
 * before, until all are proven, so that no proof is held back by a longer one:
 * a bound waits for a round with enough nodes, or is begun again in it. A
 * rating that a solution contradicts is reported and stays unchanged, and the
 * puzzle is not counted as open.
 *
 * With is_proving and `work`, processes that see this folder prove the boards
 * of more than LOYD_EXACT_CELLS cells together, in STM, each of them with its
 * `share` of 1..LOYD_SPLIT_PARTS_MAX of every board. They write files into it
 * and need nothing else of each other: they can run in any order, and be
 * stopped and called again. A call does what it can, in order of the cheapest
 * next bound, and stores what all shares have decided, with the method
 * LOYD_METHOD_SHARED. A path is replayed first; that a share has found none is
 * believed. It returns when all boards are proven or wait for other shares.
 * Without a share it only stores. A damaged file is named to the listener's
 * `warning`, and is as if it was not there.
 *
 * With is_of_traits, computes the traits of the puzzles that are proven in
 * STM, in order of id, and stores them. Those that are stored are skipped, so
 * the same call continues a stopped or killed one. A puzzle that is proven
 * again loses its traits. The solver counts shortest solutions; without it
 * (NULL) there are traits without these, and without first_moves and forced. A
 * later call adds them to boards of up to LOYD_EXACT_CELLS cells. Beyond, a
 * count ends after 20 million nodes and is not tried again.
 *
 *   options   NULL: the defaults.
 *   listener  receives the progress, and at the end, even if the job failed,
 *             every rating (LOYD_E_RANGE) that was wrong (result->bad of
 *             them).
 *   result    done: puzzles rated, proven, or whose traits were stored;
 *             skipped: with is_proving, those whose budget ended first; with
 *             `work`, those that are open, and waits_for a share that has to
 *             search one of them, or 0.
 *
 * Errors: LOYD_E_RANGE (both effort and nodes, effort with is_proving, or
 * `work` without it; one of them with is_of_traits; part 5 of 2; files of
 * another number of shares), LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_LABELS, LOYD_E_SYNTAX, LOYD_E_ENCODING, LOYD_E_MOVE,
 * LOYD_E_UNSOLVABLE, LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED, LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN, LOYD_E_CORRUPT, LOYD_E_NOT_FOUND.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_catalogue_rate(loyd_store *store, loyd_solver *solver,
                    const loyd_rate_options *options,
                    const loyd_listener *listener, loyd_job_result *result,
                    loyd_why *why);

/*
 * Makes a sample of a class by effort quick, of the version of this library,
 * and stores it in the place of an earlier one of this class and version.
 * Nothing is stored before it is whole, and puzzles stay unchanged.
 *
 *   solver    shows its progress itself.
 *   recipe    a recipe without a secret or a target, of a layout whose goal is
 *             not drawn; its index does not matter.
 *   boards    LOYD_SAMPLE_BOARDS_MIN..LOYD_SAMPLE_BOARDS_MAX.
 *   listener  progress; may be NULL.
 *   sample    that of loyd_store_sample; may be NULL.
 *
 * Errors: LOYD_E_RANGE (also for a board of up to LOYD_EXACT_CELLS cells),
 * LOYD_E_CANCELLED, LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS,
 * LOYD_E_UNSOLVABLE, LOYD_E_EXHAUSTED, LOYD_E_UNSUPPORTED, LOYD_E_ENCODING,
 * LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_catalogue_sample(loyd_store *store, loyd_solver *solver,
                      const loyd_recipe *recipe, uint32_t boards,
                      const loyd_listener *listener,
                      const loyd_sample **sample, loyd_why *why);

/*
 * Merges catalogues into one: puzzles, recipes, ratings, channels, ledgers and
 * the marks of packs. The order of the catalogues, merging them one by one, or
 * merging one twice makes no difference to the contents or the digest.
 *
 *   paths  n catalogues, which are only read. All are stored in one
 *          transaction. Only if they contradict the store or each other, each
 *          is stored in its own: of a call that is stopped, those before stay.
 *   result done: recipes read; new_puzzles; skipped: puzzles already stored;
 *          bad: catalogues refused.
 *
 * Every page is checked along the way, and every row: boards, parity, ids,
 * paths and references. One is refused as a whole if it is damaged, is not a
 * catalogue, or contradicts the store or an earlier one: different
 * boards for one id, ratings that exclude each other, different puzzles for
 * one recipe, or two ledgers, neither of which continues the other. The
 * listener's `bad` receives each refused one, with its path as the file; the
 * others are merged.
 *
 * Cost: linear in the rows of the catalogues; about 15 microseconds of CPU
 * time per puzzle, on one thread.
 * Errors: LOYD_E_CANCELLED, LOYD_E_NOMEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB,
 * LOYD_E_BUSY, LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_catalogue_merge(loyd_store *store, const char *const *paths, size_t n,
                     const loyd_listener *listener, loyd_job_result *result,
                     loyd_why *why);

/* All zero is the default. */
typedef struct loyd_verify_options {
    uint64_t prove;        /* number of rated puzzles to solve again */
    const char *seed;      /* chooses them, as loyd_filter.pick; NULL: "" */
    unsigned threads;      /* for solving them; 0 means 1 */
    loyd_part part;        /* only the puzzles in the part's range of ids,
                              with their ratings and recipes. Checks of the
                              whole catalogue (the file, goals, bands, digest
                              and sample) belong to part 1 */
    bool has_wrong_ledger; /* loyd_ledger_verify has reported faults: then
                              there is no digest */
} loyd_verify_options;

/*
 * Verifies every row of a catalogue with code that shares nothing with the
 * generator, the store and the solver, except where they are named here:
 *
 *   - the file itself, and its foreign keys;
 *   - boards, labels, ids, classes, and solvability, by counting cycles;
 *   - ratings: each path is replayed, and lengths, paths and estimates
 *     of a puzzle are compared with each other, with its boards and with its
 *     class, by the laws of formats.md that need no search;
 *   - recipes, by drawing them again with the generator. A recipe with a
 *     secret cannot be checked and counts as skipped;
 *   - bands, samples and uses of puzzles, also by the functions that return
 *     them;
 *   - if all of that is right, the digest, which is computed in a second way
 *     and compared with that of loyd_store_digest.
 *
 * Ratings of up to 9 cells, of up to 20 moves in STM and of up to 8 slides in
 * MTM are found again by plain searches without tables, which confirm length
 * and canonical path. `prove` adds a sample of all rated puzzles. They are
 * solved by the plain search; where that takes too long, by the solver with
 * its small tables, and also from goal to start, which uses the tables of
 * another class. Ratings in MTM of up to LOYD_EXACT_CELLS cells are solved
 * again in both directions. Of larger puzzles the estimate is computed again
 * instead.
 *
 *   options   NULL: the defaults.
 *   listener  receives the progress and every fault.
 *
 * Returns LOYD_OK when the verification is complete, with the number of
 * faults in result->bad. Errors: LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL,
 * LOYD_E_LABELS, LOYD_E_RANGE, LOYD_E_UNSOLVABLE, LOYD_E_CANCELLED,
 * LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_IO, LOYD_E_FULL, LOYD_E_DB, LOYD_E_BUSY,
 * LOYD_E_FOREIGN, LOYD_E_CORRUPT.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_catalogue_verify(loyd_store *store, const loyd_verify_options *options,
                      const loyd_listener *listener, loyd_job_result *result,
                      loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
