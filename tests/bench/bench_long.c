/* SPDX-License-Identifier: MIT */
/* Benchmarks of proofs that take seconds to hours. */
#include <pthread.h>
#include <stdatomic.h>
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

/* One of Korf and Felner's fifty. */
struct felner {
    unsigned number;
    unsigned length;
    loyd_puzzle puzzle;
};

static int
by_length(const void *a, const void *b)
{
    const struct felner *x = a, *y = b;
    int d = (x->length > y->length) - (x->length < y->length);

    return d != 0 ? d : (x->number > y->number) - (x->number < y->number);
}

static bool
before_deadline(void *context, const loyd_progress *progress)
{
    (void)progress;
    return now() < *(const double *)context;
}

/* The queue of the fifty boards. */
struct contest {
    struct felner boards[50];
    atomic_uint next;
    atomic_uint n_proven;
    double end;
};

static void *
contest_member(void *argument)
{
    struct contest *c = argument;
    const loyd_listener listener = {.progress = before_deadline,
                                    .context = &c->end};
    loyd_solver_options options = {
        .tables = LOYD_TABLES_LARGE, .threads = 1, .listener = &listener};
    loyd_solve_options length = {.is_length_only = true};
    loyd_solver *solver = NULL;
    unsigned i;

    if (loyd_solver_new(&options, &solver) != LOYD_OK)
        die("no solver");
    while ((i = atomic_fetch_add(&c->next, 1)) < 50) {
        const struct felner *board = &c->boards[i];
        loyd_solution solution = {0};
        double t = now();
        loyd_err err =
            loyd_solve(solver, &board->puzzle, 1, &length, &solution, NULL);

        if (err == LOYD_E_CANCELLED)
            break;
        if (err != LOYD_OK || solution.upper != board->length)
            die("a board of the fifty has another length");
        printf("  #%-2u %3u moves %10.1f s\n", board->number, board->length,
               now() - t);
        fflush(stdout);
        atomic_fetch_add(&c->n_proven, 1);
    }
    loyd_solver_free(&solver);
    return NULL;
}

/*
 * Solves as many of Korf and Felner's fifty as possible in an hour (or
 * BENCH_SECONDS), the shortest first, one board per core, and prints the time
 * of each.
 */
static void
an_hour_of_24(const loyd_puzzle *puzzles)
{
    const char *name = "5x5 the fifty, 2 cores, an hour";
    const char *seconds = getenv("BENCH_SECONDS");
    static struct contest c;
    FILE *file = fopen(LOYD_DATA "/korf24.lengths", "r");
    pthread_t other;

    if (!wanted(name))
        return;
    for (unsigned i = 0; i < 50; i++) {
        c.boards[i] = (struct felner){.number = i + 1, .puzzle = puzzles[i]};
        if (file == NULL || fscanf(file, "%u", &c.boards[i].length) != 1)
            die(LOYD_DATA "/korf24.lengths");
    }
    fclose(file);
    qsort(c.boards, 50, sizeof(c.boards[0]), by_length);
    c.end = now() + (seconds ? atof(seconds) : 3600);
    if (pthread_create(&other, NULL, contest_member, &c) != 0)
        die("no thread");
    contest_member(&c);
    pthread_join(other, NULL);
    row(name, atomic_load(&c.n_proven), "proven", 0, false);
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
