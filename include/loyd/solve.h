/* SPDX-License-Identifier: MIT */
/*
 * Finds provably shortest solutions in the single-tile metric (STM) or the
 * multi-tile metric (MTM).
 */
#ifndef LOYD_SOLVE_H
#define LOYD_SOLVE_H

#include "loyd/listener.h"
#include "loyd/moves.h"
#include "loyd/puzzle.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum loyd_tables {
    LOYD_TABLES_AUTO = 0,  /* small at first, large once they pay off */
    LOYD_TABLES_SMALL = 1, /* built within milliseconds */
    LOYD_TABLES_LARGE = 2  /* fastest search; 4x4: seconds and 200 MB */
} loyd_tables;

/* Options of a solver. All zero: the defaults. */
typedef struct loyd_solver_options {
    const char *cache_dir; /* folder for files of tables; NULL: none */
    loyd_tables tables;
    unsigned threads;      /* at most 256; 0 means 1 */
    const loyd_listener *listener; /* may be NULL. progress: of building,
                              reading and solving; notice: large tables about
                              to be built, with their size, and files that
                              cannot be used or written; warning: damaged
                              files, which are rebuilt. Copied; its `context`
                              must outlive the solver */
    uint64_t memory; /* bytes that searches without a node budget may take,
                        besides the tables, to remember boards of 17 to 25
                        cells; 0: a quarter of what is free, at most 384 MB. At
                        least 16 MB are taken. Changes no result but `nodes` */
} loyd_solver_options;

/*
 * A solver. It owns the tables that it builds or maps when a puzzle first
 * needs them. Only one thread at a time may use a solver; the solver starts
 * its own worker threads.
 *
 * Cached tables are mapped read-only and shared by all processes that use
 * them. Every byte is checked before the first use. loyd replaces these files
 * and never modifies them; if another program truncates a mapped file, the
 * process receives SIGBUS. The library installs no signal handlers: a program
 * that cannot trust its cache folder installs one or leaves cache_dir NULL.
 */
typedef struct loyd_solver loyd_solver;

/*
 * Creates a solver; loyd_solver_free releases it. No tables are built yet.
 *
 *   options  NULL: the defaults.
 *
 * Errors: LOYD_E_NOMEM, LOYD_E_RANGE (too many threads, unknown `tables`).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_solver_new(const loyd_solver_options *options, loyd_solver **solver);

/* Frees a solver and its tables and sets *solver to NULL. NULL is allowed. */
LOYD_API void loyd_solver_free(loyd_solver **solver);

/*
 * What is known about one puzzle: lower <= optimum <= upper, in the metric of
 * the call. The optimum is proven when the two are equal. The path has length
 * `upper` (loyd_moves_length) and has been replayed. With a proven optimum it
 * is the canonical path: of all shortest solutions the first one, in STM move
 * by move in the order U < R < D < L, in MTM slide by slide, by direction in
 * this order and then by the number of tiles, fewer first.
 *
 * With lower == upper - 1 in STM, which has the wrong parity, the length is
 * the optimum, but the path need not be the canonical one.
 */
typedef struct loyd_solution {
    uint16_t lower;
    uint16_t upper;  /* LOYD_LENGTH_UNKNOWN: no solution was found */
    uint64_t nodes;  /* nodes generated; depends on the tables */
    loyd_moves path; /* the caller frees it with loyd_moves_free; empty with
                        is_length_only and if `upper` is unknown */
    bool is_stopped; /* `stop` ended the search: with more time the interval
                        might be smaller. Such a result depends on the
                        machine: a catalogue refuses it */
} loyd_solution;

/*
 * How much work goes into the interval of a board. The tables, the methods and
 * the node budgets of an effort are a function of the board's size and class
 * alone, so that machine, memory, threads and other boards change no result.
 */
typedef enum loyd_effort {
    LOYD_EFFORT_NONE = 0,  /* `nodes` alone decides */
    LOYD_EFFORT_QUICK = 1, /* tens of milliseconds per board */
    LOYD_EFFORT_GOOD = 2,  /* tenths of a second */
    LOYD_EFFORT_BEST = 3,  /* seconds */
    LOYD_EFFORT_COUNT_
} loyd_effort;

/* The version of all efforts. A changed result of `quick` is a new version. */
#define LOYD_EFFORT_VERSION 1

/* The progress of a puzzle's proof. */
typedef struct loyd_bound {
    size_t puzzle;  /* its index in the call */
    uint16_t lower; /* no solution is shorter */
    uint64_t nodes; /* generated so far in this call */
    const loyd_solution *solution; /* NULL, or the puzzle's result is final:
                                      this element of `solutions` */
} loyd_bound;

/*
 * Called with the state of a proof, by one thread at a time. Returns false to
 * stop the call, which then returns LOYD_E_CANCELLED.
 */
typedef bool (*loyd_bound_fn)(void *context, const loyd_bound *bound);

