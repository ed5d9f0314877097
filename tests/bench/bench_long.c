/* SPDX-License-Identifier: MIT */
/* Benchmarks of proofs that take seconds to hours. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

/* Slow boards, lengths only: seconds each. */
static void
long_ones(const char *name, const loyd_puzzle *puzzles, size_t n,
          unsigned threads, double peer)
{
    loyd_solver *solver = solver_new(LOYD_TABLES_LARGE, threads);
    loyd_puzzle solved = {puzzles[0].goal, puzzles[0].goal};

    solve(solver, &solved, 1, true);
    row(name, solve(solver, puzzles, n, true) / (double)n, "s", peer, false);
    loyd_solver_free(&solver);
}

/* The race against the clock of Korf and Felner's fifty boards. */
struct race {
    unsigned length[50];
    unsigned n_proven;
    double begin;
    double end;
};

static bool
race_goes_on(void *context, const loyd_progress *progress)
{
    (void)progress;
    return cpu_now() < ((const struct race *)context)->end;
}

static bool
race_tell(void *context, const loyd_bound *bound)
{
    struct race *r = context;

    if (bound->solution == NULL)
        return true;
    if (bound->solution->upper != r->length[bound->puzzle])
        die("a board of the fifty has another length");
    printf("  #%-2zu %3u moves %14llu nodes, after %8.1f s of CPU\n",
           bound->puzzle + 1, bound->solution->upper,
           (unsigned long long)bound->nodes, cpu_now() - r->begin);
    fflush(stdout);
    r->n_proven++;
    return true;
}

/*
 * Solves as many of Korf and Felner's fifty as possible in one call and an
 * hour of two cores (or 2 BENCH_SECONDS of CPU time, as the machine may be
 * shared), and prints when each is proven.
 */
static void
an_hour_of_24(const loyd_puzzle *puzzles)
{
    const char *name = "5x5 the fifty, 2 cores, an hour";
    const char *seconds = getenv("BENCH_SECONDS");
    struct race r = {.begin = cpu_now()};
    const loyd_listener listener = {.progress = race_goes_on, .context = &r};
    const loyd_solver_options options = {
        .tables = LOYD_TABLES_LARGE, .threads = 2, .listener = &listener};
    const loyd_solve_options length = {
        .is_length_only = true, .bound = race_tell, .context = &r};
    loyd_solution solutions[50] = {0};
    loyd_solver *solver = NULL;
    FILE *file = fopen(LOYD_DATA "/korf24.lengths", "r");
    loyd_err err;

    if (!wanted(name))
        return;
    for (unsigned i = 0; i < 50; i++)
        if (file == NULL || fscanf(file, "%u", &r.length[i]) != 1)
            die(LOYD_DATA "/korf24.lengths");
    fclose(file);
    r.end = r.begin + 2 * (seconds ? atof(seconds) : 3600);
    if (loyd_solver_new(&options, &solver) != LOYD_OK)
        die("no solver");
    err = loyd_solve(solver, puzzles, 50, &length, solutions, NULL);
    if (err != LOYD_OK && err != LOYD_E_CANCELLED)
        die("the fifty");
    for (unsigned i = 0; i < 50; i++)
        loyd_moves_free(&solutions[i].path);
    loyd_solver_free(&solver);
    row(name, r.n_proven, "proven", 0, false);
}

void
bench_long(bool is_whole, bool is_chosen)
{
    static loyd_puzzle puzzles[50];

    if (!is_whole && !is_chosen)
        return;
    read_boards(LOYD_DATA "/korf24.boards", "rows,blank=first", 5, puzzles,
                50);
    if (wanted("5x5 #40"))
        long_ones("5x5 #40, 1 thread", &puzzles[39], 1, 1, 17);
    if (wanted("5x5 #38"))
        long_ones("5x5 #38, 1 thread", &puzzles[37], 1, 1, 26);
    if (wanted("5x5 #1"))
        long_ones("5x5 #1, 1 thread", &puzzles[0], 1, 1, 0);
    if (wanted("4x5")) {
        loyd_puzzle *random = draw("5x4/rows~g1~bench~0", 30);

        long_ones("4x5, 30 random boards, 2 threads, a board", random, 30, 2,
                  0);
        free(random);
    }
    if (is_whole)
        an_hour_of_24(puzzles);
}