/*
 * Called every few milliseconds while a call works. Returns true to end the
 * call with LOYD_OK and what has been found so far. Called by one thread at a
 * time, on any thread of the solver, which it must not use; it should take no
 * time: it looks at a clock, or at a flag that another thread sets.
 */
typedef bool (*loyd_stop_fn)(void *context);

/* Rarely needed. All zero: the defaults. */
typedef struct loyd_solve_expert {
    bool is_proof_only; /* no short solution if the proof's budget ends
                           first: the upper end stays unknown */
    const uint16_t *lowers; /* NULL, or for each puzzle a proven lower end,
                               where the search begins. If a solution shorter
                               than it is found, the puzzle's result has
                               lower > upper: the given end and the length of
                               that solution. A false end that no such
                               solution contradicts is not noticed */
    const uint16_t *limits; /* NULL, or for each puzzle its own `limit` */
} loyd_solve_expert;

/* Options of one call. All zero: the defaults. */
typedef struct loyd_solve_options {
    uint64_t nodes;      /* node budget of the proof of each puzzle, and as
                            many for a short solution if that fails; 0: that
                            of `effort`, or no limit without one */
    bool is_length_only; /* no path */
    uint16_t limit;      /* if not 0: stop searching a puzzle (with lower >
                            limit, upper = LOYD_LENGTH_UNKNOWN) once its
                            optimum is proven to exceed this */
    loyd_effort effort;  /* of every puzzle, or with is_wide_only */
    bool is_wide_only;   /* only of those beyond LOYD_EXACT_CELLS cells; for
                            smaller ones `nodes` alone decides */
    loyd_metric metric;  /* 0: LOYD_STM. Of limits, lower ends and results */
    loyd_bound_fn bound; /* NULL, or called whenever a bound of a puzzle has
                            been searched, from time to time in between, and
                            once with the result of each puzzle, as soon as it
                            is final, in any order */
    void *context;       /* passed to `bound` and `stop` */
    loyd_stop_fn stop;   /* NULL, or ends the call early: see loyd_solve */
    const loyd_solve_expert *expert; /* NULL: the defaults */
} loyd_solve_options;

/* The search that found an end of an interval. */
typedef struct loyd_search {
    uint64_t budget; /* nodes for each board; 0: no limit */
    char method[32]; /* "ida*", or an effort and its version: "quick 1" */
} loyd_search;

/*
 * Names the searches of a call with these options on boards of a size: those
 * of the two ends of an interval, each with its budget. NULL: the defaults.
 * With `stop` they have no names: all zero, which no catalogue stores. Name
 * a solution without is_stopped as one of a call without this option.
 */
LOYD_API void
loyd_search_of(const loyd_solve_options *options, unsigned width,
               unsigned height, loyd_search *lower, loyd_search *upper);

#define LOYD_LENGTH_UNKNOWN 65535

/* The most parts into which the search of a board is divided. */
#define LOYD_SPLIT_PARTS_MAX 999

/*
 * Solves n puzzles of any sizes and goals, in any order. solutions[i] belongs
 * to puzzles[i]. Results do not depend on the number of threads, the tables
 * or the other puzzles in the call, except for `nodes` of searches without a
 * node budget.
 *
 *   puzzles    All must be well-formed and solvable. Otherwise the call fails
 *              before any search, and `why` begins with the index of the
 *              first bad puzzle, counted from 0: "puzzle 3: ...". Call
 *              loyd_solvable first if the input may be unsolvable.
 *   options    NULL: the defaults.
 *   solutions  n elements, all zero or freed. Every element is written,
 *              whether the call succeeds or not. If it is cancelled
 *              (LOYD_E_CANCELLED), finished solutions are kept; the others
 *              have a proven `lower` and an unknown `upper`. On any other
 *              error every element is the interval 0..LOYD_LENGTH_UNKNOWN.
 *   why        The details of an error; may be NULL.
 *
 * Methods: IDA* over additive pattern databases that take the blank's region
 * into account ([Korf, AIJ 27 (1985)], [Felner, Korf, Hanan, JAIR 22
 * (2004)]); whole-state tables for small boards. Without a node budget, a
 * board of more than 16 cells may take very long. If the search reads an
 * impossible value from a cached table, the table is rebuilt and the puzzles
 * that used it are solved again.
 *
 * A deadline: `stop` compares a clock with the time in `context`.
 *
 *     static bool
 *     is_late(void *context)
 *     {
 *         const struct timespec *end = context;
 *         struct timespec now;
 *
 *         clock_gettime(CLOCK_MONOTONIC, &now);
 *         return now.tv_sec > end->tv_sec ||
 *                (now.tv_sec == end->tv_sec && now.tv_nsec >= end->tv_nsec);
 *     }
 *
 * After `stop` has returned true it is not called again, and the call returns
 * LOYD_OK. Finished puzzles have their usual results. Each of the others,
 * begun or not, has is_stopped set, the lower end that is proven, at least
 * manhattan + 2 * linear_conflicts of loyd_facts or its like in MTM, and the
 * shortest solution found so far, at least that of the row-by-row method;
 * with is_proof_only none. With `stop`, a short solution is looked for before
 * the search, so that there is one. If it never returns true, the results are
 * those without it.
 *
 * A stopped result depends on the machine, so that loyd_search_of has no name
 * for its search, and a catalogue refuses it. A listener or `bound` that
 * returns false cancels the call instead: LOYD_E_CANCELLED.
 *
 * Measured on one core of 2.6 GHz: `stop` is called every 4 ms or more often,
 * apart from single gaps: 10 ms when a solver first needs tables of a class,
 * 20 ms beyond 16 cells or if whole-state tables are built, and 1 us to 45 ms
 * (2x2 to 15x15) for each board's solution by rows, also of boards that have
 * not begun when the call is stopped. Freeing tables that are being built
 * takes a few milliseconds more.
 *
 * Tables that are not complete when the call is stopped are thrown away. With
 * `stop`, table files are read but not written, and LOYD_TABLES_AUTO begins
 * with the small tables even if a file has the large ones. A program with
 * short deadlines first solves one board of each class without `stop`: up to
 * LOYD_EXACT_CELLS cells any board, beyond these a random one with an effort,
 * as boards near the goal need no tables, and a proof may take days.
 *
 * Errors: LOYD_E_RANGE (an unknown metric or effort), LOYD_E_SIZE,
 * LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS,
 * LOYD_E_UNSOLVABLE, LOYD_E_NOMEM, LOYD_E_SYSTEM, LOYD_E_CANCELLED,
 * LOYD_E_CORRUPT (a table built in memory has an impossible value: faulty
 * memory).
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_solve(loyd_solver *solver, const loyd_puzzle *puzzles, size_t n,
           const loyd_solve_options *options, loyd_solution *solutions,
           loyd_why *why);

/* A stage of the row method: one tile, the last two of a line together, or
 * finally the blank, if its goal cell is not the last one. */
typedef struct loyd_row_stage {
    uint8_t tiles[2]; /* the labels that are placed; 0: none */
    uint32_t end;     /* the moves up to its end; they begin where those of
                         the stage before end, and may be none */
} loyd_row_stage;

/*
 * Solves a puzzle as people do: row by row from the top, then column by column
 * from the left, then the last 2 x 2, each tile by a shortest path. The
 * solution is far from a shortest one; docs/formats.md defines it, as that of
 * the trait row_moves.
 *
 *   path    all zero or freed; written on LOYD_OK, freed with loyd_moves_free.
 *   stages  room for LOYD_CELLS_MAX, of which *n are written on LOYD_OK; NULL,
 *           with n: not wanted.
 *
 * O(n^3), no solver and no tables, safe from any thread. Errors: LOYD_E_NOMEM,
 * LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS, LOYD_E_UNSOLVABLE.
 */
LOYD_API LOYD_NODISCARD loyd_err loyd_solve_by_rows(
    const loyd_puzzle *puzzle, loyd_moves *path,
    loyd_row_stage stages[LOYD_CELLS_MAX], size_t *n, loyd_why *why);

/*
 * Solves a puzzle from the outside in, a few tiles at a time, each group by
 * the fewest moves: the method from which `quick` and the other efforts start.
 * Of 4x4 boards the mean is 67.6 moves, the optimum 52.6.
 *
 *   path  all zero or freed; written on LOYD_OK, freed with loyd_moves_free.
 *
 * Microseconds for 4x4, 0.1 s for 15x15; the first board of a size takes 20 ms
 * to half a second more, since its tables are built. They are the solver's.
 *
 * Errors: LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_LABELS,
 * LOYD_E_UNSOLVABLE, LOYD_E_NOMEM, LOYD_E_CANCELLED.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_solve_by_stages(loyd_solver *solver, const loyd_puzzle *puzzle,
                     loyd_moves *path, loyd_why *why);

/*
 * Shortens a path that leads from `start` anywhere. Up to LOYD_EXACT_CELLS
 * cells the result is a shortest path, if `nodes` nodes find it; otherwise
 * parts of the path are solved again, ever longer ones, for about as many. The
 * result is not longer in the metric, and the same on every machine.
 *
 *   path  replaced on LOYD_OK and LOYD_E_CANCELLED, where it is what was found
 *         until then.
 *
 * Progress is that of the solver's listener. Errors:
 * LOYD_E_SIZE, LOYD_E_SHAPE, LOYD_E_LABEL, LOYD_E_MOVE if a move is illegal,
 * LOYD_E_RANGE if the metric is unknown, LOYD_E_NOMEM, LOYD_E_CANCELLED.
 */
LOYD_API LOYD_NODISCARD loyd_err
loyd_shorten(loyd_solver *solver, const loyd_board *start, loyd_metric metric,
             uint64_t nodes, loyd_moves *path, loyd_why *why);

#ifdef __cplusplus
}
#endif
#endif
